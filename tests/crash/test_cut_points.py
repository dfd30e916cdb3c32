"""Every event of a game, cut off in the middle of its line: with the host restarted, too."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from parlour.core.effects import Received
from parlour.store.sqlite import open_store
from parlour_kit.host import Client as Line
from tests.crash.check import COMING_AND_GOING, Reference, game_is_whole
from tests.crash.client import Client
from tests.crash.memory import LuckyHost, open_host, play
from tests.crash.party import Guest, guests
from tests.crash.person import ASIDE
from tests.crash.rule import Rule, short
from tests.sizes import sized

pytestmark = pytest.mark.sweep

SEED = "1"
OF_A_NAME = sized(3, 1_000)
"""Events of each name at which a line is cut."""


class Frayed:
    """A guest whose line is cut in the middle of the next event of the game that they have not
    read yet.
    """

    def __init__(self, host: LuckyHost, guest: Guest) -> None:
        self.guest = guest
        self._host = host
        self._line: Line | None = None
        self.cut = False
        """It is cut: they have read half of a line, and read no more."""
        self._known: set[bytes] = set()
        """Events at which they were cut off before: the next time they read them."""
        self.cuts = Counter[str]()
        """How often they were cut off at an event of each name."""

    def connect(self) -> None:
        self._line = self._host.connect()
        self.guest.connect()
        self.cut = False

    def talk(self) -> bool:
        """Read what there is, up to where the line is cut, and answer; False: there is nothing."""
        line = self._line
        assert line is not None, "he has come in"
        data, line.data = line.data, b""
        line.read = 0
        for part in data.splitlines(keepends=True):
            if self.cut:
                break
            self.cut = self._is_new(part)
            self.guest.feed(part[: len(part) // 2] if self.cut else part)
        out = self.guest.take()
        if out and not self.cut:
            self._host.tick([Received(line.conn, out)])
        return bool(data or (out and not self.cut))

    def _is_new(self, line: bytes) -> bool:
        """Is it an event of the game at which they are to be cut off, and were not yet?"""
        mark, _, event = line.partition(b" ")
        _, _, event = event.partition(b" ")
        name = event.split(b" ")[0].decode()
        if mark != b"*" or name in COMING_AND_GOING or event in self._known:
            return False
        self._known.add(event)
        self.cuts[name] += 1
        return self.cuts[name] <= OF_A_NAME


def play_frayed(host: LuckyHost, four: Sequence[Guest]) -> tuple[int, int]:
    """A whole game; whenever nobody reads any more the host is restarted. How often it was, and
    how often the one was cut off who was cut off most.
    """
    lines = [Frayed(host, guest) for guest in four]
    present = lines[:1]
    restarts = 0
    while not all(guest.finished for guest in four):
        for frayed in present:
            frayed.guest.party_table = four[0].table
            frayed.connect()
        while any([frayed.talk() for frayed in present]):  # noqa: C419 - all of them talk
            if len(present) < len(lines) and present[-1].guest.table:
                new = lines[len(present)]
                new.guest.party_table = four[0].table
                new.connect()
                present.append(new)
        host.restart()
        restarts += 1
    return restarts, max(sum(min(n, OF_A_NAME) for n in line.cuts.values()) for line in lines)


@pytest.fixture(scope="module")
def rule() -> Rule:
    """A short game, with a person in it."""
    return short(SEED)


@pytest.fixture(scope="module")
def meant(rule: Rule) -> Reference:
    """The game as nobody disturbs it."""
    four = guests(0, rule)
    host = open_host(SEED)
    play(host, four)
    return Reference.of(host, four)


def test_cut_off_at_event_after_event_and_the_host_restarted_each_time_a_game_is_the_same(
    tmp_path: Path, rule: Rule, meant: Reference
) -> None:
    """All four lines are cut at each of their events, or at the first ones of each name, so the
    host is restarted that often.
    """
    store = open_store(tmp_path / "data")
    four = guests(0, rule)
    host = open_host(SEED, store)
    restarts, most = play_frayed(host, four)
    game_is_whole(host, four, meant)
    told = max((told.events for told in meant.tales if told is not None), key=len)
    names = Counter(name for name, _ in told)
    assert most >= sum(min(n, OF_A_NAME) for n in names.values()), "not cut off somewhere"
    assert restarts >= most
    store.close()


@pytest.mark.parametrize("voice", ["program", "person"])
def test_after_a_restart_each_cut_point_leads_to_the_rest_of_the_transcript(
    tmp_path: Path, rule: Rule, voice: str
) -> None:
    """The rest as a program was told it, or as a person reads the same, and besides what Enter
    stands for.
    """
    store = open_store(tmp_path / "data")
    four = guests(0, rule)
    host = open_host(SEED, store)
    play(host, four)
    host.restart()
    for guest in four:
        if isinstance(guest, Client) and "text" in guest.hello:
            _from_every_cut_point(host, guest, voice)
    store.close()


def _from_every_cut_point(host: LuckyHost, client: Client, voice: str) -> None:
    sent = [
        f"* {number} {heard.name} {heard.body.decode()}"
        for number, heard in enumerate(client.stream, 1)
    ]
    said: list[list[str]] = [json.loads(heard.body)["text"] for heard in client.stream]
    for cut in _cut_points([heard.name for heard in client.stream]):
        line = host.connect()
        if voice == "program":
            line.send(client.hello)
            _, *lines = line.send(f"resume {client.token} {cut}")
            rest = sent[cut:]
        else:
            line.take()
            read = line.send(f"resume {client.token} {cut}")
            lines = [ASIDE.sub("", said) for said in read]
            rest = [text for texts in said[cut:] for text in texts]
        assert lines[: len(rest)] == rest
        line.lose()


def _cut_points(names: Sequence[str]) -> Iterable[int]:
    """Every point between two events, or one for each pair of names before and behind it."""
    every = range(len(names))
    pairs = {(names[cut - 1] if cut else "", names[cut]): cut for cut in every}
    return sized(sorted(pairs.values()), every)
