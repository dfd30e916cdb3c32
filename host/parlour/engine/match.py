"""One game being played: the state of its rules, its open prompts and its clock.

A `Match` is a value. Each function takes one and returns the next, with what happened.
The same calls always return the same values. Whatever a plugin raises, other than a
refusal, comes out as `GameFault` (`engine.calls`), and the previous match is still good.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from parlour.api import (
    AnyGame,
    Bot,
    Context,
    Ending,
    Imagined,
    Lexicon,
    Outcome,
    Prompt,
    Seat,
    Setup,
    Step,
)
from parlour.engine import banks, chapters, leaving, seals
from parlour.engine import table_events as h
from parlour.engine.banks import Bank
from parlour.engine.calls import UNWATCHED, Calls, GameFault
from parlour.engine.outcomes import check_number, result_of

AnyBot: TypeAlias = Bot[Any, Any, Any, Any]
EMPTY: Final[Mapping[Any, Any]] = MappingProxyType({})
"""Nothing yet. All tables share it."""
TRAIL_MOST: Final = 20
"""Moves of a seat that can be taken back one after the other. Each keeps a position in memory."""
_PROMPT: Final[type] = Prompt
"""The type of prompts. A plugin may return anything else instead."""


class Open(msgspec.Struct, frozen=True):
    """An open prompt: the seat's prompt number `number`."""

    number: int
    prompt: Prompt


class Before(msgspec.Struct, frozen=True):
    """What a move of *seat* has changed: the state, and what the bots remembered."""

    seat: Seat
    state: Any
    memories: Mapping[Seat, Any]


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A game and its current state. `now` is the table time of its last entry.

    It is a struct, not a dataclass, because every entry makes a new one, in a third of the time.
    """

    game: AnyGame
    seats: tuple[Seat, ...]
    bots: Mapping[Seat, AnyBot]
    seed: bytes
    lexicon: Lexicon | None = None
    lists: Mapping[str, Lexicon] = EMPTY
    """The word lists that options name, by option."""
    steps: int = 0
    now: int = 0
    state: Any = None
    gone: frozenset[Seat] = frozenset()
    """The seats whose players have left, and that nobody has taken since."""
    prompts: Mapping[Seat, Open] = EMPTY
    asked: Mapping[Seat, int] = EMPTY
    memories: Mapping[Seat, Any] = EMPTY
    scores: Mapping[Seat, int] = EMPTY
    deadline: int | None = None
    told_deadline: int | None = None
    """The deadline that anybody may be told, and that is called (`_told`)."""
    calls: tuple[int, ...] = ()
    """Seconds before the told deadline at which to warn players about it, longest first."""
    ended: Ending | None = None
    winners: tuple[Seat, ...] = ()
    outcome: Outcome | None = None
    """How it has ended, if points do not say it."""
    bank: Bank | None = None
    """What players have beside the clock of each turn. `deadline` is in the time of the game,
    which stops while a bank is used. `now` and the times of entries are table time."""
    slow: int = 1
    """The ms of table time in 1 ms of the game (`options.SLOW` in a game over days)."""
    commitment: str = ""
    """The commitment to the seed (`engine.seals`), public from the start. Each of `seals` becomes
    public when it is made."""
    seals: Mapping[Seat, tuple[str, ...]] = EMPTY
    """The commitments to what each seat has hidden, in order."""
    chapter: int = 0
    """The chapter of `state`; 0 if the game has none."""
    trail: tuple[Before, ...] = ()
    """The positions before the last moves, if the game lets players take moves back."""
    via: Calls = UNWATCHED
    """The way to call the plugin."""

    @property
    def turn_ends(self) -> int | None:
        """Return the table time at which the told deadline is reached, before any bank is used."""
        told = self.told_deadline
        return None if told is None else (told + self._used) * self.slow

    @property
    def due(self) -> int | None:
        """Return the table time at which `time_up` is due: when the bank is used up as well."""
        if self.deadline is None:
            return None
        reserve = 0 if self.bank is None else banks.reserve(self.bank)
        return (self.deadline + self._used + reserve) * self.slow

    @property
    def _used(self) -> int:
        return 0 if self.bank is None else self.bank.used

    def before_ms(self, left_s: int) -> int:
        """Return the ms of table time before a deadline at which to say that *left_s* are left."""
        return left_s * 1000 * self.slow

    def banks_at(self, at: int) -> Bank | None:
        if self.bank is None:
            return None
        return banks.spent(self.bank, self.deadline, at // self.slow)

    def left_ms(self, due: int, at: int) -> int:
        """Return the ms from table time *at* until *due*, which is in the time of the game."""
        bank = self.banks_at(at)
        if bank is None:
            return max(0, due * self.slow - at)
        left = (due + bank.used) * self.slow - at
        return left if left > self.slow else 0  # that time stops 1 ms before its deadline

    def told_ms(self, at: int) -> int | None:
        """Return the ms from table time *at* until the told deadline, before any bank is used."""
        told = self.told_deadline
        return None if told is None else self.left_ms(told, at)

    def bank_ms(self, at: int) -> int | None:
        """Return the ms in the bank of the seat in turn, or None if no bank can be used now."""
        bank = None if self.deadline is None else self.banks_at(at)
        return None if bank is None or bank.turn is None else self.in_bank(bank, bank.turn)

    def in_bank(self, bank: Bank, seat: Seat) -> int:
        """Return the ms of table time that *seat* has in *bank*."""
        return banks.left_of(bank, seat) * self.slow

    def __repr__(self) -> str:
        """Return what a log may show: nothing of the state, the seed or a bot's memory."""
        return f"<Match of {self.game.id}, step {self.steps}, {self.ended or 'going on'}>"


