"""The three networks; what goes in and comes out is defined in `vision.training.conventions`."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from companion.cards import RANKS, SUITS
from vision.training.conventions import EMBEDDING, FACE_HEIGHT, FACE_WIDTH, GLYPHS, PATCH_HEIGHT, PATCH_WIDTH

SUIT_WEIGHTS = tuple(2.0 if suit in "SC" else 1.0 for suit in SUITS)
"""Weights of the suits in the loss: clubs and spades are by far the hardest to tell apart."""


def conv(inputs: int, outputs: int, size: int = 3, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """Convolution, batch normalisation, ReLU."""
    pad = size // 2 * dilation
    layer = nn.Conv2d(inputs, outputs, size, stride, pad, dilation, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class Finder(nn.Module):  # type: ignore[misc]
    """Fully convolutional: plain 3x3 layers, thin where the picture is large, with context from stride 16.

    ``first``: channels behind the first layer.
    """

    def __init__(self, first: int = 10) -> None:
        super().__init__()
        self.to2 = conv(3, first, stride=2)
        self.to4 = nn.Sequential(conv(first, 20, stride=2), conv(20, 20))
        self.to8 = nn.Sequential(conv(20, 40, stride=2), conv(40, 40), conv(40, 40))
        self.to16 = nn.Sequential(conv(40, 64, stride=2), conv(64, 64), conv(64, 64, dilation=2), conv(64, 64))
        self.from16 = conv(64, 40, 1)
        self.mix8 = conv(40, 32)
        self.thin8 = conv(32, 24, 1)
        self.side4 = conv(20, 24, 1)
        self.mix4 = conv(24, 24)
        self.head = nn.Conv2d(24, 5, 1)
        self.bodies = nn.Sequential(conv(40, 32), nn.Conv2d(32, 7, 1))
        with torch.no_grad():
            for last in (self.head, self.bodies[-1]):
                nn.init.constant_(last.bias, 0.0)
                last.bias[0] = -4.0

    def forward(self, picture: Tensor) -> tuple[Tensor, Tensor]:
        """Maps and bodies, see the conventions; in training their probabilities are logits."""
        four = self.to4(self.to2(picture / 128.0 - 1.0))
        eight = self.to8(four)
        sixteen = self.from16(self.to16(eight))
        both = eight + nn.functional.interpolate(sixteen, scale_factor=2.0, mode="nearest")
        thin = self.thin8(self.mix8(both))
        mixed = self.mix4(self.side4(four) + nn.functional.interpolate(thin, scale_factor=2.0, mode="nearest"))
        maps, bodies = self.head(mixed), self.bodies(both)
        if self.training:
            return maps, bodies
        bodies = torch.cat([torch.sigmoid(bodies[:, :1]), bodies[:, 1:6], torch.sigmoid(bodies[:, 6:])], 1)
        return torch.cat([torch.sigmoid(maps[:, :1]), maps[:, 1:]], 1), bodies


def padded(finder: Finder, first: int = 12) -> Finder:
    """The same finder with channels behind the first layer that carry nothing: onnxruntime works in blocks of four, and
    is a tenth faster with 12 channels than with 10."""
    wide = Finder(first)
    state = wide.state_dict()
    for name, value in finder.state_dict().items():
        full = torch.zeros_like(state[name])
        full[tuple(slice(size) for size in value.shape)] = value
        state[name] = full
    wide.load_state_dict(state)
    return wide


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
        self.drop = nn.Dropout(0.2)
        self.out = nn.Linear(96 * (PATCH_HEIGHT // 8) * (PATCH_WIDTH // 8), len(GLYPHS) + len(SUITS) + 1)

    def forward(self, patch: Tensor) -> Tensor:
        """Logits, see the conventions."""
        logits: Tensor = self.out(self.drop(self.body(patch / 128.0 - 1.0).flatten(1)))
        return logits


class FaceNet(nn.Module):  # type: ignore[misc]
    """Reads the whole face: what its pips, pattern and court say, and an embedding to know it again by."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 20, 5, stride=2),
            conv(20, 32, stride=2),
            conv(32, 40),
            conv(40, 64, stride=2),
            conv(64, 64),
            conv(64, 96, stride=2),
        )
        self.drop = nn.Dropout(0.2)
        self.shared = nn.Linear(96 * (FACE_HEIGHT // 16) * (FACE_WIDTH // 16), 128)
        self.out = nn.Linear(128, len(RANKS) + 1 + len(SUITS))
        self.embed = nn.Linear(128, EMBEDDING)

    def forward(self, cards: Tensor) -> tuple[Tensor, Tensor]:
        """Logits and embedding, see the conventions."""
        features = nn.functional.relu(self.shared(self.drop(self.body(cards / 128.0 - 1.0).flatten(1))))
        return self.out(features), nn.functional.normalize(self.embed(features), dim=1)


def even_suits(net: PatchNet) -> None:
    """Take the loss weights out of a trained net: weighted cross entropy shifts its logits by their logarithms."""
    first = len(GLYPHS)
    with torch.no_grad():
        net.out.bias[first : first + len(SUITS)] -= torch.tensor(SUIT_WEIGHTS).log()


def fitting(net: nn.Module, stored: dict[str, Tensor]) -> list[str]:
    """Load the weights of another version that fit by name and shape; returns the names of those that did not."""
    own = net.state_dict()
    taken = {name: value for name, value in stored.items() if name in own and own[name].shape == value.shape}
    net.load_state_dict({**own, **taken})
    return [name for name in own if name not in taken]
