"""Card art from packages: fetched by the package managers' own clients, unpacked beside each other, drawn as PNG.

Nothing is installed, and nothing of it belongs into the repository.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.ports import CARD_MM, Trouble

Image = NDArray[np.uint8]
"""BGRA."""
SUPERSAMPLE = 2
"""Vector art is drawn this much finer and then averaged: thin lines stay even."""
RADIUS_MM = 3.2
PACKAGES = "packages"
"""Folder of fetched packages inside the folder of the art."""

PROGRAMS = {
    "npm": "npm",
    "rsvg-convert": "librsvg2-bin",
    "pdftocairo": "poppler-utils",
    "dpkg": "dpkg",
    "apt-get": "apt",
    "pip": "python3-pip",
    "node": "nodejs",
    "convert": "imagemagick",
}


def need(*programs: str) -> None:
    """Raise Trouble for a program that is not installed, with the Debian package that brings it."""
    for program in programs:
        if shutil.which(program) is None:
            raise Trouble(f"{program} is missing: apt-get install {PROGRAMS[program]}")


def run(command: Sequence[str | Path], given: bytes | None = None, folder: Path | None = None) -> bytes:
    """Output of a command; raises Trouble with the last line of its errors when it fails."""
    done = subprocess.run([str(part) for part in command], input=given, capture_output=True, cwd=folder, check=False)
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines() or ["no message"]
        raise Trouble(f"{command[0]} failed: {lines[-1].strip()}")
    return done.stdout


def npm(folder: Path, package: str) -> Path:
    """Folder of an npm package, fetched when it is not there yet."""
    need("npm")
    home = folder / PACKAGES / "npm"
    found = home / "node_modules" / package
    if not (found / "package.json").exists():
        home.mkdir(parents=True, exist_ok=True)
        options = ["--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps"]
        run(["npm", "install", *options, "--prefix", home, package])
    return found


def wheel(folder: Path, package: str) -> Path:
    """Folder with the contents of a wheel of PyPI, fetched when it is not there yet."""
    need("pip")
    home = folder / PACKAGES / f"pypi-{package}"
    if not (home / "done").exists():
        home.mkdir(parents=True, exist_ok=True)
        run(["pip", "download", "--no-deps", "--only-binary", ":all:", "-d", home, package])
        for path in home.glob("*.whl"):
            shutil.unpack_archive(path, home, "zip")
            path.unlink()
        (home / "done").touch()
    return home


def debian(folder: Path, package: str, suite: str) -> Path:
    """Folder with the contents of a package of a Debian suite, fetched when it is not there yet, not installed.

    apt gets lists and settings of its own inside ``folder``, so that the machine's stay as they are and the suite
    need not be the machine's.
    """
    need("apt-get", "dpkg")
    home = (folder / PACKAGES).resolve()
    root = home / f"debian-{suite}" / package
    if not (root / "usr").exists():
        apt = _apt(home / f"apt-{suite}", suite)
        run([*apt, "download", package], folder=apt[-1].parent)
        for path in apt[-1].parent.glob(f"{package}_*.deb"):
            root.mkdir(parents=True, exist_ok=True)
            run(["dpkg", "-x", path, root])
            path.unlink()
    return root


def _apt(home: Path, suite: str) -> tuple[str, str, Path]:
    """The apt-get command with settings of its own; the mirror is that of the machine."""
    settings = home / "apt.conf"
    if not settings.exists():
        for name in ("lists/partial", "cache/archives/partial", "parts"):
            (home / name).mkdir(parents=True, exist_ok=True)
        mirrors = run(["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]).decode().split()
        mirrors = [mirror for mirror in mirrors if "security" not in mirror]
        if not mirrors:
            raise Trouble("apt has no Debian mirror: add one to /etc/apt/sources.list and say apt-get update")
        key = "[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]"
        (home / "sources.list").write_text(f"deb {key} {mirrors[0]} {suite} main\n")
        # Only after the lists are there do the settings count as made: a stop in between starts over.
        draft = home / "draft.conf"
        draft.write_text(
            f'Dir::Etc::sourcelist "{home}/sources.list";\nDir::Etc::sourceparts "{home}/parts";\n'
            f'Dir::State::lists "{home}/lists";\nDir::Cache "{home}/cache";\n'
            f'Dir::Etc::preferences "/dev/null";\nDir::Etc::preferencesparts "{home}/parts";\n'
            'APT::Sandbox::User "root";\n'
        )
        run(["apt-get", "-c", draft, "update"])
        draft.rename(settings)
    return "apt-get", "-c", settings


def read_image(data: bytes) -> Image:
    """A PNG as BGRA; raises Trouble when it is none."""
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED) if data else None
    if image is None:
        raise Trouble("a drawing came out empty")
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGRA)
    elif image.shape[2] == 3:
        image = cv2.cvtColor(image, cv2.COLOR_BGR2BGRA)
    return np.asarray(image, np.uint8)


def pixels(scale: float) -> tuple[int, int]:
    """Width and height of a card at ``scale`` px/mm."""
    return round(CARD_MM[0] * scale), round(CARD_MM[1] * scale)


def draw_svg(svg: bytes, size: tuple[int, int], element: str | None = None) -> Image:
    """An SVG drawing, or one element of it by its id, as BGRA of this width and height (px)."""
    need("rsvg-convert")
    chosen = [] if element is None else ["-i", element]
    width, height = str(size[0]), str(size[1])
    return read_image(run(["rsvg-convert", "--unlimited", "-f", "png", "-w", width, "-h", height, *chosen], svg))


def draw_pdf(path: Path, size: tuple[int, int]) -> Image:
    """The first page of a PDF as BGRA of this width and height (px)."""
    need("pdftocairo")
    scaled = ["-scale-to-x", str(size[0]), "-scale-to-y", str(size[1])]
    return read_image(run(["pdftocairo", "-png", "-transp", "-singlefile", *scaled, path, "-"]))


def as_card(picture: Image, scale: float, size_mm: tuple[float, float] = CARD_MM) -> Image:
    """A drawing of a whole card, edge to edge, as a card of ``scale`` px/mm with rounded, transparent corners.

    Art that leaves the paper transparent gets white paper; art whose corners are not cut off gets them cut.
    """
    size = round(size_mm[0] * scale), round(size_mm[1] * scale)
    shrink = picture.shape[1] > size[0]
    sized = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if shrink else cv2.INTER_CUBIC)
    cover = sized[..., 3:].astype(np.float32) / 255
    paper = np.clip(sized[..., :3] * cover + 255 * (1 - cover), 0, 255).astype(np.uint8)
    inner = rounded(size, RADIUS_MM * scale * 1.6)
    holes = (inner > 250) & (sized[..., 3] < 200)
    cut = sized[0, 0, 3] < 128 and holes.mean() < 0.01
    return np.dstack([paper, sized[..., 3] if cut else rounded(size, RADIUS_MM * scale)])


def rounded(size: tuple[int, int], radius: float) -> Image:
    """A card-shaped mask (height x width, 0 to 255) with corners of ``radius`` px."""
    x, y = (np.abs(np.arange(n) + 0.5 - n / 2) - (n / 2 - radius) for n in size)
    away = np.hypot(np.maximum(x, 0)[None], np.maximum(y, 0)[:, None])
    return np.asarray(np.clip((radius - away + 0.5) * 255, 0, 255), np.uint8)


def write(path: Path, picture: Image) -> None:
    """Write a PNG so that it is either whole or not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    done, data = cv2.imencode(".png", picture)
    if not done:
        raise Trouble(f"{path} cannot be written as PNG")
    draft = path.with_suffix(".part")
    draft.write_bytes(data.tobytes())
    draft.rename(path)
