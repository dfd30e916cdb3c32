"""What the operator reads of people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from parlour.language import Form
from parlour.wire.messages import Answer
from parlour.wire.text import when


class PersonRow(Answer, frozen=True, kw_only=True, gc=False):
    """A player and their address."""

    name: str
    """The player's name."""
    guest: bool
    """False with an account."""
    away: bool
    """They are not connected, and their seat or name is kept."""
    address: str | None
    """The address of their connection, or null if they have none."""
    table: int | None
    """Where they sit, or null."""

    def lines(self, form: Form) -> Sequence[str]:
        kind = "guest" if self.guest else "account"
        where = "" if self.table is None else f", table {self.table}"
        return (f"{self.name}: {kind}{where}, {self.address or 'line lost'}",)


class RecentRow(Answer, frozen=True, kw_only=True, gc=False):
    """Somebody who has left, and the address they came from."""

    name: str
    """The player's name."""
    guest: bool
    """False with an account."""
    address: str
    """The address of their last connection."""
    left_s: int
    """When they left, in seconds since 1970."""

    def lines(self, form: Form) -> Sequence[str]:
        kind = "guest" if self.guest else "account"
        return (f"{self.name}: {kind}, {self.address}, left {when(self.left_s)}",)


class BarredRow(Answer, frozen=True, kw_only=True, gc=False):
    """A ban or mute."""

    kind: Literal["ban", "mute"]
    """`ban`: they may not come in. `mute`: they may not talk."""
    who: str
    """A name, an address or a network, as the operator typed it."""
    since_s: int
    """Since when, in seconds since 1970 (UTC)."""
    until_s: int | None
    """When it ends by itself, or null."""
    why: str
    """The operator's reason; may be empty."""

    def lines(self, form: Form) -> Sequence[str]:
        why = f": {self.why}" if self.why else ""
        until = "" if self.until_s is None else f" until {when(self.until_s)}"
        return (f"{self.kind} {self.who}, since {when(self.since_s)}{until}{why}",)
