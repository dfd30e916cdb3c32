"""The outcome as plain tables, at most 79 columns wide, with the goals beside them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import median

import msgspec

from tools.bench.memory import Memory
from tools.bench.people import Cycles
from tools.bench.plan import (
    BEFORE,
    CONTESTANTS,
    DISTURBED,
    JOURNAL,
    Journal,
    Outcome,
    Race,
    Rest,
    Sizes,
)

LIMITING = 0.95
"""From this share of its core on, the load generator may be what limits a closed loop."""


LEAST_ADDED_MS = 5.0
"""What the journal may add to a move, on a disk that is quicker than half of that."""


class Goal(msgspec.Struct, frozen=True):
    """A figure with the least or the most it should be; nan: it was not measured."""

    about: str
    goal: float
    here: float
    unit: str
    at_least: bool

    @property
    def met(self) -> bool | None:
        """Is it? None: not measured."""
        if math.isnan(self.here):
            return None
        return self.here >= self.goal if self.at_least else self.here <= self.goal


def report(outcome: Outcome, sizes: Sizes) -> Iterator[str]:
    """All lines."""
    if outcome.closed:
        yield from closed_loop(outcome)
        yield ""
        yield from open_loop(outcome)
        yield ""
        yield from notes(outcome)
    if outcome.cycles:
        yield from coming_and_going(outcome)
        yield ""
    for side, rest in outcome.soaks.items():
        yield from hour(side, rest)
        yield ""
    if any(name.endswith(BEFORE) for name in (*outcome.closed, *outcome.cycles, *outcome.soaks)):
        yield "*: the host of --against"
        yield ""
    if outcome.journal:
        yield from journal(outcome.journal)
        yield ""
    if outcome.startup_s or outcome.idle:
        yield from servers(outcome)
        yield ""
    if outcome.lobby and outcome.tables:
        yield from tables(outcome.lobby, outcome.tables, sizes)
        yield ""
    yield f"{'goals':<45}{'goal':>14}{'here':>11}  met"
    for goal in goals(outcome):
        sign = ">=" if goal.at_least else "<="
        met = {True: "yes", False: "NO", None: "-"}[goal.met]
        aim = f"{sign} {goal.goal:g} {goal.unit}".rstrip()
        yield f"{goal.about:<45}{aim:>14}{number(goal.here, 2):>11}  {met}"


def label(name: str) -> str:
    """Of a contestant, with a mark if it comes from the other checkout."""
    own = name.removesuffix(BEFORE)
    return CONTESTANTS[own].label + (BEFORE if own != name else "")


def coming_and_going(outcome: Outcome) -> Iterator[str]:
    """What one person waits for a table, and what a table costs, by who is here and who was."""
    yield (
        f"{'a table':<12}{'idle':>7}{'gone':>8}{'new p50 ms':>12}{'p99 ms':>8}{'max ms':>8}"
        f"{'host ms':>9}{'they came':>12}"
    )
    for side, found in outcome.cycles.items():
        for each in found:
            yield (
                f"{side:<12}{each.idle:>7,}{each.gone:>8,}{number(each.new_p50_ms, 2):>12}"
                f"{number(each.new_p99_ms, 2):>8}{number(each.new_max_ms, 1):>8}"
                f"{number(each.server_ms, 2):>9}{number(each.seconds, 1):>10} s"
            )


def hour(side: str, rest: Rest) -> Iterator[str]:
    """What is left of many guests."""
    soak = rest.soak
    mib = [f"{kib / 1024:.1f}" for kib in soak.kib]
    yield f"{side}: {soak.guests:,} guests, {soak.tables:,} tables in {soak.seconds:.0f} s"
    yield (
        f"  MiB before {mib[0]}, full {mib[1]}, all gone {mib[2]};"
        f" files {soak.files[0]}, {soak.files[1]}, {soak.files[2]}"
    )
    yield (
        f"  on the disk {rest.mib:.1f} MiB; start {median(rest.again_s):.2f} s,"
        f" fresh {median(rest.fresh_s):.2f} s"
    )


def closed_loop(outcome: Outcome) -> Iterator[str]:
    """The most each server can do.

    `us/move` is the server's processor time for a move, which other work on the
    machine spoils less than it does moves/s; `cpu s/l` is processor use in per cent,
    server/load.
    """
    yield (
        f"{'closed loop':<18}{'moves/s':>8}{'lines/s':>9}{'p50 ms':>7}{'p99 ms':>7}"
        f"{'x (a)':>7}{'x (b)':>6}{'us/move':>8}{'cpu s/l':>9}"
    )
    for name, race in outcome.closed.items():
        yield (
            f"{label(name):<18}{race.mid(lambda run: run.moves_s):>8,.0f}"
            f"{race.mid(lambda run: run.lines_s):>9,.0f}"
            f"{number(race.mid(lambda run: run.p50_ms), 1):>7}"
            f"{number(race.mid(lambda run: run.p99_ms), 1):>7}"
            f"{number(ratio(outcome, name, 'idiom'), 2):>7}"
            f"{number(ratio(outcome, name, 'selector'), 2):>6}"
            f"{race.mid(lambda run: run.server_us_a_move):>8,.0f}{cpu(race):>9}"
        )


def open_loop(outcome: Outcome) -> Iterator[str]:
    """How long moves take when the server uses half of its core."""
    yield (
        f"{'open loop':<18}{'rate':>8}{'moves/s':>9}{'p50 ms':>9}{'p99 ms':>9}"
        f"{'max ms':>9}{'lost':>8}{'cpu s/l':>9}"
    )
    for name, race in outcome.open.items():
        yield (
            f"{label(name):<18}{race.rate or 0:>8,.0f}"
            f"{race.mid(lambda run: run.moves_s):>9,.0f}"
            f"{number(race.mid(lambda run: run.p50_ms), 2):>9}"
            f"{number(race.mid(lambda run: run.p99_ms), 2):>9}"
            f"{number(race.mid(lambda run: run.max_ms), 1):>9}"
            f"{race.mid(lambda run: run.lost):>8,.0f}{cpu(race):>9}"
        )


def notes(outcome: Outcome) -> Iterator[str]:
    """What may have spoilt the figures."""
    loops = (("closed", outcome.closed), ("open", outcome.open))
    full = [
        name
        for name, race in outcome.closed.items()
        if race.mid(lambda run: run.generator_cpu) >= LIMITING
    ]
    disturbed = [
        f"{name} ({loop} loop, {100 * share:.0f} % of the time)"
        for loop, races in loops
        for name, race in races.items()
        if (share := race.mid(lambda run: run.waited)) >= DISTURBED
    ]
    if full:
        yield "The load was at its own limit; the server may be faster:"
        yield from (f"  {name}" for name in full)
    if disturbed:
        yield "Other work had one of the cores; compare us/move rather than moves/s:"
        yield from (f"  {line}" for line in disturbed)
    if full or disturbed:
        yield ""


def journal(found: Journal) -> Iterator[str]:
    """What the journal costs, and what a host does that has much to read."""
    yield (
        f"{'Probe':<18}{'moves/s':>8}{'us/move':>9}{'cpu s/l':>9}"
        f"{'open rate':>11}{'p50 ms':>8}{'p99 ms':>8}{'max ms':>8}"
    )
    for name, race in found.closed.items():
        paced = found.open[name]
        yield (
            f"{JOURNAL[name].label:<18}{race.mid(lambda run: run.moves_s):>8,.0f}"
            f"{race.mid(lambda run: run.server_us_a_move):>9,.0f}{cpu(race):>9}"
            f"{paced.rate or 0:>11,.0f}"
            f"{number(paced.mid(lambda run: run.p50_ms), 2):>8}"
            f"{number(paced.mid(lambda run: run.p99_ms), 2):>8}"
            f"{number(paced.mid(lambda run: run.max_ms), 1):>8}"
        )
    yield f"a commit on this disk: {median(found.commit_ms):.2f} ms (p50)"
    yield f"start with all tables in play: {median(found.restart_s):.2f} s"
    if archive := found.archive:
        yield (
            f"archive of {archive.games:,} games, {archive.moves:,} moves, {archive.mib:.1f} MiB:"
            f" start {median(archive.start_s):.2f} s"
        )
        yield (
            f"  history {median(archive.history_ms):.1f} ms (p50),"
            f" {max(archive.history_ms):.1f} ms at most"
        )


def servers(outcome: Outcome) -> Iterator[str]:
    """Start-up and idle connections."""
    yield f"{'server':<19}{'start s':>9}{'idle connections':>19}{'KiB before':>12}{'KiB each':>10}"
    for kind in dict.fromkeys((*outcome.startup_s, *outcome.idle)):
        memory = outcome.idle.get(kind)
        start = median(outcome.startup_s.get(kind, [math.nan]))
        count = f"{memory.count:,}" if memory else "-"
        before = f"{memory.stages[0]:,}" if memory else "-"
        yield (
            f"{kind:<19}{number(start, 2):>9}{count:>19}{before:>12}{number(each(memory), 1):>10}"
        )


def tables(lobby: Memory, played: Memory, sizes: Sizes) -> Iterator[str]:
    """Tables in play, without what their connections and the first table cost."""
    for about, stage in (
        ("all words hidden", 1),
        (f"{sizes.memory_moves} moves later", 2),
    ):
        yield (
            f"{played.count:,} tables of Probe, {about}: "
            f"{a_table(lobby, played, stage):.1f} KiB each"
        )


def goals(outcome: Outcome) -> list[Goal]:
    """The goals that were set for Parlour, in the order in which they were set."""
    in_play = math.nan
    if outcome.lobby and outcome.tables:
        in_play = a_table(outcome.lobby, outcome.tables, 2)
    start = median(outcome.startup_s.get("parlour", [math.nan]))
    return [
        Goal("talk, moves/s against (a)", 2.5, ratio(outcome, "talk", "idiom"), "x", True),
        Goal("Probe, moves/s against (a)", 0.5, ratio(outcome, "probe", "idiom"), "x", True),
        Goal("talk, open loop, p99", 10, p99(outcome.open.get("talk")), "ms", False),
        Goal("Probe, open loop, p99", 10, p99(outcome.open.get("probe")), "ms", False),
        Goal("memory of an idle connection", 8, each(outcome.idle.get("parlour")), "KiB", False),
        Goal("memory of a Probe table in play", 40, in_play, "KiB", False),
        Goal("from start to first answer", 0.6, start, "s", False),
        *journal_goals(outcome.journal or Journal()),
        *people_goals(outcome),
    ]


def people_goals(outcome: Outcome) -> list[Goal]:
    """What was set for people who come and go."""
    nothing: list[Cycles] = []
    found = outcome.cycles.get("parlour", nothing)
    gone = [each.new_p50_ms for each in found if each.gone]
    empty = [each.server_ms for each in found if not each.gone and not each.idle]
    full = [each.server_ms for each in found if each.idle]
    held = again = math.nan
    if rest := outcome.soaks.get("parlour"):
        held = (rest.soak.kib[2] - rest.soak.kib[0]) / 1024
        again = median(rest.again_s) - median(rest.fresh_s)
    more = full[0] - empty[0] if full and empty else math.nan
    return [
        Goal("new, many guests gone, p50", 1, gone[0] if gone else math.nan, "ms", False),
        Goal("a table, full lobby: host time more", 2, more, "ms", False),
        Goal("memory held when all are gone", 5, held, "MiB", False),
        Goal("start after an hour in short, more", 0.05, again, "s", False),
    ]


def journal_goals(found: Journal) -> list[Goal]:
    """What was set for the journal and the archive."""
    share = added = start = history = math.nan
    most = LEAST_ADDED_MS
    if found.open:
        one, other = (found.closed[name].mid(lambda run: run.moves_s) for name in JOURNAL)
        share = other / one
        before, after = (found.open[name].mid(lambda run: run.p50_ms) for name in JOURNAL)
        added = after - before
        most = max(most, 2 * median(found.commit_ms))
    if found.archive:
        start, history = median(found.archive.start_s), max(found.archive.history_ms)
    return [
        Goal("Probe with the journal, moves/s", 0.7, share, "x", True),
        Goal("Probe with the journal, added p50", most, added, "ms", False),
        Goal("long archive, from start to first answer", 3, start, "s", False),
        Goal("long archive, history, slowest", 50, history, "ms", False),
    ]


def ratio(outcome: Outcome, name: str, to: str) -> float:
    """Moves a second of one contestant as a multiple of another's; nan if one is missing."""
    one, other = outcome.closed.get(name), outcome.closed.get(to)
    if one is None or other is None:
        return math.nan
    return one.mid(lambda run: run.moves_s) / other.mid(lambda run: run.moves_s)


def p99(race: Race | None) -> float:
    """The median p99 in ms; nan if there is none."""
    return math.nan if race is None else race.mid(lambda run: run.p99_ms)


def each(memory: Memory | None) -> float:
    """KiB for each of what was added."""
    if memory is None:
        return math.nan
    return (memory.stages[-1] - memory.stages[0]) / memory.count


def a_table(lobby: Memory, played: Memory, stage: int) -> float:
    """KiB for each table but the first: the growth, less that for the players and one table."""
    grown = played.stages[stage] - played.stages[0]
    return (grown - (lobby.stages[-1] - lobby.stages[0])) / (played.count - 1)


def cpu(race: Race) -> str:
    """Per cent of its core that the server used, and the load."""
    server, load = race.mid(lambda run: run.server_cpu), race.mid(lambda run: run.generator_cpu)
    return f"{100 * server:.0f}/{100 * load:.0f}"


def number(value: float, digits: int) -> str:
    """A figure, or a dash for what was not measured."""
    return "-" if math.isnan(value) else f"{value:,.{digits}f}"
