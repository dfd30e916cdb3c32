"""Games of Password at hosts that are killed while something is hidden, and at others.

The same moves are made each time, so everybody must hear the same in the end; and until the
moment comes, nobody may learn what is hidden.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import trio

from tests.crash.check import of_the_game
from tests.crash.host import Job
from tests.crash.hosts import KILLED, Hosts
from tests.crash.program import Program

NAMES: Final = ("ann", "bob", "cy", "dee")
SLACK_MS: Final = 5
"""Times are told in whole milliseconds, and are a little older when they are read."""
GUESS_S: Final = 8
"""Where the time for an answer is really waited for; a host on a busy computer must be back
before its end."""

Tale: TypeAlias = Sequence[tuple[str, Any]]
Tales: TypeAlias = Mapping[str, Tale]


class Friend(Program):
    """A player who knows what they are asked, and the word if they give clues for it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.prompt: Any = None
        self.word = ""

    def heard(self, name: str, data: Any) -> None:
        match name:
            case "prompt":
                self.prompt = data
            case "unprompt":
                self.prompt = None
            case "password.word":
                self.word = ""
            case "password.password":
                self.word = data["data"]["word"]
            case _:
                pass

    def example(self, verb: str) -> str:
        """What their prompt says they may type after that verb."""
        (spec,) = (each for each in self.prompt["moves"] if each["verb"] == verb)
        return str(spec["args"][0]["examples"][0])

    def tale(self) -> Tale:
        """The game as they heard it, without comings and goings, and without times."""
        return [
            (name, {**data, "due_ms": None} if name == "prompt" else data)
            for name, data in of_the_game(self.events)
        ]


class Play:
    """A game; *deadly* if the host is killed when something is `hidden`."""

    def __init__(self, hosts: Hosts, folder: Path, *, deadly: bool) -> None:
        self.deadly = deadly
        self.friends: dict[str, Friend] = {}
        self.left_ms = self.asked_at = 0.0
        """How much time was left when the host was asked last, and when that was."""
        self._hosts = hosts
        self._folder = folder
        self._runs = 0
        self._coming_at = 0.0
        """When the last of them came to the host: time stands before he is there."""

    def __getitem__(self, name: str) -> Friend:
        return self.friends[name]

    async def begin(self, seats: int, options: str) -> None:
        """So many sit down and begin."""
        self.friends = {name: Friend(name) for name in NAMES[:seats]}
        await self._serve()
        ann, *others = self.friends
        await self.do(ann, f"new password {options}")
        for name in others:
            await self.do(name, "join 1")
        await self.do(ann, "start")

    async def do(self, name: str, line: str) -> None:
        """Somebody types a line, and everybody has read what came of it."""
        self[name].prompt = None  # answered; what else they are asked they are told
        await self[name].ask(line)
        await self._listen()

    async def _listen(self) -> None:
        """Everybody reads what they have been sent by now."""
        for friend in self.friends.values():
            await friend.ask("/ping")

    async def hide(self, name: str, line: str, secret: str, knows: Collection[str]) -> None:
        """Somebody does what only some may know; then the host may die.

        The others must not have read *secret* by the time the game goes on, nor see it when
        they look. Raises AssertionError.
        """
        await self._look(name)
        before_ms, asked_at = self.left_ms, self.asked_at
        await self.do(name, line)
        if self.deadly:
            await self._host.kill()
            assert self._host.code == KILLED
            for friend in self.friends.values():
                await friend.hang_up()
            passed_s = trio.current_time() - asked_at
            await self._serve()
            await self._look(name)
            passed_s += trio.current_time() - self._coming_at
            assert self.left_ms >= before_ms - 1000 * passed_s - SLACK_MS
            assert self.left_ms <= before_ms + SLACK_MS
        for friend in self.friends.values():
            seen = json.dumps([friend.events, await friend.ask("/look")])
            assert (secret in seen) == (friend.name in knows), friend.name

    async def finish(self) -> Tales:
        """Every word is found at once, until the game is over; what everybody heard of it."""
        friends = self.friends.values()
        await self._listen()
        while not any(name == "over" for name, _ in self["ann"].events):
            friend = next(friend for friend in friends if friend.prompt is not None)
            await self.do(friend.name, self._move(friend))
        for friend in friends:
            await friend.hang_up()
        await self._host.kill(signal.SIGTERM)
        assert self._hosts.complaints() == ""
        return {friend.name: friend.tale() for friend in friends}

    def _move(self, friend: Friend) -> str:
        """In the game of three only one guesses: who was first must not depend on the clock."""
        verb = friend.prompt["moves"][0]["verb"]
        match verb:
            case "clue":
                return f"/clue {friend.example('clue')}"
            case "guess":
                rival = len(self.friends) == 3 and friend.name == NAMES[2]
                return "/pass" if rival else f"/guess {self.word}"
            case "challenge":
                return "/waive"
            case _:
                return f"/{verb}"

    @property
    def word(self) -> str:
        """What is to be found now."""
        return next(friend.word for friend in self.friends.values() if friend.word)

    async def _serve(self) -> None:
        """A host, and everybody comes to it."""
        self._runs += 1
        self._host = await self._hosts.start(
            Job(folder=str(self._folder), seed="1", run=self._runs, log=self._hosts.log)
        )
        await self._host.serves.wait()
        for friend in self.friends.values():
            self._coming_at = trio.current_time()
            await friend.connect(self._host.port)

    async def _look(self, name: str) -> None:
        """How much time is left now?"""
        self.asked_at = trio.current_time()
        self.left_ms = (await self[name].ask("/look"))["left_ms"]


# --- what is hidden -----------------------------------------------------------------------


async def an_answer_that_may_be_challenged(play: Play) -> None:
    """Nobody sees it before the time for challenges is over, or both opponents waive."""
    await play.begin(4, "starting_team=1 clue_check=challenge challenge_seconds=60")
    await play.do("ann", f"/clue {play['ann'].example('clue')}")
    await play.hide("cy", "/guess xylophone", "xylophone", knows={"cy"})
    for name in ("bob", "dee"):
        await play.do(name, "/waive")
    (answer,) = (await play["bob"].until("password.answers"))["data"]["answers"]
    assert (answer["text"], answer["verdict"]) == ("xylophone", "wrong")


async def one_of_two_answers(play: Play) -> None:
    """The other one may still come, until time is up; the first one is wrong."""
    await play.begin(3, f"giver=ann guess_seconds={GUESS_S}")
    await play.do("ann", f"/clue {play['ann'].example('clue')}")
    await play.hide("bob", "/guess xyzzy", "xyzzy", knows={"bob"})
    first, second = (await play["cy"].until("password.answers"))["data"]["answers"]
    assert 1000 * (trio.current_time() - play.asked_at) >= play.left_ms - SLACK_MS
    assert (first["seat"], first["verdict"]) == (2, "wrong")
    assert (second["seat"], second["verdict"]) == (3, "silent")


async def a_clue_that_is_insisted_on(play: Play) -> None:
    """Only the two givers know of it, until the other one agrees."""
    await play.begin(4, "starting_team=1 clue_seconds=60 clue_vote=on")
    clue = play["ann"].example("insist")
    await play.hide("ann", f"/insist {clue}", clue, knows={"ann", "bob"})
    await play.do("bob", "/agree")
    assert (await play["dee"].until("password.clue"))["data"]["clue"] == clue


Scene: TypeAlias = Callable[[Play], Awaitable[None]]
SCENES: Final[Sequence[Scene]] = (
    an_answer_that_may_be_challenged,
    one_of_two_answers,
    a_clue_that_is_insisted_on,
)
