"""Plays the stories of the pages, says where a page is wrong, and can set it right."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import trio
import trio.testing

from tests.docs.house_stage import HouseStage
from tests.docs.pages import blocks_of
from tests.docs.script import (
    KINDS,
    Action,
    Connect,
    Drop,
    Enter,
    Operate,
    Restart,
    Script,
    ScriptError,
    Send,
    Sit,
    Step,
    Stop,
    Story,
    Wait,
    agrees,
    disagreement,
    stories,
)
from tests.docs.stage import Stage, stage

_TOKEN: Final = re.compile(r'"token":"(\w+)"')
_CODE: Final = re.compile(r'(?:: resume |"token":"\w+","code":")([\w-]+)')
_WORD: Final = re.compile(r"join \d+ ([a-z]{10})\b")
MEANT: Final = re.compile(
    r"\{(?P<actor>[a-z][a-z0-9]*)'s (?P<what>(?:first )?(?:code|token|word))\}"
)
"""Stands in a script for a secret that the host has made."""


@dataclass(frozen=True)
class Played:
    """A step of the script and what everybody compared has really read because of it.

    `read` is what everybody has read, compared or not.
    """

    page: Path
    step: Step
    got: Mapping[str, Sequence[str]]
    read: Mapping[str, Sequence[str]]

    @property
    def wrong(self) -> list[str]:
        """The readers for whom the page is wrong here."""
        return [
            name for name, lines in self.got.items() if not agrees(self._expected(name), lines)
        ]

    def _expected(self, name: str) -> Sequence[str]:
        return self.step.reads.get(name, ())

    def report(self, name: str) -> str:
        """Where the page is wrong for *name*, what it says, and what is so."""
        expected, got = self._expected(name), self.got[name]
        places = [*self.step.places.get(name, ()), self.step.last]
        line = places[disagreement(expected, got)]
        return "\n".join(
            [
                f"{self.page} line {line}: after `{self.step.text}` {name} reads something else.",
                "expected:",
                *(f"    {text}" for text in expected or ("(nothing)",)),
                "got:",
                *(f"    {text}" for text in got or ("(nothing)",)),
            ]
        )

    def mended(self) -> list[str]:
        """What the page should say below the action: every reader's lines, as they are."""
        lines: list[str] = []
        for name in dict.fromkeys([*self.step.reads, *self.got]):
            right = name not in self.wrong
            texts = self._expected(name) if right else self.got[name]
            lines += [f"{name}< {text}".rstrip() for text in texts]
        return lines


def play(story: Story) -> list[Played]:
    """Play *story* on a host of its own, and note what everybody read at every step."""
    clock = trio.testing.MockClock()
    return trio.run(_play, story, clock, clock=clock)


@asynccontextmanager
async def _stage(
    story: Story, clock: trio.testing.MockClock
) -> AsyncGenerator[Stage | HouseStage]:
    """The stage for a story of its kind."""
    if story.kind == "house":
        yield HouseStage(story.games, story.limits)
    else:
        async with stage(story.games, story.limits, clock) as here:
            yield here


async def _play(story: Story, clock: trio.testing.MockClock) -> list[Played]:
    played: list[Played] = []
    fault: ScriptError | None = None
    known: dict[tuple[str, str], str] = {}
    async with _stage(story, clock) as here:
        try:
            for script in story.scripts:
                for step in script.steps:
                    await _act(here, step, script.block.page, known)
                    played.append(_noted(here, step, script, story, known))
        except ScriptError as error:  # kept until the host has stopped: it is the page's fault
            fault = error
    if fault is not None:
        raise fault
    return played


def _noted(
    here: Stage | HouseStage,
    step: Step,
    script: Script,
    story: Story,
    known: dict[tuple[str, str], str],
) -> Played:
    """What those who are compared have read since the step before."""
    got = here.take()
    for name, lines in got.items():
        for what, pattern in (("token", _TOKEN), ("code", _CODE), ("word", _WORD)):
            for found in pattern.findall("\n".join(lines)):
                known[name, what] = found
                known.setdefault((name, f"first {what}"), found)
    left_out: Collection[str] = ()
    if isinstance(step.action, Enter):
        left_out = step.action.actors
    elif isinstance(step.action, Sit):
        left_out = got.keys()
    shown = {name: [] if name in left_out else got[name] for name in got}
    return Played(
        script.block.page,
        step,
        {name: shown[name] for name in got if story.compares(name, script)},
        got,
    )


async def _act(
    here: Stage | HouseStage, step: Step, page: Path, known: Mapping[tuple[str, str], str]
) -> None:
    try:
        await _do(here, step.action, known)
    except LookupError as error:
        raise ScriptError(f"{page} line {step.line}: {step.text}: {error.args[0]}") from None


def _meant(text: str, known: Mapping[tuple[str, str], str]) -> str:
    """*text* with the code for `{ann's code}`, and the token for `{ann's token}`.

    It is what that actor read last; `{ann's first token}` is what they read first.
    """

    def found(match: re.Match[str]) -> str:
        actor, what = match["actor"], match["what"]
        if (actor, what) not in known:
            raise LookupError(f"{actor} has read no {what} yet")
        return known[actor, what]

    return MEANT.sub(found, text)


async def _do(
    here: Stage | HouseStage, action: Action, known: Mapping[tuple[str, str], str]
) -> None:
    match action:
        case Send(actor, data):
            text = data.decode("utf-8", "surrogateescape")
            await here.send(actor, _meant(text, known).encode("utf-8", "surrogateescape"))
        case Connect(actor, address):
            await here.connect(actor, address)
        case Enter(actors, hello, named):
            for actor in actors:
                await _enter(here, actor, hello, named=named)
        case Sit(actors, table, game, starts):
            for actor in actors:
                if actor not in here.actors:
                    await _enter(here, actor, None, named=True)
            await here.send(actors[0], f"new {game}\n".encode())
            for actor in actors[1:]:
                await here.send(actor, f"join {table}\n".encode())
            if starts:
                await here.send(actors[0], b"start\n")
        case Drop(actor):
            await here.drop(actor)
        case Wait(seconds):
            await here.wait(seconds)
        case Stop():
            await here.stop()
        case Restart(game, version):
            await here.restart(game, version)
        case Operate(words):
            await here.operate(words)


async def _enter(here: Stage | HouseStage, actor: str, hello: str | None, *, named: bool) -> None:
    await here.connect(actor)
    if hello is not None:
        await here.send(actor, f"{hello}\n".encode())
    if named:
        await here.send(actor, f"name {actor}\n".encode())


# --- setting a page right -----------------------------------------------------------


def mend(page: Path) -> bool:
    """Write into *page* what is really read. True if it was changed; a person reads the diff."""
    lines = page.read_text("utf-8").splitlines()
    wrong: list[Played] = []
    for story in stories(block for block in blocks_of(page) if block.kind in KINDS):
        wrong += [played for played in play(story) if played.wrong]
    for played in sorted(wrong, key=lambda played: -played.step.line):
        lines[played.step.line : played.step.last] = played.mended()
    if wrong:
        page.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return bool(wrong)
