"""Moves in a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, NoReturn

import msgspec

from parlour.api import Prompt, Refused, Seat
from parlour.commands import offers
from parlour.commands.call import DONE, Call, Reply
from parlour.commands.naming import check_not_held, game_failed, how_it_continues, how_to_begin
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player, Session
from parlour.engine import record as r
from parlour.engine.calls import GameFault
from parlour.engine.folding import fold
from parlour.engine.table import Table
from parlour.language import _
from parlour.tables import silent
from parlour.tables.rooms import Room, seat_of
from parlour.wire.codes import Code
from parlour.wire.verbs import typed_line

_NAMED: Final = 3
"""Moves that a refusal names. More do not fit on its line."""


def is_answer(call: Call, room: Room, seat: Seat, prompt: Prompt) -> bool:
    """Return whether the line, which names a command, can be what *prompt* asks for without a
    verb.
    """
    if prompt.asks_words:
        return is_word(call, room, seat)
    specs = [spec for spec in prompt.moves if spec.verb.name == prompt.bare]
    return offers.spelled(specs, call.request.text, room.table.names) is not None


def is_word(call: Call, room: Room, seat: Seat) -> bool:
    """Return whether the game could take the line for words, now or a moment ago."""
    match = room.table.last_match
    reader = room.reader(seat, call.session.form, bare=True)
    try:
        view = room.view(seat)
        return match.via.guarded(match.game.text_ui.is_answer, call.request.text, view, reader)
    except GameFault:
        return True  # the move will show what is wrong


def answerable(at: Call) -> Prompt | None:
    """Return the prompt that a line may answer without the verb: none if it has a slash."""
    return None if at.sits is None or at.request.slash else open_prompt(*at.sits)


def open_prompt(room: Room, seat: Seat) -> Prompt | None:
    """Return the open prompt of *seat*, or None. A stopped game has none."""
    match = room.table.match
    if match is None or room.table.state != "playing":
        return None
    opened = match.prompts.get(seat)
    return opened.prompt if opened is not None else None


def is_idle(player: Player | None) -> bool:
    """Return whether the player sits in a running game that does not wait for them now."""
    sits = seat_of(player)
    if sits is None:
        return False
    room, seat = sits
    match = room.table.match
    if match is None or not room.table.playing:
        return False
    opened = match.prompts.get(seat)
    return opened is None or not (opened.prompt.urgent or opened.prompt.bare)


def asked_moves(player: Player | None) -> tuple[str, ...]:
    """Return the usages of the player's first open moves; none if they need no verb."""
    sits = seat_of(player)
    if sits is None:
        return ()
    room, seat = sits
    match = room.table.match
    prompt = match.prompts.get(seat) if match is not None else None
    if prompt is None or prompt.prompt.bare:
        return ()
    usages = dict.fromkeys(move.verb.usage for move in prompt.prompt.moves)
    own = room.table.game.catalogue
    return tuple([typed_line(usage, _, own, usage=True) for usage in [*usages][:_NAMED]])


def move(
    session: Session,
    room: Room,
    seat: Seat,
    verb: str,
    rest: str,
    *,
    bare: bool = False,
    offered: bool = False,
) -> Reply:
    """Make a move; *bare*: its verb was not typed; *offered*: *rest* is as the prompt offers it.

    Raises CommandError, or the game's Refused, and then nothing has changed.
    """
    table, match = room.table, room.table.match
    if match is None or table.state != "playing":
        raise _not_now(room, seat)
    opened = match.prompts.get(seat)
    prompt = opened.prompt if opened is not None else None
    try:
        via, text_ui = table.via, table.game.text_ui
        reader = table.game.reading(room.reader(seat, session.form, bare=bare), prompt)

        def read(words: str) -> msgspec.Raw:
            view = room.view(seat)
            parsed = via.refusable(text_ui.parse, verb, words, view, reader)
            return via.guarded(r.encode_move, parsed)

        def made(words: str) -> r.Moved:
            return r.Moved(at=room.at, seat=seat, move=read(words), lag=session.lag_ms)

        try:
            specs = [] if offered else offers.open_moves(prompt, verb, table.game.verbs)
            spelled = rest if offered else offers.spelled(specs, rest, table.names)
            moved = via.together(text_ui.parse, made, rest if spelled is None else spelled)
            if spelled is None and not offers.is_a_way(
                specs, rest, table.names, partial(_read, read)
            ):
                raise offers.not_offered(specs, table.names)
        except CommandError as denied:
            _refuse_outside(table, partial(made, rest), denied)
        shown = room.add(moved)
    except GameFault as fault:
        text = _("The game's program failed. Your move was not made.")
        raise game_failed(room, fault, text) from None
    if shown and prompt is not None and prompt.urgent:  # whom the game waits for, all may know
        silent.is_here(room, seat)
    return DONE


def _not_now(room: Room, seat: Seat) -> CommandError:
    """Return the refusal of a move while no game is running at *room*."""
    check_not_held(room)
    table = room.table
    if table.match is None:
        return CommandError(Code.NOT_STARTED, how_to_begin(table, seat))
    if table.match.ended is not None:
        over: str = _("The game is over. <<To play again: rematch>>")
        if room.owner is not None:
            over = room.owner.refusal("move")
        return CommandError(Code.NOT_STARTED, over)
    if table.frozen:
        text = _("The game's program failed and the table is frozen. <<To end it: propose abort>>")
        return CommandError(Code.GAME_FAULT, text)
    return CommandError(Code.UNAVAILABLE, how_it_continues(room))


def _read(read: Callable[[str], msgspec.Raw], words: str) -> msgspec.Raw | None:
    """Return the move in *words*, or None if the game finds none."""
    try:
        return read(words)
    except (Refused, GameFault):
        return None


def _refuse_outside(table: Table, made: Callable[[], r.Moved], denied: CommandError) -> NoReturn:
    """Refuse a move that the prompt does not offer, in the game's words if it refuses too."""
    try:
        fold(table, made())
    except GameFault:
        raise denied from None
    raise denied
