"""Make the pictures of the terminal client for the README and docs/.

    python -m tools.screens

They show what the tests of the client's screen read, cell by cell, so they are never better than
the client. The same scenes give the same bytes; a test says so if a picture is out of date.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

import pyte
from pyte.screens import Char

from tests.clients.gallery import GALLERY
from tests.clients.scenes import SCENES, Scene
from tests.cockpit.pictures import SHOTS, Shot

ROOT: Final = Path(__file__).resolve().parent.parent
IMAGES: Final = ROOT / "docs" / "images"

ALL: Final[Mapping[str, Scene | Shot]] = {**SCENES, **GALLERY, **SHOTS}
USUAL: Final = (80, 24)
PICTURES: Final[Mapping[str, tuple[str, tuple[int, int]]]] = {
    "boggle-120x40": ("boggle", (120, 40)),
    **{name: (name, USUAL) for name in ("boggle", "harbour", "try", "try-leak", *GALLERY)},
    "try-60x20": ("try", (60, 20)),
    "try-120x40": ("try-large", (120, 40)),
}
"""What the pages show, by the name of its file: the scene, and the size of the terminal."""

CELL: Final = (8, 17)
"""Pixels of a character: its width and the height of a line, for letters of 13.3 pixels, which are
about as wide."""
_SIZE: Final = 13.3
_BASE: Final = 13
"""From the top of a line to the foot of its letters."""
_EDGE: Final = 12
_CAPTION: Final = 26
"""Height of the line above a screen."""

PAPER: Final = "#20242b"
INK: Final = "#d7dae0"
FAINT: Final = "#8b929e"
COLOURS: Final[Mapping[str, str]] = {
    "black": "#3a404a",
    "red": "#e08c86",
    "green": "#9cc48a",
    "brown": "#d9bd83",
    "blue": "#8ab0dd",
    "magenta": "#c6a0d6",
    "cyan": "#86c5c9",
    "white": "#d7dae0",
}
"""The colours of the terminal, all of which can be read on the paper; bright ones are the same."""
_HALF: Final = "\N{UPPER HALF BLOCK}"
"""Drawn as a rectangle: a letter would leave a seam."""
_FAINT: Final = 2
_ITALIC: Final = 3
_FONTS: Final = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
_STYLE: Final = (
    f"text{{font:{_SIZE}px {_FONTS};"
    f"fill:{INK};white-space:pre}}.b{{font-weight:bold}}.f{{fill:{FAINT}}}.r{{fill:{PAPER}}}"
)


class Screen(pyte.Screen):
    """A terminal that tells faint letters apart: they are its italics, which nobody uses."""

    def select_graphic_rendition(self, *attrs: int, private: bool = False) -> None:
        """See `pyte.Screen`, which knows nothing of faint letters."""
        del private  # it is for other terminals
        super().select_graphic_rendition(*[_ITALIC if a == _FAINT else a for a in attrs])


def shown(written: str, columns: int, rows: int) -> Screen:
    """The terminal on which a program has *written*."""
    screen = Screen(columns, rows)
    pyte.Stream(screen).feed(written)
    return screen


def picture(screen: pyte.Screen, about: str) -> str:
    """Return an SVG of *screen*. *about* describes it for people who cannot see it."""
    width, height = CELL[0] * screen.columns + 2 * _EDGE, CELL[1] * screen.lines + 2 * _EDGE
    words = escape(about)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" role="img" xml:space="preserve">',
        f"<title>{words}</title><style>{_STYLE}</style>",
        f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>',
    ]
    for row in range(screen.lines):
        lines += _row(screen, row)
    lines.append(_cursor(screen))
    return "\n".join([*lines, "</svg>", ""])


def _cursor(screen: pyte.Screen) -> str:
    x, y = _EDGE + CELL[0] * screen.cursor.x, _EDGE + CELL[1] * screen.cursor.y
    size = f'width="{CELL[0]}" height="{CELL[1]}"'
    return f'<rect x="{x}" y="{y}" {size} fill="{INK}" fill-opacity=".5"/>'


def _row(screen: pyte.Screen, row: int) -> Iterator[str]:
    """A line of the screen: letters that look the same are one text, as wide as its cells.

    The width is told, so that columns stand below each other in any font.
    """
    cells = [screen.buffer[row][column] for column in range(screen.columns)]
    top = _EDGE + CELL[1] * row
    column = 0
    for look, same in groupby(cells, _look):
        letters = [cell.data for cell in same]
        text = "".join(letters)
        left = _EDGE + CELL[0] * column
        if look.reverse or look.bg != "default":
            size = f'width="{CELL[0] * len(letters)}" height="{CELL[1]}"'
            yield f'<rect x="{left}" y="{top}" {size} fill="{_paper(look)}"/>'
        if set(text) == {_HALF}:
            size = f'width="{CELL[0] * len(letters)}" height="{CELL[1] // 2}"'
            yield f'<rect x="{left}" y="{top}" {size} fill="{_paper(_reversed(look))}"/>'
        elif text.strip():
            blank = len(text) - len(text.lstrip())
            x = left + CELL[0] * blank
            wide = CELL[0] * (len(letters) - blank - (len(text) - len(text.rstrip())))
            yield (
                f'<text x="{x}" y="{top + _BASE}" textLength="{wide}"{_ink(look)}>'
                f"{escape(text.strip())}</text>"
            )
        column += len(letters)


def _reversed(look: Char) -> Char:
    """Return *look* with the colour of its letters as that of its paper."""
    return look._replace(reverse=not look.reverse)


def _look(cell: Char) -> Char:
    """Return the look of a cell, without its letter."""
    return cell._replace(data="")


def _colour(name: str) -> str:
    """The colour *name* of the terminal's sixteen, or of the 256, which have numbers."""
    return COLOURS.get(name.removeprefix("bright")) or f"#{name}"


