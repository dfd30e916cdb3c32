"""Spoof with one fault in its views, scores, texts, scenes or bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from parlour import (
    SPECTATOR,
    BotContext,
    Heard,
    Prompt,
    Reader,
    Seat,
    Viewer,
)
from tests.kit.planted.fault import Planted, spoof
from tests.kit.spoof import (
    COINS,
    Guess,
    Guessed,
    Hide,
    Move,
    PlainBot,
    SpoofScoring,
    SpoofTextUI,
    SpoofViews,
    State,
    View,
)

# --- what leaks ---------------------------------------------------------------------------


class ShowsSum(SpoofViews):
    """Shows everybody how many coins are hidden, as the number of the round."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        return replace(view, round=view.round + sum(n for _, n in state.coins) // 5)


class ShowsWatchersAll(SpoofViews):
    """Shows a hand to the watcher, and keeps it in the watcher's twin."""

    def look(self, state: State, viewer: Viewer) -> View:
        return super().look(state, Seat(1) if viewer is SPECTATOR else viewer)

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        return super().resample(state, Seat(1) if viewer is SPECTATOR else viewer, rng)


class SortsAfterLeaving(SpoofViews):
    """Lists those who have hidden coins in the order of how many, once somebody has left."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
        if len(state.seats) == len(state.points):
            return view
        by_coins = sorted(state.coins, key=lambda pair: pair[1])
        return replace(view, hidden=tuple(seat for seat, _ in by_coins))


class SameState(SpoofViews):
    """Makes no twin: resample is forgotten."""

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        return state


class WrongTwin(SpoofViews):
    """Draws the viewer's own coins again, too."""

    def resample(self, state: State, viewer: Viewer, rng: Random) -> State:
        coins = tuple((seat, rng.randint(0, COINS)) for seat, _ in state.coins)
        return replace(state, coins=coins)


class LooksAtSets(SpoofViews):
    """Shows what no JSON can hold."""

    def look(self, state: State, viewer: Viewer) -> Any:
        return {"round": state.round, "all": complex(1, 2)}


class SecretClockView(SpoofViews):
    """Lets only those talk who have hidden many coins."""

    def may_talk(self, state: State, viewer: Viewer) -> bool:
        return dict(state.coins).get(viewer, 0) < 3 if isinstance(viewer, int) else True


# --- scores ----------------------------------------------------------------------------------


class HalfPoints(SpoofScoring):
    def scores(self, state: State) -> Any:
        return {seat: points / 2 for seat, points in state.points}


class WinsAlone(SpoofScoring):
    """Names one winner, not a set of winners."""

    def winners(self, state: State) -> Any:
        return max(state.points, key=lambda pair: pair[1])[0]


class SaysNoEnd(SpoofScoring):
    """Has no points, and forgets to say how the game has ended."""

    def scores(self, state: State) -> Any:
        return {}

    def winners(self, state: State) -> frozenset[Seat]:
        return frozenset()

    def outcome(self, state: State) -> None:
        return None


# --- texts and scenes -------------------------------------------------------------------------


class AsksNobody(SpoofTextUI):
    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Any:
        return [None]


class TellsNone(SpoofTextUI):
    def highlights(self, view: View, reader: Reader) -> Any:
        return None


class DrawsWide(SpoofTextUI):
    """Draws a table of 70 columns into the question."""

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        return ["     ".join(f"[{number:4}]" for number in range(7))]


class DrawsText(SpoofTextUI):
    """Draws lines, not a scene."""

    def draw(self, view: View, reader: Reader) -> Any:
        return [f"Round {view.round}."]


class CrashesOnLetters(SpoofTextUI):
    """Takes every line for a number."""

    def parse(self, verb: str, rest: str, view: View, reader: Reader) -> Move:
        return Hide(int(rest)) if verb == "hide" else Guess(int(rest))


class CrashesWhenOpened(SpoofTextUI):
    """Words one event wrongly."""

    def say(self, heard: Heard, reader: Reader) -> Sequence[str]:
        if isinstance(heard, Guessed):
            return [f"{reader.name(heard.seat)} says {heard.number}."]  # type: ignore[attr-defined]
        return super().say(heard, reader)


# --- bots -------------------------------------------------------------------------------------


class ReturnsMove(PlainBot):
    """Returns a move, not a Thought."""

    def think(self, memory: int, view: View, prompt: Prompt, ctx: BotContext) -> Any:
        thought = super().think(memory, view, prompt, ctx)
        return thought and thought.move


class Remembers(PlainBot):
    """Changes its memory while it thinks."""

    def begin(self, seat: Seat, view: View) -> Any:
        return []

    def hear(self, memory: Any, heard: Heard) -> Any:
        return memory

    def think(self, memory: Any, view: View, prompt: Prompt, ctx: BotContext) -> Any:
        memory.append(view.round)
        return super().think(0, view, prompt, ctx)


PLANTED: tuple[Planted, ...] = (
    spoof("shows-the-sum", "blindness", "The view", views=ShowsSum),
    spoof("shows-watchers-all", "blindness", "anybody can watch", views=ShowsWatchersAll),
    spoof("sorted-after-leaving", "blindness", "The view", views=SortsAfterLeaving),
    spoof("no-twins", "hidden", "Views.resample", views=SameState),
    spoof("own-coins-drawn-again", "blindness", "The view gives away", views=WrongTwin),
    spoof("view-without-json", "types", "JSON", views=LooksAtSets),
    spoof("silence-tells", "blindness", "may talk", views=SecretClockView),
    spoof("half-points", "scores", "whole points", scoring=HalfPoints),
    spoof("one-winner", "scores", "frozenset", scoring=WinsAlone),
    spoof("says-no-end", "scores", "nothing says how", scoring=SaysNoEnd),
    spoof("asks-none", "types", "a list of texts", text_ui=AsksNobody),
    spoof("tells-none", "types", "a list of lines", text_ui=TellsNone),
    spoof("wide-question", "text", "columns", text_ui=DrawsWide),
    spoof("scene-of-lines", "scenes", "parlour.Scene", text_ui=DrawsText),
    spoof("letters-for-a-number", "lines", "ValueError", text_ui=CrashesOnLetters),
    spoof("wrong-field", "types", "AttributeError", text_ui=CrashesWhenOpened),
    spoof("bot-without-thought", "bots", "Thought(move)", bots=(ReturnsMove(),)),
    spoof("bot-writes-memory", "bots", "changes its memory", bots=(Remembers(),)),
)
