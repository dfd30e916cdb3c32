"""Checks of what people read: texts, scenes, refusals."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from random import Random
from typing import Any, Final

from parlour.api import MoveFault, Reader, Seat
from parlour.language import UNWRAPPED, Form
from parlour.rendering import for_reader, plain
from parlour.scene import Scene, SceneFault, encoded
from parlour.scene_limits import WIDTH_LEAST
from parlour.texts import columns
from parlour_kit.checks.finding import NEVER, Fault, short, wrong
from parlour_kit.checks.trial import Trial, eyes_of, who
from parlour_kit.hidden import is_a
from parlour_kit.inquiry import Inquiry
from parlour_kit.longest import LONG_NAMES, lengthened
from parlour_kit.playing import Moment, heard_of, names_for, open_prompts, shaped_line
from parlour_kit.values import frozen

WIDTHS: Final = (WIDTH_LEAST, 57, 79, 120)
"""Widths of screens to draw on."""


TEXT_MOST: Final = 4_000
"""The most characters of a sentence: two screens."""


def text(trial: Trial) -> str:
    """Read every text: plain characters, lines that fit, no names of seats as numbers."""
    for name, page in (("Game.rules_text", trial.game.rules_text),):
        for line in page.splitlines():
            _plain(name, line)
    return trial.each_moment(_text)


def _names(moment: Moment, rng: Random) -> Mapping[Seat, str]:
    names = names_for(moment.seats)
    return lengthened(names) if rng.random() < LONG_NAMES else names


def _text(trial: Trial, moment: Moment, rng: Random) -> None:
    names = _names(moment, rng)
    text_ui = trial.game.text_ui
    prompts = open_prompts(trial.game, moment.state)
    _tapped(trial, moment, names)
    for width in WIDTHS[:3]:
        for eyes in eyes_of(trial, moment, width, names):
            lines: list[tuple[str, str]] = []
            for heard in heard_of(trial.game, moment.step.events, eyes.viewer):
                lines += [("TextUI.say", line) for line in text_ui.say(heard, eyes.reader)]
            prompt = prompts.get(eyes.viewer) if isinstance(eyes.viewer, int) else None
            if prompt is not None:
                asked = text_ui.ask(prompt, eyes.view, eyes.reader)
                lines += [("TextUI.ask", line) for line in asked]
            for call, line in lines:
                _plain(call, line)
                _fits(call, line, width)


def _tapped(trial: Trial, moment: Moment, names: Mapping[Seat, str]) -> None:
    """Read the questions as players who tap: without drawings and what to type."""
    text_ui, form = trial.game.text_ui, Form(UNWRAPPED, taps=True)
    prompts = open_prompts(trial.game, moment.state)
    for eyes in eyes_of(trial, moment, UNWRAPPED, names):
        prompt = prompts.get(eyes.viewer) if isinstance(eyes.viewer, int) else None
        if prompt is None or not prompt.urgent:
            continue
        reader = Reader(eyes.viewer, names, UNWRAPPED, taps=True)
        asked = list(text_ui.ask(prompt, eyes.view, reader))
        if asked and not any(line.strip() for line in for_reader(asked, form)):
            raise Fault(
                f"TextUI.ask says nothing to {who(eyes.viewer, moment)} if they tap: what it "
                "returned is a drawing, or only says what to type.",
                "add a sentence such as 'It is your turn.', outside of << and >>.",
            )


def _plain(call: str, line: str) -> None:
    if "\0" in line:
        raise Fault(
            f"{call} has words that parlour.enumerated has tied together: {short(line)}",
            "return parlour.wrapped(text, reader) from say and ask: it breaks the text into "
            "lines, and keeps those words together. In a scene, use ', '.join(words).",
        )
    for char in line:
        if unicodedata.category(char) in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp"):
            what = {"\t": "a tab", "\n": "a line break", "\x1b": "an escape code"}
            raise Fault(
                f"{call} has {what.get(char, f'the character U+{ord(char):04X}')} in a line: "
                f"{short(line)}",
                "use plain characters. Return several lines as a list, line up columns with "
                "parlour.padded, and leave colours to the styles of a scene.",
            )


def _fits(call: str, line: str, width: int) -> None:
    """Only drawings must fit: the host wraps a sentence, and would tear a drawing apart."""
    if len(line) > TEXT_MOST:
        raise Fault(
            f"{call} has a line of {len(line)} characters.",
            "say what happened in a sentence or two.",
        )
    if columns(line) > width and "   " in line.strip():
        raise Fault(
            f"{call} draws a line of {columns(line)} columns for a screen of {width}: "
            f"{short(line)}",
            "make a Scene of it and return parlour.plain(scene, reader.width), which fits into "
            f"every width from {WIDTH_LEAST}, or write a sentence, which the host wraps.",
        )


def scenes(trial: Trial) -> str:
    """Draw every position for every viewer, on screens of several widths."""
    return trial.each_moment(_scenes, each=16)


def _scenes(trial: Trial, moment: Moment, rng: Random) -> None:
    for eyes in eyes_of(trial, moment, names=_names(moment, rng)):
        scene: Any = trial.game.text_ui.draw(eyes.view, eyes.reader)
        if not is_a(scene, Scene):
            raise wrong("TextUI.draw", scene, "a parlour.Scene")
        try:
            encoded(scene)
        except SceneFault as fault:
            raise Fault(
                f"The host cannot show what TextUI.draw returned to {who(eyes.viewer, moment)}: "
                f"{fault}.",
                "keep within the limits of scenes, which docs/reference/scenes.md lists.",
            ) from fault
        for width in WIDTHS:
            reader = Reader(eyes.viewer, eyes.reader.names, width)
            again = trial.game.text_ui.draw(eyes.view, reader)
            if again != scene:
                raise Fault(
                    f"TextUI.draw returns another scene for a screen of {width} columns.",
                    "do not use reader.width in TextUI.draw. The host fits the scene to "
                    "each screen.",
                    pair=(repr(scene), repr(again)),
                )
            for line in plain(scene, width):
                _plain("TextUI.draw", line)


def refusals(trial: Trial) -> str:
    """Make moves that are refused. Nothing may change, and the refusal must say what is wrong."""
    return trial.each_moment(_refusals)


def _refusals(trial: Trial, moment: Moment, rng: Random) -> None:
    before = frozen(moment.state)
    ask = Inquiry.at(moment, trial.game, rng)
    texts = ("zzz", "0", "nobody", "")
    for seat in moment.seats[:3]:
        for verb in trial.game.verbs:
            for rest in texts:
                _type(ask, seat, (verb.name, rest), before)
    for spec in ask.specs.values():
        for seat in moment.seats[:3]:
            _type(ask, seat, shaped_line(spec, texts, ask.names, rng), before)


def _type(ask: Inquiry, seat: Seat, line: tuple[str, str], before: Any) -> None:
    state, typed = ask.moment.state, f"{ask.names[seat]}: {' '.join(line)}".rstrip()
    outcome = ask.typed(seat, *line, state)
    _unchanged(before, state, typed)
    if outcome.refusal is not None:
        _refusal_text(outcome.refusal, typed)


def _unchanged(before: Any, state: Any, what: str) -> None:
    after = frozen(state)
    if after != before:
        raise Fault(
            "The last line changed the state that the game had before it.",
            NEVER,
            pair=(repr(before), repr(after)),
            then=(what,),
        )


def _refusal_text(refusal: tuple[Any, Any, Any, Any], what: str) -> None:
    fault, said, near, enter = refusal
    if not isinstance(fault, MoveFault):
        raise Fault(
            f"The game refuses the last line with Refused({fault!r}, ...). The first argument "
            "must be a MoveFault.",
            "write raise Refused(MoveFault.ILLEGAL, 'what is wrong, and what would be right').",
            then=(what,),
        )
    if not isinstance(said, str) or not said.strip():
        raise Fault(
            "The game refuses the last line without a text.",
            "say what was wrong, and what would be right, in one line.",
            then=(what,),
        )
    _plain("Refused", said)
    for name, offered in (("near", near), ("enter", enter)):
        if offered is not None and not isinstance(offered, str):
            raise wrong(f"Refused.{name}", offered, "text, or None")
