"""The position as a scene: the board, lists of words, the scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from parlour import (
    Block,
    Cell,
    Grid,
    Reader,
    Row,
    Run,
    Scene,
    Score,
    Scores,
    Seat,
    Sentence,
    Style,
    Text,
    Trace,
    Words,
    joined,
)
from parlour_boggle.board import BONUS, Rows
from parlour_boggle.catalogue import _
from parlour_boggle.moves import PATH, WORD
from parlour_boggle.state import MAY_SCORE, SCORING, Graded, Group, Phase, Verdict
from parlour_boggle.views import View

_POINTS: Final = 4
"""Columns of a number of points."""
_LABELS: Final = {
    Verdict.NOTED: "",
    Verdict.OK: "",
    Verdict.SHARED: _("shared"),
    Verdict.CROSSED: _("crossed off"),
    Verdict.REPEAT: _("sent twice"),
    Verdict.SHORT: _("too short"),
    Verdict.NOT_ON_BOARD: _("not on the board"),
    Verdict.NOT_A_WORD: _("not a word"),
    Verdict.LATE: _("too late"),
}
_CUBE: Final = _("with the challenge cube")


def board(rows: Rows, cube: int | None, trace: Trace | None = None) -> Grid:
    """The cubes as they lie, the challenge cube framed; with *trace* words can be traced."""
    numbers = count(1)
    drawn = [Row(tuple([_cube(face, next(numbers) == cube) for face in row])) for row in rows]
    return Grid(_("Board"), tuple(drawn), trace=trace)


def _cube(face: str, is_cube: bool) -> Cell:
    says = _("{face}, challenge cube", face=face) if is_cube else ""
    return Cell(face, "strong", framed=is_cube, says=says, kind="tile")


def path_grid(rows: Rows, cells: Sequence[int]) -> Grid:
    """The cubes of a word with the numbers of its steps; all others as dots."""
    steps = {cell: step for step, cell in enumerate(cells, 1)}
    numbers = count(1)
    drawn = [Row(tuple([_step(face, steps.get(next(numbers))) for face in row])) for row in rows]
    return Grid(_("Path"), tuple(drawn))


def _step(face: str, step: int | None) -> Cell:
    if step is None:
        return Cell(".", "dim", says=face)
    return Cell(face, "strong", str(step), says=_("{face}, step {step}", face=face, step=step))


def line_of(name: str, graded: Graded) -> Text:
    """A whole list in one paragraph: `bob 7: 2 cared, race; crossed off tea`."""
    runs = [Run(_("{name} {points}:", name=name, points=graded.points), "strong")]
    for at, group in enumerate(graded.groups):
        counts = group.verdict in SCORING
        worth = joined((str(group.points or ""), _label(group)))
        text = _("; {worth}", worth=worth) if at else _(" {worth}", worth=worth)
        runs.append(Run(text, "good" if counts else "bad"))
        runs.append(Run(f" {', '.join(group.shown)}", "" if counts else "dim"))
    if not graded.groups:
        runs.append(Run(_(" no words"), "dim"))
    return Text(tuple(runs), spare=True)


def lists(groups: Sequence[Group]) -> tuple[Words, ...]:
    """A list as it is read out: a paragraph for each verdict and worth."""
    found: list[Words] = []
    for group in groups:
        label = _label(group)
        style: Style = "" if group.verdict in SCORING else "dim"
        points = f"{group.points or '-':>{_POINTS}} "
        name = _("{points} {label}:", points=points, label=label) if label else points
        found.append(Words(name, group.shown, _POINTS + 2, style=style))
    return tuple(found)


def _label(group: Group) -> str:
    return joined((_CUBE if group.bonus else "", _LABELS[group.verdict]), ", ")


NOTES: Final = {
    Verdict.NOTED: _("noted:"),
    Verdict.OK: _("good:"),
    Verdict.SHORT: _("too short:"),
    Verdict.NOT_ON_BOARD: _("not on the board:"),
    Verdict.NOT_A_WORD: _("not a word:"),
    Verdict.REPEAT: _("already on your list:"),
    Verdict.LATE: _("too late:"),
}
"""How words are acknowledged before the lists are read out."""
CUBE_LINE: Final = _(
    "<<[ ] is the|The>> challenge cube: {bonus} extra points for each word that uses it.",
    bonus=BONUS,
)
"""Explains the brackets on the board."""
OTHERS_MOST: Final = 5_000
"""Bytes of a scene for the lists of others; with more than that, the scene could be too long."""
RUN_BYTES: Final = 30
"""Of each piece, beside its text."""
RUN_MOST: Final = 2_000
"""Letters of a piece at most (`Run.text`)."""
NAMED: Final = 8
"""Players whose names fit into `Scene.status`, however long these are."""
IN_ROUND: Final = (Phase.FINDING, Phase.CLOSING)


def scene(view: View, reader: Reader) -> Scene:
    """Draw the board, then what belongs to a round or to the time after it."""
    grid = board(view.rows, view.cube, _trace(view))
    cube = () if view.cube is None else (Text.of(CUBE_LINE, plain_only=True),)
    rest = _in_round(view, reader) if view.phase in IN_ROUND else _after(view, reader)
    return Scene(
        (Text(), grid, Text(), *cube, *rest),
        title=_title(view),
        status=_status(view, reader),
        waits=_late(view) if view.phase == Phase.PAUSE else (),
    )


def _status(view: View, reader: Reader) -> str:
    """Say what comes next, if that is not the end of the round: of many players, how many."""
    late = len(_late(view))
    if view.phase == Phase.PAUSE and late > NAMED:
        return _("Waiting for {number} players.", number=late)
    return _next(view, reader)


def _next(view: View, reader: Reader) -> str:
    """Say what comes next, with the names of all that the game waits for."""
    if view.phase == Phase.CLOSING:
        return _("Time is up. The lists will be read out in a moment.")
    if view.phase == Phase.PAUSE:
        names = [_("you") if reader.is_me(s) else reader.name(s) for s in _late(view)]
        return _("Waiting for {names}.", names=joined(names, ", "))
    return ""


def _late(view: View) -> tuple[Seat, ...]:
    """Return the players who have not said that they are ready."""
    return tuple([s for s in view.seats if s not in view.pressed and s not in view.gone])


def _trace(view: View) -> Trace | None:
    """Let the reader trace words to enter them or, after the round, to ask for their path."""
    if view.phase not in IN_ROUND:
        return Trace(PATH.name)
    finding = view.phase == Phase.FINDING and view.own is not None
    return Trace(WORD.name, view.shortest) if finding else None


def _title(view: View) -> str:
    if not view.terms.target:
        return _("Round {round}.", round=view.round)
    text = _("Round {round} of a match to {target} points.")
    return text.filled(round=view.round, target=view.terms.target)


def _in_round(view: View, reader: Reader) -> Iterator[Block]:
    """Show the reader's own list, and the scores of earlier rounds."""
    if view.phase == Phase.CLOSING:
        yield Text.of(_next(view, reader), "strong", plain_only=True)
    if view.own is not None:
        yield from _own(view)
        yield from _worth(view)
    elif view.me is not None:
        yield Text.of(_("You join in round {round}.", round=view.round + 1))
    if view.round > 1:
        yield _scores(view, reader)
    if view.pressed:
        yield Words(_("Done:"), tuple(map(reader.name, view.pressed)))


