"""Checks of random games: they start, go on, end, and the prompts say what is possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

import msgspec

from parlour.api import (
    SPECTATOR,
    ChoiceArg,
    IntArg,
    MoveSpec,
    Prompt,
    Reader,
    Refused,
    Seat,
    SeatArg,
    Setup,
    TextArg,
)
from parlour.candidates import random_line, words
from parlour.commands.offers import is_a_way, spelled
from parlour.engine.leaving import ends_game
from parlour.engine.options import named_lists
from parlour_kit.checks.finding import Fault, NotChecked, crash
from parlour_kit.checks.story import players
from parlour_kit.checks.trial import Playout, Trial, who
from parlour_kit.hidden import as_json
from parlour_kit.inquiry import Inquiry
from parlour_kit.longest import LONG_NAMES, lengthened
from parlour_kit.luck import Chance
from parlour_kit.playing import (
    MAX_STEPS,
    Act,
    Mishap,
    Moment,
    names_for,
    open_prompts,
    start_options,
)
from parlour_kit.variety import Row, settled, typed

RINGS: Final = 60
"""Times to let the clock ring while nobody does anything."""
RING_MS: Final = 20
"""The least time between two of them, on average. A game in real time has 100 ms or more."""
WAYS: Final = 8
"""Moves to try at each prompt."""


_STUCK: Final = (
    "let Rules.prompts offer somebody a move, return a time from Rules.deadline, or end the game "
    "in Rules.is_over."
)


def plays(trial: Trial) -> str:
    """Play random games, and see whether the game raises anything."""
    for played in trial.played:
        error = played.ended
        if error is not None and (not isinstance(error, Mishap) or error.kind == "wrong"):
            trial.stopped(error, played)
    moves = sum(max(0, len(played.moments) - 1) for played in trial.played)
    if not moves:
        raise NotChecked("nobody has made a move in a random game")
    return f"{len(trial.played)} random games, {moves} moves"


def seats(trial: Trial) -> str:
    """Start the game with every number of players, and with every value of each option."""
    game, tried = trial.game, 0
    for row in (*map(Row, game.seats), *trial.rows):
        ask = Inquiry(game, Random(tried))
        try:
            _start(trial, ask, row)
        except Refused as refused:
            if row.options:
                continue
            fault = Fault(
                f"The game does not start with {row.seats} players and its default options. It "
                f"says: {refused.text}",
                "let Rules.start accept every number of players in Game.seats "
                f"({game.seats[0]} to {game.seats[-1]}), or make that range smaller.",
            )
            trial.tell(fault)
        except Exception as error:  # noqa: BLE001 - a fault of the game, which we tell
            told = [players(tuple(Seat(each) for each in range(1, row.seats + 1)))]
            told += [f"options: {typed(row.options)}"] if row.options else []
            trial.tell(error, told=told)
        tried += 1
    return f"{tried} starts, {game.seats[0]} to {game.seats[-1]} players"


def _start(trial: Trial, ask: Inquiry, row: Row) -> None:
    taken = tuple(Seat(number) for number in range(1, row.seats + 1))
    chosen, lexicon = settled(ask.game, row.options, trial.lexicon, trial.lists)
    values = start_options(ask.game, chosen)
    lists = named_lists(ask.game.options, values, trial.lists)
    ctx = Chance(now=0, seed=b"a start", number=0, lexicon=lexicon, lists=lists)
    step = ask.game.rules.start(Setup(taken, ask.game.chosen(values)), ctx)
    if ask.game.rules.is_over(step.state):
        return
    prompts = ask.game.rules.prompts(step.state)
    if not prompts and ask.game.rules.deadline(step.state) is None:
        raise Fault(
            f"With {row.seats} players nobody may move after the start, and no clock runs.",
            "let Rules.prompts offer somebody a move, or return a time from Rules.deadline.",
        )


def ends(trial: Trial) -> str:
    """Play random games to their end."""
    longest = longest_ms = 0
    for played in trial.played:
        if isinstance(played.ended, Mishap):
            _check_mishap(trial, played, played.ended)
        if played.moments:
            longest = max(longest, len(played.moments) - 1)
            longest_ms = max(longest_ms, played.moments[-1].now)
    return f"the longest game had {longest} moves"


def _check_mishap(trial: Trial, played: Playout, mishap: Mishap) -> None:
    match mishap.kind:
        case "endless":
            fault = Fault(
                f"A random game did not end within {MAX_STEPS} moves.",
                "make sure that every game ends: count the turns, or end it when nobody makes "
                "progress. Do not rely on good players to end it.",
            )
            trial.tell(fault, seed=played.seed)
        case "stuck":
            fault = Fault(
                "Nobody may move, no clock runs, and the game is not over: the table "
                "waits for ever.",
                _STUCK,
            )
            trial.tell(fault, played, len(played.moments) - 1, _nobody_moves)
        case "unplayable":
            fault = Fault(
                f"The game does not start: {mishap}",
                "let Rules.start accept every number of players in Game.seats, with the default "
                "of each option.",
            )
            trial.tell(fault)
        case _:
            pass  # `prompts` and `plays` tell that


def _nobody_moves(trial: Trial, moment: Moment, _: Random) -> None:
    rules, state = trial.game.rules, moment.state
    if rules.is_over(state) or rules.prompts(state) or rules.deadline(state) is not None:
        return
    if not rules.free(state):
        raise Fault("", _STUCK)


# --- prompts ------------------------------------------------------------------------------


def prompts(trial: Trial) -> str:
    """Make moves that the prompts offer. The game must accept each."""
    return trial.each_moment(_accepts, each=16)


def _accepts(trial: Trial, moment: Moment, rng: Random) -> None:
    game, state = trial.game, moment.state
    if game.rules.is_over(state):
        return
    ask = Inquiry.at(moment, game, rng)
    if rng.random() < LONG_NAMES:
        ask.names = lengthened(ask.names)
    for seat, prompt in sorted(game.rules.prompts(state).items()):
        lines = [random_line(prompt, ask.names, rng) for _ in range(WAYS)]
        lines += [_first(spec, ask) for spec in prompt.moves]
        lines += [line for spec in prompt.moves for line in _suggested(spec, ask, rng)]
        for verb, rest in lines:
            outcome = ask.typed(seat, verb, rest, state)
            if outcome.refusal is not None:
                raise Fault(
                    f"The prompt offers {who(seat, moment)} '{verb} {rest}'.\n"
                    f"The game refuses it: {outcome.refusal[1]}",
                    "leave it out of the Prompt in Rules.prompts, or accept it in TextUI.parse "
                    f"and Rules.apply. A prompt for '{verb}' must offer what is possible now: "
                    "each of the choices, every number from min to max, each of the examples, of "
                    "the words that are known, and the default.",
                )


def _suggested(spec: MoveSpec, ask: Inquiry, rng: Random) -> Iterator[tuple[str, str]]:
    """Yield moves with what a form suggests: a default, and some of the words that are known."""
    for at, arg in enumerate(spec.args):
        found: list[str | int | None] = []
        match arg:
            case IntArg():
                found = [arg.default]
            case TextArg():
                found = [arg.default or None, *arg.known[:1], *arg.known[1:][-1:]]
            case _:
                pass
        for value in found:
            if value is not None:
                given = list(words(spec, ask.names, rng))
                given[at] = str(value)
                yield spec.verb.name, " ".join(given)


def _first(spec: MoveSpec, ask: Inquiry) -> tuple[str, str]:
    """Return a move with the first of everything."""
    given: list[str] = []
    for arg in spec.args:
        match arg:
            case SeatArg():
                given.append(ask.names[arg.choices[0]])
            case ChoiceArg():
                given.append(arg.choices[-1])
            case IntArg():
                given.append(str(arg.max))
            case TextArg():
                given.append(arg.examples[-1])
    return spec.verb.name, " ".join(given)


def offers(trial: Trial) -> str:
    """Make moves that no prompt offers. The game must refuse them."""
    seen: dict[tuple[str, int], set[str]] = {}
    for played in trial.played:
        for moment in played.moments[:200]:
            if not trial.game.rules.is_over(moment.state):
                for prompt in trial.game.rules.prompts(moment.state).values():
                    _note(prompt, seen)

    def examine(trial: Trial, moment: Moment, rng: Random) -> None:
        _all_offered(trial, moment, rng, seen)

    return trial.each_moment(examine)


def _note(prompt: Prompt, seen: dict[tuple[str, int], set[str]]) -> None:
    for spec in prompt.moves:
        for at, arg in enumerate(spec.args):
            if isinstance(arg, ChoiceArg):
                seen.setdefault((spec.verb.name, at), set()).update(arg.choices[:60])


def _all_offered(
    trial: Trial, moment: Moment, rng: Random, seen: dict[tuple[str, int], set[str]]
) -> None:
    game, state = trial.game, moment.state
    if game.rules.is_over(state):
        return
    ask = Inquiry.at(moment, game, rng)
    for seat, prompt in sorted(game.rules.prompts(state).items()):
        by_verb: dict[str, list[MoveSpec]] = {}
        for spec in prompt.moves:
            by_verb.setdefault(spec.verb.name, []).append(spec)
        for verb, specs in by_verb.items():
            for rest in _others(rng.choice(specs), ask, rng, seen):
                outcome = ask.typed(seat, verb, rest, state)
                if outcome.step is not None and _shows(ask, state, outcome.step.state):
                    if _is_offered(ask, seat, verb, rest, specs, state):
                        continue
                    raise Fault(
                        f"The rules allow {who(seat, moment)} to '{verb} {rest}', and the prompt "
                        "does not offer it. The host refuses every move that no prompt offers, so "
                        "no person can ever make it. A bot can.",
                        "if the move is right, offer it in Rules.prompts. If it is not, refuse it "
                        "in Rules.apply, with raise Refused(MoveFault.ILLEGAL, ...).",
                    )


def _others(
    spec: MoveSpec, ask: Inquiry, rng: Random, seen: dict[tuple[str, int], set[str]]
) -> Iterator[str]:
    """Yield lines that differ from what *spec* offers in one closed argument."""
    for at, arg in enumerate(spec.args):
        found: list[str] = []
        match arg:
            case SeatArg():
                found = [name for seat, name in ask.names.items() if seat not in arg.choices]
            case ChoiceArg():
                found = sorted(seen.get((spec.verb.name, at), set()) - {*arg.choices})
            case IntArg():
                found = [str(arg.min - 1), str(arg.max + 1)]
            case TextArg():
                continue
        for other in rng.sample(found, min(3, len(found))):
            given = list(words(spec, ask.names, rng))
            given[at] = other
            yield " ".join(given)


def _shows(ask: Inquiry, before: Any, after: Any) -> bool:
    """Check whether a watcher sees that anything has changed.

    A game may answer a player whose move came too late, and nothing else happens.
    """
    views = [as_json(ask.game.views.look(s, SPECTATOR)) for s in (before, after)]
    return views[0] != views[1]


def _is_offered(
    ask: Inquiry, seat: Seat, verb: str, rest: str, specs: Sequence[MoveSpec], state: Any
) -> bool:
    """Check whether the host would take the line as one that a prompt offers."""

    def read(words: str) -> msgspec.Raw | None:
        found = ask.parsed(seat, verb, words, state)
        return msgspec.Raw(msgspec.json.encode(found[0].move)) if found else None

    return spelled(specs, rest, ask.names) is not None or is_a_way(specs, rest, ask.names, read)


# --- who leaves, who comes, and the clock -------------------------------------------------------


def clock(trial: Trial) -> str:
    """Let the time run out in every phase."""
    return trial.each_moment(_time_runs_out)


def _time_runs_out(trial: Trial, moment: Moment, rng: Random) -> None:
    rules, state, now = trial.game.rules, moment.state, moment.now
    ask = Inquiry(trial.game, rng)
    first: int | None = None
    for number in range(RINGS):
        if rules.is_over(state):
            return
        deadline = rules.deadline(state)
        if deadline is None:
            return
        ask.turn_to(_later(moment, state, max(now, deadline), number))
        up = Act("time_up", now=max(now, deadline)).told(ask.names)
        outcome = ask.attempt(Act("time_up"), state)
        if outcome.step is None:
            raise Fault(
                "Rules.time_up refuses. Nobody asked for anything, so nobody can be refused.",
                "decide in Rules.time_up what happens when the time is up: a move for a "
                "player who is silent, the next turn, or the end.",
                then=(up,),
            )
        state, now = outcome.step.state, max(now, deadline)
        first = now if first is None else first
        after = None if rules.is_over(state) else rules.deadline(state)
        if after is not None and after <= deadline:
            raise Fault(
                f"The time was up at {deadline} ms, and after Rules.time_up the deadline is "
                f"{after} ms: it would be up again at once, for ever.",
                "set a later deadline in Rules.time_up, such as ctx.now + 60_000, or none.",
                then=(up,),
            )
    if now - (first or 0) < RINGS * RING_MS:
        raise Fault(
            f"If nobody does anything, the time runs out {RINGS} times within "
            f"{now - (first or 0)} ms. That keeps the host busy.",
            "set a later deadline in Rules.time_up: ctx.now + 60_000 is in a minute.",
        )


def _later(moment: Moment, state: Any, now: int, number: int) -> Moment:
    return replace(moment, state=state, now=now, number=moment.number + number)


def leaving(trial: Trial) -> str:
    """Let players leave in every phase. The game must go on or end."""
    if ends_game(trial.game.rules):
        return "without Rules.left, the game ends when somebody leaves"
    return trial.each_moment(_leaves)


def _leaves(trial: Trial, moment: Moment, rng: Random) -> None:
    rules, state, now = trial.game.rules, moment.state, moment.now
    ask = Inquiry(trial.game, rng)
    gone: list[Seat] = []
    names = names_for(moment.seats)
    here = moment.present
    for number, seat in enumerate(rng.sample(here, len(here))):
        if rules.is_over(state):
            return
        ask.turn_to(_later(moment, state, now, number))
        outcome = ask.attempt(Act("left", seat), state)
        then = [f"{names[each]} leaves" for each in (*gone, seat)]
        if outcome.step is None:
            raise Fault(
                f"Rules.left refuses that {names[seat]} leaves. A player who has gone cannot be "
                "refused.",
                "return a Step in which the game goes on without the player, or ends.",
                then=then,
            )
        state = outcome.step.state
        gone.append(seat)
        if len(gone) == len(here) or rules.is_over(state):
            return  # the host ends a game without players by itself
        asked = rules.prompts(state)
        waits = [each for each in gone if each in asked and asked[each].urgent]
        stays = [each for each in here if each not in gone]
        if rules.deadline(state) is not None or any(rules.free(state)):
            continue
        if not any(seat in asked for seat in stays):
            raise Fault(
                f"After {names[seat]} left, nobody who is there may move, and no clock runs: "
                f"{', '.join(names[each] for each in stays)} can only wait.",
                "in Rules.left, pass the turn to the next player who is still there, or "
                "end the game.",
                then=then,
            )
        if waits:
            raise Fault(
                f"After {names[seat]} left, the game still waits for {names[waits[0]]}, who has "
                "gone: their prompt is urgent, and no clock runs.",
                "in Rules.left, note that the player has gone, and leave them out of "
                "Rules.prompts.",
                then=then,
            )


def newcomers(trial: Trial) -> str:
    """Seat somebody wherever the game offers a seat."""
    return trial.each_moment(_newcomer)


def _newcomer(trial: Trial, moment: Moment, rng: Random) -> None:
    rules, state = trial.game.rules, moment.state
    if rules.is_over(state):
        return
    ask = Inquiry.at(moment, trial.game, rng)
    most = trial.game.seats[-1]
    for seat in rules.free(state):
        if not 1 <= seat <= most:
            raise Fault(
                f"Rules.free offers seat {seat}. The game has the seats 1 to {most}.",
                "offer only seats that Game.seats allows.",
            )
        outcome = ask.attempt(Act("joined", seat), state)
        if outcome.step is None:
            raise Fault(
                f"Rules.free offers seat {seat}, and Rules.joined refuses it.",
                "offer only seats that somebody may take now.",
            )
        after = outcome.step.state
        if not rules.is_over(after) and seat in rules.free(after):
            raise Fault(
                f"Somebody took seat {seat}, and Rules.free still offers it.",
                "let Rules.joined note that the seat is taken.",
                then=(f"somebody sits down at seat {seat}",),
            )


def reads(trial: Trial) -> str:
    """Type all kinds of lines. The game must read or refuse each."""
    return trial.each_moment(_reads)


_ODD: Final = (
    "",
    " ",
    "0",
    "-1",
    "1 2 3 4 5 6 7 8 9",
    "x",
    "999999999999999999999999",
    "a" * 200,
    "!?",
    "\u00e9t\u00e9",
    "seat1",
    "nobody",
    "1.5",
    "\u0664",
    "\u00b2",
)


def _reads(trial: Trial, moment: Moment, rng: Random) -> None:
    names, prompts = names_for(moment.seats), open_prompts(trial.game, moment.state)
    for seat in moment.seats[:2]:
        view = trial.game.views.look(moment.state, seat)
        reader = trial.game.reading(Reader(seat, names), prompts.get(seat))
        for verb in trial.game.verbs:
            for rest in rng.sample(_ODD, 6):
                try:
                    trial.game.text_ui.parse(verb.name, rest, view, reader)
                except Refused:
                    continue
                except Exception as error:
                    fault = crash(error)
                    raise Fault(
                        f"Somebody types '{verb.name} {rest[:40]}'. {fault.found}",
                        "people type anything. Refuse what you cannot read, with raise "
                        "Refused(MoveFault.MALFORMED, ...), and say what would be right.",
                    ) from error
