"""Who is on the host, by name."""

from __future__ import annotations

from parlour.accounts.register import Register
from parlour.core.sessions import Player


def test_a_name_of_an_older_host_keeps_the_key_it_was_given_there() -> None:
    register = Register()
    old, new = Player(1, "ann", "4nn"), Player(2, "Anna", "anna")
    register.add(old)
    register.add(new)
    assert register.named(register.key("ann")) is old
    assert register.named(register.key("ANNA")) is new
