"""One secret bit of the position, shown in a dozen ways that every game has: leaks for any game.

The bit follows from the whole position, so it differs in about half of its twins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final, NamedTuple
from zlib import crc32

from msgspec.structs import replace as changed

from parlour.api import (
    SPECTATOR,
    AnyGame,
    ChoiceArg,
    IntArg,
    Prompt,
    Refused,
    Step,
    TextUI,
    Viewer,
)
from parlour.engine.leaving import ends_game
from parlour_kit.inquiry import told_by
from parlour_kit.playing import Act, Moment, heard_of, step_of
from parlour_kit.values import frozen

EARLY: Final = 60
"""The moments of a game to look at."""


def bit(state: Any) -> int:
    """Return the secret bit of a position."""
    return crc32(repr(frozen(state)).encode()) & 1


def _part(part: Any, **methods: Any) -> Any:
    """Return an object like *part* with other methods."""
    base: Any = part.__class__
    kind: Any = type(f"Leaky{base.__name__}", (base,), methods)
    made = kind.__new__(kind)
    getattr(made, "__dict__", {}).update(getattr(part, "__dict__", {}))
    return made


def _rules(game: AnyGame, **methods: Any) -> AnyGame:
    return replace(game, rules=_part(game.rules, **methods))


def _views(game: AnyGame, **methods: Any) -> AnyGame:
    return replace(game, views=_part(game.views, **methods))


def _prompts(game: AnyGame, change: Callable[[Prompt, int], Prompt]) -> AnyGame:
    def prompts(self: Any, state: Any) -> Mapping[Any, Prompt]:
        found = game.rules.prompts(state)
        return {seat: change(prompt, bit(state)) for seat, prompt in found.items()}

    return _rules(game, prompts=prompts)


def _args(prompt: Prompt, change: Callable[[Any], Any]) -> Prompt:
    moves = tuple(changed(m, args=tuple(map(change, m.args))) for m in prompt.moves)
    return changed(prompt, moves=moves)


def order_of_choices(game: AnyGame) -> AnyGame:
    """The choices of a prompt stand in another order."""

    def turn(arg: Any) -> Any:
        return changed(arg, choices=arg.choices[::-1]) if isinstance(arg, ChoiceArg) else arg

    return _prompts(game, lambda prompt, one: _args(prompt, turn) if one else prompt)


def order_of_moves(game: AnyGame) -> AnyGame:
    """The moves of a prompt stand in another order."""
    return _prompts(game, lambda p, one: changed(p, moves=p.moves[::-1]) if one else p)


def label_of_a_field(game: AnyGame) -> AnyGame:
    """A field of a form has another label."""

    def name(arg: Any) -> Any:
        return changed(arg, label="Which") if hasattr(arg, "label") else arg

    return _prompts(game, lambda prompt, one: _args(prompt, name) if one else prompt)


def default_of_a_number(game: AnyGame) -> AnyGame:
    """A field of a form begins with another number."""

    def begin(arg: Any) -> Any:
        return changed(arg, default=arg.max) if isinstance(arg, IntArg) else arg

    return _prompts(game, lambda prompt, one: _args(prompt, begin) if one else prompt)


def one_waits(game: AnyGame) -> AnyGame:
    """The game does not wait for a player."""
    return _prompts(game, lambda prompt, one: changed(prompt, urgent=bool(one)))


def due_of_a_prompt(game: AnyGame) -> AnyGame:
    """A player has a millisecond more."""
    return _prompts(game, lambda p, one: changed(p, due=p.due and p.due + one))


def deadline(game: AnyGame) -> AnyGame:
    """The clock has a millisecond more."""

    def later(self: Any, state: Any) -> Any:
        due = game.rules.deadline(state)
        return due if due is None else due + bit(state)

    def time_up(self: Any, state: Any, ctx: Any) -> Step[Any, Any]:
        return game.rules.time_up(state, ctx)  # a class with its own deadline must have one

    return _rules(game, deadline=later, time_up=time_up)


def scores(game: AnyGame) -> AnyGame:
    """Somebody has a point more until the end."""

    def points(self: Any, state: Any) -> Any:
        found = dict(game.scoring.scores(state))
        if found and not game.rules.is_over(state):
            found[min(found)] += bit(state)
        return found

    return replace(game, scoring=_part(game.scoring, scores=points))


def talk(game: AnyGame) -> AnyGame:
    """Somebody may not talk."""

    def may_talk(self: Any, state: Any, viewer: Any) -> bool:
        return game.views.may_talk(state, viewer) and (viewer != 1 or not bit(state))

    return _views(game, may_talk=may_talk)


def seals(game: AnyGame) -> AnyGame:
    """A step seals something for somebody else."""

    def apply(self: Any, state: Any, seat: Any, move: Any, ctx: Any) -> Step[Any, Any]:
        step = game.rules.apply(state, seat, move, ctx)
        return replace(step, sealed={**step.sealed, seat: 1}) if bit(state) else step

    return _rules(game, apply=apply)


def presence(game: AnyGame) -> AnyGame:
    """The first event of a step is told twice."""

    def apply(self: Any, state: Any, seat: Any, move: Any, ctx: Any) -> Step[Any, Any]:
        step = game.rules.apply(state, seat, move, ctx)
        events = tuple(step.events)
        return replace(step, events=(*events[:1], *events)) if bit(state) else step

    return _rules(game, apply=apply)


def order_of_events(game: AnyGame) -> AnyGame:
    """The events of a step come in another order, and the first one once more at the end."""

    def apply(self: Any, state: Any, seat: Any, move: Any, ctx: Any) -> Step[Any, Any]:
        step = game.rules.apply(state, seat, move, ctx)
        events = tuple(step.events)
        told = (*events[::-1], *events) if bit(state) else (*events, *events[::-1])
        return replace(step, events=told)

    return _rules(game, apply=apply)


def wording_of_a_refusal(game: AnyGame) -> AnyGame:
    """A refusal ends otherwise."""

    def apply(self: Any, state: Any, seat: Any, move: Any, ctx: Any) -> Step[Any, Any]:
        try:
            return game.rules.apply(state, seat, move, ctx)
        except Refused as refused:
            raise Refused(refused.fault, refused.text + " " * bit(state)) from None

    return _rules(game, apply=apply)


def who_leaves(game: AnyGame) -> AnyGame:
    """A leaver is told of twice."""

    def left(self: Any, state: Any, seat: Any, ctx: Any) -> Step[Any, Any]:
        step = game.rules.left(state, seat, ctx)
        events = tuple(step.events)
        return replace(step, events=events * 2) if bit(state) else step

    return _rules(game, left=left)


def words_to_look_up(game: AnyGame) -> AnyGame:
    """Somebody may not ask about a word."""

    def may_look_up(self: Any, state: Any, viewer: Any, word: str) -> bool:
        return game.views.may_look_up(state, viewer, word) and not bit(state)

    return _views(game, may_look_up=may_look_up)


KINDS: Final = (
    order_of_choices,
    order_of_moves,
    label_of_a_field,
    default_of_a_number,
    one_waits,
    due_of_a_prompt,
    deadline,
    scores,
    talk,
    seals,
    presence,
    order_of_events,
    wording_of_a_refusal,
    who_leaves,
    words_to_look_up,
)
"""The ways in which the bit shows."""


class Alike(NamedTuple):
    """A position and a twin of it that *viewer* cannot tell apart, and what happens next."""

    moment: Moment
    twin: Any
    viewer: Viewer
    acts: Sequence[Act]


def pairs_of(game: AnyGame, games: Iterable[Sequence[Moment]]) -> list[Alike]:
    """Return twins of the early moments of some honest *games*, two for each of some viewers."""
    rng, found = Random(0), list[Alike]()
    for moments in games:
        for at, moment in enumerate(moments[:EARLY]):
            acts = [Act(m.kind, m.seat, m.move, now=m.now) for m in moments[at : at + 2]]
            acts = [act for act in acts if act.kind == "move"]
            if not ends_game(game.rules):
                acts.append(Act("left", rng.choice(moment.present)))
            viewers: list[Viewer] = [SPECTATOR, rng.choice(moment.seats)]
            for viewer in viewers * 2:
                twin = game.views.resample(moment.state, viewer, rng)
                if twin != moment.state:
                    found.append(Alike(moment, twin, viewer, acts))
    return found


def shows(leaky: AnyGame, honest: AnyGame, pairs: Iterable[Alike]) -> bool:
    """Check whether the bit shows to somebody: not every game has every way.

    What the honest game tells apart, or what the viewer sees differ after a step, is no leak.
    """
    return any(_differs(leaky, each) and not _differs(honest, each) for each in pairs)


def _differs(game: AnyGame, pair: Alike) -> bool:
    states = pair.moment.state, pair.twin
    one, two = (_answers(game, each, pair) for each in states)
    if one != two:
        return True
    for act in pair.acts if not game.rules.is_over(pair.moment.state) else ():
        first, second = (_of_step(game, each, act, pair) for each in states)
        # Both are refused, or they look the same afterwards.
        if first[0] == second[0] and first[1] != second[1]:
            return True
    return False


def _answers(game: AnyGame, state: Any, pair: Alike) -> list[Any]:
    """Return what the ways change of a position, as the viewer gets it."""
    rules, views, viewer = game.rules, game.views, pair.viewer
    found: list[Any] = [game.scoring.scores(state)]
    found += [views.may_talk(state, seat) for seat in pair.moment.seats]
    if not rules.is_over(state):  # then everybody may ask about every word
        found.append(game.lexicon is None or views.may_look_up(state, viewer, "lantern"))
        prompts = rules.prompts(state)
        found += [rules.deadline(state), None if viewer is SPECTATOR else prompts.get(viewer)]
        found.append([seat for seat, prompt in prompts.items() if prompt.urgent])
    return found


def _of_step(game: AnyGame, state: Any, act: Act, pair: Alike) -> tuple[Any, Any]:
    """Return what the viewer may see differ after *act*, and what they may not.

    A refusal is told only to who made the move. If the host reads the moves as prompts offer them,
    nobody can type one that only the rules refuse.
    """
    views, viewer = game.views, pair.viewer
    text_ui: Any = type(game.text_ui)
    ours: Any = TextUI
    try:
        step = step_of(game.rules, act, state, pair.moment.then(pair.moment.now))
    except Refused as refused:
        typed = text_ui.parse is not ours.parse
        return "refused", told_by(refused) if typed and act.seat == viewer else None
    told = [each for each in (views.reveals(event, viewer) for event in step.events) if each]
    seen = views.look(step.state, viewer), {*map(repr, told)}
    heard = list(heard_of(game, step.events, viewer))
    return seen, (heard, dict(step.sealed), _answers(game, step.state, pair))
