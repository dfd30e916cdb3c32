"""Faults that are planted in a worker's side, to see that the simulation finds them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from parlour.core.effects import Effects
from parlour.keeper.notes import Notes
from parlour.server._guard import Guard
from tests.crash.simulation.life import Setting


class NotesAcksAfterwards(Guard):
    """What is dealt with is noted after its answer has left."""

    def _pack(self, effects: Effects, parts: list[bytes], *, later: bool) -> None:
        acks, effects.acks = effects.acks, []
        super()._pack(effects, parts, later=later)
        effects.acks = acks


class NotesCardsAfterwards(Guard):
    """The same with cards."""

    def _pack(self, effects: Effects, parts: list[bytes], *, later: bool) -> None:
        cards, effects.cards = effects.cards, []
        super()._pack(effects, parts, later=later)
        effects.cards = cards


class SendsBeforeItNotes(Guard):
    """What leaves at once is noted afterwards."""

    _parts: list[bytes]

    def leaving(self, effects: Effects) -> None:
        self._parts = []
        if self._waiting.pop(id(effects), None) is None:
            self._pack(effects, self._parts, later=False)

    def left(self, effects: Effects) -> None:
        if self._parts:
            self._log.promise(b"".join(self._parts))
        super().left(effects)


class ForgetsWhatComesFirst(Guard):
    """What leaves before a commit, at a moment of its own, is not noted with it."""

    def promise(self, settled: Iterable[Effects]) -> None:
        pass


class WithoutSerials(Notes):
    """The connection that had a slot before is taken for the one that has it now."""

    def serial(self, slot: int) -> int:
        return 1


FAULTS: Final[Mapping[str, Setting]] = {
    "acks are noted after their answers have left": Setting(guard=NotesAcksAfterwards),
    "cards are noted after what follows from them": Setting(guard=NotesCardsAfterwards),
    "bytes are sent before they are noted": Setting(guard=SendsBeforeItNotes),
    "what leaves before a commit is not noted with it": Setting(guard=ForgetsWhatComesFirst),
    "a pledge counts although its commit was not kept": Setting(kept=lambda _kept: True),
    "a pledge does not count although its commit was kept": Setting(kept=lambda _kept: False),
    "serial numbers of slots are ignored": Setting(notes=WithoutSerials),
}
