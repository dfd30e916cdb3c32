"""Ratings: how strong each account plays, from the results of its games.

Everything here is a plain value or a function of plain values. The arithmetic is that of
`openskill` (the model of Plackett and Luce, as Weng and Lin update it), for players on their own
and for teams. A finished game keeps its result together with the ratings from before it (`Rated`),
so the archive alone gives all ratings again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from parlour.api import AnyGame, OptionValue, Seat
from parlour.engine.options import PLAYERS
from parlour.wire.messages import show_value

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

FIRST_POINTS: Final = 1000
"""The points of a player without a game."""
SCALE: Final = 40
"""Points of one unit of `openskill`. A first win against an equal is then some hundred points."""
SURE_SIGMA: Final = 25.0 / 6
"""Above it a rating is a guess: half of a new player's `sigma`, as after some eighteen games
against a bot."""


class Rating(msgspec.Struct, frozen=True):
    """How strong a player probably is: `mu`, give or take `sigma`, after so many games.

    The defaults are those of a new player.
    """

    mu: float = 25.0
    sigma: float = 25.0 / 3
    games: int = 0

    @property
    def worth(self) -> float:
        """Return the strength that the player has almost certainly. Lists are sorted by it."""
        return self.mu - 3 * self.sigma

    @property
    def points(self) -> int:
        return round(FIRST_POINTS + SCALE * self.worth)

    @property
    def sure(self) -> bool:
        """Check whether the results say enough. Until then one game can change it much."""
        return self.sigma <= SURE_SIGMA


NEW: Final = Rating()
BOTS: Final[Mapping[str, float]] = {
    "easy": 20.0,
    "novice": 20.0,
    "medium": 25.0,
    "hard": 30.0,
    "sharp": 30.0,
}
"""The fixed `mu` of bots, by kind. A bot of any other kind has that of a new player."""
BOT_SIGMA: Final = 25.0 / 12
"""The fixed `sigma` of bots: a quarter of a new player's, as after some twenty games."""


def bot_rating(kind: str) -> Rating:
    """Return the rating of all bots of that kind. It never changes, so it holds the scale."""
    return Rating(BOTS.get(kind, NEW.mu), BOT_SIGMA)


def ladder_of(
    game: AnyGame, options: Mapping[str, OptionValue], players: int, *, programs: bool = False
) -> str:
    """Return the name of the ladder: the game, and what makes a variant of it.

    An option with its default value is left out: `boggle`, `boggle dice=big`. So is the number of
    players, unless other rules apply to it: `probe players=2`. *programs*: one of them plays, so
    it is their ladder: `boggle by=programs`.
    """
    usual = {option.name: option.default for option in game.options}
    words = [
        f"{name}={show_value(options[name])}"
        for name in game.rated_apart
        if options.get(name, usual[name]) != usual[name]
    ]
    if players in game.rated_apart_for:
        words.append(f"{PLAYERS}={players}")
    return " ".join([game.id, *words, *([PROGRAMS] if programs else [])])


PROGRAMS: Final = "by=programs"
"""The last word of a ladder of programs. `top` takes it like an option."""


# --- a finished game --------------------------------------------------------------------


class Entrant(msgspec.Struct, frozen=True):
    """Who held a seat when the game began."""

    seat: Seat
    before: Rating
    player: int | None = None
    """The number of their account. None: a bot, or a guest, whose rating nobody keeps."""
    bot: str | None = None
    """The kind of bot."""
    left: bool = False
    """They gave up the seat before the end."""


class Rated(msgspec.Struct, frozen=True):
    """What a finished game says about the strength of its players, without their names."""

    ladder: str
    sides: tuple[tuple[Entrant, ...], ...]
    """Who played together. On their own, everybody is a side."""
    places: tuple[int, ...]
    """The place of each side, from 1. Equal places share."""


def rated(
    ladder: str, sides: Sequence[tuple[Entrant, ...]], places: Sequence[int]
) -> Rated | None:
    """Return what to keep of the result, or None if it says nothing about an account.

    A side of guests only is left out, because nobody knows how strong it is.
    """
    known = [
        (side, place)
        for side, place in zip(sides, places, strict=True)
        if any(one.player is not None or one.bot is not None for one in side)
    ]
    if len(known) < 2 or all(one.player is None for side, _ in known for one in side):
        return None
    return Rated(ladder, tuple(side for side, _ in known), tuple(place for _, place in known))


def after(game: Rated, before: Mapping[int, Rating] | None = None) -> dict[int, Rating]:
    """Return the ratings after the game, by the number of the account.

    *before* replaces the ratings that the game has kept. Those who left gain nothing. A game that
    all have drawn brings them closer together, but makes nobody more certain: two equals who go
    on drawing would climb with every game.
    """
    known = before or {}
    was = [
        [one.before if one.player is None else known.get(one.player, one.before) for one in side]
        for side in game.sides
    ]
    model = _model()
    teams = [[model.rating(mu=each.mu, sigma=each.sigma) for each in side] for side in was]
    # As whole numbers: openskill 6.0 takes a tie of two floats for a win of the first one.
    ranks: list[float] = [*game.places]
    made = model.rate(teams, ranks=ranks)
    drawn = len(set(game.places)) == 1
    found: dict[int, Rating] = {}
    for side, old, new in zip(game.sides, was, made, strict=True):
        for one, kept, got in zip(side, old, new, strict=True):
            if one.player is None:
                continue
            change = Rating(got.mu, kept.sigma if drawn else got.sigma, kept.games + 1)
            gains = one.left and change.mu > kept.mu
            found[one.player] = replace(kept, games=kept.games + 1) if gains else change
    return found


def recomputed(games: Iterable[Rated]) -> dict[tuple[str, int], Rating]:
    """Return the ratings that follow from *games*, in the order in which they ended.

    They are by ladder and account. A player begins with the rating from before the first of these
    games: what older games have made of it is in there, also if those are no longer kept.
    """
    found: dict[str, dict[int, Rating]] = {}
    for game in games:
        ladder = found.setdefault(game.ladder, {})
        ladder |= after(game, ladder)
    return {
        (ladder, player): rating
        for ladder, ratings in found.items()
        for player, rating in ratings.items()
    }


@cache
def _model() -> PlackettLuce:
    """Return the model. It is imported late: a host where nobody is rated does without."""
    from openskill.models import PlackettLuce

    return PlackettLuce()
