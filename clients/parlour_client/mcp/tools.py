"""The five tools of a model: look, sit, wait, move, say. It can do no more than a guest.

Every line that goes to the host is made here of checked parts: a move names the prompt that it
answers, and all else begins with a slash and a verb of ours. So nothing that a model writes
becomes another command.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from parlour.wire.names import NAME_MAX, PROGRAM, BadName, check_name, is_program
from parlour_client.errors import LineCut, Problem, Refused
from parlour_client.link import Link
from parlour_client.mcp.seat import LINE_MOST, Result, Seat, takes_many, usages
from parlour_client.pending import Answer
from parlour_client.protocol import Prompt
from parlour_client.sending import fault

LIMIT_S: Final = 20.0
"""No call takes longer: clients give up after 30 s or a minute."""
SPARE_S: Final = 0.5
"""What of it is left for the answer, so that a busy computer keeps to it too."""
SOON_S: Final = 1.5
"""How long what follows from a move at once may take."""
MOVES_MOST: Final = 60
BOTS_MOST: Final = 11
TEXT_MOST: Final = 8000
"""Characters of a text that was asked for, such as the rules."""

Enter: TypeAlias = Callable[[str], AbstractAsyncContextManager[Link]]
"""Connects as the player of that name. Raises Problem, Refused."""

_Word: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,20}$")]
_Option: TypeAlias = Annotated[str, Meta(pattern="^[a-z_]{1,40}=[A-Za-z0-9_.:-]{1,60}$")]
_Name: TypeAlias = Annotated[
    str, Meta(description="The name you play under, if you play under several")
]


class _Call(Struct, forbid_unknown_fields=True, kw_only=True):
    name: _Name = ""


class Look(_Call):
    """See the table where you sit: position, news, what you can type. Elsewhere: games, tables."""

    at: Annotated[
        Literal["table", "tables", "rules"],
        Meta(description="tables: games and open tables. rules: those of your table or of game"),
    ] = "table"
    game: _Word = "-"


class Sit(_Call):
    """Sit down at a table, or open one (game, with bots), and say that you are ready.

    Without table and game: be ready for the next game where you sit. After a restart, this brings
    you back to your seat.
    """

    table: Annotated[int, Meta(ge=1, le=999999999)] | None = None
    word: Annotated[_Word, Meta(description="What opens a private table")] = "-"
    game: _Word = "-"
    options: Annotated[
        list[_Option], Meta(max_length=20, description="Of a new table, such as racks=1")
    ] = []
    bots: Annotated[int, Meta(ge=0, le=BOTS_MOST, description="Bots at a new table")] = 0
    level: Annotated[_Word, Meta(description="How well they play: see look at=tables")] = "-"
    leave: Annotated[bool, Meta(description="Give up your seat instead")] = False


class Wait(_Call):
    """Wait until you are asked, somebody talks or the game ends; 20 seconds at most."""

    seconds: Annotated[float, Meta(ge=0, le=LIMIT_S)] = LIMIT_S


class Move(_Call):
    """Make a move as `turn.type` shows it, such as: ask bob e. Several, or many words: in order.

    Then it waits like wait, unless wait is 0.
    """

    moves: Annotated[list[str], Meta(min_length=1, max_length=MOVES_MOST)]
    wait: Annotated[float, Meta(ge=0, le=LIMIT_S)] = LIMIT_S


class Say(_Call):
    """Say something to everybody at your table."""

    text: Annotated[str, Meta(min_length=1)]


TOOLS: Final = MappingProxyType(
    {kind.__name__.lower(): kind for kind in (Look, Sit, Wait, Move, Say)}
)


def schema(kind: type[_Call]) -> Result:
    """Return the JSON Schema of the arguments of a tool."""
    found: Result = msgspec.json.schema(kind)["$defs"][kind.__name__]
    for word in ("title", "description"):
        found.pop(word, None)
    return found


class NoCall(Exception):
    """The tool refuses, and nothing has changed. Its text says why."""


class Door:
    """The seats of this process. *name* is the name under which it plays unless a call says so."""

    def __init__(self, enter: Enter, name: str) -> None:
        self._enter = enter
        self._name = name
        self._seats: dict[str, tuple[Seat, AsyncExitStack]] = {}
        self._lock = asyncio.Lock()

    async def call(self, tool: str, arguments: Any) -> Result:
        """Do what *tool* does, in LIMIT_S at most. Raises NoCall, KeyError if there is none."""
        kind = TOOLS[tool]
        try:
            call = msgspec.convert(arguments, kind)
        except msgspec.ValidationError as error:
            raise NoCall(f"{error}. See the schema of {tool}.") from error
        clock = asyncio.get_running_loop().time
        end = clock() + LIMIT_S - SPARE_S
        try:
            async with asyncio.timeout_at(end):
                seat = await self._seat(call.name or self._name)
                return await _do(seat, call, lambda: max(0.0, end - clock() - SOON_S))
        except TimeoutError:
            raise NoCall(
                "The host does not answer yet. Call again; a move may have come through: look"
            ) from None
        except LineCut:
            raise NoCall(
                "The connection was lost on the way. It comes back by itself: look"
            ) from None
        except (Problem, Refused) as error:
            raise NoCall(str(error.text)[:LINE_MOST]) from error

    async def _seat(self, raw: str) -> Seat:
        """Return the seat of that name, and connect if there is none yet."""
        name = raw if is_program(raw) else f"{raw[: NAME_MAX - len(PROGRAM)]}{PROGRAM}"
        try:
            name = check_name(name).shown
        except BadName as bad:
            raise NoCall(f"{bad.text} Such as: robin") from None
        async with self._lock:
            if name in self._seats and self._seats[name][0].ended:
                await self._drop(name)
            if name not in self._seats:
                async with AsyncExitStack() as stack:
                    seat = Seat(await stack.enter_async_context(self._enter(name)))
                    stack.push_async_callback(seat.close)
                    found = await seat.link.ask("/commands", keep=True)
                    seat.commands = frozenset([item["verb"] for item in found.items])
                    self._seats[name] = seat, stack.pop_all()
                await seat.wait(SOON_S)
            return self._seats[name][0]

    async def _drop(self, name: str) -> None:
        _seat, stack = self._seats.pop(name)
        await stack.aclose()

    async def close(self) -> None:
        """Disconnect. The host keeps the seats."""
        for name in list(self._seats):
            await self._drop(name)


async def _do(seat: Seat, call: _Call, left_s: Callable[[], float]) -> Result:
    """Do what *call* asks for. *left_s*: the time it may still wait."""
    match call:
        case Look():
            return await _look(seat, call)
        case Sit():
            return await _sit(seat, call)
        case Wait():
            new = await seat.wait(min(call.seconds, left_s()))
            return seat.report({} if new else {"note": "Nothing new. Call wait again."})
        case Move():
            return await _move(seat, call, left_s)
        case Say():
            await seat.link.ask(f"/say {_checked(call.text, 'Say something')}")
            return seat.report({})
        case _:
            raise KeyError


async def _look(seat: Seat, call: Look) -> Result:
    if call.at == "rules":
        request = "/rules" if call.game == "-" else f"/rules {call.game}"
        return seat.report({"rules": _text(await seat.link.ask(request, keep=True))})
    if call.at == "table":
        with suppress(Refused):  # they sit nowhere
            return seat.report({}, position=_text(await seat.link.ask("/look", keep=True)))
    games = await seat.link.ask("/games", keep=True)
    own = {"games": [_game(item) for item in games.items]}
    return seat.report(own, tables=_text(await seat.link.ask("/tables", keep=True)))


def _game(item: Result) -> str:
    seats, bots = item.get("seats", ()), [bot["kind"] for bot in item.get("bots", ())]
    players = " to ".join(map(str, seats))
    return f"{item['game']}: {players} players; levels of bots: {' '.join(bots) or 'none'}"


def _text(answer: Answer) -> list[str]:
    found: list[str] = [
        line for body in (*answer.items, answer.body) for line in body.get("text") or ()
    ]
    return "\n".join(found)[:TEXT_MOST].splitlines()


async def _sit(seat: Seat, call: Sit) -> Result:
    link = seat.link
    if call.leave:
        await link.ask("/leave yes")
        return seat.report({"note": "You have left your table."})
    if call.table is not None:
        word = "" if call.word == "-" else f" {call.word}"
        await link.ask(f"/join {call.table}{word}")
    elif call.game != "-":
        await link.ask(" ".join(["/new", call.game, *call.options]))
        for _each in range(call.bots):
            await link.ask("/bot" if call.level == "-" else f"/bot {call.level}")
    note = "You sit there and are ready. Now wait."
    try:
        await link.ask("/start" if call.game != "-" and call.bots else "/ready")
    except Refused as refused:
        if refused.code == "not_at_table":
            raise
        note = "You sit there. Now look."  # the game is in progress
    await seat.wait(SOON_S)
    return seat.report({"note": note})


async def _move(seat: Seat, call: Move, left_s: Callable[[], float]) -> Result:
    done, refused, answered = list[str](), dict[str, str](), 0
    for line in call.moves:
        if answered:
            await seat.wait(min(SOON_S, left_s()), after=answered)
        prompt = seat.prompt
        try:
            if prompt is None or prompt.prompt == answered:
                raise NoCall("It is not your turn. Call wait.")
            move = _meant(seat, prompt, _checked(line, "Type one of turn.type"))
            told = await _make(seat, move, prompt)
        except (NoCall, Refused) as no:
            refused[line[:LINE_MOST]] = str(no)[:LINE_MOST]
            if prompt is None or not takes_many(prompt):
                break
        else:
            done += told or [f"{move}: done"]
            answered = prompt.prompt if prompt.urgent else 0
    if not done:
        why, words = "; ".join(dict.fromkeys(refused.values())), usages(seat.prompt)
        raise NoCall(
            f"{why}\nNothing has changed. You can type: {' - '.join(words)}" if words else why
        )
    if answered:
        await seat.wait(min(call.wait, left_s()), after=answered)
    return seat.report({"refused": refused} if refused else {}, done=done)


def _meant(seat: Seat, prompt: Prompt, line: str) -> str:
    """Return the move that *line* is, with its verb. Raises NoCall.

    A command is no word unless words cost nothing: who wants to leave must not spend a guess.
    """
    verb, bare = line.split(" ")[0].lower(), prompt.bare
    if prompt.move(verb) is not None:
        return line
    if bare is None:
        raise NoCall(f"{verb[:20]!r} is not a move that you can make now.")
    if not takes_many(prompt) and verb in (seat.commands | TOOLS.keys()):
        raise NoCall(f"{verb!r} is a command. If it is the word that you mean: {bare} {verb}")
    return f"{bare} {line}"


async def _make(seat: Seat, move: str, prompt: Prompt) -> list[str]:
    """Make a move, and return what the host says to it. Raises Refused, LineCut.

    One of many words answers no prompt: each of them may open another one, and a word that comes
    twice after a reconnect does no harm.
    """
    word = takes_many(prompt) and move.startswith(f"{prompt.bare} ")
    while True:
        try:
            if word:
                answer = await seat.link.ask(f"/{move}", keep=True)
            else:
                answer = await seat.link.move(prompt.prompt, move)
            return [line[:LINE_MOST] for line in answer.body.get("text") or ()]
        except Refused as refused:
            if refused.code != "too_fast":
                raise
            await asyncio.sleep(refused.body.get("retry_ms", 500) / 1000)


def _checked(text: str, right: str) -> str:
    """Return one plain line of *text*. Raises NoCall with what was wrong and what is *right*."""
    line = text.strip(" ")
    if not line:
        raise NoCall(f"An empty line does nothing. {right}.")
    if any(ord(char) < 32 or ord(char) == 127 for char in line):
        raise NoCall("Send one line of plain text, without line breaks and control characters.")
    if why := fault(line):
        raise NoCall(str(why))
    if line.startswith(("/", "#", "@")):
        raise NoCall(f"A line cannot begin with {line[0]}. {right} without it.")
    return line
