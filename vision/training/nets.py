"""The two networks; what goes in and comes out is defined in `vision.training.conventions`."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from companion.cards import SUITS
from vision.training.conventions import GLYPHS, PATCH_HEIGHT, PATCH_WIDTH

SUIT_WEIGHTS = tuple(2.5 if suit in "SC" else 1.0 for suit in SUITS)
"""Weights of the suits in the loss: clubs and spades are by far the hardest to tell apart."""


def conv(inputs: int, outputs: int, size: int = 3, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """Convolution, batch normalisation, ReLU."""
    pad = size // 2 * dilation
    layer = nn.Conv2d(inputs, outputs, size, stride, pad, dilation, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class Finder(nn.Module):  # type: ignore[misc]
    """Fully convolutional: plain 3x3 layers, thin where the picture is large, with context from stride 16."""

    def __init__(self) -> None:
        super().__init__()
        self.to2 = conv(3, 10, stride=2)
        self.to4 = nn.Sequential(conv(10, 20, stride=2), conv(20, 20))
        self.to8 = nn.Sequential(conv(20, 40, stride=2), conv(40, 40), conv(40, 40))
        self.to16 = nn.Sequential(conv(40, 64, stride=2), conv(64, 64), conv(64, 64, dilation=2), conv(64, 64))
        self.from16 = conv(64, 40, 1)
        self.mix8 = conv(40, 32)
        self.side4 = conv(20, 32, 1)
        self.mix4 = conv(32, 32)
        self.head = nn.Conv2d(32, 5, 1)
        nn.init.constant_(self.head.bias, 0.0)
        with torch.no_grad():
            self.head.bias[0] = -4.0

    def forward(self, picture: Tensor) -> Tensor:
        """See the module; in training channel 0 is a logit."""
        four = self.to4(self.to2(picture / 128.0 - 1.0))
        eight = self.to8(four)
        sixteen = self.from16(self.to16(eight))
        eight = self.mix8(eight + nn.functional.interpolate(sixteen, scale_factor=2.0, mode="nearest"))
        mixed = self.mix4(self.side4(four) + nn.functional.interpolate(eight, scale_factor=2.0, mode="nearest"))
        out: Tensor = self.head(mixed)
        if self.training:
            return out
        return torch.cat([torch.sigmoid(out[:, :1]), out[:, 1:]], 1)


class PatchNet(nn.Module):  # type: ignore[misc]
    """Classifies the upright patch of one corner index."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24, 5, stride=2),
            conv(24, 32),
            conv(32, 48, stride=2),
            conv(48, 64),
            conv(64, 96, stride=2),
        )
        self.drop = nn.Dropout(0.3)
        self.out = nn.Linear(96 * (PATCH_HEIGHT // 8) * (PATCH_WIDTH // 8), len(GLYPHS) + len(SUITS) + 1)

    def forward(self, patch: Tensor) -> Tensor:
        """Logits, see the module."""
        logits: Tensor = self.out(self.drop(self.body(patch / 128.0 - 1.0).flatten(1)))
        return logits


def even_suits(net: PatchNet) -> None:
    """Take the loss weights out of a trained net: weighted cross entropy shifts its logits by their logarithms."""
    first = len(GLYPHS)
    with torch.no_grad():
        net.out.bias[first : first + len(SUITS)] -= torch.tensor(SUIT_WEIGHTS).log()
