"""`python -m tools.bench.buzzer`: everybody writes in the last seconds of a round of Boggle.

Two hundred players sit at ten tables of one host. Time is up at all tables at the same moment.
Each player writes 50 words in the last 10 seconds, one to three on a line, spread at random, and
two more lines after time. The host runs as people run it, in turn with its journal on this disk
and with --ephemeral. The bench measures, on the client's side:

answer     from the moment when a line was due to the answer that it is on the list
after      the same for lines after time, which the host gets while it reads out all lists
10 s left  how late the players hear that call
read out   how long after time each player has every list of their table, to the last line
cpu s/l    use of the host's core, and of the load's core, in per cent

The bench also checks that

* each line was answered once,
* each line that the kernel had before time is on the list, and no later line is (the bench knows
  the end of each table to about a millisecond; it counts nearer lines but does not judge them),
* all players at a table read the same lists,
* those lists are, word for word, what the host had acknowledged.

With `--kills N` the worker of a guarded host is killed N times while they write. The clocks stop
meanwhile, so the bench asks each time when the time is up.

It exits with 0 if all that is right, whatever the figures are. The load is one process on the
last core of the machine; the host has the first.
"""

from __future__ import annotations

import argparse
import gc
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Any

import msgspec

from tools.bench.archive import place
from tools.bench.floor import Stalled
from tools.bench.plan import DISTURBED
from tools.bench.process import Usage, cores, pin, raise_open_files, worker_of
from tools.bench.seating import SetupFailed
from tools.bench.servers import Kind, ServerFailed, running
from tools.bench.stats import percentile
from tools.bench.writers import Kills, Line, Played, Player, Size, Table, play

MOST_P99_MS = 100.0
"""The goal."""
KINDS: tuple[tuple[str, Kind], ...] = (("with the journal", "durable"), ("--ephemeral", "parlour"))
KILLED: tuple[tuple[str, Kind], ...] = (("guarded, killed", "durable"),)


@dataclass(frozen=True)
class Figures:
    """What was measured in one round, in milliseconds, and what was wrong."""

    lines: int
    answers: Sequence[float]
    """In ascending order, as all of these."""
    after: Sequence[float]
    called: Sequence[float]
    read: Sequence[float]
    unclear: int
    """Lines sent so close to the end that either verdict is right."""
    usage: Usage
    wrong: Sequence[str]


def main(arguments: Sequence[str]) -> int:
    """Run it; 0 if nothing was wrong."""
    options = parser().parse_args(arguments)
    size = Size(
        tables=options.tables,
        players=options.players,
        words=options.words,
        seconds=options.seconds,
        window_s=min(options.window, options.seconds - 1.5),
    )
    raise_open_files()
    server_core, load_core = cores()
    pin(0, load_core)
    gc.disable()  # a pause of the load would look like the host's
    kinds = KILLED if options.kills else KINDS
    found: dict[str, list[Figures]] = {name: [] for name, _kind in kinds}
    try:
        for number in range(options.rounds):
            for name, kind in kinds:
                found[name].append(one(kind, size, Random(number), server_core, options.kills))
    except (SetupFailed, Stalled, ServerFailed, OSError) as error:
        print("\n".join((f"Stopped: {error}", *getattr(error, "__notes__", ()))), file=sys.stderr)
        return 1
    for line in report(found, size):
        print(line)
    return int(any(figures.wrong for each in found.values() for figures in each))


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(
        prog="python -m tools.bench.buzzer", description="See tools/bench/buzzer.py."
    )
    made.add_argument("--tables", type=int, default=10, metavar="N", help="how many (10)")
    made.add_argument("--players", type=int, default=20, metavar="N", help="at each, to 20 (20)")
    made.add_argument("--words", type=int, default=50, metavar="N", help="of each player (50)")
    made.add_argument("--seconds", type=int, default=20, metavar="S", help="of a round (20)")
    made.add_argument(
        "--window", type=float, default=10.0, metavar="S", help="to write in, at the end (10)"
    )
    made.add_argument("--rounds", type=int, default=3, metavar="N", help="hosts of each kind (3)")
    made.add_argument("--kills", type=int, default=0, metavar="N", help="in each round (0)")
    return made


def one(kind: Kind, size: Size, rng: Random, core: int | None, deaths: int) -> Figures:
    """A round on a fresh host, whose worker dies so often."""
    with place() as folder:
        data = folder if kind == "durable" else None
        with running(kind, core, data) as server:
            kills = Kills(deaths, size, rng, lambda: kill_worker(server.main)) if deaths else None
            meter = server.main if deaths else server.pid
            return figures_of(play(server.port, meter, size, rng, kills))


def kill_worker(main: int) -> None:
    """Kill the process that serves below a keeper. Raises ServerFailed if there is none."""
    if (worker := worker_of(main)) == main:
        raise ServerFailed("the host is not guarded")
    os.kill(worker, signal.SIGKILL)


# --- what was measured ---------------------------------------------------------------------


def figures_of(played: Played) -> Figures:
    """Latencies, and everything that was wrong."""
    answers: list[float] = []
    after: list[float] = []
    unclear = 0
    for player in played.players:
        for number, line in enumerate(player.lines, 1):
            took = 1000 * (line.answered - line.due)
            (answers if line.accepted else after).append(took)
            unclear += is_unclear(player.table, line, player.lines[number:])
    ends = [(p, (p.table.earliest + p.table.latest) / 2) for p in played.players]
    return Figures(
        lines=len(answers) + len(after),
        answers=sorted(answers),
        after=sorted(after),
        called=sorted(1000 * (p.called - (end - 10)) for p, end in ends if p.called),
        read=sorted(1000 * (p.over - end) for p, end in ends),
        unclear=unclear,
        usage=played.usage,
        wrong=tuple(wrong(played)),
    )


