"""What a plugin writes passes the same filter as what a player types, wherever it is read."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

import msgspec
import pytest

from parlour import (
    Cell,
    Grid,
    Heard,
    Meter,
    MoveFault,
    MoveSpec,
    Prompt,
    Reader,
    Refused,
    Row,
    Scene,
    Seat,
    Step,
    Text,
    TextArg,
    TextUI,
    Verb,
    Words,
)
from parlour.wire.encoding import TEXT_MAX
from tests.games.hunt.game import HUNT
from tests.games.hunt.rules import HuntRules
from tests.games.hunt.views import HuntViews
from tests.house.scene import Party, new_host, ok, refused

NASTY: Final = (
    "\x1b[2J\x07\x9b31m\x7f\x08\r\x00\u202e\u200b\ue000" + "e" + "\u0301" * 9 + "\\u001b\\b ok"
)
"""Clears the screen, rings, paints, goes back, turns the line round, hides and piles up; and
spells an escape, which is nothing but letters."""
SHOUT: Final = Verb("shout", f"shout {NASTY}", f"say {NASTY}")


class Shout(msgspec.Struct, frozen=True, tag="shout"):
    words: str


@dataclass(frozen=True)
class Shouted(Heard):
    name: ClassVar[str] = "shouted"
    words: str
    by_word: Mapping[str, str]


@dataclass(frozen=True)
class Sight:
    drawing: str


class LoudRules(HuntRules):
    """One move, at any time."""

    def prompts(self, state: Any) -> Mapping[Seat, Prompt]:
        spec = MoveSpec(SHOUT, (TextArg(NASTY, ("loudly",)),))
        return {seat: Prompt((spec,)) for seat in state.seats}

    def deadline(self, state: Any) -> int | None:
        return None

    def apply(self, state: Any, seat: Seat, move: Any, ctx: Any) -> Step[Any, Any]:
        return Step(state, (Shouted(NASTY, {NASTY: NASTY}),))


class LoudViews(HuntViews):
    def look(self, state: Any, viewer: Any) -> Any:
        return Sight(NASTY)

    def hear(self, event: Any, viewer: Any) -> Any:
        return event


class LoudTextUI(TextUI[Any, Any, Any]):
    def parse(self, verb: str, rest: str, view: Any, reader: Reader) -> Any:
        """Refuse, unless told otherwise."""
        if rest != "loudly":
            raise Refused(MoveFault.MALFORMED, f"Not so: {NASTY}\nshout", near=NASTY)
        return Shout(rest)

    def draw(self, view: Any, reader: Reader) -> Scene:
        """A drawing, with a line that is two and one of marks."""
        words = (view.drawing, "one\ntwo\tthree", "", NASTY * 30)
        cells = Row((Cell("\x1b[2J\x07"), Cell("\u202e")), NASTY, "\r", "\x08")
        blocks = (Grid(NASTY, (cells,)), Words(NASTY, (NASTY,)), Meter(NASTY, 1, 20))
        return Scene((*map(Text.of, words), *blocks), NASTY)

    def say(self, heard: Any, reader: Reader) -> Sequence[str]:
        return [f"It is said: {heard.words}"]

    def ask(self, prompt: Prompt, view: Any, reader: Reader) -> Sequence[str]:
        return [f"Now: {NASTY}"]

    def answer(self, verb: str, rest: str, view: Any, reader: Reader) -> Any:
        return Shouted(NASTY, {NASTY: NASTY})


LOUD: Final = replace(
    HUNT,
    id="loud",
    title="Loud",
    verbs=(SHOUT,),
    bots=(),
    rules=LoudRules(),
    views=LoudViews(),
    text_ui=LoudTextUI(),
    move_type=Shout,
)


def harmless(text: str) -> bool:
    """Nothing of it does anything but stand there."""
    marks = max(map(len, "".join("m" if c == "\u0301" else " " for c in text).split()), default=0)
    kinds = {unicodedata.category(char) for char in text}
    return marks <= 4 and kinds.isdisjoint({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():  # pyright: ignore[reportUnknownVariableType]
            yield from (key, *strings(inner))
    elif isinstance(value, list):
        for inner in value:  # pyright: ignore[reportUnknownVariableType]
            yield from strings(inner)


def test_nothing_that_a_game_writes_does_anything_to_a_terminal() -> None:
    """Neither in lines for people nor in objects for programs: live, asked for, and once more."""
    party = Party(
        "ann",
        "bob",
        host=new_host({"loud": LOUD}),
        game="loud",
        programs=("ann", "wat"),
        watchers=("wat", "wil"),
    )
    vic = party.clients["vic"] = party.host.program("vic", "view")
    ok(vic, f"watch {party.number}")
    for name in ("ann", "bob"):
        party[name].send("shout loudly", "shout", "look", "", "count x", "scores", "commands")
    for name in ("wat", "wil"):
        party[name].send("look", "count x")
    party["bob"].lose()
    party.come_back("bob")
    party["ann"].lose()
    party.come_back("ann", program=True, seq=0)
    party["ann"].send("propose abort")
    party["bob"].send("accept 1", "replay g1", "replay g1 watcher")
    party["ann"].send("#r replay g1")
    assert not party.host.reports
    shouted = 0
    for client in party.host.clients.values():
        for line in client.data.decode().splitlines():
            assert harmless(line), ascii(line)
            shouted += "\\u001b\\b ok" in line or r"\\u001b\\b ok" in line
            brace = line.find("{")
            if line[:1] in "*#!" and brace > 0:
                for text in strings(msgspec.json.decode(line[brace:])):
                    assert harmless(text.replace("\n", "").replace("\t", "")), ascii(text)
    assert shouted > 50, "the letters themselves are left as they were"


def test_a_line_that_is_two_is_read_as_two() -> None:
    party = Party("ann", host=new_host({"loud": LOUD}), game="loud", start=False)
    party.host.person("bob").send("join 1")
    party["ann"].send("start")
    shown = party["ann"].send("look")
    assert "one" in shown
    assert "two     three" in shown


class EndlessTextUI(LoudTextUI):
    """Never comes to an end."""

    def say(self, heard: Any, reader: Reader) -> Sequence[str]:
        return ["x" * 70] * TEXT_MAX


class NamelessRules(LoudRules):
    """Events whose name would break the line."""

    def apply(self, state: Any, seat: Seat, move: Any, ctx: Any) -> Step[Any, Any]:
        return Step(state, (Nameless(),))


@dataclass(frozen=True)
class Nameless(Heard):
    """Its name is two lines."""

    name: ClassVar[str] = "a {}\n* 9 b"


@pytest.mark.parametrize(
    "game",
    [replace(LOUD, text_ui=EndlessTextUI()), replace(LOUD, rules=NamelessRules())],
    ids=["endless", "nameless"],
)
def test_a_text_without_end_and_a_name_that_is_none_are_faults_of_the_game(game: Any) -> None:
    """The table freezes, and nobody is sent any of it."""
    party = Party("ann", "bob", host=new_host({"loud": game}), game="loud", programs=("ann",))
    assert refused(party["ann"], "shout loudly") == "game_fault"
    assert party.state == "frozen"
    assert sum(len(client.data) for client in party.clients.values()) < 10_000
