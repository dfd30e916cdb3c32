"""`seals`: what a host has sealed of a game, and whether a finished one fits to it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from parlour.api import AnyGame, Lexicon
from parlour.commands.call import Call, Command, Later, Reply
from parlour.commands.naming import here
from parlour.core.refusals import CommandError
from parlour.engine.match import Match
from parlour.engine.table import RecordFault, Table
from parlour.features.history.known import Asker, readable
from parlour.features.history.messages import SealRow
from parlour.language import _
from parlour.tables.archive import Archive, played_again
from parlour.wire.codes import Code
from parlour.wire.messages import Count


def _seals(call: Call) -> Reply:
    words = call.words
    room, viewer = here(call.me, words[0] if words else None)
    table = room.seen_by(viewer)
    if table.match is None:
        text = _("No game has begun here yet. The shuffle is sealed when it starts.")
        raise CommandError(Code.NOT_STARTED, text)
    text = _(
        "Each is a SHA-256 hash. <<Keep them, and compare after the game: seals verify {record}>>",
        record=table.record,
    )
    return _listed(table, table.match, text)


def _listed(table: Table, match: Match, text: str) -> Reply:
    rows = [SealRow(seat=None, name=None, commitment=match.commitment)]
    rows += [
        SealRow(seat=seat, name=table.names.get(seat), commitment=commitment)
        for seat, made in sorted(match.seals.items())
        for commitment in made
    ]
    return Reply(Count(count=len(rows), also=text), rows)


def _verify(call: Call) -> Later:
    words, tables = call.words, call.tables
    record = words[0].lower() if words else ""
    asker = Asker(call.me.name, call.me.number)
    return Later(
        work=partial(_played_again, record, asker, tables.archive, tables.games, tables.lexicons),
        finish=lambda reply: reply,
        failed=_(
            "The host can't play {record} again: it is damaged, or its game fails.",
            record=record[:20] or _("that game"),
        ),
    )


def _played_again(
    record: str,
    asker: Asker,
    archive: Archive,
    games: Mapping[str, AnyGame],
    lexicons: Mapping[str, Lexicon],
) -> Reply:
    """Play the game again from its seed, and list what was sealed of it. Raises CommandError."""
    finished = readable(archive, record, asker)
    try:
        *_before, (_at, table, _announcer) = played_again(finished, games, lexicons)
    except RecordFault as fault:
        text = _("The host can't play {record} again: {fault}.", record=record, fault=fault)
        raise CommandError(Code.UNAVAILABLE, text) from None
    match = table.last_match
    now = match.ended, dict(match.scores), match.winners, match.outcome
    then = finished.reason, dict(finished.scores), finished.winners, finished.outcome
    if now != then:
        text = _(
            "{record} does not come to the result that is kept. Its record was changed.",
            record=finished.record,
        )
        raise CommandError(Code.UNAVAILABLE, text)
    text = _(
        "Played again from its seed, {record} has these seals and the same result. If you were "
        "told the same seals during the game, nobody has changed the shuffle or a hidden word "
        "since.",
        record=finished.record,
    )
    return _listed(table, match, text)


COMMANDS: Final = (
    Command(
        "seals [TABLE]",
        _("proof that the shuffle was fixed in advance"),
        _seals,
        where="table",
        topic="past",
        item=SealRow,
    ),
    Command(
        "seals verify [RECORD]",
        _("play a finished game again, and see what was sealed of it"),
        _verify,
        where="lobby",
        topic="past",
        item=SealRow,
        outside=True,
    ),
)
