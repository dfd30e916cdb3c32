"""`chapter`: an ended deal or round with all hands, at a table with an open board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import msgspec

from parlour.accounts.streaming import Show
from parlour.api import SPECTATOR, AnyGame, Lexicon, Viewer
from parlour.api.arguments import whole_number
from parlour.commands.call import Call, Command, Later
from parlour.commands.naming import here
from parlour.core.refusals import CommandError
from parlour.engine.chapters import has_chapters
from parlour.engine.options import OPEN_BOARD
from parlour.engine.table import RecordFault
from parlour.features.history.messages import ChapterRow, ChapterShown
from parlour.features.history.showing import Asking, asking, data_of, marked, paced, voiced
from parlour.language import _
from parlour.tables.chapters import Shown, ended_chapter
from parlour.tables.rooms import Room
from parlour.wire.codes import Code


class _Wish(msgspec.Struct, frozen=True):
    """Which chapter to show, and to whom: plain values."""

    table: int
    chapter: int
    bodies: Sequence[bytes]
    """The entries of the game that watchers have been told."""
    to: Asking


def _chapter(call: Call) -> Later:
    words = call.words
    to = asking(call, words)
    room, viewer = here(call.me, words[1] if len(words) > 1 else None)
    table = room.table
    wish = _Wish(
        table=table.number,
        chapter=_wanted(room, viewer, words[0] if words else ""),
        bodies=room.record[room.started : room.told],
        to=to,
    )
    return Later(
        work=partial(_again, wish, call.tables.games, call.tables.lexicons),
        finish=lambda shown: shown,
        failed=_("The host can't show chapter {number}: the game fails.", number=wish.chapter),
    )


def _wanted(room: Room, viewer: Viewer, word: str) -> int:
    """Return the number of the chapter that *word* asks for, or of the last that has ended.

    What counts is what watchers have been told, for players too. Raises CommandError.
    """
    table = room.seen_by(SPECTATOR)
    match = table.match
    if room.table.options.get(OPEN_BOARD) is not True:
        text = _("This game has no deals or rounds to show.")
        if has_chapters(room.table.game.rules):
            text = _(
                "This table has no open board. <<Before a game: options {option}>>",
                option=f"{OPEN_BOARD}=on",
            )
        raise CommandError(Code.UNAVAILABLE, text)
    if match is None and (viewer is SPECTATOR or room.table.match is None):
        raise CommandError(Code.NOT_STARTED, _("The game has not begun."))
    if match is not None and match.ended is not None and viewer is not SPECTATOR:
        match = match if room.table.match is match else None  # the next game is on
    if match is not None and match.ended is not None:
        text = _("The game is over. <<To see all of it: replay {record}>>", record=table.record)
        raise CommandError(Code.UNAVAILABLE, text)
    last = 0 if match is None else match.chapter - 1  # None: watchers are behind
    if last < 1:
        raise CommandError(Code.UNAVAILABLE, _("No chapter is over yet."))
    number = whole_number(word) if word else last
    if number is None or not 1 <= number <= last:
        some = _.count("Only chapter 1 is over.", "Chapters 1 to {n} are over.", last)
        text = _("{some} <<To see the last: chapter>>", some=some)
        raise CommandError(Code.USAGE, text)
    return number


def _again(wish: _Wish, games: Mapping[str, AnyGame], lexicons: Mapping[str, Lexicon]) -> Show:
    """Play the game again up to the end of the chapter, and write it as the asker reads it.

    Raises CommandError.
    """
    to, number = wish.to, wish.chapter
    try:
        found = list(ended_chapter(wish.bodies, number, games, lexicons, sight=to.sight))
    except RecordFault as fault:
        text = _("The host can't show chapter {number}: {fault}.", number=number, fault=fault)
        raise CommandError(Code.UNAVAILABLE, text) from None
    head = _(
        "Chapter {number} of table {table}, with all hands{pace}. <<To stop: press Enter>>",
        number=number,
        table=wish.table,
        pace=to.pace,
    )
    rows = [(shown.at, _row(to, shown)) for shown in found]
    return paced(to, rows, head, partial(_end, wish, len(rows)))


def _row(to: Asking, shown: Shown) -> bytes:
    event = shown.line.event
    if not to.program:
        return marked(to, event.retold, shown.name)
    row = ChapterRow(
        at_ms=shown.at,
        seat=shown.seat,
        event=event.named(),
        data=data_of(to, event),
        name=shown.name,
        said=event.told,
    )
    return voiced(to, row)


def _end(wish: _Wish, total: int, count: int) -> ChapterShown:
    number, text = wish.chapter, ""
    if wish.to.slowly:
        text = _("End of chapter {number}.", number=number)
        if count < total:
            text = _(
                "Chapter {number} stopped after {count} of {total} events.",
                number=number,
                count=count,
                total=total,
            )
    return ChapterShown(table=wish.table, chapter=number, count=count, total=total, what=text)


COMMANDS: Final = (
    Command(
        "chapter [NUMBER] [TABLE] [SPEED]",
        _("see a past deal or round with all hands (open_board=on)"),
        _chapter,
        where="table",
        topic="past",
        answers=(ChapterShown,),
        item=ChapterRow,
        yields=True,
    ),
)
