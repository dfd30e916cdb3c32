"""The conversation with a program: the line protocol, as far as an arena needs it.

A program that was written for a host comes in, sits down and says that it is ready, as on a host,
and then gets everything from the first event on. One that speaks over its standard input need not:
it gets the events at once, and answers prompts. `wait` is the arena's own: with it a program lets
an optional prompt pass, so that nobody has to guess how long it still thinks.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import msgspec

from parlour.api import Refused
from parlour.core.refusals import CommandError
from parlour.engine import table_events as h
from parlour.engine.match import Open
from parlour.engine.table import Table
from parlour.language import FORM, Form
from parlour.tables.announce import EventFilter
from parlour.tables.position import Scenes
from parlour.wire.codes import Code
from parlour.wire.encoding import EncodedEvent, encode
from parlour.wire.lines import BadLine
from parlour.wire.messages import Sight
from parlour.wire.request import BadRequest, Request, parse_hello, parse_request
from parlour_kit.arena.moves import read, tried
from parlour_kit.arena.players import Player, timed
from parlour_kit.arena.process import END_S, Program, children, now, poll, reap
from parlour_kit.arena.table import Chair, Decision, Sitting

Level: TypeAlias = Literal["all", "types", "rules"]
START_S: Final = 10.0
"""How long a program may take to start, beside the time to think."""
GRACE_S: Final = 0.5
"""How long an optional prompt waits for a program that has never said `wait`."""
QUIET_S: Final = 3.0
"""The same while a program may still be starting."""
TRIES: Final = 5
"""Lines for one prompt that may be refused. Then a random move is made."""
LATE_MOST: Final = 3
"""Times that a program may be late in a game. After that it is no longer waited for."""
_COME_IN: Final = frozenset(
    {"name", "resume", "join", "new", "play", "seek", "bot", "ready", "start"}
)
"""Requests that lead to a seat on a host."""
_REQUESTS: Final = _COME_IN | {
    "look",
    "scores",
    "rules",
    "ping",
    "wait",
    "set",
    "say",
    "leave",
    "quit",
    "options",
}
"""What a program may ask beside its moves."""
LINES_MOST: Final = 500
"""Requests that are answered while one prompt is open. A program that sends more is late."""


@dataclass(frozen=True)
class Bounds:
    """What programs are allowed, and what they are told."""

    think_s: float = 5.0
    memory_mb: int = 2_048
    level: Level = "all"
    """What prompts say: all moves, their types, or only that the seat may move."""


class ProgramPlayer(Player):
    """A program, started anew for each seat of each game: so it cannot remember another game with
    the same luck, and one that dies costs one game.
    """

    def __init__(self, command: str, name: str = "", bounds: Bounds | None = None) -> None:
        """Play by *command*, as one types it. Raises ValueError if its quotes do not match."""
        self.command = tuple(shlex.split(command))
        if not self.command:
            raise ValueError("the command is empty")
        self.name = name or _short(self.command)
        self.bounds = bounds or Bounds()

    def sit(self, table: Table, chair: Chair) -> Sitting:
        return Desk(self.command, self.bounds, table, chair)


def _short(command: Sequence[str]) -> str:
    """Return what a program is called: its file, without the interpreter that runs it."""
    files = [word.rsplit("/", 1)[-1] for word in command if not word.startswith("-")]
    script = next((word for word in files[1:] if "." in word and "{" not in word), "")
    return (script if files[0].startswith("python") and script else files[0])[:15]


_DESKS: Final[list[Desk]] = []
"""The programs of the game that is played: one that thinks must not keep others waiting for the
answer to a question."""

_CHILDREN: Final[set[int]] = set()
"""The processes that we had before."""


class Desk(Sitting):
    """A program at a seat."""

    def __init__(self, command: Sequence[str], bounds: Bounds, table: Table, chair: Chair) -> None:
        self.chair = chair
        self._bounds = bounds
        self._table = table
        if not _DESKS:
            _CHILDREN.clear()
            _CHILDREN.update(children())
        self.program = Program(command, chair.luck.getrandbits(64), bounds.memory_mb)
        self._scenes = Scenes()
        self._kept: list[EventFilter] | None = []
        """What has happened, as long as the program may still ask for all of it."""
        self._live = not self.program.by_port
        self._form: Form | None = None
        self._sight: Sight = "view"
        self._seq = 0
        self._opened: Open | None = None
        self._prompt: EncodedEvent | None = None
        self._at = 0
        self._spoke = self._polite = self._silent = False
        self._read_to = -1
        self._passed = -1
        self._late = 0
        _DESKS.append(self)

    # --- what it hears ----------------------------------------------------------------

    def hear(self, table: Table, happened: Sequence[h.Happening]) -> None:
        self._table = table
        if self._dead():
            return
        said = EventFilter(table, happened, self._scenes)
        said.hear((self.chair.seat,))
        if self._kept is not None:
            self._kept.append(said)
        if self._live:
            self._tell(said)
        poll([desk.program for desk in _DESKS], 0)
        self._tend()

    def _tell(self, said: EventFilter) -> None:
        for event in said.lines(self.chair.seat, self._sight):
            if event.event.named() == "prompt":
                self._prompt = event
            self._send(event)

    def _send(self, event: EncodedEvent) -> None:
        self._seq += 1
        self.program.send(self._line(event))

    def _line(self, event: EncodedEvent) -> bytes:
        line = event.program(self._seq, self._form)
        if self._bounds.level != "all" and event.event.named() == "prompt":
            return reduced(line, self._bounds.level)
        return line

    def _begin(self) -> None:
        """Tell everything from the first event on."""
        kept, self._kept, self._live = self._kept, None, True
        for said in kept or ():
            self._tell(said)

    # --- what it does -----------------------------------------------------------------

    def think(self, table: Table, opened: Open, at: int) -> Decision | None:
        """Return the answer of the program, or None if none comes."""
        self._table, self._at, self._opened = table, at, opened
        urgent = opened.prompt.urgent
        nothing = None if urgent else Decision()
        if self._dead() or self._late >= LATE_MOST:
            return nothing
        began = time.perf_counter()
        try:
            return self._answer(opened, nothing)
        finally:
            timed(self.chair, began)
            self._opened = None

    def _answer(self, opened: Open, nothing: Decision | None) -> Decision | None:
        urgent = opened.prompt.urgent
        patience = self._bounds.think_s + (0.0 if self._spoke or self._silent else START_S)
        if not (urgent or self._polite):
            patience = min(patience, GRACE_S if self._spoke or self._silent else QUIET_S)
        until, lines, refused = now() + patience, 0, 0
        while True:
            if not urgent and self._lets_pass(opened):
                return nothing
            if not self.program.lines:
                if self._dead():
                    return nothing
                if self._idle() and urgent:  # it waits for events, and has read all of them
                    return nothing
                self.program.look()
                if self.program.died or self.program.lines:
                    continue
                left = until - now()
                if left <= 0:
                    return self._too_late(nothing)
                poll([desk.program for desk in _DESKS], min(left, 1.0))
                for desk in _DESKS:
                    if desk is not self:
                        desk._tend()
                continue
            lines += 1
            if lines > LINES_MOST:
                return self._too_late(nothing)
            found = self._take(self.program.lines.popleft())
            if isinstance(found, msgspec.Raw):
                return Decision(found)
            refused += found
            if refused >= TRIES:
                return nothing
            if found and self._live and self._prompt is not None:
                self._send(self._prompt)  # it is asked again

    def _too_late(self, nothing: Decision | None) -> Decision | None:
        self._silent = True
        if nothing is None:
            self._late += 1
            self.chair.account.late += 1
        return nothing

    def _lets_pass(self, opened: Open) -> bool:
        return not self.program.lines and (self._idle() or self._passed == opened.number)

    def _idle(self) -> bool:
        return self._read_to >= self._seq > 0

    def _dead(self) -> bool:
        """Check whether the program is gone, and there is nothing left that it has said."""
        if self.program.died and not self.program.lines:
            self.chair.account.died = self.chair.account.died or self.program.died
            return True
        return False

    def _tend(self) -> None:
        """Answer requests while the program is not asked. A move waits until it is."""
        lines = self.program.lines
        for _ in range(len(lines)):
            if not lines or self._may_move(lines[0]):
                return
            self._take(lines.popleft())

    def _may_move(self, line: str | BadLine) -> bool:
        if isinstance(line, BadLine):
            return False
        try:
            request = parse_request(line)
        except BadRequest:
            return False
        if request is None or parse_hello(line) is not None:
            return False
        return not self._is_request(request)

    def _is_request(self, request: Request) -> bool:
        """Check whether it is no move. A verb of the game is one, as on a host."""
        if request.verb in self._table.game.verb_names:
            return False
        return request.verb == "wait" or (request.prompt is None and request.verb in _REQUESTS)

    # --- one line ---------------------------------------------------------------------

    def _take(self, line: str | BadLine) -> msgspec.Raw | bool:
        """Return the move in a line. If there is none: whether it was refused."""
        first, self._spoke = not self._spoke, True
        if isinstance(line, BadLine):
            return self._refuse(line.id, line.code, line.text)
        hello = parse_hello(line)
        if hello is not None:
            return self._hello(hello.capabilities)
        if first and not self.program.by_port:
            self._kept = None  # it plays without coming in
        try:
            request = parse_request(line)
        except BadRequest as bad:
            return self._refuse(bad.id or "", bad.code, bad.text)
        if request is None:
            return False
        if self._is_request(request):
            self._polite = self._polite or request.verb == "wait"
            return self._serve(request)
        return self._move(request)

    def _move(self, request: Request) -> msgspec.Raw | bool:
        opened, own = self._opened, request.id or ""
        if opened is None:
            return self._refuse(own, Code.NOT_YOUR_TURN, "Nothing is asked of you now.")
        if request.prompt not in (None, opened.number):
            self._say(own, "no", {"code": Code.STALE, "retry": False, "prompt": opened.number})
            return False
        prompt, seat = opened.prompt, self.chair.seat
        offered = {spec.verb.name for spec in prompt.moves}
        bare = not request.slash and request.verb not in offered and prompt.bare is not None
        verb = prompt.bare if bare and prompt.bare else request.verb
        words = request.text if bare else request.rest
        try:
            move = read(self._table, seat, verb, words, bare=bare)
            tried(self._table, seat, move, self._at)
        except CommandError as no:
            text = no.text if self._bounds.level == "all" else "You cannot do that now."
            return self._refuse(own, no.code, text)
        except Refused as no:
            return self._refuse(own, Code(no.fault), no.text)
        self._say(own, "ok", {})
        return move

    def _refuse(self, own: str, code: Code, text: str) -> bool:
        """Refuse a line, and say why. Every program reads it: its author has to."""
        self._say(own, "no", {"code": code, "retry": False, "text": [str(text)]})
        self.chair.account.refuse(str(text))
        return True

    def _say(self, own: str, word: str, body: Mapping[str, object]) -> None:
        data = bytes(encode(body))
        self.program.send(b"#%b %b %b\n" % ((own or "-").encode(), word.encode(), data))

    # --- requests that are no moves ---------------------------------------------------

    def _hello(self, capabilities: Sequence[str]) -> bool:
        """Begin as a host does. What was told before that is told again, in the form wanted."""
        if self._kept is None:
            return self._refuse("", Code.UNKNOWN_VERB, "HELLO must be the first line.")
        self._live, self._seq = False, 0
        self._form = FORM if "text" in capabilities else None
        self._sight = ""
        if "scene" in capabilities:
            self._sight = "scene"
        elif "view" in capabilities:
            self._sight = "view"
        told = ("text", "view", "scene")
        body = {
            "server": "parlour",
            "version": "arena",
            "protocol": 1,
            "capabilities": [word for word in told if word in capabilities],
            "arena": True,
        }
        self._say("", "ok", body)
        return False

    def _serve(self, request: Request) -> bool:
        """Answer a request that is no move, and return whether it was refused."""
        own = request.id or ""
        match request.verb:
            case "wait":
                return self._wait(request)
            case "look" | "scores":
                self._say(own, "ok", self._position())
            case "rules":
                lines = self._table.game.rules_text.splitlines()
                self._say(own, "ok", {"text": [*map(str, lines)]})
            case "ping":
                self._say(own, "ok", {"pong": request.rest})
            case verb if verb in _COME_IN:
                self._come_in(request)
            case _:
                self._say(own, "ok", {})
        return False

    def _come_in(self, request: Request) -> None:
        """Grant whatever leads to a seat, and say which it is."""
        seat = self.chair.seat
        body = {
            "table": 1,
            "seat": seat,
            "game": self._table.game.id,
            "name": self._table.names[seat],
            "guest": True,
            "token": "arena",
            "code": None,
            "seq": 0,
        }
        self._say(request.id or "", "ok", body)
        if request.verb in ("ready", "start") and not self._live:
            self._begin()

    def _position(self) -> dict[str, object]:
        match = self._table.match
        body: dict[str, object] = {"table": 1}
        if match is not None:
            view = self._scenes.look(match, self.chair.seat)
            body |= {"view": view, "scores": {str(s): n for s, n in match.scores.items()}}
        return body

    def _wait(self, request: Request) -> bool:
        """Let an optional prompt pass: the one that is quoted (`@7 /wait`), or the open one.

        With a number after it, all events up to that one were read, and there is no answer.
        """
        own, match = request.id or "", self._table.match
        opened = None if match is None else match.prompts.get(self.chair.seat)
        if request.rest.isdecimal():
            self._read_to = int(request.rest[:9])
        elif request.prompt is not None and (opened is None or opened.number != request.prompt):
            self._passed = max(self._passed, request.prompt)
        elif opened is not None and opened.prompt.urgent:
            return self._refuse(own, Code.UNAVAILABLE, "The game waits for you: make a move.")
        elif opened is not None:
            self._passed = opened.number
        self._say(own, "ok", {})
        return False

    # --- the end ----------------------------------------------------------------------

    def close(self) -> None:
        """Let the program end by itself, for a moment; then end it."""
        program, account = self.program, self.chair.account
        if not account.died and not program.died:
            program.send(b'! bye {"text":[]}\n')
            program.close_input()
            until = now() + END_S
            while not program.ended and now() < until:
                poll([program], min(0.05, max(0.0, until - now())))
                self._tend()
        program.end()
        account.said = program.said
        _DESKS.remove(self)
        if not _DESKS:
            reap(_CHILDREN)


_KEPT: Final = ("name", "type")


def reduced(line: bytes, level: Level) -> bytes:
    """Return the line of a prompt with less help: the types of what is open, or nothing."""
    mark, seq, name, body = line.split(b" ", 3)
    prompt: dict[str, Any] = msgspec.json.decode(body)
    moves: list[dict[str, Any]] = prompt["moves"] if level == "types" else []
    prompt["moves"] = [
        {
            "verb": move["verb"],
            "usage": move["usage"],
            "about": move["about"],
            "args": [{key: arg[key] for key in _KEPT} for arg in move["args"]],
        }
        for move in moves
    ]
    if level == "rules":
        prompt["bare"] = None
    for key in ("text", "says", "enter"):
        prompt.pop(key, None)
    return b"%b %b %b %b\n" % (mark, seq, name, msgspec.json.encode(prompt))
