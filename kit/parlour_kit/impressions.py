"""What a viewer gets of a position and of a step, and the comparison of two of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from parlour.api import SPECTATOR, Reader, Viewer
from parlour.engine.chapters import has_chapters
from parlour.engine.outcomes import result_of
from parlour.language import ENGLISH
from parlour.language import _ as of_host
from parlour.rendering import rendered
from parlour.scene import encoded
from parlour.scene_limits import WIDTH_LEAST
from parlour_kit.hidden import as_json
from parlour_kit.inquiry import Inquiry, Outcome
from parlour_kit.leaks import Told, differences
from parlour_kit.origins import Call, line_of, maker_of, return_of
from parlour_kit.playing import heard_of, open_prompts

LANGS = (ENGLISH, *of_host.languages())
"""The languages of the host: a text may tell more in one of them."""
SCREENS = ((WIDTH_LEAST, LANGS[-1]), (79, ENGLISH))
"""Screens for comparing drawings, a narrow and a wide one, with the language of the reader."""


RIGHTLY = "If the rules let them learn it, `look` must show it or `Views.reveals` must return it."
"""Advice for a viewer who hears something that their view does not keep."""


WATCHED = (
    "Anybody can watch, a player's friend too: show watchers what all players see, and no more."
)
"""Advice for a watcher who sees what a player must not know."""


_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


class Impression:
    """One viewer's impression of an outcome: what they see and hear, and can get afterwards."""

    def __init__(self, ask: Inquiry, outcome: Outcome, viewer: Viewer) -> None:
        step = outcome.step
        assert step is not None, "it was refused"
        self._ask = ask
        self._outcome = outcome
        self.step = step
        self.viewer = viewer
        self.view = as_json(ask.game.views.look(step.state, viewer))
        told = (
            (type(event).__name__, ask.game.views.reveals(event, viewer)) for event in step.events
        )
        self.revealed = [pair for pair in told if pair[1] is not None]
        self.told = told_of(ask, step.events, viewer)
        self._got: list[Fact] = []

    def same_view(self, other: Outcome) -> Impression | None:
        """Return the impression of *other*, or None if the viewer rightly sees a difference."""
        if other.step is None:
            return None
        seen = Impression(self._ask, other, self.viewer)
        # How often and in which order the game reveals the same is not what it reveals.
        if seen.view != self.view:
            return None
        differs = [each for each in self.revealed if each not in seen.revealed]
        differs += [each for each in seen.revealed if each not in self.revealed]
        self._ask.excused.update(name for name, _ in differs)
        return None if differs else seen

    def compare(self, other: Outcome) -> bool:
        """Raise Leak if *other* differs and yet shows the same. Return False if it shows more."""
        seen = self.same_view(other)
        if seen is None:
            return False
        ask, viewer = self._ask, self.viewer
        ask.counts["happenings"] += 1
        equal = self.compare_told(seen)
        self._got = self._got or list(after(ask, self._outcome, viewer))
        compare_all(ask, viewer, self._got, after(ask, other, viewer))
        if viewer is SPECTATOR and equal:  # what they hear explains what is printed
            steps = [step for step in (self._outcome.step, other.step) if step is not None]
            one, two = (list(step.events) for step in steps)
            if list(map(type, one)) == list(map(type, two)):
                printed_ones = (list(map(printed, each)) for each in (one, two))
                ask.known.same("the repr of the events", viewer, *printed_ones)
        return True

    def compare_told(self, other: Impression) -> bool:
        """Raise Leak if the viewer hears something else in *other*, which looks the same.

        Return False if they do, and that was told before.
        """
        same = self._ask.known.same
        find = partial(self.line_heard, other)
        heard = (self.heard, other.heard)
        equal = same("what is heard", self.viewer, *heard, advice=RIGHTLY, find=find)
        if equal:
            sentences = ([text for _, _, text in each.told] for each in (self, other))
            what = "the sentence about what is heard"
            same(what, self.viewer, *sentences, advice=RIGHTLY)
        return equal

    def line_heard(self, other: Impression, where: str) -> str:
        """Return the line of the game that makes the viewer hear something else in *other*."""
        return _heard_line(self._ask, self._outcome, other._outcome, self.viewer, where)

    def line_sealed(self, where: str) -> str:
        """Return the line of the game that seals something in this step."""
        return maker_of(lambda: self._outcome.again().step, ("sealed",))

    @property
    def heard(self) -> list[Told]:
        """What was heard, without how it was worded."""
        return [Told(name, data) for name, data, _ in self.told]

    @property
    def names(self) -> list[str]:
        """The names of the events that were heard."""
        return [name for name, _, _ in self.told]


