"""An operator's deck of cards: how it is read, and what is said of a bad one."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.api import Deck
from parlour.lexicons import LexiconError, Lexicons, load_deck

WILD = """
# Few normal turns.
normal 3
+15    1
 X5 2
"""


def written(folder: Path, text: str) -> Path:
    """A file with this text."""
    path = folder / "wild.txt"
    path.write_text(text, "utf-8")
    return path


def test_a_line_is_a_card_and_its_number(tmp_path: Path) -> None:
    """In any case, with comments and empty lines."""
    deck = load_deck("wild", written(tmp_path, WILD))
    assert deck.name == "wild"
    assert deck.cards == {"NORMAL": 3, "+15": 1, "X5": 2}


def test_the_hash_is_that_of_the_cards(tmp_path: Path) -> None:
    """Comments and order do not change it, a number does."""
    first = load_deck("wild", written(tmp_path, WILD)).hash
    assert load_deck("other", written(tmp_path, "X5 2\nNORMAL 3\n+15 1")).hash == first
    assert load_deck("wild", written(tmp_path, "X5 2\nNORMAL 3\n+15 2")).hash != first


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A", "line 1: 'A' is not a card and its number, like: E 5"),
        ("A 5\nB 5 6", "line 2: 'B 5 6' is not a card and its number, like: E 5"),
        ("\u00c9 5", r"line 1: '\\xc9 5' is not a card and its number, like: E 5"),
        ("A 0", "line 1: '0' is not a number of cards, 1 to 99"),
        ("A 100", "line 1: '100' is not a number of cards, 1 to 99"),
        ("A x", "line 1: 'X' is not a number of cards, 1 to 99"),
        ("A 5\na 4", "line 2: A is there twice; write each card once"),
        ("# nothing", " holds no cards; write a card and its number on a line"),
        ("\n".join(f"C{n} 1" for n in range(101)), " has more than 100 kinds of cards"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    """The deck, the file, the line, and what would be right."""
    path = written(tmp_path, text)
    with pytest.raises(LexiconError) as error:
        load_deck("wild", path)
    assert str(error.value).startswith(f"deck wild: {path}")
    assert said.replace("\\\\", "\\") in str(error.value)


def test_decks_are_among_the_lists_of_a_host(tmp_path: Path) -> None:
    """So a record names them in the same way; no two have the same name."""
    path = written(tmp_path, WILD)
    found = Lexicons({}, {"wild": path})
    assert list(found) == ["en", "fr", "wild"]
    assert isinstance(found["wild"], Deck)
    with pytest.raises(LexiconError, match="deck en: Parlour has a list of that name"):
        Lexicons({}, {"en": path})
    with pytest.raises(LexiconError, match="deck 'Wild': a name is 1 to 32 of a to z"):
        Lexicons({}, {"Wild": path})
