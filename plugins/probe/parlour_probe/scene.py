"""The position as a scene: the racks as a grid, then a line for each fact that matters now."""

from __future__ import annotations

from collections.abc import (
    Iterable,
    Iterator,
)
from functools import (
    lru_cache,
)
from typing import (
    Final,
)

from msgspec.structs import (
    replace,
)

from parlour import (
    Cell,
    Grid,
    Reader,
    Row,
    Run,
    Scene,
    Seat,
    Text,
    joined,
)
from parlour_probe.catalogue import (
    _,
)
from parlour_probe.decks import (
    BLANK,
    HIDDEN,
    LEFT,
    NORMAL,
    RIGHT,
    SIDES,
    SPACES,
    VALUES,
)
from parlour_probe.moves import (
    card_word,
)
from parlour_probe.phrases import (
    OF_RACK,
    a_card,
    card_text,
    final_text,
    guessed,
    to,
    told,
    word_of,
)
from parlour_probe.state import (
    Cause,
    Phase,
)
from parlour_probe.views import (
    PendingView,
    RackView,
    View,
)

_EMPTY: Final = Cell("-", "dim", says=_("no card"), kind="none")
_UP: Final = "*"
_DOT: Final = "\N{MIDDLE DOT}"
"""The face of a blank in a picture."""
_YOURS: Final = (_("Your rack"), _("Your left rack"), _("Your right rack"))
RIGHT_RACK: Final = SIDES.index("right")
_IN_PLAY: Final = (Phase.ASKING, Phase.SHOWING, Phase.RECITING)
_CACHED: Final = 1024
"""Cached rows of cells, enough for the racks of about 200 tables. Few racks change at a time."""


def _numbers(numbers: Iterable[int]) -> tuple[Cell, ...]:
    return tuple(Cell(str(number), "dim") for number in numbers)


_VALUES: Final = _numbers(VALUES)
_HEADS: Final = (
    Row(_numbers(range(1, SPACES + 1)), _("Space"), _("score"), style="dim", role="index"),
    Row(_VALUES, _("Value"), style="dim", role="value"),
)


def racks(view: View, reader: Reader) -> Grid:
    """Draw all racks with the space values and the scores; of two racks beside the first."""
    scores = dict(zip(view.seats, view.scores, strict=True))
    playing, me, pending = view.phase in _IN_PLAY, view.me, view.pending
    asks = playing and me is not None
    rows = [
        _row(
            rack,
            reader.name(owner := rack.owner),
            str(scores[owner]) if rack.index < RIGHT_RACK else "",
            owner == me,
            asks,
            playing and owner == view.turn,
            owner in view.gone,
            () if owner != me or pending is None else _spaces_to_show(pending, rack.index),
        )
        for rack in view.racks
    ]
    return Grid(_("Racks"), tuple(rows), _HEADS)


def laid(cards: str, index: int) -> Grid:
    """Draw the viewer's own rack just after they hid a word."""
    name = _YOURS[index]
    cells = tuple(Cell(card, "mine") for card in cards) + (_EMPTY,) * (SPACES - len(cards))
    return Grid(name, (Row(cells, _("{rack}:", rack=name)), Row(_VALUES)))


@lru_cache(_CACHED)
def _row(
    rack: RackView,
    name: str,
    score: str,
    mine: bool,
    asks: bool,
    turn: bool,
    gone: bool,
    spaces: tuple[int, ...],
) -> Row:
    """Draw a rack. *asks*: the viewer plays, and may ask for cards; *spaces* are to be shown."""
    cells, types = _cells(rack), ""
    # Of two racks, before the name: a narrow screen cuts the end of it.
    label = f"{SIDES[rack.index][0].upper()} {name}" if rack.index else name
    seat = rack.owner
    if mine:
        label = _("{name} (you)", name=label)
        if spaces:
            cells = _to_show(cells, rack.index, spaces)
    elif asks and not gone:
        types = f"ask {name} "
    if gone:
        return Row(cells, label, score, _("left") if score else "", "dim", types, seat)
    if turn:
        return Row(cells, label, score, _("<- turn") if score else "", "strong", types, seat)
    return Row(cells, label, score, types=types, seat=seat)


def _spaces_to_show(pending: PendingView, index: int) -> tuple[int, ...]:
    """Return the spaces of the viewer's rack *index* whose card they may turn up."""
    cards = zip(pending.indexes or (), pending.spaces or (), strict=True)
    return tuple(space for rack, space in cards if rack == index)


@lru_cache(_CACHED)
def _cells(rack: RackView) -> tuple[Cell, ...]:
    """Draw a rack's twelve spaces as the viewer knows them."""
    own = rack.own or (None,) * len(rack.cards)
    cells = tuple(map(_cell, rack.cards, own))
    for space in rack.fresh:
        turned = replace(cells[space - 1], new=True)
        cells = (*cells[: space - 1], turned, *cells[space:])
    return cells + (_EMPTY,) * (SPACES - len(cells))


