"""The reference of `parlour.parts`: its docstrings, and one line of use for each name."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any, Final

from parlour import parts

USES: Final[Mapping[str, str]] = {
    "STANDARD": "STANDARD.read('qs 10h')",
    "PlayingCards": "PlayingCards(tuple('789JQKA'), by_rank=True)",
    "RANK_NAMES": "RANK_NAMES['Q']",
    "SUIT_NAMES": "SUIT_NAMES['S']",
    "CARD_TOPIC": "topics=(CARD_TOPIC,)",
    "deal": "hands, pile = deal(ctx, STANDARD.deck, setup.seats, 5)",
    "Hands": "hands.remove(seat, 'QS')",
    "Pile": "drawn, pile = pile.draw(2)",
    "redeal": "redeal(viewer, rng, hands, pile)",
    "redistribute": "redistribute({'left': [1, 2], 'right': [3]}, rng)",
    "Turns": "Turns(seats, seats[0]).next()",
    "Trick": "Trick(trump='S').add(seat, 'QS')",
    "Laid": "trick.best().seat",
    "SecretChoice": "SecretChoice(seats).choose(seat, 7)",
    "Auction": "Auction(Turns(seats, seats[0]), most=20).bid(seat, 4)",
    "highest": "highest({seat: 4})",
    "players": "players(reader, seats, {'cards': [5, 4, 5]}, turn=seat)",
    "who": "who(seat, reader, 'play')",
    "whose": "whose(seat, reader)",
}
"""One line for each public name, in the order of the page. The tests run them."""
_CONSTANTS: Final[Mapping[str, str]] = {
    "STANDARD": "The 52 cards, aces high, hands by suit: `PlayingCards()`.",
    "RANK_NAMES": "The name of each rank, by its sign.",
    "SUIT_NAMES": "The name of each suit, by its letter.",
    "CARD_TOPIC": "What `help card` says in a game with playing cards.",
}
_ADDED: Final = ("unseen", "refilled")
"""Methods for `redeal` alone."""


def made() -> Iterator[str]:
    """The lines of the page below its introduction."""
    yield "| name | in one line | what it is |"
    yield "| --- | --- | --- |"
    for name, use in USES.items():
        yield f"| `{name}` | `{use}` | {_first(name)} |"
    for name in USES:
        if name not in _CONSTANTS:
            yield from _part(name, getattr(parts, name))


def _first(name: str) -> str:
    return _CONSTANTS.get(name) or _cell(getattr(parts, name)).partition(". ")[0].rstrip(".") + "."


def _cell(value: object) -> str:
    """The first paragraph of a docstring, in one line."""
    paragraph = (inspect.getdoc(value) or "").partition("\n\n")[0]
    return " ".join(paragraph.split()).replace("|", r"\|")


def _part(name: str, value: Any) -> Iterator[str]:
    yield from ("", f"## `{name}`", "")
    if not inspect.isclass(value):
        yield from (f"`{name}{_signature(value)}`", "")
    yield from (inspect.getdoc(value) or "").splitlines()
    if not inspect.isclass(value):
        return
    names = ", ".join(f"`{name}`" for name in vars(value)["__dataclass_fields__"])
    yield from ("", f"Fields: {names}.")
    rows = [*_methods(value)]
    if rows:
        yield from ("", "| method or property | what it does |", "| --- | --- |", *rows)


def _methods(value: type) -> Iterator[str]:
    for name, member in vars(value).items():
        if name.startswith("_") or name in _ADDED:
            continue
        if callable(member):
            yield f"| `{name}{_signature(member)}` | {_cell(member)} |"
        elif inspect.getdoc(member) and hasattr(member, "__get__"):
            yield f"| `{name}` | {_cell(member)} |"


def _signature(value: Any) -> str:
    """The names of a function's arguments; those that may be left out end with `=`."""
    found: list[str] = []
    for each in inspect.signature(value).parameters.values():
        if each.name == "self":
            continue
        if each.kind is each.KEYWORD_ONLY and not any(name[0] == "*" for name in found):
            found.append("*")
        star = "*" if each.kind is each.VAR_POSITIONAL else ""
        found.append(f"{star}{each.name}{'' if each.default is each.empty else '='}")
    return f"({', '.join(found)})"
