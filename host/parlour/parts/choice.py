"""Choices that all make at the same time, in secret, and that are revealed together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from parlour.api import MoveFault, Reader, Refused, Seat, Viewer
from parlour.language import _
from parlour.scene import Block, Words

T = TypeVar("T")


@dataclass(frozen=True)
class SecretChoice(Generic[T]):
    """What some players choose. Who has chosen is public; what they chose, only they know.

    `repr` shows only who has chosen. Reveal the choices when `done`: until then nobody may learn
    anything of the others' choices, so act on none before. To let everybody check later that
    nobody changed theirs, seal each: `Step(state, events, sealed={seat: value})`.
    """

    seats: tuple[Seat, ...]
    """Who chooses."""
    chosen: tuple[Seat, ...] = ()
    """Who has chosen, in the order of time."""
    made: Mapping[Seat, T] = field(default_factory=dict[Seat, T], repr=False, hash=False)
    """The choices. In a view: the viewer's own."""

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The players who have not chosen yet: give these a prompt."""
        return tuple(seat for seat in self.seats if seat not in self.chosen)

    @property
    def done(self) -> bool:
        """Whether all have chosen, so that `made` may be revealed."""
        return not self.waiting

    def seen_by(self, viewer: Viewer) -> SecretChoice[T]:
        """Return what *viewer* sees: who has chosen, and what they chose themselves."""
        own = {seat: value for seat, value in self.made.items() if seat == viewer}
        return replace(self, made=own)

    def of(self, viewer: Viewer) -> T | None:
        """Return the viewer's own choice; None for a watcher, or if they have made none."""
        return next((value for seat, value in self.made.items() if seat == viewer), None)

    def choose(self, seat: Seat, value: T) -> SecretChoice[T]:
        """Make a choice. Raises Refused if *seat* has made one or is not asked."""
        if seat not in self.waiting:
            raise Refused(MoveFault.NOT_YOUR_TURN, _("You can't choose now: wait for the others."))
        return SecretChoice(self.seats, (*self.chosen, seat), {**self.made, seat: value})

    def leave(self, seat: Seat) -> SecretChoice[T]:
        """Go on without *seat* and its choice."""
        return SecretChoice(
            tuple(each for each in self.seats if each != seat),
            tuple(each for each in self.chosen if each != seat),
            {each: value for each, value in self.made.items() if each != seat},
        )

    def redrawn(self, viewer: Viewer, draw: Callable[[Seat], T]) -> SecretChoice[T]:
        """Return a twin for `Views.resample`: *draw* makes the choices that *viewer* does not
        know."""
        made = {seat: value if seat == viewer else draw(seat) for seat, value in self.made.items()}
        return replace(self, made=made)

    def blocks(self, reader: Reader) -> tuple[Block, ...]:
        """Return a line that says who has not chosen yet."""
        names = tuple(map(reader.name, self.waiting))
        return (Words(_("Still choosing:"), names),) if names else ()