NextMatch: TypeAlias = tuple[Match, tuple[h.Happening, ...]]


@lru_cache(maxsize=64)
def _move_decoder(move_type: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(move_type)


def start(match: Match, setup: Setup) -> NextMatch:
    """Begin the game of *match*. Raises Refused if its seats or options cannot be played."""
    match = replace(match, commitment=seals.of_seed(match.seed))
    step = match.via.refusable(match.game.rules.start, setup, _context(match, 0))
    return match.via.guarded(_first, match, step)


def move(match: Match, seat: Seat, raw: msgspec.Raw, at: int, lag: int = 0) -> NextMatch:
    """Make the move encoded as *raw*. *lag* is as in `Context`.

    Raises Refused. Then nothing has changed.
    """
    return match.via.together(match.game.rules.apply, _moved, match, seat, raw, at, lag)


def _moved(match: Match, seat: Seat, raw: msgspec.Raw, at: int, lag: int) -> NextMatch:
    match = _at(match, at)
    via, rules = match.via, match.game.rules
    decoded = via.guarded(_move_decoder(match.game.move_type).decode, raw)
    step = via.refusable(rules.apply, match.state, seat, decoded, _context(match, at, lag))
    if match.game.takeback:
        before = Before(seat, match.state, match.memories)
        match = replace(match, trail=_longer(match.trail, before))
    return via.guarded(_advance, match, step, at, mover=seat)


def _longer(trail: tuple[Before, ...], before: Before) -> tuple[Before, ...]:
    """Return *trail* with one more move, and without the first one of a seat that has too many.

    Each seat has its own: what a player can take back must not depend on hidden moves of others.
    """
    own = [index for index, each in enumerate(trail) if each.seat == before.seat]
    if len(own) >= TRAIL_MOST:
        trail = trail[: own[0]] + trail[own[0] + 1 :]
    return (*trail, before)


def can_take_back(match: Match, seat: Seat) -> bool:
    """Check whether there is a move of *seat* to take back."""
    return any(before.seat == seat for before in match.trail)


def taken_back(match: Match, seat: Seat, at: int) -> NextMatch:
    """Return to the position before the last move of *seat*, which `can_take_back`.

    The bots remember what they did then. The luck of later steps is new.
    """
    last = max(index for index, before in enumerate(match.trail) if before.seat == seat)
    before = match.trail[last]
    match = _at(match, at)
    rules = match.game.rules
    step = match.via.guarded(
        rules.taken_back, match.state, seat, before.state, _context(match, at)
    )
    back = replace(match, memories=before.memories, trail=match.trail[:last])
    return match.via.guarded(_advance, back, step, at, mover=seat)


def time_up(match: Match, at: int) -> NextMatch:
    """Tell the rules that the deadline has passed.

    Raises GameFault if the deadline does not move on, because the alarm would ring for ever.
    """
    match = _at(match, at)
    step = match.via.guarded(match.game.rules.time_up, match.state, _context(match, at))
    new, happened = match.via.guarded(_advance, match, step, at)
    if new.deadline is not None and new.deadline <= (match.deadline or 0):
        raise GameFault("time_up left the deadline where it was")
    return new, happened


def left(match: Match, seat: Seat, at: int) -> NextMatch:
    """Tell the rules that the player of *seat* has left for good, or end a game without `left`."""
    match = _at(match, at)
    if leaving.ends_game(match.game.rules):
        outcome, who = match.via.guarded(
            leaving.result_without, match.game, match.state, match.seats, seat
        )
        return _over(match, "finished", who, at, outcome)
    step = match.via.guarded(match.game.rules.left, match.state, seat, _context(match, at))
    match = replace(match, gone=match.gone | {seat})
    return match.via.guarded(_advance, match, step, at)


def free(match: Match) -> tuple[Seat, ...]:
    """Return the seats that the rules offer to a newcomer now."""
    return match.via.guarded(lambda: tuple(match.game.rules.free(match.state)))


def joined(match: Match, seat: Seat, bot: AnyBot | None, at: int) -> NextMatch:
    """Seat a newcomer at the free *seat*. *bot* is its bot, or None for a person.

    Any open prompt of the seat is asked again, because its last player has gone.
    """
    match = _at(match, at)
    step = match.via.guarded(match.game.rules.joined, match.state, seat, _context(match, at))
    bots = {other: mind for other, mind in match.bots.items() if other != seat}
    memories = {other: kept for other, kept in match.memories.items() if other != seat}
    if bot is not None:
        view = match.via.guarded(match.game.views.look, step.state, seat)
        bots[seat], memories[seat] = bot, match.via.guarded(bot.begin, seat, view)
    seats = tuple(sorted({*match.seats, seat}))
    gone = match.gone - {seat}
    new = replace(match, seats=seats, gone=gone, bots=bots, memories=memories)
    return match.via.guarded(_advance, new, step, at, mover=seat)


def taken_over(match: Match, seat: Seat, bot: AnyBot, at: int) -> Match:
    """Let *bot* play for *seat* from now on, with what the seat knows."""
    view = match.via.guarded(match.game.views.look, match.state, seat)
    memory = match.via.guarded(bot.begin, seat, view)
    bots, memories = {**match.bots, seat: bot}, {**match.memories, seat: memory}
    return replace(match, bots=bots, memories=memories, now=at)


def imagined(match: Match, seat: Seat) -> Imagined:
    """Return what a bot that searches gets of the position: others that its *seat* cannot tell."""
    twin = partial(match.game.views.resample, match.state, seat)
    return Imagined(match.game, twin, _game_time(match, match.now), match.lists)


def call_time(match: Match, left_s: int, at: int) -> NextMatch:
    """Announce that *left_s* seconds are left."""
    calls = tuple(seconds for seconds in match.calls if seconds < left_s)
    return replace(match, calls=calls, now=at), (h.TimeCalled(match.before_ms(left_s)),)


def end(match: Match, reason: Ending, at: int) -> NextMatch:
    """End the game from outside. The scores stay as they are, and nobody wins."""
    return _over(match, reason, (), at)


def _over(
    match: Match,
    reason: Ending,
    winners: tuple[Seat, ...],
    at: int,
    outcome: Outcome | None = None,
) -> NextMatch:
    """End the game although its rules do not."""
    happened: list[h.Happening] = [
        h.Unasked(seat, opened.number) for seat, opened in match.prompts.items()
    ]
    happened.append(h.GameOver(reason, match.scores, winners, outcome))
    ended = replace(
        match,
        ended=reason,
        winners=winners,
        outcome=outcome,
        prompts=EMPTY,
        deadline=None,
        told_deadline=None,
        calls=(),
        now=at,
    )
    return ended, tuple(happened)


def _at(match: Match, at: int) -> Match:
    """Return *match* with the banks as they are at table time *at*."""
    bank = match.banks_at(at)
    return match if bank is match.bank else replace(match, bank=bank)


def _game_time(match: Match, at: int) -> int:
    """Return the time of the game at table time *at*."""
    at //= match.slow
    return at if match.bank is None else at - match.bank.used


def _context(match: Match, at: int, lag: int = 0) -> Context:
    return Context(
        now=_game_time(match, at),
        seed=match.seed,
        number=match.steps,
        lexicon=match.lexicon,
        lists=match.lists,
        lag=lag,
    )


def _first(match: Match, step: Step[Any, Any]) -> NextMatch:
    """Apply the first step. The bots begin from what they see."""
    look = match.game.views.look
    memories = {seat: bot.begin(seat, look(step.state, seat)) for seat, bot in match.bots.items()}
    first = int(chapters.has_chapters(match.game.rules))
    return _advance(replace(match, memories=memories, chapter=first), step, 0)


def _advance(match: Match, step: Step[Any, Any], at: int, mover: Seat | None = None) -> NextMatch:
    """Apply a step: the events, the bots' memories, scores, prompts, the end."""
    game, within = match.game, match.via.within
    state = step.state
    happened: list[h.Happening] = [h.Occurred(event) for event in step.events]
    sealed = _seal(match, step, happened) if step.sealed else match.seals
    memories = _remember(match, step) if match.bots else match.memories
    scores = within(game.scoring.scores)(state)
    over = bool(within(game.rules.is_over)(state))
    chapter = match.chapter
    if chapter:
        chapter = chapters.chapter_of(within(game.rules.chapter), state, chapter)
    if scores != match.scores or over:
        _check_scores(scores)
        happened.append(h.ScoresChanged(scores, final=over))
    wanted = EMPTY if over else within(game.rules.prompts)(state)
    prompts, asked = _ask(match, wanted, mover, happened)
    deadline = None if over else within(game.rules.deadline)(state)
    if deadline is not None:
        check_number(deadline)
    bank = match.bank
    if bank is not None:
        same = deadline == match.deadline
        bank = banks.next_turn(
            bank, _urgent(match.prompts), _urgent(prompts), same_deadline=same, mover=mover
        )
    told, now = _told(deadline, prompts), _game_time(match, at)
    winners: tuple[Seat, ...] = ()
    outcome: Outcome | None = None
    if over:
        outcome, winners = result_of(game.scoring, state, match.seats, match.gone, within)
        happened.append(h.GameOver("finished", scores, winners, outcome))
    new = Match(
        game=game,
        seats=match.seats,
        bots=match.bots,
        seed=match.seed,
        lexicon=match.lexicon,
        lists=match.lists,
        steps=match.steps + 1,
        now=at,
        state=state,
        gone=match.gone,
        prompts=prompts,
        asked=asked,
        memories=memories,
        scores=scores,
        deadline=deadline,
        told_deadline=told,
        calls=match.calls if told == match.told_deadline else _calls(game, told, now),
        ended="finished" if over else None,
        winners=winners,
        outcome=outcome,
        bank=bank,
        slow=match.slow,
        commitment=match.commitment,
        seals=sealed,
        chapter=chapter,
        trail=match.trail if chapter == match.chapter else (),
        via=match.via,
    )
    return new, tuple(happened)


def _urgent(prompts: Mapping[Seat, Open]) -> list[Seat]:
    return [seat for seat, opened in prompts.items() if opened.prompt.urgent]


def _check_scores(scores: Mapping[Seat, int]) -> None:
    """Raise TypeError unless all scores are numbers, so that we can show, sort and store them."""
    for seat, points in scores.items():
        check_number(seat)
        check_number(points)


def _seal(
    match: Match, step: Step[Any, Any], happened: list[h.Happening]
) -> Mapping[Seat, tuple[str, ...]]:
    """Commit to what the step has hidden, by seat, so that the order tells nothing."""
    made = dict(match.seals)
    for seat in sorted(step.sealed):
        commitment = seals.of_setup(match.seed, match.steps, seat, step.sealed[seat])
        made[seat] = (*made.get(seat, ()), commitment)
        happened.append(h.Sealed(seat, commitment))
    return made


def _remember(match: Match, step: Step[Any, Any]) -> Mapping[Seat, Any]:
    memories = dict(match.memories)
    for event in step.events:
        for seat, bot in match.bots.items():
            heard = match.via.within(match.game.views.hear)(event, seat)
            if heard is not None:
                memories[seat] = match.via.within(bot.hear)(memories[seat], heard)
    return memories


def _ask(
    match: Match, wanted: Mapping[Seat, Prompt], mover: Seat | None, happened: list[h.Happening]
) -> tuple[Mapping[Seat, Open], Mapping[Seat, int]]:
    """Return the open prompts after a step. A prompt with the same content as before stays open.

    The prompt that *mover* has just answered closes in any case: the same move sent
    twice must not count twice.
    Each seat numbers its own prompts. A common counter would tell everybody how many
    private prompts the others had.
    """
    before = match.prompts
    prompts: dict[Seat, Open] = {}
    asked = dict(match.asked)
    late: list[h.Happening] = []
    for seat, opened in before.items():
        if seat not in wanted:
            happened.append(h.Unasked(seat, opened.number))
    for seat, prompt in wanted.items():
        if not isinstance(prompt, _PROMPT) or seat not in match.seats:
            raise TypeError("a prompt is wanted, for a seat of the game")
        opened_before = before.get(seat)
        if seat != mover and opened_before is not None and opened_before.prompt == prompt:
            prompts[seat] = opened_before
            continue
        number = asked.get(seat, 0) + 1
        asked[seat] = number
        prompts[seat] = Open(number, prompt)
        late.append(h.Prompted(seat, number, prompt))
    happened.extend(late)
    return prompts, asked


def _told(deadline: int | None, prompts: Mapping[Seat, Open]) -> int | None:
    """Return the deadline that anybody may be told: the earliest one that a prompt names.

    The rules may end a wait sooner for a reason that nobody knows yet, so theirs is told only if
    nobody is asked anything. Nor may players notice that a call of the time does not come.
    """
    if deadline is None or not prompts:
        return deadline
    named = [opened.prompt.due for opened in prompts.values()]
    return min([due for due in named if due is not None], default=None)


def _calls(game: AnyGame, deadline: int | None, at: int) -> tuple[int, ...]:
    """Return when to warn about the time. Skip a span not much longer than the warning itself."""
    if deadline is None:
        return ()
    span_s = (deadline - at) / 1000
    return tuple(sorted((s for s in game.calls if span_s >= 2 * s), reverse=True))
