"""Completions and hints for a line that is being typed. Nothing here knows a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from parlour_client import arguments
from parlour_client.arguments import Slot
from parlour_client.language import _, said
from parlour_client.model import Command, Model, Table
from parlour_client.protocol import Move

_IN_LOBBY: Final = ("join", "watch", "new", "games", "rules", "tables", "who", "history", "help")
_AT_TABLE: Final = ("look", "scores", "say", "leave", "help")
_BEFORE: Final = ("bot", "start", "ready", "options", "say", "leave", "help")
_WATCHING: Final = ("look", "scores", "say", "leave", "join", "help")
_BETWEEN_ROUNDS: Final = ("party", "scores", "say", "replay", "leave", "help")
_AFTER: Final = ("rematch", "bot", "options", "scores", "say", "replay", "leave", "help")

BESIDE: Final = " | "
"""Separates the things a line can begin with."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What can replace the end of a text, from `start` on."""

    start: int
    words: tuple[str, ...] = ()
    name: str = ""
    """What kind of words they are; empty for verbs."""
    examples: bool = False
    """There are more than these."""
    follows: bool = False
    """A space and another word may follow."""
    certain: bool = False
    """The first word is most likely meant: the only move among verbs of the host."""

    def whole(self, word: str) -> str:
        """*word*, with a space after it if more is to come."""
        return f"{word} " if self.follows and not word.endswith("=") else word

    @property
    def common(self) -> str:
        """The longest common beginning, with its capitals."""
        if not self.words:
            return ""
        first, last = min(self.words), max(self.words)
        alike = (
            at for at, pair in enumerate(zip(first, last, strict=False)) if len(set(pair)) > 1
        )
        return first[: next(alike, len(first))]


@dataclass(frozen=True, slots=True)
class _Read:
    """The text typed so far, taken apart."""

    start: int
    """Where its last word begins."""
    partial: str
    """That word; empty after a space."""
    before: tuple[str, ...]
    """The words before it, the verb first if there is one."""
    slash: bool
    bare: Move | None
    """The move whose argument it is, if the verb was left out."""


def _read(model: Model, text: str) -> _Read:
    stripped = text.lstrip()
    slash = stripped.startswith("/")
    lead = len(text) - len(stripped) + slash
    words = text[lead:].split()
    ends = not text[lead:] or text[-1].isspace()
    partial = "" if ends else words.pop()
    verb = model.bare
    bare = None
    if verb is not None and not slash and model.asked is not None:
        bare = model.asked.prompt.move(verb)
    return _Read(len(text) - len(partial), partial, tuple(words), slash, bare)


def moves(model: Model) -> tuple[Move, ...]:
    """The open moves."""
    return () if model.asked is None else model.asked.prompt.moves


def kinds(model: Model) -> tuple[Move, ...]:
    """The open moves, but those that are typed the same way only once."""
    return tuple({move.usage: move for move in moves(model)}.values())


def known(table: Table) -> bool:
    """Do we know the game of *table*, and its state?"""
    return bool(table.game and table.state)


def usual(model: Model) -> tuple[str, ...]:
    """The verbs of the host that you need now, the likeliest first."""
    table = model.table
    if model.past:
        return tuple(model.commands)
    if table is None:
        return tuple([verb for verb in _IN_LOBBY if verb not in ("join", "watch") or model.places])
    if not known(table):
        return ()
    if table.seat is None:
        return _WATCHING
    if table.state == "open":
        closed = set[str]() if table.host == model.name else {"bot", "start"}
        closed |= {"start"} if model.missing else set()
        return tuple([verb for verb in _BEFORE if verb not in closed])
    if table.state != "over":
        return _AT_TABLE
    party = model.party
    return _AFTER if party is None or party.table != table.number else _BETWEEN_ROUNDS


def open_here(command: Command, model: Model) -> bool:
    """Can the player use *command* here?"""
    match command.where:
        case "table" | "game":
            return model.table is not None or bool(model.watching)
        case "seat":
            return model.table is not None and model.table.seat is not None
        case _:
            return command.verb not in ("name", "resume")


def offer(model: Model, text: str) -> Offer:
    """Return what may follow at the end of *text*."""
    line = _read(model, text)
    if line.bare is None and not line.before:
        words = _verbs(model, line)
        mine = [word for word in words if any(move.verb == word for move in moves(model))]
        return Offer(line.start, words, follows=True, certain=len(mine) == 1)
    slot, follows = _slot(model, line)
    if slot is None:
        return Offer(line.start)
    words = _beginning(line.partial, slot.words)
    if slot.glued:
        words = _pieces(line.partial, words)
    return Offer(line.start, words, slot.name, slot.examples, follows)


def _beginning(partial: str, words: tuple[str, ...]) -> tuple[str, ...]:
    start = partial.casefold()
    return tuple([word for word in words if word.casefold().startswith(start)])