def _own(view: View) -> Iterator[Words | Text]:
    """Show the reader's own list, and then what they sent in vain."""
    groups = view.own or ()
    good = tuple([w for g in groups if g.verdict in MAY_SCORE for w in g.shown])
    if not good:
        yield Text.of(_("Your list (0): no words yet"))
    else:
        head = _("Your list ({number}):", number=len(good))
        if view.terms.immediate:
            points = sum(g.points * len(g.words) for g in groups)
            head = _("Your list ({so_far}):", so_far=words_and_points(len(good), points))
        yield Words(head, good, style="mine", by_length=True)
    for group in groups:
        if group.verdict not in MAY_SCORE:
            yield Words(joined((" ", NOTES[group.verdict])), group.words, style="dim")


def _worth(view: View) -> Iterator[Text]:
    """Explain the frame in a picture, where there is room."""
    if view.cube is not None:
        faces = [face for row in view.rows for face in row]
        text = _("[{face}] counts {bonus} extra.", face=faces[view.cube - 1], bonus=BONUS)
        yield Text.of(text, "dim", spare=True)


def _after(view: View, reader: Reader) -> Iterator[Block]:
    """Show what the reader's list scored, the scores, and the words that nobody found."""
    if view.own is not None:
        yield Text.of(_("Your list:") if view.own else _("You had no words."))
        yield from lists(view.own)
    yield from _others(view, reader)
    yield _scores(view, reader)
    if view.held is not None:
        if view.missed:
            yield Text.of(_("Nobody found:"))
            yield from lists(view.missed)
        yield Text.of(held(*view.held))
    if view.phase == Phase.PAUSE:
        yield Text.of(_next(view, reader), plain_only=True)
    yield Text.of(_("To see where a word is: path WORD"), "dim")


def _others(view: View, reader: Reader) -> Iterator[Text]:
    """Show a line for each other list, on screens with room. Everybody has read them once."""
    theirs = [each for each in view.lists if each.seat != view.me]
    lines = [line_of(reader.name(each.seat), each) for each in theirs]
    sizes = [len(run.text) for line in lines for run in line.runs]
    if sum(sizes) + RUN_BYTES * len(sizes) <= OTHERS_MOST and max(sizes, default=0) <= RUN_MOST:
        yield from lines


def _scores(view: View, reader: Reader) -> Scores:
    rows = [Score((s,), reader.name(s), total) for total, s in ranked(view.seats, view.totals)]
    return Scores(tuple(rows), _("Scores"))


def ranked(seats: Sequence[Seat], totals: Sequence[int]) -> list[tuple[int, Seat]]:
    """Pair the totals with their seats, best first."""
    return sorted(zip(totals, seats, strict=True), key=lambda pair: (-pair[0], pair[1]))


def held(words: int, points: int, found: int) -> Sentence:
    """Say how many words the board had, and how many were found."""
    return _(
        "The board had {words} worth {points}. Players found {found}.",
        words=_.count("1 word", "{n} words", words),
        points=points_text(points),
        found=found,
    )


def words_and_points(words: int, points: int) -> Sentence:
    """Say how much is on a list: `3 words, 5 points`."""
    number = _.count("1 word", "{n} words", words)
    return _("{words}, {points}", words=number, points=points_text(points))


def points_text(number: int) -> Sentence:
    """Say a number of points."""
    return _.count("1 point", "{n} points", number)
