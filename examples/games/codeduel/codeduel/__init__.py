"""Code duel: you each hide a code of four digits, and take turns to guess the other's.

Turns and a secret, in one file: the codes are hidden, the guesses and their answers are not. Bots
and other players may know of a code what all answers tell, and `fitting` says what that is.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from random import Random
from typing import Final, TypeAlias

import msgspec

import parlour
from parlour import Cell, Context, Grid, Prompt, Reader, Row, Scene, Seat, Setup, Step, Viewer

parlour_contract = "1.3"

_: Final = parlour.Catalogue()
HIDE: Final = parlour.Verb("hide", "hide CODE", "hide your code", label="Hide it")
GUESS: Final = parlour.Verb("guess", "guess CODE", "guess the other code")
ROUNDS: Final = 10
CODES: Final = tuple(map("".join, product("123456", repeat=4)))
SOME: Final = CODES[7::108]
"""Codes for the examples of a prompt."""
BACK: Final = "????"


class Hide(msgspec.Struct, frozen=True, tag="hide"):
    """Hide your code."""

    code: str

    def __repr__(self) -> str:
        """Keep the code out of every log."""
        return "Hide()"


class Guess(msgspec.Struct, frozen=True, tag="guess"):
    """Guess the code of the other player."""

    code: str


Move: TypeAlias = Hide | Guess


@dataclass(frozen=True)
class Hid(parlour.Heard):
    """A player has hidden a code."""

    seat: Seat
    """Who."""


@dataclass(frozen=True)
class Guessed(parlour.Heard):
    """A player has guessed, and everybody learns how near it is."""

    seat: Seat
    """Who."""
    code: str
    """What they have guessed."""
    placed: int
    """Digits in the right place."""
    moved: int
    """Digits of the code that are in another place."""


@dataclass(frozen=True)
class Shown(parlour.Heard):
    """The game is over, and everybody sees the codes."""

    codes: Mapping[Seat, str]
    """The code of each player."""


Event: TypeAlias = Hid | Guessed | Shown


@dataclass(frozen=True)
class Duel:
    """The position. A viewer sees the same, with `????` for each code that they do not know."""

    seats: tuple[Seat, ...]
    """Who begins is the first."""
    codes: Mapping[Seat, str] = field(default_factory=dict[Seat, str], repr=False)
    """The code of each player who has hidden one."""
    guesses: tuple[Guessed, ...] = ()
    """In their order."""

    @property
    def over(self) -> bool:
        """Both have guessed as often, and a code is cracked or no round is left."""
        whole = len(self.guesses) % 2 == 0
        return whole and (bool(self.cracked) or len(self.guesses) == 2 * ROUNDS)

    @property
    def cracked(self) -> tuple[Seat, ...]:
        """Who has found the code of the other one."""
        return tuple(each.seat for each in self.guesses if each.placed == 4)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Whom the game waits for: all who have no code yet, then one in turn."""
        turn = () if self.over else (self.seats[len(self.guesses) % 2],)
        return tuple(seat for seat in self.seats if seat not in self.codes) or turn

    def at(self, seat: Seat) -> tuple[Guessed, ...]:
        """Return the guesses at the code of *seat*."""
        return tuple([each for each in self.guesses if each.seat != seat])


def answer(code: str, guess: str) -> tuple[int, int]:
    """Return how many digits of *guess* are in their place in *code*, and how many elsewhere."""
    placed = sum(map(str.__eq__, code, guess))
    return placed, (Counter(code) & Counter(guess)).total() - placed


@lru_cache(maxsize=256)
def fitting(guesses: tuple[Guessed, ...]) -> tuple[str, ...]:
    """Return the codes that would have had the same answers to *guesses*."""
    if not guesses:
        return CODES
    *before, last = guesses
    told = last.placed, last.moved
    return tuple([code for code in fitting((*before,)) if answer(code, last.code) == told])


