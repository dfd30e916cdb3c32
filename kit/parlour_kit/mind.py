"""A bot at one seat, as a host treats it: what it remembers, and how it is asked."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any, TypeAlias

from parlour.api import AnyGame, Bot, BotContext, Context, Imagined, Prompt, Seat, Step, Thought
from parlour_kit.playing import heard_of

AnyBot: TypeAlias = Bot[Any, Any, Any, Any]


class Mind:
    """A bot that has begun to play at a seat, in the position *state*."""

    def __init__(self, game: AnyGame, bot: AnyBot, seat: Seat, state: Any) -> None:
        self.bot = bot
        self.seat = seat
        self._game = game
        self.memory: Any = bot.begin(seat, game.views.look(state, seat))

    def hear(self, step: Step[Any, Any]) -> None:
        """Remember what the seat hears of a step."""
        for heard in heard_of(self._game, step.events, self.seat):
            self.memory = self.bot.hear(self.memory, heard)

    def given(self, state: Any, luck: Random, ctx: Context) -> BotContext:
        """Return what the bot gets to think with, beside what it knows."""
        if not self.bot.searches:
            return BotContext(luck, ctx.lexicon)
        twin = partial(self._game.views.resample, state, self.seat)
        return BotContext(luck, ctx.lexicon, Imagined(self._game, twin, ctx.now, ctx.lists))

    def think(self, state: Any, prompt: Prompt, luck: Random, ctx: Context) -> Thought[Any] | None:
        """Return what the bot wants to do."""
        view = self._game.views.look(state, self.seat)
        return self.bot.think(self.memory, view, prompt, self.given(state, luck, ctx))
