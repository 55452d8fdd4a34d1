"""Camera frames with what was read drawn in: the pictures of a demo without a screen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.ports import Frame, Look, Sighting, Trouble
from vision.arrays import Picture, u8
from vision.pictures.labels import Label, draw_labels

WIDTH_PX = 1280
GREEN, ORANGE = (60, 170, 20), (0, 130, 255)
SURE = 0.985


def drawn(frame: Frame, sightings: Sequence[Sighting]) -> Picture:
    """The frame, shrunk to WIDTH_PX, with a name at each sighting."""
    scale = WIDTH_PX / frame.image.shape[1]
    picture = u8(cv2.resize(frame.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    to_px = np.linalg.inv(np.asarray(frame.to_mm, np.float64).reshape(3, 3)) if frame.to_mm else None
    labels = []
    for sighting in sightings:
        if to_px is not None and sighting.odds:
            x, y, w = to_px @ (sighting.x, sighting.y, 1.0)
            labels.append(label(sighting, float(x / w * scale), float(y / w * scale)))
    draw_labels(picture, labels, 0.45)
    return picture


def save_look(frame: Frame, look: Look, path: Path) -> None:
    """Write the frame with what was read in it; raises Trouble if it cannot be written."""
    picture = drawn(frame, look.sightings)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        written = cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 85])
    except OSError as error:
        raise Trouble(f"the picture {path} cannot be written: {error.strerror}") from error
    if not written:
        raise Trouble(f"the picture {path} cannot be written: check the folder and the free space")


def label(sighting: Sighting, x: float, y: float) -> Label:
    """The likeliest face and its odds at a place (px): green where sure, orange where not."""
    code, p = max(sighting.odds.items(), key=lambda item: item[1])
    lean = math.radians(sighting.angle)
    return Label(f"{code} {p:.2f}", (x, y), (math.sin(lean), -math.cos(lean)), GREEN if p >= SURE else ORANGE)
