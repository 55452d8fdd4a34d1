"""Card art that may be trained on: CC0 and public-domain faces from packages, one PNG a face. Never committed.

What was looked at and left out: the `cardset-sylly` and `greywyvern` of PySolFC (public domain, but 1.6 px/mm at
most: a corner is a blot), its `me-uk` (the same drawings as `2color`), the card faces of Openclipart in Debian
(public domain, but the very drawings of three test decks), the courts of the `pips` set (drawn like those of an
LGPL test deck). No package brings Saul Spatz's cards or Byron Knoll's own.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.ports import Trouble
from vision.training import sources
from vision.training.decks import CODES, SCALE
from vision.training.sources import Image

KENNARD = "@heruka_urgyen/react-playing-cards"
"""Adrian Kennard's faces (art CC0, package MIT)."""
KENNARD_REACT = "@letele/playing-cards"
"""The same with other aces, two jokers and two backs (CC0)."""
ARCADE = "arcade"
"""A wheel of PyPI that brings Kenney's boardgame pack (CC0) as PNG."""
JEUXCARTES = ("texlive-games", "trixie")
"""Debian package and suite with the LaTeX package JeuxCartes, whose sets have licences of their own."""

Faces = dict[str, Callable[[], Image]]
"""Faces by code, drawn when called."""

_SUITS_FR = {"P": "S", "C": "H", "K": "D", "T": "C"}
_RANKS_FR = {"V": "J", "D": "Q", "R": "K", "10": "T"}

# A stand-in for React that writes each component of the ES module as SVG.
_REACT_TO_SVG = r"""
import {readFileSync, writeFileSync} from 'fs'; import {pathToFileURL} from 'url';
const [source, target] = process.argv.slice(2);
const keep = new Set(['viewBox', 'preserveAspectRatio', 'patternUnits']);
const attr = n => n === 'xlinkHref' ? 'xlink:href' : n === 'xmlnsXlink' ? 'xmlns:xlink'
  : keep.has(n) ? n : n.replace(/[A-Z]/g, c => '-' + c.toLowerCase());
const esc = s => String(s).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
globalThis._extends = Object.assign;
globalThis.React = {createElement: (tag, props, ...inner) => {
  const attrs = Object.entries(props || {}).filter(([n, v]) => v !== undefined && n !== 'className')
    .map(([n, v]) => ` ${attr(n)}="${esc(v)}"`).join('');
  const text = inner.filter(x => x !== null && x !== undefined)
    .map(x => typeof x === 'string' && !x.startsWith('<') ? esc(x) : x).join('');
  return `<${tag}${attrs}>${text}</${tag}>`;
}};
const plain = readFileSync(source, 'utf8').replace(/^import .*$/gm, '');
writeFileSync(target + '.mjs', plain);
const found = await import(pathToFileURL(target + '.mjs'));
writeFileSync(target, JSON.stringify(Object.fromEntries(Object.entries(found).map(([n, f]) => [n, f({})]))));
"""


def _svg(data: bytes) -> Image:
    return sources.draw_svg(data, sources.pixels(SCALE * sources.SUPERSAMPLE))


def _pdf(path: Path) -> Image:
    return sources.draw_pdf(path, sources.pixels(SCALE * sources.SUPERSAMPLE))


def _png(path: Path) -> Image:
    return sources.read_image(path.read_bytes())


def _kennard(folder: Path, name: str) -> Faces:
    images = sources.npm(folder, KENNARD) / "src" / "images" / name
    return {code: partial(_svg, (images / f"{code}.svg").read_bytes()) for code in CODES}


def _react(folder: Path) -> Faces:
    module = sources.npm(folder, KENNARD_REACT) / "dist" / "index.esm.js"
    script, drawn = folder / sources.PACKAGES / "react.mjs", (folder / sources.PACKAGES / "react.json").resolve()
    if not drawn.exists():
        sources.need("node")
        script.write_text(_REACT_TO_SVG)
        sources.run(["node", script, module.resolve(), drawn])
    svgs = json.loads(drawn.read_text())
    names = {code: code[1] + ("10" if code[0] == "T" else code[0].lower()) for code in CODES}
    names |= {"XR": "J1", "XB": "J2", "back": "B1"}
    return {code: partial(_svg, svgs[name].encode()) for code, name in names.items()}


def _kenney(folder: Path) -> Faces:
    images = sources.wheel(folder, ARCADE) / "arcade" / "resources" / "assets" / "images" / "cards"
    suits = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
    names = {code: suits[code[1]] + ("10" if code[0] == "T" else code[0]) for code in CODES}
    names |= {"XR": "Joker", "back": "Back_blue4"}
    return {code: partial(_png, images / f"card{name}.png") for code, name in names.items()}


def _jeuxcartes(folder: Path, version: str, courts: bool) -> Faces:
    package, suite = JEUXCARTES
    pages = sources.debian(folder, package, suite) / "usr/share/texlive/texmf-dist/tex/latex/jeuxcartes"
    faces: Faces = {}
    for path in sorted(pages.glob(f"CaJ-PokeR{version}-*.pdf")):
        name = path.stem.rsplit("-", 1)[1]
        rank = _RANKS_FR.get(name[:-1], name[:-1])
        code = rank + _SUITS_FR.get(name[-1], "") if name[0] != "J" else {"JN": "XB", "JR": "XR"}.get(name, "")
        if code in ("XB", "XR") or (code in CODES and (courts or rank not in "JQK")):
            faces[code] = partial(_pdf, path)
    return faces


SETS: dict[str, Callable[[Path], Faces]] = {
    "2color": lambda folder: _kennard(folder, "2color"),
    "4color": lambda folder: _kennard(folder, "4color"),
    "2color-bf": lambda folder: _kennard(folder, "2color-bf"),
    "4color-bf": lambda folder: _kennard(folder, "4color-bf"),
    "react": _react,
    "kenney": _kenney,
    "pips": lambda folder: _jeuxcartes(folder, "v2", courts=False),
    "letters": lambda folder: _jeuxcartes(folder, "v5", courts=True),
}
"""Each set's faces by code, drawn when asked for; `vision.training.decks.ART` says where their indices are."""


def fetch(folder: Path) -> None:
    """Fetch the packages into ``folder`` and draw every face there as <set>/<code>.png; what is there is kept.

    A set that cannot be had (no node, no Debian mirror) is told and left out; raises Trouble if none is there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    failed = []
    for name, faces in SETS.items():
        try:
            for code, draw in faces(folder).items():
                path = folder / name / f"{code}.png"
                if not path.exists():
                    sources.write(path, sources.as_card(draw(), SCALE))
        except (Trouble, OSError) as error:
            failed.append(name)
            print(f"{name}: left out: {error}")
    if len(failed) == len(SETS):
        raise Trouble("no card art could be fetched: is the network reachable, are npm and librsvg2-bin installed?")
