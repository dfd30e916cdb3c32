"""The position as a scene: the racks as a grid, then a line for each fact that matters now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from parlour import Cell, Grid, Reader, Row, Run, Scene, Seat, Sentence, Text, joined
from parlour_probe.catalogue import _
from parlour_probe.decks import (
    BLANK,
    HIDDEN,
    LEFT,
    NORMAL,
    QUESTION,
    RIGHT,
    SIDES,
    SPACES,
    VALUES,
    a_card,
    card_text,
)
from parlour_probe.moves import card_word
from parlour_probe.state import Phase
from parlour_probe.views import RackView, View

_EMPTY: Final = Cell("-", "dim", says=_("no card"), kind="none")
_DOT: Final = "\N{MIDDLE DOT}"
"""The face of a blank in a picture."""
_YOURS: Final = (_("Your rack"), _("Your left rack"), _("Your right rack"))
# By the rack: an only one, of two the left one, the right one.
OF_RACK: Final = ("", _(" of the left rack"), _(" of the right rack"))
_YOUR_WORD: Final = (_("your word"), _("your left word"), _("your right word"))
_WORD_OF: Final = (_("{name}'s word"), _("{name}'s left word"), _("{name}'s right word"))
_LEGENDS: Final = (
    Text.of(_("? hidden  * yours, seen  . blank  - none"), "dim", plain_only=True),
    Text.of(
        _("? hidden  * yours, seen  . blank  - none  L left  R right"), "dim", plain_only=True
    ),
)
"""For one rack each, and for two."""
_CACHED: Final = 1024
"""Cached rows of cells, enough for the racks of about 200 tables. Few racks change at a time."""


def _numbers(numbers: Iterable[int]) -> tuple[Cell, ...]:
    return tuple(Cell(str(number), "dim") for number in numbers)


_VALUES: Final = _numbers(VALUES)
_HEADS: Final = (
    Row(_numbers(range(1, SPACES + 1)), _("Space"), _("score"), style="dim", role="index"),
    Row(_VALUES, _("Value"), style="dim", role="value"),
)


def scene(view: View, reader: Reader) -> Scene:
    """Draw the racks and the facts that matter now."""
    status = _status(view, reader)
    facts = [Text((run,)) for run in _facts(view, reader)]
    legend = _LEGENDS[view.paired]
    return Scene(
        (racks(view, reader), legend, Text.of(status, plain_only=True), *facts),
        turn=view.turn if view.in_play else None,
        status=status,
        waits=_waits(view),
    )


def racks(view: View, reader: Reader) -> Grid:
    """Draw all racks with the space values and the scores; of two racks beside the first."""
    scores = dict(zip(view.seats, view.scores, strict=True))
    denied = dict(zip(view.seats, view.denied, strict=True)) if view.denied else {}
    playing = view.in_play
    rows: list[Row] = []
    for rack in view.racks:
        owner, mine = rack.owner, rack.owner == view.me
        spaces: tuple[int, ...] = ()
        if mine and view.pending is not None:
            spaces = tuple([at for index, at in view.pending.cards if index == rack.index])
        rows.append(
            _row(
                rack,
                reader.name(owner),
                "" if SIDES[rack.index] == "right" else str(scores[owner]),
                mine,
                playing and view.me is not None,
                playing and owner == view.turn,
                owner in view.gone,
                spaces,
                denied.get(owner, "") if HIDDEN in rack.cards else "",
            )
        )
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
    denied: str,
) -> Row:
    """Draw a rack. *asks*: the viewer plays, and may ask for cards; *spaces* are to be shown; the
    cards *denied* do not lie on it.
    """
    own = rack.own or (None,) * len(rack.cards)
    cells = [*map(_cell, rack.cards, own)] + [_EMPTY] * (SPACES - len(own))
    for space in rack.fresh:
        cells[space - 1] = replace(cells[space - 1], new=True)
    for space in spaces:
        word = card_word(rack.index, space)
        cells[space - 1] = replace(cells[space - 1], style="hot", types=f"show {word}", value=word)
    # Of two racks, before the name: a narrow screen cuts the end of it.
    label = f"{SIDES[rack.index][0].upper()} {name}" if rack.index else name
    types = f"ask {name} " if asks and not mine and not gone else ""
    if mine:
        label = _("{name} (you)", name=label)
    note = _("no {cards}", cards=joined(map(_named, denied))) if denied else ""
    row = Row(tuple(cells), label, score, types=types, seat=rack.owner, note=note)
    if gone:
        return replace(row, mark=_("left") if score else "", style="dim")
    if turn:
        return replace(row, mark=_("<- turn") if score else "", style="strong")
    return row


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
    return Cell(f"*{own}", "strong", says=up, kind="tile", face=shown or own)


def _named(card: str) -> str:
    return _("blank") if card == BLANK else card


def _waits(view: View) -> tuple[Seat, ...]:
    """The seats that the game waits for. Everybody sees who has hidden their words."""
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
    if not view.in_play:
        return
    if view.activity is not None:
        if view.activity != NORMAL:
            paired = view.paired and view.activity in (LEFT, RIGHT)
            card = card_text(view.activity, SIDES.index(view.activity.lower()) if paired else 0)
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


def _status(view: View, reader: Reader) -> str:
    """Say what the game is waiting for."""
    pending = view.pending
    if view.phase == Phase.OVER:
        return _("The game is over.")
    if view.phase == Phase.HIDING:
        late = [to(reader, seat) for seat in view.seats if seat not in view.hidden]
        return _("Players are hiding their words. Waiting for: {names}.", names=joined(late, ", "))
    if view.recital is not None:
        seat, word = view.recital.seat, word_of(reader, view.recital.owner, view.recital.index)
        return told(
            reader, seat, _("You must say {word}."), _("{name} must say {word}."), word=word
        )
    if pending is None:
        to_ask = _("It's your turn to ask."), _("It's {name}'s turn to ask.")
        return told(reader, view.turn, *to_ask)
    if pending.cause == QUESTION and pending.card is not None:
        must = _("You must show a card."), _("{name} must show a card.")
        asked = _("You asked for {card}."), _("{name} asked for {card}.")
        shows = told(reader, pending.owner, *must)
        return joined((shows, told(reader, pending.drawer, *asked, card=a_card(pending.card))))
    return told(
        reader,
        pending.owner,
        _("You must show a card{rack} because of an activity card."),
        _("{name} must show a card{rack} because of an activity card."),
        rack=OF_RACK[pending.index],
    )


# --- phrases that texts share -------------------------------------------------------------


def told(reader: Reader, seat: Seat, you: Sentence, others: Sentence, /, **fields: Any) -> str:
    """The sentence *you* if the reader is the player, or *others* with their name, in the
    reader's language.
    """
    if seat == reader.viewer:
        return you.read(reader.lang, **fields)
    return others.read(reader.lang, name=reader.name(seat), **fields)


def to(reader: Reader, seat: Seat) -> str:
    """Name the player as an object: `you`, or the name."""
    return _("you") if reader.is_me(seat) else reader.name(seat)


def word_of(reader: Reader, seat: Seat, index: int) -> str:
    """Name a hidden word by its owner: `your word`, `bob's left word`."""
    return told(reader, seat, _YOUR_WORD[index], _WORD_OF[index])


def guessed(reader: Reader, seat: Seat, index: int) -> str:
    """Name what a guess is about: `bob`, or of two words `bob's left word`."""
    return word_of(reader, seat, index) if index else reader.name(seat)


def final_text(hider: Seat, seats: Sequence[Seat], numbers: Sequence[int], reader: Reader) -> str:
    """Say who alone has hidden cards, and how many turns the others have left."""
    turns = [
        _("{player} {number}", player=to(reader, seat), number=number)
        for seat, number in zip(seats, numbers, strict=True)
        if seat != hider
    ]
    return told(
        reader,
        hider,
        _("Only you still have hidden cards. Turns to come: {turns}."),
        _("Only {name} still has hidden cards. Turns to come: {turns}."),
        turns=joined(turns, ", "),
    )
