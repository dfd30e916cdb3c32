"""Commands about games that were played: history, replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace

from parlour.accounts.streaming import Show
from parlour.api import AnyGame, Lexicon, Outcome
from parlour.commands.call import Call, Command, Later, Reply
from parlour.core.persistence import Finished, Played
from parlour.core.refusals import CommandError
from parlour.engine.table import RecordFault
from parlour.features.history.known import Asker, known, plays, readable
from parlour.features.history.messages import HistoryRow, Replayed, ReplayRow
from parlour.features.history.showing import Asking, asking, data_of, marked, paced, voiced
from parlour.language import _
from parlour.tables.archive import Archive, replay, viewer_of
from parlour.wire.codes import Code
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import Count, Points
from parlour.wire.names import name_key
from parlour.wire.text import clean, when

HISTORY_ROWS: Final = 20
"""Games that `history` lists: one screen."""
MINE_ROWS: Final = 10
"""Of these, so many at most are the asker's own when there are others."""

# --- what was played ------------------------------------------------------------------


def _history(call: Call) -> Later:
    words, archive, asker = call.words, call.tables.archive, call.me.number
    word = clean(words[0]) if words else ""
    mine_first = not word and call.session.natural
    work = partial(recent, archive, asker, word, frozenset(call.tables.games))
    if mine_first:
        work = partial(_mine_first, archive, asker, name_key(call.me.name))
    return Later(
        work=work,
        finish=partial(_listed, call.tables.games, word, asker if mine_first else None),
        failed=_("The host can't read the finished games now. Nothing is lost. Try again later."),
    )


def recent(archive: Archive, asker: int, word: str, games: frozenset[str]) -> Sequence[Played]:
    """Return the games to list. A game that is here comes before a player of that name."""
    game, found = word.lower(), partial(known, archive, asker, HISTORY_ROWS)
    if not word:
        return found()
    if game in games:
        return found(game=game)
    return found(player=name_key(word)) or found(game=game)


def _mine_first(archive: Archive, asker: int, key: str) -> Sequence[Played]:
    """Return the last games of a person, then the last ones of others, in one screen.

    A person may have had another name before.
    """
    newest = known(archive, asker, HISTORY_ROWS)
    found = {each.number: each for each in known(archive, asker, HISTORY_ROWS, player=key)}
    found |= {each.number: each for each in newest}
    mine = [played for played in found.values() if plays(played, asker)]
    mine.sort(key=lambda played: -played.ended_s)
    others = [played for played in newest if not plays(played, asker)]
    most = max(MINE_ROWS, HISTORY_ROWS - len(others))
    return [*mine[:most], *others][:HISTORY_ROWS]


def _listed(
    offered: Mapping[str, AnyGame], word: str, first: int | None, games: Sequence[Played]
) -> Reply:
    """Return the list, in which the games of the player *first* come before those of others."""
    none = _("No game has been finished here yet.")
    if word:
        none = _("No finished game matches {word}. Name a player or a game.", word=word[:20])
    heads: Mapping[int, str] = (
        {} if first is None else _heads([plays(played, first) for played in games])
    )
    rows = [_history_row(offered, game, heads.get(n, "")) for n, game in enumerate(games)]
    return Reply(Count(count=len(games), none=none), rows)


def _heads(mine: Sequence[bool]) -> Mapping[int, str]:
    """Return what a person reads above the first row of each kind, by the index of the row."""
    others = mine.index(False) if False in mine else 0
    return {0: _("Yours:"), others: _("Others:")} if others else {}


def _history_row(offered: Mapping[str, AnyGame], played: Played, head: str) -> HistoryRow:
    game = offered.get(played.game)
    return HistoryRow(
        record=played.record,
        game=played.game,
        version=played.version,
        ended_s=played.ended_s,
        reason=played.reason,
        scores=tuple(
            Points(seat=seat, name=name, points=played.scores.get(seat, 0))
            for seat, name in played.names.items()
        ),
        winners=played.winners,
        outcome=_told_in(game, played.outcome),
        lexicon=played.lexicon,
        lexicon_hash=played.lexicon_hash,
        lists=played.lists,
        when=when(played.ended_s),
        lower=game is not None and game.scoring.lower_wins,
        pointless=not played.scores,
        head=head,
    )


