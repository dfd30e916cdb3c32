"""What the page is made of: its size, what it never does, its colours, its French."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import Final

import msgspec
import pytest

from parlour.scene_limits import HUE_MOST
from parlour.web import load_page
from parlour.web.page import CLASS, FILE, FRENCH, without_comments

PLAIN_MOST: Final = 43_200
"""Bytes of the page as a browser gets it."""
GZIP_MOST: Final = 16_550
"""The same, compressed: about what one photograph of the room weighs."""
COLUMNS: Final = 120
CONTRAST: Final = 4.5
"""What text needs on its ground (WCAG 2.2, 1.4.3)."""
BACK_ROW: Final = 7


@cache
def source() -> str:
    return FILE.read_text("utf-8")


@cache
def part(tag: str) -> str:
    found = re.search(rf"<{tag}>(.*?)</{tag}>", source(), re.DOTALL)
    assert found is not None
    return found[1]


# --- size -----------------------------------------------------------------------------


def test_a_phone_has_the_page_in_a_moment() -> None:
    page = load_page()
    assert len(page.plain[1]) <= PLAIN_MOST
    assert len(page.gzip[1]) <= GZIP_MOST


def test_it_is_written_to_be_read() -> None:
    """A stranger reviews it: no line is too long, and nothing is packed."""
    assert max(map(len, source().splitlines())) <= COLUMNS
    assert max(map(len, CLASS.read_text("utf-8").splitlines())) <= COLUMNS


def test_browsers_get_it_without_comments_and_blanks() -> None:
    html = (
        b"<!-- for\n us -->\n<style>\n  /* why */\n  a, .b > i { c: d 0; e: f(1 + 2) } /* why */\n"
        b"  :focus { g: h }\n</style>\n\n<script>\n"
        b"/** What it does. */\nf('http://x/'); // why\n  // why\n  g(1 / 2);\n"
        b'const a = "b  =  c", d = /e | f/g,\n  h = `i + ${j + 1}  k`\nreturn - -l\n  || m\n'
        b"</script>\n"
    )
    assert without_comments(html) == (
        b"<style>\na,.b > i{c:d 0;e:f(1 + 2)}:focus{g:h}</style>\n"
        b"<script>f('http://x/');g(1/2);"
        b'const a="b  =  c",d=/e | f/g,h=`i + ${j + 1}  k`\nreturn- -l||m</script>\n'
    )


def test_nothing_of_the_comments_is_left() -> None:
    left = load_page().plain[1].decode()
    assert not re.findall(r"<!--|/\*|\*/|(?:^|\s)// ", left, re.MULTILINE)


# --- what comes from outside ----------------------------------------------------------


@pytest.mark.parametrize(
    "way",
    [
        *("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "DOMParser", "srcdoc"),
        *("createContextualFragment", "eval(", "Function(", 'setTimeout("', "javascript:"),
    ],
)
def test_no_text_becomes_markup_or_code(way: str) -> None:
    """Names, talk and cells come from others. They are shown with textContent alone."""
    assert way not in part("script")
    assert way not in CLASS.read_text("utf-8")


# --- colours --------------------------------------------------------------------------


def colours() -> tuple[dict[str, str], dict[str, str]]:
    """The colours of the page by name, in light and in dark."""
    light, dark = (
        dict(re.findall(r"--([\w-]+): (#\w+)", block))
        for block in re.findall(r":root \{(.*?)\}", part("style"), re.DOTALL)
    )
    found = re.findall(r"\.(hue\d) \{ --hue: (#\w+)", part("style"))
    assert len(found) == HUE_MOST
    hues = dict(found)
    return light | hues, light | dark | hues


def luminance(colour: str) -> float:
    """The relative luminance of `#abc` or `#aabbcc` (WCAG 2.2)."""
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


TEXTS: Final = (
    *("ink/felt", "ink/panel", "dim/felt", "dim/panel", "own-ink/felt", "own-ink/panel"),
    *("hot/felt", "hot/panel", "good/felt", "good/panel", "bad/felt", "bad/panel"),
    *("face/card", "own-ink/own", "gold-ink/gold", "go-ink/good", "felt/bad"),
    *("#fff/back", "#fff/weave", "#1b6249/card", "#a42a2a/card"),
    *(f"#fff/hue{hue}" for hue in range(1, HUE_MOST + 1)),
    *(f"hue{hue}/card" for hue in range(1, HUE_MOST + 1)),
)
"""Text on its ground."""


@pytest.mark.parametrize("text", TEXTS)
def test_text_can_be_read_in_light_and_in_dark(text: str) -> None:
    for named in colours():
        ink, ground = (named.get(name, name) for name in text.split("/"))
        darker, lighter = sorted((luminance(ink), luminance(ground)))
        assert (lighter + 0.05) / (darker + 0.05) >= CONTRAST, named


def test_a_projector_can_be_read_from_the_back_row() -> None:
    """With more contrast than a page in the hand (WCAG 2.2, 1.4.6), and nothing below 28 px."""
    style = CLASS.read_text("utf-8").partition("</style>")[0]
    light, dark = (
        dict(re.findall(r"--([\w-]+): (#\w+)", block))
        for block in re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    )
    for named in (light, light | dark):
        for ground in (named["felt"], named["panel"]):
            for ink in ("ink", "dim", "good", "hot"):
                darker, lighter = sorted((luminance(named[ink]), luminance(ground)))
                assert (lighter + 0.05) / (darker + 0.05) >= BACK_ROW, (ink, ground)
    sizes = [int(size) for size in re.findall(r"font-size: (\d+)px", style)]
    assert min(sizes) >= 28


def test_the_projector_speaks_French() -> None:
    script = CLASS.read_text("utf-8").partition("<script>")[2]
    table = re.search(r"const FRENCH = \{(.*?)\};", script, re.DOTALL)
    assert table is not None
    said = set(re.findall(r'\bt\("((?:[^"\\]|\\.)*)"', script))
    assert set(re.findall(r'^  "([^"]+)":', table[1], re.MULTILINE)) == said


# --- French ---------------------------------------------------------------------------


def french() -> dict[str, str]:
    """The page's table of sentences."""
    return msgspec.json.decode(FRENCH.read_bytes(), type=dict[str, str])


def sentences() -> set[str]:
    """All sentences that are the page's own."""
    said = set(re.findall(r'\bt\("((?:[^"\\]|\\.)*)"', part("script")))
    before = source().partition("<script>")[0]
    said |= set(re.findall(r'aria-label="([^"]+)"', before))
    return said | set(re.findall(r"data-t>([^<]+)<", before))


def test_every_sentence_of_the_page_has_its_French() -> None:
    """And none is kept that the page no longer says."""
    assert french().keys() == sentences()


def test_the_French_fills_in_the_same_parts() -> None:
    for english, translated in french().items():
        parts = [sorted(re.findall(r"\{\d\}", text)) for text in (english, translated)]
        assert parts[0] == parts[1], english


def test_the_French_is_in_order() -> None:
    """So that two people who add a sentence rarely meet."""
    assert all(first < second for first, second in pairwise(french()))
