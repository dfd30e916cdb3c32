"""Ask somebody to come to a table, and the words that open private tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from parlour.engine.table import Table
from parlour.house.commands.call import Call, Command, Reply, seated
from parlour.house.commands.talk import listener
from parlour.house.people import quotas
from parlour.house.refusals import CommandError
from parlour.wire.codes import Code
from parlour.wire.messages import Notice, TextRow

SYLLABLES: Final = 5
_CONSONANTS: Final = "bdfgklmnprstvzhj"
_VOWELS: Final = "aeiou"
"""80 syllables, and five of them make 3,000 million words that can be read out over a telephone.
Even at the pace that computers nearby may type, 500 lines a second, trying half of them takes a
month."""


def new_word(entropy: Callable[[int], bytes]) -> str:
    """Return a word for a private table, such as `kodimarelu`."""
    made = entropy(2 * SYLLABLES)
    return "".join(
        _CONSONANTS[made[at] % len(_CONSONANTS)] + _VOWELS[made[at + 1] % len(_VOWELS)]
        for at in range(0, len(made), 2)
    )


def way_in(table: Table) -> str:
    """Return what others type to sit down at *table*."""
    return f"join {table.number} {table.word}".rstrip()


def _invite(call: Call) -> Reply:
    player, words = call.me, call.words
    room, _ = seated(player)
    table = room.table
    if not words:
        text = f"To sit down here: {way_in(table)} - To ask somebody: invite NAME"
        return Reply(TextRow(what=(text,)))
    if len(words) > 1:
        raise CommandError(Code.USAGE, "Invite one player at a time.", usage=call.usage)
    other = listener(call, words[0])
    if other.room is room:
        raise CommandError(Code.USAGE, f"{other.name} sits at this table.", usage=call.usage)
    quotas.check_hail(call.out, player)
    if player.name not in other.ignored:
        what = f"{player.name} invites you to {table.game.title}. To sit down: {way_in(table)}"
        call.out.tell(other, Notice(kind="invited", table=table.number, what=what))
    return Reply(TextRow(what=(f"You invited {other.name} to table {table.number}.",)))


COMMANDS: Final = (
    Command(
        "invite",
        "invite [PLAYER]",
        "ask somebody to your table; alone: how others get there",
        "seat",
        "table",
        _invite,
        answers=(TextRow,),
    ),
)
