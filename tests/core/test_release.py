"""Who may read what before it is stored: the rule as laws, over any order of ticks and commits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from hypothesis import example, given
from hypothesis import strategies as st

from parlour.core.effects import ConnId, Effects
from parlour.core.persistence import Entry
from parlour.core.release import BEAT_S, Dependence, Release

ANN, BOB, CY = ConnId(1), ConnId(2), ConnId(3)
STEP_S: Final = 0.0004
"""Seconds between two ticks."""
LONG: Final = 300
"""Moments that are longer than any pad."""
SHOWN, HIDDEN, NOTHING = "shown", "hidden", "nothing"


@dataclass(frozen=True)
class Tick:
    """What happens: somebody's line stores something or nothing, and these read of it."""

    stores: str
    readers: tuple[ConnId, ...]


@dataclass(frozen=True)
class Landed:
    """The commit in progress ends, if there is one."""


@dataclass
class Host:
    """Carries out what may leave, and notes when."""

    paced: bool
    now: float = 100.0
    number: int = 0
    sent: dict[ConnId, list[tuple[float, int]]] = field(
        default_factory=lambda: {conn: [] for conn in (ANN, BOB, CY)}
    )
    """By reader: the time, and the number of the tick."""
    stored: set[int] = field(default_factory=set[int])
    shown: set[int] = field(default_factory=set[int])
    """Ticks that stored something, or something that others can learn of."""

    def __post_init__(self) -> None:
        self.release = Release()
        self.waiting: set[int] = set()
        """Ticks whose commit has not ended."""
        self._began = self.now

    def do(self, happened: Tick | Landed) -> None:
        """Let it happen, a moment after what was before."""
        self.now += STEP_S
        self._let_go()
        if isinstance(happened, Landed):
            self.land()
        else:
            self._tick(happened)

    def _tick(self, tick: Tick) -> None:
        self.number += 1
        effects, dependence = Effects(paced=self.paced), Dependence()
        for reader in tick.readers:
            if self.number % 3:  # else nothing is to be read: an empty line, perhaps
                effects.sends.append((reader, b"%d" % self.number))
            effects.acks.append((reader, self.number))
            effects.cards.append((reader, b"%d" % self.number))
            dependence.written.append(reader)
        if tick.stores != NOTHING:
            effects.entries.append(Entry(1, self.number, b""))
            dependence.shown = tick.stores == SHOWN
            self.stored.add(self.number)
            self.waiting.add(self.number)
        if tick.stores == SHOWN:
            self.shown.add(self.number)
        dependence.bind(effects)
        dependence.close(effects)
        self._carry_out(self.release.put(effects, self.now))
        self._begin()

    def _begin(self) -> None:
        if self.release.storing:
            return
        if self.release.wants_commit:
            self.release.begin_commit()
            self._began = self.now
        else:
            self.release.pass_on()
            self._let_go()

    def land(self) -> None:
        """The commit ends, and the next one begins."""
        if not self.release.storing:
            return
        for waiting in self.release.storing:
            self.waiting -= {entry.seq for entry in waiting.effects.entries}
        self.release.landed(self.now - self._began, self.now)
        self._begin()
        self._let_go()

    def finish(self) -> None:
        """All commits end, and time passes until all has left."""
        for _ in range(LONG):
            self.do(Landed())

    def _let_go(self) -> None:
        for effects in self.release.due(self.now):
            self._carry_out(effects)

    def _carry_out(self, effects: Effects | None) -> None:
        if effects is None:
            return
        cards, sends = dict(effects.cards), dict(effects.sends)
        assert len(cards) == len(effects.acks), "with its bytes goes what is noted of a line"
        for conn, number in effects.acks:
            assert int(cards[conn]) == number
            assert int(sends.pop(conn, b"0")) == (number if number % 3 else 0)
            assert number not in self.waiting, "stored, then announced"
            assert not (self.shown & self.waiting & set(range(number))), (
                "it may depend on what is unstored"
            )
            self.sent[conn].append((self.now, number))
        assert not sends


def ticks(stores: Sequence[str] = (SHOWN, HIDDEN, NOTHING)) -> st.SearchStrategy[Tick]:
    """Any tick. Of what is hidden only its player reads."""

    def of(kind: str) -> st.SearchStrategy[Tick]:
        most = 1 if kind == HIDDEN else 3
        readers = st.lists(st.sampled_from([ANN, BOB, CY]), min_size=1, max_size=most, unique=True)
        return st.builds(Tick, st.just(kind), readers.map(tuple))

    return st.sampled_from(stores).flatmap(of)


evenings = st.lists(st.one_of(ticks(), ticks(), st.just(Landed())), max_size=40)