def told_of(
    ask: Inquiry, events: Sequence[Any], viewer: Viewer
) -> list[tuple[str, bytes, list[str]]]:
    """Return what *viewer* hears of *events*: name, data and sentence of each."""
    readers = [Reader(viewer, ask.names, lang=lang) for lang in LANGS]
    readers.append(Reader(viewer, ask.names, taps=True))
    found: list[tuple[str, bytes, list[str]]] = []
    for heard in heard_of(ask.game, events, viewer):
        text = [line for reader in readers for line in ask.game.text_ui.say(heard, reader)]
        found.append((heard.name, as_json(heard), text))
    return found


def _heard_line(ask: Inquiry, one: Outcome, two: Outcome, viewer: Viewer, where: str) -> str:
    """Return the line of the game that makes *viewer* hear something else of two outcomes."""
    hear = ask.game.views.hear
    if one.step is None or two.step is None:
        return ""
    first, second = list(one.step.events), list(two.step.events)
    if list(map(type, first)) != list(map(type, second)):
        longer, more, less = (one, first, second)
        if len(second) > len(first):
            longer, more, less = (two, second, first)
        kinds: list[type[Any]] = [type(event) for event in less]
        at = next((n for n, each in enumerate(more) if type(each) not in kinds), len(more) - 1)
        return maker_of(partial(_events_again, longer), (at,))
    for at, (mine, other) in enumerate(zip(first, second, strict=True)):
        pair = hear(mine, viewer), hear(other, viewer)
        if pair[0] == pair[1] or (as_json(pair[0]) == as_json(pair[1])):
            continue
        calls = partial(hear, mine, viewer), partial(hear, other, viewer)
        if pair[0] is None or pair[1] is None:
            return return_of(*calls)
        place = where.partition(".")[2].partition(".")[2]
        places = differences(*pair)
        below = f".{place}" if f".{place}" in places else (places or [""])[0]
        if pair[0] is not mine:
            return line_of(*calls, below)
        return line_of(partial(_event_again, one, at), partial(_event_again, two, at), below)
    return ""


def _events_again(outcome: Outcome) -> list[Any]:
    """Let it happen once more, and return its events."""
    if outcome.what is not None:
        step = outcome.again().step
    else:
        ask = outcome.ask
        ctx = ask.chance(outcome.at, outcome.salt, starts=True)
        step = None if ask.setup is None else ask.game.rules.start(ask.setup, ctx)
    return [] if step is None else list(step.events)


def _event_again(outcome: Outcome, at: int) -> Any:
    return _events_again(outcome)[at]


class Fact(NamedTuple):
    """Something that a viewer gets, and how the game makes it."""

    what: str
    value: Any
    make: Call
    drawn: bool = False
    """It is made of the view alone, so it differs where the view does."""


Facts = Iterator[Fact]


def _facts(ask: Inquiry, state: Any, viewer: Viewer) -> Facts:
    """Yield everything except drawings that *viewer* can get out of *state*, with its name."""
    game = ask.game
    prompts = game.rules.prompts(state)  # first: rules may remember this
    asked = partial(game.rules.prompts, state)
    look = partial(game.views.look, state, viewer)
    yield Fact("the view", as_json(look()), look)
    yield from traces(ask, state)
    waits = {seat: each.due for seat, each in prompts.items() if each.urgent and seat != viewer}
    yield Fact("whom the game waits for", waits, asked)
    if viewer is not SPECTATOR:
        yield Fact("the prompt", prompts.get(viewer), lambda: asked().get(viewer))
        for verb in game.channels:
            channel = partial(game.views.channel, state, viewer, verb.name)
            yield Fact(f"who hears {verb.name}", sorted(channel()), channel)
            talkers = [s for s in ask.seats if viewer in game.views.channel(state, s, verb.name)]
            yield Fact(f"whom they hear in {verb.name}", talkers, channel)


