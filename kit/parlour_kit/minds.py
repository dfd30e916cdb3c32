"""Check bots: their moves follow from what their seat knows, and their speed tells no more."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from parlour.api import Prompt, Seat, Thought, Viewer
from parlour_kit.impressions import Impression
from parlour_kit.inquiry import Inquiry
from parlour_kit.leaks import Leak
from parlour_kit.luck import NO_DRAW, Draws
from parlour_kit.mind import AnyBot, Mind
from parlour_kit.playing import Act, Moment

LUCK = 1
"""The seed that all thoughts share when we compare different positions."""
TRIES = 4
"""Other seeds to try for each thought."""
ENOUGH = 3
"""The least number of thoughts about a kind of move before we compare times."""


class WatchedBot:
    """A bot at one seat of a random game, with its memory."""

    def __init__(self, ask: Inquiry, bot: AnyBot, seat: Seat) -> None:
        self.bot = bot
        self.seat = seat
        self._ask = ask
        self._mind: Mind | None = None

    def turn(self, ask: Inquiry) -> None:
        """Go on with *ask*, which examines another moment of the same game."""
        self._ask = ask

    def hear(self, moment: Moment) -> None:
        """Remember what the seat hears of the step that led to *moment*."""
        if self.seat not in moment.seats:
            return
        if self._mind is None:
            self._mind = Mind(self._ask.game, self.bot, self.seat, moment.state)
        self._mind.hear(moment.step)

    def check(self, state: Any, viewer: Viewer, times: Times) -> None:
        """Think about *state*, about twins for the bot and for *viewer*, and with other luck."""
        prompt = self._ask.game.rules.prompts(state).get(self.seat)
        if self._mind is None or prompt is None:
            return
        own = self._ask.twin(state, self.seat)
        thought, alike = self._think(state), self._think(own)
        who = f"the bot {self.bot.kind} thinks of something else in a twin: its move"
        self._ask.known.same(who, self.seat, _told(thought), _told(alike))
        if thought is None or viewer == self.seat:
            return
        moved = Act("move", self.seat, thought.move)
        if self._is_noticed(state, moved, viewer):
            self._check_haste(state, viewer, thought)
        self._check_other_luck(state, viewer, thought, prompt, times)

    def _check_haste(self, state: Any, viewer: Viewer, thought: Thought[Any]) -> None:
        """Check that the bot takes the same time in a twin for *viewer*."""
        twin = self._ask.twin(state, viewer)
        other = self._think(twin)
        if other is None or not self._is_noticed(twin, Act("move", self.seat, other.move), viewer):
            return
        haste = f"the time that the bot {self.bot.kind} takes (after_ms)"
        self._ask.known.same(haste, viewer, thought.after_ms, other.after_ms)

    def _check_other_luck(
        self, state: Any, viewer: Viewer, thought: Thought[Any], prompt: Prompt, times: Times
    ) -> None:
        """Check the time of a move of another kind that *viewer* cannot tell from this one."""
        base = self._ask.attempt(Act("move", self.seat, thought.move), state)
        if base.step is None:
            return
        heard = Impression(self._ask, base, viewer)
        times.note(self.bot, prompt, thought, heard)
        luck = Draws(LUCK, NO_DRAW, 0)
        self._think(state, luck)
        for at, salt in self._other_draws(luck.count):
            other = self._think(state, Draws(LUCK, at, salt))
            if other is None or type(other.move) is type(thought.move):
                continue
            tried = self._ask.attempt(Act("move", self.seat, other.move), state)
            seen = heard.same_view(tried)
            if at and seen is not None and seen.told == heard.told:
                what = f"the time that the bot {self.bot.kind} takes (after_ms)"
                self._ask.known.same(what, viewer, thought.after_ms, other.after_ms)

    def _other_draws(self, count: int) -> Iterator[tuple[int, int]]:
        """Yield which of *count* draws to change, and a seed for its value.

        The last one comes first, because it often decides what kind of move it is: among the
        hundreds of a bot that weighs words we would seldom meet it.
        """
        if count:
            yield count - 1, LUCK
        for _ in range(min(TRIES, count)):
            yield self._ask.rng.randrange(count), self._ask.rng.getrandbits(32)

    def _is_noticed(self, state: Any, what: Act, viewer: Viewer) -> bool:
        """Check whether *viewer* sees or hears anything when the move is made."""
        ask = self._ask
        outcome = ask.attempt(what, state)
        if outcome.step is None:
            return False
        heard = Impression(ask, outcome, viewer)
        before = ask.game.views.look(state, viewer)
        return bool(heard.told) or ask.game.views.look(outcome.step.state, viewer) != before

    def _think(self, state: Any, luck: Random | None = None) -> Thought[Any] | None:
        prompt = self._ask.game.rules.prompts(state).get(self.seat)  # for rules that remember it
        if prompt is None or self._mind is None:
            return None
        luck = luck or Draws(LUCK, NO_DRAW, 0)
        return self._mind.think(state, prompt, luck, self._ask.moment.context)


def _told(thought: Thought[Any] | None) -> Any:
    return None if thought is None else (thought.move, thought.after_ms)


class Times:
    """The times that bots take for each kind of move with the same luck, over a whole run."""

    def __init__(self) -> None:
        self._times: dict[tuple[str, Any], dict[str, list[int]]] = {}

    def note(self, bot: AnyBot, prompt: Prompt, thought: Thought[Any], heard: Impression) -> None:
        """Keep the time of a move that a viewer hears nothing about."""
        if heard.told:
            return
        verbs = tuple(spec.verb.name for spec in prompt.moves)
        kinds = self._times.setdefault((bot.kind, verbs), {})
        kinds.setdefault(type(thought.move).__name__, []).append(thought.after_ms)

    def check(self) -> None:
        """Raise Leak if the time of a move gives away its kind."""
        for (kind, _), kinds in self._times.items():
            usual = {move: set(times) for move, times in kinds.items() if len(times) >= ENOUGH}
            fixed = {name: times for name, times in usual.items() if len(times) == 1}
            if len(set(map(frozenset, fixed.values()))) > 1:
                text = ", ".join(f"{name} {min(times)} ms" for name, times in fixed.items())
                raise Leak(
                    f"the time that the bot {kind} takes (after_ms) tells which move it has made "
                    f"in secret: with the same luck {text}"
                )
