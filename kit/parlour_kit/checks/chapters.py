"""Check that nothing that was hidden in an ended chapter matters later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Final, TypeAlias

from parlour.api import SPECTATOR, Refused, Seat, Viewer
from parlour.candidates import random_line
from parlour.engine.chapters import has_chapters
from parlour_kit.checks.finding import Fault, NotChecked, short
from parlour_kit.checks.trial import Playout, Trial, who
from parlour_kit.hidden import as_json, by_field, is_a, leaves
from parlour_kit.impressions import Fact, compare_all, told_of, with_drawings
from parlour_kit.inquiry import Inquiry
from parlour_kit.playing import Act, Moment, bold_line, open_prompts, step_of

EACH: Final = 6
"""Ends of chapters in each game to ask about."""
TWINS: Final = 3
"""Twins to try at each of them."""
STEPS: Final = 6
"""Moves to play on after it."""
ENOUGH: Final = 8
"""Ends of chapters at which something must have stayed, before it is no chance."""
_MEND: Final = (
    "a chapter may end only when nothing that was hidden in it matters any more. Drop it from the "
    "state when the chapter ends, or let the chapter end later."
)
Private: TypeAlias = Mapping[str, frozenset[Any]]
"""What a seat sees and a watcher does not, by the name of the field."""


def chapters(trial: Trial) -> str:
    """Compare what follows the end of a chapter with what follows it in a twin."""
    if not has_chapters(trial.game.rules):
        return "it has no chapters"
    counts, kept = Counter[str](), _Kept()

    def examine(trial: Trial, moment: Moment, rng: Random) -> None:
        _ended(trial, moment, rng, counts)

    for played in (*trial.played, *trial.openings):
        ends = list(_ends(trial, played))
        counts["ends"] += len(ends)
        for index in Random(played.seed).sample(ends, min(EACH, len(ends))):
            trial.examine(played, index, examine)
        for index in ends:
            kept.note(trial, played, index)
    if not counts["ends"]:
        raise NotChecked("no chapter has ended in its random games")
    for name, played, index in kept.found:
        moment = played.moments[index]
        stays = partial(_stays, name)
        try:
            stays(trial, moment, Random(0))
        except Fault as fault:
            trial.tell(fault, played, index, stays)
    return f"{counts['ends']} ends of chapters, {counts['twins']} twins, {kept.told} compared"


def _ends(trial: Trial, played: Playout) -> Iterator[int]:
    """Yield the moments of a game, but for its end, at which a chapter has just ended."""
    rules, before = trial.game.rules, 0
    for index, moment in enumerate(played.moments):
        number: Any = rules.chapter(moment.state)
        if not is_a(number, int) or is_a(number, bool) or number < max(1, before):
            fault = Fault(
                f"Rules.chapter returned {short(number)}"
                + (f" after {before}." if index else " at the start."),
                "count chapters from 1, one by one, and never go back: others may have seen the "
                "earlier one with all hands.",
            )
            trial.tell(fault, played, index)
            return
        if index and number > before and not rules.is_over(moment.state):
            yield index
        before = number


def _has_ended(trial: Trial, moment: Moment) -> bool:
    rules = trial.game.rules
    if moment.kind == "start" or rules.is_over(moment.state):
        return False
    return rules.chapter(moment.before) < rules.chapter(moment.state)


# --- twins -----------------------------------------------------------------------------


def _ended(trial: Trial, moment: Moment, rng: Random, counts: Counter[str]) -> None:
    """Let the chapter end in a twin too. If a watcher sees no difference, nobody ever may.

    With all hands of the chapter, watchers know in which of both they are.
    """
    if not _has_ended(trial, moment):
        return
    ask = Inquiry(trial.game, rng, known=trial.known)
    ask.turn_to(moment)
    act = Act(moment.kind, moment.seat, moment.move, now=moment.now)
    for _ in range(TWINS):
        twin = ask.twin(moment.before, SPECTATOR)
        if twin == moment.before:
            return  # nothing was hidden any more
        try:
            step = step_of(trial.game.rules, act, twin, moment.context)
        except Refused:
            continue
        looks = [as_json(trial.game.views.look(s, SPECTATOR)) for s in (moment.state, step.state)]
        told = [told_of(ask, events, SPECTATOR) for events in (moment.step.events, step.events)]
        if looks[0] != looks[1] or told[0] != told[1]:
            continue  # now it is public
        counts["twins"] += 1
        _compare(ask, moment.state, step.state, ask.viewers)
        _play_on(ask, moment.state, step.state)


def _compare(ask: Inquiry, one: Any, other: Any, viewers: Iterable[Viewer]) -> None:
    for viewer in viewers:
        facts = [map(_later, with_drawings(ask, each, viewer)) for each in (one, other)]
        compare_all(ask, viewer, *facts)


def _later(fact: Fact) -> Fact:
    return fact._replace(what=f"a chapter later, {fact.what}")


def _play_on(ask: Inquiry, one: Any, other: Any) -> None:
    """Make the same moves in both, with the same luck, until the next chapter."""
    rules, rng = ask.game.rules, ask.rng
    chapter = rules.chapter(one)
    for number in range(STEPS):
        prompts = open_prompts(ask.game, one)
        if rules.is_over(one) or rules.chapter(one) != chapter or not prompts:
            return
        seat = rng.choice(sorted(prompts))
        line = random_line(prompts[seat], ask.names, rng)
        if number % 2:
            line = bold_line(other, prompts[seat], ask.names, rng)
        for act in ask.parsed(seat, *line, one):
            salt = rng.getrandbits(32)
            tried = [ask.attempt(act, each, salt=salt) for each in (one, other)]
            answers = (tried[0].refusal, tried[1].refusal)
            ask.known.same("a chapter later, the answer to a move", seat, *answers)
            first, second = (each.step for each in tried)
            if first is None or second is None:
                continue
            for viewer in ask.viewers:
                heard = (told_of(ask, step.events, viewer) for step in (first, second))
                ask.known.same("a chapter later, what is heard", viewer, *heard)
            one, other = first.state, second.state
            _compare(ask, one, other, (seat, SPECTATOR))


# --- what stays in sight ------------------------------------------------------------------


@dataclass
class _Kept:
    """What seats saw before and after the ends of chapters, in all games."""

    stayed: dict[str, list[bool]] = field(default_factory=dict[str, list[bool]])
    """By field that only its seat sees: for each end of a chapter, whether it was there again."""
    values: dict[str, set[frozenset[Any]]] = field(default_factory=dict[str, set[frozenset[Any]]])
    first: dict[str, tuple[Playout, int]] = field(default_factory=dict[str, tuple[Playout, int]])

    def note(self, trial: Trial, played: Playout, index: int) -> None:
        moment = played.moments[index]
        for seat in moment.seats:
            after = _private(trial, moment.state, seat)
            for name, values in _private(trial, moment.before, seat).items():
                key = f"{name} {seat}"
                self.stayed.setdefault(key, []).append(values <= after.get(name, frozenset()))
                self.values.setdefault(key, set()).add(values)
                self.first.setdefault(key, (played, index))

    @property
    def told(self) -> str:
        names = {key.rpartition(" ")[0].lstrip(".") or "all" for key in self.stayed}
        return f"what only a seat sees ({', '.join(sorted(names)) or 'nothing'})"

    @property
    def found(self) -> Iterator[tuple[str, Playout, int]]:
        """Each field that has always stayed, although it is not the same in all games."""
        names: dict[str, list[str]] = {}
        for key in self.stayed:
            names.setdefault(key.rpartition(" ")[0], []).append(key)
        for name, keys in names.items():
            stayed = [each for key in keys for each in self.stayed[key]]
            varies = any(len(self.values[key]) > 1 for key in keys)
            if len(stayed) >= ENOUGH and all(stayed) and varies:
                yield name, *self.first[keys[0]]


def _private(trial: Trial, state: Any, seat: Seat) -> Private:
    """Return what *seat* sees and a watcher does not."""
    look = trial.game.views.look
    public = {leaf for _, _, leaf in leaves(look(state, SPECTATOR))}
    own = by_field(look(state, seat))
    found = {name: frozenset(values) - public for name, values in own.items()}
    return {name: values for name, values in found.items() if values}


def _stays(name: str, trial: Trial, moment: Moment, rng: Random) -> None:
    """Raise Fault if a seat still sees what only it saw before the chapter ended."""
    if not _has_ended(trial, moment):
        return
    for seat in moment.seats:
        before = _private(trial, moment.before, seat).get(name)
        if before and before <= _private(trial, moment.state, seat).get(name, frozenset()):
            raise Fault(
                f"A chapter has ended, and what was hidden in it goes on: {who(seat, moment)} "
                f"still sees {name.lstrip('.') or 'it'}, and others do not.",
                _MEND,
            )