def traces(ask: Inquiry, state: Any) -> Facts:
    """Yield what everybody learns of *state* without looking at it, except who is asked."""
    rules, scoring, views = ask.game.rules, ask.game.scoring, ask.game.views
    over = rules.is_over(state)
    yield Fact("the deadline", rules.deadline(state), partial(rules.deadline, state))
    yield Fact("the end", over, partial(rules.is_over, state))
    free = () if over else rules.free(state)
    yield Fact("whom the game takes", free, partial(rules.free, state))
    if over:
        result = result_of(scoring, state, ask.seats, ask.moment.gone)
        yield Fact("the result", result, partial(scoring.outcome, state))
    if has_chapters(rules):
        yield Fact("the chapter", rules.chapter(state), partial(rules.chapter, state))
    yield Fact("the scores", scoring.scores(state), partial(scoring.scores, state))
    for what, may in (("who may talk", views.may_talk), ("who may get messages", views.may_tell)):
        yield Fact(
            what, [s for s in ask.seats if may(state, s)], partial(may, state, ask.seats[0])
        )


def asked_in(ask: Inquiry, state: Any, viewer: Viewer) -> Any:
    """Return whom the game waits for, and what it offers *viewer*, whatever the time is."""
    prompts = open_prompts(ask.game, state)
    own = prompts.get(viewer) if viewer is not SPECTATOR else None
    urgent = sorted(seat for seat, prompt in prompts.items() if prompt.urgent)
    return urgent, own and own.moves


def with_drawings(ask: Inquiry, state: Any, viewer: Viewer) -> Facts:
    """Yield everything that *viewer* can get out of *state*, with its name."""
    yield from _facts(ask, state, viewer)
    game, view = ask.game, ask.game.views.look(state, viewer)
    draws = [
        partial(game.text_ui.draw, view, Reader(viewer, ask.names, width, lang))
        for width, lang in SCREENS
    ]
    scenes = [draw() for draw in draws]
    data = b""
    for scene, draw, (width, lang) in zip(scenes, draws, SCREENS, strict=True):
        data, sound = encoded(scene, lang)
        lines = ask.drawn.get((data, width))
        if lines is None:
            lines = ask.drawn[data, width] = rendered(sound, width, lang)
        yield Fact("look", lines, draw, drawn=True)
    yield Fact("the scene", data, draws[-1], drawn=True)
    prompt = None if viewer is SPECTATOR else game.rules.prompts(state).get(viewer)
    if prompt is not None:
        for taps in (False, True):
            reader = Reader(viewer, ask.names, taps=taps)
            question = partial(game.text_ui.ask, prompt, view, reader)
            yield Fact("the question", list(question()), question, drawn=True)


def after(ask: Inquiry, outcome: Outcome, viewer: Viewer) -> Facts:
    """Yield what *viewer* gets of a step. Take it again, for rules that remember the last one."""
    again = outcome.again()
    assert again.step is not None, "what was allowed once is allowed twice"
    step = again.step
    yield Fact("who has hidden something", sorted(step.sealed), outcome.again)
    told = told_of(ask, step.events, viewer)
    events = partial(_events_again, outcome)
    yield Fact("what is heard", [Told(name, data) for name, data, _ in told], events)
    sentences = [text for _, _, text in told]
    yield Fact("the sentence about what is heard", sentences, events, drawn=True)
    yield from with_drawings(ask, step.state, viewer)
    yield Fact("what is logged", again.logged, outcome.again)


def compare_all(ask: Inquiry, viewer: Viewer, one: Iterable[Fact], two: Iterable[Fact]) -> None:
    """Compare each as a whole: what one position leaves behind must not help the other.

    Where a leak that was told shows in what they see or hear, what is made of it is left out.
    """
    explained = False
    for mine, other in zip(list(one), list(two), strict=False):
        if mine.what != other.what:
            return
        if explained and mine.drawn:
            continue
        find = partial(line_of, mine.make, other.make)
        equal = ask.known.same(mine.what, viewer, mine.value, other.value, find=find)
        explained |= not equal


def printed(value: Any) -> str:
    """Return what a log would show of *value*, without addresses in memory."""
    return _ADDRESS.sub("", repr(value))
