"""What you can do now: in one line above the input, and as a list for a player who asks."""

from __future__ import annotations

from typing import Final

from parlour_client import arguments
from parlour_client.complete import moves, typed, usual
from parlour_client.model import Model, Table
from parlour_client.protocol import Move

_COLUMN: Final = 30
_ALWAYS: Final = ("help", "quit")
"""Until we know where we are."""
_EXAMPLE: Final = 6 * " "
"""Before an example: indented more than the rest of a line that did not fit."""


def invitation(model: Model, turn: int | None = None) -> str:
    """One line: what the game asks, or what you can do here. *turn* says whose turn it is."""
    asked, table = model.asked, model.table
    if model.past:
        return _once_more(model)
    if table is not None and table.state == "paused":
        return "The game is paused. To continue: propose resume"
    if table is not None and table.state == "frozen":
        return "The game has stopped. To end it: propose abort - To leave: leave"
    if asked is not None:
        return asked.question or _may(model, turn)
    if table is None:
        return _in_lobby(model)
    return _at_table(table, model, turn)


def _once_more(model: Model) -> str:
    """For a replay: what was asked then, or what you can do besides its keys."""
    if model.table is not None and model.table.state == "over":
        return "This is the end. To start over: restart - As another player: seat PLAYER"
    if model.asked is not None and model.asked.question:
        return f"{model.name} is asked: {model.asked.question}"
    return "To see it as another player: seat PLAYER - Faster: Up - Slower: Down"


def _may(model: Model, turn: int | None) -> str:
    """A prompt without a question of its own."""
    bare = model.bare
    open_moves = [typed(move, bare) for move in moves(model)]
    if bare:
        return "Type " + " or ".join(open_moves)
    if model.asked is not None and model.asked.prompt.urgent:
        return f"Your turn: {' or '.join(open_moves)}"
    return f"{_wait(model.table, turn)} You may: {', '.join(open_moves)}"


def _wait(table: Table | None, turn: int | None) -> str:
    name = None if table is None or turn == table.seat else table.names.get(turn or 0)
    return f"Wait for {name}." if name else "Wait for the others."


def _in_lobby(model: Model) -> str:
    free = next((place for place in model.places.values() if place.joinable), None)
    game = next(iter(model.games), None)
    if free is not None:
        return f"To join: join {free.table}" + (f" - To open a table: new {game}" if game else "")
    return f"To open a table: new {game}" if game else "Type help, or ? for what can be done."


def _at_table(table: Table, model: Model, turn: int | None) -> str:
    if table.seat is None:
        return "You are watching. To stop: leave" if table.number in model.watching else ""
    mine = next((chair for chair in table.chairs if chair.seat == table.seat), None)
    match table.state:
        case "open" if table.host == model.name:
            return "Fill seats: bot - Begin: start - Look at the options: options"
        case "open":
            done = mine is not None and mine.ready
            return "You are ready; wait for the others." if done else "When you are ready: ready"
        case "over":
            done = mine is not None and mine.ready
            return (
                "You are ready; wait for the others." if done else "Again: rematch - Leave: leave"
            )
        case "playing":
            return _wait(table, turn)
        case _:
            return ""


def possible(model: Model) -> list[str]:
    """Everything that makes sense now, with what it does, one line for each."""
    bare = model.bare
    lines = ["You can type:"]
    for move in moves(model):
        lines.append(_line(typed(move, bare), move.about))
        example = _example(move, bare)
        if example:
            lines.append(f"{_EXAMPLE}such as {example}")
    slash = "" if bare is None else "/"
    for verb in usual(model) or _ALWAYS:
        command = model.commands.get(verb)
        if command is not None:
            lines.append(_line(slash + command.usage, command.about))
        elif not model.commands:  # nobody has sent them yet
            lines.append(f"  {slash}{verb}")
    lines.append("Tab completes a word. F1 shows the keys, and how all this works.")
    return lines


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
