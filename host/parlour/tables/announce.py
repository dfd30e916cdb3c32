"""Turn what happened into what one viewer may know of it. This is the only maker of table events.

The house uses `EventFilter` when things happen, when a player resumes, and when it replays a
finished game, so a replay shows what was shown before. A viewer is a seat or the
spectator. Everything about a game passes through the game's `Views`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, assert_never

from parlour.api import SPECTATOR, AnyGame, Heard, Reader, Seat, Viewer
from parlour.engine import table_events as h
from parlour.engine.calls import GameFault
from parlour.engine.options import hashes
from parlour.engine.table import Chair, Table, changed_options
from parlour.language import Form, _
from parlour.tables.position import Scenes, position_event, prompt_event
from parlour.tables.proposals import Part, proposal_notice
from parlour.wire import messages as m
from parlour.wire.encoding import EncodedEvent, encode
from parlour.wire.messages import Sight

_VARIES: Final = frozenset(
    {h.Occurred, h.Prompted, h.Unasked, h.SeatChanged, h.Talked, h.ProposalChanged, h.GameOver}
)
"""Happenings that some viewers hear differently from others, or not at all."""
_LEFT: Final = frozenset({"left", "kicked", "absent", "silent"})
"""Changes of a seat by which its player gives it up."""
_OF_A_LINE: Final = frozenset({"away", "back"})
"""Changes of a seat of which the others are told later, if at all (`presence`)."""
_NOBODY: Final[frozenset[Viewer]] = frozenset()


def _moves_on(news: h.Happening) -> bool:
    """Check whether it changes the position.

    An end from outside leaves the position unchanged, and must work even after the plugin has
    failed.
    """
    match news:
        case h.Begun() | h.Occurred():
            return True
        case h.GameOver():
            return news.reason == "finished"
        case h.SeatChanged():
            return news.plays
        case h.ProposalChanged():
            return news.kind == "agreed" and news.what == "takeback"
        case _:
            return False


def _given_up(happened: Sequence[h.Happening]) -> frozenset[Viewer]:
    changes = [news for news in happened if isinstance(news, h.SeatChanged)]
    return frozenset(news.seat for news in changes if news.change in _LEFT)


class EventFilter:
    """Makes the events of one entry. It makes each public event once for all who hear it."""

    def __init__(
        self,
        table: Table,
        happened: Sequence[h.Happening],
        scenes: Scenes | None = None,
        *,
        aloud: bool = False,
    ) -> None:
        """Tell the others too who is away and who is back, if *aloud*."""
        self._table = table
        self._aloud = aloud
        self._scenes = scenes or Scenes()
        self._happened = happened
        self._everybody: Sequence[EncodedEvent] | None = None
        """The events everybody hears, if nobody hears anything else."""
        self._heard: dict[Viewer, list[EncodedEvent]] = {}
        """The events of each viewer, as far as they are made."""
        self._public: dict[tuple[int, Part], EncodedEvent] = {}
        """Public lines, by the index of what happened and the reader's part in it."""
        self._said: dict[int, _Said] = {}
        """The last viewer's version of each game event, by the event's index."""
        self._gone: frozenset[Viewer] = _NOBODY
        """Seats given up in this entry. Their players do not hear what follows in the game."""
        kinds = {*map(type, happened)}
        if kinds.isdisjoint(_VARIES):
            self._everybody = [EncodedEvent(public_event(table, news)) for news in happened]
        elif h.SeatChanged in kinds:
            self._gone = _given_up(happened)
        self._sights: dict[tuple[Viewer, Sight], EncodedEvent] = {}

    def lines(self, viewer: Viewer, sight: Sight = "") -> Sequence[EncodedEvent]:
        """Return the events for *viewer*, in order, followed by the position in the form *sight*.

        Raises GameFault if the plugin raises over what is shown.
        """
        heard = self._everybody
        if heard is None:
            if viewer not in self._heard:
                self.hear((viewer,))
            heard = self._heard[viewer]
        # A viewer who hears nothing gets no view either: it would reveal that something happened.
        if (
            sight
            and heard
            and self._table.match is not None
            and any(map(_moves_on, self._happened))
        ):
            return [*heard, self._sight(viewer, sight)]
        return heard

    def aloud(self) -> EventFilter:
        """Return what hosts of version 0.1 said about this entry."""
        return EventFilter(self._table, self._happened, aloud=True)

    def _eyes(self, viewer: Viewer) -> Viewer:
        """Return how *viewer* hears the game: as a watcher, if they leave in this entry."""
        return SPECTATOR if viewer in self._gone else viewer

    def _sight(self, viewer: Viewer, sight: Sight) -> EncodedEvent:
        viewer = self._eyes(viewer) if self._gone else viewer
        line = self._sights.get((viewer, sight))
        if line is None:
            event = position_event(self._table, viewer, sight, self._scenes)
            line = self._sights[viewer, sight] = EncodedEvent(event)
        return line

    def hear(self, viewers: Iterable[Viewer]) -> None:
        """Make the events of all these viewers.

        Raises GameFault if the plugin raises over it.
        """
        if self._everybody is not None:
            return
        found: dict[Viewer, list[EncodedEvent]] = {
            viewer: [] for viewer in viewers if viewer not in self._heard
        }
        for index, news in enumerate(self._happened):
            if isinstance(news, h.Occurred):
                self._occurred(index, news.event, found)
            elif isinstance(news, h.Prompted):
                if news.seat in found and news.seat not in self._gone:
                    event = prompt_event(
                        self._table, news.seat, news.number, news.prompt, self._scenes
                    )
                    found[news.seat].append(EncodedEvent(event))
            elif isinstance(news, h.Unasked):
                if news.seat in found:
                    over = m.Unprompt(table=self._table.number, prompt=news.number)
                    found[news.seat].append(EncodedEvent(over))
            elif type(news) in _VARIES:
                for viewer, lines in found.items():
                    self._tell(index, news, viewer, lines)
            else:
                line = self._public_line(index, news, "")
                for lines in found.values():
                    lines.append(line)
        self._heard |= found

    def _tell(
        self, index: int, news: h.Happening, viewer: Viewer, lines: list[EncodedEvent]
    ) -> None:
        """Add what *viewer* hears of an event that is public, or nearly so."""
        if isinstance(news, h.SeatChanged) and news.seat == viewer:
            lines.append(EncodedEvent(seat_event(self._table, news, own=True)))
            return
        if isinstance(news, h.SeatChanged) and news.change in _OF_A_LINE and not self._aloud:
            return
        if isinstance(news, h.Talked) and news.to == "watchers" and viewer is not SPECTATOR:
            return
        if isinstance(news, h.Talked) and news.seats and viewer not in news.seats:
            return
        lines.append(self._public_line(index, news, part_in(self._table, news, viewer)))

    def _public_line(self, index: int, news: h.Happening, part: Part) -> EncodedEvent:
        """Return the line for everybody who has that *part* in an event. It is made once."""
        line = self._public.get((index, part))
        if line is None:
            line = self._public[index, part] = EncodedEvent(public_event(self._table, news, part))
        return line

    def _occurred(
        self, index: int, event: Any, found: Mapping[Viewer, list[EncodedEvent]]
    ) -> None:
        """Add what each viewer hears of an event of the game."""
        table = self._table
        hear = table.via.within(table.game.views.hear)
        eyes = [self._eyes(viewer) for viewer in found] if self._gone else found
        heard: list[Heard | None] = [hear(event, viewer) for viewer in eyes]
        said = self._said.get(index)
        for viewer, lines, what in zip(eyes, found.values(), heard, strict=True):
            if what is None:
                continue
            if said is None or said.heard is not what:
                said = self._said[index] = _Said(table, what)
            lines.append(said.line(viewer))


