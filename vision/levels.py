"""How demanding a rendered table is: fixed numbers, one row per level.

Ranges are (least, most) and are drawn once per table by its seed.
"""

from __future__ import annotations

from dataclasses import dataclass

Range = tuple[float, float]


@dataclass(frozen=True)
class Level:
    """The optics, light and clutter of one level of difficulty, and how its people play."""

    index_px: Range
    """Height of the printed rank in the picture (px); the lower bound is kept to."""
    tilt_deg: Range
    """Angle between the camera's axis and the vertical."""
    roll_deg: float
    """The camera is turned about its axis by at most this much either way."""
    kelvin: Range
    """Colour temperature of the light; 5000 is neutral."""
    falloff: Range
    """How much darker the far corner is than the brightest spot, as a share."""
    shadow: Range
    """How dark the shadow under a card is, as a share."""
    shadow_mm: Range
    """How soft that shadow is (standard deviation)."""
    blur_px: Range
    """Standard deviation of the lens blur."""
    noise: Range
    """Standard deviation of the sensor noise (grey levels of 255)."""
    cast_shadow: float
    """Chance that a lamp throws the shadow of something outside on the table."""
    edge_mm: Range
    """How soft the edge of that shadow is (standard deviation): a shaded lamp is large, a bare bulb small."""
    glare: float
    """Chance that a card reflects the lamp."""
    jpeg: int | None
    """JPEG quality of the stream, None for an uncompressed one."""
    glare_area: float
    """How much of such a card the reflection covers, as a share."""
    drift: float
    """How far the brightness wanders over seconds and minutes, either way, as a share."""
    bands: Range
    """How strong the bands of mains light are that roll through the picture, as a share of its brightness."""
    shutter_ms: Range
    """How long a picture is exposed: what moves meanwhile is smeared."""
    overlap: float
    """Most of a played card that others may cover, as a share; one index always stays visible."""
    hand_rests: float
    """Share of the time in which a hand rests on a card that lies there."""
    between_s: Range
    """Time between plays."""
    accidents: float
    """Accidents a deal."""
    breaches: float
    """Share of the deals in which somebody breaks a rule or acts out of turn."""


LEVELS: dict[str, Level] = {
    "clean": Level(
        index_px=(24, 32),
        tilt_deg=(0, 3),
        roll_deg=1,
        kelvin=(5000, 5000),
        falloff=(0.06, 0.16),
        shadow=(0.25, 0.45),
        shadow_mm=(0.8, 1.6),
        blur_px=(0.35, 0.55),
        noise=(1.0, 2.0),
        cast_shadow=0.0,
        edge_mm=(8, 50),
        glare=0.0,
        jpeg=None,
        glare_area=0,
        drift=0,
        bands=(0, 0),
        shutter_ms=(6, 10),
        overlap=0,
        hand_rests=0,
        between_s=(1.5, 3),
        accidents=0,
        breaches=0.2,
    ),
    "home": Level(
        index_px=(16, 28),
        tilt_deg=(0, 12),
        roll_deg=4,
        kelvin=(2700, 6500),
        falloff=(0.1, 0.35),
        shadow=(0.25, 0.6),
        shadow_mm=(0.8, 2.5),
        blur_px=(0.4, 1.0),
        noise=(1.5, 4.0),
        cast_shadow=0.5,
        edge_mm=(8, 50),
        glare=0.05,
        jpeg=None,
        glare_area=0.1,
        drift=0.04,
        bands=(0, 0),
        shutter_ms=(10, 20),
        overlap=0.6,
        hand_rests=0.05,
        between_s=(0.8, 4),
        accidents=1 / 3,
        breaches=0.2,
    ),
    "pub": Level(
        index_px=(14, 24),
        tilt_deg=(0, 25),
        roll_deg=8,
        kelvin=(2200, 7500),
        falloff=(0.2, 0.55),
        shadow=(0.3, 0.7),
        shadow_mm=(0.2, 0.8),
        blur_px=(0.6, 1.8),
        noise=(4.0, 9.0),
        cast_shadow=0.8,
        edge_mm=(1, 4),
        glare=0.2,
        jpeg=60,
        glare_area=0.25,
        drift=0.08,
        bands=(0.02, 0.06),
        shutter_ms=(15, 33),
        overlap=0.8,
        hand_rests=0.2,
        between_s=(0.4, 6),
        accidents=2,
        breaches=0.2,
    ),
}