def _told_in(game: AnyGame | None, outcome: Outcome | None) -> Outcome | None:
    """Return *outcome* with the sentence that the catalogue of *game* can translate.

    The archive has it in English. What was filled in is not known any more, so a sentence with
    fields stays English.
    """
    if outcome is None or game is None or game.catalogue is None:
        return outcome
    return replace(outcome, text=game.catalogue(outcome.text))


# --- a game again --------------------------------------------------------------------


class _Wish(msgspec.Struct, frozen=True):
    """What to show again, and to whom: plain values."""

    record: str
    """Empty: the last game of the asker."""
    seat: str | None
    asker: Asker
    to: Asking


def _replay(call: Call) -> Later:
    words = call.words
    to = asking(call, words)
    if len(words) > 2 or not (words or call.session.natural):
        raise CommandError(Code.USAGE, _("Which game? <<To see them: history>>"))
    wish = _Wish(
        record=words[0].lower() if words else "",
        seat=words[1] if len(words) == 2 else None,
        asker=Asker(call.me.name, call.me.number),
        to=to,
    )
    tables = call.tables
    return Later(
        work=partial(_again, wish, tables.archive, tables.games, tables.lexicons),
        finish=lambda shown: shown,
        failed=_(
            "The host can't show {record}: it is damaged, or its game fails.",
            record=wish.record[:20] or _("that game"),
        ),
    )


def _again(
    wish: _Wish, archive: Archive, games: Mapping[str, AnyGame], lexicons: Mapping[str, Lexicon]
) -> Show:
    """Read the game, replay it, and write it as the asker reads it. Raises CommandError."""
    finished = readable(archive, wish.record, wish.asker)
    names = finished.names.values()
    viewer = viewer_of(finished, wish.seat, wish.asker.name)
    if viewer is None:
        text = _(
            "Who saw it? Name a player ({names}), a seat, or watcher.", names=", ".join(names)
        )
        raise CommandError(Code.USAGE, text)
    try:
        events = list(replay(finished, viewer, games, lexicons, sight=wish.to.sight))
    except RecordFault as fault:
        text = _("The host can't show {record}: {fault}.", record=finished.record, fault=fault)
        raise CommandError(Code.UNAVAILABLE, text) from None
    who = finished.names.get(viewer, _("a watcher")) if isinstance(viewer, int) else _("a watcher")
    return _show(wish, finished, who, events)


def _show(
    wish: _Wish, finished: Finished, who: str, events: Sequence[tuple[int, EncodedEvent]]
) -> Show:
    to, record = wish.to, finished.record
    rows = [(at, _row(to, at, line)) for at, line in events]
    text = _(
        "Replay of {record} as {who} read it{pace}. <<To stop: press Enter>>",
        record=record,
        who=who,
        pace=to.pace,
    )
    return paced(to, rows, text, partial(_end, len(rows), record if to.slowly else ""))


def _row(to: Asking, at: int, line: EncodedEvent) -> bytes:
    event = line.event
    if not to.program:
        return marked(to, event.retold)
    row = ReplayRow(
        at_ms=at,
        event=event.named(),
        data=data_of(to, event),
        said=event.told,
    )
    return voiced(to, row)


def _end(total: int, record: str, count: int) -> Replayed:
    """The last word of a replay; with *record* if it was paced."""
    text = ""
    if record:
        text = _("End of the replay of {record}.", record=record)
        if count < total:
            text = _(
                "Replay of {record} stopped after {count} of {total} events.",
                record=record,
                count=count,
                total=total,
            )
    return Replayed(count=count, total=total, what=text)


_past = partial(Command, where="lobby", topic="past")
COMMANDS: Final = (
    _past(
        "history [PLAYER|GAME]",
        _("the last finished games"),
        _history,
        item=HistoryRow,
        outside=True,
    ),
    _past(
        "replay [RECORD] [SEAT] [SPEED]",
        _("see a finished game again (2x: at double speed)"),
        _replay,
        answers=(Replayed,),
        item=ReplayRow,
        outside=True,
    ),
)
