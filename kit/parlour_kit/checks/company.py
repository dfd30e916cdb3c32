"""Check that a bot decides the same in any company: nothing passes from one seat to another.

One bot object plays all seats of all tables. What it keeps in a module, in its class or in itself
is there for another seat to read, past everything that `Views` allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from parlour.api import Seat
from parlour.search import SearchBot
from parlour_kit.checks.finding import Fault
from parlour_kit.checks.purity import own_modules
from parlour_kit.checks.trial import Playout, Trial, who
from parlour_kit.hidden import PLAIN, is_a
from parlour_kit.inquiry import Inquiry
from parlour_kit.mind import AnyBot, Mind
from parlour_kit.playing import Moment, open_prompts
from parlour_kit.values import frozen

MOMENTS: Final = 60
"""Moments of each game in which bots think."""
_MEND: Final = (
    "one bot object plays all seats of all tables. Keep nothing in a module, in a class or in "
    "self: another seat can read it. A bot remembers what Bot.begin and Bot.hear return, and "
    "nothing else."
)


def check_company(trial: Trial, played: Playout, bots: Sequence[AnyBot]) -> int:
    """Let a bot play one seat alone, and beside bots. Tells it if they differ."""
    moments = played.moments[:MOMENTS]
    rng = Random(played.seed)
    own = [bot for bot in bots if not is_a(bot, SearchBot)]  # that one has no memory at all
    if not own or not moments or len(moments[0].seats) < 2:
        return 0
    bot, seat = own[played.seed % len(own)], rng.choice(moments[0].seats)
    alone = list(_decisions(trial, moments, bot, seat, _Others(trial, (), seat)))
    for twins in (False, True):
        others = _Others(trial, own, seat, twins=twins)
        together = _decisions(trial, moments, bot, seat, others)
        for index, (one, other) in enumerate(zip(alone, together, strict=True)):
            if one != other:
                found = (
                    f"The bot {bot.kind} plays seat {seat}, {who(seat, moments[index])}. It "
                    "remembers or decides something else if bots play the other seats too."
                    f"{_changed(trial, moments, bot, seat, own)}"
                )
                fault = Fault(found, _MEND, pair=(repr(one), repr(other)))
                trial.tell(fault, played, index)
                return 1
    return sum(decided is not None for _, decided in alone)


class _Others:
    """The bots at all seats but one. With *twins*, they see other secrets than there are."""

    def __init__(
        self, trial: Trial, bots: Sequence[AnyBot], seat: Seat, *, twins: bool = False
    ) -> None:
        self._trial = trial
        self._bots = bots
        self._seat = seat
        self._twins = twins
        self._minds: dict[Seat, Mind] = {}

    def live(self, moment: Moment, rng: Random) -> None:
        """Let each of them look, hear, and think if it is asked."""
        if not self._bots:
            return
        game, state = self._trial.game, moment.state
        if self._twins:
            ask = Inquiry(game, rng)
            state = ask.twin(state, self._seat)
        prompts = open_prompts(game, state)
        for seat in moment.seats:
            if seat == self._seat:
                continue
            if seat not in self._minds:
                bot = self._bots[seat % len(self._bots)]
                self._minds[seat] = Mind(game, bot, seat, state)
            mind = self._minds[seat]
            mind.hear(moment.step)
            if seat in prompts:
                luck = Random(rng.getrandbits(32))
                mind.think(state, prompts[seat], luck, moment.context)


def _decisions(
    trial: Trial, moments: Sequence[Moment], bot: AnyBot, seat: Seat, others: _Others
) -> Iterator[tuple[Any, Any]]:
    """Yield what *bot* remembers at each moment, and what it does: None if it is not asked."""
    mind: Mind | None = None
    for moment in moments:
        others.live(moment, Random(moment.number))
        mind = mind or Mind(trial.game, bot, seat, moment.state)
        mind.hear(moment.step)
        prompt = open_prompts(trial.game, moment.state).get(seat)
        remembered, decided = frozen(mind.memory), None
        if prompt is not None:
            luck = Random(moment.number)
            thought = mind.think(moment.state, prompt, luck, moment.context)
            decided = None if thought is None else frozen((thought.move, thought.after_ms))
        yield remembered, decided


# --- where it was kept ----------------------------------------------------------------------


def _changed(
    trial: Trial, moments: Sequence[Moment], bot: AnyBot, seat: Seat, bots: Sequence[AnyBot]
) -> str:
    """Return a sentence about what other bots change outside of their memories."""
    for _ in _decisions(trial, moments, bot, seat, _Others(trial, (), seat)):
        pass
    before = _kept(trial, bots)
    for _ in _decisions(trial, moments, bot, seat, _Others(trial, bots, seat, twins=True)):
        pass
    names = [name for name, value in _kept(trial, bots).items() if before.get(name) != value]
    return f" Their bots change {', '.join(names[:3])}." if names else ""


def _kept(trial: Trial, bots: Sequence[AnyBot]) -> dict[str, Any]:
    """Return the values that modules, classes and bots of the game hold, by name."""
    holders = [(f"{module.__name__}.", vars(module)) for module in own_modules(trial)]
    for bot in bots:
        holders.append(("self.", getattr(bot, "__dict__", {})))
        holders += [(f"{kind.__name__}.", dict(vars(kind))) for kind in type(bot).__mro__]
    return {
        prefix + name: frozen(value)
        for prefix, names in holders
        for name, value in names.items()
        if not name.startswith("__") and is_a(value, (*PLAIN, dict, list, set))
    }
