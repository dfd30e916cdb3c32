"""What people type and read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from codewords.rules import CLUE, PICK
from codewords.state import (
    GREY,
    OWNERS,
    TEAMS,
    TRAP,
    Clue,
    Ended,
    Ending,
    Event,
    Given,
    Move,
    NewSpeaker,
    Pick,
    Picked,
    Stop,
    Stopped,
    Turn,
)
from codewords.views import ClueView, View
from parlour import (
    Block,
    Catalogue,
    Cell,
    Grid,
    Hue,
    MoveFault,
    Prompt,
    Reader,
    Refused,
    Row,
    Scene,
    Seat,
    Style,
    Text,
    TextUI,
    Words,
    count,
    plain,
    wrapped,
)

_: Final = Catalogue()
"""For sentences that say what to type: a reader who taps reads them without it."""
COLUMNS = 5
MARKS = {True: "*", False: "-"}

HUES = {OWNERS[0]: Hue.RED, OWNERS[1]: Hue.BLUE, TRAP: Hue.BLACK}


class CodeWordsText(TextUI[Move, View, Event]):
    """The board of words. A speaker sees a mark behind each word."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        """Read a clue, a word, or `stop`."""
        words = rest.lower().split()
        usual = 2 if verb == CLUE.name else 1
        if len(words) == usual + 1 and words[0] == verb:
            words = words[1:]
        if verb == CLUE.name:
            if len(words) == 2 and words[1].isdecimal() and words[1].isascii():
                return Clue(words[0], int(words[1][:3]))
            text = _(
                "<<Type a word and a number, like this: clue WORD 2|Give a word and a number.>>"
            )
            raise Refused(MoveFault.MALFORMED, text)
        if verb == PICK.name and words != ["stop"]:
            if len(words) == 1:
                return Pick(words[0])
            raise Refused(MoveFault.MALFORMED, "Pick one word of the board.")
        if words not in ([], ["stop"]):
            raise Refused(MoveFault.MALFORMED, _("<<Type one word: stop>>"))
        return Stop()

    def draw(self, view: View, reader: Reader) -> Scene:
        """Draw the board, then who plays and what was said."""
        cells = [_cell(view, at, reader) for at in range(len(view.words))]
        rows = tuple(Row(tuple(cells[at : at + COLUMNS])) for at in range(0, len(cells), COLUMNS))
        status = _now(view, reader)
        team = _team(view)
        legend = ""
        if team is not None and view.me in view.speakers and view.winner is None:
            legend = " * yours, - theirs, ! the trap."
        blocks: list[Block] = [
            Text.of(f"{status}{legend}", "strong", plain_only=True),
            Grid("Words", rows),
            Text(),
        ]
        for n, players in enumerate(view.teams):
            names = tuple(_named(seat, view.speakers[n], reader) for seat in players)
            style: Style = "mine" if n == team else ""
            left = f"{count(view.left[n], 'word')} to find" if view.left[n] else "all words found"
            label = f"{TEAMS[n]}, {left}:"
            blocks.append(Words(label, names, style=style))
            clues = tuple(f"{each.word} {each.number}" for each in view.clues if each.team == n)
            if clues:
                blocks.append(Words(f"Clues of {TEAMS[n]}:", clues))
        turn = view.speakers[view.team] if view.winner is None and view.clue is None else None
        return Scene(tuple(blocks), "Code words", turn, status, _waits(view))

    def sentence(self, heard: Event, reader: Reader) -> str:
        """Say what happened."""
        match heard:
            case Turn(team, speaker):
                who = "You give" if reader.is_me(speaker) else f"{reader.name(speaker)} gives"
                return f"It is {TEAMS[team]}'s turn. {who} a clue."
            case Given(seat, word, number):
                return f"{_who(seat, reader, 'say')} {word.upper()} for {count(number, 'word')}."
            case Picked(seat, word, owner, good):
                what = {GREY: "It is nobody's word.", TRAP: "It is the trap!"}
                verdict = what.get(
                    owner, f"It is {owner}." if not good else f"Right: it is {owner}."
                )
                return f"{_who(seat, reader, 'pick')} {word.upper()}. {verdict}"
            case Stopped(team, seat):
                late = f"{TEAMS[team]} has run out of time."
                return late if seat is None else f"{_who(seat, reader, 'stop')}."
            case NewSpeaker(team, seat):
                who = "You are" if reader.is_me(seat) else f"{reader.name(seat)} is"
                return f"The speaker has left. {who} the new speaker of {TEAMS[team]}."
            case Ended(winner, reason):
                why = {
                    Ending.FOUND: f"All words of {TEAMS[winner]} are found.",
                    Ending.TRAP: f"{TEAMS[1 - winner]} has picked the trap.",
                    Ending.LEFT: f"{TEAMS[1 - winner]} has too few players.",
                }
                return f"{why[reason]} {TEAMS[winner]} has won."

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        """Show the board, and say what to type."""
        board = plain(self.draw(view, reader), reader.width, reader.lang)
        if view.clue is None:
            text = _("Give a clue: one word, and for how many words. <<Like this: clue WORD 2>>")
        else:
            left = view.clue.number + 1 - view.picks
            text = _(
                "The clue is {clue}, {picks} left. <<Type|Pick>> a word of the board.{stop}",
                clue=_clue(view.clue),
                picks=count(left, "pick"),
                stop=_("<< Or type: stop| Or stop.>>") if view.picks else "",
            )
        return [*board, *wrapped(text, reader)]


def _waits(view: View) -> tuple[Seat, ...]:
    """Return the speaker, or all who may pick a word."""
    if view.winner is not None:
        return ()
    speaker = view.speakers[view.team]
    if view.clue is None:
        return (speaker,)
    return tuple(seat for seat in view.teams[view.team] if seat != speaker)


def _cell(view: View, at: int, reader: Reader) -> Cell:
    """Return a word. A picture shows whose it is by its hue, plain text by a mark or a word."""
    word, kind = view.words[at], view.key[at]
    team = _team(view)
    shown = word.upper()
    if kind is None or (team is None and view.covered[at]):
        picks = view.clue is not None and team == view.team
        if not picks:
            return Cell(shown, says=word, kind="tile")
        return Cell(shown, says=word, types=f"pick {word}", kind="tile", value=word)
    hue, says = HUES.get(kind, 0), f"{word}, {kind}"
    if not view.covered[at] or team is None:
        found: Style = "dim" if kind == GREY else ""
        return Cell(f"({kind})", found, says=says, kind="tile", face=kind, hue=hue)
    mark = "" if kind == GREY else "!" if kind == TRAP else MARKS[OWNERS[team] == kind]
    style: Style = "mine" if OWNERS[team] == kind else "hot" if kind == TRAP else ""
    return Cell(shown, style, mark, says=says, kind="tile", face=shown, hue=hue)


def _team(view: View) -> int | None:
    return next((n for n, players in enumerate(view.teams) if view.me in players), None)


def _named(seat: Seat, speaker: Seat, reader: Reader) -> str:
    return f"{reader.name(seat)}{' (speaker)' if seat == speaker else ''}"


def _clue(clue: ClueView) -> str:
    return f"{clue.word} {clue.number}"


def _now(view: View, reader: Reader) -> str:
    if view.winner is not None:
        return f"{TEAMS[view.winner]} has won."
    team = TEAMS[view.team]
    if view.clue is None:
        speaker = view.speakers[view.team]
        who = "You give" if reader.is_me(speaker) else f"{reader.name(speaker)} gives"
        return f"{team}: {who} a clue."
    return f"{team} picks words for {_clue(view.clue)}."


def _who(seat: Seat, reader: Reader, verb: str) -> str:
    return f"You {verb}" if reader.is_me(seat) else f"{reader.name(seat)} {verb}s"
