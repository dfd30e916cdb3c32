"""What the client learns from answers, and what part of them goes into the log."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

from parlour.language import translated
from parlour_client.language import _
from parlour_client.log import WIDTH, Kind, unwrapped
from parlour_client.model import (
    LOOK,
    SCORES,
    TABLES,
    Chair,
    Command,
    Model,
    Offered,
    Place,
    Player,
    Table,
    at_table,
    get_up,
    scored,
    sit_down,
    stop_watching,
    want,
)
from parlour_client.pending import Answer
from parlour_client.protocol import Body, read_all, read_scene, text_of
from parlour_client.table_state import state_in, told

_TIME_LEFT: Final = re.compile(r"\w+ \w+ ?: [0-9]+ s")
"""The last line of a position; we show a clock of our own."""

PAGING: Final = ("page", "pages", "total")
"""The extra keys in the answer to `tables` or `who` if it is only a part of the list."""


def learn(model: Model, request: str, answer: Answer, now_ms: int) -> Model:
    """Return *model* after *answer* to *request*, at *now_ms*, without a change to the log."""
    verb, _, rest = request.lstrip("/ ").partition(" ")
    verb = verb.lower()
    change = _LEARNT.get(verb)
    if change is not None:
        return change(model, answer, now_ms)
    if "seat" in answer.body:  # `new`, `join`, `watch`, `play`, or the name of a game
        return _sat(model, answer.body)
    if verb == "leave":
        return _left(model, rest.strip())
    if verb == "options":
        return want(model, LOOK)
    if verb == "set" and answer.body.get("key") == "lang":
        # What moves, commands and the position are called is now in another language.
        model = replace(model, lang=str(answer.body.get("value")))
        return want(model, "commands", "games", *([LOOK] if model.table is not None else []))
    return model


def logged(model: Model, line: str, answer: Answer, width: int = WIDTH) -> Model:
    """Return *model* with the answer to *line* in the log; moves have none."""
    lines: list[str] = []
    for item in answer.items:
        lines += unwrapped(text_of(item), width)
    lines += unwrapped(text_of(answer.body), width)
    if answer.unsure:
        unsure = _("You were disconnected meanwhile. The host has most likely made this move.")
        lines.append(translated(unsure, model.lang))
    if not lines:
        return model
    log = model.log.add(Kind.OWN, [line]).add(Kind.HOST, lines)
    return replace(model, log=log)


def _commands(model: Model, answer: Answer, now_ms: int) -> Model:
    found = {each.verb: each for each in read_all(answer.items, Command)}
    return replace(model, commands=MappingProxyType(found))


def _games(model: Model, answer: Answer, now_ms: int) -> Model:
    found = {each.game: each for each in read_all(answer.items, Offered)}
    return replace(model, games=MappingProxyType(found))


def _who(model: Model, answer: Answer, now_ms: int) -> Model:
    found = {each.name: each for each in read_all(answer.items, Player)}
    if "page" in answer.body:
        found = {each.name: each for each in model.players} | found
    return replace(model, players=tuple(found.values()))


def _tables(model: Model, answer: Answer, now_ms: int) -> Model:
    found = {each.table: each for each in read_all(answer.items, Place)}
    if "page" in answer.body:
        found = dict(sorted((dict(model.places) | found).items()))
    model = replace(model, places=MappingProxyType(found))
    for place in found.values():
        model = at_table(model, place.table, partial(_placed, place=place, me=model.name))
    if model.table is not None and model.table.seat is not None:
        # After a reconnect we were at a table without knowing our seat.
        model = replace(model, watching=model.watching - {model.table.number})
    return model


def _placed(table: Table, place: Place, me: str) -> Table:
    """*table* with what the list of tables says about it."""
    known = {chair.seat: chair for chair in table.chairs}
    chairs = list[Chair]()
    for number, name in enumerate(place.seats, 1):
        chair = known.pop(number, Chair(number))
        chairs.append(chair if chair.name == name or chair.gone else Chair(number, name))
    seats = [chair.seat for chair in chairs if chair.name == me and not chair.gone]
    return replace(
        table,
        game=place.game,
        state=place.state,
        host=place.host,
        chairs=(*chairs, *known.values()),
        options=MappingProxyType(place.options) if place.options else table.options,
        seat=seats[0] if seats else None,
    )


def _scores(model: Model, answer: Answer, now_ms: int) -> Model:
    body = answer.body
    return at_table(model, body.get("table"), lambda table: scored(table, body))


def _look(model: Model, answer: Answer, now_ms: int) -> Model:
    body, table = answer.body, model.table
    number = body.get("table")
    if type(number) is not int:
        return model
    if table is not None and table.seat is not None and table.number != number:
        return _glanced(model, number, body) if number in model.watching else model
    if table is None or table.number != number:
        model = sit_down(model, Table(number))
        model = replace(model, wants=model.wants - {LOOK})
        table = model.table
        assert table is not None
    state = state_in(body)
    model = model if state is None else told(model, state)
    shown = _looked(model.table or table, body)
    left, bank = _whole(body.get("left_ms")), _whole(body.get("bank_ms"))
    model = replace(model, table=shown, due_ms=None, left_ms=left, bank_ms=bank)
    if shown.state != "playing" or left is None:
        return model
    return replace(model, due_ms=now_ms + left, left_ms=None)


def _whole(value: object) -> int | None:
    return value if type(value) is int else None


def _looked(table: Table, body: Body) -> Table:
    return replace(
        table,
        state=str(body.get("state", table.state)),
        scene=read_scene(body.get("scene")),
        look=tuple([line for line in text_of(body) if not _TIME_LEFT.fullmatch(line)]),
    )


def _glanced(model: Model, number: int, body: Body) -> Model:
    """We sit at our table and look at another one."""
    glance = model.glance
    if glance is None or glance.number != number:
        glance = Table(number)
        model = want(model, TABLES, f"{SCORES} {number}")
    model = replace(model, glance=_looked(glance, body))
    state = state_in(body)
    return model if state is None else told(model, state)


def _sat(model: Model, body: Body) -> Model:
    number, seat = body.get("table"), body.get("seat")
    if type(number) is not int:
        return model
    table = model.table
    if seat is None and table is not None and table.seat is not None:
        return replace(model, watching=model.watching | {number})
    if table is None or table.number != number or table.seat != seat:
        model = sit_down(model, Table(number, seat=seat if type(seat) is int else None))
    # Otherwise the event of our sitting down came first.
    state = state_in(body)
    return model if state is None else told(model, state)


def _left(model: Model, rest: str) -> Model:
    """An event tells players when they leave; watchers get none."""
    table = model.table
    if table is None or (not rest and table.seat is not None):
        return model
    number = int(rest) if rest.isascii() and rest.isdigit() else table.number
    model = want(stop_watching(model, number), TABLES)
    return get_up(model) if number == table.number and table.seat is None else model


_LEARNT: Final[Mapping[str, Callable[[Model, Answer, int], Model]]] = MappingProxyType(
    {
        "commands": _commands,
        "games": _games,
        "look": _look,
        "scores": _scores,
        "tables": _tables,
        "who": _who,
    }
)