def _paper(look: Char) -> str:
    name = look.fg if look.reverse else look.bg
    return (INK if look.reverse else PAPER) if name == "default" else _colour(name)


def _ink(look: Char) -> str:
    """The attributes of letters."""
    kinds = (("b", look.bold), ("f", look.italics), ("r", look.reverse))
    classes = " ".join(kind for kind, has in kinds if has)
    name = look.bg if look.reverse else look.fg
    fill = "" if name == "default" else f' style="fill:{_colour(name)}"'
    return (f' class="{classes}"' if classes else "") + fill


def drawn(name: str) -> str:
    """The picture *name* as the client looks now."""
    scene, size = PICTURES[name]
    written = ALL[scene].written(*size)
    return picture(shown(written, *size), ALL[scene].about)


def two_players() -> str:
    """One moment of Probe for two players: Ann in the client, Bob in netcat."""
    columns, rows = USUAL
    glass = SCENES["probe"].played(columns, rows)
    people = (client.data.decode() for client in glass.host.clients.values())
    (read,) = (text for text in people if "Hello bob." in text)
    lines = read.splitlines()
    first = max(at for at, line in enumerate(lines) if line.startswith("Space "))
    netcat = "\r\n".join([*lines[first:], ""])
    panes = (
        ("ann$ parlour play 192.168.1.20", shown(glass.paper.written, columns, rows)),
        ("bob$ nc 192.168.1.20 4004", shown(netcat, columns, len(lines) - first + 1)),
    )
    parts: list[str] = []
    top = 0
    for caption, screen in panes:
        text = f'<text x="{_EDGE}" y="{top + _CAPTION - 8}" class="c">{escape(caption)}</text>'
        pane = picture(screen, caption).replace("<svg ", f'<svg y="{top + _CAPTION}" ', 1)
        parts += [text, pane.rstrip()]
        top += _CAPTION + CELL[1] * screen.lines + 2 * _EDGE
    width = CELL[0] * columns + 2 * _EDGE
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{top}"'
            f' viewBox="0 0 {width} {top}" role="img">',
            "<title>One table of Probe: Ann plays in the client and Bob in netcat. Each sees only"
            " their own word.</title>",
            f"<style>.c{{font:bold {_SIZE}px {_FONTS};fill:{COLOURS['green']}}}</style>",
            f'<rect width="{width}" height="{top}" rx="8" fill="{PAPER}"/>',
            *parts,
            "</svg>",
            "",
        ]
    )


HERO: Final = "two-players"
"""The file of the picture in the README."""


def main() -> None:
    """Make all of them."""
    IMAGES.mkdir(exist_ok=True)
    made = {name: drawn(name) for name in PICTURES} | {HERO: two_players()}
    for name, svg in made.items():
        path = IMAGES / f"{name}.svg"
        path.write_text(svg, "utf-8")
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