class DuelRules(parlour.Rules[Duel, Move, Event]):
    """Both hide a code, then they guess in turn. Who leaves loses: that is the default."""

    def start(self, setup: Setup, ctx: Context) -> Step[Duel, Event]:
        """Draw who begins."""
        return Step(Duel(tuple(ctx.rng.sample(setup.seats, 2))))

    def prompts(self, state: Duel) -> Mapping[Seat, Prompt]:
        """Ask both for a code, then one for a guess."""
        verb = GUESS if len(state.codes) == 2 else HIDE
        code = parlour.TextArg("code", SOME, label="Code", secret=verb is HIDE, least=4, most=4)
        return dict.fromkeys(
            state.asked, Prompt((parlour.MoveSpec(verb, (code,)),), bare=verb.name)
        )

    def apply(self, state: Duel, seat: Seat, move: Move, ctx: Context) -> Step[Duel, Event]:
        """Hide a code, or answer a guess."""
        code = "".join(move.code.split())
        if code not in CODES:
            text = _("A code has four digits from 1 to 6<<, such as {code}|.>>", code=SOME[4])
            raise parlour.illegal(text)
        if isinstance(move, Hide):
            codes = dict(sorted({**state.codes, seat: code}.items()))
            return Step(replace(state, codes=codes), (Hid(seat),), sealed={seat: code})
        (other,) = {*state.seats} - {seat}
        guessed = Guessed(seat, code, *answer(state.codes[other], code))
        state = replace(state, guesses=(*state.guesses, guessed))
        return Step(state, (guessed, Shown(state.codes)) if state.over else (guessed,))


class DuelViews(parlour.Views[Duel, Event, Duel, Event]):
    """You see your own code. At the end everybody sees both."""

    def look(self, state: Duel, viewer: Viewer) -> Duel:
        """Cover the codes of others."""
        shown = {s: code if s == viewer or state.over else BACK for s, code in state.codes.items()}
        return replace(state, codes=shown)

    def hear(self, event: Event, viewer: Viewer) -> Event:
        """Keep nothing back: no event says a code before the end."""
        return event

    def resample(self, state: Duel, viewer: Viewer, rng: Random) -> Duel:
        """Draw the codes of others again, among those that fit all answers."""
        if state.over:
            return state
        others = {
            seat: rng.choice(fitting(state.at(seat))) for seat in state.codes if seat != viewer
        }
        return replace(state, codes={**state.codes, **others})

    def variants(self, state: Duel, seat: Seat, move: Move, rng: Random) -> Sequence[Move]:
        """Return other codes to hide. A guess is no secret."""
        return [Hide(code) for code in rng.sample(CODES, 3)] if isinstance(move, Hide) else ()


class DuelScoring(parlour.Scoring[Duel]):
    """A point for a code that is cracked. With as many points, both have drawn."""

    def scores(self, state: Duel) -> Mapping[Seat, int]:
        """Return 1 for who has cracked the other code."""
        return {seat: int(seat in state.cracked) for seat in sorted(state.seats)}