@lru_cache(_CACHED)
def _cell(face: str, own: str | None) -> Cell:
    """Draw a card. Plain text marks the viewer's own when it is face up."""
    blank = (own or face) == BLANK
    called, shown = (_("blank"), _DOT) if blank else (own or face, None)
    if face == HIDDEN:
        if own is None:
            return Cell(face, "dim", says=_("face down"), kind="back")
        down = _("{card}, face down", card=called)
        return Cell(own, "mine", says=down, kind="tile", face=shown)
    if own is None:
        return Cell(face, "strong", says=called if blank else "", kind="tile", face=shown)
    up = _("{card}, face up", card=called)
    return Cell(_UP + own, "strong", says=up, kind="tile", face=shown or own)


def _to_show(cells: tuple[Cell, ...], index: int, spaces: tuple[int, ...]) -> tuple[Cell, ...]:
    """Return *cells* with those on *spaces* marked as ones the viewer may turn up."""
    return tuple(
        replace(cell, style="hot", types=f"show {word}", value=word) if space in spaces else cell
        for space, cell in enumerate(cells, 1)
        for word in (card_word(index, space),)
    )


_LEGENDS: Final = (
    Text.of(_("? hidden  * yours, seen  . blank  - none"), "dim", plain_only=True),
    Text.of(
        _("? hidden  * yours, seen  . blank  - none  L left  R right"), "dim", plain_only=True
    ),
)
"""For one rack each, and for two."""

# What the player themselves reads, and what all others read: see `wording.told`.
_MUST_SAY: Final = (_("You must say {word}."), _("{name} must say {word}."))
_TO_ASK: Final = (_("It's your turn to ask."), _("It's {name}'s turn to ask."))
_MUST_SHOW: Final = (_("You must show a card."), _("{name} must show a card."))
_ASKED_FOR: Final = (_("You asked for {card}."), _("{name} asked for {card}."))
_SHOWS_FOR_CARD: Final = (
    _("You must show a card{rack} because of an activity card."),
    _("{name} must show a card{rack} because of an activity card."),
)


def scene(view: View, reader: Reader) -> Scene:
    """Draw the racks and the facts that matter now."""
    status = _phase(view, reader)
    facts = [Text((run,)) for run in _facts(view, reader)]
    playing = view.phase not in (Phase.HIDING, Phase.OVER)
    legend = _LEGENDS[len(view.racks) > len(view.seats)]
    return Scene(
        (racks(view, reader), legend, Text.of(status, plain_only=True), *facts),
        turn=view.turn if playing else None,
        status=status,
        waits=_waits(view),
    )


def _waits(view: View) -> tuple[Seat, ...]:
    """Return the seats that the game waits for. Everybody sees who has hidden their words."""
    if view.phase == Phase.HIDING:
        return tuple([s for s in view.seats if s not in view.hidden and s not in view.gone])
    if view.phase == Phase.OVER:
        return ()
    if view.recital is not None:
        return (view.recital.seat,)
    return (view.turn if view.pending is None else view.pending.owner,)


def _facts(view: View, reader: Reader) -> Iterator[Run]:
    """Yield a sentence for each fact that the racks and the status do not tell."""
    for word in filter(None, [rack.warned for rack in view.racks]):
        text = (
            _("{word} doesn't count. Hide it again to use it anyway.")
            if view.terms.french
            else _("{word} isn't in the word list. Hide it again to use it anyway.")
        )
        yield Run(text.filled(word=word), "hot")
    if view.phase in (Phase.HIDING, Phase.OVER):
        return
    if view.activity is not None:
        if view.activity != NORMAL:
            card = card_text(view.activity, _rack_meant(view))
            yield Run(_("Activity card: {card}.", card=card))
        yield Run(_("Activity cards left: {number}.", number=view.deck_left))
    if view.multiplier > 1:
        text = _("The next question scores {number} times its value.", number=view.multiplier)
        yield Run(text, "strong")
    if view.extra:
        yield Run(_("Additional turns left: {number}.", number=view.extra))
    for guess in view.held:
        target = guessed(reader, guess.target, guess.index)
        text = _("Your guess {cards} for {target} waits for the card.")
        yield Run(text.filled(cards=guess.cards, target=target), "mine")
    if view.final is not None:
        yield Run(final_text(view.final.hider, view.seats, view.final.turns, reader), "strong")


def _rack_meant(view: View) -> int:
    """Return the rack that the activity card means if each player has two, or 0."""
    paired = len(view.racks) > len(view.seats)
    return SIDES.index(view.activity.lower()) if paired and view.activity in (LEFT, RIGHT) else 0


def _phase(view: View, reader: Reader) -> str:
    """Say what the game is waiting for."""
    pending = view.pending
    if view.phase == Phase.OVER:
        return _("The game is over.")
    if view.phase == Phase.HIDING:
        late = [to(reader, seat) for seat in view.seats if seat not in view.hidden]
        return _("Players are hiding their words. Waiting for: {names}.", names=joined(late, ", "))
    if view.recital is not None:
        word = word_of(reader, view.recital.owner, view.recital.index)
        return told(reader, view.recital.seat, _MUST_SAY, word=word)
    if pending is None:
        return told(reader, view.turn, _TO_ASK)
    if pending.cause == Cause.QUESTION and pending.card is not None:
        must = told(reader, pending.owner, _MUST_SHOW)
        asked = told(reader, pending.drawer, _ASKED_FOR, card=a_card(pending.card))
        return joined((must, asked))
    return told(reader, pending.owner, _SHOWS_FOR_CARD, rack=OF_RACK[pending.index])
