"""Commands about games that were played: history, replay."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
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
from parlour.language import FORM, Form, _, form_of
from parlour.tables.archive import Archive, replay, viewer_of
from parlour.wire.codes import Code
from parlour.wire.encoding import EncodedEvent, fitted, item, join_lines, object_of, person
from parlour.wire.messages import Answer, Count, Points, Sight, TextRow
from parlour.wire.names import name_key
from parlour.wire.text import clean, when

HISTORY_ROWS: Final = 20
"""Games that `history` lists: one screen."""
MINE_ROWS: Final = 10
"""Of these, so many at most are the asker's own when there are others."""
LONGEST_PAUSE_S: Final = 5.0
"""The longest pause of a replay: enough to read a line again, too short to wonder whether anything
will come."""
READING_S: Final = 0.5
"""Seconds that a person gets for each line of a replay without SPEED."""
LONGEST_S: Final = 600.0
"""Seconds that such a replay takes at most: a longer game is shown faster."""
MARK: Final = "| "
"""What each line of a replay begins with for a person, since other lines come in between."""
_SPEED: Final = re.compile("([1-9][0-9]?)[xX]")
"""`2x`; no name begins with a digit, and no seat ends with a letter."""

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
    """What to show again, and how its reader reads: plain values."""

    record: str
    """Empty: the last game of the asker."""
    seat: str | None
    speed: int | None
    """So many times as fast as it went. None: all at once, for a person as fast as they read."""
    asker: Asker
    request: str
    program: bool
    sight: Sight
    """The form in which the asker wants positions."""
    form: Form
    text_form: Form | None


def _replay(call: Call) -> Later:
    words, session = call.words, call.session
    speed = _SPEED.fullmatch(words[-1]) if words else None
    if speed is not None:
        words.pop()
    if len(words) > 2 or not (words or session.natural):
        raise CommandError(Code.USAGE, _("Which game? <<To see them: history>>"))
    wish = _Wish(
        record=words[0].lower() if words else "",
        seat=words[1] if len(words) == 2 else None,
        speed=int(speed[1]) if speed is not None else None,
        asker=Asker(call.me.name, call.me.number),
        request=call.request.id or "-",
        program=session.program,
        sight=session.sight,
        form=session.form,
        text_form=session.text_form,
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
        events = list(replay(finished, viewer, games, lexicons, sight=wish.sight))
    except RecordFault as fault:
        text = _("The host can't show {record}: {fault}.", record=finished.record, fault=fault)
        raise CommandError(Code.UNAVAILABLE, text) from None
    who = finished.names.get(viewer, _("a watcher")) if isinstance(viewer, int) else _("a watcher")
    return _show(wish, finished, who, events)


def _show(
    wish: _Wish, finished: Finished, who: str, events: Sequence[tuple[int, EncodedEvent]]
) -> Show:
    rows = [_row(wish, at, line) for at, line in events]
    if wish.speed is not None:
        times = [at / 1000 / wish.speed for at, _rest in events]
        waits_s = [min(now - before, LONGEST_PAUSE_S) for before, now in pairwise(times)]
    elif wish.program:
        return Show(rows, [0.0] * len(rows), partial(_end, len(rows), ""))
    else:
        waits_s = _reading_times(rows[:-1])
    pace = f", {wish.speed}x" if wish.speed is not None else ""
    text = _(
        "Replay of {record} as {who} read it{pace}. <<To stop: press Enter>>",
        record=finished.record,
        who=who,
        pace=pace,
    )
    return Show(
        rows,
        [0.0, *waits_s],
        partial(_end, len(rows), finished.record),
        head=b""
        if wish.program and wish.text_form is None
        else _voiced(wish, TextRow(what=(text,))),
        paced=True,
    )


def _reading_times(rows: Sequence[bytes]) -> list[float]:
    """Return for each of *rows* the seconds that a person needs to read it."""
    needs_s = [min(row.count(b"\n") * READING_S, LONGEST_PAUSE_S) for row in rows]
    whole_s = sum(needs_s)
    return [need_s * min(1.0, LONGEST_S / whole_s) for need_s in needs_s] if whole_s else needs_s


def _row(wish: _Wish, at: int, line: EncodedEvent) -> bytes:
    event = line.event
    if not wish.program:
        form = form_of(*wish.form._replace(width=wish.form.width - len(MARK)))
        return join_lines([MARK + said for said in fitted(event.retold(form), form)])
    row = ReplayRow(
        at_ms=at,
        event=event.named(),
        data=msgspec.Raw(object_of(event, (wish.text_form or FORM).lang)),
        said=event.told,
    )
    return _voiced(wish, row)


def _voiced(wish: _Wish, answer: Answer) -> bytes:
    if wish.program:
        return item(wish.request, answer, wish.text_form)
    return person(answer, wish.form)


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
