"""What a client must bear: one rule of the protocol each, and the chapter that states it.

In each act the client starts again, comes in, sits down and plays a game that lasts for a few
moves. The scripted host does to it what the protocol page allows.
"""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from parlour.catalogue import FEATURES
from parlour_kit.conformance.answering import GAME, OTHERS, TABLE
from parlour_kit.conformance.client import ADDRESS, ClientUnderTest
from parlour_kit.conformance.fitting import Fitting, Object
from parlour_kit.conformance.guest import Broken
from parlour_kit.conformance.stage import Stage

LONGEST: Final = 16_384
"""Bytes that a line of a host may have."""
MANY: Final = 200
"""Events that come at once."""
LINGER_S: Final = 0.5
"""How long a client may take its leave when the game is over."""
AWAY_S: Final = 2.0
"""How long a client must stay away that may not come back."""
COME_BACK: Final = ("slow_reader", "idle", "too_many", "internal", "shutting_down")
"""Goodbyes after which a client may come back."""

Played: TypeAlias = Callable[[Stage], None]


class Act(NamedTuple):
    """An act: its title, the chapter of the protocol page, and its script."""

    title: str
    chapter: int
    run: Played
    by_hand: bool
    """It works for a client in which a person types: nobody has to decide anything."""


ACTS: Final[list[Act]] = []


def act(title: str, chapter: int, *, by_hand: bool = True) -> Callable[[Played], Played]:
    """Declare an act. It raises Broken if the client does not do what *title* says."""

    def declared(run: Played) -> Played:
        ACTS.append(Act(title, chapter, run, by_hand))
        return run

    return declared


# --- prompts --------------------------------------------------------------------------


def _move(verb: str, *args: Object) -> Object:
    usage = " ".join([verb, *(str(arg["name"]).upper() for arg in args)])
    return {"verb": verb, "usage": usage, "about": f"make the move {verb}", "args": list(args)}


SEAT: Final = {"name": "player", "type": "seat", "choices": list(OTHERS)}
CARD: Final = {"name": "card", "type": "choice", "choices": ["7d", "qh", "."]}
NUMBER: Final = {"name": "number", "type": "int", "min": 3, "max": 5}
WORD: Final = {"name": "word", "type": "text", "examples": ["lantern", "gr\u00fc\u00dfe"]}
CARDS: Final = {
    "name": "cards",
    "type": "text",
    "examples": ["7d qh", "qh ks"],
    "of": ["7d", "qh", "ks"],
    "min": 2,
    "max": 2,
}
SECRET: Final = {**WORD, "label": "Word", "secret": True, "letters": True, "least": 3, "most": 12}
KNOWN: Final = {**WORD, "choices": ["lantern", "oil"], "default": "oil"}
HIGHER: Final = {"name": "count", "type": "int", "min": 4, "max": 4}
FACE: Final = {"name": "face", "type": "int", "min": 5, "max": 6}
ONE: Final = [_move("pick", NUMBER)]
PROMPTS: Final = (
    [_move("pass")],
    [_move("accuse", SEAT)],
    [_move("lay", CARD)],
    [_move("pick", NUMBER)],
    [_move("hide", WORD)],
    [_move("give", CARDS)],
    [_move("beg", SEAT, CARD)],
    [_move("bid", NUMBER, FACE), _move("bid", HIGHER, FACE)],
    [_move("pass"), _move("lay", CARD)],
    [_move("hide", SECRET)],
    [{**_move("take", KNOWN), "label": "Take back", "weight": "side"}, _move("pass")],
)


def _turn(stage: Stage, moves: Sequence[Object] = ONE, **more: Any) -> str:
    stage.ask(moves, **more)
    return stage.answered()


def _end(stage: Stage) -> None:
    """Let the client show that it is still there, and end the game."""
    _turn(stage)
    stage.over(LINGER_S)


# --- coming in -------------------------------------------------------------------------


@act("It says HELLO, comes in, sits down, and plays to the end", 1)
def plays(stage: Stage) -> None:
    stage.begin()
    _turn(stage)
    _end(stage)


@act("It does without capabilities that an older host does not know", 4)
def older(stage: Stage) -> None:
    stage.unknown = ("natural", "lobby", "taps", "bot")
    stage.connect()
    if not stage.leaves(lambda: stage.started):
        _end(stage)


