"""Decisions that are not the house's own: what may be said, who may come in.

The house gets a `Gate` from outside, in the same way as its unpredictable bytes. It asks it in the
middle of a tick, so the answer must come at once. What the gate decides becomes part of what is
stored (the words that were said) or leaves no trace (a refusal), so a rebuild asks nobody.
"""

from __future__ import annotations

from typing import Final

from parlour.hookvalues import SignIn, Talk
from parlour.language import _


class Gate:
    """The decisions of a host without plugins: everything passes."""

    def talk(self, talk: Talk) -> str:
        """Return the words that the others hear. Empty: they hear nothing."""
        return talk.what

    def name(self, name: str) -> str | None:
        """Return why a guest may not have that name, or None."""
        return None

    def sign_in(self, who: SignIn) -> str | None:
        """Return why they may not come in, or None."""
        return None

    def reminder(self, to: str) -> str | None:
        """Return why reminders can't go to that address, or None."""
        return _("This host sends no reminders.")


OPEN: Final = Gate()
