"""Spoof with one fault in its views, scores, texts, scenes or bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from parlour import (
    SPECTATOR,
    BotContext,
    Cell,
    Grid,
    Heard,
    Prompt,
    Reader,
    Row,
    Scene,
    Seat,
    Thought,
    Viewer,
)
from tests.kit.planted.fault import Planted, spoof
from tests.kit.spoof import (
    COINS,
    Guess,
    Guessed,
    Hid,
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


class ShowsLast(SpoofViews):
    """Shows the coins of seat 1 to the watcher."""

    def look(self, state: State, viewer: Viewer) -> View:
        return super().look(state, Seat(1) if viewer is SPECTATOR else viewer)


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


class SortsByCoins(SpoofViews):
    """Lists those who have hidden coins in the order of how many."""

    def look(self, state: State, viewer: Viewer) -> View:
        view = super().look(state, viewer)
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


class NoTwin(SpoofViews):
    """Returns a view where a state is wanted."""

    def resample(self, state: State, viewer: Viewer, rng: Random) -> Any:
        return self.look(state, viewer)


class HearsText(SpoofViews):
    """Returns a sentence where an event is wanted."""

    def hear(self, event: Any, viewer: Viewer) -> Any:
        return "somebody has hidden coins" if isinstance(event, Hid) else event


class LooksAtSets(SpoofViews):
    """Shows what no JSON can hold."""

    def look(self, state: State, viewer: Viewer) -> Any:
        return {"round": state.round, "all": complex(1, 2)}


class TalksAsNumber(SpoofViews):
    """Counts instead of saying yes or no."""

    def may_talk(self, state: State, viewer: Viewer) -> Any:
        return len(state.guesses)


class SecretClockView(SpoofViews):
    """Lets only those talk who have hidden many coins."""

    def may_talk(self, state: State, viewer: Viewer) -> bool:
        return dict(state.coins).get(viewer, 0) < 3 if isinstance(viewer, int) else True


# --- scores ----------------------------------------------------------------------------------


class HalfPoints(SpoofScoring):
    """Gives half points."""

    def scores(self, state: State) -> Any:
        return {seat: points / 2 for seat, points in state.points}


class ForgetsTheGone(SpoofScoring):
    """Has points only for those who are still there."""

    def scores(self, state: State) -> Any:
        return {seat: points for seat, points in state.points if seat in state.seats}


class ScoresNames(SpoofScoring):
    """Counts by seat numbers as text."""

    def scores(self, state: State) -> Any:
        return {str(seat): points for seat, points in state.points}


class WinsAlone(SpoofScoring):
    """Names one winner, not a set of winners."""

    def winners(self, state: State) -> Any:
        return max(state.points, key=lambda pair: pair[1])[0]


class TwoSides(SpoofScoring):
    """Puts one player on two sides."""

    def sides(self, state: State) -> Any:
        return [[1, 2], [1]]


# --- texts and scenes -------------------------------------------------------------------------


class SaysText(SpoofTextUI):
    """Returns one text, not a list of lines."""

    def say(self, heard: Heard, reader: Reader) -> Any:
        return " ".join(super().say(heard, reader))


class AsksNobody(SpoofTextUI):
    """Asks with None."""

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Any:
        return [None]


class SaysTabs(SpoofTextUI):
    """Lines words up with tabs."""

    def say(self, heard: Heard, reader: Reader) -> Sequence[str]:
        return [line.replace(" ", "\t", 1) for line in super().say(heard, reader)]


class SaysColours(SpoofTextUI):
    """Colours its questions with escape codes."""

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        return [f"\x1b[1m{line}\x1b[0m" for line in super().ask(prompt, view, reader)]


class DrawsWide(SpoofTextUI):
    """Draws a table of 70 columns into the question."""

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        return ["     ".join(f"[{number:4}]" for number in range(7))]


class DrawsForShortNames(SpoofTextUI):
    """Draws a row into the question that fits every screen, but not with a name of 20 letters."""

    def ask(self, prompt: Prompt, view: View, reader: Reader) -> Sequence[str]:
        return [f"{reader.name(min(reader.names))}     [ 0 ] [ 1 ] [ 2 ] [ 3 ]"]


class DrawsByWidth(SpoofTextUI):
    """Draws less on narrow screens."""

    def draw(self, view: View, reader: Reader) -> Scene:
        scene = super().draw(view, reader)
        return scene if reader.width > 50 else Scene(scene.blocks[:1])


class DrawsText(SpoofTextUI):
    """Draws lines, not a scene."""

    def draw(self, view: View, reader: Reader) -> Any:
        return [f"Round {view.round}."]


class DrawsTooMuch(SpoofTextUI):
    """Draws a board of 30 rows."""

    def draw(self, view: View, reader: Reader) -> Scene:
        return Scene((Grid("Board", tuple(Row((Cell("x"),)) for _ in range(30))),))


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


class GuessesTaken(PlainBot):
    """Guesses what it likes."""

    def think(self, memory: int, view: View, prompt: Prompt, ctx: BotContext) -> Any:
        thought = super().think(memory, view, prompt, ctx)
        if thought is not None and isinstance(thought.move, Guess):
            return Thought(Guess(3))
        return thought


class SaysNothing(PlainBot):
    """Lets a prompt pass that the game waits for."""

    def think(self, memory: int, view: View, prompt: Prompt, ctx: BotContext) -> Any:
        return super().think(memory, view, prompt, ctx) if memory < 4 else None


class ReturnsMove(PlainBot):
    """Returns a move, not a Thought."""

    def think(self, memory: int, view: View, prompt: Prompt, ctx: BotContext) -> Any:
        thought = super().think(memory, view, prompt, ctx)
        return thought and thought.move


class Hesitates(PlainBot):
    """Waits half a millisecond."""

    def think(self, memory: int, view: View, prompt: Prompt, ctx: BotContext) -> Any:
        thought = super().think(memory, view, prompt, ctx)
        return thought and replace(thought, after_ms=0.5)  # type: ignore[arg-type]


class TellsByTime(PlainBot):
    """Takes longer to guess if it has more coins in its hand."""

    def think(self, memory: int, view: View, prompt: Prompt, ctx: BotContext) -> Any:
        thought = super().think(memory, view, prompt, ctx)
        if thought is not None and view.own is not None:
            return replace(thought, after_ms=1_000 * view.own)
        return thought


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
    spoof("shows-the-sum", "blindness", "The view gives away", views=ShowsSum),
    spoof("shows-a-hand-to-watchers", "blindness", "The view gives away", views=ShowsLast),
    spoof("shows-watchers-all", "blindness", "anybody can watch", views=ShowsWatchersAll),
    spoof("sorted-after-leaving", "blindness", "The view gives away", views=SortsAfterLeaving),
    spoof("sorted-by-coins", "blindness", "The view gives away", views=SortsByCoins),
    spoof("no-twins", "hidden", "Views.resample", views=SameState),
    spoof("own-coins-drawn-again", "blindness", "The view gives away", views=WrongTwin),
    spoof("twin-is-a-view", "types", "a state of the game", views=NoTwin),
    spoof("hears-a-text", "types", "derived from parlour.Heard", views=HearsText),
    spoof("view-without-json", "types", "JSON", views=LooksAtSets),
    spoof("talk-as-a-number", "types", "True or False", views=TalksAsNumber),
    spoof("silence-tells", "blindness", "may talk", views=SecretClockView),
    spoof("half-points", "scores", "whole points", scoring=HalfPoints),
    spoof("no-points-for-the-gone", "scores", "has no points for", scoring=ForgetsTheGone),
    spoof("points-by-text", "scores", "not a seat", scoring=ScoresNames),
    spoof("one-winner", "scores", "frozenset", scoring=WinsAlone),
    spoof("two-sides", "scores", "Scoring.sides", scoring=TwoSides),
    spoof("says-a-text", "types", "[text]", text_ui=SaysText),
    spoof("asks-none", "types", "a list of texts", text_ui=AsksNobody),
    spoof("tabs", "text", "a tab", text_ui=SaysTabs),
    spoof("colours", "text", "an escape code", text_ui=SaysColours),
    spoof("wide-question", "text", "columns", text_ui=DrawsWide),
    spoof("draws-for-short-names", "text", "draws a line of 48", text_ui=DrawsForShortNames),
    spoof("narrow-scene", "scenes", "reader.width", text_ui=DrawsByWidth),
    spoof("scene-of-lines", "scenes", "parlour.Scene", text_ui=DrawsText),
    spoof("board-too-large", "scenes", "limits of scenes", text_ui=DrawsTooMuch),
    spoof("letters-for-a-number", "lines", "ValueError", text_ui=CrashesOnLetters),
    spoof("wrong-field", "types", "AttributeError", text_ui=CrashesWhenOpened),
    spoof("bot-guesses-taken", "bots", "the rules refuse it", bots=(GuessesTaken(),)),
    spoof("bot-passes", "bots", "returned None", bots=(SaysNothing(),)),
    spoof("bot-without-thought", "bots", "Thought(move)", bots=(ReturnsMove(),)),
    spoof("bot-waits-half", "bots", "whole number", bots=(Hesitates(),)),
    spoof("bot-tells-by-time", "minds", "after_ms", bots=(TellsByTime(),)),
    spoof("bot-writes-memory", "bots", "changes its memory", bots=(Remembers(),)),
    spoof("title-of-two-lines", "record", "the title must be one line", title="Spoof\nof coins"),
)
