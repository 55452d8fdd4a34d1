"""Commands of training, see README.md beside this file."""

from __future__ import annotations

import time
from pathlib import Path

import click
import cv2

from vision.training.art import fetch
from vision.training.data import render_patches, render_scenes
from vision.training.faces_data import FaceMaker, render_faces
from vision.training.scenes import FINDER_VIEW, PATCH_VIEW, SceneMaker

FOLDER = click.Path(file_okay=False, path_type=Path)


@click.group()
def main() -> None:
    """Draw training scenes, train the networks, measure them, write them as ONNX."""
    cv2.setNumThreads(1)


@main.command()
@click.argument("folder", type=FOLDER)
def art(folder: Path) -> None:
    """Fetch public-domain card art into FOLDER (npm and rsvg-convert are needed)."""
    fetch(folder)


@main.command()
@click.argument("kind", type=click.Choice(["finder", "patches", "faces"]))
@click.argument("folder", type=FOLDER)
@click.option("--seed", default=1, show_default=True, help="First shard's seed; every shard has its own.")
@click.option("--shards", default=10, show_default=True, help="How many shards to draw.")
@click.option("--count", default=64, show_default=True, help="Scenes (of faces: decks) in a shard.")
@click.option("--art", "art_folder", type=FOLDER, default=None, help="Folder of the command art.")
@click.option("--minutes", default=1e9, help="Stop after this time.")
def render(
    kind: str, folder: Path, seed: int, shards: int, count: int, art_folder: Path | None, minutes: float
) -> None:
    """Draw shards of training data into FOLDER; shards that exist already are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    for number in range(seed, seed + shards):
        path = folder / f"{kind}-{number:06d}"
        if path.with_suffix(".npy").exists() or path.with_suffix(".npz").exists():
            continue
        if time.monotonic() - start > minutes * 60:
            break
        if kind == "faces":
            render_faces(FaceMaker(number, art_folder), count, path)
        elif kind == "finder":
            render_scenes(SceneMaker(number, FINDER_VIEW, art_folder), count, path)
        else:
            render_patches(SceneMaker(number, PATCH_VIEW, art_folder), count, path)
        click.echo(f"{path.name} {time.monotonic() - start:.0f} s")


@main.command()
@click.argument("models", type=FOLDER)
@click.argument("scenes", type=FOLDER)
@click.argument("folder", type=FOLDER)
def mine(models: Path, scenes: Path, folder: Path) -> None:
    """Cut patches where the finder in MODELS finds indices in the SCENES of `render finder`: its mistakes are junk."""
    from vision.training.data import Scenes
    from vision.training.data import mine as mine_scenes
    from vision.training.networks import Networks

    folder.mkdir(parents=True, exist_ok=True)
    click.echo(f"{mine_scenes(Networks(models).find, Scenes(scenes), folder)} patches")


@main.command()
@click.argument("kind", type=click.Choice(["finder", "patches", "faces"]))
@click.argument("data", type=FOLDER)
@click.argument("checkpoint", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--minutes", default=15.0, show_default=True)
@click.option("--steps", default=1_000_000, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--threads", default=1, show_default=True, help="More than one pays only while no other training runs.")
@click.option("--start", type=click.Path(exists=True, path_type=Path), default=None, help="Weights to begin from.")
def train(
    kind: str, data: Path, checkpoint: Path, minutes: float, steps: int, seed: int, threads: int, start: Path | None
) -> None:
    """Train on the shards in DATA until STEPS or MINUTES are used; goes on from CHECKPOINT if it exists."""
    from vision.training.train_faces import train_faces
    from vision.training.train_finder import train_finder
    from vision.training.train_patches import train_patches

    loops = {"finder": train_finder, "patches": train_patches, "faces": train_faces}
    loops[kind](data, checkpoint, minutes, steps, seed, start, threads)


@main.command()
@click.argument("checkpoints", type=click.Path(exists=True, path_type=Path), nargs=-1, required=True)
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
def mean(checkpoints: tuple[Path, ...], out: Path) -> None:
    """Write the mean of the weights of CHECKPOINTS of one training to OUT, to begin the next stretch from."""
    from vision.training.train import mean_weights

    mean_weights(checkpoints, out)


@main.command()
@click.argument("finder", type=click.Path(exists=True, path_type=Path))
@click.argument("patches", type=click.Path(exists=True, path_type=Path))
@click.argument("faces", type=click.Path(exists=True, path_type=Path))
@click.argument("folder", type=FOLDER)
def export(finder: Path, patches: Path, faces: Path, folder: Path) -> None:
    """Write three checkpoints as finder.onnx, patches.onnx and faces.onnx, with models.json, into FOLDER."""
    from vision.training.export import export_models

    export_models(finder, patches, faces, folder)


@main.command()
@click.argument("models", type=FOLDER)
@click.option("--scenes", default=60, show_default=True, help="Held-out scenes to draw.")
@click.option("--seed", default=900_000, show_default=True)
def measure(models: Path, scenes: int, seed: int) -> None:
    """Measure the networks in MODELS on scenes of held-out styles, which no training has seen."""
    from vision.training.measure import measure_models
    from vision.training.measure_faces import measure_bodies, measure_faces

    for lines in (
        measure_models(models, scenes, seed),
        measure_bodies(models, scenes, seed),
        measure_faces(models, scenes // 3, seed),
    ):
        for line in lines:
            click.echo(line)


if __name__ == "__main__":
    main()
