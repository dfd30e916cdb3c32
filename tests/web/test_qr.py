"""A link as a QR code: what a terminal shows has the modules that the library made."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
import segno

from parlour.web.qr import half_blocks, is_for_phones, picture, plain_signs

LINKS = (
    "http://192.168.1.20:4005/",
    "http://192.168.1.20:4005/#t16.kodimarelu",
    "https://a-rather-long-name.of-a-computer.example.org/#t1234.kodimarelu",
)
DARK = {" ": "11", "\u2584": "10", "\u2580": "01", "\u2588": "00"}
"""What a character shows, from above: 1 is dark."""


def of_halves(lines: Sequence[str]) -> list[str]:
    """The modules, row by row."""
    rows: list[str] = []
    for line in lines:
        rows += ["".join(DARK[char][half] for char in line) for half in (0, 1)]
    return rows


def of_signs(lines: Sequence[str]) -> list[str]:
    """The modules, row by row."""
    return [line.replace("##", "0").replace("  ", "1") for line in lines]


def made(link: str, border: int) -> list[str]:
    """What the library makes of *link*."""
    rows = segno.make_qr(link, error="l").matrix_iter(border=border)
    return ["".join(str(int(module)) for module in row) for row in rows]


Draw = Callable[[str, int], Sequence[str]]
Read = Callable[[Sequence[str]], list[str]]


@pytest.mark.parametrize(("draw", "read"), [(half_blocks, of_halves), (plain_signs, of_signs)])
@pytest.mark.parametrize("link", LINKS)
def test_a_terminal_shows_the_code_with_its_border(link: str, draw: Draw, read: Read) -> None:
    lines = draw(link, 100)
    rows = read(lines)
    wanted = made(link, border=2)
    assert rows[: len(wanted)] == wanted
    assert len(rows) - len(wanted) <= 1  # the lower half of the last line


@pytest.mark.parametrize("link", LINKS)
def test_it_fits_into_forty_columns(link: str) -> None:
    lines = half_blocks(link, 40)
    assert max(map(len, lines)) <= 40


def test_a_code_that_does_not_fit_is_not_drawn() -> None:
    assert half_blocks(LINKS[0], 28) == plain_signs(LINKS[0], 57) == []
    assert half_blocks(LINKS[0], 29) != []
    assert plain_signs(LINKS[0], 58) != []


@pytest.mark.parametrize("link", LINKS)
def test_a_picture_is_small_and_nothing_but_paths(link: str) -> None:
    """Black on white, in a page of any colour; as large as the page makes it."""
    svg = picture(link)
    assert len(svg) < 2_000
    assert set(re.findall(r"<(\w+)", svg)) == {"svg", "path"}
    assert not re.search(r"\b(?:width|height|style|class|id)=", svg)


def test_only_a_link_that_leads_here_from_elsewhere_is_worth_a_code() -> None:
    assert all(map(is_for_phones, LINKS))
    assert not is_for_phones("http://localhost:4005/#t1")
