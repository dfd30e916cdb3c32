"""First names for bots, by the language of the table's words.

They are reserved (`is_bots`), because finished games are found by name: otherwise a newcomer would
get those of a bot. Players who had such a name before keep it, and bots take another one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain, count
from typing import Final

from parlour.accounts.people import People
from parlour.api import AnyGame, OptionValue
from parlour.engine.options import LEXICON
from parlour.engine.table import Table
from parlour.language import ENGLISH
from parlour.wire.names import name_key

_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    ENGLISH: ("Ada", "Bo", "Clem", "Della", "Ezra", "Fern", "Gil", "Hattie", "Ike", "Juno", "Lou"),
    "fr": ("Aude", "Basile", "Coline", "Denis", "Edgar", "Flore", "Gaston", "Hermine", "Lise"),
}
"""By word list. A table with other words has English names."""
_KEYS: Final = frozenset(name_key(name) for names in _NAMES.values() for name in names)
_NUMBER: Final = re.compile("[0-9ol]+")
"""The number at the end of a bot's name. In a key, 0 is written o and 1 is written l."""


def bot_name(
    people: People, options: Mapping[str, OptionValue], taken: Collection[str] = ()
) -> str:
    """Return a name for a bot at a table with these *options*: not *taken*, and no player's."""
    register = people.register
    names = _in_turn(_NAMES.get(str(options.get(LEXICON)), _NAMES[ENGLISH]))
    return next(
        name for name in names if name not in taken and register.named(register.key(name)) is None
    )


def next_bot(people: People, table: Table) -> str:
    """Return a name for another bot at *table*, which nobody in its running game has had."""
    taken = {chair.name for chair in table.chairs.values()}
    if table.playing:
        taken.update(table.names.values())
    return bot_name(people, table.options, taken)


def is_bots(key: str, games: Iterable[AnyGame]) -> bool:
    """Check whether the name with that *key* is for bots, here or in records of before 0.4.0.

    There they were called by their kind: `easy-1`.
    """
    if key in _KEYS:
        return True
    head, _rest, number = key.rpartition("-")
    if not _NUMBER.fullmatch(number):
        return False
    kinds = (word for game in games for bot in game.bots for word in (bot.kind, *bot.also))
    return head in _KEYS or head in map(name_key, kinds)


def _in_turn(names: tuple[str, ...]) -> Iterator[str]:
    return chain(names, (f"{name}-{number}" for number in count(2) for name in names))
