"""Does a game tell anybody what he must not know? Checked at every moment of random games.

Four questions, each asked for every seat and for the spectator:

* `check_moment`: is everything this viewer can get out of the position the same in a
  twin position that differs wherever something is hidden from him? That is the view,
  its drawing, his prompt, the deadline, what he may look up, who may talk, and every refusal.
* `check_event`: does he hear the same when somebody else makes a move in the twin
  position that leaves him with the same view?
* `check_secret_move`: does he hear the same of a move whose content is not for him,
  whatever that content is?
* `check_newcomer`: does he who sits down at this moment learn anything that was hidden?

Each raises `Leak`, which says where and to whom.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from parlour.api import (
    SPECTATOR,
    AnyGame,
    Context,
    Lexicon,
    OptionValue,
    Prompt,
    Reader,
    Refused,
    Seat,
    Step,
    Viewer,
)
from parlour.testing.playing import NAMES, Moment, names_for, play, random_line

WIDTHS = (79, 120)
"""Widths at which drawings are compared: a narrow and a wide screen."""
TRIES = 4
"""Random requests tried on both twins at each moment."""

Choose = Callable[[Prompt, Mapping[Seat, str], Random], tuple[str, str]]
Luck = Callable[[Any, Any], Any]


def _own_luck(twin: Any, state: Any) -> Any:
    return twin


class Leak(AssertionError):
    """A viewer can learn something that is hidden from him."""


def check_game(
    game: AnyGame,
    rng: Random,
    *,
    seats: int,
    options: Mapping[str, OptionValue] | None = None,
    lexicon: Lexicon | None = None,
    lists: Mapping[str, Lexicon] | None = None,
    choose: Choose = random_line,
    requests: Iterable[str] = (),
    secret: Collection[type[Any]] = (),
    luck: Luck = _own_luck,
) -> int:
    """Play one random game and ask everything at every moment; the number of twins compared.

    *lists* are as in `play`. *requests* are further lines to try (as typed, with their
    verb): what a curious player would ask. *secret* are the types of moves whose content is
    not for others.
    *luck(twin, state)* gives the twin the luck to come of the state, for a game whose
    hidden deck shows itself card by card.
    Raises Leak; AssertionError if `alike` never differs.
    """
    compared = differing = 0
    moments = play(
        game, rng, seats=seats, options=options, lexicon=lexicon, lists=lists, choose=choose
    )
    for moment in moments:
        viewers: tuple[Viewer, ...] = (*moment.seats, SPECTATOR)
        names = names_for(moment.seats)
        for viewer in viewers:
            twin = game.views.alike(moment.state, viewer, rng)
            differing += twin != moment.state
            compared += 1
            check_moment(game, moment, twin, viewer, names, rng, lexicon, requests)
            check_concerns(game, moment, viewer, names)
            if moment.seat == viewer:
                continue
            check_event(game, moment, viewer, names, rng, lexicon, luck)
            if type(moment.move) in secret:
                check_secret_move(game, moment, viewer, names, rng, lexicon, choose)
        check_newcomer(game, moment, rng, lexicon)
    assert differing, f"{game.id}: alike() never gives another state"
    return compared


def check_moment(
    game: AnyGame,
    moment: Moment,
    twin: Any,
    viewer: Viewer,
    names: Mapping[Seat, str],
    rng: Random,
    lexicon: Lexicon | None = None,
    requests: Iterable[str] = (),
) -> None:
    """Everything *viewer* can get at this moment is the same in the twin position."""
    state = moment.state
    views = game.views.look(state, viewer), game.views.look(twin, viewer)
    _same("the view", viewer, *(msgspec.json.encode(view) for view in views))
    _same("the end", viewer, game.rules.is_over(state), game.rules.is_over(twin))
    _same("the deadline", viewer, game.rules.deadline(state), game.rules.deadline(twin))
    if not game.rules.is_over(state):
        _same("whom the game takes", viewer, game.rules.free(state), game.rules.free(twin))
    _same("the scores", viewer, game.scoring.scores(state), game.scoring.scores(twin))
    for width in WIDTHS:
        reader = Reader(viewer, names, width)
        _same("look", viewer, *(list(game.notation.show(view, reader)) for view in views))
    for word in (*_SOME_WORDS, "treasurer"):
        allowed = (game.views.may_look_up(each, viewer, word) for each in (state, twin))
        _same("may_look_up", viewer, *allowed)
    _same("who may talk", viewer, *(_talkers(game, each, names) for each in (state, twin)))
    _check_public_prompts(game, state, twin, viewer)
    if viewer is SPECTATOR:
        return
    prompts = game.rules.prompts(state), game.rules.prompts(twin)
    _same("the prompt", viewer, *(every.get(viewer) for every in prompts))
    prompt = prompts[0].get(viewer)
    if prompt is not None:
        reader = Reader(viewer, names, 79)
        asks = [list(game.notation.ask(prompt, view, reader)) for view in views]
        _same("the question", viewer, *asks)
    lines = [*requests, *(_random_request(game, names, rng) for _ in range(TRIES))]
    for line in lines:
        _check_refusal(game, moment, twin, viewer, names, line, lexicon)


def _talkers(game: AnyGame, state: Any, names: Mapping[Seat, str]) -> list[Seat]:
    """Everybody may find out who they are: he need only try to tell each of them something."""
    return [seat for seat in names if game.views.may_talk(state, seat)]


_SOME_WORDS = ("lantern", "a", "xyzzy")


def _check_public_prompts(game: AnyGame, state: Any, twin: Any, viewer: Viewer) -> None:
    """Whom the game waits for, and how long, is seen by everybody at the table."""
    waits = [
        {
            seat: prompt.due
            for seat, prompt in game.rules.prompts(each).items()
            if prompt.urgent and seat != viewer
        }
        for each in (state, twin)
    ]
    _same("whom the game waits for", viewer, *waits)


def _random_request(game: AnyGame, names: Mapping[Seat, str], rng: Random) -> str:
    """A line somebody might type, whether it is allowed now or not."""
    verb = rng.choice(game.verbs).name
    letter = chr(rng.randrange(97, 123))
    number = str(rng.randint(1, 12))
    text = "".join(chr(rng.randrange(97, 123)) for _ in range(rng.randint(1, 9)))
    kinds = [letter, number, ".", text, f"..{text}", rng.choice(sorted(names.values()))]
    return " ".join([verb, *rng.choices(kinds, k=rng.randint(0, 3))])


def _check_refusal(
    game: AnyGame,
    moment: Moment,
    twin: Any,
    seat: Seat,
    names: Mapping[Seat, str],
    line: str,
    lexicon: Lexicon | None,
) -> None:
    """A line that is refused is refused in both, in the same words."""
    answers = [
        _answer(game, moment, each, seat, names, line, lexicon) for each in (moment.state, twin)
    ]
    _same(f"the answer to '{line}'", seat, *answers)


def _answer(
    game: AnyGame,
    moment: Moment,
    state: Any,
    seat: Seat,
    names: Mapping[Seat, str],
    line: str,
    lexicon: Lexicon | None,
) -> tuple[str, str, str | None] | None:
    verb, _, rest = line.partition(" ")
    ctx = _context(moment, moment.number + 1, lexicon)
    try:
        view = game.views.look(state, seat)
        move = game.notation.parse(verb, rest, view, Reader(seat, names))
        game.rules.apply(state, seat, move, ctx)
    except Refused as refused:
        return refused.fault, refused.text, refused.near
    return None


def _context(moment: Moment, number: int, lexicon: Lexicon | None) -> Context:
    return Context(
        now=moment.now, seed=moment.seed, number=number, lexicon=lexicon, lists=moment.lists
    )


def check_event(
    game: AnyGame,
    moment: Moment,
    viewer: Viewer,
    names: Mapping[Seat, str],
    rng: Random,
    lexicon: Lexicon | None = None,
    luck: Luck = _own_luck,
) -> None:
    """The same move in a twin position, if it changes the same things, is heard the same."""
    if moment.seat is None or moment.move is None:
        return
    twin = luck(game.views.alike(moment.before, viewer, rng), moment.before)
    ctx = _context(moment, moment.number, lexicon)
    try:
        other = game.rules.apply(twin, moment.seat, moment.move, ctx)
    except Refused:
        return
    _compare_heard(game, moment.step, other, viewer, names)


def check_secret_move(
    game: AnyGame,
    moment: Moment,
    viewer: Viewer,
    names: Mapping[Seat, str],
    rng: Random,
    lexicon: Lexicon | None = None,
    choose: Choose = random_line,
) -> None:
    """Another move with the same verb, if it changes the same things, is heard the same."""
    prompt = game.rules.prompts(moment.before).get(moment.seat) if moment.seat else None
    if prompt is None or moment.seat is None:
        return
    ctx = _context(moment, moment.number, lexicon)
    for _ in range(TRIES):
        verb, rest = choose(prompt, names, rng)
        view = game.views.look(moment.before, moment.seat)
        move = game.notation.parse(verb, rest, view, Reader(moment.seat, names))
        if type(move) is type(moment.move):
            other = game.rules.apply(moment.before, moment.seat, move, ctx)
            _compare_heard(game, moment.step, other, viewer, names)


def check_newcomer(
    game: AnyGame, moment: Moment, rng: Random, lexicon: Lexicon | None = None
) -> None:
    """Who sits down sees and hears the same whatever is hidden from his seat.

    If nobody has held the seat, whatever is hidden from a watcher.
    """
    if game.rules.is_over(moment.state):
        return
    free = [seat for seat in game.rules.free(moment.state) if seat <= len(NAMES)]
    for seat in free[:1]:
        viewer: Viewer = seat if seat in moment.seats else SPECTATOR
        names = names_for(tuple(sorted({*moment.seats, seat})))
        ctx = _context(moment, moment.number + 1, lexicon)
        twin = game.views.alike(moment.state, viewer, rng)
        steps = [game.rules.joined(state, seat, ctx) for state in (moment.state, twin)]
        looks = [msgspec.json.encode(game.views.look(step.state, seat)) for step in steps]
        _same("the view", seat, *looks)
        _same("the prompt", seat, *(game.rules.prompts(step.state).get(seat) for step in steps))
        for reader in (seat, SPECTATOR):
            _same("what is heard", reader, *(told(game, s.events, reader, names) for s in steps))


def check_concerns(
    game: AnyGame, moment: Moment, viewer: Viewer, names: Mapping[Seat, str]
) -> None:
    """Whom an event does not concern reads of it what the watcher reads who hears the same."""
    for event in moment.step.events:
        heard, public = (game.views.hear(event, who) for who in (viewer, SPECTATOR))
        if heard is None or heard != public or heard.concerns is None:
            continue
        if viewer not in heard.concerns:
            texts = (
                list(game.notation.say(heard, Reader(who, names))) for who in (viewer, SPECTATOR)
            )
            _same(f"the sentence of {heard.name}", viewer, *texts)


def _compare_heard(
    game: AnyGame,
    one: Step[Any, Any],
    other: Step[Any, Any],
    viewer: Viewer,
    names: Mapping[Seat, str],
) -> None:
    looks = [msgspec.json.encode(game.views.look(step.state, viewer)) for step in (one, other)]
    if looks[0] == looks[1]:
        _same("who has hidden something", viewer, sorted(one.sealed), sorted(other.sealed))
        talkers = (_talkers(game, step.state, names) for step in (one, other))
        _same("who may talk", viewer, *talkers)
        _same(
            "what is heard",
            viewer,
            told(game, one.events, viewer, names),
            told(game, other.events, viewer, names),
        )


def told(
    game: AnyGame, events: Sequence[Any], viewer: Viewer, names: Mapping[Seat, str]
) -> list[tuple[str, bytes, list[str]]]:
    """What *viewer* hears of *events*: name, data and sentence of each."""
    reader = Reader(viewer, names)
    found: list[tuple[str, bytes, list[str]]] = []
    for event in events:
        heard = game.views.hear(event, viewer)
        if heard is not None:
            text = list(game.notation.say(heard, reader))
            found.append((heard.name, msgspec.json.encode(heard), text))
    return found


def _same(what: str, viewer: Viewer, one: Any, other: Any) -> None:
    if one != other:
        who = "the watcher" if viewer is SPECTATOR else f"seat {viewer}"
        raise Leak(f"{what} tells {who} what is hidden: {one!r} or {other!r}")
