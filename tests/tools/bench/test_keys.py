"""Typing and a day of play: how what was measured is told."""

from __future__ import annotations

import math

from tools.bench.day import Weighed, stages
from tools.bench.keys import Part, Typed, report, strokes
from tools.bench.process import Usage
from tools.bench.terminal import Echo


def test_what_is_typed_is_taken_back_again() -> None:
    keys = strokes()
    line = ""
    for _ in range(100):
        key, typed = next(keys)
        line = line + key if key.isprintable() else ""
        assert typed == line


def test_memory_is_looked_at_first_when_all_is_full() -> None:
    assert stages(120_000) == (20_000, 50_000, 50_000)
    assert stages(9) == (3, 3, 3)


def usage(waited: float) -> Usage:
    return Usage(seconds=1.0, generator=0.01, server=0.08, waited=waited)


def part(pace: int, *ms: float, keys: int | None = None) -> Part:
    echoes = [Echo(each / 1000, each / 2000) for each in ms]
    return Part(pace, len(ms) if keys is None else keys, echoes, [usage(0.0), usage(0.1)])


def weighed(*mb: float) -> Weighed:
    first, middle, last = (round(each * 1e6 / 1024) for each in mb)
    return Weighed(
        lines=120_000, events=135_000, resident_kib=(first, middle, last), us_an_event=130.4
    )


def test_the_report_tells_figures_ratios_and_goals() -> None:
    """And stays within a screen."""
    small = Typed((80, 24), part(2000, 2.0, 4.0, 12.0), part(0, 1.0, 2.0, 6.0))
    wide = Typed((120, 40), part(2000, 2.0, 4.0, 31.0), part(0, 1.0, 2.0, 6.0))
    lines = list(report([small, wide], {"one": weighed(50, 51, 50.5), "two": weighed(50, 54, 55)}))
    assert lines[1] == (
        "80x24, 2,000 lines/min        3    4.0   12.0   12.0     6.0      8%         5%"
    )
    assert lines[3].split() == ["ratio", "2.00", "2.00", "2.00"]
    assert "one                           50.0     51.0     50.5      1.0       130" in lines
    assert lines[-4:] == [
        "p99, 80x24                  12.0 ms, under 30: reached; alone 6.0: reached",
        "p99, 120x40                 31.0 ms, under 30: MISSED; alone 15.5: reached",
        "growth, one                  1.0 MB, under 4: reached",
        "growth, two                  5.0 MB, under 4: MISSED",
    ]
    assert max(map(len, lines)) < 80


def test_a_key_that_is_never_seen_is_not_left_out() -> None:
    lost = part(2000, 1.0, 2.0, keys=3)
    assert lost.ms(0.5) == 2.0
    assert lost.ms(0.99) == lost.alone_ms == math.inf
