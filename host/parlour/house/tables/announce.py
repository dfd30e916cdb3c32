"""From what happened to what one viewer may know of it: the only maker of table events.

`Announcer` is used when things happen, when a player resumes, and when a finished
game is shown again, so what is shown again is what was shown. A viewer is a seat or
the spectator; whatever concerns a game passes through the game's `Views`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias, assert_never

import msgspec

from parlour.api import (
    SPECTATOR,
    AnyGame,
    Arg,
    ChoiceArg,
    Heard,
    IntArg,
    MoveSpec,
    Prompt,
    Reader,
    Seat,
    SeatArg,
    TextArg,
    Viewer,
)
from parlour.engine import table_events as h
from parlour.engine.calls import GameFault
from parlour.engine.match import Match
from parlour.engine.options import hashes
from parlour.engine.table import Table
from parlour.scene import Scene, encoded
from parlour.wire import messages as m
from parlour.wire.encoding import Line, encode
from parlour.wire.messages import Sight

_VARIES: Final = frozenset({h.Occurred, h.Asked, h.Unasked, h.SeatChanged, h.Talked})
"""What some viewers hear otherwise than others, or not at all."""
_LEFT: Final = frozenset({"left", "kicked", "absent", "silent"})
"""Changes of a seat by which its player gives it up."""


def _moves_on(news: h.Happening) -> bool:
    """Does it change the position? An end from outside leaves it as it is, and must be
    possible where the plugin has failed.
    """
    match news:
        case h.Begun() | h.Occurred():
            return True
        case h.GameOver():
            return news.reason == "finished"
        case h.SeatChanged():
            return news.plays
        case _:
            return False


class Announcer:
    """Makes the events of one entry, each public one once for all who hear it."""

    def __init__(
        self,
        table: Table,
        happened: Sequence[h.Happening],
        infos: Infos | None = None,
        scenes: Scenes | None = None,
    ) -> None:
        self._table = table
        self._infos = infos
        self._scenes = scenes
        self._happened = happened
        self._public: dict[int, Line] = {}
        self._watched: Sequence[Line] | None = None
        self._everybody: Sequence[Line] | None = None
        self._encoded: dict[int, tuple[Heard, str, msgspec.Raw]] = {}
        """What the last viewer heard of an event, its name and how programs read it, by the
        event's place."""
        self._bystanders: dict[int, tuple[Heard, Line]] = {}
        """The line that all read whom an event does not concern, by the event's place."""
        self.views: dict[Viewer, Any] = {}
        """The position after the entry, as far as somebody had to look at it."""
        self._gone: frozenset[Viewer] = frozenset(
            news.seat
            for news in happened
            if isinstance(news, h.SeatChanged) and news.change in _LEFT
        )
        """Seats given up in this entry. What follows in the game is not for their players."""
        kinds = {type(news) for news in happened}
        if kinds.isdisjoint(_VARIES):
            self._everybody = [Line(public_event(table, news)) for news in happened]
        self._views = any(map(_moves_on, happened))
        self._sights: dict[tuple[Viewer, Sight], Line] = {}

    def lines(self, viewer: Viewer, sight: Sight = "") -> Sequence[Line]:
        """The events for *viewer*, in order; then the position, if *sight* says how.

        Raises GameFault if the plugin raises over what is shown.
        """
        heard = self._everybody
        if heard is None and viewer is SPECTATOR:
            heard = self._watched
            if heard is None:
                heard = self._watched = self._heard(viewer)
        elif heard is None:
            heard = self._heard(viewer)
        # Who hears nothing gets no view either: it would tell him that something happened.
        if sight and heard and self._views and self._table.match is not None:
            return [*heard, self._sight(viewer, self._table.match, sight)]
        return heard

    def _eyes(self, viewer: Viewer) -> Viewer:
        """As whom *viewer* hears the game: if they leave in this entry, as a watcher."""
        return SPECTATOR if viewer in self._gone else viewer

    def _sight(self, viewer: Viewer, match: Match, sight: Sight) -> Line:
        viewer = self._eyes(viewer) if self._gone else viewer
        line = self._sights.get((viewer, sight))
        if line is None:
            view = self.look(match, viewer)
            event = position_event(self._table, viewer, view, sight, self._scenes)
            line = self._sights[viewer, sight] = Line(event)
        return line

    def look(self, match: Match, viewer: Viewer) -> Any:
        """The position as *viewer* may know it, made once."""
        view = self.views.get(viewer)
        if view is None:
            view = self.views[viewer] = look_at(match, viewer)
        return view

    def _heard(self, viewer: Viewer) -> list[Line]:
        lines: list[Line] = []
        eyes = self._eyes(viewer) if self._gone else viewer
        for index, news in enumerate(self._happened):
            event: m.Event
            if isinstance(news, h.Occurred):
                line = self._game_line(index, news.event, eyes)
                if line is not None:
                    lines.append(line)
                continue
            if isinstance(news, h.Asked):
                if news.seat != eyes:
                    continue
                event = prompt_event(
                    self._table,
                    news.seat,
                    news.number,
                    news.prompt,
                    look=self.look,
                    infos=self._infos,
                )
            elif isinstance(news, h.Unasked):
                if news.seat != viewer:
                    continue
                event = m.Unprompt(table=self._table.number, prompt=news.number)
            elif isinstance(news, h.SeatChanged) and news.seat == viewer:
                event = seat_event(self._table, news, own=True)
            elif isinstance(news, h.Talked) and news.to == "watchers" and viewer is not SPECTATOR:
                continue
            else:
                line = self._public.get(index)
                if line is None:
                    line = self._public[index] = Line(public_event(self._table, news))
                lines.append(line)
                continue
            lines.append(Line(event))
        return lines

    def _game_line(self, index: int, event: Any, viewer: Viewer) -> Line | None:
        game = self._table.game
        heard: Heard | None = self._table.via.within(game.views.hear)(event, viewer)
        if heard is None:
            return None
        addressees = heard.addressees
        if addressees is None or viewer in addressees:
            return Line(self._game_event(index, heard, viewer))
        shared = self._bystanders.get(index)
        if shared is not None and shared[0] is heard:
            return shared[1]
        line = Line(self._game_event(index, heard, viewer))
        self._bystanders[index] = heard, line
        return line

    def _game_event(self, index: int, heard: Heard, viewer: Viewer) -> m.GameEvent:
        table = self._table
        encoded = self._encoded.get(index)
        if encoded is None or encoded[0] is not heard:
            name = heard_name(table.game, heard)
            encoded = self._encoded[index] = heard, name, table.via.within(encode)(heard)
        return m.GameEvent(
            name=encoded[1],
            table=table.number,
            data=encoded[2],
            say=_sayer(table, table.game.text_ui.say, heard, viewer),
        )


