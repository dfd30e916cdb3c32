"""The list of checks, and how they run."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from parlour_kit.checks import (
    agreed,
    chapters,
    costs,
    hiding,
    minds,
    playing,
    purity,
    reading,
    replaying,
    returning,
    working,
)
from parlour_kit.checks.finding import UNUSABLE, Finding, NotChecked
from parlour_kit.checks.trial import CheckFailed, Enough, Trial


@dataclass(frozen=True)
class Check:
    """One check. `run` returns what it did, or raises CheckFailed or NotChecked."""

    name: str
    about: str
    run: Callable[[Trial], str]
    repeats: str = ""
    """The check whose findings show in this one as well, in other words."""


CHECKS: tuple[Check, ...] = (
    Check("record", "the Game record is complete", returning.record),
    Check("plays", "random games raise nothing", playing.plays),
    Check("types", "everything returned has its type", returning.types),
    Check("seats", "every number of players can start", playing.seats),
    Check("ends", "every game ends, and somebody can always act", playing.ends),
    Check("prompts", "what a prompt offers is accepted", playing.prompts),
    Check("offers", "what the rules accept is offered", playing.offers),
    Check("refusals", "a refusal changes nothing and says why", reading.refusals),
    Check("lines", "odd lines are refused, not fatal", playing.reads),
    Check("clock", "time that runs out moves the game on", playing.clock),
    Check("leaving", "players may leave in every phase", playing.leaving),
    Check("newcomers", "free seats can be taken", playing.newcomers),
    Check("scores", "scores are whole and complete", returning.scores),
    Check("text", "texts are plain and fit", reading.text),
    Check("scenes", "scenes are valid on every screen", reading.scenes),
    Check("channels", "a channel is heard by seats, and by its speaker", agreed.channels),
    Check("takeback", "a move that is taken back leaves nothing", agreed.takeback),
    Check("chapters", "nothing hidden outlives its chapter", chapters.chapters),
    Check("purity", "the same calls give the same values", purity.purity),
    Check("replay", "a record leads to the same game", replaying.replay),
    Check("bots", "bots make moves that are accepted", minds.bots),
    Check("hidden", "resample changes all that is hidden", hiding.hidden),
    Check("blindness", "nobody learns what is hidden", hiding.blind),
    Check("minds", "bots know only what their seat knows", hiding.minds),
    Check("hosts", "two hosts with other secrets look alike", hiding.hosts, "blindness"),
    Check("work", "the work of a move tells nothing hidden", working.work),
    Check("cost", "moves and thoughts are quick", costs.cost),
    Check("memory", "states and moves are small", costs.memory),
)
"""All checks, in their order. The first ones explain what the later ones would only "
"suffer from."""


EXPLAIN: Final = ("plays", "types", "text", "scenes")
"""Checks that say which value is wrong. If one has failed, later ones need not say it again."""

SLOW_S: Final = 5
"""Seconds of a check that are told, so that an author knows which part of the game is slow."""


@dataclass(frozen=True)
class Verdict:
    check: Check
    told: str
    """What it did."""
    findings: Sequence[Finding]
    """What it found, each fault once."""
    cpu_s: float
    """Processor time."""
    unchecked: str = ""
    """Why it has looked at nothing; empty if it has. It has then neither passed nor failed."""

    @property
    def finding(self) -> Finding | None:
        """The first finding."""
        return self.findings[0] if self.findings else None

    @property
    def passed(self) -> bool:
        """Tell whether it has looked, and found nothing."""
        return not self.findings and not self.unchecked


def check_all(trial: Trial, only: Collection[str] = ()) -> Iterator[Verdict]:
    """Run the checks, or *only* some of them, and yield each verdict."""
    known: set[str] = set()
    faulty: set[str] = set()
    for check in CHECKS:
        if only and check.name not in only:
            continue
        trial.begin(check.name)
        began = time.process_time()
        told, unchecked = "", ""
        found: list[Finding] = []
        try:
            told = check.run(trial)
        except CheckFailed as failed:
            found.append(failed.finding)
        except Enough:
            pass
        except NotChecked as reason:
            unchecked = str(reason)
        except Exception as error:  # noqa: BLE001 - a fault of the game
            found.append(trial.found(error).finding)
        found = trial.findings + found
        if faulty.intersection(EXPLAIN):
            known.update(each.found for each in found if each.found.startswith(UNUSABLE))
        new = [each for each in found if each.found not in known]
        if found and not new:
            unchecked = "an earlier finding is in the way"
        elif found and check.repeats in faulty:
            new, unchecked = [], f"it fails too. Mend what {check.repeats} found first"
        elif found:
            unchecked = ""
            faulty.add(check.name)
        known.update(each.found for each in new)
        yield Verdict(check, told, new, time.process_time() - began, unchecked)


def report(verdict: Verdict, again: str = "", opens: Sequence[str] = ()) -> list[str]:
    """Return the lines about one check.

    *again* is a command that repeats it. *opens* has for each finding a command that opens its
    position, or nothing.
    """
    name = f"{verdict.check.name:10}"
    if verdict.unchecked:
        return [f"-     {name} not checked: {verdict.unchecked}"]
    if not verdict.findings:
        took = f" ({verdict.cpu_s:.0f} s)" if verdict.cpu_s >= SLOW_S else ""
        return [f"ok    {name} {verdict.told}{took}"]
    lines = [f"FAIL  {name} {verdict.check.about}: no"]
    for number, finding in enumerate(verdict.findings, 1):
        if len(verdict.findings) > 1:
            lines.append(f"  {number} of {len(verdict.findings)}:")
        seed = "" if finding.seed is None else f" --seed {finding.seed} --games 1"
        shown = opens[number - 1] if opens else ""
        lines += finding.lines(again and f"{again}{seed}", shown)
    return lines
