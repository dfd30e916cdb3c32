"""What a scripted host answers, whatever the script is.

It plays one game with one client, at table 1. It answers every request of the schema, and holds
every line of the client against the schema. It knows no rules and no people.
"""

from __future__ import annotations

import json
import re
from collections import Counter, deque
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from parlour.wire.lines import BadLine
from parlour.wire.request import BadRequest, Request, parse_hello, parse_request
from parlour_kit.conformance.client import ClientConnection, ClientUnderTest
from parlour_kit.conformance.fitting import Fitting, Object, ref
from parlour_kit.conformance.guest import SHOWN, Broken
from parlour_kit.conformance.made import Maker
from parlour_kit.conformance.moves import any_move, is_offered

GAME: Final = "trial"
"""The one game of a scripted host."""
TABLE: Final = 1
SEAT: Final = 1
OTHERS: Final = ("ann", "bob")
"""Who sits there besides."""
GREETING: Final = "Parlour: 1 game, 1 table open.\nYour name? (help for help)\n"
LATE_MOST: Final = 20
"""Moves without an open prompt, or for another one, after which a client is at a loss."""
HELLOS_MOST: Final = 6
"""More lines of HELLO than there are capabilities."""
SITTING: Final = frozenset({"new", "play", "seek", "join"})
BEGINNING: Final = frozenset({"ready", "start", "rematch", "seek"})


