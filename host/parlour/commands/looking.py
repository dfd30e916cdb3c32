"""Commands that show the game again: look, scores, and Enter for the open question."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import msgspec

from parlour.api import SPECTATOR, Prompt, Seat, Viewer
from parlour.commands.call import Call, Command, Context, Reply
from parlour.commands.naming import at_table, game_failed, here, how_it_continues
from parlour.core.sessions import SCENE, Player, Session
from parlour.engine.calls import GameFault
from parlour.engine.options import DELAY, OPEN_BOARD
from parlour.engine.table import Table, changed_options
from parlour.engine.table_events import GameOver
from parlour.language import Form, _, encoder, joined
from parlour.rendering import Drawn, Span, plain, rendered, styled
from parlour.tables.announce import points, public_event
from parlour.tables.clock import STOPPED
from parlour.tables.position import prompt_event
from parlour.tables.resync import why_held
from parlour.tables.rooms import Room, seat_of
from parlour.tables.summary import state_of
from parlour.wire.encoding import join_lines, said
from parlour.wire.messages import (
    Answer,
    Looked,
    PromptEvent,
    ScoresAnswer,
    join_names,
    option_text,
    time_left,
)


def remind(context: Context, session: Session, player: Player) -> None:
    """Repeat the open prompt for a person who pressed Enter, or say who is missing.

    Where words are asked for, they also see the position: there is no other key for it.
    """
    sits = seat_of(player)
    if sits is None:
        return
    room, seat = sits
    if room.table.match is None:
        return
    opened = room.table.match.prompts.get(seat)
    data, lines = b"", _stopped(room)
    if not lines and opened is None:
        lines = _left_alone(room.table)
    elif not lines and opened is not None:
        event = prompt_event(room.table, seat, opened.number, opened.prompt, room.scenes, room.at)
        try:
            data = room.table.via.guarded(_asked, room, seat, event, opened.prompt, session.form)
        except GameFault as fault:
            room.freeze(fault)
    context.out.write(session, data or join_lines(lines, session.form))


def _asked(room: Room, seat: Seat, event: PromptEvent, prompt: Prompt, form: Form) -> bytes:
    """Return the question as it is read again, below the position if it asks for words."""
    lines: list[str] = []
    asked = event.for_person(form)
    drawn = any(isinstance(line, Drawn) for line in asked)
    if prompt.asks_words and not form.taps and not drawn:
        eyes = room.eyes(seat)
        _data, scene = room.scenes.of(room.table, eyes, room.view(eyes), form.lang, room.at)
        lines += plain(scene, form.width, form.lang)
    return said([*lines, *asked], form, event.tone())


def _look(call: Call) -> Reply:
    words = call.words
    room, viewer = at_table(call.me, words[0] if words else None)
    table, scenic = room.seen_by(viewer), call.session.sight == SCENE
    behind = room.behind if viewer is SPECTATOR else None
    if table.match is None or table.suspended is not None:
        answer: Answer = Looked(
            table=table.number,
            state=table.state,
            left_ms=None,
            at=state_of(room, call.me),
            scenic=scenic,
            say=lambda form: _seating(room, viewer),
        )
        return Reply(answer)
    eyes = viewer if viewer is SPECTATOR else room.eyes(viewer)
    form, scenes = call.session.form, room.scenes_for(viewer)
    left_ms, at = (room.left_ms(), room.at) if behind is None else (None, None)
    try:
        view = room.view(eyes)
        seen, scene = table.via.guarded(scenes.of, table, eyes, view, form.lang, at)
        clock = _clock_lines(room, left_ms) if behind is None else [_later(room.table)]
        clock += [*_open_board(room.seen_by(SPECTATOR)), *_result(table, form)]
        lines = clock
        if not form.taps:
            lines = [*table.via.guarded(rendered, scene, form.width, form.lang), *clock]
        if not scenic:
            seen = msgspec.Raw(table.via.guarded(encoder(form.lang).encode, view))
    except GameFault as fault:
        text = _("The game's program failed. It can't be shown.")
        raise game_failed(room, fault, text) from None
    return Reply(
        Looked(
            table=table.number,
            state=table.state,
            view=None if scenic else seen,
            scene=seen if scenic else None,
            left_ms=left_ms,
            bank_ms=room.bank_ms() if behind is None else None,
            at=state_of(room, call.me),
            scenic=scenic,
            say=lambda form: lines,
            paint=lambda form: [
                *styled(scene, form.width, form.lang),
                *([Span(line)] for line in clock),
            ],
        )
    )


def _result(table: Table, form: Form) -> Sequence[str]:
    """Return how the game came out, once it is over, as its players have read it."""
    match = table.last_match
    if match.ended is None or table.state != "over":
        return ()
    over = GameOver(match.ended, match.scores, match.winners, match.outcome)
    return public_event(table, over).retold(form)


def _open_board(table: Table) -> list[str]:
    """Return how many chapters of *table*, as watchers know it, can be seen with all hands."""
    if not table.options.get(OPEN_BOARD) or not table.playing:
        return []
    ended = table.last_match.chapter - 1
    if not ended:
        return [_("Open board: no chapter is over yet.")]
    text = _.count("Open board: 1 chapter is over.", "Open board: {n} chapters are over.", ended)
    return [joined((text, _("<<To see the last with all hands: chapter>>")))]


def _later(table: Table) -> str:
    return _(
        "You see this table {seconds} s later than its players.", seconds=table.options[DELAY]
    )


def _clock_lines(room: Room, left_ms: int | None) -> list[str]:
    lines = _stopped(room)
    if lines:
        return lines
    if left_ms is None:
        return _left_alone(room.table)
    left = _("Time left: {time}", time=time_left(left_ms))
    if room.stop_reason is None:
        return [left]
    return [left, STOPPED[room.stop_reason], *_left_alone(room.table)]


def _left_alone(table: Table) -> list[str]:
    """Return who is disconnected while no clock plays for them."""
    return missing(table) if table.state == "playing" and not table.over_days else []


def missing(table: Table) -> list[str]:
    """Return who is disconnected, and how to go on without them; nothing if nobody is."""
    if not table.missing:
        return []
    names = [chair.name for chair in table.missing.values()]
    text = _.count(
        "{names} is disconnected. <<To go on without them (host of the table): /kick {first}>>",
        "{names} are disconnected. <<To go on without one (host of the table): /kick {first}>>",
        len(names),
        names=join_names(names),
        first=names[0],
    )
    return [text]


def _stopped(room: Room) -> list[str]:
    """Return why the game is stopped and how to continue; nothing if it runs."""
    table = room.table
    if table.state == "paused":
        return [how_it_continues(room)]
    if table.state == "frozen":
        return [
            _("The table is frozen: the game's program failed. <<To end it: propose abort>>"),
            _(
                "Its host can have the game try again<<: continue {number}|.>>",
                number=table.number,
            ),
        ]
    return []


def _seating(room: Room, viewer: Viewer) -> list[str]:
    """Return lines about a table without a position, for *viewer*: why, and who sits there."""
    table = room.seen_by(viewer)
    lines: list[str] = [
        _(
            "Table {number}: {title}. The game has not begun.",
            number=table.number,
            title=table.game.title,
        )
    ]
    if table.suspended is not None:
        lines = [why_held(room, viewer)]
    elif viewer is SPECTATOR and room.behind is not None:
        lines.append(_later(room.table))
    for seat, chair in table.chairs.items():
        notes = [chair.bot and _("bot {bot}", bot=chair.bot), chair.away and _("disconnected")]
        notes += [table.host == seat and _("host"), chair.ready and _("ready")]
        told = joined([note for note in notes if isinstance(note, str)], ", ")
        lines.append(
            _(
                "  seat {seat}: {name}{what}",
                seat=seat,
                name=chair.name,
                what=_(" ({told})", told=told) if told else "",
            )
        )
    if options := changed_options(table):
        lines.append(f"  {option_text(options)}")
    return lines


def _scores(call: Call) -> Reply:
    words = call.words
    room, viewer = here(call.me, words[0] if words else None)
    table = room.seen_by(viewer)
    match = table.match
    scored = ScoresAnswer(
        table=table.number,
        scores=points(table, match.scores) if match is not None else (),
        final=match is not None and match.ended is not None,
        pointless=match is not None and not (match.scores or table.suspended),
    )
    return Reply(scored)


_game = partial(Command, where="table", topic="game", by_itself=True)
COMMANDS: Final = (
    _game("look [TABLE]", _("see the position"), _look, answers=(Looked,), also=("board", "l")),
    _game(
        "scores [TABLE]",
        _("the scores"),
        _scores,
        answers=(ScoresAnswer,),
        also=("score", "points"),
    ),
)
