"""Operator commands: the host's status, announcements, stopping it; tables and finished games."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Final

from msgspec.structs import replace

from parlour.api.arguments import whole_number
from parlour.commands.around import list_tables
from parlour.commands.call import Call, Later, Reply
from parlour.commands.naming import table_number
from parlour.commands.trail import (
    acted,
    check_length,
    operator_act,
    operator_command,
    operator_own,
)
from parlour.core.persistence import GameGone
from parlour.core.refusals import CommandError
from parlour.engine.options import hashes
from parlour.engine.ruling import rules_of
from parlour.features.operator.messages import HostStatus, TableShown
from parlour.language import _
from parlour.tables import suspension
from parlour.tables.announce import seat_infos
from parlour.tables.archive import Archive
from parlour.tables.drain import MINUTES, MINUTES_MOST
from parlour.tables.happened import Counting
from parlour.tables.rebuild import CannotGoOn
from parlour.tables.rooms import Room
from parlour.wire.codes import Code
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import Notice, TableRow

REPORTS: Final = "reports"
"""The figure of a feature that says how many wait for the operator."""
UPTIME: Final = "uptime_s"
"""The shell's figure for how long the host has been running."""


def _status(call: Call) -> Reply:
    context, tables = call.context, call.tables
    register, figures = call.people.register, context.figures
    players = register.by_key.values()
    here = sum(player.session is not None for player in players)
    states = Counter[str](room.table.state for room in tables.rooms.values())
    ends = context.drain.ends
    counted = Counting(figures={})
    tables.happened.tell(counted)
    return Reply(
        HostStatus(
            name=context.name,
            version=context.version,
            up_s=int(figures.get(UPTIME, 0)),
            tables=states,
            here=here,
            away=len(players) - here,
            accounts=register.accounts,
            games={game.id: game.version for game in tables.games.values()},
            lexicons={name: lexicon.hash for name, lexicon in tables.lexicons.items()},
            reports=counted.figures.get(REPORTS, 0),
            trouble=dict(call.out.troubles.counts.items()),
            hold=call.out.waiting,
            deaths=context.deaths,
            word=bool(call.people.admission.word),
            stops_s=None if ends is None else round(call.out.wall + ends - call.out.now),
            figures={name: value for name, value in figures.items() if name != UPTIME},
        )
    )


def _announce(call: Call) -> str:
    text = check_length(call.request.rest.strip())
    if not text:
        raise CommandError(Code.USAGE, "There is nothing to announce.")
    players = call.tables.concerned()
    call.out.tell_all(players, EncodedEvent(Notice(kind="announce", what=f"The operator: {text}")))
    here = sum(player.session is not None for player in players)
    return f"Sent to {here} connected {'player' if here == 1 else 'players'}."


def _drain(call: Call) -> str:
    word = call.request.rest.strip().lower()
    drain = call.context.drain
    if word == "off":
        if drain.ends is None:
            text = "The host is not going to stop, so there is nothing to call off."
            raise CommandError(Code.UNAVAILABLE, text)
        return drain.call_off()
    minutes = whole_number(word) if word else MINUTES
    if minutes is None or minutes > MINUTES_MOST:
        text = f"{word[:20]} must be off, or a number of minutes up to {MINUTES_MOST}."
        raise CommandError(Code.USAGE, text)
    return drain.begin(minutes)


# --- tables and finished games ----------------------------------------------------------------


def _show(call: Call) -> Reply:
    number = table_number(*call.words)
    room = _room(call, number)
    table, lexicon, suspended = room.table, room.table.lexicon, room.table.suspended
    shown = TableShown(
        table=table.number,
        game=table.game.id,
        version=table.game.version,
        lexicon=lexicon.name if lexicon is not None else None,
        lexicon_hash=lexicon.hash if lexicon is not None else None,
        lists=hashes(table.lists),
        state=table.state,
        why=None if suspended is None else suspended.why,
        host=table.host_name,
        seats=seat_infos(table.chairs),
        watchers=len(room.watchers),
        options=dict(table.options),
        record=table.record,
        entries=room.started if table.playing else len(room.record),
        left_ms=room.left_ms(),
    )
    if suspended is not None:
        rules = rules_of(call.tables.games, room.entries)
        shown = replace(
            shown,
            version=rules.version,
            lexicon=rules.lexicon,
            lexicon_hash=rules.lexicon_hash,
            lists=rules.lists,
        )
    return Reply(shown)


def _end(call: Call) -> str:
    number = table_number(*call.words)
    what = _("The operator ends this table.")
    _room(call, number).shout(EncodedEvent(Notice(kind="announce", table=number, what=what)))
    return suspension.end(call.tables, number, "operator")


def _continue(call: Call) -> str:
    number = table_number(*call.words)
    _room(call, number)
    try:
        return suspension.go_on(call.tables, number)
    except CannotGoOn as reason:
        text = f"Table {number} can't continue: {reason}."
        raise CommandError(Code.UNAVAILABLE, text) from None


def _remove_game(call: Call) -> Later:
    record = call.request.rest.strip().lower()
    return Later(
        work=partial(_is_kept, call.tables.archive, record),
        finish=partial(_removed, call, record),
        failed="The host can't read the finished games now.",
    )


def _is_kept(archive: Archive, record: str) -> bool:
    """Check whether the archive has that game. A damaged one counts: it can be removed."""
    try:
        return archive.get(record) is not None
    except Exception:  # noqa: BLE001 - whatever is wrong with it
        return True


def _removed(call: Call, record: str, kept: bool) -> Reply:
    def remove() -> str:
        if not kept:
            text = f"There is no record {record[:20]}. To list them: parlour history"
            raise CommandError(Code.UNAVAILABLE, text)
        call.out.write_down(GameGone(record))
        return f"{record} was removed from the finished games."

    return acted(call, f"history remove {record[:20]}", remove)


def _room(call: Call, number: int) -> Room:
    room = call.tables.rooms.get(number)
    if room is None:
        text = f"There is no table {number}. To see them: parlour table list"
        raise CommandError(Code.NO_SUCH_TABLE, text)
    return room


COMMANDS: Final = (
    operator_command(
        "status",
        "how the host is: tables, players, versions, what waits",
        _status,
        stateless=True,
        long=True,
        answers=(HostStatus,),
    ),
    operator_act("announce TEXT", "tell everybody", _announce),
    operator_act("drain [MINUTES|off]", "stop when the games are over; off calls it off", _drain),
    operator_command("table list [PAGE]", "all tables", list_tables, item=TableRow),
    operator_command(
        "table show TABLE",
        "seats, options, clock and record of a table",
        _show,
        answers=(TableShown,),
    ),
    operator_act("table end TABLE", "end the game there and close the table", _end),
    operator_act("table continue TABLE", "continue a held or frozen table", _continue),
    operator_own("history remove RECORD", "remove a finished game for good", _remove_game),
)
