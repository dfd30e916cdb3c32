"""Somebody at the terminal client, who knows of it what is on the screen and presses keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tests.e2e.serving import HOST
from tests.e2e.terminals import Screen, Terminal

COMMAND: Final = "parlour play"
_SHELL: Final = ("$", "#")
_TYPED: Final = ("$ ", "# ")
"""How a shell asks for a command, and a line with one; root's is another one."""
_LINE: Final = "\N{BOX DRAWINGS LIGHT HORIZONTAL}"
_URGENT: Final = "\N{BLACK RIGHT-POINTING SMALL TRIANGLE} "
_SIGNS: Final = " \N{CHECK MARK}\N{BALLOT X}"
"""Behind a line of the log: how an attempt went."""
_GUTTERS: Final = ("  ", "> ", "? ", "! ", '" ')
_HOLDS: Final = re.compile(r"Turn .*: show (\d+)")
_ASKS: Final = re.compile(r"Ask for a letter \(ask (\S+) e\)")
_LETTERS: Final = "EARIOTNSLCUDPMHGBFYWKVXZJQ."
"""In which order they ask: the likely ones first, a blank at last."""
_CARDS: Final = 12
"""In a rack, whose name is before them; points and a mark are behind."""


@dataclass(frozen=True)
class Sight:
    """A screen of the client at 80 x 24, and what is where."""

    rows: Screen

    @property
    def title(self) -> str:
        """The top line: where we are."""
        return self.rows[0]

    @property
    def story(self) -> Screen:
        """Everything above the line that is typed."""
        return self.rows[:-4]

    @property
    def asked(self) -> str:
        """The end of that: what is asked, or what one can do."""
        first = -6 if self.rows[-6].lstrip().startswith(_URGENT) else -5
        return " ".join([row.strip() for row in self.rows[first:-4]])

    @property
    def urgent(self) -> bool:
        """Does the game wait for us?"""
        return self.asked.startswith(_URGENT)

    @property
    def typed(self) -> str:
        """The line that is typed, and what the client writes behind it."""
        return self.rows[-4][2:]

    @property
    def hints(self) -> Screen:
        """The two lines below it."""
        return self.rows[-3:-1]

    @property
    def refused(self) -> str:
        """What was wrong with the last line; empty if nothing was."""
        below = " ".join([row.strip() for row in self.hints])
        return below.partition("! ")[2]

    @property
    def offline(self) -> bool:
        """Does the bottom line say that the line is cut?"""
        return self.rows[-1].startswith(" OFFLINE")

    @property
    def over(self) -> bool:
        """Does the top line say that the game is over?"""
        return self.title.endswith("game over")

    @property
    def position(self) -> Screen:
        """Everything above the log."""
        return self.rows[: self._rule]

    @property
    def log(self) -> Screen:
        """What has happened, as far as it is in sight."""
        *rows, last = [row.rstrip(_SIGNS) for row in self.rows[self._rule + 1 : -5]]
        return [*rows, last] if last else rows  # it is not glued to the question

    @property
    def _rule(self) -> int:
        """Between the two."""
        return next(at for at, row in enumerate(self.rows) if _is_rule(row))

    def says(self, words: str) -> bool:
        """Do *words* stand above the line that is typed, wherever the lines end?"""
        return words in " ".join(" ".join(self.story).split())


