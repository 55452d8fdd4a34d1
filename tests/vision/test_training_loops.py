"""The training loops themselves; they need torch, which the product does not."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from companion.cards import SUITS  # noqa: E402
from vision.decks.styles import random_style  # noqa: E402
from vision.training.conventions import GLYPHS  # noqa: E402
from vision.training.data import load_patches, render_patches  # noqa: E402
from vision.training.decks import Deck, DeckSource, StyleDeck  # noqa: E402
from vision.training.nets import Finder, PatchNet, even_suits, fitting, padded  # noqa: E402
from vision.training.scenes import BLACK, PATCH_VIEW, SceneMaker  # noqa: E402
from vision.training.train import Run, mean_weights  # noqa: E402
from vision.training.train_faces import contrast  # noqa: E402
from vision.training.train_patches import patch_losses, train_patches  # noqa: E402


class HeldOut(DeckSource):
    """Decks that no training draws."""

    def new(self) -> Deck:
        return StyleDeck(random_style(self.rng, held_out=True))


def test_a_jokers_suit_is_its_colour() -> None:
    joker = torch.tensor([GLYPHS.index("X")])
    out = torch.full((3, len(GLYPHS) + len(SUITS) + 1), -9.0)
    out[:, GLYPHS.index("X")] = 9.0
    first = len(GLYPHS)
    out[0, [first + SUITS.index("S"), first + SUITS.index("C")]] = 9.0
    out[1, [first + SUITS.index("H"), first + SUITS.index("D")]] = 9.0
    out[2, first + SUITS.index("S")] = 9.0
    losses, _ = patch_losses(out, joker.expand(3), torch.tensor([BLACK] * 3))
    assert losses[0] < losses[2] < losses[1]


def test_contrast_is_least_when_views_of_a_face_agree() -> None:
    faces = torch.nn.functional.normalize(torch.eye(5, 8), dim=1)
    together, known = contrast(faces.repeat_interleave(3, 0), 3)
    mixed, lost = contrast(faces.repeat(3, 1), 3)
    assert known == 1.0
    assert lost < 0.5
    assert together < mixed


def test_weights_of_another_version_are_taken_where_they_fit() -> None:
    old, new = PatchNet(), PatchNet()
    stored = old.state_dict()
    stored["out.weight"] = torch.zeros(3, 3)
    assert fitting(new, stored) == ["out.weight"]
    assert torch.equal(new.body[0][0].weight, old.body[0][0].weight)


@pytest.mark.slow
def test_five_minutes_of_training_beat_chance_by_far(tmp_path: Path) -> None:
    """A patch net trained from nothing for about three minutes reads indices of decks it has never seen."""
    (tmp_path / "data").mkdir()
    (tmp_path / "unseen").mkdir()
    for seed in range(8):
        render_patches(SceneMaker(seed, PATCH_VIEW), 16, tmp_path / "data" / f"{seed}")
    render_patches(SceneMaker(99, PATCH_VIEW, decks=HeldOut(random.Random(9))), 24, tmp_path / "unseen" / "0")
    # By steps, so that a busy machine takes longer instead of learning less; three minutes on two free cores.
    train_patches(tmp_path / "data", tmp_path / "net.pt", minutes=60, steps=500, seed=1, threads=2)
    net = PatchNet()
    net.load_state_dict(torch.load(tmp_path / "net.pt", weights_only=True)["model"])
    even_suits(net)
    net.eval()
    stock = load_patches(tmp_path / "unseen", set())
    assert stock is not None
    patches, glyphs, suits = stock
    shown = glyphs >= 0
    with torch.no_grad():
        out = net(torch.from_numpy(np.ascontiguousarray(patches[shown][..., ::-1])).permute(0, 3, 1, 2).float()).numpy()
    ranks, count = suits[shown] < len(SUITS), len(GLYPHS)
    assert shown.sum() > 200
    # 40% and 71% after 491 steps before colours were faded; chance is about 8% and 25%.
    assert (out[:, :count].argmax(1) == glyphs[shown]).mean() > 0.3
    assert (out[:, count : count + 4].argmax(1) == suits[shown])[ranks].mean() > 0.5


def test_channels_that_carry_nothing_change_nothing() -> None:
    torch.manual_seed(5)
    narrow = Finder()
    for module in narrow.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            torch.nn.init.uniform_(module.running_mean, -0.5, 0.5)
            torch.nn.init.uniform_(module.running_var, 0.5, 2)
    picture = torch.rand(1, 3, 64, 96) * 255
    with torch.no_grad():
        told, again = narrow.eval()(picture), padded(narrow).eval()(picture)
    for one, other in zip(told, again, strict=True):
        assert torch.allclose(one, other, atol=1e-4)


def test_the_mean_of_checkpoints_lies_between_them(tmp_path: Path) -> None:
    paths = [tmp_path / "a.pt", tmp_path / "b.pt"]
    for path, weight in zip(paths, (1.0, 3.0), strict=True):
        net = PatchNet()
        torch.nn.init.constant_(net.out.bias, weight)
        run = Run(net, path, 1.0, 10, 1e-3)
        run.save()
    mean_weights(paths, tmp_path / "mean.pt")
    model = PatchNet()
    Run(model, tmp_path / "mean.pt", 1.0, 10, 1e-3)
    assert torch.allclose(model.out.bias, torch.tensor(2.0))