def is_unclear(table: Table, line: Line, later: Sequence[Line]) -> bool:
    """Return whether a client cannot tell if the line came in time.

    It was sent too close to the end. Or the same player sent one of the *later* lines after time,
    before the host had read the first: the kernel says only when the last of them arrived.
    """
    if line.before > table.latest:
        return False
    together = [line, *(other for other in later if other.before < line.answered)]
    return any(other.after >= table.earliest for other in together)


def wrong(played: Played) -> Iterator[str]:
    """Everything that should not have happened, a line each."""
    for player in played.players:
        yield from misjudged(player)
    for number, table in enumerate(played.tables, 1):
        heard = [for_all(player.said) for player in table.players]
        if any(other != heard[0] for other in heard):
            yield f"table {number}: the players did not all read the same"
        read = [event["data"] for name, event in heard[0] if name == "boggle.read"]
        lists = {each["seat"]: words_of(each) for each in read}
        for seat, player in enumerate(table.players, 1):
            acknowledged = [word for line in player.lines if line.accepted for word in line.words]
            if sorted(lists.get(seat, ())) != sorted(acknowledged):
                yield f"table {number}, seat {seat}: the list read out is not the one acknowledged"


def misjudged(player: Player) -> Iterator[str]:
    """Lines that were judged against the time of their arrival."""
    table = player.table
    for number, line in enumerate(player.lines, 1):
        if not line.answered:
            yield f"{line.words} was not answered"
        elif is_unclear(table, line, player.lines[number:]):
            continue
        elif line.accepted and line.before > table.latest:
            late = 1000 * (line.before - table.latest)
            yield f"{line.words}, sent {late:.1f} ms after time, is on the list"
        elif not line.accepted and line.after < table.earliest:
            early = 1000 * (table.earliest - line.after)
            yield f"{line.words}, sent {early:.1f} ms before time, is not on the list"


def for_all(said: Sequence[bytes]) -> list[tuple[str, Any]]:
    """The events that all players hear alike: no prompts, and nothing about a list in the making.

    The players ask for no `text`, which says "you" to one and a name to the others.
    """
    events = (line.decode().partition(" ") for line in said)
    return [
        (name, msgspec.json.decode(body))
        for name, _, body in events
        if name not in {"prompt", "unprompt", "boggle.noted"}
    ]


def words_of(read: Any) -> list[str]:
    """The words of a list that was read out, without those that came too late for it."""
    groups = [group["words"] for group in read["groups"] if group["verdict"] != "late"]
    return [word for words in groups for word in words]


# --- the report ------------------------------------------------------------------------------


def report(found: dict[str, list[Figures]], size: Size) -> Iterator[str]:
    """The table and the goal. p50 and p99 are medians of the rounds; max is over all of them."""
    rounds = len(next(iter(found.values())))
    first = next(iter(found.values()))[0]
    yield (
        f"{size.tables} tables of {size.players}, {size.words} words each in the last"
        f" {size.window_s:g} s: {first.lines} lines"
    )
    yield f"rounds: {rounds}, each on a fresh host; host and load have a core each"
    yield ""
    yield f"{'ms':<17}{'answer':>14}{'after':>18}{'10 s left':>12}{'read out':>10}{'cpu s/l':>8}"
    yield f"{'':<17}{'p50':>7}{'p99':>7}{'max':>7}{'p99':>7}{'max':>7}{'max':>9}{'max':>10}"
    for name, each in found.items():
        cores_used = "/".join(
            f"{100 * median(used):.0f}"
            for used in ([f.usage.server for f in each], [f.usage.generator for f in each])
        )
        yield (
            f"{name:<17}{mid(each, 'answers', 0.5):>7.1f}{mid(each, 'answers', 0.99):>7.1f}"
            f"{most(each, 'answers'):>7.0f}{mid(each, 'after', 0.99):>7.0f}"
            f"{most(each, 'after'):>7.0f}{most(each, 'called'):>9.0f}{most(each, 'read'):>10.0f}"
            f"{cores_used:>8}"
        )
    disturbed = sum(f.usage.waited > DISTURBED for each in found.values() for f in each)
    if disturbed:
        yield f"disturbed by other work on the machine: {disturbed} rounds"
    yield ""
    slowest = max(mid(each, "answers", 0.99) for each in found.values())
    yield (
        f"p99 of an answer     {slowest:>8.1f} ms, at most {MOST_P99_MS:g}:"
        f" {'met' if slowest <= MOST_P99_MS else 'NOT MET'}"
        f" ({slowest / MOST_P99_MS:.2f} of the goal)"
    )
    every = [figures for each in found.values() for figures in each]
    problems = [problem for figures in every for problem in figures.wrong]
    lines, unclear = sum(f.lines for f in every), sum(f.unclear for f in every)
    yield (
        f"judged by arrival    {lines - unclear} lines, {unclear} too close to the end to tell;"
        f" wrong: {len(problems)}"
    )
    yield from problems[:10]


def mid(each: Sequence[Figures], name: str, share: float) -> float:
    """The median of a percentile over the rounds."""
    return median(percentile(getattr(figures, name), share) for figures in each)


def most(each: Sequence[Figures], name: str) -> float:
    """The greatest of all rounds."""
    return max((getattr(f, name)[-1] for f in each if getattr(f, name)), default=float("nan"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
