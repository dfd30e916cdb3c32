"""Tic-tac-toe: three in a row wins. Nothing is hidden, and there is no chance and no clock.

It brings no bot of its own: the host's search bot plays it by the rules alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar, Final

import msgspec

from parlour import (
    AnyGame,
    Block,
    Catalogue,
    Cell,
    ChoiceArg,
    Context,
    Game,
    Grid,
    Heard,
    Hue,
    MoveFault,
    MoveSpec,
    Prompt,
    Reader,
    Refused,
    Row,
    Rules,
    Scene,
    Scoring,
    Seat,
    Sentence,
    Setup,
    Step,
    Style,
    Text,
    TextUI,
    Topic,
    Verb,
    Viewer,
    Views,
    hookimpl,
    joined,
    plain,
)

parlour_contract = "1.0"

_: Final = Catalogue(__file__)
"""Marks each sentence. `locale/fr.po` has them in French."""

PLAY: Final = Verb("play", "play SPACE", _("mark a space, 1 to 9"), label=_("Mark"))
SPACES: Final = tuple(str(n) for n in range(1, 10))
ROWS: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
LINES: Final = (*ROWS, *zip(*ROWS, strict=True), (0, 4, 8), (2, 4, 6))
MARKS: Final = "XO"
HUES: Final = {"X": Hue.RED, "O": Hue.BLUE}


class Play(msgspec.Struct, frozen=True, tag="play"):
    """Mark a space."""

    space: int


@dataclass(frozen=True)
class Board:
    """The state, which is also the view: everybody sees everything."""

    seats: tuple[Seat, ...]
    """X, then O."""
    cells: str = " " * 9
    """`X`, `O` or a space for each space of the board, row by row."""
    gone: Seat | None = None
    """The player who left."""

    @property
    def turn(self) -> Seat:
        """Whose turn it is: X begins."""
        return self.seats[len(self.cells.replace(" ", "")) % 2]

    @property
    def line(self) -> tuple[int, ...] | None:
        """Three in a row, if there are."""
        full = (line for line in LINES if "".join(self.cells[at] for at in line) in ("XXX", "OOO"))
        return next(full, None)

    @property
    def winner(self) -> Seat | None:
        """Who has three in a row, or has been left alone."""
        if self.line is not None:
            return self.seats[MARKS.index(self.cells[self.line[0]])]
        return next((s for s in self.seats if s != self.gone), None) if self.gone else None

    @property
    def over(self) -> bool:
        """Somebody has won, or the board is full."""
        return self.winner is not None or " " not in self.cells

    def mark(self, seat: Seat) -> str:
        """`X` or `O`."""
        return MARKS[self.seats.index(seat)]


@dataclass(frozen=True)
class Marked(Heard):
    """A player has marked a space."""

    name: ClassVar[str] = "marked"
    seat: Seat
    """Who."""
    mark: str
    """`X` or `O`."""
    space: int
    """The space, 1 to 9."""


@dataclass(frozen=True)
class Ended(Heard):
    """The game is over."""

    name: ClassVar[str] = "ended"
    winner: Seat | None
    """Who won; null if nobody did."""


Event = Marked | Ended


class BoardRules(Rules[Board, Play, Event]):
    """Two players mark spaces in turn."""

    def start(self, setup: Setup, ctx: Context) -> Step[Board, Event]:
        """Return an empty board."""
        return Step(Board(setup.seats))

    def prompts(self, state: Board) -> Mapping[Seat, Prompt]:
        """Offer every empty space to the player whose turn it is."""
        if state.over:
            return {}
        empty = tuple(name for name, cell in zip(SPACES, state.cells, strict=True) if cell == " ")
        return {
            state.turn: Prompt(
                (MoveSpec(PLAY, (ChoiceArg("space", empty, label=_("Space")),)),), bare="play"
            )
        }

    def deadline(self, state: Board) -> int | None:
        """Return None, because no clock runs."""
        return None

    def apply(self, state: Board, seat: Seat, move: Play, ctx: Context) -> Step[Board, Event]:
        """Mark a space."""
        if seat != state.turn:
            raise Refused(MoveFault.NOT_YOUR_TURN, _("It isn't your turn."))
        at = move.space - 1
        if not (0 <= at < 9 and state.cells[at] == " "):
            text = _("{space} is taken. Choose a free number.", space=move.space)
            raise Refused(MoveFault.ILLEGAL, text)
        mark = state.mark(seat)
        after = replace(state, cells=state.cells[:at] + mark + state.cells[at + 1 :])
        marked = Marked(seat, mark, move.space)
        return Step(after, (marked, Ended(after.winner)) if after.over else (marked,))

    def time_up(self, state: Board, ctx: Context) -> Step[Board, Event]:
        """Change nothing, because no clock runs."""
        return Step(state)

    def left(self, state: Board, seat: Seat, ctx: Context) -> Step[Board, Event]:
        """Let the other player win."""
        after = replace(state, gone=seat)
        return Step(after, (Ended(after.winner),))

    def is_over(self, state: Board) -> bool:
        """Check whether the game is over."""
        return state.over


class BoardViews(Views[Board, Event, Board, Event]):
    """Nothing is hidden."""

    def look(self, state: Board, viewer: Viewer) -> Board:
        """Return the whole board."""
        return state

    def hear(self, event: Event, viewer: Viewer) -> Event:
        """Return the whole event."""
        return event

    def may_look_up(self, state: Board, viewer: Viewer, word: str) -> bool:
        """Allow it, because no word matters here."""
        return True

    def resample(self, state: Board, viewer: Viewer, rng: Random) -> Board:
        """Return the state itself, because nothing is hidden."""
        return state


class BoardScoring(Scoring[Board]):
    """One point for the winner."""

    def scores(self, state: Board) -> Mapping[Seat, int]:
        """Return 1 for the winner and 0 for the other."""
        return {seat: int(seat == state.winner) for seat in state.seats}

    def winners(self, state: Board) -> frozenset[Seat]:
        """Return the winner. If nobody has won, both have drawn."""
        return frozenset(state.seats if state.winner is None else (state.winner,))


class BoardText(TextUI[Play, Board, Event]):
    """The board and a few sentences."""

    def parse(self, verb: str, rest: str, view: Board, reader: Reader) -> Play:
        """Read the number of a space."""
        space = rest.removeprefix(f"{verb} ").strip()
        if space not in SPACES:
            free = view.cells.find(" ") + 1  # 0, which nobody can mark, if there is none
            text = _(
                "<<Type the number of a free space, such as: {free}|Mark a free space.>>",
                free=free,
            )
            raise Refused(MoveFault.MALFORMED, text)
        return Play(int(space))

    def draw(self, view: Board, reader: Reader) -> Scene:
        """Draw the board: free spaces show their numbers, and a winning line is framed."""
        each = [_("{mark}: {name}", mark=view.mark(s), name=reader.name(s)) for s in view.seats]
        players = joined(each, " - ")
        turn = None if view.over else view.turn
        status = _turn(view, reader)
        about = Text.of(players), Text.of(status, "strong", plain_only=True)
        title, waits = _("Tic-tac-toe"), () if turn is None else (turn,)
        return Scene((*_board(view, reader), *about), title, turn, status, waits)

    def say(self, heard: Event, reader: Reader) -> Sequence[str]:
        """Say who did what."""
        match heard:
            case Marked(seat, mark, space):
                if reader.is_me(seat):
                    return [_("You mark {space} with {mark}.", space=space, mark=mark)]
                text = _("{name} marks {space} with {mark}.")
                return [text.filled(name=reader.name(seat), space=space, mark=mark)]
            case Ended(winner):
                full = _("The board is full. Nobody wins.")
                return [full if winner is None else _won(winner, reader)]

    def ask(self, prompt: Prompt, view: Board, reader: Reader) -> Sequence[str]:
        """Show the board, and say what to type."""
        board = plain(Scene(_board(view, reader)), reader.width, reader.lang)
        text = _(
            "Your turn, you are {mark}. <<Type the number of a free space:|Mark a free space.>>"
        )
        return [*board, text.filled(mark=view.mark(view.turn))]


def _board(view: Board, reader: Reader) -> tuple[Block, ...]:
    rows = tuple(Row(tuple(_cell(view, at, reader) for at in row)) for row in ROWS)
    return Text(), Grid(_("Board"), rows), Text()


def _cell(view: Board, at: int, reader: Reader) -> Cell:
    mark = view.cells[at]
    if mark == " ":
        space = SPACES[at]
        free = _("{space}, free", space=space)
        value = space if not view.over and reader.is_me(view.turn) else ""
        return Cell(space, "dim", says=free, types=f"play {space}", kind="none", value=value)
    style: Style = "mine" if reader.is_me(view.seats[MARKS.index(mark)]) else "hot"
    framed = view.line is not None and at in view.line
    says = f"{SPACES[at]}, {mark}"
    return Cell(mark, style, framed=framed, says=says, kind="tile", hue=HUES[mark])


def _turn(view: Board, reader: Reader) -> Sentence:
    if view.over:
        return _("A draw.") if view.winner is None else _won(view.winner, reader)
    if reader.is_me(view.turn):
        return _("Your turn.")
    return _("{name}'s turn.", name=reader.name(view.turn))


def _won(winner: Seat, reader: Reader) -> Sentence:
    return _("You win.") if reader.is_me(winner) else _("{name} wins.", name=reader.name(winner))


RULES_TEXT: Final = _(
    """\
Two players mark the spaces of a board of three by three in turn, one with X and one with O. X
begins. The spaces are numbered:

    1  2  3
    4  5  6
    7  8  9

Type the number of a free space to mark it. Three of your marks in a row, a column or a diagonal
win. If the board is full first, nobody wins. A player who leaves loses.
"""
)

TICTACTOE: Final = Game(
    id="tictactoe",
    title="Tic-tac-toe",
    version="1",
    seats=range(2, 3),
    verbs=(PLAY,),
    options=(),
    rules_text=RULES_TEXT,
    rules=BoardRules(),
    views=BoardViews(),
    scoring=BoardScoring(),
    text_ui=BoardText(),
    move_type=Play,
    takeback=True,
    topics=(
        Topic(("line", "row"), _("Three of your marks in a row, a column or a diagonal win.")),
    ),
    catalogue=_,
)


@hookimpl
def register_games() -> Sequence[AnyGame]:
    """Offer Tic-tac-toe."""
    return (TICTACTOE,)
