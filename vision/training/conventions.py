"""The conventions that the reader relies on (also written to models.json).

Pixel coordinates run x to the right, y down; pixel (i, j) covers [i, i + 1) x [j, j + 1).

Finder: input float32 N x 3 x H x W, RGB 0 to 255, H and W multiples of 16, a card 80 to 190 px (best 110
to 140 px) tall. Output N x 5 x H/4 x W/4; the cell (row, column) has its middle at px (4 column + 2, 4 row + 2).
- channel 0: probability that the middle of a corner index lies in this cell. The middle of an index is
  the middle of the box around rank and suit together (where suit and rank stand side by side likewise).
- channels 1, 2: the vector (x, y) from the middle of the cell to the middle of the card, in units of 32 px.
- channels 3, 4: the up vector (x, y) of the index, of about unit length: from the suit to the rank, that is
  towards the top of the upright glyph. Y down, so an upright index has (0, -1).

Patch net: input float32 N x 3 x 64 x 40, RGB 0 to 255: an upright crop of 18 mm x 28.8 mm (40 x 64 px,
2.222 px/mm) whose middle (20, 32) is the middle of the index. Output N x 26 logits: 21 of GLYPHS (softmax), 4 of
companion.cards.SUITS (softmax; S H D C), 1 junk (sigmoid: no upright index here; sideways and upside-down
indices count as junk).
"""

from __future__ import annotations

GLYPHS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "V", "D", "R", "B", "H", "1", "T", "Д")
"""What an index can say; a deck's language maps these to ranks (the French jack is V, the Dutch queen too)."""

STRIDE = 4
VECTOR_UNIT = 32.0
PATCH_WIDTH, PATCH_HEIGHT = 40, 64
PATCH_PX_PER_MM = 40 / 18
