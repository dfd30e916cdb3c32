"""The lobby: first what you can do, then who is here. Everything else is only counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour.wire.text import columns
from parlour_client.language import _, said
from parlour_client.model import Model, Offered, Place, Player
from parlour_client.screen.rows import Row, ends, shortened, text, width_of, wrapped
from parlour_client.screen.widgets import STATES

TO_JOIN: Final = 8
"""Tables to join that are shown. Nobody chooses among more."""
TO_WATCH: Final = 4
"""Games to watch that are shown."""
NAMES_LINES: Final = 3
"""Lines for the names of players."""
_NUMBER: Final = 4
_GAME: Final = 14
_STATE: Final = 12


def lobby(model: Model, width: int) -> list[Row]:
    """The games, the tables to join, those to watch, and the people who are here."""
    lang = model.lang
    living = [place for place in model.places.values() if place.living]
    own = [place for place in model.places.values() if _waits_for(model.name, place)]
    join = [*own, *(place for place in living if place.joinable)]
    watch = [place for place in living if not place.joinable]
    rows = [text(said(_("Games"), lang), "strong")]
    rows += [_game(game, width, lang) for game in model.games.values()]
    rows += _tables(_("Tables to join"), join[:TO_JOIN], model, width)
    rows += _tables(_("Games to watch"), watch[:TO_WATCH], model, width)
    rest = len(own) + len(living) - len(join[:TO_JOIN]) - len(watch[:TO_WATCH])
    if rest:
        more = _.count("     1 more table: tables", "     {n} more tables: tables", rest)
        rows.append(text(said(more, lang), "dim"))
    if dead := len(model.places) - len(own) - len(living):
        waits = _.count(
            "     1 table waits for its players",
            "     {n} tables wait for their players",
            dead,
        )
        rows.append(text(said(waits, lang), "dim"))
    return [*rows, *_people(model, width)]


def _tables(head: str, places: Sequence[Place], model: Model, width: int) -> list[Row]:
    if not places:
        return []
    rows = [_place(place, model, width) for place in places]
    return [text(said(head, model.lang), "strong"), *rows]


def _waits_for(name: str, place: Place) -> bool:
    """Is *place* an adjourned game in which *name* has a seat?"""
    return place.state == "adjourned" and name in place.seats


def _place(place: Place, model: Model, width: int) -> Row:
    """`  3 Boggle     open       ann, bob (2 free)        join 3`."""
    offered = model.games.get(place.game)
    game = offered.title if offered is not None else place.game
    people = ", ".join(name for name in place.seats if name is not None)
    if place.joinable:
        people += said(_.count(" (1 free)", " ({n} free)", place.free), model.lang)
    state = said(STATES.get(place.state, place.state), model.lang)
    line = f"{place.table:>{_NUMBER}} {_in(game, _GAME)}{state:<{_STATE}}{people}"
    verb = "join" if place.joinable or _waits_for(model.name, place) else "watch"
    return _offering(line, f"{verb} {place.table}", width)


def _game(game: Offered, width: int, lang: str) -> Row:
    least, most = game.seats
    players = _("{least} to {most} players", least=least, most=most)
    if least == most:
        players = _.count("1 player", "{n} players", most)
    typed, head = f"new {game.game}", f"     {_in(game.title, _GAME)}"
    line = f"{head}{said(players, lang)}"
    bots = ", ".join(bot.kind for bot in game.bots)
    if bots:  # all of them, or none where there is no room
        both = said(_("{players}; bots: {bots}", players=players, bots=bots), lang)
        if columns(f"{head}{both}  {typed} ") <= width:
            line = f"{head}{both}"
    return _offering(line, typed, width)


def _in(words: str, width: int) -> str:
    """*words* in a column of that width, with a gap after them."""
    short = shortened(words, width - 1)
    return short + " " * (width - columns(short))


def _offering(line: str, typed: str, width: int) -> Row:
    """What there is, and what to type for it."""
    right = text(f"  {typed} ", "good")
    return ends(text(shortened(line, width - width_of(right))), right, width)


def offered(row: Row) -> str:
    """What *row* of the lobby suggests typing; empty if nothing."""
    style, words = row[-1] if row else ("", "")
    return words.strip() if style == "class:good" else ""


def _people(model: Model, width: int) -> list[Row]:
    """The players who are connected, and how many are not."""
    lang = model.lang
    names = [_player(player, model) for player in model.players if not player.away]
    away = len(model.players) - len(names)
    if away:
        names.append(said(_.count("1 disconnected", "{n} disconnected", away), lang))
    if not names:
        return []
    head = text(said(_("Players"), lang), "strong")
    return [head, *wrapped(f"  {', '.join(names)}", width, most=NAMES_LINES)]


def _player(player: Player, model: Model) -> str:
    name: str = player.name
    if player.name == model.name:
        name = _("{name} (you)", name=name)
    if player.table is not None:
        name = _("{name} (table {table})", name=name, table=player.table)
    return said(name, model.lang)
