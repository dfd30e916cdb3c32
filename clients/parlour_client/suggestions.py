"""What you can do now: in one line above the input, and as a list for a player who asks."""

from __future__ import annotations

from typing import Final

from parlour.language import joined, translated
from parlour.wire.messages import join_or
from parlour_client import arguments
from parlour_client.complete import kinds, moves, typed, usual
from parlour_client.language import _
from parlour_client.model import Model, Party, Table
from parlour_client.protocol import Move

_COLUMN: Final = 30
_ALWAYS: Final = ("help", "quit")
"""Until we know where we are."""
_EXAMPLE: Final = 6 * " "
"""Before an example: indented more than the rest of a line that did not fit."""


def invitation(model: Model, turn: int | None = None, *, status: bool = False) -> str:
    """One line: what the game asks, or what you can do here. *turn* says whose turn it is.

    With *status*, the scene says whom the game waits for.
    """
    scene = None if model.table is None else model.table.scene
    wait = scene.status if scene is not None and status and _waits(model) else ""
    line: str = translated(_invitation(model, turn, wait), model.lang)
    return line


def tells_status(model: Model) -> bool:
    """Does an invitation say what the status of the scene says?"""
    asked, table = model.asked, model.table
    if asked is None or not asked.prompt.urgent or table is None or table.scene is None:
        return _waits(model)
    scene = table.scene
    return not model.past and set(scene.waits or (scene.turn,)) <= {table.seat}


def _waits(model: Model) -> bool:
    """Can the player only wait, or do what nobody waits for?"""
    asked, table = model.asked, model.table
    if model.past or table is None or table.state != "playing" or _gone(table):
        return False
    if asked is None:
        return table.seat is not None
    return not asked.prompt.urgent and not asked.question and not asked.prompt.bare


def _invitation(model: Model, turn: int | None, wait: str) -> str:
    asked, table = model.asked, model.table
    if model.past:
        return _once_more(model)
    if table is not None and table.state == "paused":
        return _("The game is paused. To continue: propose resume")
    if table is not None and table.state == "frozen":
        return _("The game has stopped. To end it: propose abort - To leave: leave")
    if asked is not None:
        return asked.question or _may(model, wait or _wait(table, turn))
    if table is None:
        return _in_lobby(model)
    return _at_table(table, model, wait or _wait(table, turn))


def _once_more(model: Model) -> str:
    """For a replay: what was asked then, or what you can do besides its keys."""
    if model.table is not None and model.table.state == "over":
        return _("This is the end. To start over: restart - As another player: seat PLAYER")
    if model.asked is not None and model.asked.question:
        return _("{name} is asked: {question}", name=model.name, question=model.asked.question)
    return _("To see it as another player: seat PLAYER - Faster: Up - Slower: Down")


def _may(model: Model, wait: str) -> str:
    """A prompt without a question of its own in its text."""
    says = "" if model.asked is None else model.asked.prompt.says
    if says and model.asked is not None:
        return says if model.asked.prompt.urgent else joined((wait, says))
    bare = model.bare
    for move in moves(model):
        if move.verb == bare:
            does = move.about.partition(";")[0].strip()
            return _("To {does}: {usage}", does=does, usage=typed(move, bare))
    open_moves = [typed(move, bare) for move in kinds(model)]
    if model.asked is not None and model.asked.prompt.urgent:
        return _("Your turn: {moves}", moves=join_or(open_moves))
    return _("{wait} You may: {moves}", wait=wait, moves=", ".join(open_moves))


def _wait(table: Table | None, turn: int | None) -> str:
    gone = None if table is None else _gone(table, turn)
    if gone:
        return gone
    match [] if table is None else _awaited(table, turn):
        case [name]:
            return _("Wait for {name}.", name=name)
        case [name, other]:
            return _("Wait for {name} and {other}.", name=name, other=other)
        case _:
            return _("Wait for the others.")


