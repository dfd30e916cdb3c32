"""French as it is printed: spaces before colons, polite forms, lines that fit, ASCII."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from random import Random
from typing import Final

import pytest

from parlour import AnyGame, Reader, Seat, enumerated, plain, wrapped
from parlour.language import Catalogue, _, parse_po, translated
from parlour.wire.text import folded, wrap
from parlour_boggle import BOGGLE
from parlour_boggle.catalogue import _ as of_boggle
from parlour_kit.playing import NAMES, Moment
from parlour_password import PASSWORD
from tests.house.scene import new_host
from tests.plugins.boggle import test_playouts as boggle
from tests.plugins.password import test_playouts as password
from tests.texts.marking import MARKED, know, unmarked
from tests.texts.test_catalogues import PACKAGES, ROOT

WIDTH: Final = 79
_GLUED: Final = re.compile(r"[\w)}\]%\xbb][:;!?](?=\s|$)|\xab\S|\S\xbb")
"""A mark that French writes after a space, without that space."""
_FAMILIAR: Final = re.compile(r"\b(tu|toi|tes|te|tien|tienne)\b", re.IGNORECASE)


def french(package: str) -> Iterator[str]:
    """All French texts of a package."""
    path = ROOT / package / "locale" / "fr.po"
    for entry in parse_po(path.read_text("utf-8")):
        if entry["msgid"]:
            yield from (text for key, text in entry.items() if key.startswith("msgstr"))


@pytest.mark.parametrize("package", PACKAGES)
def test_marks_have_their_space(package: str) -> None:
    assert [text for text in french(package) if _GLUED.search(text)] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_everybody_is_addressed_politely(package: str) -> None:
    """Decision 45: vous, to one player as to several."""
    assert [text for text in french(package) if _FAMILIAR.search(text)] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_lines_that_are_broken_by_hand_fit(package: str) -> None:
    """Rules and tables are; all else is wrapped for its reader."""
    broken = [line for text in french(package) if "\n" in text for line in text.split("\n")]
    assert [line for line in broken if len(line) > WIDTH] == []
    assert [line for line in broken if line[:1] in (":", ";", "!", "\xbb")] == []


def test_no_line_begins_with_a_mark(tmp_path: Path) -> None:
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "fr.po").write_text('msgid "x"\nmsgstr "Voici la suite : oui ?"\n')
    text = Catalogue(str(tmp_path / "t.py"))("x")
    for width in range(16, 23):
        reader = Reader(Seat(1), {}, width, "fr")
        for lines in (wrapped(text, reader), wrap("Voici la suite : oui ?", width)):
            assert [line for line in lines if line.strip()[:1] in (":", "?")] == []
            assert all(len(line) <= width for line in lines)
    assert wrap("  : a bcd", 8) == ["  : a", "  bcd"]


def test_lists_keep_their_translations(tmp_path: Path) -> None:
    """`enumerated` ties what it joins, also after it was translated."""
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "fr.po").write_text('msgid "{a} and {b}"\nmsgstr "{a} et {b}"\n')
    text = Catalogue(str(tmp_path / "t.py"))
    both = enumerated((text("{a} and {b}", a="ann", b="bob"), "cy"))
    assert wrapped(both, Reader(Seat(1), {}, 40, "fr")) == ["ann et bob, cy"]
    assert wrapped(both, Reader(Seat(1), {}, 40)) == ["ann and bob, cy"]


@pytest.mark.parametrize(
    ("text", "ascii_text"),
    [
        ("plain", "plain"),
        ("\xe0 \xc9t\xe9 \xe7a", "a Ete ca"),
        ("c\u0153ur \xab oui \xbb", 'coeur " oui "'),
        ("\u0431\u043e\u0431", "???"),
    ],
)
def test_text_in_ascii(text: str, ascii_text: str) -> None:
    assert folded(text) == ascii_text


def test_accents_can_be_left_out() -> None:
    """For a terminal that shows them wrong, and for its reader alone."""
    host = new_host()
    ann, bob = host.person("ann"), host.person("bob")
    ann.send("set lang fr")
    bob.send("set lang fr")
    assert ann.send("set accents off") == ["accents : off."]
    ann.send("set width 79")
    ann.send("new hunt")
    assert ann.send("look")[0] == "Table 1 : Hunt. La partie n'a pas commence."
    assert bob.send("watch 1")[-1].isascii()
    assert bob.send("look 1")[0] == "Table 1 : Hunt. La partie n'a pas commenc\xe9."
    assert ann.send("set colour on", "set accents on")[-1] == "accents : on."
    assert ann.send("look")[0] == "Table 1 : Hunt. La partie n'a pas commenc\xe9."


def said(moments: Iterator[Moment], game: AnyGame) -> Iterator[str]:
    """Every line of a game in the language that marks, for a player who changes."""
    rng = Random(game.id)
    names = {Seat(number): name for number, name in enumerate(NAMES, 1)}
    for moment in moments:
        viewer = rng.choice(moment.state.seats)
        reader = Reader(viewer, names, 400, MARKED)
        view = game.views.look(moment.state, viewer)
        for event in moment.step.events:
            heard = game.views.hear(event, viewer)
            if heard is not None:
                yield from game.text_ui.say(heard, reader)
        prompt = game.rules.prompts(moment.state).get(viewer)
        if prompt is not None:
            yield from game.text_ui.ask(prompt, view, reader)
        yield from plain(game.text_ui.draw(view, reader), 400, MARKED)


@pytest.mark.parametrize(
    ("game", "moments", "words"),
    [
        (BOGGLE, boggle.game, boggle.POOL),
        (PASSWORD, password.game, frozenset[str]()),
    ],
    ids=["boggle", "password"],
)
def test_everything_that_a_game_says_is_in_its_catalogue(
    game: AnyGame,
    moments: Callable[[int], Iterator[Moment]],
    words: Collection[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is left without a mark is words of the game, names and numbers."""
    assert game.catalogue is not None
    know(game.catalogue, monkeypatch)
    know(_, monkeypatch)
    for seed in range(4):
        for line in said(moments(seed), game):
            left = re.findall("[a-z]{2,}", unmarked(translated(line, MARKED)).lower())
            assert set(left).difference(words, NAMES) == set(), line


def test_a_sentence_of_another_package_is_translated_by_it() -> None:
    assert translated(of_boggle("Time is up."), "fr").startswith("Le temps")
