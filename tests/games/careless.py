"""Careless: the player in turn may bid, pick, point or whisper. Its rules check nothing at all.

Whatever reaches `apply` is made, no matter who made it: `made` holds what the host lets through.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

import msgspec

from parlour import (
    ChoiceArg,
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
    Seat,
    SeatArg,
    Setup,
    Step,
    Text,
    TextArg,
    TextUI,
    Verb,
)
from tests.games.public import NoPoints, PublicViews

BID: Final = Verb("bid", "bid NUMBER", "bid so much")
PICK: Final = Verb("pick", "pick SIDE", "pick a side")
POINT: Final = Verb("point", "point PLAYER", "point at somebody")
WHISPER: Final = Verb("whisper", "whisper PLAYER TEXT", "whisper to somebody")
WISH: Final = Verb("wish", "wish NUMBER TEXT SIDE", "wish for something")
CHOOSE: Final = Verb("choose", "choose CARD CARD", "choose two of very many cards")
END: Final = Verb("end", "end", "end the game")
STEAL: Final = Verb("steal", "steal", "never open to anybody")
SIDES: Final = ("left", "right", "garbage")
CARDS: Final = tuple(f"card{number}" for number in range(30))


class Made(msgspec.Struct, frozen=True, tag="made"):
    """A move, as it was understood."""

    verb: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Game_:
    """Everything that was made, and by whom."""

    seats: tuple[Seat, ...]
    made: tuple[tuple[Seat, str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class Done(Heard):
    name: ClassVar[str] = "done"
    seat: Seat


class CarelessRules(Rules[Game_, Made, Done]):
    def start(self, setup: Setup, ctx: Context) -> Step[Game_, Done]:
        return Step(Game_(setup.seats))

    def prompts(self, state: Game_) -> Mapping[Seat, Prompt]:
        """The one whose turn it is may do anything; the next one may whisper."""
        turn = len(state.made) % len(state.seats)
        mine, other = state.seats[turn], state.seats[(turn + 1) % len(state.seats)]
        moves = (
            MoveSpec(BID, (IntArg("number", 1, 9),)),
            MoveSpec(PICK, (ChoiceArg("side", SIDES),)),
            MoveSpec(POINT, (SeatArg("player", (other,)),)),
            MoveSpec(WHISPER, (SeatArg("player", (other,)), TextArg("text", ("psst",)))),
            MoveSpec(
                WISH,
                (IntArg("number", 1, 9), TextArg("text", ("luck",)), ChoiceArg("side", SIDES)),
            ),
            MoveSpec(CHOOSE, (ChoiceArg("card", CARDS), ChoiceArg("card", CARDS))),
            MoveSpec(END),
        )
        aside = MoveSpec(WHISPER, (SeatArg("player", (mine,)), TextArg("text", ("psst",))))
        return {mine: Prompt(moves), other: Prompt((aside,), urgent=False)}

    def deadline(self, state: Game_) -> int | None:
        return None

    def apply(self, state: Game_, seat: Seat, move: Made, ctx: Context) -> Step[Game_, Done]:
        """Whatever it is; only `pick up` has words of its own, and `pick fight` fails."""
        if move.words == ("up",):
            raise Refused(MoveFault.ILLEGAL, "There is no picking up here.")
        if move.words == ("fight",):
            raise ValueError
        made = (*state.made, (seat, move.verb, move.words))
        return Step(replace(state, made=made), (Done(seat),))

    def time_up(self, state: Game_, ctx: Context) -> Step[Game_, Done]:
        return Step(state)

    def left(self, state: Game_, seat: Seat, ctx: Context) -> Step[Game_, Done]:
        return Step(state)

    def is_over(self, state: Game_) -> bool:
        """Once somebody says so."""
        return bool(state.made) and state.made[-1][1] == "end"


class CarelessViews(PublicViews[Game_, Done, Any]):
    def look(self, state: Game_, viewer: Any) -> Any:
        return {"made": len(state.made)}


class CarelessTextUI(TextUI[Made, Any, Done]):
    """Reads anything: names may be cut short, and small words are left out."""

    def parse(self, verb: str, rest: str, view: Any, reader: Reader) -> Made:
        """Every word that is no small word."""
        words = [word for word in rest.lower().split() if word not in {"the", "to", "for"}]
        if "garbage" in words:
            raise Refused(MoveFault.MALFORMED, "That is garbage.")
        names = [name.lower() for name in reader.names.values()]
        full = (next((n for n in names if n.startswith(word)), word) for word in words)
        return Made(verb, tuple(full))

    def draw(self, view: Any, reader: Reader) -> Scene:
        return Scene((Text.of(f"{view['made']} moves."),))

    def say(self, heard: Done, reader: Reader) -> Sequence[str]:
        return [f"{reader.name(heard.seat)} did something."]

    def ask(self, prompt: Prompt, view: Any, reader: Reader) -> Sequence[str]:
        return ["Do something."]


CARELESS: Final[Game[Game_, Made, Done, Any, Done]] = Game(
    id="careless",
    title="Careless",
    version="1",
    seats=range(2, 5),
    verbs=(BID, PICK, POINT, WHISPER, WISH, CHOOSE, END, STEAL),
    options=(),
    rules_text="Do something.\n",
    rules=CarelessRules(),
    views=CarelessViews(),
    scoring=NoPoints(),
    text_ui=CarelessTextUI(),
    move_type=Made,
)
