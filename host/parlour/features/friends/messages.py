"""What a player reads of their friends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from parlour.language import Form, _
from parlour.wire.messages import Answer


class FriendRow(Answer, frozen=True, kw_only=True, gc=False):
    """A friend, or somebody who may become one."""

    name: str
    """Their name."""
    state: Literal["friend", "asked", "asks"]
    """`friend`: you both agreed. `asked`: they have not answered you. `asks`: you have not
    answered them."""
    here: bool | None
    """They are connected. Null if they are not your friend."""
    table: int | None
    """Where they sit, or null. A private table only if you are there too."""

    def lines(self, form: Form) -> Sequence[str]:
        name, table = self.name, self.table
        if self.state == "asked":
            return (_("{name}: asked, and has not answered", name=name),)
        if self.state == "asks":
            return (
                _(
                    "{name}: wants to be friends. <<To agree: friend {name} - "
                    "To refuse: unfriend {name}>>",
                    name=name,
                ),
            )
        if table is None:
            here = _("{name}: in the lobby", name=name)
            return (here if self.here else _("{name}: not here", name=name),)
        if self.here:
            return (_("{name}: at table {table}", name=name, table=table),)
        return (_("{name}: at table {table}, disconnected", name=name, table=table),)
