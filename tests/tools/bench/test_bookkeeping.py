"""The bench's own bookkeeping: percentiles, the schedule of an open loop, its latencies."""

from __future__ import annotations

import math
import os
import select
import socket
import time
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.bench.floor import Floor, Member, Stalled, Table
from tools.bench.memory import Memory
from tools.bench.probe import Prompt, choose
from tools.bench.report import a_table, each
from tools.bench.stats import Schedule, percentile
from tools.bench.talk import OpenTalk


@pytest.mark.parametrize(
    ("share", "value"), [(0.01, 1), (0.5, 50), (0.501, 51), (0.99, 99), (0.991, 100), (1.0, 100)]
)
def test_percentile_is_the_nearest_rank(share: float, value: int) -> None:
    assert percentile(range(1, 101), share) == value


def test_percentile_of_one_value_is_that_value_and_of_none_is_nan() -> None:
    assert percentile([7.0], 0.01) == percentile([7.0], 1.0) == 7.0
    assert math.isnan(percentile([], 0.5))


@given(st.lists(st.integers(), min_size=1), st.floats(0.01, 1.0))
def test_percentile_is_the_least_value_that_covers_the_share(
    values: list[int], share: float
) -> None:
    ordered = sorted(values)
    found = percentile(ordered, share)
    assert sum(value <= found for value in ordered) >= share * len(ordered) - 1e-6
    assert sum(value < found for value in ordered) < share * len(ordered)


def test_schedule_keeps_its_rate_however_late_it_is_asked() -> None:
    schedule = Schedule(start=10.0, rate=4.0, count=6)
    assert [schedule.due(number) for number in range(3)] == [10.0, 10.25, 10.5]
    assert schedule.wait(2, now=10.0) == 0.5
    assert schedule.wait(2, now=99.0) == 0.0
    assert schedule.due(5) == 11.25


def test_schedule_waits_for_nothing_after_its_last_move() -> None:
    assert Schedule(start=10.0, rate=4.0, count=6).wait(6, now=0.0) == 0.0


def test_open_loop_counts_latency_from_the_moment_a_line_was_due() -> None:
    """A load that begins a second late reports a second, and leaves out what was to warm up."""
    pairs = [socket.socketpair() for _ in range(4)]
    for _ours, theirs in pairs:
        theirs.send(b"".join(b"1: well, I pass ~%08d\n" % number for number in range(4)))
    floor = Floor(select.epoll(), [[ours.fileno() for ours, _theirs in pairs]])
    a_second_ago = time.perf_counter() - 1.0  # noqa: TID251 - the loop's own clock
    schedule = Schedule(a_second_ago, rate=1000.0, count=4)
    result = OpenTalk(floor, "bare", schedule, warm=1).run(server=os.getpid())
    assert (result.moves, result.lost) == (3, 0)
    assert 990 < result.p50_ms <= result.max_ms
    said = [theirs.recv(100) for _ours, theirs in pairs]
    assert said == [b"well, I pass ~%08d\n" % number for number in range(4)]
    for pair in pairs:
        for end in pair:
            end.close()
    floor.epoll.close()


def test_half_a_line_is_kept_until_its_end_comes() -> None:
    member = Member(Table((0,)), 0)
    assert member.whole(b"one\ntw") == b"one\n"
    assert member.whole(b"o") == b""
    assert member.whole(b"\n") == b"two\n"
    with pytest.raises(Stalled):
        member.whole(b"")


def test_a_move_is_chosen_from_the_prompt_alone_and_never_guesses_a_word() -> None:
    prompt = msgspec.convert(
        {
            "prompt": 3,
            "moves": [
                {"verb": "guess", "args": [{"type": "text", "examples": ["zebra"]}]},
                {
                    "verb": "ask",
                    "args": [
                        {"type": "seat", "choices": ["bob", "cy"]},
                        {"type": "choice", "choices": ["E", "."]},
                    ],
                },
            ],
        },
        Prompt,
    )
    rng = Random(5)
    chosen = {choose(prompt, rng) for _ in range(50)}
    assert chosen == {"ask bob e", "ask bob .", "ask cy e", "ask cy ."}


def test_memory_of_a_table_leaves_out_the_connections_and_the_first_table() -> None:
    lobby = Memory(count=40, stages=[1000, 1400])
    played = Memory(count=11, stages=[1010, 1500, 1610])
    assert each(lobby) == 10.0
    assert a_table(lobby, played, 1) == 9.0
    assert a_table(lobby, played, 2) == 20.0
