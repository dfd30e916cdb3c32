"""Verbs about people and what was played: name, resume, who, history, replay, why."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import msgspec

from parlour.api import SPECTATOR, Seat, Viewer
from parlour.engine import record as r
from parlour.engine.match import GameFault, guarded
from parlour.engine.table import RecordFault, Table, fold
from parlour.house.announce import Announcer, prompt_event
from parlour.house.archive import Finished, replay, viewer_of
from parlour.house.desk import Call, Denied, Handler, Reply
from parlour.house.effects import Report
from parlour.house.people import Player, Session, Source, rendered
from parlour.wire.codes import Code, Goodbye
from parlour.wire.messages import (
    Count,
    HistoryRow,
    Named,
    PlayerRow,
    Points,
    ReplayRow,
    TextRow,
    ViewEvent,
    Welcome,
)
from parlour.wire.names import BadName, check_name, name_key
from parlour.wire.text import near
from parlour.wire.voices import Line, body, event_name

if TYPE_CHECKING:
    from parlour.house.house import House
    from parlour.house.rooms import Room

HISTORY_ROWS: Final = 20
"""Games that `history` lists: a screenful."""
_BOT_NUMBER: Final = re.compile("[0-9ol]+")
"""The end of a bot's name as a key: there 0 reads o and 1 reads l."""
WRONG_CODES: Final = 5
"""Wrong ways back on one line before it is closed: guessing must not pay."""


def _name(call: Call) -> Reply:
    words = call.words
    if len(words) > 1:
        text = "A name is one word, and this host keeps no passwords: name NAME"
        raise Denied(Code.USAGE, text, usage="name NAME")
    return _enter(call, words[0] if words else "")


def name_as_typed(call: Call) -> Reply:
    """A person who has no name yet typed a word that is no verb: his name, most likely."""
    return _enter(call, call.request.text.strip())


def _enter(call: Call, raw: str) -> Reply:
    house, session = call.house, call.session
    if session.player is not None:
        raise Denied(Code.USAGE, f"You are {session.player.name} already.", usage="name NAME")
    try:
        name = check_name(raw)
    except BadName as bad:
        raise Denied(Code.BAD_NAME, bad.text, usage="name NAME") from None
    kinds = {name_key(bot.kind) for game in house.games.values() for bot in game.bots}
    kind, _, number = name.key.rpartition("-")
    if kind in kinds and _BOT_NUMBER.fullmatch(number):
        raise Denied(Code.BAD_NAME, f"{name.shown} is a name for bots; choose another one.")
    taken = house.register.by_key.get(name.key)
    if taken is not None:
        away = ". If that is you: resume CODE" if taken.session is None else ""
        raise Denied(Code.NAME_TAKEN, f"{taken.name} is taken; choose another name{away}")
    token, code = house.seat_token()
    player = Player(name.shown, name.key, token, code)
    house.register.add(player)
    attach(house, session, player)
    house.tell(player, Welcome(name=player.name, code=code, tables=len(house.rooms), table=None))
    return Reply(Named(name=player.name, guest=True, token=token, seq=0))


def attach(house: House, session: Session, player: Player) -> None:
    """The line is the player's from now on; an older line of his is closed."""
    old = player.session
    if old is not None:
        old.player = None
        house.close(old, Goodbye.REPLACED, "You came in on another line, so this one is closed.")
    session.player = player
    player.session = session
    player.away_since = None
    house.watch_idle(session)


def _register(call: Call) -> Reply:
    text = "This host keeps no accounts: your name is yours while you are here."
    raise Denied(Code.UNAVAILABLE, text)


# --- coming back --------------------------------------------------------------------


