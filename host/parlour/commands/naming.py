"""What the words of a request name: a number, a table, a player, a seat, a bot."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, ParamSpec, TypeVar

from parlour.accounts.accounts import free_name
from parlour.accounts.people import People
from parlour.api import SPECTATOR, AnyGame, Seat, Viewer
from parlour.api.arguments import whole_number
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player
from parlour.engine.calls import GameFault
from parlour.engine.table import Table
from parlour.language import _, joined
from parlour.tables.happened import Entering
from parlour.tables.rooms import Room, reaches, seat_of, watched_by
from parlour.tables.tables import Tables
from parlour.wire.codes import Code
from parlour.wire.text import near

P = ParamSpec("P")
R = TypeVar("R")

CLOSING: Final = ".!?,;: "
"""Marks that end a line, as if it were a sentence, and mean nothing."""
_SAID: Final = re.compile(
    r"^(?:my name is|my name's|i am|i'm|call me|je m'appelle|mon nom est|je suis)\s+",
    re.IGNORECASE,
)
"""What people type before their name."""
_GUEST: Final = "guest"
"""What a guest is called who asks for any name, with a number: the word itself is reserved."""
_ANY_GUEST: Final = frozenset({"guest", "anonymous", "anon"})
"""What people type who do not want to think of a name."""


def table_number(word: str = "") -> int:
    """Return the number of a table as typed. Raises CommandError."""
    number = whole_number(word.lower().removeprefix("table"))
    if not word:
        raise CommandError(Code.USAGE, _("Which table? <<To see them: tables>>"))
    if number is None:
        text = _("{word} isn't a table number. <<To see them: tables>>", word=word[:20])
        raise CommandError(Code.USAGE, text)
    return number


def find_room(tables: Tables, player: Player, words: list[str]) -> Room:
    """Return the table that the first of *words* names, to sit down or watch. Raises CommandError.

    The word of a private table may follow. It is taken away, so that the rest reads the same at
    every table. A private table that the player does not know of is no table at all.
    """
    number = table_number(*words[:1])
    room = tables.rooms.get(number)
    if (
        room is not None
        and room.table.word
        and [word.lower() for word in words[1:2]] == [room.table.word]
    ):
        del words[1]
    else:
        room = tables.known(number, player)
    if room is None:
        raise no_table(words[0])
    check_not_held(room)
    tables.happened.tell(Entering(room, player))
    return room


def no_table(number: str | int) -> CommandError:
    """Return the refusal of a table that is not here, or that the player may not know of."""
    text = _("There is no table {number}. <<To see them: tables>>", number=number)
    return CommandError(Code.NO_SUCH_TABLE, text)


def check_not_held(room: Room) -> None:
    """Raise CommandError if the table is suspended, because its game is not available."""
    suspended = room.table.suspended
    if suspended is not None:
        text = _(
            "Table {number} is {state}: {why}.",
            number=room.table.number,
            state=room.table.state,
            why=suspended.why,
        )
        raise CommandError(Code.UNAVAILABLE, text)


def how_it_continues(room: Room) -> str:
    """Return that the game of a paused table is paused, and how it continues."""
    by_owner = "" if room.owner is None else room.owner.refusal("resume")
    return by_owner or _("The game is paused. <<To continue: propose resume>>")


def ask_game(room: Room, failed: str, ask: Callable[P, R], *args: P.args, **more: P.kwargs) -> R:
    """Ask the game of *room*. If its program fails, freeze the table and refuse with *failed*."""
    try:
        return ask(*args, **more)
    except GameFault as fault:
        raise game_failed(room, fault, failed) from None


def game_failed(room: Room, fault: GameFault, text: str) -> CommandError:
    """Freeze *room*, whose game's program has failed, and return the refusal with *text*."""
    room.freeze(fault)
    return CommandError(Code.GAME_FAULT, text)


def no_talk(table: Table, what: str = _("talk")) -> CommandError:
    """Return the refusal while nobody may be told anything: a name can be a signal too."""
    text = _(
        "Not now: {title} allows no {what} at the moment. Try again later.",
        title=table.game.title,
        what=what,
    )
    return CommandError(Code.UNAVAILABLE, text)


def check_outside(player: Player) -> None:
    """Raise CommandError while the game of *player* lets nothing from outside reach them."""
    if not reaches(player):
        assert player.room is not None, "only a game does that"
        text = _(
            "Not now: while {title} allows no talk, you see nothing outside the game.",
            title=player.room.table.game.title,
        )
        raise CommandError(Code.UNAVAILABLE, text)


def here(player: Player, word: str | None = None) -> tuple[Room, Viewer]:
    """Return the table that *player* means, as `at_table` does. Raises CommandError.

    It must not be suspended.
    """
    room, viewer = at_table(player, word)
    check_not_held(room)
    return room, viewer


def seated(player: Player) -> tuple[Room, Seat]:
    """Return the table where *player* sits, as `seat_at` does. Raises CommandError.

    It must not be suspended.
    """
    room, seat = seat_at(player)
    check_not_held(room)
    return room, seat


