"""What players read of their keys."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.language import Form, _
from parlour.wire.messages import Answer
from parlour.wire.text import when


class KeyRow(Answer, frozen=True, kw_only=True, gc=False):
    """An ssh key of yours."""

    number: int
    """Its number in the list, for `keys remove`."""
    key: str
    """Its fingerprint."""
    added_s: int
    """When you added it, in seconds since 1970."""
    here: bool
    """You came with it."""

    def lines(self, form: Form) -> Sequence[str]:
        here = _(" (you came with it)") if self.here else ""
        text = _(
            "{number}: {key}, since {when}{here}",
            number=self.number,
            key=self.key,
            when=when(self.added_s),
            here=here,
        )
        return (text,)
