"""Pictures as a camera gives them, for samples of the screens."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from PIL import Image as PilImage
from PIL import ImageDraw


def crop() -> bytes:
    """A picture of a card's corner, half in shadow, as PNG."""
    image = PilImage.new("RGB", (150, 210), (34, 88, 60))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((14, 16, 190, 260), 12, fill=(226, 220, 206))
    draw.line((30, 34, 58, 34, 40, 78), fill=(176, 32, 44), width=9)
    draw.polygon(((44, 92), (60, 116), (44, 140), (28, 116)), fill=(176, 32, 44))
    shade = PilImage.new("L", image.size, 0)
    ImageDraw.Draw(shade).polygon(((150, 0), (150, 210), (60, 210)), fill=110)
    image.paste((10, 20, 15), mask=shade)
    held = BytesIO()
    image.save(held, "PNG")
    return held.getvalue()


def frame(size: tuple[int, int] = (1280, 720)) -> Any:
    """A camera picture of cards on cloth (BGR)."""
    image = PilImage.new("RGB", size, (38, 92, 64))
    draw = ImageDraw.Draw(image)
    for number, (x, y) in enumerate(((0.42, 0.4), (0.52, 0.42), (0.2, 0.2), (0.75, 0.7), (0.3, 0.75))):
        left, top = x * size[0], y * size[1]
        draw.rounded_rectangle((left, top, left + size[0] * 0.08, top + size[1] * 0.2), 8, fill=(240, 236, 224))
        draw.ellipse((left + 36, top + 50, left + 66, top + 84), fill=(170, 20, 30) if number % 2 else (20, 20, 20))
    return np.ascontiguousarray(np.asarray(image)[:, :, ::-1])
