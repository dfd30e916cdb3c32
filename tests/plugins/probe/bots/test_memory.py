"""What bots remember of what they hear."""

from __future__ import annotations

from parlour import Seat
from parlour_probe.bots.choices import SHORT, WRONG_KEPT, Glimpse, glimpsed, no_notes, noted
from parlour_probe.heard import Asked, Guessed, ProbeHeard, TimeUp, Turn
from tests.plugins.probe.playbook import LEFT, RIGHT, A, B, C

RACKS = ((A, 0), (B, 0), (C, 0))
"""Each has only one."""


def asked(target: Seat, card: str, *, hit: bool) -> Asked:
    """A question of seat 1."""
    return Asked(A, target, card, hit, 0, 0)


def guessed(cards: str, *, right: bool = False) -> Guessed:
    """A guess about the rack of seat 2."""
    return Guessed(A, B, 0, cards, right, 0, 0)


def test_notes_keep_every_no() -> None:
    """What is not hidden stays so: a No is kept, by rack; a hit says nothing for later."""
    notes = no_notes((A, B, C), RACKS)
    for heard in (asked(B, "E", hit=False), asked(B, "S", hit=True), asked(C, ".", hit=False)):
        notes = noted(notes, heard)
    assert notes.denied_by(A) == frozenset()
    assert notes.denied_by(B) == frozenset("E")
    assert notes.denied_by(C) == frozenset(".")


def test_notes_keep_wrong_guesses_but_not_without_end() -> None:
    """A stubborn guesser fills no memory."""
    notes = noted(no_notes((A, B), RACKS), guessed("RIGHT", right=True))
    assert not notes.wrong_for((B, 0))
    for number in range(3 * WRONG_KEPT):
        notes = noted(notes, guessed("A" * (number % 100)))
    assert len(notes.wrong_for((B, 0))) == WRONG_KEPT


def test_of_two_racks_each_has_its_wrong_guesses() -> None:
    """R-P-50: what the left word is not, the right one may be."""
    wrong = Guessed(A, B, LEFT, "WRONG", False, 0, 0)
    notes = noted(no_notes((A, B), ((B, LEFT), (B, RIGHT))), wrong)
    glimpse = glimpsed(Glimpse(), wrong)
    for memory in (notes, glimpse):
        assert memory.wrong_for((B, LEFT)) == {"WRONG"}
        assert memory.wrong_for((B, RIGHT)) == frozenset()


def test_other_news_leaves_the_notes_alone() -> None:
    """Most of what is heard costs nothing."""
    notes = no_notes((A, B), RACKS)
    assert noted(notes, TimeUp(A)) is notes
    assert noted(notes, asked(B, "E", hit=True)) is notes


def test_memories_are_values() -> None:
    """The same news make equal memories, as when a table is rebuilt from its record."""
    news: list[ProbeHeard] = [asked(B, "E", hit=False), guessed("WRONG"), asked(B, "A", hit=False)]
    first, second = no_notes((A, B), RACKS), no_notes((A, B), RACKS)
    for heard in news:
        first, second = noted(first, heard), noted(second, heard)
    assert first == second
    assert hash(first) == hash(second)


def test_a_child_forgets() -> None:
    """Only the last few vain questions stay."""
    glimpse = Glimpse()
    for card in "EAIOU":
        glimpse = glimpsed(glimpse, asked(B, card, hit=False))
        glimpse = glimpsed(glimpse, asked(B, "T", hit=True))
    assert glimpse.vain == tuple((B, card) for card in "EAIOU"[-SHORT:])
    assert glimpse.denied_by(B) == frozenset("EAIOU"[-SHORT:])
    assert glimpse.denied_by(C) == frozenset()


def test_a_child_remembers_its_guesses_for_a_while() -> None:
    """The last few wrong rows; and who has guessed, until the next turn begins."""
    glimpse = Glimpse()
    for number in range(SHORT + 1):
        glimpse = glimpsed(glimpse, guessed("WRONG" + "X" * number))
    glimpse = glimpsed(glimpse, guessed("RIGHT", right=True))
    assert glimpse.wrong_for((B, 0)) == {"WRONG" + "X" * number for number in range(1, SHORT + 1)}
    assert glimpse.wrong_for((A, 0)) == frozenset()
    assert glimpse.guessed == {A}
    again = Turn(A, "NORMAL", True, False, None, 0, 0, False)
    assert glimpsed(glimpse, again) is glimpse
    turn = Turn(C, "NORMAL", False, False, None, 0, 0, False)
    glimpse = glimpsed(glimpse, turn)
    assert glimpse.guessed == frozenset()
    assert glimpsed(glimpse, turn) is glimpse
