"""Messages of ratings: what a game has changed, one account's, and the ladders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import msgspec

from parlour.language import Form, _
from parlour.wire.messages import Answer, Event, number_of_games

GUESS: Final = _("? = still a guess")
"""What the mark of `shown` means."""


def shown(rating: int, *, sure: bool) -> str:
    """Return a rating as people read it, such as `1138?` after few games."""
    return f"{rating}" if sure else f"{rating}?"


class RatedSeat(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How the game changed the rating of an account."""

    seat: int
    """The seat that they held when the game began."""
    name: str
    """Their name."""
    before: int
    """Their rating before the game; 1000 before the first."""
    after: int
    """Their rating now."""
    games: int
    """How many games of this ladder they have played."""
    sure: bool
    """Their results say enough. Otherwise the rating is a guess, and people read `1138?`."""


class RatedEvent(Event, frozen=True, kw_only=True, gc=False):
    """The game that has just ended counts for ratings. Sent to all at the table after `over`, if
    an account has played.
    """

    event: ClassVar[str] = "rated"
    table: int
    """The number of the table."""
    ladder: str
    """What `top` takes: the game, and the options that make a variant of it."""
    ratings: tuple[RatedSeat, ...]
    """The accounts that have played."""

    def lines(self, form: Form) -> Sequence[str]:
        changes = [
            f"{each.name} {shown(each.after, sure=each.sure)} ({each.after - each.before:+})"
            for each in self.ratings
        ]
        text = _("Rated ({ladder}): {changes}", ladder=self.ladder, changes=", ".join(changes))
        guess = not all(each.sure for each in self.ratings)
        return (_("{text}. {more}", text=text, more=GUESS) if guess else text,)


class RatingRow(Answer, frozen=True, kw_only=True, gc=False):
    """The rating of an account in one ladder."""

    ladder: str
    """What `top` takes: the game, and the options that make a variant of it."""
    rating: int
    """The rating: 1000 before the first game."""
    games: int
    """How many games it is based on."""
    place: int
    """The place in the ladder, from 1; equal ratings share it."""
    of: int
    """How many accounts the ladder has."""
    sure: bool
    """Its games say enough. Otherwise the rating is a guess, and people read `1138?`."""

    def lines(self, form: Form) -> Sequence[str]:
        games = number_of_games(self.games)
        return (
            _(
                "{ladder}: {rating} after {games}, place {place} of {of}",
                ladder=self.ladder,
                rating=shown(self.rating, sure=self.sure),
                games=games,
                place=self.place,
                of=self.of,
            ),
        )


class TopRow(Answer, frozen=True, kw_only=True, gc=False):
    """A line of a ladder: an account, or a kind of bot with its fixed rating."""

    place: int | None
    """The place among the accounts, from 1; equal ratings share it. Null for a bot."""
    name: str
    """The name of the account, or the kind of bot."""
    bot: bool
    """It is a kind of bot, whose rating never changes."""
    rating: int
    """The rating."""
    games: int | None
    """How many games it is based on; null for a bot."""
    sure: bool
    """Its games say enough. Otherwise the rating is a guess, and people read `1138?`."""

    def lines(self, form: Form) -> Sequence[str]:
        if self.place is None or self.games is None:
            return (_("   - {name} (bot) {rating}", name=self.name, rating=self.rating),)
        games = number_of_games(self.games)
        return (
            _(
                "{place:>4} {name} {rating}, {games}",
                place=self.place,
                name=self.name,
                rating=shown(self.rating, sure=self.sure),
                games=games,
            ),
        )
