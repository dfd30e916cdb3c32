"""Whatever a worker was doing when it died: what it promised is whole, and nothing else is."""

from __future__ import annotations

import mmap
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.keeper.layout import (
    DROPPED,
    FINISHING,
    LOG_BYTES,
    SIZE,
    SLOT_BYTES,
    SLOTS,
    SLOTS_FROM,
)
from parlour.keeper.notes import (
    CARD_MOST,
    FLAG_BITS,
    NO_KEY,
    RING_BYTES,
    Counters,
    Found,
    Full,
    Item,
    Key,
    Log,
    Notes,
    packed,
    recover,
)


class Death(Exception):
    """The worker is killed right before it would have written something."""


class Stores:
    """Memory that counts what is stored in it, and in which a process may die."""

    def __init__(self, memory: memoryview, worker: Worker) -> None:
        self._memory = memory
        self._worker = worker

    def __getitem__(self, at: int | slice) -> object:
        return self._memory[at]

    def __setitem__(self, at: int | slice, value: object) -> None:
        self._worker.step()
        self._memory[at] = value  # type: ignore[call-overload]


@dataclass
class Worker:
    """Writes notes, and dies when it has made so many steps."""

    steps_left: int
    notes: Notes = field(init=False)

    def step(self) -> None:
        if self.steps_left == 0:
            raise Death
        self.steps_left -= 1


@contextmanager
def memory() -> Generator[Notes]:
    """The shared memory as the keeper makes it."""
    with mmap.mmap(-1, SIZE) as shared:
        view = memoryview(shared)
        notes = Notes(view)
        yield notes
        notes.words.release()
        view.release()


def nobody_asks(key: Key) -> bool:
    raise AssertionError(f"no commit {key} is in doubt")


def found(
    notes: Notes, slot: int, *, read: int = 0, written: int = 0, kept: bool | None = None
) -> Found:
    """What a successor finds in *slot*. *kept*: what the store says of the commit in doubt."""

    def asks(key: Key) -> bool:
        return nobody_asks(key) if kept is None else kept

    (one,) = recover(notes, {slot: Counters(read, written)}, asks)
    return one


# --- one connection -------------------------------------------------------------------------


def test_a_new_connection_has_nothing() -> None:
    with memory() as notes:
        notes.claim(SLOTS - 1)
        one = found(notes, SLOTS - 1)
        assert (one.card, one.mark, one.unsent, one.unread) == (b"", 0, b"", b"")
        assert one.sound
        assert not one.ends


def test_what_was_promised_leaves_from_where_the_kernel_took_it() -> None:
    with memory() as notes:
        notes.claim(3)
        items = [Item(3, 1, 0, b"Your name?\n"), Item(3, 1, 11, b"Hello, ann.\n")]
        Log(notes).promise(packed(items))
        assert [found(notes, 3, written=n).unsent for n in (0, 4, 11, 12, 23)] == [
            b"Your name?\nHello, ann.\n",
            b" name?\nHello, ann.\n",
            b"Hello, ann.\n",
            b"ello, ann.\n",
            b"",
        ]


@pytest.mark.parametrize("kept", [True, False])
def test_what_was_pledged_counts_if_the_commit_is_kept(kept: bool) -> None:
    with memory() as notes:
        notes.claim(0)
        log = Log(notes)
        log.promise(packed([Item(0, 1, 0, b"a\n", mark=1 << FLAG_BITS, card=b"one")]))
        log.pledge((7, 8), packed([Item(0, 1, 2, b"b\n", 2 << FLAG_BITS, b"two", ends=True)]))
        one = found(notes, 0, read=2, kept=kept)
        assert (one.unsent, one.mark >> FLAG_BITS, one.card, one.ends) == (
            (b"a\nb\n", 2, b"two", True) if kept else (b"a\n", 1, b"one", False)
        )


def test_nobody_asks_for_a_confirmed_commit() -> None:
    with memory() as notes:
        notes.claim(0)
        log = Log(notes)
        log.pledge((7, 8), packed([Item(0, 1, 0, b"b\n")]))
        log.confirm()
        assert found(notes, 0).unsent == b"b\n"


