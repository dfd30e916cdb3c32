"""What a player reads of all their games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from parlour.language import Form, _, joined
from parlour.wire.messages import Answer, number_of_games


class StatsRow(Answer, frozen=True, kw_only=True, gc=False):
    """Your finished games of one kind."""

    unsent: ClassVar[tuple[str, ...]] = ("title", "scored")
    game: str
    """The game."""
    games: int
    """How many of them you have played to the end."""
    company: int
    """How many of these you did not play alone, and could win or lose."""
    won: int
    """How many of those you have won."""
    streak: int
    """How many of those you have won in a row, up to the last one."""
    best: int
    """Your best score, or the most that you have reached together; 0 in a game without points."""
    title: str
    scored: bool

    def lines(self, form: Form) -> Sequence[str]:
        games = number_of_games(self.games)
        text = [_("{title}: {games}.", title=self.title, games=games)]
        if self.scored:
            text = [
                _(
                    "{title}: {games}, best score {best}.",
                    title=self.title,
                    games=games,
                    best=self.best,
                )
            ]
        if self.company:
            text.append(_("Won: {won} of {company}.", won=self.won, company=self.company))
        if self.streak > 1:
            text.append(_("You have won {n} in a row.", n=self.streak))
        return (joined(text),)
