"""Fetch public-domain card art for training: npm package, rasterised with rsvg-convert. Never committed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from companion.ports import CARD_MM, Trouble
from vision.training.decks import ART, CODES, SCALE

PACKAGE = "@heruka_urgyen/react-playing-cards"


def fetch(folder: Path) -> None:
    """Download the package into ``folder`` and draw every face there as <set>/<code>.png."""
    for program, package in (("npm", "npm"), ("rsvg-convert", "librsvg2-bin")):
        if shutil.which(program) is None:
            raise Trouble(f"{program} is missing: apt-get install {package}")
    folder.mkdir(parents=True, exist_ok=True)
    npm = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(folder), PACKAGE]
    subprocess.run(npm, check=True)
    images = folder / "node_modules" / PACKAGE / "src" / "images"
    size = [str(round(CARD_MM[0] * SCALE)), str(round(CARD_MM[1] * SCALE))]
    for name in ART:
        (folder / name).mkdir(exist_ok=True)
        for code in CODES:
            source, target = images / name / f"{code}.svg", folder / name / f"{code}.png"
            subprocess.run(["rsvg-convert", "-w", size[0], "-h", size[1], str(source), "-o", str(target)], check=True)
