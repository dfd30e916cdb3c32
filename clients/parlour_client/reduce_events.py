"""From events to what the client knows: `hear` takes every event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from msgspec import structs

from parlour.rendering import is_board, plain
from parlour.scene import Grid, Scene
from parlour_client.fresh import marked
from parlour_client.language import _, said
from parlour_client.log import WIDTH, Kind, question, unwrapped
from parlour_client.model import (
    LOOK,
    TABLES,
    WHO,
    Asked,
    Chair,
    Model,
    Party,
    PartyTable,
    Place,
    Table,
    get_up,
    scored,
    sit_down,
    stop_watching,
    want,
    with_chair,
)
from parlour_client.protocol import Body, Heard, read, read_all, read_prompt, read_scene
from parlour_client.table_state import ended, state_in, told

LATE_WORDS_MS: Final = 2000
"""How long the host takes a line without a slash for a word that comes too late."""
RECORDS_MAX: Final = 20


def hear(model: Model, heard: Heard, now_ms: int, width: int = WIDTH) -> Model:
    """Return *model* after *heard*, at *now_ms* of our clock; the host wraps to *width*."""
    elsewhere = _elsewhere(model, heard)
    if heard.name == "prompt":
        return _prompted(model, heard, now_ms, width)
    lines = unwrapped([said(line, model.lang) for line in heard.text], width)
    sits = model.table is not None and model.table.seat is not None
    if elsewhere or (not sits and len(model.tables) > 1 and "table" in heard.body):
        text, number = _("[table {number}] {line}"), heard.body["table"]
        lines = [said(text.filled(number=number, line=line), model.lang) for line in lines]
    kind = _KINDS.get(heard.name, Kind.EVENT)
    model = replace(model, log=model.log.add(kind, lines, _went(heard)))
    if elsewhere and heard.name not in ("table", "notice"):
        return _at_a_glance(model, heard, now_ms)
    model = _changed(model, heard, now_ms)
    boards = _boards(model.table, width) if heard.name == "scene" else []
    return replace(model, log=model.log.beside(boards)) if boards else model


def _went(heard: Heard) -> bool | None:
    """Say how an attempt went: a game may tell it in a field that is called `hit` or `right`."""
    data = read(heard.body.get("data"), dict[str, Any]) or {}
    went = data.get("hit", data.get("right"))
    return went if isinstance(went, bool) else None


def _boards(table: Table | None, width: int) -> list[list[str]]:
    """The boards of a position, as an event may have shown them, too."""
    blocks = () if table is None or table.scene is None else table.scene.blocks
    boards: list[tuple[Grid, ...]] = []
    for before, block in zip((None, *blocks), blocks, strict=False):
        if isinstance(block, Grid) and is_board(block):
            beside = boards and block.beside and boards[-1][-1] is before
            boards.append((*(boards.pop() if beside else ()), block))
    return [plain(Scene(board), width) for board in boards]


def _changed(model: Model, heard: Heard, now_ms: int) -> Model:
    if heard.name in _CHANGES:
        return _CHANGES[heard.name](model, heard.body, now_ms)
    if heard.name in _CHANGES_OF_TABLE and model.table is not None:
        return _CHANGES_OF_TABLE[heard.name](model, model.table, heard.body, now_ms)
    return model


def _at_a_glance(model: Model, heard: Heard, now_ms: int) -> Model:
    """*model* after an event of another table than ours: it matters if we look at that table."""
    glance = model.glance
    if glance is None or glance.number != heard.body["table"]:
        return model
    there = _changed(replace(model.view, wants=frozenset()), heard, now_ms)
    if there.table is None or there.table.number != glance.number:
        return model
    model = replace(model, glance=there.table)
    return want(model, f"{LOOK} {glance.number}") if there.table.scene is None else model


def _elsewhere(model: Model, heard: Heard) -> bool:
    """Is the event of another table than the one we show?"""
    another = model.table is not None and heard.body.get("table") not in (None, model.table.number)
    if heard.name == "seat" and heard.body.get("change") == "sat":
        return another and heard.body.get("name") != model.name
    return another and heard.name not in ("welcome", "table")  # the lobby shows news of tables


def _prompted(model: Model, heard: Heard, now_ms: int, width: int) -> Model:
    """The game asks us. A question that repeats the last one is not shown again."""
    try:
        prompt = read_prompt(heard.body)
    except ValueError:
        return model
    if model.table is None:  # we came back to a seat that we know nothing about yet
        model = sit_down(model, Table(prompt.table, state="playing"))
    asked = question(heard.text, width)
    log = model.log
    if prompt.urgent and not _stands(model, asked):
        log = log.add(Kind.TURN, [asked] if asked else [])
    model = replace(model, asked=Asked(prompt, asked, tuple(heard.text)), left_ms=None, log=log)
    if prompt.due_ms is None:
        return model
    return replace(model, due_ms=now_ms + prompt.due_ms, bank_ms=prompt.bank_ms)


def _stands(model: Model, asked: str) -> bool:
    """Is *asked* in the log already? A question that comes again is no news."""
    return any(entry.kind is Kind.TURN and entry.lines == (asked,) for entry in model.log.entries)


def _welcome(model: Model, body: Body, now_ms: int) -> Model:
    number = body.get("table")
    model = replace(
        model, name=str(body.get("name", model.name)), watching=frozenset(), glance=None
    )
    if type(number) is int:
        known = model.table if model.table is not None and model.table.number == number else None
        return sit_down(model, known or Table(number))
    return want(get_up(model), TABLES, WHO)


def _table(model: Model, body: Body, now_ms: int) -> Model:
    """News of the lobby."""
    place = read(body, Place)
    if place is None:
        return model
    places = dict(model.places)
    if body.get("change") == "closed":
        places.pop(place.table, None)
        model = stop_watching(model, place.table)
    else:
        places[place.table] = place
    return replace(model, places=MappingProxyType(places))


def _lobby(model: Model, body: Body, now_ms: int) -> Model:
    """More tables have changed than fit into the news."""
    return want(model, TABLES)


def _seat(model: Model, body: Body, now_ms: int) -> Model:
    table = model.table
    chair = read(body, Chair)
    if chair is None:
        return model
    change = body.get("change")
    if chair.name == model.name:
        if change in _GONE or change == "away":  # an adjourned table keeps the seat
            return get_up(model)
        if table is None or table.seat != chair.seat:
            number = body.get("table")
            if type(number) is int:
                model = sit_down(model, Table(number, seat=chair.seat))
                table = model.table
    if table is None:
        return model
    known = next((each for each in table.chairs if each.seat == chair.seat), chair)
    state = _CHAIRS.get(str(change))
    if state is not None:
        known = state(known, chair)
    host = _host(table.host, chair, str(change))
    model = replace(model, table=replace(with_chair(table, known), host=host))
    return want(model, LOOK) if table.scene is None else model


def _host(host: str | None, chair: Chair, change: str) -> str | None:
    """Who is the host of the table after that change of a seat."""
    if change in _GONE and chair.name == host:
        return None  # an event says who takes over, if anybody does
    first = change == "sat" and host is None and chair.bot is None
    return chair.name if change == "host" or first else host


_GONE: Final = ("left", "kicked", "absent", "silent")
_Change: TypeAlias = Callable[[Chair, Chair], Chair]


def _sat(known: Chair, told: Chair) -> Chair:
    return Chair(told.seat, told.name, told.bot, ready=told.bot is not None)


def _left(known: Chair, told: Chair) -> Chair:
    """A seat with points keeps its name, because the game still names the player."""
    if known.points is None:
        return Chair(known.seat)
    return structs.replace(known, ready=False, away=False, gone=True)


_CHAIRS: Final[Mapping[str, _Change]] = MappingProxyType(
    {
        "sat": _sat,
        **dict.fromkeys(_GONE, _left),
        "ready": lambda known, told: structs.replace(known, ready=True),
        "unready": lambda known, told: structs.replace(known, ready=False),
        "away": lambda known, told: structs.replace(known, away=True),
        "back": lambda known, told: structs.replace(known, away=False),
    }
)


def _started(model: Model, body: Body, now_ms: int) -> Model:
    table = model.table
    number = body.get("table")
    if table is None:  # this is how a replay begins
        table = Table(number if type(number) is int else 0)
    options = read(body.get("options"), dict[str, Any]) or {}
    chairs = {chair.seat: Chair(chair.seat) for chair in table.chairs}
    chairs |= {chair.seat: chair for chair in read_all(body.get("seats"), Chair)}
    begun = replace(
        table,
        game=str(body.get("game", table.game)),
        title=str(body.get("title", "")),
        state="playing",
        chairs=tuple(chairs.values()),
        options=MappingProxyType(options),
        scene=None,
        look=(),
        winners=frozenset(),
        together=None,
        nobody=False,
    )
    model = replace(model, table=begun, asked=None, due_ms=None, left_ms=None)
    return want(model, LOOK)


def _unprompted(model: Model, body: Body, now_ms: int) -> Model:
    asked = model.asked
    if asked is None or asked.prompt.prompt != body.get("prompt"):
        return model
    late = now_ms + LATE_WORDS_MS if asked.prompt.bare else model.bare_until_ms
    due = None if asked.prompt.due_ms is not None else model.due_ms
    return replace(model, asked=None, due_ms=due, bare_until_ms=late)


def _clock(model: Model, body: Body, now_ms: int) -> Model:
    left = body.get("left_ms")
    return replace(model, due_ms=now_ms + left) if type(left) is int else model


def _notice(model: Model, body: Body, now_ms: int) -> Model:
    kind = body.get("kind")
    if kind == "options":
        return want(_optioned(model, body), LOOK)
    number, table = body.get("table"), model.table
    ours = number is None or (table is not None and table.number == number)
    if kind in ("waiting", "stopped"):
        return _clock_stops(model, now_ms) if ours else model
    if kind in ("storing", "running") and not (table is not None and table.state == "paused"):
        return _clock_goes_on(model, now_ms) if ours else model
    if kind not in ("table_gone", "adjourned"):
        return model
    model = stop_watching(model, number)
    if model.table is not None and model.table.number == number:
        model = get_up(model)
    return want(model, TABLES)


def _optioned(model: Model, body: Body) -> Model:
    """The options of a table have changed, and so nobody is ready."""
    options = read(body.get("options"), dict[str, Any])
    table = model.table
    if options is None or table is None:  # an older host
        return model
    chairs = [structs.replace(each, ready=each.bot is not None) for each in table.chairs]
    table = replace(table, options=MappingProxyType(options), chairs=tuple(chairs))
    return replace(model, table=table)


def _at(model: Model, body: Body, now_ms: int) -> Model:
    state = state_in(body)
    return model if state is None else told(model, state)


def _party(model: Model, body: Body, now_ms: int) -> Model:
    """News of our own party, or of one that we watch."""
    number, change = body.get("party"), body.get("change")
    if change == "round":
        tables = read_all(body.get("tables"), PartyTable)
        mine = next((each for each in tables if model.name in each.seats), None)
        if mine is not None and type(number) is int:
            return replace(model, party=Party(number, mine.table))
    party = model.party
    if party is None or party.number != number:
        return model
    if change == "standings":
        return replace(model, party=replace(party, counted=True))
    return replace(model, party=None) if change == "over" else model


def _scores(model: Model, table: Table, body: Body, now_ms: int) -> Model:
    before = {chair.seat: chair.points for chair in table.chairs}
    table = scored(table, body)
    gains = {c.seat: (c.points or 0) - (before.get(c.seat) or 0) for c in table.chairs}
    gains = {seat: gain for seat, gain in gains.items() if gain}
    return replace(model, table=replace(table, gains=gains, gained_before=False))


def _scene(model: Model, table: Table, body: Body, now_ms: int) -> Model:
    """A new position, with the time that is left. An older host says the time only if asked.

    In a replay nobody waits for anybody.
    """
    scene, left = read_scene(body.get("scene")), body.get("left_ms")
    if scene is not None:
        scene = marked(table.scene, scene)
    gains: Mapping[int, int] = {} if table.gained_before else table.gains
    table = replace(table, scene=scene, gains=gains, gained_before=True)
    model = replace(model, table=table)
    if scene is None or type(left) is not int or model.past:
        return want(model, LOOK)
    if model.asked is not None and model.asked.prompt.due_ms is not None:
        return model  # the time of our own move is shown
    bank = body.get("bank_ms")
    model = replace(model, bank_ms=bank if type(bank) is int else None)
    if table.state != "playing":
        return replace(model, due_ms=None, left_ms=left)
    return replace(model, due_ms=now_ms + left, left_ms=None)


def _paused(model: Model, table: Table, body: Body, now_ms: int) -> Model:
    if body.get("paused") is not True:
        return _clock_goes_on(replace(model, table=replace(table, state="playing")), now_ms)
    return _clock_stops(replace(model, table=replace(table, state="paused")), now_ms)


def _clock_stops(model: Model, now_ms: int) -> Model:
    if model.due_ms is None:
        return model
    return replace(model, left_ms=model.due_ms - now_ms, due_ms=None)


def _clock_goes_on(model: Model, now_ms: int) -> Model:
    if model.left_ms is None:
        return model
    return replace(model, due_ms=now_ms + model.left_ms, left_ms=None)


def _over(model: Model, table: Table, body: Body, now_ms: int) -> Model:
    record = body.get("record")
    records = model.records
    if isinstance(record, str):
        records = (record, *(each for each in records if each != record))[:RECORDS_MAX]
    return replace(
        model, table=ended(table, body), asked=None, due_ms=None, left_ms=None, records=records
    )


def _fault(model: Model, table: Table, body: Body, now_ms: int) -> Model:
    return replace(model, table=replace(table, state="frozen"), due_ms=None, left_ms=None)


_KINDS: Final[Mapping[str, Kind]] = {
    "said": Kind.TALK,
    "told": Kind.TALK,
    "welcome": Kind.HOST,
    "table": Kind.HOST,
    "lobby": Kind.HOST,
    "notice": Kind.HOST,
    "fault": Kind.HOST,
}
_CHANGES: Final[Mapping[str, Callable[[Model, Body, int], Model]]] = {
    "welcome": _welcome,
    "table": _table,
    "lobby": _lobby,
    "at": _at,
    "seat": _seat,
    "started": _started,
    "unprompt": _unprompted,
    "clock": _clock,
    "notice": _notice,
    "party": _party,
}
_CHANGES_OF_TABLE: Final[Mapping[str, Callable[[Model, Table, Body, int], Model]]] = {
    "scores": _scores,
    "scene": _scene,
    "paused": _paused,
    "over": _over,
    "fault": _fault,
}
