"""What bots remember of what they hear."""

from __future__ import annotations

from parlour import Seat
from parlour_probe.bots import LONG, SHORT, Memory
from parlour_probe.heard import Asked, Guessed, ProbeHeard, TimeUp, Turn
from parlour_probe.views import RackView
from tests.plugins.probe.playbook import LEFT, RIGHT, A, B, C, terms

FRESH = Memory()


def asked(target: Seat, card: str, *, hit: bool = False) -> Asked:
    return Asked(A, target, card, hit, 0, 0)


def guessed(cards: str, *, right: bool = False, index: int = 0) -> Guessed:
    return Guessed(A, B, index, cards, right, 0, 0)


def after(*heard: ProbeHeard, most: int = LONG, memory: Memory = FRESH) -> Memory:
    for each in heard:
        memory = memory.after(each, most)
    return memory


def denied(memory: Memory, seat: Seat) -> frozenset[str]:
    return memory.known(RackView(seat, 0, (), None), terms()).denied


def wrong(memory: Memory, seat: Seat, index: int = 0) -> frozenset[str]:
    return memory.known(RackView(seat, index, (), None), terms()).wrong


def test_every_no_is_kept_by_player_and_a_hit_says_nothing_for_later() -> None:
    memory = after(asked(B, "E"), asked(B, "S", hit=True), asked(C, "."), asked(B, "E"))
    assert [denied(memory, seat) for seat in (A, B, C)] == [set(), {"E"}, {"."}]


def test_a_stubborn_guesser_fills_no_memory() -> None:
    memory = after(guessed("RIGHT", right=True))
    assert not wrong(memory, B)
    memory = after(*(guessed(f"WRONG{n}") for n in range(2 * LONG)))
    assert len(wrong(memory, B)) == LONG


def test_of_two_racks_each_has_its_wrong_guesses() -> None:
    """R-P-50: what the left word is not, the right one may be."""
    memory = after(guessed("WRONG", index=LEFT))
    assert [wrong(memory, B, index) for index in (LEFT, RIGHT)] == [{"WRONG"}, set()]


def test_other_news_costs_nothing() -> None:
    assert after(TimeUp(A), asked(B, "E", hit=True)) is FRESH


def test_memories_are_values() -> None:
    """The same news make equal memories, as when a table is rebuilt from its record."""
    news = asked(B, "E"), guessed("WRONG"), asked(B, "A")
    assert after(*news) == after(*news)
    assert hash(after(*news)) == hash(after(*news))


def test_a_child_remembers_the_last_few_answers_and_guesses() -> None:
    memory = after(*(asked(B, card) for card in "EAIOU"), most=SHORT)
    assert denied(memory, B) == frozenset("EAIOU"[-SHORT:])
    memory = after(*(guessed("WRONG" + "X" * n) for n in range(SHORT + 1)), most=SHORT)
    assert wrong(memory, B) == {"WRONG" + "X" * n for n in range(1, SHORT + 1)}


def test_who_has_guessed_is_known_until_the_next_turn_begins() -> None:
    memory = after(guessed("RIGHT", right=True))
    assert memory.guessed == {A}
    assert after(Turn(A, "NORMAL", True, False, None, 0, 0, False), memory=memory) is memory
    turn = Turn(C, "NORMAL", False, False, None, 0, 0, False)
    assert after(turn, memory=memory).guessed == frozenset()
