"""The conventions that the reader relies on (also written to models.json).

Pixel coordinates run x to the right, y down; pixel (i, j) covers [i, i + 1) x [j, j + 1).

Finder: input float32 N x 3 x H x W, RGB 0 to 255, H and W multiples of 16, a card 80 to 190 px (best 110
to 140 px) tall. First output "maps" N x 5 x H/4 x W/4; the cell (row, column) has its middle at px
(4 column + 2, 4 row + 2).
- channel 0: probability that the middle of a corner index lies in this cell. The middle of an index is
  the middle of the box around rank and suit together (where suit and rank stand side by side likewise).
- channels 1, 2: the vector (x, y) from the middle of the cell to the middle of the card, in units of 32 px.
- channels 3, 4: the up vector (x, y) of the index, of about unit length: from the suit to the rank, that is
  towards the top of the upright glyph. Y down, so an upright index has (0, -1).

Second output "bodies" N x 7 x H/8 x W/8; the cell has its middle at px (8 column + 4, 8 row + 4).
- channel 0: probability that the middle of a mostly visible card, face up or down, lies in this cell.
- channels 1, 2: the vector from the middle of the cell to the exact middle of the card, in units of 32 px.
- channels 3, 4: cos 2t and sin 2t of the card's turn t, clockwise from its long side upright.
- channel 5: logarithm of its height in px over 120. Channel 6: probability that it lies face down.

Patch net: input float32 N x 3 x 80 x 48, RGB 0 to 255: an upright crop of 18 mm x 30 mm (48 x 80 px,
2.667 px/mm) whose middle (24, 40) is the middle of the index. Output N x 27 logits: 22 of GLYPHS (softmax), 4 of
companion.cards.SUITS (softmax; S H D C; a joker's tell its colour), 1 junk (sigmoid: no upright index here; sideways
and upside-down indices count as junk).

Face net: input float32 N x 3 x 112 x 80, RGB 0 to 255: a whole card, 63 x 88 mm, either way up, perhaps partly
covered. Outputs "logits" N x 18: companion.cards.RANKS, joker, SUITS (two softmaxes: 14 and 4), and "embedding"
N x 64 of unit length: views of one face of one deck lie near each other, different faces of a deck far apart.
"""

from __future__ import annotations

GLYPHS = (*"A23456789", "10", *"JQKVDRBH1TДX")
"""What an index can say; a deck's language maps these to ranks (V is the French jack and the Dutch queen). X: joker."""

STRIDE, BODY_STRIDE = 4, 8
VECTOR_UNIT = 32.0
BODY_UNIT_PX = 120.0
"""Card height whose logarithm is 0 in the bodies output."""
PATCH_WIDTH, PATCH_HEIGHT = 48, 80
PATCH_PX_PER_MM = 48 / 18
FACE_WIDTH, FACE_HEIGHT = 80, 112
EMBEDDING = 64
