"""What people type and read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cheat.rules import PLAY
from cheat.state import (
    DECK,
    NAMES,
    ORDER,
    RANKS,
    Call,
    Called,
    Claimed,
    Dealt,
    Ended,
    Event,
    Gone,
    Move,
    Pass,
    Passed,
    Play,
    Turn,
    Uncalled,
    claimed,
    rank_of,
)
from cheat.views import View
from parlour import (
    Block,
    Catalogue,
    Cell,
    Grid,
    Hue,
    Meter,
    MoveFault,
    Prompt,
    Reader,
    Refused,
    Row,
    Scene,
    Score,
    Scores,
    Seat,
    Text,
    TextUI,
    count,
    enumerated,
    joined,
    plain,
    wrapped,
)

_: Final = Catalogue()
"""For sentences that say what to type: a reader who taps reads them without it."""
SUITS = {
    "S": ("spades", "\u2660", Hue.BLACK),
    "H": ("hearts", "\u2665", Hue.RED),
    "D": ("diamonds", "\u2666", Hue.RED),
    "C": ("clubs", "\u2663", Hue.BLACK),
}
"""A suit's name, its sign and its colour, by the letter that is typed."""
ACROSS = 8
"""Cards in a row of a hand: up to 52 must fit on a narrow screen."""


class CheatText(TextUI[Move, View, Event]):
    """The players with their cards, the pile, the reader's hand by rank."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Read cards, or a call or a pass."""
        if verb != PLAY.name:
            if rest.strip():
                raise Refused(MoveFault.MALFORMED, _("<<Type one word: {verb}>>", verb=verb))
            return Pass() if verb == "pass" else Call()
        typed = rest.lower().removeprefix(f"{verb} ").upper()
        cards = tuple(_card(word) for word in typed.replace(",", " ").split())
        if not cards:
            own = " ".join(view.hand[:2]) or "CARDS"
            text = _("<<Type|Play>> one to four cards<<, such as: play {own}|.>>", own=own)
            raise Refused(MoveFault.MALFORMED, text)
        return Play(cards)

    def draw(self, view: View, reader: Reader) -> Scene:
        """Draw who has how many cards, and the reader's hand."""
        counts = tuple(
            Score((seat,), reader.name(seat), number, "left" if seat in view.gone else "")
            for seat, number in zip(view.seats, view.counts, strict=True)
        )
        status = _now(view, reader)
        blocks: list[Block] = [Text.of(status, "strong", plain_only=True), *_hand(view)]
        blocks += [Scores(counts, "Cards"), Meter("On the pile", view.pile, len(DECK))]
        if view.claim is None:
            waits = () if view.turn is None else (view.turn,)
            return Scene(tuple(blocks), "Cheat", view.turn, status, waits)
        what = claimed(view.claim.count, RANKS.index(view.rank))
        blocks.append(Text.of(f"{_who(view.claim.seat, reader, 'claim')} {what}.", "hot"))
        done = {view.claim.seat, *view.claim.passed, *view.gone}
        others = tuple(seat for seat in view.seats if seat not in done)
        return Scene(tuple(blocks), "Cheat", status=status, waits=others)

    def say(self, heard: Event, reader: Reader) -> Sequence[str]:
        """Say what happened."""
        text = _said(heard, reader)
        return wrapped(text, reader) if text else ()

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """Show the reader's hand, and say what to type."""
        rank = RANKS.index(view.rank)
        if view.claim is None:
            own = [card for card in view.hand if rank_of(card) == rank]
            have = f"You have {enumerated(own)}." if own else "You have none: you must lie."
            claim = f"You must claim {NAMES[rank]}{_s(rank)}. {have}"
            text = joined((claim, _("<<Type one to four cards:|Play one to four cards.>>")))
            hand = plain(Scene(_hand(view)), reader.width, reader.lang)
            return [*hand, *wrapped(text, reader)]
        what = claimed(view.claim.count, rank)
        claim = f"{reader.name(view.claim.seat)} claims {what}."
        return wrapped(joined((claim, _("<<Type: cheat or pass|Is it a lie?>>"))), reader)


def _card(word: str) -> str:
    card = word.replace("T", "10") if word[:1] == "T" else word
    if card not in ORDER:
        text = f"{word[:8]} is not a card: rank and suit, such as 7S, 10H or QD."
        raise Refused(MoveFault.MALFORMED, text)
    return card


def _hand(view: View) -> tuple[Block, ...]:
    """Return the hand, with the cards of this turn's rank framed."""
    if not view.hand:
        return ()
    picks = view.claim is None and view.turn == view.me
    cells = [_held(card, RANKS[rank_of(card)] == view.rank, picks) for card in view.hand]
    cells += [Cell("")] * (-len(cells) % min(len(cells), ACROSS))
    rows = tuple(Row(tuple(cells[at : at + ACROSS])) for at in range(0, len(cells), ACROSS))
    return Text.of("Your hand:", plain_only=True), Grid("Your hand", rows), Text()


def _held(card: str, claimable: bool, picks: bool) -> Cell:
    name, sign, hue = SUITS[card[-1]]
    return Cell(
        card,
        "strong" if claimable else "",
        framed=claimable,
        says=f"{card[:-1]} of {name}",
        kind="tile",
        face=f"{card[:-1]}{sign}",
        hue=hue,
        value=card if picks else "",
    )


def _now(view: View, reader: Reader) -> str:
    if view.turn is None:
        names = " and ".join(
            "You" if reader.is_me(seat) else reader.name(seat)
            for seat in sorted(view.winners, key=reader.is_me, reverse=True)
        )
        return f"The game is over. {names} won."
    rank = RANKS.index(view.rank)
    return f"{_whose(view.turn, reader)} turn, to claim {NAMES[rank]}{_s(rank)}."


def _s(rank: int) -> str:
    return "es" if NAMES[rank] == "six" else "s"


def _who(seat: Seat, reader: Reader, verb: str) -> str:
    return f"You {verb}" if reader.is_me(seat) else f"{reader.name(seat)} {verb}s"


def _whose(seat: Seat, reader: Reader) -> str:
    return "Your" if reader.is_me(seat) else f"{reader.name(seat)}'s"


def _said(heard: Event, reader: Reader) -> str:
    match heard:
        case Dealt():
            return _("All cards are dealt. <<To see your hand, type: look>>")
        case Turn(seat, rank):
            at = RANKS.index(rank)
            return f"{_whose(seat, reader)} turn, to claim {NAMES[at]}{_s(at)}."
        case Claimed(seat, number, rank, left, cards, auto):
            what = claimed(number, RANKS.index(rank))
            really = f" You played {enumerated(cards)}." if cards else ""
            slow = " (the host's choice)" if auto else ""
            has = "have" if reader.is_me(seat) else "has"
            left_over = f"{_pronoun(seat, reader)} {has} {count(left, 'card')} left."
            return f"{_who(seat, reader, 'claim')} {what}{slow}.{really} {left_over}"
        case Called(caller, seat, cards, honest, taker, number):
            verdict = "That was the truth." if honest else "That was a lie!"
            return (
                f"{_who(caller, reader, 'call')} it. {_whose(seat, reader)} cards: "
                f"{enumerated(cards)}. {verdict} {_who(taker, reader, 'take')} the pile, "
                f"{count(number, 'card')}."
            )
        case Uncalled():
            return "Nobody calls it."
        case Gone(seat):
            return f"{_whose(seat, reader)} cards go under the pile."
        case Passed() | Ended():  # the host says who has won
            return ""


def _pronoun(seat: Seat, reader: Reader) -> str:
    return "You" if reader.is_me(seat) else reader.name(seat)