def _pieces(partial: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """First the names of options, then the values of one."""
    if "=" in partial:
        return tuple([word for word in words if not word.endswith("=")])
    return tuple([word for word in words if word.endswith("=")])


def _verbs(model: Model, line: _Read) -> tuple[str, ...]:
    """The moves, then what is usual now, then everything else that begins like that."""
    mine = list(dict.fromkeys(move.verb for move in moves(model)))
    likely = [verb for verb in usual(model) if not model.commands or verb in model.commands]
    if not line.partial and mine and not line.slash:
        return tuple(mine)
    words = [*mine, *likely]
    if line.partial:
        words += [each.verb for each in model.commands.values() if open_here(each, model)]
    return _beginning(line.partial, tuple(dict.fromkeys(words)))


def _slot(model: Model, line: _Read) -> tuple[Slot | None, bool]:
    """The place of the last word, and whether another place follows."""
    verb, before = (line.bare.verb, line.before) if line.bare else _parted(line.before)
    forms, at = [move for move in moves(model) if move.verb == verb], len(before)
    command = model.commands.get(verb)
    if forms:
        places, usage = _places(forms, before), forms[0].usage
    elif command is not None:
        places, usage = arguments.of_command(command, model, before), command.usage
    else:
        return None, False
    repeats = usage.rstrip("]").endswith("...")
    if at >= len(places):
        return (places[-1], True) if places and repeats else (None, False)
    return places[at], at + 1 < len(places) or repeats


def _parted(words: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    return words[0].lower(), words[1:]


def _places(forms: Sequence[Move], before: Sequence[str]) -> list[Slot]:
    """The places after a verb of which a prompt offers several forms.

    What can come next depends on the words *before* it.
    """
    every = [arguments.of_move(move) for move in forms]
    fitting = [places for places in every if _fit(places, before)] or every[:1]
    first, at = fitting[0], len(before)
    if at >= len(first):
        return first
    words = dict.fromkeys(word for places in fitting for word in places[at].words)
    return [*first[:at], replace(first[at], words=tuple(words)), *first[at + 1 :]]


def _fit(places: Sequence[Slot], words: Sequence[str]) -> bool:
    """Can *words* stand at the first of *places*?"""
    return all(
        place.examples or word.casefold() in map(str.casefold, place.words)
        for place, word in zip(places, words, strict=False)
    )


# --- hints ----------------------------------------------------------------------------


def usage(model: Model, text: str) -> str:
    """Return how the verb in *text* is used and what it does; empty if we don't know it.

    For an empty line, return what it can begin with.
    """
    line = _read(model, text)
    words = [*line.before, line.partial]
    if not text.strip():
        return _beginnings(model, line)
    if line.bare is not None:
        return said(_bare_usage(model, line.bare, words), model.lang)
    found = _verb(model, words[0].lower())
    return "" if found is None else f"{found.usage} - {found.about}"


def _beginnings(model: Model, line: _Read) -> str:
    """`ask PLAYER LETTER | guess PLAYER ..WORD. | ? for more`."""
    mine = [typed(move, None if line.bare is None else line.bare.verb) for move in kinds(model)]
    found = mine or [verb for verb in usual(model) if verb in model.commands]
    entered = at_enter(model)
    if entered:
        first = said(_("Enter: {line}", line=entered), model.lang)
        found = [first, *(each for each in found if each != entered)]
    return BESIDE.join([*found, said(_("? for more"), model.lang)]) if found else ""


def at_enter(model: Model) -> str:
    """Return the line that Enter alone stands for; empty if none."""
    if model.past:
        return ""
    if model.asked is not None:
        return model.asked.prompt.enter
    return _AFTER[0] if usual(model) is _AFTER else ""


def typed(move: Move, bare: str | None) -> str:
    """The move as people type it while *bare* is the verb of bare words: others need a slash."""
    if bare is None:
        return move.usage
    return move.usage.removeprefix(bare).strip() if move.verb == bare else f"/{move.usage}"


def _verb(model: Model, verb: str) -> Move | Command | None:
    return next((move for move in moves(model) if move.verb == verb), model.commands.get(verb))


def _bare_usage(model: Model, bare: Move, words: list[str]) -> str:
    first = words[0].lower()
    other = _verb(model, first)
    if other is not None and any(arg.type == "text" and not arg.of for arg in bare.args):
        text = _("A word of the game, if it can be one. For the command: /{usage}")
        return text.filled(usage=other.usage)
    if other is not None:
        return f"{other.usage} - {other.about}"
    return f"{typed(bare, bare.verb)} - {bare.about}"


def rest(model: Model, text: str) -> str:
    """What *text* still lacks, in the words of the usage."""
    line = _read(model, text)
    if line.bare is not None or not line.before:
        return ""
    found = _verb(model, line.before[0].lower())
    if found is None:
        return ""
    typed_words = [word for word in (*line.before[1:], line.partial) if word]
    return " ".join(arguments.chosen(found.usage, typed_words)[len(typed_words) :])


def candidates(model: Model, text: str) -> str:
    """What may follow at the end of *text*, for people to read; empty if we don't know."""
    found = offer(model, text)
    words = [word for word in found.words if word != text[found.start :]]
    if not words:
        return ""
    listed = "  ".join(words)
    text = _("for example {words}", words=listed) if found.examples else listed
    return said(
        _("{name}: {text}", name=found.name, text=text) if found.name else text, model.lang
    )


# --- the Tab key ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tabbing:
    """A list of words through which the Tab key cycles."""

    text: str
    """The text of the line. Once the line differs, the cycle ends."""
    head: str
    words: tuple[str, ...]
    at: int


def tab(
    model: Model, text: str, going: Tabbing | None, step: int = 1
) -> tuple[str, Tabbing | None]:
    """Return the line after Tab was pressed at its end, and the state for the next Tab.

    Tab first completes what is certain, then cycles through what is possible.
    """
    if going is not None and going.text == text:
        at = (going.at + step) % len(going.words)
        new = going.head + going.words[at]
        return new, Tabbing(new, going.head, going.words, at)
    found = offer(model, text)
    if not found.words:
        return text, None
    head, partial = text[: found.start], text[found.start :]
    if len(found.words) == 1 or (partial and found.certain):
        return head + found.whole(found.words[0]), None
    common = found.common
    if len(common) > len(partial):
        return head + common, None
    at = 0 if step > 0 else len(found.words) - 1
    new = head + found.words[at]
    return new, Tabbing(new, head, found.words, at)