def test_what_is_said_at_once_leaves_before_what_waits_for_its_commit() -> None:
    """The house waits for its store, and says so to somebody whose answer waits for it."""
    with memory() as notes:
        notes.claim(0)
        log = Log(notes)
        log.pledge((7, 8), packed([Item(0, 1, 0, b"ok\n")]))
        log.promise(packed([Item(0, 1, 0, b"The disk is full.\n")]))
        assert found(notes, 0, kept=True).unsent == b"The disk is full.\nok\n"
        assert found(notes, 0, kept=False).unsent == b"The disk is full.\n"
        assert found(notes, 0, written=18, kept=True).unsent == b"ok\n"


def test_a_slot_is_used_again() -> None:
    """What was promised to the one who had it before is not sent to the next one."""
    with memory() as notes:
        notes.claim(0)
        Log(notes).promise(packed([Item(0, notes.serial(0), 0, b"Your word is lantern.\n")]))
        notes.free(0)
        notes.claim(0)
        assert found(notes, 0).unsent == b""


def test_cards_of_every_size_replace_each_other() -> None:
    with memory() as notes:
        notes.claim(1)
        for size in (10, 11, CARD_MOST, CARD_MOST - 1, 0, 2_016, 2_017, 3, 2_500):
            card = bytes([size % 251]) * size
            notes.set_card(1, card)
            assert found(notes, 1).card == card


@pytest.mark.parametrize("first", [0, 1, RING_BYTES - 3, RING_BYTES, 5 * RING_BYTES - 1])
def test_what_was_read_is_read_again(first: int) -> None:
    with memory() as notes:
        notes.claim(1)
        said = b"b7\nc8\n"
        for place, byte in enumerate(said, first):
            notes.ring(1)[place % RING_BYTES] = byte
        notes.set_mark(1, first << FLAG_BITS)
        assert found(notes, 1, read=first + len(said)).unread == said
        notes.set_mark(1, first + 3 << FLAG_BITS)
        assert found(notes, 1, read=first + len(said)).unread == b"c8\n"


