"""Spoof whose secrets get out past its views: from bot to bot, by traces, and by work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from msgspec.structs import replace as changed

from parlour import (
    BotContext,
    ChoiceArg,
    Context,
    Heard,
    Prompt,
    Reader,
    Scene,
    Seat,
    Step,
    Thought,
    Viewer,
)
from tests.kit.planted.fault import Planted, spoof
from tests.kit.spoof import (
    COINS,
    Event,
    Guess,
    Guessed,
    PlainBot,
    SpoofRules,
    SpoofTextUI,
    SpoofViews,
    State,
    View,
)

ELEMENTS: Final = 240_000
"""For a function that goes through them by itself, just more steps of Python than may differ."""

# --- from bot to bot ----------------------------------------------------------------------

HANDS: dict[int, int] = {}
ALL_HEARD: list[str] = []


class NotesHands(PlainBot):
    """Notes its hand in the module, and guesses what the noted hands hold in all."""

    def begin(self, seat: Seat, view: View) -> int:
        return seat

    def hear(self, memory: int, heard: Heard) -> int:
        return memory

    def think(self, memory: int, view: View, prompt: Prompt, ctx: BotContext) -> Any:
        thought = super().think(memory, view, prompt, ctx)
        if view.own is not None:
            HANDS[memory] = view.own
            arg = prompt.moves[0].args[0]
            if isinstance(arg, ChoiceArg) and str(sum(HANDS.values())) in arg.choices:
                return Thought(Guess(sum(HANDS.values())))
        return thought


class SharesMemory(PlainBot):
    """Begins at every seat with the same list."""

    def begin(self, seat: Seat, view: View) -> Any:
        return ALL_HEARD

    def hear(self, memory: Any, heard: Heard) -> Any:
        memory.append(heard.name)
        return memory

    def think(self, memory: Any, view: View, prompt: Prompt, ctx: BotContext) -> Any:
        return super().think(len(memory), view, prompt, ctx)


# --- by what serves everybody, and by traces of moves that nobody hears of --------------------


class SaysWhatItDrew(SpoofTextUI):
    """Notes the hand that it drew last, and compares guesses with it."""

    drawn: int | None = None

    def draw(self, view: View, reader: Reader) -> Scene:
        self.drawn = view.own
        return super().draw(view, reader)

    def say(self, heard: Heard, reader: Reader) -> Sequence[str]:
        lines = super().say(heard, reader)
        if isinstance(heard, Guessed) and self.drawn is not None and heard.total < self.drawn:
            return [*lines, "You have more than that alone."]
        return lines


class Quiet(SpoofViews):
    """Shows nobody who has hidden coins before all have."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        return view if state.guessing else replace(view, hidden=())


class HidesQuietly(SpoofRules):
    """Waits for nobody to hide coins, and tells nobody who has. Nobody can come in."""

    def prompts(self, state: State) -> Mapping[Seat, Prompt]:
        found = super().prompts(state)
        if state.guessing:
            return found
        return {seat: changed(prompt, urgent=False) for seat, prompt in found.items()}

    def hide(self, state: State, seat: Seat, coins: int, ctx: Context) -> Step[State, Event]:
        return Step(super().hide(state, seat, coins, ctx).state)

    def free(self, state: State) -> tuple[Seat, ...]:
        return ()


class SealsQuietly(HidesQuietly):
    """Seals the coins of somebody of whom nobody hears that they have hidden any."""

    def hide(self, state: State, seat: Seat, coins: int, ctx: Context) -> Step[State, Event]:
        return Step(super().hide(state, seat, coins, ctx).state, (), {seat: coins})


# --- by the work of a move ----------------------------------------------------------------


class WorksOnThrees(SpoofRules):
    """Counts long before a guess if a hand holds all its coins."""

    def guess(self, state: State, seat: Seat, total: int, ctx: Context) -> Step[State, Event]:
        if COINS in dict(state.coins).values():
            _ = sum(range(ELEMENTS))
        return super().guess(state, seat, total, ctx)


class AnswersRightFaster(SpoofRules):
    """Counts the coins of all hands again if a guess is wrong."""

    def guess(self, state: State, seat: Seat, total: int, ctx: Context) -> Step[State, Event]:
        if total != sum(coins for _, coins in state.coins):
            _ = sum(range(ELEMENTS))
        return super().guess(state, seat, total, ctx)


class WorksToLook(SpoofViews):
    """Makes a long list to look at an even number of coins."""

    def look(self, state: State, viewer: Viewer) -> View:
        if sum(coins for _, coins in state.coins) % 2:
            _ = list(range(300_000))
        return super().look(state, viewer)


HONEST: tuple[Planted, ...] = (spoof("", "", "", rules=HidesQuietly, views=Quiet),)
"""No fault: moves of which nobody hears."""
PLANTED: tuple[Planted, ...] = (
    spoof("bot-notes-hands", "minds", "sideways.HANDS", bots=(NotesHands(),)),
    spoof("bots-share-memory", "minds", "sideways.ALL_HEARD", bots=(SharesMemory(),)),
    spoof("says-what-it-drew", "purity", "then for others", text_ui=SaysWhatItDrew),
    spoof("seals-quietly", "blindness", "Seal only what", rules=SealsQuietly, views=Quiet),
    spoof("works-on-threes", "work", "WorksOnThrees.guess", rules=WorksOnThrees),
    spoof("works-to-look", "work", "kB of memory", views=WorksToLook, alone=True),
    spoof("answers-right-faster", "work", "RightFaster.guess", rules=AnswersRightFaster),
)