@act("It does not take a refusal for a yes", 4, by_hand=False)
def refused(stage: Stage) -> None:
    stage.refusals["name"] = deque(["name_taken"])
    for verb in ("new", "play", "join"):
        stage.refusals[verb] = deque(["unavailable"])
    stage.connect()
    if not stage.leaves(lambda: stage.started):
        _end(stage)


# --- lines -----------------------------------------------------------------------------


@act("It reads lines in whatever pieces they come", 2)
def pieces(stage: Stage) -> None:
    stage.pieces = 1
    stage.begin()
    stage.tell("said", table=TABLE, name=OTHERS[0], to="table", what="gr\u00fc\u00dfe \U0001f600")
    _turn(stage)
    stage.pieces = 7
    _end(stage)


@act("It reads lines of 16,384 bytes, and many lines at once", 2)
def long(stage: Stage) -> None:
    stage.begin()
    stage.tell(f"{GAME}.long", "GameEvent", table=TABLE, data="")
    room = LONGEST - stage.last_bytes
    stage.tell(f"{GAME}.long", "GameEvent", table=TABLE, data="x" * room)
    for number in range(MANY):
        stage.tell("clock", table=TABLE, left_ms=1000 * (MANY - number))
    _end(stage)


@act("It reads events that come before an answer, and between its lines", 3)
def between(stage: Stage) -> None:
    def talk() -> None:
        if stage.named is not None:
            stage.tell("told", name=OTHERS[0], to=stage.named, what="hello")

    stage.before = talk
    stage.begin()
    _turn(stage)
    _end(stage)


# --- what it knows, and what it does not ----------------------------------------------


@act("It bears every event of the schema", 7)
def events(stage: Stage) -> None:
    stage.begin()
    ann, bob = OTHERS
    for change in ("away", "back", "host", "ready", "unready"):
        stage.tell("seat", table=TABLE, seat=2, name=ann, bot=None, change=change)
    stage.tell("said", table=TABLE, name=ann, to="watchers", what="hello")
    stage.tell("told", name=bob, to=stage.named, what="hello")
    stage.tell("clock", table=TABLE, left_ms=1000)
    stage.tell("sealed", table=TABLE, seat=2, commitment="0" * 64)
    stage.tell("scores", table=TABLE, final=False)
    for event in (event for feature in FEATURES for event in feature.events):
        stage.tell(event.event)
    for kind in NOTICES:
        stage.tell("notice", table=TABLE, kind=kind, number=None)
    for kind in ("waiting", "storing"):
        stage.news("notice", table=None, kind=kind, number=None)
    stage.tell("fault", table=TABLE)
    stage.tell("notice", table=TABLE, kind="continued", number=None)
    if "lobby" in stage.capabilities:
        stage.news("at", at=stage.at())
    for paused in (True, False):
        stage.tell("paused", table=TABLE, paused=paused)
    _end(stage)


NOTICES: Final = (
    *("proposed", "accepted", "declined", "agreed", "lapsed", "announce", "draining", "explained"),
    *("nudged", "options", "cannot_begin", "way_back", "invited"),
    *("held", "continued", "adjourned", "missing", "continued", "stopping"),
    *(kind for feature in FEATURES for kind in feature.notices),
)


@act("It ignores events and keys that it does not know", 10)
def unknown(stage: Stage) -> None:
    stage.maker.odd = True
    stage.begin()
    stage.tell_line("weather", {"table": TABLE, "sky": {"clouds": [1, 2]}, "text": []})
    stage.tell_line(f"{GAME}.weather", {"table": TABLE, "data": [[None]], "text": []})
    stage.tell_line("weather_2", {"text": []})
    stage.news("weather")
    _turn(stage)
    _end(stage)


# --- prompts ---------------------------------------------------------------------------


@act("It answers each prompt with something that is offered", 6)
def offered(stage: Stage) -> None:
    stage.begin()
    for moves in PROMPTS:
        _turn(stage, moves)
    _turn(stage, [_move("word", WORD)], bare="word")
    _end(stage)


@act("A prompt that is not urgent is no duty, and the next one counts", 6)
def optional(stage: Stage) -> None:
    stage.begin()
    for moves in PROMPTS[:4]:
        stage.ask(moves, urgent=False)
    stage.withdraw()
    stage.ask([_move("hide", WORD)], urgent=False)
    _end(stage)