def test_a_whole_ring_is_read_again() -> None:
    with memory() as notes:
        notes.claim(1)
        notes.ring(1)[:] = bytes(range(256)) * (RING_BYTES // 256)
        assert found(notes, 1, read=RING_BYTES).unread == bytes(notes.ring(1))


def test_what_contradicts_the_kernel_is_not_sound() -> None:
    with memory() as notes:
        for slot in range(4):
            notes.claim(slot)
        Log(notes).promise(packed([Item(0, 1, 10, b"x")]))
        assert not found(notes, 0, written=3).sound  # some bytes before are missing
        assert not found(notes, 1, read=RING_BYTES + 1).sound
        notes.set_mark(2, 5 << FLAG_BITS)
        assert not found(notes, 2, read=4).sound
        notes.set_state(3, DROPPED)
        assert not found(notes, 3).sound


def test_a_connection_that_finishes_is_to_be_closed() -> None:
    with memory() as notes:
        notes.claim(0)
        notes.set_state(0, FINISHING)
        assert found(notes, 0).ends


# --- the log as a whole ---------------------------------------------------------------------


def test_the_log_begins_again_with_what_has_not_left() -> None:
    with memory() as notes:
        notes.claim(0)
        notes.claim(1)
        log = Log(notes)
        for _round in range(5):
            log.promise(packed([Item(0, 1, 0, b"a" * 1_000)]))
            used = log.used
            again = packed([Item(0, 1, 990, b"a" * 10)]), packed([Item(1, 1, 0, b"b\n")])
            log.begin_again(again[0], ((7, 8), again[1]))
            assert log.used < used
            assert found(notes, 0, written=995, kept=False).unsent == b"aaaaa"
            assert found(notes, 1, kept=True).unsent == b"b\n"
            log.confirm()
            log.begin_again(b"", (NO_KEY, b""))
            assert found(notes, 1).unsent == b""


def test_a_log_that_is_full_keeps_what_it_has() -> None:
    with memory() as notes:
        notes.claim(0)
        log = Log(notes)
        log.promise(packed([Item(0, 1, 0, b"first\n")]))
        large = [Item(0, 1, 6, bytes(LOG_BYTES))]
        with pytest.raises(Full):
            log.promise(packed(large))
        with pytest.raises(Full):
            log.begin_again(packed(large), (NO_KEY, b""))
        log.promise(packed([Item(0, 1, 6, b"second\n")]))
        assert found(notes, 0).unsent == b"first\nsecond\n"


def test_a_closed_connection_leaves_nothing_in_its_slot() -> None:
    """A password that was typed must not wait there for the next connection."""
    with memory() as notes:
        notes.claim(0)
        notes.claim(1)
        for slot in (0, 1):
            notes.ring(slot)[:] = b"r" * RING_BYTES
            for card in (b"a" * 100, b"b" * CARD_MOST, b"c" * CARD_MOST, b"d" * 2_016):
                notes.set_card(slot, card)
        notes.free(0)
        at = SLOTS_FROM
        assert not any(notes.bytes[at + 64 : at + SLOT_BYTES])
        assert notes.serial(0) == 1, "the log may still speak of it"
        assert found(notes, 1).card == b"d" * 2_016
        assert bytes(notes.ring(1)) == b"r" * RING_BYTES


# --- a death at any moment ------------------------------------------------------------------


@dataclass
class Peer:
    """A connection as the kernel and its peer know it."""

    slot: int
    promised: bytes = b""
    taken: int = 0


Act = Callable[["Life"], None]


class Life:
    """A worker's life: promises, pledges and commits, and what the kernel takes of them."""

    def __init__(self, notes: Notes, steps: int) -> None:
        self.worker = Worker(steps)
        self.notes = notes
        self.peers = [Peer(slot) for slot in range(3)]
        self.stored = 0
        """The number of the last commit that is kept."""
        for peer in self.peers:
            notes.claim(peer.slot)
        dying = Notes(notes.bytes)
        dying.words = Stores(notes.words, self.worker)  # type: ignore[assignment]
        dying.bytes = Dying(notes.bytes, self.worker)  # type: ignore[assignment]
        self.dying = dying
        self.log = Log(dying)

    def item(self, slot: int, data: bytes) -> Item:
        peer = self.peers[slot]
        return Item(slot, 1, len(peer.promised), data)


class Dying(Stores):
    """The same for bytes, which a death may also leave half written."""

    def __setitem__(self, at: int | slice, value: object) -> None:
        assert isinstance(at, slice)
        assert isinstance(value, bytes)
        if self._worker.steps_left == 0:
            half = len(value) // 2
            self._memory[at.start : at.start + half] = value[:half]
        super().__setitem__(at, value)

    def __len__(self) -> int:
        return len(self._memory)


def promises(life: Life, slot: int, data: bytes) -> None:
    """Something leaves at once, and the kernel takes some of it."""
    peer = life.peers[slot]
    life.log.promise(packed([life.item(slot, data)]))
    peer.promised += data
    life.worker.step()
    peer.taken += len(peer.promised[peer.taken :]) // 2


def commits(life: Life, slot: int, data: bytes) -> None:
    """Something leaves when it is stored."""
    peer = life.peers[slot]
    number = life.stored + 1
    items = [life.item(slot, data), Item(slot, 1, 0, b"", number << 4)]
    life.log.pledge((0, number), packed(items))
    life.worker.step()
    life.stored = number
    peer.promised += data
    life.log.confirm()
    life.worker.step()
    peer.taken = len(peer.promised)
    life.dying.set_mark(slot, number << 4)


def begins_again(life: Life, _slot: int, _data: bytes) -> None:
    """The log drops what has left."""
    rest = [
        Item(peer.slot, 1, peer.taken, peer.promised[peer.taken :])
        for peer in life.peers
        if peer.taken < len(peer.promised)
    ]
    life.log.begin_again(packed(rest), (NO_KEY, b""))


acts = st.tuples(
    st.sampled_from([promises, commits, begins_again]),
    st.integers(0, 2),
    st.binary(min_size=1, max_size=40),
)


@given(st.lists(acts, max_size=12), st.integers(0, 60))
def test_after_a_death_all_that_was_promised_is_found_and_nothing_else(
    played: Sequence[tuple[Callable[[Life, int, bytes], None], int, bytes]], steps: int
) -> None:
    with memory() as notes:
        life = Life(notes, steps)
        at = None
        with suppress(Death):
            for at in played:
                at[0](life, at[1], at[2])
        counters = {peer.slot: Counters(life.stored, peer.taken) for peer in life.peers}
        asked = list[Key]()

        def kept(key: Key) -> bool:
            asked.append(key)
            return key[1] <= life.stored

        for peer, one in zip(life.peers, recover(notes, counters, kept), strict=True):
            sent = peer.promised[: peer.taken] + one.unsent
            assert one.sound
            # What was being noted when it died may count already: then all of it.
            more = sent[len(peer.promised) :]
            assert sent.startswith(peer.promised)
            assert more in (b"", at[2] if at and at[0] is promises else b"")
        assert len(asked) <= 1
