"""Names: those of guests are freed, accounts are put to sleep and wake. Who is listed."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from parlour.accounts.people import People
from parlour.accounts.ways_back import code_hash
from parlour.core.persistence import PlayerGone
from parlour.core.sessions import Player
from parlour.wire.names import NAME_MAX, PROGRAM, is_program, name_key

NAMES_TRIED: Final = 50
"""How many names to try before none is suggested: as many Maxes as two classes have."""


def free_name(people: People, taken: str) -> str | None:
    """Return a free name close to *taken*, such as `ann2`, or None if none is found soon.

    That of a program stays one: `ann2-bot`.
    """
    last = taken[-len(PROGRAM) :] if is_program(taken) else ""
    taken = taken.removesuffix(last)
    dash = "-" if taken[-1:].isdigit() else ""
    for number in range(2, NAMES_TRIED):
        end = f"{dash}{number}{last}"
        name = f"{taken[: NAME_MAX - len(end)]}{end}"
        free = people.register.named(people.register.key(name)) is None
        if free and people.admission.lists(name_key(name)):
            return name
    return None


def forget(people: People, player: Player) -> None:
    """Free the name of a guest, or put an account to sleep."""
    register = people.register
    if player.number not in register.by_number:
        return
    player.stay()
    if player.guest:
        people.out.write_down(PlayerGone(player.number))
        register.remove(player)
        people.throttle.forget(player.number)
        return
    kept = replace(player.saved(), codes=())
    people.out.write_down(kept)
    register.remove(player)
    register.put_to_sleep(kept)


def say_goodbye(people: People, player: Player) -> None:
    """Take *player*, for whom nothing waits, off the list.

    They can still come back until a guest wants the name, but not after a restart: a new host
    would list them again.
    """
    people.register.unlist(player)
    if people.out.waiting is None:  # otherwise nothing can be stored, and nobody waits to leave
        gone = PlayerGone(player.number) if player.guest else replace(player.saved(), codes=())
        people.out.write_down(gone)


def be_here(people: People, player: Player) -> None:
    """List *player*, who has connected."""
    if not people.register.list_here(player):
        people.out.write_down(player.saved())


def wake(people: People, player: Player) -> None:
    """Bring *player*, whose account was asleep, back to this host with a new code."""
    register = people.register
    player.code = people.new_code()
    player.codes = (code_hash(player.code),)
    people.out.write_down(player.saved())
    register.wake(player.key)
    register.add(player)
