"""A video file as a camera; its time is that of the video, so that reading it gives the same every time."""

from __future__ import annotations

import math
import os
from pathlib import Path

import cv2
import numpy as np

from companion.ports import Frame, Trouble
from companion.texts import text
from hardware.cameras.base import Source
from hardware.cameras.pictures import MOST_MEGAPIXELS

DEFAULT_FPS = 30.0


class VideoFile(Source):
    """The frames of a video in their order; ``read`` gives None after the last."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._video: cv2.VideoCapture | None = None
        self._last_ms = -1

    def open(self) -> None:
        """Open the file; Trouble if it is empty, no video, or of more than 100 megapixels."""
        if self._path.stat().st_size == 0:
            raise Trouble(text("{path} is empty: give a video or a folder of pictures.", path=self._path))
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # what it would say there, we say in one sentence
        video = cv2.VideoCapture(str(self._path))
        if not video.isOpened():
            words = text("{path} is no video that can be read: give a video or a folder of pictures.", path=self._path)
            raise Trouble(words)
        pixels = video.get(cv2.CAP_PROP_FRAME_WIDTH) * video.get(cv2.CAP_PROP_FRAME_HEIGHT)
        if pixels > MOST_MEGAPIXELS * 1e6:
            video.release()
            words = text("{path} has more than {n} megapixels: give a smaller copy", path=self._path, n=MOST_MEGAPIXELS)
            raise Trouble(words)
        self._video = video

    def read(self) -> Frame | None:
        """The next frame, None after the last; Trouble if not even the first can be read."""
        if self._video is None:
            self.open()
        assert self._video is not None
        got, image = self._video.read()
        if not got:
            if self._frames == 0:
                raise Trouble(text("{path} holds no picture that can be read: give a whole video.", path=self._path))
            return None
        return self._frame(np.asarray(image, np.uint8), self._time(self._video))

    def close(self) -> None:
        """Close the file."""
        video, self._video = self._video, None
        if video:
            video.release()

    def _time(self, video: cv2.VideoCapture) -> int:
        """When the frame just read was taken (ms from the beginning); never twice the same."""
        fps = video.get(cv2.CAP_PROP_FPS)
        at_ms = video.get(cv2.CAP_PROP_POS_MSEC)
        if not math.isfinite(at_ms) or (at_ms <= 0 and self._frames > 0):
            at_ms = self._frames * 1000 / (fps if math.isfinite(fps) and fps > 0 else DEFAULT_FPS)
        self._last_ms = max(self._last_ms + 1, round(at_ms))
        return self._last_ms