def at_table(player: Player, word: str | None = None) -> tuple[Room, Viewer]:
    """Return the table that *player* means, and how they see it: from their seat, or as a watcher.

    Without *word* it is where they sit, or the one table they watch. Raises CommandError.
    """
    if word is not None:
        number = table_number(word)
        if player.room is not None and player.room.table.number == number:
            return seat_at(player)
        check_outside(player)
        watched = next((at for at in watched_by(player) if at.table.number == number), None)
        if watched is not None:
            return watched, SPECTATOR
        text = _("You are not at table {number}<<; to see it: watch {number}|.>>", number=number)
        raise CommandError(Code.NOT_AT_TABLE, text)
    watching = watched_by(player)
    if player.room is not None or not watching:
        return seat_at(player)
    if len(watching) > 1:
        numbers = ", ".join(str(number) for number in player.watching)
        text = _(
            "You watch tables {numbers}. Say which one, or leave the others.", numbers=numbers
        )
        raise CommandError(Code.AMBIGUOUS, text)
    return watching[0], SPECTATOR


def seat_at(player: Player) -> tuple[Room, Seat]:
    """Return the table where *player* sits, and their seat. Raises CommandError."""
    found = seat_of(player)
    if found is None:
        text = _("You aren't at a table. <<To see them: tables - To play: play GAME>>")
        if player.watching:
            text = _("You are only watching. <<To play: join TABLE>>")
        raise CommandError(Code.NOT_AT_TABLE, text)
    return found


NAMES_COMPARED: Final = 100
"""With more connections we do not look for a name close to a wrong one. That takes a few
microseconds for each name, and anybody could make us do it with each line."""


def name_in(people: People, typed: str) -> str:
    """Return the name that *typed* gives, as people say it: `my name is Ann`, `Bob Smith`."""
    name = _SAID.sub("", typed).rstrip(CLOSING)
    if name.lower() in _ANY_GUEST:
        return free_name(people, _GUEST) or typed
    words = name.split()
    if len(words) > 1 and all(word[:1].isupper() for word in words):
        return "-".join(words)
    return name or typed


def find_player(people: People, word: str) -> Player:
    """Return the player of that name, or of one that looks alike. Raises CommandError."""
    player = people.find(word)
    if player is None:
        few = people.sessions.values() if len(people.sessions) <= NAMES_COMPARED else ()
        close = near(word, [session.player.name for session in few if session.player])
        hint = _("Did you mean {close}?", close=close) if close else _("<<To see who is: who>>")
        text = _("{word} isn't here. {hint}", word=word[:20], hint=hint)
        raise CommandError(Code.USAGE, text, near=close)
    return player


def bot_kind(game: AnyGame, words: Sequence[str]) -> str:
    """Return the kind of bot that *words* name, or the first of *game*. Raises CommandError."""
    if not game.bots:
        raise CommandError(Code.UNAVAILABLE, _("{title} has no bots.", title=game.title))
    if not words:
        return game.bots[0].kind
    word = words[0].lower()
    bot = game.bot_named(word)
    if bot is None:
        kinds = ", ".join([each.kind for each in game.bots])
        text = _("There is no bot {word}. You can choose: {kinds}", word=word[:20], kinds=kinds)
        raise CommandError(Code.USAGE, text)
    return bot.kind


def check_host(room: Room, seat: object) -> None:
    """Raise CommandError unless *seat* is that of the table's host."""
    table = room.table
    host = table.acting_host
    if host is None or host != seat:
        name = "nobody" if host is None else table.name(host)
        text = _("Only the host of the table can do that: {name}.", name=name)
        raise CommandError(Code.NOT_HOST, text)


def check_no_proposal(table: Table, seat: Seat) -> None:
    """Raise CommandError if there is a proposal about the player at *seat*."""
    if any(proposal.target == seat for proposal in table.proposals.values()):
        text = _("There is already a proposal about {name}.", name=table.name(seat))
        raise CommandError(Code.UNAVAILABLE, text)


def find_chair(table: Table, word: str = "") -> Seat:
    """Return the taken seat that *word* names: a number, `seat3`, or a player's name.

    Raises CommandError.
    """
    digits = word.lower().removeprefix("seat")
    for seat, chair in table.chairs.items():
        if chair.name.lower() == word.lower() or digits == str(seat):
            return seat
    chairs = table.chairs.items()
    names = joined(
        [_("{name} (seat {seat})", name=chair.name, seat=seat) for seat, chair in chairs], ", "
    )
    raise CommandError(Code.USAGE, _("Who? At this table sit {names}.", names=names))


def check_kept(table: Table, seat: Seat) -> None:
    """Raise CommandError if the game is played over days, so that nobody loses *seat*."""
    if table.over_days:
        text = _("{name} keeps the seat: the game is played over days.", name=table.name(seat))
        raise CommandError(Code.UNAVAILABLE, text, retry=False)


def how_to_begin(table: Table, seat: Seat) -> str:
    """Say that no game has begun at *table*, and what the player at *seat* may do about it."""
    if table.acting_host == seat:
        return _("The game has not begun. <<To begin: start>>")
    return _("The game has not begun. <<When you are ready: ready>>")