def _resume(call: Call) -> Reply:
    house, session, words = call.house, call.session, call.words
    usage = "resume CODE [SEQ]"
    if session.player is not None:
        raise Denied(Code.USAGE, f"You are {session.player.name} already.", usage=usage)
    if not 1 <= len(words) <= 2 or (len(words) == 2 and not re.fullmatch("[0-9]{1,9}", words[1])):
        raise Denied(Code.USAGE, "To come back: resume and the code you were given.", usage=usage)
    word = words[0].lower()
    player = house.register.by_token.get(word) or house.register.by_code.get(word)
    if player is None:
        session.bad += 1
        if session.bad >= WRONG_CODES:
            house.close(session, Goodbye.BAD_LINES, "Too many wrong codes; the line is closed.")
        raise Denied(Code.BAD_PASSWORD, "Nobody is away with that code; to begin anew: name NAME")
    seq = int(words[1]) if len(words) == 2 else player.seq
    try:
        missed = _missed(house, player, seq)
        data = guarded(rendered, session, missed, seq + 1)
    except GameFault as fault:
        text = "What you missed cannot be shown: a game's program failed. Come back without SEQ."
        house.report(Report("error", f"the events of {player.name} cannot be made again", fault))
        raise Denied(Code.GAME_FAULT, text) from None
    back = player.session is None
    attach(house, session, player)
    if len(words) == 1:
        table = player.room.table.number if player.room is not None else None
        tables = len(house.rooms)
        hello = Welcome(name=player.name, code=player.code, tables=tables, table=table)
        house.tell(player, hello)
    for line in data:
        house.write(session, line)
    if player.room is not None and player.seat is not None:
        _back_at_table(house, player, player.room, player.seat, back=back)
    return Reply(Named(name=player.name, guest=True, token=player.token, seq=player.seq))


def _back_at_table(house: House, player: Player, room: Room, seat: Seat, *, back: bool) -> None:
    if back:
        room.try_add(r.Presence(at=room.at, seat=seat, away=False))
        house.watch_deserted(room)
    match = room.table.match
    if match is None:
        return
    if player.session is not None and player.session.view:
        _view_again(house, player, room, seat)
    opened = match.prompts.get(seat)
    if opened is not None:
        try:
            event = guarded(prompt_event, room.table, seat, opened.number, opened.prompt, room.at)
            guarded(house.tell, player, event)
        except GameFault as fault:
            room.freeze(fault)


def _view_again(house: House, player: Player, room: Room, seat: Seat) -> None:
    """The position now: what was missed brought no views with it."""
    try:
        view = ViewEvent(table=room.table.number, view=room.view(room.eyes(seat)))
        guarded(house.tell, player, view)
    except GameFault as fault:
        room.freeze(fault)


def _missed(house: House, player: Player, seq: int) -> Sequence[Line]:
    """The events of the player's stream after *seq*, made again from the records."""
    missed = player.seq - seq
    if missed < 0:
        raise Denied(Code.USAGE, f"You have been sent {player.seq} events, not {seq}.")
    items = player.log.since(missed)
    if items is None:
        text = "That is too long ago; come back without SEQ, then: look"
        raise Denied(Code.UNAVAILABLE, text)
    wanted: dict[int, set[int]] = {}
    for source in items:
        if isinstance(source, Source):
            wanted.setdefault(source.table, set()).add(source.entry)
    again: dict[tuple[int, int], tuple[Announcer, Viewer]] = {}
    for number, entries in wanted.items():
        room = house.rooms.get(number)
        if room is None:
            raise Denied(Code.UNAVAILABLE, f"Table {number} is gone; come back without SEQ.")
        for entry, viewer, announcer in _entries(room, player.name, entries):
            again[number, entry] = announcer, viewer
    lines: list[Line] = []
    for found in items:
        if isinstance(found, Line):
            lines.append(found)
        else:
            announcer, viewer = again[found.table, found.entry]
            lines.extend(guarded(announcer.lines, viewer, views=found.views))
    return lines[len(lines) - missed :]


def _entries(room: Room, name: str, wanted: set[int]) -> Iterator[tuple[int, Viewer, Announcer]]:
    """Play the record of *room* again; give the *wanted* entries with who *name* was then."""
    first, table = next(base for base in reversed(room.bases) if base[0] <= min(wanted))
    for index in range(first, max(wanted) + 1):
        before = table
        table, happened = fold(table, r.decode(room.record[index]))
        if index in wanted:
            viewer = _seat_of(before, name) or _seat_of(table, name) or SPECTATOR
            yield index, viewer, Announcer(table, happened)


def _seat_of(table: Table, name: str) -> Seat | None:
    for seat, chair in table.chairs.items():
        if chair.name == name and chair.bot is None:
            return seat
    return None


# --- who is here, what was played ---------------------------------------------------


