"""Tic-tac-toe: three in a row wins. The smallest whole game, on one screen.

Nothing is hidden, there is no chance and no clock, and who leaves loses: the contract has all that
by default. It brings no bot: the host's search bot plays it by the rules alone.
"""

import msgspec

import parlour
from parlour import Cell, Context, Grid, Hue, Prompt, Reader, Row, Scene, Seat, Setup, Step, Text

parlour_contract = "1.3"

PLAY = parlour.Verb("play", "play SPACE", "mark a space, 1 to 9", label="Mark")
LINES = ("123", "456", "789", "147", "258", "369", "159", "357")


class Play(msgspec.Struct, frozen=True, tag="play"):
    """Mark a space."""

    space: int


class Board(msgspec.Struct, frozen=True):
    """The state, which is also what everybody sees."""

    seats: tuple[Seat, ...]
    """The next one first."""
    xo: str = ""
    """The marked spaces in their order: X, O, X and so on."""

    @property
    def line(self) -> str:
        """Three in a row, or nothing."""
        return next((row for row in LINES for n in (0, 1) if {*row} <= {*self.xo[n::2]}), "")


class Marked(parlour.Heard, msgspec.Struct, frozen=True):
    """A player has marked a space."""

    seat: Seat
    """Who."""
    space: int
    """The space, 1 to 9."""


class BoardRules(parlour.Rules[Board, Play, Marked]):
    """Two players mark spaces in turn."""

    def start(self, setup: Setup, ctx: Context) -> Step[Board, Marked]:
        """Return an empty board."""
        return Step(Board(setup.seats))

    def prompts(self, state: Board) -> dict[Seat, Prompt]:
        """Offer every free space to the player whose turn it is."""
        free = tuple(n for n in "123456789" if n not in state.xo and not state.line)
        mark = parlour.MoveSpec(PLAY, (parlour.ChoiceArg("space", free),))
        return {state.seats[0]: Prompt((mark,), bare="play")} if free else {}

    def apply(self, state: Board, seat: Seat, move: Play, ctx: Context) -> Step[Board, Marked]:
        """Mark a space."""
        board = Board(state.seats[::-1], f"{state.xo}{move.space}")
        return Step(board, (Marked(seat, move.space),))


class BoardScoring(parlour.Scoring[Board]):
    """A point for three in a row. Without it, both have drawn."""

    def scores(self, state: Board) -> dict[Seat, int]:
        """Return 1 for the player who made the line, and 0 for the other."""
        return {seat: int(state.line != "" and seat == state.seats[1]) for seat in state.seats}


class BoardText(parlour.TextUI[Play, Board, Marked]):
    """The board and a sentence."""

    def draw(self, view: Board, reader: Reader) -> Scene:
        """Draw the board: free spaces show their numbers, and a winning line is framed."""
        waits = () if view.line or len(view.xo) == 9 else view.seats[:1]
        rows = tuple(Row(tuple(_cell(view, n, waits, reader) for n in row)) for row in LINES[:3])
        players = "X: {} - O: {}".format(*map(reader.name, sorted(view.seats)))
        return Scene((Grid("Board", rows), Text(), Text.of(players)), waits=waits)

    def sentence(self, heard: Marked, reader: Reader) -> str:
        """Say who marks what."""
        return f"{reader.name(heard.seat)} marks {heard.space}."


def _cell(view: Board, space: str, waits: tuple[Seat, ...], reader: Reader) -> Cell:
    if space not in view.xo:
        return Cell(space, "dim", kind="none", value=space if reader.viewer in waits else "")
    mark, hue = (("X", Hue.RED), ("O", Hue.BLUE))[view.xo.index(space) % 2]
    return Cell(mark, framed=space in view.line, says=f"{space}, {mark}", kind="tile", hue=hue)


TICTACTOE = parlour.Game(
    id="tictactoe",
    title="Tic-tac-toe",
    seats=range(2, 3),
    verbs=(PLAY,),
    rules_text="Mark the spaces of the board in turn. Three in a row, in any direction, win.",
    rules=BoardRules(),
    views=parlour.OpenViews(),
    scoring=BoardScoring(),
    text_ui=BoardText(),
    takeback=True,
    topics=(parlour.Topic(("line",), "Three marks in a row, a column or a diagonal win."),),
)


@parlour.hookimpl
def register_games() -> list[parlour.AnyGame]:
    """Offer Tic-tac-toe."""
    return [TICTACTOE]
