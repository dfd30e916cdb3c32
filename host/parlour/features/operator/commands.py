"""Operator commands about the host: status, announcements, stopping it."""

from __future__ import annotations

from collections import Counter
from typing import Final

from parlour.commands.call import Call, Reply
from parlour.commands.naming import whole_number
from parlour.commands.trail import check_length, operator_act, operator_command
from parlour.core.refusals import CommandError
from parlour.features.operator.messages import HostStatus
from parlour.tables.drain import MINUTES, MINUTES_MOST
from parlour.tables.happened import Counting
from parlour.wire.codes import Code
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import Notice

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
)
