"""Write trained networks as ONNX, with a file that tells the reader how to use them."""

from __future__ import annotations

import json
from pathlib import Path

import torch

from companion.cards import RANKS, SUITS
from vision.training.conventions import (
    BODY_STRIDE,
    BODY_UNIT_PX,
    EMBEDDING,
    FACE_HEIGHT,
    FACE_WIDTH,
    GLYPHS,
    PATCH_HEIGHT,
    PATCH_PX_PER_MM,
    PATCH_WIDTH,
    STRIDE,
    VECTOR_UNIT,
)
from vision.training.nets import FaceNet, Finder, PatchNet, even_suits, padded

OPSET = 13


def export_models(finder: Path, patches: Path, faces: Path, folder: Path) -> None:
    """Write finder.onnx, patches.onnx, faces.onnx and models.json; figures already in models.json are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    size, out, few = {2: "height", 3: "width"}, {2: "rows", 3: "columns"}, {2: "body rows", 3: "body columns"}
    axes = {"image": {0: "n", **size}, "maps": {0: "n", **out}, "bodies": {0: "n", **few}}
    trained = Finder()
    _trained(trained, finder)
    _write(padded(trained), torch.zeros(1, 3, 128, 160), folder / "finder.onnx", axes)
    classifier = PatchNet()
    _trained(classifier, patches)
    even_suits(classifier)
    example = torch.zeros(2, 3, PATCH_HEIGHT, PATCH_WIDTH)
    _write(classifier, example, folder / "patches.onnx", {"patches": {0: "n"}, "logits": {0: "n"}})
    example = torch.zeros(2, 3, FACE_HEIGHT, FACE_WIDTH)
    axes = {"cards": {0: "n"}, "logits": {0: "n"}, "embedding": {0: "n"}}
    _write(_trained(FaceNet(), faces), example, folder / "faces.onnx", axes)
    path = folder / "models.json"
    figures = json.loads(path.read_text()).get("figures", {}) if path.exists() else {}
    path.write_text(json.dumps({**describe(), "figures": figures}, indent=2, ensure_ascii=False) + "\n")


def _trained(net: torch.nn.Module, checkpoint: Path) -> torch.nn.Module:
    net.load_state_dict(torch.load(checkpoint, weights_only=True)["model"])
    return net


def describe() -> dict[str, object]:
    """What models.json says beside the figures."""
    return {
        "finder": {
            "file": "finder.onnx",
            "input": "image: float32 N x 3 x H x W, RGB 0..255, H and W multiples of 16; cards 80 to 190 px tall",
            "output": "maps: float32 N x 5 x H/stride x W/stride: heat (probability), centre x, y, up x, y; bodies: "
            "N x 7 x H/body_stride x W/body_stride: heat, centre x, y, cos 2t, sin 2t, log(height/body_unit_px), back",
            "stride": STRIDE,
            "body_stride": BODY_STRIDE,
            "body_unit_px": BODY_UNIT_PX,
            "vector_unit_px": VECTOR_UNIT,
            "multiple": 16,
            "card_px": [80, 190],
            "best_card_px": [110, 140],
        },
        "patches": {
            "file": "patches.onnx",
            "input": "patches: float32 N x 3 x height x width, RGB 0..255, upright, middle of the index in the middle",
            "output": f"logits: float32 N x {len(GLYPHS) + len(SUITS) + 1}: glyphs, suits, junk",
            "width": PATCH_WIDTH,
            "height": PATCH_HEIGHT,
            "px_per_mm": PATCH_PX_PER_MM,
            "glyphs": list(GLYPHS),
            "suits": list(SUITS),
        },
        "faces": {
            "file": "faces.onnx",
            "input": "cards: float32 N x 3 x height x width, RGB 0..255, a whole card, either way up",
            "output": f"logits: float32 N x 18: ranks, joker, suits; embedding: N x {EMBEDDING}, unit length",
            "width": FACE_WIDTH,
            "height": FACE_HEIGHT,
            "ranks": list(RANKS),
            "suits": list(SUITS),
        },
    }


def _write(net: torch.nn.Module, example: torch.Tensor, path: Path, axes: dict[str, dict[int, str]]) -> None:
    names = list(axes)
    net.eval()
    torch.onnx.export(
        net,
        (example,),
        str(path),
        input_names=names[:1],
        output_names=names[1:],
        dynamic_axes=axes,
        opset_version=OPSET,
        dynamo=False,
    )