class Answering:
    """The host of one game, as far as it answers. A script sets what is out of the ordinary."""

    def __init__(self, player: ClientUnderTest, rules: Fitting) -> None:
        self.maker = Maker(rules.document)
        self.capabilities: tuple[str, ...] = ()
        """Those of the last HELLO."""
        self.refusals: dict[str, deque[str]] = {}
        """Codes with which the next requests of a verb are refused."""
        self.unknown: tuple[str, ...] = ()
        """Capabilities that this host does not know."""
        self.void = ""
        """The code with which `resume` is refused: `unavailable` if it has a number."""
        self.before: Callable[[], None] = lambda: None
        """What happens before a request is answered."""
        self.silent = False
        """Moves are carried out, and not answered."""
        self.deaf = False
        """Moves and `resume` get no answer, and do nothing."""
        self.unheard = ""
        """The id of the last one."""
        self.pieces = 0
        """Everything is sent in pieces of so many bytes, unless this is 0."""
        self.named: str | None = None
        self.token = "0" * 31 + "1"
        self.seq = 0
        """The number of the newest event."""
        self.open: Object | None = None
        """The open prompt."""
        self._verbs: set[str] = set()
        """The verbs of all moves that were offered."""
        self.moves: list[str] = []
        """The moves that were made."""
        self.refused: Counter[str] = Counter()
        """How often each verb was refused because the script said so."""
        self.last_bytes = 0
        """The length of the last event."""
        self.sent: Counter[str] = Counter()
        """How often each event was sent, by name."""
        self._player = player
        self._rules = rules
        self._rng = Random(GAME)
        self._line: ClientConnection | None = None
        self._program = False
        self._events: list[str] = []
        self._read = 0
        """The number of an event that the client has read: it has answered that prompt."""
        self._known = 0
        """The newest event that was sent as a whole."""
        self.started = False
        """The game has started."""
        self.is_back = False
        """The client has come back on this connection, or comes in as somebody new."""
        self._seated = self._quit = False
        self._hellos = 0
        self._prompts: int = 0
        self._shown: dict[int, int] = {}
        """The number of the first event that showed a prompt, by the number of the prompt."""
        self._late = 0
        self._log: deque[str] = deque(maxlen=SHOWN)

    # --- what it says -----------------------------------------------------------------

    def tell(self, name: str, row: Object | str | None = None, /, **fields: Any) -> None:
        """Send an event, or keep it for a client that is away."""
        known: Object | str = self._rules.document["events"][name] if row is None else row
        body = self.maker.object(known, **fields)
        if not self.maker.odd and not self._rules.fits(body, _row(known)):
            raise ValueError(f"{name} does not fit the schema: {body}")
        self.tell_line(name, body)

    def tell_line(self, name: str, body: Object) -> None:
        """Send an event with that object, as it is."""
        self.seq += 1
        self.sent[name] += 1
        line = f"* {self.seq} {name} {_json(body)}"
        self._events.append(line)
        if self._line is not None:
            self._say(line)
            self._known = self.seq
        self.last_bytes = len(line.encode())

    def news(self, name: str, /, **fields: Any) -> None:
        self.sent[name] += 1
        row = self._rules.document["events"].get(name, "TextRow")
        self._say(f"* - {name} {_json(self.maker.object(row, **fields))}")

    def broken(self, what: str) -> Broken:
        ended = self._player.ended()
        how = f" (It {ended or 'has ended'}.)" if ended is not None else ""
        lines = "\n".join(f"    {line}" for line in self._log)
        return Broken(f"{what}.{how}\n{lines}")

    # --- lines ------------------------------------------------------------------------

    def _note(self, what: str) -> None:
        self._log.append(f"- {what}")

    def _say(self, line: str) -> None:
        self._log.append(f"< {line}")
        self.send_bytes(f"{line}\n".encode())

    def send_bytes(self, data: bytes) -> None:
        if self._line is None:
            return
        size = self.pieces or len(data)
        for at in range(0, len(data), size):
            self._line.send(data[at : at + size])

    def _ok(self, own: str, row: Object | str, /, **fields: Any) -> None:
        self._say(f"#{own} ok {_json(self.maker.object(row, **fields))}")

    def no(self, own: str, code: str, /, **fields: Any) -> None:
        retry: bool = self._rules.document["refusal_codes"][code]["retry"]
        told = {"code": code, "retry": retry, "text": [f"No: {code}."], **fields}
        if not self.maker.texts:
            del told["text"]
        self._say(f"#{own} no {_json(told)}")

    def _goodbye(self, code: str) -> None:
        self._say(f"! {code} {_json(self.maker.object('Farewell'))}")

    def _show(self) -> None:
        """Send the open prompt, to a client that is there."""
        assert self.open is not None
        self.tell("prompt", **self.open)
        self._shown.setdefault(self.open["prompt"], self.seq)
        if self._line is not None:
            self._type()

    def _type(self) -> None:
        """Type an answer to the open prompt, if there is one and people type."""
        if self.open is not None:
            self._player.type(any_move(self.open, self._rng))

    # --- what the client sends --------------------------------------------------------

    def _greet(self, line: ClientConnection) -> None:
        """Begin with a client that has connected."""
        self._line, self._program, self.is_back = line, False, False
        self._hellos = 0
        self._note("the client connects")
        self.send_bytes(GREETING.encode())

    def _listen(self, wait_s: float) -> bool:
        """Answer the next line, if one comes so soon. Raises Left and Broken."""
        assert self._line is not None
        line = self._line.take(wait_s)
        if line is not None:
            self._hear(line)
        return line is not None

    def _hear(self, line: str | BadLine) -> None:
        if isinstance(line, BadLine):
            self._note("a line that cannot be used")
            raise self.broken(f"A host refuses this line. {line.text.rstrip('.')}")
        self._log.append(f"> {line}")
        if not self._program:
            self._hello(line)
            return
        try:
            request = parse_request(line)
        except BadRequest as error:
            raise self.broken(f"This is no request. {error.text.rstrip('.')}") from None
        if request is None:
            return
        self.before()
        own = request.id or "-"
        if self._is_move(request):
            self._move(own, request)
            return
        row = self._rules.request(request)
        if row is None or row["where"] == "operator":
            raise self.broken(f"There is no request `{request.verb}`")
        typed = re.sub(" +", " ", f"{request.verb} {request.rest}").strip()
        if not re.match(row["line"], typed):
            raise self.broken(f"`{request.verb}` looks like this: `{row['usage']}`")
        self._request(own, request, row)

    def _hello(self, line: str) -> None:
        hello = parse_hello(line)
        row: Object = self._rules.document["hello"]
        if hello is None:
            raise self.broken("The first line of a program is HELLO")
        if not re.match(row["line"], line):
            raise self.broken(f"HELLO looks like this: `{row['usage']}`")
        self.capabilities = hello.capabilities
        self._hellos += 1
        for word in hello.capabilities:
            if word.partition("=")[0] in self.unknown:
                if self._hellos > HELLOS_MOST:
                    raise self.broken("The client insists on this capability")
                self.no("-", "usage", text=[f"Unknown capability {word}; send: HELLO 1 [text]"])
                return
        self._program = True
        self.maker.texts = "text" in self.capabilities
        granted = [word for word in hello.capabilities if "=" not in word]
        self._ok("-", "HelloAnswer", server="parlour", protocol=1, capabilities=granted)

    def _is_move(self, request: Request) -> bool:
        if request.prompt is not None:
            return True
        if request.verb in self._verbs:
            return True
        return self.open is not None and self.open["bare"] is not None and not request.slash

    def _request(self, own: str, request: Request, row: Object) -> None:
        codes = self.refusals.get(request.verb)
        if codes:
            self.refused[request.verb] += 1
            self.no(own, codes.popleft())
            return
        match request.verb:
            case "name":
                self._name(own, request.rest.split(" ")[0])
            case "resume":
                self._resume(own, request.rest)
            case "ping":
                self._ok(own, "Pong", pong=request.rest)
            case "quit":
                self._quit = True
                self._ok(own, "Done")
                self._goodbye("bye")
            case _ if self.named is None and row["where"] != "anywhere":
                raise self.broken(f"`{request.verb}` needs a name, and the client has none")
            case verb if verb in SITTING:
                self._sit(own, verb)
            case _ if not self._seated and row["where"] in ("table", "seat"):
                raise self.broken(f"`{request.verb}` needs a table, and the client sits at none")
            case verb if verb in BEGINNING:
                self._ok(own, "Done")
                self._start()
            case "look":
                self._look(own)
            case _:
                self._any(own, row)

    def _any(self, own: str, row: Object) -> None:
        """Answer a request that changes nothing here."""
        items = [row["item"]] if "item" in row else []
        for each in items:
            self._say(f"#{own} + {_json(self.maker.object(each))}")
            self.before()
        counted = {"count": len(items)} if items else {}
        self._ok(own, row["answers"][0], **counted)

    def _name(self, own: str, name: str) -> None:
        if self.named is not None and not self.void:
            raise self.broken("The client must come back as the player it was, with `resume`")
        self.is_back = self.named is not None
        self.named = name
        self._ok(own, "Named", **self._me())
        self.tell("welcome", name=name, tables=1, table=None)
        if "lobby" in self.capabilities:
            self.news("table", table=TABLE, change="opened", game=GAME, state="open")
            self.news("lobby", more=1)

    def _me(self) -> Mapping[str, Any]:
        code = "abcde-fghjk-mnpqr"
        return {
            "name": self.named,
            "guest": True,
            "token": self.token,
            "code": code,
            "seq": self.seq,
        }

    def _resume(self, own: str, rest: str) -> None:
        token, _, number = rest.partition(" ")
        if token != self.token:
            raise self.broken("This is not the token of the newest answer")
        if self.deaf:
            self.unheard = own
            return
        if self.void == "bad_password" or (self.void and number):
            self.refused["resume"] += 1
            self.no(own, self.void)
            return
        if number and not number.isdecimal():
            raise self.broken("After the token comes the number of the last event that was read")
        after = int(number) if number else self._known
        if number and not self._read <= after <= self._known:
            raise self.broken(
                f"The client has read event {self._read} and was sent {self._known},"
                f" so it cannot come back after {number}"
            )
        line, self._line = self._line, None  # what follows is counted before it is sent
        if not number:
            after = self.seq
            self.tell("welcome", name=self.named, tables=1, table=TABLE if self._seated else None)
        then = self.seq
        if self._seated:
            self._seat(SEAT, self.named, "back")
            self._position()
        if self.open is not None:
            self._show()
        self._line = line
        self.is_back = True
        self.renew()
        self._ok(own, "Named", **self._me())
        for each in self._events[after:then]:
            self._say(each)
        if self._seated and "lobby" in self.capabilities:
            self.news("at", at=self.at())
        for each in self._events[then:]:
            self._say(each)
        self._known = self.seq
        self._type()

    def renew(self) -> None:
        """Change the token for `resume`, as a host does that was restarted."""
        self.token = f"{int(self.token) + 1:032}"

    # --- the table ----------------------------------------------------------------------

    def _seat(self, seat: int, name: str | None, change: str) -> None:
        self.tell("seat", table=TABLE, seat=seat, name=name, bot=None, change=change)

    def at(self) -> Object:
        """Return the object that says where the player is: at this table, at this seat."""
        names = [self.named, *OTHERS]
        return {
            "table": TABLE,
            "game": GAME,
            "title": "Trial",
            "state": "playing" if self.started else "open",
            "host": SEAT,
            "you": SEAT,
            "seats": [{"seat": seat, "name": name} for seat, name in enumerate(names, SEAT)],
        }

    def _sit(self, own: str, verb: str) -> None:
        self._seated = True
        self._ok(own, "JoinAnswer", table=TABLE, seat=SEAT, at=self.at(), word=None)
        self._seat(SEAT, self.named, "sat")
        for seat, name in enumerate(OTHERS, SEAT + 1):
            self._seat(seat, name, "sat")
        if verb in BEGINNING:
            self._start()

    def _start(self) -> None:
        if self.started:
            return
        self.started = True
        names = [self.named, *OTHERS]
        seats = [
            {"seat": seat, "name": name, "bot": None, "ready": True, "away": False}
            for seat, name in enumerate(names, SEAT)
        ]
        self.tell(
            "started",
            table=TABLE,
            game=GAME,
            title="Trial",
            record="g1",
            seats=seats,
            options={"watch": True},
            forgets={},
            lists={},
            lexicon=None,
            lexicon_hash=None,
        )
        self._position()

    def _position(self) -> None:
        """Send the position, as the client has asked for it."""
        if "scene" in self.capabilities:
            self.tell("scene", table=TABLE, scene=_SCENE, left_ms=60_000)
        elif "view" in self.capabilities:
            self.tell("view", table=TABLE, view={"moves": len(self.moves)})

    def _look(self, own: str) -> None:
        shown = (
            {"scene": _SCENE, "view": None}
            if "scene" in self.capabilities
            else {"scene": None, "view": {"moves": len(self.moves)}}
        )
        at = self.at()
        self._ok(own, "Looked", table=TABLE, state=at["state"], left_ms=None, at=at, **shown)

    def _move(self, own: str, request: Request) -> None:
        prompt = self.open
        if prompt is None or request.prompt not in (None, prompt["prompt"]):
            self._late += 1
            if self._late > LATE_MOST:
                raise self.broken("The client makes moves that are too late, again and again")
            if request.prompt is not None and request.prompt > self._prompts:
                raise self.broken(f"There was no prompt {request.prompt}")
            now = {} if prompt is None else {"prompt": prompt["prompt"]}
            self.no(own, "not_your_turn" if request.prompt is None else "stale", **now)
            return
        verb, rest = request.verb, request.rest
        verbs = [move["verb"] for move in prompt["moves"]]
        if request.prompt is None and verb in self._verbs and verb not in verbs:
            self.no(own, "not_your_turn")  # somebody types, and the prompt was another one
            return
        if prompt["bare"] is not None and not request.slash and verb not in verbs:
            if request.prompt is None and self._rules.request(request) is not None:
                raise self.broken(f"A game may take this for a word: write `/{request.text}`")
            verb, rest = prompt["bare"], request.text
        if not is_offered(prompt, verb, rest):
            raise self.broken(f"Prompt {prompt['prompt']} does not offer `{request.text}`")
        self._read = max(self._read, self._shown[prompt["prompt"]])
        if self.deaf:
            self.unheard = own
            return
        self.open = None
        self.moves.append(f"{verb} {rest}".strip())
        if not self.silent:
            self._ok(own, "Done")
            self.made()

    def made(self) -> None:
        self.tell(f"{GAME}.made", "GameEvent", table=TABLE, data={"move": self.moves[-1]})
        self.tell("unprompt", table=TABLE, prompt=self._prompts)
        self._position()


_SCENE: Final = {"blocks": [{"kind": "text", "runs": [{"text": "|||||"}]}]}


def _row(row: Object | str) -> Object:
    return ref(row) if isinstance(row, str) else row


def _json(body: Object) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))
