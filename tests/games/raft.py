"""Raft: everybody rows once, and what comes of it is no matter of points.

The option `end` says what the game makes of it: it is played for each kind of outcome.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar, Final

import msgspec

from parlour import (
    Catalogue,
    ChoiceOption,
    Context,
    Game,
    Heard,
    IntArg,
    MoveFault,
    MoveSpec,
    Nobody,
    Outcome,
    Prompt,
    Ranks,
    Reader,
    Refused,
    Rules,
    Scene,
    Scoring,
    Seat,
    Setup,
    Step,
    Text,
    TextUI,
    Together,
    Verb,
    Viewer,
    Views,
)
from parlour.language import Translations

_ = Catalogue()
_.known["fr"] = Translations({"The raft has sunk.": ("Le radeau a coul\u00e9.",)})
SUNK: Final = _("The raft has sunk.")
MOST: Final = 9
ENDS: Final = (
    *("together", "shore", "nobody", "ranks", "scored_ranks", "points", "fewest"),
    *("bad_text", "bad_places"),
)
ROW: Final = Verb("row", "row STROKES", "row as hard as you like")


class Row(msgspec.Struct, frozen=True, tag="row"):
    """The only move."""

    strokes: int


@dataclass(frozen=True)
class Raft:
    """Who has rowed how hard, and what the game makes of it. It is the view, too."""

    end: str
    seats: tuple[Seat, ...]
    strokes: Mapping[Seat, int]
    gone: frozenset[Seat] = frozenset()

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None: the game is over."""
        waits = (seat for seat in self.seats if seat not in self.strokes and seat not in self.gone)
        return next(waits, None)


@dataclass(frozen=True)
class Rowed(Heard):
    """A player has rowed."""

    name: ClassVar[str] = "rowed"
    seat: Seat
    strokes: int


class RaftRules(Rules[Raft, Row, Rowed]):
    def start(self, setup: Setup, ctx: Context) -> Step[Raft, Rowed]:
        return Step(Raft(str(setup.options["end"]), setup.seats, {}))

    def prompts(self, state: Raft) -> Mapping[Seat, Prompt]:
        turn = state.turn
        moves = (MoveSpec(ROW, (IntArg("strokes", 0, MOST),)),)
        return {} if turn is None else {turn: Prompt(moves, bare="row")}

    def deadline(self, state: Raft) -> int | None:
        return None

    def apply(self, state: Raft, seat: Seat, move: Row, ctx: Context) -> Step[Raft, Rowed]:
        if seat != state.turn:
            raise Refused(MoveFault.NOT_YOUR_TURN, "Wait for your turn.")
        if not 0 <= move.strokes <= MOST:
            raise Refused(MoveFault.ILLEGAL, "Row 0 to 9 strokes: row 5")
        after = replace(state, strokes={**state.strokes, seat: move.strokes})
        return Step(after, (Rowed(seat, move.strokes),))

    def time_up(self, state: Raft, ctx: Context) -> Step[Raft, Rowed]:
        return Step(state)

    def left(self, state: Raft, seat: Seat, ctx: Context) -> Step[Raft, Rowed]:
        return Step(replace(state, gone=state.gone | {seat}))

    def is_over(self, state: Raft) -> bool:
        return state.turn is None


class RaftViews(Views[Raft, Rowed, Raft, Rowed]):
    def look(self, state: Raft, viewer: Viewer) -> Raft:
        return state

    def hear(self, event: Rowed, viewer: Viewer) -> Rowed:
        return event

    def may_look_up(self, state: Raft, viewer: Viewer, word: str) -> bool:
        return True

    def resample(self, state: Raft, viewer: Viewer, rng: Random) -> Raft:
        return state


class RaftScoring(Scoring[Raft]):
    """No points, but for the ends that have some."""

    def scores(self, state: Raft) -> Mapping[Seat, int]:
        if state.end in {"scored_ranks", "points"}:
            return {seat: state.strokes.get(seat, 0) for seat in state.seats}
        return {}

    def winners(self, state: Raft) -> frozenset[Seat]:
        most = max(state.strokes.values(), default=0)
        return frozenset(seat for seat, n in state.strokes.items() if n == most)

    def outcome(self, state: Raft) -> Outcome | None:
        reached, of = sum(state.strokes.values()), MOST * len(state.seats)
        match state.end:
            case "together":
                return Together(reached, of)
            case "shore":
                won = 2 * reached >= of
                return Together(reached, of, won, "" if won else SUNK)
            case "nobody":
                return Nobody(SUNK)
            case "ranks" | "scored_ranks":
                return Ranks(_places(state))
            case "bad_text":
                return Nobody("one line\nand another")
            case "bad_places":
                return Ranks(((Seat(7),),))
            case _:
                return None


def _places(state: Raft) -> tuple[tuple[Seat, ...], ...]:
    """Return who has rowed hardest first, and last who left."""
    done = {seat: state.strokes.get(seat, -1) for seat in state.seats}
    order = sorted({*done.values()}, reverse=True)
    return tuple(tuple(s for s in state.seats if done[s] == strokes) for strokes in order)


class RaftTextUI(TextUI[Row, Raft, Rowed]):
    def parse(self, verb: str, rest: str, view: Raft, reader: Reader) -> Row:
        word = rest.removeprefix("row ").strip()
        if not (word.isascii() and word.isdigit()):
            raise Refused(MoveFault.MALFORMED, "Say how hard: row 5")
        return Row(int(word))

    def draw(self, view: Raft, reader: Reader) -> Scene:
        rowed = ", ".join(f"{reader.name(s)} {n}" for s, n in view.strokes.items())
        return Scene((Text.of(f"Rowed: {rowed or 'nobody'}."),), turn=view.turn)

    def say(self, heard: Rowed, reader: Reader) -> Sequence[str]:
        return [f"{reader.name(heard.seat)} rows {heard.strokes}."]

    def ask(self, prompt: Prompt, view: Raft, reader: Reader) -> Sequence[str]:
        return ["How hard do you row? row 0 to row 9"]


RAFT: Final = Game(
    id="raft",
    title="Raft",
    version="1",
    seats=range(1, 5),
    verbs=(ROW,),
    options=(ChoiceOption("end", "what becomes of the raft", "together", ENDS),),
    rules_text="Row.\n",
    rules=RaftRules(),
    views=RaftViews(),
    scoring=RaftScoring(),
    text_ui=RaftTextUI(),
    move_type=Row,
    catalogue=_,
)