def heard_name(game: AnyGame, heard: Heard) -> str:
    """The name of *heard* on the wire. Raises GameFault if it is none."""
    name = heard.name
    if not (name.isascii() and name.isidentifier()):
        raise GameFault("an event has no name that could be sent")
    return f"{game.id}.{name}"


def _sayer(
    table: Table, say: Callable[[Any, Reader], Sequence[str]], what: Any, viewer: Viewer
) -> Callable[[int], Sequence[str]]:
    names = table.names

    def lines(width: int) -> Sequence[str]:
        return table.via.within(say)(what, Reader(viewer, names, width))

    return lines


# --- prompts ------------------------------------------------------------------------


Look: TypeAlias = Callable[[Match, Viewer], Any]


def look_at(match: Match, viewer: Viewer) -> Any:
    """The position as *viewer* may know it."""
    return match.via.within(match.game.views.look)(match.state, viewer)


class Scenes:
    """Positions of a table as scenes: made and encoded again only when something has changed."""

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: dict[Viewer, tuple[Mapping[Seat, str], Any, msgspec.Raw, Scene]] = {}

    def of(self, table: Table, viewer: Viewer, view: Any) -> tuple[msgspec.Raw, Scene]:
        """The scene of *view*, also as programs read it. Raises GameFault if it is none."""
        match, names = table.last_match, table.names
        made = self._made.get(viewer)
        if made is None or made[0] is not names or made[1] != view:
            drawn = match.via.within(match.game.text_ui.draw)(view, Reader(viewer, names))
            data, scene = match.via.within(encoded)(drawn)
            made = self._made[viewer] = names, view, msgspec.Raw(data), scene
        return made[2:]