def _awaited(table: Table, turn: int | None) -> list[str]:
    """Return the names of the others whom the game waits for, as far as we know."""
    seats = (turn,) if table.scene is None or not table.scene.waits else table.scene.waits
    names = (table.names.get(seat or 0) for seat in seats if seat != table.seat)
    return [name for name in names if name]


def _gone(table: Table, turn: int | None = None) -> str:
    """Say who is disconnected while all wait for them, and how to go on; nothing if nobody is."""
    away = [c for c in table.chairs if c.away and c.name and turn in (None, c.seat)]
    if not away:
        return ""
    name = away[0].name
    return _("{name} is disconnected. To go on (host of the table): /kick {name}", name=name)


def _in_lobby(model: Model) -> str:
    joinable = [place for place in model.places.values() if place.joinable and place.living]
    waiting = (place for place in joinable if place.state == "open")
    free = next(waiting, joinable[0] if joinable else None)
    game = next(iter(model.games), None)
    if free is not None:
        join = _("To join: join {table}", table=free.table)
        return joined((join, _("To open a table: new {game}", game=game) if game else ""), " - ")
    return (
        _("To open a table: new {game}", game=game)
        if game
        else _("Type help, or ? for what can be done.")
    )


def _at_table(table: Table, model: Model, wait: str) -> str:
    if table.seat is None:
        return _("You are watching. To stop: leave") if table.number in model.watching else ""
    mine = next((chair for chair in table.chairs if chair.seat == table.seat), None)
    match table.state:
        case "open" if table.host == model.name and model.missing:
            more = _.count("1 more player", "{n} more players", model.missing)
            return _("You need {more}. To add a bot: bot - To see the options: options", more=more)
        case "open" if table.host == model.name:
            return _("Fill seats: bot - Begin: start - Look at the options: options")
        case "open":
            done = mine is not None and mine.ready
            return (
                _gone(table) or _("You are ready; wait for the others.")
                if done
                else _("When you are ready: ready")
            )
        case "over" if model.party is not None and model.party.table == table.number:
            return _between_rounds(model.party)
        case "over":
            done = mine is not None and mine.ready
            return (
                _gone(table) or _("You are ready; wait for the others.")
                if done
                else _("Again: rematch - Leave: leave")
            )
        case "playing":
            return wait
        case "adjourned":
            return _("Wait for the others to come back, or leave: your seat is kept.")
        case "held" if table.host == model.name:
            number = table.number
            return _("To play on: continue {number} - To end it: end {number}", number=number)
        case _:
            return ""


def _between_rounds(party: Party) -> str:
    if party.counted:
        return _(
            "The next round begins soon. How the party goes: party show {party}",
            party=party.number,
        )
    return _(
        "Wait for the other tables. How the party goes: party show {party}", party=party.number
    )


def possible(model: Model) -> list[str]:
    """Everything that makes sense now, with what it does, one line for each."""
    bare = model.bare
    lines: list[str] = [_("You can type:")]
    for move in kinds(model):
        lines.append(_line(typed(move, bare), move.about))
        example = _example(move, bare)
        if example:
            lines.append(_("{indent}such as {example}", indent=_EXAMPLE, example=example))
    slash = "" if bare is None else "/"
    for verb in usual(model) or _ALWAYS:
        command = model.commands.get(verb)
        if command is not None:
            lines.append(_line(slash + command.usage, command.about))
        elif not model.commands:  # nobody has sent them yet
            lines.append(f"  {slash}{verb}")
    lines.append(_("Tab completes a word. F1 shows the keys, and how all this works."))
    return [translated(line, model.lang) for line in lines]


def _line(typed: str, about: str) -> str:
    return f"  {typed:<{_COLUMN}} {about}"


def _example(move: Move, bare: str | None) -> str:
    """A line that would be accepted."""
    words = [slot.words[0] for slot in arguments.of_move(move) if slot.words]
    if not words:
        return ""
    if bare is not None and move.verb == bare:
        return " ".join(words)
    return " ".join(["/" * (bare is not None) + move.verb, *words])