def _who(call: Call) -> Reply:
    rows = [
        PlayerRow(
            name=player.name,
            guest=True,
            away=player.session is None,
            table=player.room.table.number if player.room is not None else None,
            watching=tuple(player.watching),
        )
        for player in call.house.register.by_key.values()
    ]
    return Reply(Count(count=len(rows), none="Nobody is here yet."), rows)


def _history(call: Call) -> Reply:
    rows = [_history_row(finished) for finished in call.house.archive.recent(HISTORY_ROWS)]
    return Reply(Count(count=len(rows), none="No game has been finished here yet."), rows)


def _history_row(finished: Finished) -> HistoryRow:
    when = datetime.fromtimestamp(finished.ended_s, UTC).strftime("%Y-%m-%d %H:%M UTC")
    return HistoryRow(
        record=finished.record,
        game=finished.game,
        version=finished.version,
        ended_s=finished.ended_s,
        reason=finished.reason,
        scores=tuple(
            Points(seat=seat, name=name, points=finished.scores.get(seat, 0))
            for seat, name in finished.names.items()
        ),
        winners=finished.winners,
        lexicon=finished.lexicon,
        lexicon_hash=finished.lexicon_hash,
        when=when,
    )


def _replay(call: Call) -> Reply:
    player, words = call.me, call.words
    usage = "replay RECORD [SEAT]"
    if not 1 <= len(words) <= 2:
        raise Denied(Code.USAGE, "Which game? See: history", usage=usage)
    finished = call.house.archive.get(words[0].lower())
    if finished is None:
        close = near(words[0].lower(), [game.record for game in call.house.archive.recent(50)])
        raise Denied(
            Code.USAGE,
            f"There is no record {words[0][:20]}; see: history",
            usage=usage,
            near=close,
        )
    viewer = viewer_of(finished, words[1] if len(words) == 2 else None, player.name)
    if viewer is None:
        names = ", ".join(finished.names.values())
        text = f"As whom? A seat, a player ({names}), or watcher."
        raise Denied(Code.USAGE, text, usage=usage)
    width = call.session.text_width
    try:
        rows = [
            _replay_row(at, line, width)
            for at, line in replay(finished, viewer, call.house.games, call.house.lexicons)
        ]
    except RecordFault as fault:
        text = f"Record {finished.record} cannot be shown: {fault}."
        raise Denied(Code.UNAVAILABLE, text) from None
    return Reply(Count(count=len(rows)), rows)


def _replay_row(at: int, line: Line, width: int | None) -> ReplayRow:
    return ReplayRow(
        at_ms=at,
        event=event_name(line.event),
        data=msgspec.Raw(body(line.event, None)),
        said=line.event.lines,
    )


# --- the word list ------------------------------------------------------------------


def _why(call: Call) -> Reply:
    player, words = call.me, call.words
    if len(words) != 1:
        raise Denied(Code.USAGE, "Ask about one word: why WORD", usage="why WORD")
    word = words[0]
    rooms: list[tuple[Room, Viewer]] = [(room, SPECTATOR) for room in player.watching.values()]
    if player.room is not None and player.seat is not None:
        rooms.insert(0, (player.room, player.seat))
    for room, viewer in rooms:
        table = room.table
        if table.playing and table.match is not None:
            state = table.match.state
            try:
                allowed = guarded(table.game.views.may_look_up, state, viewer, word.lower())
            except GameFault as fault:
                room.freeze(fault)
                text = "The game's program failed; ask again when the game is over."
                raise Denied(Code.GAME_FAULT, text) from None
            if not allowed:
                text = (
                    f"Not now: {table.game.title} allows no look at the word list for this word."
                )
                raise Denied(Code.ILLEGAL_MOVE, text)
    lexicon = rooms[0][0].table.lexicon if rooms else None
    if lexicon is None:
        lexicon = call.house.lexicons.get("en") or next(iter(call.house.lexicons.values()), None)
    if lexicon is None:
        raise Denied(Code.UNAVAILABLE, "This host has no word list.")
    return Reply(TextRow(what=(lexicon.why(word),)))


HANDLERS: Final[Mapping[str, Handler]] = {
    "name": _name,
    "register": _register,
    "resume": _resume,
    "who": _who,
    "history": _history,
    "replay": _replay,
    "why": _why,
}
