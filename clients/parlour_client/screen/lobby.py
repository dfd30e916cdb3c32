"""The lobby: first what you can do, then who is here. Everything else is only counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from parlour.wire.text import columns
from parlour_client.language import _, said
from parlour_client.model import Model, Offered, Place
from parlour_client.screen.rows import Row, shortened, text, wrapped
from parlour_client.screen.widgets import STATES

TO_JOIN: Final = 8
"""Tables to join that are shown. Nobody chooses among more."""
TO_WATCH: Final = 4
"""Games to watch that are shown."""
NAMES_LINES: Final = 3
"""Lines for the names of players."""
_TYPED: Final = 16
_GAME: Final = 12
_MANY: Final = 15
"""Columns of what to type, of a game, and of the number of its players."""


def lobby(model: Model, width: int, height: int) -> list[Row]:
    """The games, the tables to join, those to watch, and the people who are here.

    Empty lines are between them if all of it still fits into *height* lines.
    """
    parts = list(filter(None, _parts(model, width)))
    spaced = sum(map(len, parts)) + len(parts) - 1 <= height
    return [row for part in parts for row in ([[], *part] if spaced else part)][spaced:]


def _parts(model: Model, width: int) -> Iterator[list[Row]]:
    lang = model.lang
    living = [place for place in model.places.values() if place.living]
    own = [place for place in model.places.values() if place.waits_for(model.name)]
    join = [*own, *(place for place in living if place.joinable)]
    watch = [place for place in living if not place.joinable]
    games = [_game(game, width, lang) for game in model.games.values()]
    yield [text(said(_("Start a game"), lang), "dim"), *games]
    yield _tables(_("Waiting for players"), join[:TO_JOIN], model, width)
    yield _tables(_("To watch"), watch[:TO_WATCH], model, width)
    rows: list[Row] = []
    rest = len(own) + len(living) - len(join[:TO_JOIN]) - len(watch[:TO_WATCH])
    if rest:
        more = _.count("  1 more table: tables", "  {n} more tables: tables", rest)
        rows.append(text(said(more, lang), "dim"))
    if dead := len(model.places) - len(own) - len(living):
        waits = _.count(
            "  1 table waits for its players",
            "  {n} tables wait for their players",
            dead,
        )
        rows.append(text(said(waits, lang), "dim"))
    yield rows
    yield _people(model, width)


def _tables(head: str, places: Sequence[Place], model: Model, width: int) -> list[Row]:
    if not places:
        return []
    rows = [_place(place, model, width) for place in places]
    return [text(said(head, model.lang), "dim"), *rows]


def _place(place: Place, model: Model, width: int) -> Row:
    """`  join 3   Boggle    ann, bob   2 seats free`."""
    offered = model.games.get(place.game)
    game = offered.title if offered is not None else place.game
    people = ", ".join(name for name in place.seats if name is not None)
    facts: list[str] = []
    if place.joinable:
        facts.append(_.count("1 seat free", "{n} seats free", place.free))
    if place.state not in ("open", "playing"):
        facts.append(STATES.get(place.state, place.state))
    about = "".join(f"   {said(fact, model.lang)}" for fact in facts)
    verb = "join" if place.joinable or place.waits_for(model.name) else "watch"
    game = _in(game, _GAME)
    people = shortened(people, width - _TYPED - columns(game) - columns(about))
    return _offering(f"{verb} {place.table}", game, people, about)


def _game(game: Offered, width: int, lang: str) -> Row:
    least, most = game.seats
    players = _("{least} to {most} players", least=least, most=most)
    if least == most:
        players = _.count("1 player", "{n} players", most)
    bots = ", ".join(bot.kind for bot in game.bots)
    about = said(_("   bots: {bots}", bots=bots), lang) if bots else ""
    many = said(players, lang)
    if _TYPED + _GAME + columns(many) > width:
        many = str(least) if least == most else f"{least}-{most}"
    title = _in(game.title, _GAME)
    if _TYPED + columns(title) + _MANY + columns(about) > width:
        about = ""
    return _offering(f"new {game.game}", title, many + " " * (_MANY - columns(many)), about)


def _in(words: str, width: int) -> str:
    """*words* in a column of that width, with a gap after them."""
    short = shortened(words, width - 1)
    return short + " " * (width - columns(short))


def _offering(typed: str, game: str, what: str, about: str) -> Row:
    """What to type, and what for."""
    first = f"  {typed}" + " " * (_TYPED - 2 - columns(typed))
    return text(first, "command") + text(game, "strong") + text(what) + text(about, "dim")


def offered(row: Row) -> str:
    """What *row* of the lobby suggests typing; empty if nothing."""
    style, words = row[0] if row else ("", "")
    return words.strip() if style == "class:command" else ""


def _people(model: Model, width: int) -> list[Row]:
    """The players who are connected, and how many are not."""
    lang = model.lang
    here = [player.name for player in model.players if not player.away]
    away = len(model.players) - len(here)
    mine = [said(_("{name} (you)", name=name), lang) for name in here if name == model.name]
    names = "  ".join([*mine, *(name for name in here if name != model.name)])
    if away:
        names += said(_("   + {number} away", number=away), lang)
    if not model.players:
        return []
    return [text(said(_("Here"), lang), "dim"), *wrapped(f"  {names}", width, most=NAMES_LINES)]
