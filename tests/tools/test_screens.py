"""Pictures of the client's screen: true to the terminal, and up to date."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from tools.screens import (
    CELL,
    COLOURS,
    FAINT,
    HERO,
    IMAGES,
    INK,
    PAPER,
    PICTURES,
    ROOT,
    drawn,
    picture,
    shown,
    two_players,
)

SVG = "{http://www.w3.org/2000/svg}"


def elements(written: str, kind: str, columns: int = 20) -> list[ET.Element]:
    """The elements of one kind in the picture of a terminal."""
    root = ET.fromstring(picture(shown(written, columns, 3), "a test"))
    return list(root.iter(f"{SVG}{kind}"))


def test_letters_stand_where_they_stand_on_the_terminal() -> None:
    """By the corner of the first one and the width of all, so that fonts do not matter."""
    one, two = elements("\x1b[1;3Hab c\x1b[3;1Hd", "text")
    assert (one.text, one.get("textLength")) == ("ab c", str(4 * CELL[0]))
    assert int(one.get("x", "")) - int(two.get("x", "")) == 2 * CELL[0]
    assert int(two.get("y", "")) - int(one.get("y", "")) == 2 * CELL[1]


def test_a_wide_letter_takes_two_cells() -> None:
    wide, more = elements("\u5c71\x1b[1mb", "text")
    assert (wide.text, wide.get("textLength")) == ("\u5c71", str(2 * CELL[0]))
    assert int(more.get("x", "")) - int(wide.get("x", "")) == 2 * CELL[0]


def test_letters_that_look_different_are_different_texts() -> None:
    written = "\x1b[0;1mbold\x1b[0;2mfaint\x1b[0;31mred\x1b[0;1;91mboth\x1b[0mplain"
    found = [(e.text, e.get("class"), e.get("style")) for e in elements(written, "text", 30)]
    red = f"fill:{COLOURS['red']}"
    assert found == [
        ("bold", "b", None),
        ("faint", "f", None),
        ("red", None, red),
        ("both", "b", red),
        ("plain", None, None),
    ]


def test_reverse_letters_stand_on_ink() -> None:
    bars = elements("\x1b[7m bar \x1b[0m \x1b[7;32mg\x1b[0m \x1b[44mp", "rect")[1:-1]
    assert [(bar.get("fill"), bar.get("width")) for bar in bars] == [
        (INK, str(5 * CELL[0])),
        (COLOURS["green"], str(CELL[0])),
        (COLOURS["blue"], str(CELL[0])),
    ]
    assert [e.get("class") for e in elements("\x1b[7m bar ", "text")] == ["r"]


def test_what_is_written_is_no_markup() -> None:
    (one,) = elements("a<b>&c", "text")
    assert one.text == "a<b>&c"


def test_the_picture_says_what_it_shows() -> None:
    assert [title.text for title in elements("", "title")] == ["a test"]


@pytest.mark.parametrize("colour", sorted({INK, FAINT, *COLOURS.values()} - {COLOURS["black"]}))
def test_every_colour_but_black_can_be_read_on_the_paper(colour: str) -> None:
    """The contrast that is asked for of small letters: 4.5 to 1."""
    assert (_luminance(colour) + 0.05) / (_luminance(PAPER) + 0.05) >= 4.5


def _luminance(colour: str) -> float:
    """How bright it is, from 0 to 1."""
    parts = [int(part, 16) / 255 for part in re.findall("[0-9a-f]{2}", colour)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.sweep
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_up_to_date(name: str) -> None:
    """To make them anew: python -m tools.screens, then look at them."""
    made = drawn(name)
    assert (IMAGES / f"{name}.svg").read_text("utf-8") == made
    assert len(made) < 24_000, "a page with a few of them still loads at once"


@pytest.mark.sweep
def test_the_picture_of_the_readme_is_up_to_date() -> None:
    assert (IMAGES / f"{HERO}.svg").read_text("utf-8") == two_players()


def test_the_picture_of_the_readme_shows_each_player_their_own_word_only() -> None:
    """Two screens, one above the other, of one moment."""
    root = ET.fromstring((IMAGES / f"{HERO}.svg").read_text("utf-8"))
    upper, lower = (
        " ".join(text.text or "" for text in pane.iter(f"{SVG}text"))
        for pane in root.findall(f"{SVG}svg")
    )
    assert "ann (you)" in upper
    assert "bob (you)" in lower
    assert re.search(r"bob \(you\) \*T\s+R\s+E\s+A\s+S\s+U\s+R", lower)
    assert not re.search(r"R\W+E\W+A\W+S\W+U\W+R", upper)
    assert not re.search(r"P\W+U\W+M\W+P", lower)


def test_each_is_shown_by_a_page_and_there_are_no_others() -> None:
    assert {path.stem for path in IMAGES.glob("*.svg")} == {*PICTURES, HERO}
    folders = ("", "docs/", "docs/how-to/", "examples/games/*/")
    pages = [ROOT.glob(f"{folder}*.md") for folder in folders]
    shown_by = "".join(page.read_text("utf-8") for found in pages for page in found)
    assert [name for name in PICTURES if f"images/{name}.svg" not in shown_by] == []