class DuelText(parlour.TextUI[Move, Duel, Event]):
    """Two codes beside each other, and below each the guesses at it."""

    def draw(self, view: Duel, reader: Reader) -> Scene:
        """Draw both codes, and below each what was guessed."""
        first, second = (_column(view, seat, reader) for seat in view.seats)
        number = min(len(view.guesses) // 2 + 1, ROUNDS)
        title = "The game is over." if view.over else f"Round {number} of {ROUNDS}."
        blocks = (first, msgspec.structs.replace(second, beside=True))
        return Scene(blocks, title, waits=view.asked)

    def sentence(self, heard: Event, reader: Reader) -> str:
        """Say what happened."""
        match heard:
            case Hid(seat):
                me = reader.is_me(seat)
                return "Your code is hidden." if me else f"{reader.name(seat)} has hidden a code."
            case Guessed(seat, code, placed, moved):
                who = "You guess" if reader.is_me(seat) else f"{reader.name(seat)} guesses"
                return f"{who} {code}: {placed} in place, {moved} elsewhere."
            case Shown(codes):
                told = [f"{reader.name(seat)} {code}" for seat, code in codes.items()]
                return f"The codes: {', '.join(told)}."

    def ask(self, prompt: Prompt, view: Duel, reader: Reader) -> Sequence[str]:
        """Ask for a code in a sentence. For a guess, the default shows the position."""
        if prompt.bare == HIDE.name:
            return [
                _("Hide a code of four digits from 1 to 6<<, such as {code}|.>>", code=SOME[4])
            ]
        return super().ask(prompt, view, reader)

    def is_answer(self, text: str, view: Duel, reader: Reader) -> bool:
        """Take only digits for a code, so that commands need no slash."""
        return "".join(text.split()).isdigit()


def _column(view: Duel, seat: Seat, reader: Reader) -> Grid:
    rows = [_row(reader.name(seat), view.codes.get(seat, "----"))]
    for number, each in enumerate(view.at(seat), 1):
        rows.append(_row(str(number), each.code, f"{each.placed}+{each.moved}"))
    return Grid(f"The code of {reader.name(seat)}", tuple(rows))


def _row(label: str, code: str, told: str = "") -> Row:
    return Row(tuple(map(_tile, code)), label, told)


def _tile(digit: str) -> Cell:
    if digit == "-":
        return Cell(digit, "dim", kind="none")
    return Cell(digit, kind="tile", hue=int(digit)) if digit != "?" else Cell(digit, kind="back")


class Solver(parlour.Bot[Move, Duel, Event, None]):
    """It guesses a code that fits all answers."""

    kind = "solver"
    about = "guesses what fits all answers"

    def begin(self, seat: Seat, view: Duel) -> None:
        """Remember nothing: the view has all answers."""

    def hear(self, memory: None, heard: Event) -> None:
        """Remember nothing."""

    def think(
        self, memory: None, view: Duel, prompt: Prompt, ctx: parlour.BotContext
    ) -> parlour.Thought[Move]:
        """Hide any code, then guess any that fits."""
        if prompt.bare == HIDE.name:
            return parlour.Thought(Hide(ctx.rng.choice(CODES)))
        (other,) = {*view.seats} - {*view.asked}
        return parlour.Thought(Guess(ctx.rng.choice(fitting(view.at(other)))))


RULES_TEXT: Final = """\
Crack the code of the other player before they crack yours.

1. First each of you hides a code: four digits from 1 to 6. A digit may come several times.

2. Then you guess in turn. Who begins is drawn.

3. Each guess gets an answer that everybody hears: how many digits are in the right place, and how
many others are in the code, but elsewhere. A digit counts once.

4. If the code is 1335, the guess 3345 has the answer "2 in place, 1 elsewhere": the second 3 and
the 5 are in place, and the first 3 is elsewhere.

5. If you crack the code, you win. If you guess first in a round, the other player still has the
last guess. If you both crack a code in the same round, it is a draw.

6. After ten rounds without that, it is a draw too. At the end both codes are shown.
"""

CODEDUEL: Final = parlour.Game(
    id="codeduel",
    title="Code duel",
    seats=range(2, 3),
    verbs=(HIDE, GUESS),
    rules_text=RULES_TEXT,
    rules=DuelRules(),
    views=DuelViews(),
    scoring=DuelScoring(),
    text_ui=DuelText(),
    bots=(Solver(),),
    aim="Hide a code of four digits, and crack the other player's.",
    topics=(
        parlour.Topic(
            ("code", "codes"), "A code has four digits from 1 to 6, also the same ones."
        ),
        parlour.Topic(
            ("answer", "place"), "2+1: two digits are in place, and one more is elsewhere."
        ),
    ),
)


@parlour.hookimpl
def register_games() -> list[parlour.AnyGame]:
    """Offer Code duel."""
    return [CODEDUEL]
