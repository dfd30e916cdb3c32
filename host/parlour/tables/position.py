"""Show one viewer a position: their view, its scene, their prompt.

Everything here passes through the game's `Views`. We make a scene and a prompt from what the
viewer may know, never from the state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, assert_never

import msgspec

from parlour.api import (
    Arg,
    ChoiceArg,
    IntArg,
    MoveSpec,
    Prompt,
    Reader,
    Seat,
    SeatArg,
    SomeArg,
    TextArg,
    Verb,
    Viewer,
)
from parlour.engine.banks import Bank
from parlour.engine.calls import GameFault
from parlour.engine.match import Match
from parlour.engine.table import Table
from parlour.language import ENGLISH, UNWRAPPED, Form, _, encoder, form_of, translated
from parlour.rendering import check_fits, for_reader
from parlour.scene import Scene, SceneFault, Words, encoded
from parlour.wire import messages as m
from parlour.wire.lines import LINE_MAX
from parlour.wire.messages import Sight
from parlour.wire.verbs import typed_line

# --- the position -------------------------------------------------------------------

MOVES_KEPT: Final = 12
"""Described moves to keep, about as many as a game offers again and again. Each takes half a
kilobyte at every table with a program."""


class Scenes:
    """What viewers see of a table's last position, its scenes, and its moves for programs. We make
    and encode each again only after a change.
    """

    __slots__ = ("_made", "_match", "_moves", "_names", "_views")

    def __init__(self) -> None:
        self._match: Match | None = None
        self._views: dict[Viewer, Any] = {}
        """The views of its position."""
        self._made: dict[
            tuple[Viewer, str], tuple[Mapping[Seat, str], Bank | None, Any, msgspec.Raw, Scene]
        ] = {}
        self._names: Mapping[Seat, str] | None = None
        """The players whose names are in the moves."""
        self._moves: dict[tuple[int, str], tuple[msgspec.Raw, MoveSpec]] = {}
        """By identity, since games keep their moves. The move itself keeps its identity taken."""

    def look(self, match: Match, viewer: Viewer) -> Any:
        """Return the position as *viewer* may know it. Raises GameFault."""
        if match is not self._match:
            self._match, self._views = match, {}
        view = self._views.get(viewer)
        if view is None:
            look = match.via.within(match.game.views.look)
            view = self._views[viewer] = look(match.state, viewer)
        return view

    def of(
        self,
        table: Table,
        viewer: Viewer,
        view: Any,
        lang: str = ENGLISH,
        at: int | None = None,
    ) -> tuple[msgspec.Raw, Scene]:
        """Return the scene of *view*, encoded and as a value, with the banks of the players.

        *at* is table time; None: the last entry's. Raises GameFault.
        """
        reader = Reader(viewer, table.names, lang=lang)
        match, names = table.last_match, table.names
        bank = match.banks_at(match.now if at is None else at)
        made = self._made.get((viewer, lang))
        if made is None or made[0] is not names or made[1] is not bank or made[2] != view:
            draw = match.game.text_ui.draw
            drawn = match.via.within(draw)(view, reader)
            if bank is not None:
                blocks = (*drawn.blocks, _bank_block(table, bank))
                drawn = msgspec.structs.replace(drawn, blocks=blocks)
            data, scene = match.via.within(_encoded)(drawn, lang, draw, view, reader)
            made = self._made[viewer, lang] = names, bank, view, msgspec.Raw(data), scene
        return made[3:]

    def move(self, move: MoveSpec, names: Mapping[Seat, str], lang: str) -> msgspec.Raw:
        """Return what `move_info` makes of *move*, encoded. It takes a twentieth of that time."""
        if names is not self._names:
            self._names = names
            self._moves.clear()
        made = self._moves.get((id(move), lang))
        if made is None:
            if len(self._moves) >= MOVES_KEPT:
                del self._moves[next(iter(self._moves))]  # the oldest
            data = encoder(lang).encode(move_info(move, names, lang))
            made = self._moves[id(move), lang] = msgspec.Raw(data), move
        return made[0]


def _encoded(
    drawn: object, lang: str, draw: Callable[[Any, Reader], Scene], view: Any, reader: Reader
) -> tuple[bytes, Scene]:
    """Encode what *draw* has drawn. Raises SceneFault, which knows how to draw it again."""
    try:
        data, scene = encoded(drawn, lang)
        check_fits(scene)
        return data, scene
    except SceneFault as fault:
        fault.redraw = partial(draw, view, reader)
        raise


def position_event(
    table: Table, viewer: Viewer, sight: Sight, scenes: Scenes, at: int | None = None
) -> m.Event:
    """Return the position as an event, in the form *sight*.

    *at* is table time; None: the last entry's. Raises GameFault.
    """
    match = table.last_match
    view = scenes.look(match, viewer)
    if sight != "scene":
        return m.ViewEvent(table=table.number, view=view)

    def draw(lang: str) -> msgspec.Raw:
        return scenes.of(table, viewer, view, lang, at)[0]

    now = match.now if at is None else at
    return m.SceneEvent(
        table=table.number,
        scene=draw(ENGLISH),
        left_ms=match.told_ms(now),
        bank_ms=match.bank_ms(now),
        ends=match.turn_ends,
        draw=draw,
    )


# --- prompts ------------------------------------------------------------------------


def prompt_event(
    table: Table,
    seat: Seat,
    number: int,
    prompt: Prompt,
    scenes: Scenes,
    now: int | None = None,
) -> m.PromptEvent:
    """Return the prompt as its player gets it. *now* is table time; None: the last entry's."""
    match = table.last_match
    at = match.now if now is None else now
    bank = match.banks_at(at)
    due_ms = None if prompt.due is None else match.left_ms(prompt.due, at)
    bank_ms = match.in_bank(bank, seat) if bank is not None and bank.turn == seat else None
    names = table.names

    def say(form: Form) -> Sequence[str]:
        view = scenes.look(match, seat)
        ask = match.via.within(match.game.text_ui.ask)
        return ask(prompt, view, Reader(seat, names, form.width, form.lang, taps=form.taps))

    def says(lang: str) -> str:
        form = form_of(UNWRAPPED, lang, taps=True)
        return " ".join(" ".join(for_reader(say(form), form)).split())

    def moves(lang: str) -> tuple[msgspec.Raw, ...]:
        return tuple([scenes.move(move, names, lang) for move in prompt.moves])

    return m.PromptEvent(
        table=table.number,
        prompt=number,
        urgent=prompt.urgent,
        due_ms=due_ms,
        bank_ms=bank_ms,
        moves=moves,
        bare=prompt.bare,
        says=says,
        say=say,
        enter=None if prompt.enter is None else typed_line(prompt.enter, match.game.catalogue),
    )


