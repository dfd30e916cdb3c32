"""The word that the operator has chosen, as it is kept."""

from __future__ import annotations

from typing import Final

import msgspec

from parlour.commands.call import Context
from parlour.core.shelves import Shelf
from parlour.tables.happened import Restoring

KEY: Final = 1


class Chosen(msgspec.Struct, frozen=True):
    """The word that counts instead of the config's. Empty: none is asked for."""

    word: str
    instead: str
    """The word of the config at that time."""
    key: int = KEY
    """There is only one."""

    def __repr__(self) -> str:
        """Leave out the words."""
        return "Chosen()"


SHELF: Final = Shelf("entry_word", Chosen, "key")


def restore(context: Context, again: Restoring) -> None:
    admission = context.people.admission
    for chosen in SHELF.read(again.saved):
        if chosen.instead == admission.configured:
            admission.word = chosen.word
        else:
            context.out.write_down(SHELF.dropped(KEY))
