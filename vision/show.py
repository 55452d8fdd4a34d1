"""Camera frames with what was read drawn in: the pictures of a demo without a screen."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from companion.ports import Frame, Look, Sighting, Trouble
from vision.arrays import Picture, u8

WIDTH_PX = 1280
GREEN, ORANGE = (60, 170, 20), (0, 130, 255)
SURE = 0.985


def save_look(frame: Frame, look: Look, path: Path) -> None:
    """Write the frame, shrunk to WIDTH_PX, with a name at each sighting; raises Trouble if it cannot be written."""
    scale = WIDTH_PX / frame.image.shape[1]
    picture = u8(cv2.resize(frame.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    to_px = np.linalg.inv(np.asarray(frame.to_mm, np.float64).reshape(3, 3)) if frame.to_mm else None
    for sighting in look.sightings:
        if to_px is not None and sighting.odds:
            x, y, w = to_px @ (sighting.x, sighting.y, 1.0)
            name(picture, sighting, round(x / w * scale), round(y / w * scale))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        written = cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 85])
    except OSError as error:
        raise Trouble(f"the picture {path} cannot be written: {error.strerror}") from error
    if not written:
        raise Trouble(f"the picture {path} cannot be written: check the folder and the free space")


def name(picture: Picture, sighting: Sighting, x: int, y: int) -> None:
    """The likeliest face and its odds, on a plate: green where sure, orange where not."""
    code, p = max(sighting.odds.items(), key=lambda item: item[1])
    text = f"{code} {p:.2f}"
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.45, 1)
    left, base = x - width // 2, y + height // 2
    plate = GREEN if p >= SURE else ORANGE
    cv2.rectangle(picture, (left - 3, base - height - 4), (left + width + 3, base + 4), plate, -1)
    cv2.putText(picture, text, (left, base), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (255, 255, 255), 1, cv2.LINE_AA)