@act("A new prompt replaces the one before", 6)
def replaced_prompt(stage: Stage) -> None:
    stage.begin()
    stage.ask([_move("lay", CARD)])
    _end(stage)


@act("A move that comes too late is refused as `stale`, and nothing is lost", 6)
def late(stage: Stage) -> None:
    stage.begin()
    stage.deaf = True
    stage.ask([_move("lay", CARD)])
    stage.serve(lambda: stage.unheard != "", "The client must answer the prompt")
    stage.deaf = False
    stage.withdraw()
    stage.no(stage.unheard, "stale")
    _end(stage)


# --- coming back -----------------------------------------------------------------------


@act("After a cut in the middle of a line it comes back to where it was", 8)
def cut(stage: Stage) -> None:
    stage.begin()
    for _ in range(2):
        stage.silent = True
        _turn(stage)
        stage.cut(half=f'* {stage.seq + 1} {GAME}.made {{"table":1,"data":{{"mo')
        stage.silent = False
        stage.made()
        stage.back()
    _end(stage)


@act("After a cut it answers a prompt that is still open", 8)
def cut_before(stage: Stage) -> None:
    stage.begin()
    stage.deaf = True
    stage.ask(ONE)
    stage.serve(lambda: stage.unheard != "", "The client must answer the prompt")
    stage.cut()
    stage.deaf = False
    stage.back()
    stage.answered()
    _end(stage)


@act("After a cut it reads all that it missed, and answers only what is open", 8)
def missed(stage: Stage) -> None:
    stage.begin()
    _turn(stage)
    stage.cut()
    for moves in PROMPTS[:3]:
        stage.ask(moves)
        stage.withdraw()
    for number in range(MANY):
        stage.tell("said", table=TABLE, name=OTHERS[0], to="table", what=f"line {number}")
    stage.ask([_move("lay", CARD)])
    stage.back()
    stage.answered()
    _end(stage)


@act("If it is cut off while it comes back, it tries again", 8)
def cut_again(stage: Stage) -> None:
    stage.begin()
    _turn(stage)
    stage.cut()
    stage.connect()
    stage.cut()
    stage.connect()
    stage.deaf = True
    stage.serve(lambda: stage.unheard != "", "The client must come back with `resume`")
    stage.cut()
    stage.deaf = False
    stage.back()
    _end(stage)


@act("It does not insist on a number that the host no longer has", 8)
def forgotten_events(stage: Stage) -> None:
    _void(stage, "unavailable")


@act("It does not insist on a way back that is void", 8)
def forgotten_player(stage: Stage) -> None:
    _void(stage, "bad_password")


def _void(stage: Stage, code: str) -> None:
    """Refuse `resume`, and let the client come back in another way, or end."""
    stage.begin()
    _turn(stage)
    stage.cut()
    stage.void = code
    stage.connect()
    stage.leaves(lambda: stage.is_back or stage.refused["resume"] > 1)
    if stage.refused["resume"] > 1:
        raise stage.broken("The client has asked for the same again")


@act("It stays away when another connection has taken over", 8)
def replaced(stage: Stage) -> None:
    stage.begin()
    _turn(stage)
    stage.farewell("replaced")
    if stage.comes(AWAY_S):
        raise stage.broken("The client must not come back")


@act("It bears a goodbye, and may come back", 4)
def goodbyes(stage: Stage) -> None:
    stage.begin()
    for code in COME_BACK:
        _turn(stage)
        stage.farewell(code)
        if not stage.comes(AWAY_S):
            return
        stage.serve(lambda: stage.is_back, "The client must come back as the player it was")
    _end(stage)


# --- all of them -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ActResult:
    """An act, and what was wrong: nothing if the client passed. `sent` are the events."""

    act: Act
    fault: str
    sent: frozenset[str]


def verdicts(
    port: int, player: ClientUnderTest, rules: Fitting, patience_s: float, acts: Sequence[Act]
) -> Iterator[ActResult]:
    """Play each act with the client, on *port* or any that is free (0). Raises OSError."""
    for each in acts:
        with socket.create_server((ADDRESS, port)) as listener:
            stage = Stage(listener, player, rules, patience_s)
            fault = ""
            try:
                each.run(stage)
            except Broken as error:
                fault = str(error)
            finally:
                listener.close()
                stage.close()
        yield ActResult(each, fault, frozenset(stage.sent))