class Seated:
    """Who sits before *terminal*."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal

    # --- seeing and typing ----------------------------------------------------------

    def until(self, what: str, seen: Callable[[Sight], object]) -> Sight:
        """Wait until *what* is *seen*."""
        return Sight(self.terminal.until(what, lambda screen: seen(Sight(screen))))

    def reads(self, words: str) -> Sight:
        """Wait until *words* stand above the line that is typed."""
        return self.until(words, lambda sight: sight.says(words))

    def types(self, text: str, shown: str = "") -> Sight:
        """Type *text*; then *shown*, or else just that, is in the line."""
        self.terminal.type(text)
        return self.until(f"{text} is typed", lambda sight: sight.typed.startswith(shown or text))

    def presses(self, key: str, shown: str) -> Sight:
        """Press *key*, upon which *shown* is in the line; empty: nothing does."""
        self.terminal.press(key)
        return self.until(
            f"after {key}: {shown or 'an empty line'}",
            lambda sight: sight.typed.startswith(shown) if shown else not sight.typed,
        )

    def sends(self, line: str) -> None:
        """Type *line* and press Enter; the line is empty then."""
        self.types(line)
        self.terminal.press("Enter")
        sight = self.until(f"{line} is gone", lambda sight: not sight.typed or sight.refused)
        assert not sight.refused, "\n".join(sight.rows)

    def is_refused(self, line: str) -> Sight:
        """Type *line* and press Enter: it is here again, with the reason below it."""
        self.types(line)
        self.terminal.press("Enter")
        sight = self.until(f"{line} is refused", lambda sight: sight.refused)
        assert sight.typed.startswith(line), "\n".join(sight.rows)
        return sight

    def knows_the_line_is_cut(self) -> None:
        """Wait until it says so."""
        self.until("the line is cut", lambda sight: sight.offline)

    def knows_the_line_is_back(self) -> None:
        """Wait until it says no more that the line is cut."""
        self.until("the line is back", lambda sight: not sight.offline)

    # --- the shell ------------------------------------------------------------------

    def sits_down(self, command: str) -> None:
        """Type *command* at the shell."""
        self.terminal.until("the shell", lambda screen: _last(screen) in _SHELL)
        self.terminal.type(command)
        self.terminal.press("Enter")

    def reads_of(self, command: str) -> str:
        """Wait for the end of *command*; what it has written."""
        screen = self.terminal.until(
            f"the end of {command}", lambda screen: _output(screen, command) is not None
        )
        return _output(screen, command) or ""

    def plays(self, port: int, name: str) -> None:
        """Start the client and give a name, up to the lobby."""
        self.sits_down(f"{COMMAND} {HOST}:{port}")
        sight = self.reads("Your name")
        if sight.typed:  # one that they could have there
            self.presses("Ctrl-C", "")
        self.sends(name)
        self.reads(f"Hello {name}.")
        self.reads("To open a table: new ")

    def reads_the_rules(self, game: str) -> Sight:
        """Ask for them, and wait until they fill the log."""
        self.sends(f"rules {game}")
        return self.until("the rules", lambda sight: not sight.says("Hello"))

    def is_home(self, command: str, said: str = "") -> None:
        """*command* has ended in order, and the terminal is as it was before.

        *said* is what it leaves there.
        """
        assert self.reads_of(command) == said
        self.sits_down("echo code $?")
        assert self.reads_of("echo code $?") == "code 0"
        self.sits_down("stty -a")
        settings = self.reads_of("stty -a").split()
        assert {"echo", "icanon", "icrnl", "isig", "opost"} <= set(settings)

    # --- what has happened ----------------------------------------------------------

    def recalls(self, first: str, last: str) -> list[str]:
        """Leaf through the log; what it says from the last line that begins with *first* on.

        It is up to the one that ends with *last*, and at least a page is above it.
        """
        self.terminal.press("F3")
        self.until("more table", lambda sight: not any(map(_is_rule, sight.rows)))
        self.terminal.press("F3")
        sight = self.until("more log", lambda sight: _is_rule(sight.rows[1]))
        pages = [sight.log]
        while not _places(first, pages[0]):
            sight = self._leafs_back(sight)
            pages.insert(0, sight.log)
        self.terminal.press("F3")
        self.terminal.press("End")
        self.until("what happened last, and the table", lambda sight: _is_usual(sight.rows))
        lines = list(pages[0])
        for page in pages[1:]:
            assert page[0] == lines[-1], "a page begins with the last line of the one before"
            lines += page[1:]
        begin = _places(first, lines)[-1]
        end = next(at for at, line in enumerate(lines) if at > begin and line.endswith(last))
        return [_bare(line) for line in lines[begin : end + 1]]

    def _leafs_back(self, before: Sight) -> Sight:
        self.terminal.press("PageUp")
        return self.until("a page before", lambda sight: sight.log != before.log)


def _last(screen: Screen) -> str:
    """The last line that is not empty."""
    return next((row for row in reversed(screen) if row), "")


def _output(screen: Screen, command: str) -> str | None:
    """What stands between *command* and the next prompt; None if that is not there yet."""
    written = [row for row in screen if row]
    typed = [at for at, row in enumerate(written) if row[:2] in _TYPED]
    if not typed or written[typed[-1]][2:] != command or written[-1] not in _SHELL:
        return None
    return "\n".join(written[typed[-1] + 1 : -1])


def _is_rule(row: str) -> bool:
    return row.startswith(_LINE)


def _is_usual(rows: Screen) -> bool:
    """Is the end of the log in sight, below something else?"""
    return any(set(row) == {_LINE} for row in rows[2:])


def _bare(row: str) -> str:
    return row[2:] if row.startswith(_GUTTERS) else row


def _places(first: str, lines: Sequence[str]) -> list[int]:
    return [at for at, line in enumerate(lines) if _bare(line).startswith(first)]


# --- Probe ----------------------------------------------------------------------------------


class Guesser:
    """Answers what Probe asks: shows the first card they may, asks for likely letters first."""

    def __init__(self) -> None:
        self._left: dict[str, str] = {}
        """By player: the letters of which they may have more, in order."""
        self._up: dict[str, int] = {}
        """How many of the first of them were face up when we asked for it; by player."""

    def answer(self, sight: Sight) -> str:
        """The line to type at what is asked."""
        holds = _HOLDS.search(sight.asked)
        if holds is not None:
            return f"show {holds[1]}"
        asks = _ASKS.search(sight.asked)
        assert asks is not None, "\n".join(sight.rows)
        return f"ask {asks[1]} {self._letter(asks[1], _rack(sight, asks[1])).lower()}"

    def _letter(self, player: str, rack: Sequence[str]) -> str:
        left = self._left.get(player, _LETTERS)
        if self._up.get(player) == rack.count(left[0]):
            left = left[1:]
        self._left[player], self._up[player] = left, rack.count(left[0])
        return left[0]


def _rack(sight: Sight, player: str) -> Sequence[str]:
    """The cards of *player*, as they lie in sight."""
    rows = [row.replace("│", " ").split() for row in sight.position]
    rack = next(row for row in rows if len(row) > _CARDS and row[0] == player)
    return rack[1 : _CARDS + 1]