class _Said:
    """An event of a game as several viewers hear it.

    They hear the same value, so programs get the same object, and all viewers whom it does not
    address get one sentence.
    """

    __slots__ = ("_addressees", "_data", "_first", "_name", "_shared", "_table", "heard")

    def __init__(self, table: Table, heard: Heard) -> None:
        self.heard = heard
        self._table = table
        self._addressees = heard.addressees
        self._name = heard_name(table.game, heard)
        self._data = table.via.within(encode)(heard)
        self._first: EncodedEvent | None = None
        self._shared: EncodedEvent | None = None

    def line(self, viewer: Viewer) -> EncodedEvent:
        shares = self._addressees is not None and viewer not in self._addressees
        if shares and self._shared is not None:
            return self._shared
        table, heard = self._table, self.heard

        def say(form: Form) -> Sequence[str]:
            say = table.via.within(table.game.text_ui.say)
            reader = Reader(viewer, table.names, form.width, form.lang, taps=form.taps)
            return say(heard, reader)

        event = m.GameEvent(name=self._name, table=table.number, data=self._data, say=say)
        line = EncodedEvent(event, self._first)
        if self._first is None:
            self._first = line
        if shares:
            self._shared = line
        return line


def heard_name(game: AnyGame, heard: Heard) -> str:
    """Return the name of *heard* on the wire. Raises GameFault if it is not valid."""
    name = heard.name
    if not (name.isascii() and name.isidentifier()):
        raise GameFault("an event has no name that could be sent")
    return f"{game.id}.{name}"


# --- events for everybody at the table ----------------------------------------------


def points(table: Table, scores: Mapping[Seat, int]) -> tuple[m.Points, ...]:
    """Return scores with names, by seat."""
    return tuple(
        m.Points(seat=seat, name=table.names.get(seat, table.name(seat)), points=scores[seat])
        for seat in sorted(scores)
    )