def position_event(
    table: Table, viewer: Viewer, view: Any, sight: Sight, scenes: Scenes | None = None
) -> m.Event:
    """The position for a program that asked for it in the form *sight*. Raises GameFault."""
    if sight != "scene":
        return m.ViewEvent(table=table.number, view=view)
    data, _ = (scenes or Scenes()).of(table, viewer, view)
    return m.SceneEvent(table=table.number, scene=data)


INFOS_KEPT: Final = 8
"""As many as a game keeps on offer for some moves; each takes half a kilobyte at every table."""


class Infos:
    """The moves that a table's game offers, as programs read them: made once for the same move.

    Games keep the moves that they offer again and again; to compare them would take longer.
    """

    __slots__ = ("_made", "_names")

    def __init__(self) -> None:
        self._names: Mapping[Seat, str] | None = None
        self._made: dict[int, tuple[m.MoveInfo, MoveSpec]] = {}
        """With the move, so that no other one gets its number."""

    def of(self, move: MoveSpec, names: Mapping[Seat, str]) -> m.MoveInfo:
        """The `move_info`; nothing is kept from one mapping of names to another."""
        kept = self._made.get(id(move)) if names is self._names else None
        if kept is None:
            if names is not self._names or len(self._made) >= INFOS_KEPT:
                self._names = names
                self._made.clear()
            kept = self._made[id(move)] = move_info(move, names), move
        return kept[0]


def prompt_event(
    table: Table,
    seat: Seat,
    number: int,
    prompt: Prompt,
    now: int | None = None,
    look: Look = look_at,
    infos: Infos | None = None,
) -> m.PromptEvent:
    """The prompt as its player gets it; *now* is table time, the last entry's if None."""
    match = table.last_match
    at = match.now if now is None else now
    due_ms = None if prompt.due is None else max(0, prompt.due - at)
    info = (infos or Infos()).of

    def say(width: int) -> Sequence[str]:
        view = look(match, seat)
        lines = list(
            match.via.within(match.game.text_ui.ask)(
                prompt, view, Reader(seat, table.names, width)
            )
        )
        return lines if due_ms is None else with_time(lines, due_ms, width)

    return m.PromptEvent(
        table=table.number,
        prompt=number,
        urgent=prompt.urgent,
        due_ms=due_ms,
        moves=tuple([info(move, table.names) for move in prompt.moves]),
        bare=prompt.bare,
        say=say,
    )


def with_time(lines: list[str], left_ms: int, width: int) -> list[str]:
    """*lines* with the time left behind the last one, or below it where it does not fit."""
    if not lines:
        return lines
    left = f"({(left_ms + 999) // 1000} s)"
    if len(lines[-1]) + 1 + len(left) > width:
        return [*lines, left]
    return [*lines[:-1], f"{lines[-1]} {left}"]


def move_info(move: MoveSpec, names: Mapping[Seat, str]) -> m.MoveInfo:
    """A move that is open, with the names of the players in place of their seats."""
    return m.MoveInfo(
        verb=move.verb.name,
        usage=move.verb.usage,
        about=move.verb.about,
        args=tuple([_arg_info(arg, names) for arg in move.args]),
    )


def _arg_info(arg: Arg, names: Mapping[Seat, str]) -> m.ArgInfo:
    match arg:
        case SeatArg():
            choices = tuple([names[seat] for seat in arg.choices])
            return m.ArgInfo(name=arg.name, type="seat", choices=choices)
        case ChoiceArg():
            return m.ArgInfo(name=arg.name, type="choice", choices=arg.choices)
        case IntArg():
            return m.ArgInfo(name=arg.name, type="int", min=arg.min, max=arg.max)
        case TextArg():
            return m.ArgInfo(name=arg.name, type="text", examples=arg.examples)
        case _:
            assert_never(arg)


# --- what everybody at the table hears ----------------------------------------------


def points(table: Table, scores: Mapping[Seat, int]) -> tuple[m.Points, ...]:
    """Scores with names, by seat."""
    return tuple(
        m.Points(seat=seat, name=table.names.get(seat, table.name(seat)), points=scores[seat])
        for seat in sorted(scores)
    )


def seat_infos(table: Table) -> tuple[m.SeatInfo, ...]:
    """Who sits where."""
    return tuple(
        m.SeatInfo(seat=seat, name=chair.name, bot=chair.bot, ready=chair.ready, away=chair.away)
        for seat, chair in table.chairs.items()
    )


