"""What the operator reads of reports."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.language import Form
from parlour.wire.messages import Answer
from parlour.wire.text import when


class ReportRow(Answer, frozen=True, kw_only=True, gc=False):
    """What a player reported to the operator."""

    number: int
    """Its number."""
    at_s: int
    """When, in seconds since 1970 (UTC)."""
    name: str
    """Who reported it."""
    about: str
    """The player they mean, as they typed the name. There may be no such player."""
    why: str
    """What they wrote."""
    table: int | None
    """Where they sat, or null."""
    done_s: int | None
    """When the operator marked it as done, or null."""

    def lines(self, form: Form) -> Sequence[str]:
        at = "" if self.table is None else f" at table {self.table}"
        done = "" if self.done_s is None else f" (done {when(self.done_s)})"
        return (
            f"Report {self.number}{done}: {self.name}{at} about {self.about},"
            f" {when(self.at_s)}: {self.why}",
        )