def seat_infos(chairs: Mapping[Seat, Chair]) -> tuple[m.SeatInfo, ...]:
    return tuple(
        m.SeatInfo(seat=seat, name=chair.name, bot=chair.bot, ready=chair.ready, away=chair.away)
        for seat, chair in chairs.items()
    )


def seat_names(table: Table) -> tuple[str | None, ...]:
    """Return a name or None for every seat of the table."""
    chairs = table.chairs
    return tuple(
        chairs[seat].name if seat in chairs else None
        for seat in (Seat(number) for number in range(1, table.size + 1))
    )


def public_event(table: Table, news: h.Happening, part: Part = "") -> m.Event:
    """Return the event for *news* that is the same for everybody at the table.

    Only the sentence of a new proposal depends on the reader's *part* in it.
    """
    number = table.number
    match news:
        case h.SeatChanged():
            return seat_event(table, news, own=False)
        case h.Sealed():
            return m.SealedEvent(table=number, seat=news.seat, commitment=news.commitment)
        case h.ScoresChanged():
            return m.ScoresEvent(table=number, scores=points(table, news.scores), final=news.final)
        case h.GameOver():
            return m.OverEvent(
                table=number,
                reason=news.reason,
                scores=points(table, news.scores),
                winners=news.winners,
                outcome=news.outcome,
                names=table.names,
                record=table.record or "",
                party=table.party or None,
                lower=not table.absent and table.game.scoring.lower_wins,
                plays=part == "player",
            )
        case h.TimeCalled():
            return m.ClockEvent(table=number, left_ms=news.left_ms)
        case h.Begun():
            return _begun(table)
        case h.ProposalChanged():
            return proposal_notice(table, news, part)
        case h.PauseChanged():
            return m.Paused(table=number, paused=news.paused, owned=news.owned)
        case h.Talked():
            return m.SaidEvent(table=number, name=news.name, to=news.to, what=news.what)
        case h.OptionsChanged():
            return m.Notice(
                kind="options",
                table=number,
                what=_(
                    "The options of table {number} are changed: {options}",
                    number=number,
                    options=m.option_text(news.changed) or _("none"),
                ),
                options=changed_options(table),
            )
        case h.GameFailed():
            return m.FaultEvent(table=number)
        case h.TableAdjourned():
            return m.Notice(
                kind="adjourned",
                table=number,
                what=_(
                    "Table {number} is adjourned. It continues when all players are "
                    "back. <<To come back: join {number}>>",
                    number=number,
                ),
            )
        case h.GoneOn():
            return m.Notice(
                kind="continued",
                table=number,
                what=_goes_on(table, news),
            )
        case h.TableClosed():
            why = _CLOSED.get(news.why, news.why)
            return m.Notice(
                kind="table_gone",
                table=number,
                what=_("Table {number} is closed ({why}).", number=number, why=why),
            )
        case h.Occurred() | h.Prompted() | h.Unasked():
            raise GameFault("not public")
        case _:
            assert_never(news)


def seat_event(table: Table, news: h.SeatChanged, *, own: bool) -> m.SeatEvent:
    """Return the event for a change of a seat. *own*: the reader holds the seat."""
    return m.SeatEvent(
        table=table.number,
        seat=news.seat,
        name=news.name,
        bot=news.bot,
        change=news.change,
        own=own,
    )


def _begun(table: Table) -> m.StartedEvent:
    lexicon = table.lexicon
    return m.StartedEvent(
        table=table.number,
        game=table.game.id,
        title=table.game.title,
        version=table.version,
        record=table.record or "",
        seats=seat_infos(table.chairs),
        options=dict(table.options),
        lexicon=lexicon.name if lexicon is not None else None,
        lexicon_hash=lexicon.hash if lexicon is not None else None,
        lists=hashes(table.lists),
        forgets=table.game.forgotten(),
        commitment=table.last_match.commitment,
    )


def _goes_on(table: Table, news: h.GoneOn) -> str:
    text = _(
        "Table {number} goes on: {title}, version {version}",
        number=table.number,
        title=table.game.title,
        version=news.version,
    )
    if news.recoded:
        return _("{text}. The game's code has changed, but its version has not.", text=text)
    return _("{text}.", text=text)


_CLOSED: Final[Mapping[str, str]] = {"party": _("the next round begins")}
"""Reasons for closing a table, in words, if they are not words already."""


def part_in(table: Table, news: h.Happening, viewer: Viewer) -> Part:
    if isinstance(news, h.GameOver):
        return "player" if viewer in table.chairs else ""
    if not isinstance(news, h.ProposalChanged) or news.kind != "proposed":
        return ""
    if viewer == news.by:
        return "author"
    return "asked" if viewer in news.asked else ""
