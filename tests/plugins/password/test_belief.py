"""What the bots know: the table of associations, its form and what is in it."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.lexicons import load_english
from parlour_password.bots.belief import (
    DATA,
    LEVELS,
    MAGIC,
    SKIP,
    Belief,
    Row,
    chance,
    first,
    pack,
    table,
    unpack,
)
from parlour_password.deck import DIFFICULTIES, words
from parlour_password.forms import judge
from tests.plugins.password.small_belief import ROYAL
from tests.sizes import sized
from tools.associations.vocabulary import read_unfit

MIB = 1 << 20


def rows_of(count: int) -> st.SearchStrategy[list[Row]]:
    """Rows for so many words, all of which are answers."""
    pairs = st.dictionaries(
        st.integers(0, count - 1), st.integers(0, LEVELS - 1), max_size=min(count, 120)
    )
    row = pairs.map(
        lambda levels: Row(
            tuple(sorted(levels)), bytes(levels[number] for number in sorted(levels))
        )
    )
    return st.lists(row, min_size=count, max_size=count)


# --- the form of the file ---------------------------------------------------------------


@pytest.mark.sweep
@given(st.integers(1, 12).flatmap(rows_of))
def test_what_is_packed_is_unpacked(rows: list[Row]) -> None:
    """Words, numbers and rows come out as they went in."""
    names = [f"w{'x' * number}" for number in range(len(rows))]
    found = unpack(pack(names, len(rows), rows))
    assert list(found.words) == names
    assert found.answers == len(rows)
    assert [found.row(number) for number in range(len(rows))] == rows
    assert [found.numbers[name] for name in names] == list(range(len(rows)))


@pytest.mark.parametrize("last", [SKIP - 1, SKIP, SKIP + 1, 2 * SKIP, 2 * SKIP + 7])
def test_steps_may_be_wide(last: int) -> None:
    """A number may be any distance from the one before."""
    names = [f"w{number}" for number in range(last + 1)]
    row = Row((0, last), bytes((1, 2)))
    found = unpack(pack(names, len(names), [row] + [Row((), b"")] * last))
    assert found.row(0) == row
    assert found.row(last) == Row((), b"")


def test_another_file_is_told_from_a_table() -> None:
    """So that a damaged or newer file is a clear error and no nonsense."""
    with pytest.raises(ValueError, match="not a table"):
        unpack(b"parlour associations 0\n1\na\n\0\0")
    with pytest.raises(ValueError, match="unpack"):
        unpack(MAGIC)


# --- the table that is shipped ----------------------------------------------------------


def test_the_table_is_small() -> None:
    """3 MB packed, and 8 MiB unpacked; and every word of the deck can be an answer. If not, the
    deck has changed: python -m tools.build_associations.
    """
    packed = Path(str(DATA)).read_bytes()
    assert len(packed) < 3_000_000
    assert len(gzip.decompress(packed)) < 8 * MIB
    deck = {word for difficulty in DIFFICULTIES for word in words(difficulty)}
    assert [word for word in sorted(deck) if Belief().answer(word) is None] == []


def test_what_the_bots_may_say() -> None:
    """Answers, which are also their clues, are common dictionary words for a family table.

    There are thousands more of them than the deck has: a receiver is not helped by knowing it.
    """
    lexicon = load_english()
    deck = {word for difficulty in DIFFICULTIES for word in words(difficulty)}
    answers = table().words[: table().answers]
    assert len(answers) > 3 * len(deck)
    assert all(word.isascii() and word.isalpha() and word.islower() for word in table().words)
    assert len(set(table().words)) == len(table().words)
    assert [word for word in answers if word not in deck and (lexicon.band(word) or 99) > 50] == []
    assert [word for word in answers if word not in deck and lexicon.never_deal(word)] == []
    assert [word for word in read_unfit() if Belief().answer(word) is not None] == []
    assert [word for word in read_unfit() if word not in lexicon] == []


@pytest.mark.sweep
def test_no_row_leads_to_a_form_of_its_word() -> None:
    """R-W-18: those are no clues, and no answers to such a clue. Some rows are looked at."""
    found = table()
    for number in range(0, len(found.words), sized(450, 150)):
        clue = found.words[number]
        row = found.row(number)
        assert len(row.answers) == len(row.levels) <= 120
        assert all(a < found.answers for a in row.answers)
        assert max(row.levels, default=0) < LEVELS
        assert [found.words[a] for a in row.answers if judge(found.words[a], clue)] == []


@pytest.mark.parametrize(
    ("clue", "answer"),
    [
        ("lava", "volcano"),
        ("moat", "castle"),
        ("honey", "bee"),
        ("paris", "capital"),
        ("dracula", "vampire"),
        ("teeth", "dentist"),
        ("flowers", "garden"),
    ],
)
def test_what_everybody_thinks_of(clue: str, answer: str) -> None:
    """Also to a name, to an irregular form and to a plural."""
    belief = Belief()
    number = belief.answer(answer)
    assert number in belief.reckon([clue])


# --- the belief ---------------------------------------------------------------------------


def test_the_table_is_read_when_it_is_needed() -> None:
    """To make a belief, which happens at import, reads nothing; `prepare` does."""

    def unreadable() -> None:
        raise OSError("no such file")

    belief = Belief(unreadable)  # type: ignore[arg-type]
    with pytest.raises(OSError, match="no such file"):
        belief.prepare()


@pytest.mark.parametrize(
    ("clue", "known"),
    [
        ("king", ["king"]),
        ("kings", ["king"]),
        ("teeth", ["tooth"]),
        ("arthur", ["arthur"]),
        ("chess king", ["king", "chess"]),
        ("church-tower", []),
        ("churchtower", ["tower", "church"]),
        ("xqzzy", []),
        ("", []),
    ],
)
def test_what_is_known_of_a_clue(clue: str, known: list[str]) -> None:
    """O-W-3, O-W-27: forms, several words, words put together; and words nobody knows."""
    assert [ROYAL.word(number) for number in ROYAL.heard(clue)] == known


def test_clues_add_up() -> None:
    """R-W-14, R-W-20: what goes with both clues goes before what goes better with one of them. One
    said twice counts once, and forms of it are the same again. A name is known as a clue, and is
    never played for.
    """
    tower, king = ROYAL.answer("tower"), ROYAL.answer("king")
    assert tower is not None
    assert king == 0
    assert ROYAL.answer("arthur") is None
    assert ROYAL.answer("xqzzy") is None
    one, both = ROYAL.reckon(["castle"]), ROYAL.reckon(["castle", "church"])
    assert both[tower] > one[tower]
    assert both[king] == one[king]
    assert ROYAL.reckon([]) == {}
    assert ROYAL.reckon(["king", "king", "kings"]) == ROYAL.reckon(["king"])


def test_the_likeliest_come_first() -> None:
    """Of equal ones the commoner word. Levels are chances, from nearly certain to one in ten
    thousand.
    """
    row = Row((1, 4, 5, 9), bytes((3, 7, 3, 8)))
    assert first(row, 3) == [(9, 8), (4, 7), (1, 3)]
    assert first(row, 3, below=6) == [(4, 7), (1, 3), (5, 3)]
    assert -0.3 < chance(LEVELS - 1) < 0
    assert -9.5 < chance(0) < -9
