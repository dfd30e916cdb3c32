"""Check bots: their moves follow from what their seat knows, and their speed tells no more."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from parlour.api import Bot, BotContext, Imagined, Prompt, Seat, Thought, Viewer
from parlour_kit.impressions import Impression, Leak, same
from parlour_kit.inquiry import Happening, Inquiry
from parlour_kit.luck import NO_DRAW, Draws
from parlour_kit.playing import Moment

AnyBot = Bot[Any, Any, Any, Any]
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
        self._memory: Any = None
        self._has_begun = False

    def turn(self, ask: Inquiry) -> None:
        """Go on with *ask*, which examines another moment of the same game."""
        self._ask = ask

    def hear(self, moment: Moment) -> None:
        """Remember what the seat hears of the step that led to *moment*."""
        if self.seat not in moment.seats:
            return
        views = self._ask.game.views
        if not self._has_begun:
            self._has_begun = True
            self._memory = self.bot.begin(self.seat, views.look(moment.state, self.seat))
        for event in moment.step.events:
            heard = views.hear(event, self.seat)
            if heard is not None:
                self._memory = self.bot.hear(self._memory, heard)

    def check(self, state: Any, viewer: Viewer, times: Times) -> None:
        """Think about *state*, about twins for the bot and for *viewer*, and with other luck."""
        prompt = self._ask.game.rules.prompts(state).get(self.seat)
        if not self._has_begun or prompt is None:
            return
        own = self._ask.twin(state, self.seat)
        thought, alike = self._think(state), self._think(own)
        who = f"the bot {self.bot.kind} thinks of something else in a twin: its move"
        same(who, self.seat, _told(thought), _told(alike))
        if thought is None or viewer == self.seat:
            return
        moved = Happening("move", self.seat, thought.move)
        if self._is_noticed(state, moved, viewer):
            self._check_haste(state, viewer, thought)
        self._check_other_luck(state, viewer, thought, prompt, times)

    def _check_haste(self, state: Any, viewer: Viewer, thought: Thought[Any]) -> None:
        """Check that the bot takes the same time in a twin for *viewer*."""
        twin = self._ask.twin(state, viewer)
        other = self._think(twin)
        if other is None or not self._is_noticed(
            twin, Happening("move", self.seat, other.move), viewer
        ):
            return
        haste = f"the time that the bot {self.bot.kind} takes (after_ms)"
        same(haste, viewer, thought.after_ms, other.after_ms)

    def _check_other_luck(
        self, state: Any, viewer: Viewer, thought: Thought[Any], prompt: Prompt, times: Times
    ) -> None:
        """Check the time of a move of another kind that *viewer* cannot tell from this one."""
        base = self._ask.attempt(Happening("move", self.seat, thought.move), state)
        if base.step is None:
            return
        heard = Impression(self._ask, base, viewer)
        times.note(self.bot, prompt, thought, heard)
        luck = Draws(LUCK, NO_DRAW, 0)
        self._think(state, luck)
        for _ in range(min(TRIES, luck.count)):
            at, salt = self._ask.rng.randrange(luck.count), self._ask.rng.getrandbits(32)
            other = self._think(state, Draws(LUCK, at, salt))
            if other is None or type(other.move) is type(thought.move):
                continue
            tried = self._ask.attempt(Happening("move", self.seat, other.move), state)
            seen = heard.same_view(tried)
            if at and seen is not None and seen.told == heard.told:
                what = f"the time that the bot {self.bot.kind} takes (after_ms)"
                same(what, viewer, thought.after_ms, other.after_ms)

    def _is_noticed(self, state: Any, what: Happening, viewer: Viewer) -> bool:
        """Check whether *viewer* sees or hears anything when the move is made."""
        ask = self._ask
        outcome = ask.attempt(what, state)
        if outcome.step is None:
            return False
        heard = Impression(ask, outcome, viewer)
        before = ask.game.views.look(state, viewer)
        return bool(heard.told) or ask.game.views.look(outcome.step.state, viewer) != before

    def _think(self, state: Any, luck: Random | None = None) -> Thought[Any] | None:
        game = self._ask.game
        prompt = game.rules.prompts(state).get(self.seat)  # also for rules that remember it
        if prompt is None:
            return None
        view = game.views.look(state, self.seat)
        luck = luck or Draws(LUCK, NO_DRAW, 0)
        return self.bot.think(self._memory, view, prompt, self._context(state, luck))

    def _context(self, state: Any, luck: Random) -> BotContext:
        ask = self._ask
        if not self.bot.searches:
            return BotContext(luck, ask.lexicon)
        twin = partial(ask.game.views.resample, state, self.seat)
        imagined = Imagined(ask.game, twin, ask.moment.now, ask.moment.lists)
        return BotContext(luck, ask.lexicon, imagined)


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