@given(evenings, st.booleans())
@example([Tick(SHOWN, (ANN,)), Tick(NOTHING, (BOB,)), Landed()], False)
@example([Tick(HIDDEN, (ANN,)), Tick(NOTHING, (ANN, BOB)), Landed()], False)
def test_nothing_leaves_before_what_it_depends_on_is_stored(
    evening: list[Tick | Landed], paced: bool
) -> None:
    """And each reader gets all of it, in order (`Host` checks the rest as it sends)."""
    host = Host(paced)
    for happened in evening:
        host.do(happened)
    host.finish()
    assert host.release.at_rest
    meant = [happened for happened in evening if isinstance(happened, Tick)]
    for conn, sent in host.sent.items():
        assert [number for _, number in sent] == [
            number for number, tick in enumerate(meant, 1) if conn in tick.readers
        ]


@given(
    st.lists(st.one_of(ticks([NOTHING]), ticks([HIDDEN]), st.just(Landed())), max_size=40),
    st.booleans(),
)
def test_what_ann_hides_delays_nobody(evening: list[Tick | Landed], paced: bool) -> None:
    """Others read the same at the same time as if her hidden ticks had not been."""

    def heard(*, hides: bool) -> Iterator[list[tuple[float, int]]]:
        host = Host(paced)
        for happened in evening:
            if isinstance(happened, Tick) and happened.stores == HIDDEN:
                here = Tick(HIDDEN if hides else NOTHING, (ANN,))
            elif isinstance(happened, Tick):
                here = Tick(NOTHING, tuple(set(happened.readers) - {ANN}) or (BOB,))
            else:
                host.do(happened)
                continue
            host.do(here)
        host.finish()
        return iter([host.sent[BOB], host.sent[CY]])

    assert list(heard(hides=True)) == list(heard(hides=False))


def test_while_a_game_is_in_progress_all_leaves_at_beats() -> None:
    """Also what stores nothing. A tick is not at a beat but by chance."""
    host = Host(paced=True, now=100 + BEAT_S / 3)
    host.do(Tick(NOTHING, (ANN,)))
    assert host.sent[ANN] == []
    at = host.release.next_moment
    assert (at / BEAT_S) % 1 < 1e-6
    host.release.hurry()
    host.do(Landed())
    assert [number for _, number in host.sent[ANN]] == [1]


def test_what_overtakes_the_store_acknowledges_nothing_that_waits_for_it() -> None:
    """While the house waits for its store, it goes on talking to everybody.

    Ann's line would count as dealt with before its answer is stored.
    """
    release = Release()
    release.put(Effects(entries=[Entry(1, 1, b"")], sends=[(ANN, b"ok")], acks=[(ANN, 1)]), 0.0)
    release.begin_commit()
    said = Effects(sends=[(ANN, b"Wait."), (BOB, b"Wait.")], acks=[(ANN, 1), (BOB, 2)])
    said.cards = [(ANN, b"ann"), (BOB, b"bob")]
    release.overtakes(said, 0.0)
    assert (said.acks, said.cards) == ([(BOB, 2)], [(BOB, b"bob")])
    release.landed(0.1, 0.1)
    release.pass_on()
    first, then = release.due(0.1)
    assert first.sends == [(ANN, b"ok")]
    assert (then.acks, then.cards) == ([(ANN, 1)], [(ANN, b"ann")])
    release.overtakes(said, 0.1)
    assert release.at_rest


def test_what_overtakes_acknowledges_nothing_that_waits_for_its_moment() -> None:
    release = Release()
    release.put(Effects(sends=[(ANN, b"ok")], acks=[(ANN, 1)], paced=True), 0.0)
    said = Effects(sends=[(ANN, b"Wait.")], acks=[(ANN, 1)])
    release.overtakes(said, 0.0)
    assert not said.acks
    release.pass_on()
    assert [effects.acks for effects in release.due(1.0)] == [[(ANN, 1)], [(ANN, 1)]]


def test_what_only_waits_for_its_moment_is_known() -> None:
    release = Release()
    release.put(Effects(sends=[(ANN, b"1")], paced=True), 0.0)
    release.put(Effects(entries=[Entry(1, 1, b"")], sends=[(BOB, b"2")], paced=True), 0.0)
    release.begin_commit()
    assert [effects.sends for effects in release.settled] == [[(ANN, b"1")]]
    release.landed(0.0, 0.0)
    assert [effects.sends for effects in release.settled] == [[(ANN, b"1")], [(BOB, b"2")]]
    assert len([*release.due(1.0)]) == 2
    assert not [*release.settled]
