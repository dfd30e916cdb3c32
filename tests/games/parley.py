"""Parley: bids that must rise, cards given in pairs, talk in teams, a clock for each team.

It uses the parts of the contract that no other game here needs. Seats with odd numbers are one
team, those with even numbers the other.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, ClassVar, Final, TypeAlias

import msgspec

from parlour import (
    Context,
    Game,
    Heard,
    IntArg,
    MoveFault,
    MoveSpec,
    Prompt,
    Reader,
    Refused,
    Rules,
    Scene,
    Scoring,
    Seat,
    Setup,
    Spectator,
    Step,
    Text,
    TextOption,
    TextUI,
    Verb,
    Viewer,
    Views,
    some,
)

CARDS: Final = tuple("AKQJT98765432")
HAND: Final = 4
TEAM_MS: Final = (60_000, 90_000)
TOP: Final = (9, 6)

BID: Final = Verb("bid", "bid COUNT FACE", "bid more than the last", "A bid rises.\n  like this")
GIVE: Final = Verb("give", "give CARD CARD", "give two cards away")
FOLD: Final = Verb("fold", "fold", "bid no more")


class Bid(msgspec.Struct, frozen=True, tag="bid"):
    count: int
    face: int


class Give(msgspec.Struct, frozen=True, tag="give"):
    """Two different cards of the hand, in their order."""

    cards: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Only the team knows which."""
        return "Give()"


class Fold(msgspec.Struct, frozen=True, tag="fold"):
    """No more bids."""


Move: TypeAlias = Bid | Give | Fold


@dataclass(frozen=True)
class State:
    """What has been bid, who has which cards, and when the time of each team is over."""

    setup: Setup
    hands: Mapping[Seat, tuple[str, ...]] = field(repr=False)
    ends: tuple[int, ...]
    bid: tuple[int, int] = (1, 0)
    last: Seat | None = None
    folded: tuple[Seat, ...] = ()

    @property
    def bidding(self) -> list[Seat]:
        return [seat for seat in self.setup.seats if seat not in self.folded]


@dataclass(frozen=True)
class Bidden(Heard):
    """Somebody has bid, folded or taken something back; all may know."""

    name: ClassVar[str] = "bidden"
    seat: Seat
    what: str


@dataclass(frozen=True)
class Given(Heard):
    """Somebody gave two cards away. All hear that, and the team hears which."""

    name: ClassVar[str] = "given"
    seat: Seat
    cards: tuple[str, ...] | None = field(repr=False)


Event: TypeAlias = Bidden | Given
View: TypeAlias = dict[str, Any]


def team(seat: Seat, seats: Sequence[Seat]) -> list[Seat]:
    """The seats of the same team."""
    return [other for other in seats if other % 2 == seat % 2]


class ParleyRules(Rules[State, Move, Event]):
    """A higher bid, two cards or no more."""

    def start(self, setup: Setup, ctx: Context) -> Step[State, Event]:
        hands = {seat: tuple(ctx.rng.sample(CARDS, HAND)) for seat in setup.seats}
        return Step(State(setup, hands, TEAM_MS))

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        """Everybody who has not folded; a bid is higher by its face or by its count."""
        if self.is_over(state):
            return {}
        return {seat: self._prompt(state, seat) for seat in state.bidding}

    def _prompt(self, state: State, seat: Seat) -> Prompt:
        (count, face), (most, top) = state.bid, TOP
        moves = [MoveSpec(FOLD)]
        if face < top:
            args = (IntArg("count", count, count), IntArg("face", face + 1, top))
            moves.append(MoveSpec(BID, args))
        if count < most:
            moves.append(MoveSpec(BID, (IntArg("count", count + 1, most), IntArg("face", 1, top))))
        if len(state.hands[seat]) >= 2:
            moves.append(MoveSpec(GIVE, (some("cards", state.hands[seat], 2),)))
        return Prompt(tuple(moves), due=state.ends[seat % 2], urgent=seat == state.bidding[0])

    def deadline(self, state: State) -> int | None:
        """When the first team that still bids runs out of time."""
        if self.is_over(state):
            return None
        return min(state.ends[seat % 2] for seat in state.bidding)

    def apply(self, state: State, seat: Seat, move: Move, ctx: Context) -> Step[State, Event]:
        """Bids rise; cards come from the hand."""
        match move:
            case Fold():
                return self.left(state, seat, ctx)
            case Give(cards=cards):
                hand = state.hands[seat]
                if len(set(cards)) != 2 or not set(hand).issuperset(cards):
                    raise Refused(MoveFault.ILLEGAL, "Give two cards of your hand.")
                left = tuple(card for card in hand if card not in cards)
                hands = {**state.hands, seat: left}
                return Step(replace(state, hands=hands), (Given(seat, cards),))
            case Bid(count=count, face=face):
                if not state.bid < (count, face) <= TOP:
                    raise Refused(MoveFault.ILLEGAL, "Bid more than the last.")
                new = replace(state, bid=(count, face), last=seat)
                return Step(new, (Bidden(seat, f"{count} of {face}"),))

    def time_up(self, state: State, ctx: Context) -> Step[State, Event]:
        """The team whose time is over bids no more."""
        late = [seat for seat in state.bidding if state.ends[seat % 2] <= ctx.now]
        events = tuple(Bidden(seat, "nothing more") for seat in late)
        return Step(replace(state, folded=(*state.folded, *late)), events)

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        folded = (*state.folded, seat) if seat not in state.folded else state.folded
        return Step(replace(state, folded=folded), (Bidden(seat, "nothing more"),))

    def taken_back(
        self, state: State, seat: Seat, earlier: State, ctx: Context
    ) -> Step[State, Event]:
        """The position of then, with the time of now."""
        if earlier.bid == (8, 6):
            raise RuntimeError("a fault of the game, for a test")
        return Step(replace(earlier, ends=state.ends), (Bidden(seat, "as before"),))

    def is_over(self, state: State) -> bool:
        """At the highest bid, or when one is left."""
        return state.bid == TOP or len(state.bidding) < 2


