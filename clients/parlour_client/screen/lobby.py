"""The lobby: tables to join, games to play, who is here."""

from __future__ import annotations

from typing import Final

from parlour.wire.text import columns
from parlour_client.model import Model, Offered, Place, Player
from parlour_client.screen.panes import STATES
from parlour_client.screen.rows import Row, ends, shortened, text, width_of, wrapped

_NUMBER: Final = 4
_GAME: Final = 14
_STATE: Final = 12


def lobby(model: Model, width: int) -> list[Row]:
    """All of it, a line for each table and game."""
    rows = [text("Tables", "strong")]
    rows += [_place(place, model, width) for place in model.places.values()]
    if not model.places:
        rows.append(text("  none yet", "dim"))
    rows.append(text("Games", "strong"))
    rows += [_game(game, width) for game in model.games.values()]
    rows.append(text("Players", "strong"))
    names = ", ".join(_player(player, model) for player in model.players)
    rows += wrapped(f"  {names}", width, most=3) if names else []
    return rows


def _place(place: Place, model: Model, width: int) -> Row:
    """`  3 Boggle     open       ann, bob (2 free)        join 3`."""
    offered = model.games.get(place.game)
    game = offered.title if offered is not None else place.game
    who = [name for name in place.seats if name is not None]
    people = ", ".join(who) or "nobody"
    if place.joinable:
        people += f" ({place.free} free)"
    state = STATES.get(place.state, place.state)
    line = f"{place.table:>{_NUMBER}} {_in(game, _GAME)}{state:<{_STATE}}{people}"
    verb = "join" if place.joinable else "watch"
    return _offering(line, f"{verb} {place.table}", width)


def _game(game: Offered, width: int) -> Row:
    least, most = game.seats
    players = f"{least} players" if least == most else f"{least} to {most} players"
    bots = ", ".join(bot.kind for bot in game.bots)
    line = f"     {_in(game.title, _GAME)}{players}" + (f"; bots: {bots}" if bots else "")
    return _offering(line, f"new {game.game}", width)


def _in(words: str, width: int) -> str:
    """*words* in a column of that width, with a gap behind them."""
    short = shortened(words, width - 1)
    return short + " " * (width - columns(short))


def _offering(line: str, typed: str, width: int) -> Row:
    """What there is, and what one types to have it."""
    right = text(f"  {typed} ", "good")
    return ends(text(shortened(line, width - width_of(right))), right, width)


def _player(player: Player, model: Model) -> str:
    name = f"{player.name} (you)" if player.name == model.name else player.name
    if player.away:
        return f"{name} (line lost)"
    return name if player.table is None else f"{name} (table {player.table})"
