"""Spoof whose secrets get out past its views: from bot to bot, by traces, and by work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

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

LINES: Final = 30_000
"""Times around a loop of two lines: just more steps of Python than may differ."""
ELEMENTS: Final = 240_000
"""About as many steps for a function that goes through them by itself."""

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


class WaitsAfterOthers(PlainBot):
    """Takes longer if another seat has just heard something: counted in the class."""

    heard: ClassVar[int] = 0

    def hear(self, memory: int, heard: Heard) -> int:
        WaitsAfterOthers.heard += 1
        return memory + 1

    def think(self, memory: int, view: View, prompt: Prompt, ctx: BotContext) -> Any:
        thought = super().think(memory, view, prompt, ctx)
        return thought and Thought(thought.move, after_ms=WaitsAfterOthers.heard - memory)


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


class HurriesOthers(HidesQuietly):
    """Leaves the others ten seconds once somebody has hidden coins."""

    def hide(self, state: State, seat: Seat, coins: int, ctx: Context) -> Step[State, Event]:
        step = super().hide(state, seat, coins, ctx)
        if step.state.guessing:
            return step
        return Step(replace(step.state, due=min(state.due, ctx.now + 10_000)))


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


class WorksToHide(SpoofRules):
    """Goes through a long loop for a player who hides nothing."""

    def hide(self, state: State, seat: Seat, coins: int, ctx: Context) -> Step[State, Event]:
        left = 0 if coins else LINES
        while left:
            left -= 1
        return super().hide(state, seat, coins, ctx)


class WorksToLook(SpoofViews):
    """Makes a long list to look at an even number of coins."""

    def look(self, state: State, viewer: Viewer) -> View:
        if sum(coins for _, coins in state.coins) % 2:
            _ = list(range(300_000))
        return super().look(state, viewer)


class WorksWhenLeft(SpoofRules):
    """Sorts a long list for a leaver who has hidden coins."""

    def left(self, state: State, seat: Seat, ctx: Context) -> Step[State, Event]:
        if dict(state.coins).get(seat):
            _ = sorted(CARDS)
        return super().left(state, seat, ctx)


CARDS = tuple(range(500_000))
HONEST: tuple[Planted, ...] = (spoof("", "", "", rules=HidesQuietly, views=Quiet),)
"""No fault: moves of which nobody hears."""
PLANTED: tuple[Planted, ...] = (
    spoof("bot-notes-hands", "minds", "sideways.HANDS", bots=(NotesHands(),)),
    spoof("bot-waits-after-others", "minds", "WaitsAfterOthers.heard", bots=(WaitsAfterOthers(),)),
    spoof("bots-share-memory", "minds", "sideways.ALL_HEARD", bots=(SharesMemory(),)),
    spoof("says-what-it-drew", "purity", "then for others", text_ui=SaysWhatItDrew),
    spoof("hurries-others", "blindness", "The deadline after", rules=HurriesOthers, views=Quiet),
    spoof("seals-quietly", "blindness", "Seal only what", rules=SealsQuietly, views=Quiet),
    spoof("works-on-threes", "work", "WorksOnThrees.guess", rules=WorksOnThrees),
    spoof("works-to-hide", "work", "WorksToHide.hide", rules=WorksToHide),
    spoof("works-to-look", "work", "kB of memory", views=WorksToLook, alone=True),
    spoof("answers-right-faster", "work", "RightFaster.guess", rules=AnswersRightFaster),
    spoof("works-when-left", "work", "WorksWhenLeft.left", rules=WorksWhenLeft),
)