class ParleyViews(Views[State, Event, View, Event]):
    """A hand is known to its team."""

    def look(self, state: State, viewer: Viewer) -> View:
        """The bid, who has folded, and the hands of the team."""
        known = () if isinstance(viewer, Spectator) else team(viewer, state.setup.seats)
        return {
            "bid": state.bid,
            "folded": state.folded,
            "hands": {str(seat): state.hands[seat] for seat in known},
            "held": {str(seat): len(hand) for seat, hand in state.hands.items()},
        }

    def hear(self, event: Event, viewer: Viewer) -> Event | None:
        """Which cards were given, only the team hears."""
        if isinstance(event, Given) and (
            isinstance(viewer, Spectator) or viewer % 2 != event.seat % 2
        ):
            return replace(event, cards=None)
        return event

    def may_look_up(self, state: State, viewer: Viewer, word: str) -> bool:
        return True

    def may_tell(self, state: State, viewer: Viewer) -> bool:
        """What is said is said at the table, until somebody has folded."""
        return viewer in state.folded

    def channel(self, state: State, seat: Seat, name: str) -> Collection[Seat]:
        """`team`: the team. `folded`: those who have folded."""
        if name == "team":
            return team(seat, state.setup.seats)
        return state.folded if seat in state.folded else ()

    def reveals(self, event: Event, viewer: Viewer) -> Any:
        """What the view does not keep: which cards it was."""
        return self.hear(event, viewer)

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        """Other cards in hands that the viewer does not see."""
        known = () if isinstance(viewer, Spectator) else team(viewer, state.setup.seats)
        hands = {
            seat: hand if seat in known else tuple(rng.sample(CARDS, len(hand)))
            for seat, hand in state.hands.items()
        }
        return replace(state, hands=hands)


class ParleyScoring(Scoring[State]):
    """A point for each who folded before you: fewer are better, and the last to fold wins."""

    lower_wins = True

    def scores(self, state: State) -> Mapping[Seat, int]:
        """Those who fold early have many points."""
        last = len(state.setup.seats)
        places = {seat: last - place for place, seat in enumerate(state.folded)}
        return {seat: places.get(seat, 0) for seat in state.setup.seats}

    def winners(self, state: State) -> frozenset[Seat]:
        return frozenset(state.bidding)


class ParleyTextUI(TextUI[Move, View, Event]):
    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Cards may be typed in any order."""
        words = rest.upper().split()
        if verb == "fold":
            return Fold()
        if verb == "give":
            return Give(tuple(sorted(words, key=lambda w: CARDS.index(w) if w in CARDS else 99)))
        if len(words) != 2 or not all(word.isascii() and word.isdigit() for word in words):
            raise Refused(MoveFault.MALFORMED, "Like this: bid 3 5")
        return Bid(int(words[0]), int(words[1]))

    def draw(self, view: View, reader: Reader) -> Scene:
        hands = [f"{reader.name(Seat(int(s)))}: {' '.join(h)}" for s, h in view["hands"].items()]
        return Scene(tuple(Text.of(line) for line in (f"Bid: {view['bid']}", *hands)))

    def say(self, heard: Event, reader: Reader) -> Sequence[str]:
        name = reader.name(heard.seat)
        if isinstance(heard, Given):
            return [f"{name} gives {' '.join(heard.cards) if heard.cards else 'two cards'}."]
        return [f"{name} bids {heard.what}."]

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        return ["Your bid?"]


MOTTO: Final = TextOption(
    "motto", "a word over the table", "none", 12, "abcdefghijklmnopqrstuvwxyz"
)

PARLEY: Final[Game[State, Move, Event, View, Event]] = Game(
    id="parley",
    title="Parley",
    version="1",
    seats=range(2, 51),
    verbs=(BID, GIVE, FOLD),
    channels=(
        Verb("team", "team TEXT", "talk to your team"),
        Verb("folded", "folded TEXT", "talk to those who have folded"),
    ),
    options=(MOTTO,),
    rules_text="Bid more than the last, or fold.\n",
    rules=ParleyRules(),
    views=ParleyViews(),
    scoring=ParleyScoring(),
    text_ui=ParleyTextUI(),
    move_type=Move,
    takeback=True,
    wants=("ratings", "earlier"),
)
