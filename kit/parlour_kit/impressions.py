"""What a viewer gets of a position and of a step, and the leak that two of them show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from parlour.api import SPECTATOR, Reader, Viewer
from parlour.language import ENGLISH
from parlour.language import _ as of_host
from parlour.rendering import plain
from parlour.scene import checked, encoded
from parlour_kit.hidden import as_json, is_a
from parlour_kit.inquiry import Inquiry, Outcome
from parlour_kit.playing import heard_of, open_prompts

LANGS = (ENGLISH, *of_host.languages())
"""The languages of the host: a text may tell more in one of them."""
SCREENS = ((40, LANGS[-1]), (79, ENGLISH))
"""Screens for comparing drawings, a narrow and a wide one, with the language of the reader."""


RIGHTLY = "If the rules let them learn it, `look` must show it or `Views.reveals` must return it."
"""Advice for a viewer who hears something that their view does not keep."""


WATCHED = (
    "Anybody can watch, a player's friend too: show watchers what all players see, and no more."
)
"""Advice for a watcher who sees what a player must not know."""


_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


class Leak(AssertionError):
    """A viewer can learn something that is hidden from them.

    * `what`: what reveals it, such as `the view`;
    * `viewer`: to whom;
    * `pair`: what they get in two positions that should look the same to them.
    """

    def __init__(
        self,
        text: str,
        *,
        what: str = "",
        viewer: Viewer | None = None,
        pair: tuple[Any, Any] | None = None,
    ) -> None:
        super().__init__(text)
        self.what = what
        self.viewer = viewer
        self.pair = pair
        self.story: Sequence[str] = ()
        """The lines that players typed, where nobody can play them again."""


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
        self._got: list[tuple[str, Any]] = []

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
        for (what, one), (_, two) in zip(_heard(self.told), _heard(seen.told), strict=True):
            same(what, viewer, one, two, advice=RIGHTLY)
        self._got = self._got or list(after(ask, self._outcome, viewer))
        compare_all(viewer, iter(self._got), after(ask, other, viewer))
        if viewer is SPECTATOR:
            steps = [step for step in (self._outcome.step, other.step) if step is not None]
            one, two = (list(step.events) for step in steps)
            if list(map(type, one)) == list(map(type, two)):
                same(
                    "the repr of the events", viewer, *(list(map(printed, e)) for e in (one, two))
                )
        return True


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


Facts = Iterator[tuple[str, Any]]


def _heard(told: Sequence[tuple[str, bytes, list[str]]]) -> Facts:
    """Yield what was heard, and apart from it how it was worded."""
    yield "what is heard", [(name, data) for name, data, _ in told]
    yield "the sentence about what is heard", [text for _, _, text in told]


def _facts(ask: Inquiry, state: Any, viewer: Viewer) -> Facts:
    """Yield everything except drawings that *viewer* can get out of *state*, with its name."""
    game = ask.game
    prompts = game.rules.prompts(state)  # first: rules may remember this
    yield "the view", as_json(game.views.look(state, viewer))
    yield from traces(ask, state)
    yield (
        "whom the game waits for",
        {seat: prompt.due for seat, prompt in prompts.items() if prompt.urgent and seat != viewer},
    )
    if viewer is not SPECTATOR:
        yield "the prompt", prompts.get(viewer)
        for verb in game.channels:
            hearers = sorted(game.views.channel(state, viewer, verb.name))
            yield f"who hears {verb.name}", hearers
            talkers = [s for s in ask.seats if viewer in game.views.channel(state, s, verb.name)]
            yield f"whom they hear in {verb.name}", talkers


def traces(ask: Inquiry, state: Any) -> Facts:
    """Yield what everybody learns of *state* without looking at it, except who is asked."""
    game = ask.game
    yield "the deadline", game.rules.deadline(state)
    yield "the end", game.rules.is_over(state)
    if not game.rules.is_over(state):
        yield "whom the game takes", game.rules.free(state)
    yield "the scores", game.scoring.scores(state)
    yield "who may talk", [seat for seat in ask.seats if game.views.may_talk(state, seat)]
    yield "who may get messages", [s for s in ask.seats if game.views.may_tell(state, s)]


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
    scenes = [
        game.text_ui.draw(view, Reader(viewer, ask.names, width, lang)) for width, lang in SCREENS
    ]
    for scene, (width, lang) in zip(scenes, SCREENS, strict=True):
        yield "look", plain(checked(scene), width, lang)
    yield "the scene", encoded(scenes[-1])[0]
    prompt = None if viewer is SPECTATOR else game.rules.prompts(state).get(viewer)
    if prompt is not None:
        for taps in (False, True):
            reader = Reader(viewer, ask.names, taps=taps)
            yield "the question", list(game.text_ui.ask(prompt, view, reader))


def after(ask: Inquiry, outcome: Outcome, viewer: Viewer) -> Facts:
    """Yield what *viewer* gets of a step. Take it again, for rules that remember the last one."""
    again = outcome.again()
    assert again.step is not None, "what was allowed once is allowed twice"
    step = again.step
    yield "who has hidden something", sorted(step.sealed)
    yield from _heard(told_of(ask, step.events, viewer))
    yield from with_drawings(ask, step.state, viewer)
    yield "what is logged", again.logged


def compare_all(viewer: Viewer, one: Facts, two: Facts) -> None:
    """Compare each as a whole: what one position leaves behind must not help the other."""
    for (what, first), (_, second) in zip(list(one), list(two), strict=False):
        same(what, viewer, first, second)


def same(what: str, viewer: Viewer, one: Any, other: Any, *, advice: str = "") -> None:
    """Raise Leak unless both are equal."""
    if one != other:
        first, second = _difference(one, other)
        text = f"{what} tells {name_of(viewer)} what is hidden: {first!r} or {second!r}"
        told = f"{text}. {advice}" if advice else text
        raise Leak(told, what=what, viewer=viewer, pair=(first, second))


def _difference(one: Any, other: Any) -> tuple[Any, Any]:
    """Return the first members of two lists that differ, if the difference is there."""
    if is_a(one, list) and is_a(other, list):
        pairs = zip(one, other, strict=False)
        return next((pair for pair in pairs if pair[0] != pair[1]), (one, other))
    if is_a(one, bytes) and is_a(other, bytes):
        at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
        near = slice(max(0, at - 40), at + 60)
        return one[near].decode(errors="replace"), other[near].decode(errors="replace")
    return one, other


def name_of(viewer: Viewer) -> str:
    """Return who *viewer* is, for a report."""
    return "the watcher" if viewer is SPECTATOR else f"seat {viewer}"


def printed(value: Any) -> str:
    """Return what a log would show of *value*, without addresses in memory."""
    return _ADDRESS.sub("", repr(value))