def seat_names(table: Table) -> tuple[str | None, ...]:
    """A name or None for every seat of the table."""
    chairs = table.chairs
    return tuple(
        chairs[seat].name if seat in chairs else None
        for seat in (Seat(number) for number in range(1, table.size + 1))
    )


def public_event(table: Table, news: h.Happening) -> m.Event:
    """The event for *news* that is the same for everybody at the table."""
    number = table.number
    match news:
        case h.SeatChanged():
            return seat_event(table, news, own=False)
        case h.Sealed():
            return m.SealedEvent(table=number, seat=news.seat, commitment=news.commitment)
        case h.Scored():
            return m.ScoresEvent(table=number, scores=points(table, news.scores), final=news.final)
        case h.GameOver():
            return m.Over(
                table=number,
                reason=news.reason,
                scores=points(table, news.scores),
                winners=news.winners,
                record=table.record or "",
            )
        case h.TimeCalled():
            return m.ClockEvent(table=number, left_ms=news.left_ms)
        case h.Begun():
            return _begun(table)
        case h.Proposal():
            return _proposal(table, news)
        case h.PauseChanged():
            return m.Paused(table=number, paused=news.paused)
        case h.Talked():
            return m.Said(table=number, name=news.name, to=news.to, what=news.what)
        case h.OptionsChanged():
            return m.Notice(
                kind="options",
                table=number,
                what=f"The options of table {number} are changed: "
                f"{m.option_text(news.changed) or 'none'}",
            )
        case h.Failed():
            return m.Fault(table=number)
        case h.Continued():
            return m.Notice(
                kind="continued",
                table=number,
                what=_goes_on(table, news),
            )
        case h.TableClosed():
            return m.Notice(
                kind="table_gone", table=number, what=f"Table {number} is closed ({news.why})."
            )
        case h.Occurred() | h.Asked() | h.Unasked():
            raise GameFault("not public")
        case _:
            assert_never(news)


def seat_event(table: Table, news: h.SeatChanged, *, own: bool) -> m.SeatEvent:
    """What happened to a seat; `own` for the reader who holds it."""
    return m.SeatEvent(
        table=table.number,
        seat=news.seat,
        name=news.name,
        bot=news.bot,
        change=news.change,
        own=own,
    )


def _begun(table: Table) -> m.Started:
    lexicon = table.lexicon
    return m.Started(
        table=table.number,
        game=table.game.id,
        title=table.game.title,
        version=table.version,
        record=table.record or "",
        seats=seat_infos(table),
        options=dict(table.options),
        lexicon=lexicon.name if lexicon is not None else None,
        lexicon_hash=lexicon.hash if lexicon is not None else None,
        lists=hashes(table.lists),
        commitment=table.last_match.commitment,
    )


def _goes_on(table: Table, news: h.Continued) -> str:
    text = f"Table {table.number} goes on: {table.game.title}, version {news.version}"
    if news.recoded:
        return f"{text}. The code of the game has changed, its version has not."
    return f"{text}."


_ASKS = {
    "abort": "to end the game without a result",
    "pause": "to pause the game",
    "resume": "to go on with the game",
}
_WITHOUT: Final[Mapping[str, str]] = {
    "remove": "to go on without {whom}",
    "replace": "to let a bot ({bot}) play for {whom}",
}
"""What is proposed about a player who says nothing."""


def _proposal(table: Table, news: h.Proposal) -> m.Notice:
    number = news.number
    if news.whom is not None:
        ask = _WITHOUT[news.what].format(whom=news.whom, bot=news.bot)
    else:
        ask = _ASKS[news.what]
    if news.kind == "proposed":
        text = f"{news.name} proposes {ask}: /accept {number} or /decline {number}"
        if news.whom is not None:
            keep = f"{news.whom}: to keep your seat, send any line within {news.seconds} s."
            text = f"{text}\n{keep}"
    elif news.kind == "accepted":
        text = f"{news.name} agrees."
    elif news.kind == "agreed":
        text = f"Nobody objects in time: agreed {ask}." if news.tacit else f"All agree {ask}."
    elif news.kind == "declined" and news.name == news.whom:
        text = f"{news.name} is here: proposal {number} ({news.what}) is off."
    elif news.kind == "declined":
        text = f"{news.name} declines proposal {number} ({news.what})."
    else:
        text = f"Proposal {number} ({news.what}) has had no answer in time and is gone."
    return m.Notice(kind=news.kind, table=table.number, number=number, what=text)