def _bank_block(table: Table, bank: Bank) -> Words:
    """Return what the players have in their banks, as part of the table's scene."""
    match = table.last_match
    left = [f"{table.name(s)} {m.minutes(match.in_bank(bank, s))}" for s in match.seats]
    return Words(_("Bank:"), tuple(left))


def move_info(move: MoveSpec, names: Mapping[Seat, str], lang: str = ENGLISH) -> m.MoveInfo:
    """Return an open move, with the names of the players in place of their seats.

    It is for readers of the language *lang*: a label that says no more than its name is left out.
    """
    return m.MoveInfo(
        verb=_words((move.verb.name,))[0],
        usage=move.verb.usage,
        about=move.verb.about,
        args=tuple([_arg_info(arg, names, lang) for arg in move.args]),
        label=_label(move.verb, lang),
        weight=move.verb.weight,
    )


def _label(named: Verb | Arg, lang: str) -> str:
    usual = f"{named.name[:1].upper()}{named.name[1:]}"
    return "" if translated(named.label, lang) == usual else named.label


def _arg_info(arg: Arg, names: Mapping[Seat, str], lang: str) -> m.ArgInfo:
    made = partial(m.ArgInfo, name=arg.name, label=_label(arg, lang), secret=arg.secret)
    match arg:
        case SeatArg():
            return made(type="seat", choices=tuple([names[seat] for seat in arg.choices]))
        case ChoiceArg():
            return made(type="choice", choices=_words(arg.choices))
        case IntArg():
            return made(type="int", min=arg.min, max=arg.max, default=arg.default)
        case TextArg():
            some = arg if isinstance(arg, SomeArg) else None
            return made(
                type="text",
                choices=_words(arg.known) or None,
                examples=_words(arg.examples),
                of=_words(some.choices) if some else None,
                min=some.min if some else None,
                max=some.max if some else None,
                default=arg.default or None,
                letters=arg.letters,
                least=arg.least,
                most=arg.most,
            )
        case _:
            assert_never(arg)


def _words(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return *words*, which a move may have. Raises GameFault unless people can type each."""
    if "".join(words).isprintable() and max(map(len, words), default=0) <= LINE_MAX:
        return words
    raise GameFault("a prompt has a word that cannot be typed in one line")
