"""Sentences for events, each addressed to its reader, and the prompts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from parlour import (
    Block,
    MoveFault,
    Prompt,
    Reader,
    Refused,
    Scene,
    Seat,
    Sentence,
    TextUI,
    enumerated,
    plain,
    wrapped,
)
from parlour_boggle import reading
from parlour_boggle.board import way
from parlour_boggle.catalogue import _
from parlour_boggle.heard import (
    Begun,
    BoggleHeard,
    Came,
    Gone,
    Missed,
    Noted,
    Path,
    Pressed,
    Read,
    Taken,
    TimeUp,
    Totals,
)
from parlour_boggle.moves import Move
from parlour_boggle.scene import (
    CUBE_LINE,
    IN_ROUND,
    NOTES,
    board,
    held,
    lists,
    path_grid,
    points_text,
    ranked,
    scene,
    words_and_points,
)
from parlour_boggle.state import SCORING, Group, Verdict
from parlour_boggle.views import View

_FIRST: Final = {
    Verdict.NOTED: _("Noted:"),
    Verdict.OK: _("Good:"),
    Verdict.SHORT: _("Too short:"),
    Verdict.NOT_ON_BOARD: _("Not on the board:"),
    Verdict.NOT_A_WORD: _("Not a word:"),
    Verdict.REPEAT: _("Already on your list:"),
    Verdict.LATE: _("Too late:"),
}
"""The same at the beginning of a line."""
_HOW: Final = _(
    "<<Type the words you find. Commands start with a slash: /look, /take back WORD"
    "|Find words on the board.>>"
)
_SECRET: Final = _("Your list stays secret. After time, you learn which words are good.")
_AT_ONCE: Final = _("You learn at once if a word is good.")
_ALL_COUNT: Final = _("All words count. Words that nobody else has count twice.")
_ENOUGH: Final = _("<<When you are done, type /next>>")


def say(heard: BoggleHeard, reader: Reader) -> Sequence[str]:
    """Return the lines for *heard*."""
    match heard:
        case Begun():
            return _begun(heard, reader)
        case Noted():
            return wrapped(_noted(heard), reader)
        case Taken():
            words, so_far = ", ".join(heard.words), _so_far(heard)
            return wrapped(_("Taken back: {words} ({so_far})", words=words, so_far=so_far), reader)
        case TimeUp():
            return (_("Time is up."),)
        case Read():
            return (*wrapped(_whose(heard, reader), reader), *_drawn(lists(heard.groups), reader))
        case Totals():
            return wrapped(_totals(heard, reader), reader)
        case Missed():
            return (
                *_nobody_found(heard, reader),
                *wrapped(held(heard.words, heard.points, heard.found), reader),
            )
        case Pressed():
            return _pressed(heard, reader)
        case Gone():
            left = _("{name} has left. Their list will still be read out.")
            if not heard.kept:
                left = _("{name} has left.")
            return wrapped(left.filled(name=reader.name(heard.seat)), reader)
        case Came():
            return wrapped(_came(heard, reader), reader)
        case Path():
            return _path(heard, reader)
        case _:
            assert_never(heard)


def how_to_play(reader: Reader, *, clocked: bool) -> Sequence[str]:
    """Say what the reader can type in a round."""
    lines = wrapped(_HOW, reader)
    return lines if clocked else (*lines, _ENOUGH)


def by_verdict(groups: Sequence[Group]) -> Sentence:
    """List words by verdict, good ones with their points: `Good: house +2; not a word: xyz`."""
    words: dict[Verdict, list[str]] = {}
    for group in groups:
        worth = f" +{group.points}" if group.points else ""
        words.setdefault(group.verdict, []).extend(f"{word}{worth}" for word in group.shown)
    text = _("")
    for verdict, found in words.items():
        label = NOTES[verdict] if text else _FIRST[verdict]
        some = _("{verdict} {words}", verdict=label, words=", ".join(found))
        text = _("{before}; {some}", before=text, some=some) if text else some
    return text


def standing(seats: Sequence[Seat], totals: Sequence[int], reader: Reader) -> str:
    """List the totals, best first: `ann 43, bob 40`."""
    return enumerated(f"{reader.name(seat)} {total}" for total, seat in ranked(seats, totals))


def _came(heard: Came, reader: Reader) -> Sentence:
    if reader.is_me(heard.seat):
        return _("You join in round {round}.", round=heard.round)
    return _("{name} joins in round {round}.", name=reader.name(heard.seat), round=heard.round)


def _nobody_found(heard: Missed, reader: Reader) -> Sequence[str]:
    if not heard.best:
        return ()
    if reader.taps:
        words = enumerated(word for group in heard.best for word in group.shown)
        return wrapped(_("Nobody found {words}.", words=words), reader)
    return (_("Nobody found:"), *_drawn(lists(heard.best), reader))


def _begun(heard: Begun, reader: Reader) -> Sequence[str]:
    seconds = _.count("1 second", "{n} seconds", heard.seconds)
    first = _(
        "Round {round}: {clock}. Words need at least {shortest} letters.",
        round=heard.round,
        clock=seconds if heard.seconds else _("no time limit"),
        shortest=heard.shortest,
    )
    lines = [*wrapped(first, reader)]
    if not reader.taps:
        lines += ["", *_drawn((board(heard.rows, heard.cube),), reader), ""]
    if heard.cube is not None:
        lines += wrapped(CUBE_LINE, reader)
    if reader.viewer in heard.seats:
        if heard.round == 1:
            lines += wrapped(_AT_ONCE if heard.verdicts == "immediate" else _SECRET, reader)
            if heard.scoring == "all":
                lines += wrapped(_ALL_COUNT, reader)
        lines += how_to_play(reader, clocked=heard.seconds > 0)
    return lines


def _noted(heard: Noted) -> Sentence:
    text = by_verdict(heard.groups)
    if heard.odd:
        odd = ", ".join(heard.odd)
        text = _("{text}; left out, only letters count: {odd}", text=text, odd=odd)
    return _("{text} ({so_far})", text=text, so_far=_so_far(heard))


def _so_far(heard: Noted | Taken) -> Sentence:
    if heard.total is None:
        return _.count("1 word so far", "{n} words so far", heard.count)
    return _("{much} so far", much=words_and_points(heard.count, heard.total))


def _whose(heard: Read, reader: Reader) -> Sentence:
    name = _("You") if reader.is_me(heard.seat) else reader.name(heard.seat)
    if heard.gone:
        name = _("{name} (left)", name=name)
    said = _("{name}: {points}") if heard.groups else _("{name}: {points}, no words")
    return said.filled(name=name, points=points_text(heard.points))


def _totals(heard: Totals, reader: Reader) -> Sentence:
    if not heard.target:
        return _("Scores: {scores}.", scores=standing(heard.seats, heard.totals, reader))
    rows = sorted(
        zip(heard.totals, heard.seats, heard.points, strict=True),
        key=lambda row: (-row[0], row[1]),
    )
    each = enumerated(f"{reader.name(seat)} {total} ({more:+})" for total, seat, more in rows)
    return _(
        "After round {round} of a match to {target}: {scores}.",
        round=heard.round,
        target=heard.target,
        scores=each,
    )


def _pressed(heard: Pressed, reader: Reader) -> Sequence[str]:
    if not reader.is_me(heard.seat):
        return ()
    names = ", ".join(map(reader.name, heard.waiting))
    return wrapped(_("Waiting for {names}.", names=names), reader)


def _path(heard: Path, reader: Reader) -> Sequence[str]:
    if heard.cells is None:
        return wrapped(_("{word} isn't on this board.", word=heard.word), reader)
    if reader.taps:
        return wrapped(_("{word} is on this board.", word=heard.word), reader)
    head = wrapped(_("{word}, step by step:", word=heard.word), reader)
    return (*head, *_drawn((path_grid(heard.rows, heard.cells),), reader))


def best_words(view: View, reader: Reader) -> Sequence[Sentence]:
    """Name the best word of the viewer, and a better one that another player had."""
    mine = _best(view.own or ())
    lines: list[Sentence] = []
    if mine is not None:
        worth, word = mine
        text = _("Your best word: {word}, {points}.", word=word, points=points_text(worth[0]))
        if len(view.seats) > 1 and worth[1]:
            text = _("{text} Nobody else had it.", text=text)
        lines.append(text)
    others = [(_best(each.groups), each.seat) for each in view.lists if each.seat != view.me]
    found = [(best, seat) for best, seat in others if best is not None]
    if found:
        best, seat = max(found, key=lambda each: each[0][0])
        if mine is None or best[0][0] > mine[0][0]:
            text = _(
                "The best word was {name}'s: {word}, {points}.",
                name=reader.name(seat),
                word=best[1],
                points=points_text(best[0][0]),
            )
            lines.append(text)
    return lines


def _best(groups: Sequence[Group]) -> tuple[tuple[int, bool, int], str] | None:
    """Return the best word that counts, after its points, whether nobody else had it, and its
    letters. None if no word counts.
    """
    words = [
        ((group.points, group.verdict is Verdict.OK, len(word)), word)
        for group in groups
        if group.verdict in SCORING and group.points > 0
        for word in group.shown
    ]
    return max(words, key=lambda each: each[0]) if words else None


def _drawn(blocks: tuple[Block, ...], reader: Reader) -> Sequence[str]:
    return plain(Scene(blocks), reader.width, reader.lang)


class BoggleTextUI(TextUI[Move, View, BoggleHeard]):
    """Text for people: words, the board and the lists."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Read a move. Raises Refused."""
        return reading.parse(verb, rest, view)

    def draw(self, view: View, reader: Reader) -> Scene:
        """Draw the board, the reader's own list and the scores."""
        return scene(view, reader)

    def say(self, heard: BoggleHeard, reader: Reader) -> Sequence[str]:
        """Say what happened."""
        return say(heard, reader)

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """Say what the reader may do now."""
        if prompt.bare is None:
            text = _("Ready for round {round}? <<Type: next>>", round=view.round + 1)
            return wrapped(text, reader)
        return how_to_play(reader, clocked=prompt.due is not None)

    def highlights(self, view: View, reader: Reader) -> Sequence[str]:
        """Name the reader's best word of the last round, and the best one of another player."""
        return best_words(view, reader)

    def is_answer(self, text: str, view: View, reader: Reader) -> bool:
        """Check whether the board can spell a word of the line *text*."""
        return any(
            len(word) >= view.shortest and way(view.rows, view.cube, word)
            for word in reading.words(text)
        )

    def answer(self, verb: str, rest: str, view: View, reader: Reader) -> BoggleHeard:
        """Return where a word is on the board. During a round that would judge it too early."""
        if view.phase in IN_ROUND:
            text = _("You can look up paths when the round is over.")
            raise Refused(MoveFault.ILLEGAL, text)
        word = reading.parse_path(rest)
        return Path(word, way(view.rows, view.cube, word), view.rows)
