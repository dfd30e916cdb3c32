"""Checks of what the parts of a game return: types, scores, text, scenes, refusals."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, Final, cast

import msgspec

from parlour.api import (
    ChoiceArg,
    Heard,
    IntArg,
    MoveFault,
    MoveSpec,
    Prompt,
    Reader,
    SeatArg,
    Step,
    TextArg,
    Verb,
)
from parlour.plugins import game_faults
from parlour.rendering import plain
from parlour.scene import Scene, SceneFault, encoded
from parlour.testing.checks.finding import Fault
from parlour.testing.checks.trial import Trial, eyes_of, who
from parlour.testing.checks.values import frozen
from parlour.testing.hidden import is_a
from parlour.testing.inquiry import Inquiry
from parlour.testing.playing import Moment, names_for, open_prompts, shaped_line
from parlour.texts import columns

NUMBER_MAX: Final = 2**53
WIDTHS: Final = (40, 57, 79, 120)
"""Widths of screens to draw on."""
TEXT_MOST: Final = 4_000
"""The most characters of a sentence: two screens."""
_ARGS: Final = (SeatArg, ChoiceArg, IntArg, TextArg)


def record(trial: Trial) -> str:
    """Check the `Game` record, as the host does when it starts."""
    faults = game_faults(trial.game)
    if faults:
        raise trial.found(
            Fault(
                f"The host would not use this game: {'; '.join(faults)}.",
                "change the `Game(...)` at the end of your module. docs/hooks.md lists "
                "what the host "
                "checks.",
            )
        )
    return f"{trial.game.title}, version {trial.game.version}"


# --- types --------------------------------------------------------------------------------


def types(trial: Trial) -> str:
    """Check the type of everything that the game returns."""
    return trial.each_moment(_types)


def _wrong(call: str, found: object, wanted: str, mend: str = "") -> Fault:
    kind = type(found).__name__
    return Fault(
        f"{call} returned {_short(found)}, a value of the type {kind}. It must return {wanted}.",
        mend or f"return {wanted} from {call}.",
    )


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _types(trial: Trial, moment: Moment, rng: Random) -> None:
    _step_types(moment.step)
    _rules_types(trial, moment)
    _views_types(trial, moment)
    _move_types(trial, moment)
    _resample_types(trial, moment, rng)


def _step_types(step: object) -> None:
    if not isinstance(step, Step):
        raise _wrong("A method of Rules", step, "a Step(state, events)")
    events = cast("Any", step).events
    if not is_a(events, (tuple, list)):
        raise Fault(
            f"A Step has the events {_short(events)}, which are not a tuple.",
            "write Step(state, (event,)), with a comma behind a single event.",
        )
    try:
        msgspec.json.encode(dict(step.sealed))
    except (TypeError, ValueError) as error:
        raise Fault(
            f"Step.sealed cannot be encoded: {error}.",
            "seal numbers, texts, lists and mappings of those.",
        ) from error


def _rules_types(trial: Trial, moment: Moment) -> None:
    rules, state = trial.game.rules, moment.state
    over: Any = rules.is_over(state)
    if not is_a(over, bool):
        raise _wrong("Rules.is_over", over, "True or False")
    deadline: object = rules.deadline(state)
    if deadline is not None and (type(deadline) is not int or abs(deadline) > NUMBER_MAX):
        raise _wrong(
            "Rules.deadline",
            deadline,
            "a whole number of milliseconds, or None",
            "count in whole milliseconds from ctx.now: ctx.now + 60_000 is in a minute. "
            "int() makes "
            "a whole number of another one.",
        )
    found: object = rules.prompts(state)
    if not is_a(found, Mapping):
        raise _wrong(
            "Rules.prompts", found, "a mapping of seats to prompts, such as {seat: Prompt(...)}"
        )
    if over:
        if found:
            raise Fault(
                "The game is over, and Rules.prompts still offers moves.",
                "return {} from Rules.prompts if self.is_over(state).",
            )
        return
    for seat, prompt in rules.prompts(state).items():
        if seat not in moment.seats:
            raise Fault(
                f"Rules.prompts has a prompt for {_short(seat)}, which is not a seat of "
                "this game.",
                "use the seats of setup.seats as keys. They begin at 1.",
            )
        _prompt_types(trial, prompt)
    free: Any = rules.free(state)
    if not is_a(free, (tuple, list)):
        raise _wrong("Rules.free", free, "a tuple of seats")


def _prompt_types(trial: Trial, prompt: object) -> None:
    if not isinstance(prompt, Prompt):
        raise _wrong("Rules.prompts", prompt, "a Prompt for each seat")
    moves: Any = prompt.moves
    if not is_a(moves, (tuple, list)) or not moves:
        raise Fault(
            f"A Prompt has the moves {_short(moves)}.",
            "write Prompt((MoveSpec(...),)), with a comma behind a single move. A seat "
            "that can do "
            "nothing has no prompt at all.",
        )
    verbs = {verb.name for verb in trial.game.verbs}
    for spec in prompt.moves:
        if not is_a(spec, MoveSpec) or not is_a(spec.verb, Verb):
            raise _wrong("A Prompt", spec, "a MoveSpec(verb, args) for each move")
        if spec.verb.name not in verbs:
            raise Fault(
                f"A Prompt offers the verb '{spec.verb.name}', which is not in Game.verbs.",
                "add it to Game.verbs. The host knows no other verbs.",
            )
        for arg in spec.args:
            _arg_types(spec.verb.name, arg)
    if prompt.bare is not None and prompt.bare not in verbs:
        raise Fault(
            f"Prompt.bare is {_short(prompt.bare)}, which is not the name of a verb in "
            "Game.verbs.",
            "name one of your verbs: a line without a verb then means it.",
        )
    if prompt.due is not None and type(prompt.due) is not int:
        raise _wrong("Prompt.due", prompt.due, "a whole number of milliseconds, or None")


def _arg_types(verb: str, arg: object) -> None:
    if not isinstance(arg, _ARGS):
        raise _wrong(f"The MoveSpec of '{verb}'", arg, "arguments of the four types of arguments")
    if isinstance(arg, IntArg):
        if arg.min > arg.max:
            raise Fault(
                f"'{verb}' wants a number from {arg.min} to {arg.max}: there is none.",
                "leave the move out of the prompt if it is not possible now.",
            )
        return
    few: Sequence[Any] = arg.examples if isinstance(arg, TextArg) else arg.choices
    if isinstance(few, str) or not few:
        name = "examples" if isinstance(arg, TextArg) else "choices"
        raise Fault(
            f"The argument '{arg.name}' of '{verb}' has the {name} {_short(few)}.",
            f"give it a tuple with at least one of the {name}. If there is none now, "
            "leave the move "
            "out of the prompt.",
        )


def _views_types(trial: Trial, moment: Moment) -> None:
    views, text_ui, state = trial.game.views, trial.game.text_ui, moment.state
    prompts = open_prompts(trial.game, state)
    for eyes in eyes_of(trial, moment):
        _encodes("Views.look", eyes.view)
        may: Any = views.may_look_up(state, eyes.viewer, "lantern")
        if not is_a(may, bool):
            raise _wrong("Views.may_look_up", may, "True or False")
        talk: Any = views.may_talk(state, eyes.viewer)
        if not is_a(talk, bool):
            raise _wrong("Views.may_talk", talk, "True or False")
        for event in moment.step.events:
            heard: object = views.hear(event, eyes.viewer)
            if heard is not None:
                _heard_types(heard)
                _lines_of("TextUI.say", text_ui.say(heard, eyes.reader))
        prompt = prompts.get(eyes.viewer) if isinstance(eyes.viewer, int) else None
        if prompt is not None:
            _lines_of("TextUI.ask", text_ui.ask(prompt, eyes.view, eyes.reader))


def _encodes(call: str, value: object) -> None:
    try:
        msgspec.json.encode(value)
    except (TypeError, ValueError, RecursionError, OverflowError) as error:
        raise Fault(
            f"{call} returned something that programs cannot read as JSON: {error}.",
            "use numbers, texts, None, lists, mappings with texts as keys, and dataclasses or "
            "msgspec.Structs of those.",
        ) from error


def _heard_types(heard: object) -> None:
    if not isinstance(heard, Heard):
        raise _wrong(
            "Views.hear",
            heard,
            "an event derived from parlour.Heard, or None",
            "derive the class of the event from parlour.Heard, or translate the event in "
            "Views.hear. "
            "None means that the viewer does not hear it.",
        )
    name: object = getattr(heard, "name", None)
    if not (isinstance(name, str) and name.isascii() and name.isidentifier()):
        raise Fault(
            f"The event {type(heard).__name__} has the name {_short(name)}.",
            'give the class a name for programs: name: ClassVar[str] = "shown". Use letters, '
            "digits and _.",
        )
    _encodes("Views.hear", heard)


def _lines_of(call: str, lines: Any) -> None:
    if is_a(lines, str) or not is_a(lines, Sequence):
        raise _wrong(
            call,
            lines,
            "a list of lines",
            f"return a list: [text] instead of text. {call} may return several lines, or "
            "[] for none.",
        )
    for line in lines:
        if not is_a(line, str):
            raise _wrong(call, line, "a list of texts")


def _move_types(trial: Trial, moment: Moment) -> None:
    if moment.kind != "move":
        return
    move, kind = moment.move, trial.game.move_type
    try:
        again = msgspec.json.Decoder(kind).decode(msgspec.json.encode(move))
    except (msgspec.DecodeError, TypeError, ValueError, NotImplementedError) as error:
        raise Fault(
            f"The move {_short(move)} cannot be read back from a record as "
            f"Game.move_type: {error}.",
            "let TextUI.parse return msgspec.Structs with a tag, such as "
            "class Call(msgspec.Struct, frozen=True, tag='call'), and name all of them in "
            "Game.move_type: Call | Pass.",
        ) from error
    if again != move:
        raise Fault(
            "A move is not the same after it was written to the record and read back.",
            "use numbers, texts and tuples in a move, each with its type.",
            pair=(repr(move), repr(again)),
        )


def _resample_types(trial: Trial, moment: Moment, rng: Random) -> None:
    views = trial.game.views
    for eyes in eyes_of(trial, moment):
        twin: object = views.resample(moment.state, eyes.viewer, rng)
        if type(twin) is not type(moment.state):
            raise _wrong(
                "Views.resample", twin, f"a {type(moment.state).__name__}, like the state"
            )


# --- scores -------------------------------------------------------------------------------


def scores(trial: Trial) -> str:
    """Check scores and winners."""
    return trial.each_moment(_scores, each=16)


def _scores(trial: Trial, moment: Moment, _: Random) -> None:
    scoring, state = trial.game.scoring, moment.state
    found: object = scoring.scores(state)
    if not is_a(found, Mapping):
        raise _wrong("Scoring.scores", found, "a mapping of seats to points")
    points = scoring.scores(state)
    names = names_for(moment.seats)
    for seat, number in points.items():
        if type(number) is not int or abs(number) > NUMBER_MAX:
            raise _wrong(
                "Scoring.scores",
                number,
                "whole numbers",
                "count in whole points. If the rules have halves, count halves.",
            )
        if seat not in moment.seats:
            raise Fault(
                f"Scoring.scores has points for {_short(seat)}, which is not a seat of this game.",
                "use the seats of setup.seats as keys.",
            )
    missing = [seat for seat in moment.seats if seat not in points]
    if missing:
        raise Fault(
            f"Scoring.scores has no points for {names[missing[0]]}, who plays.",
            "return the points of every seat at every moment: 0 at the start. Keep the points of "
            "players who have left.",
        )
    if not trial.game.rules.is_over(state):
        return
    winners: object = scoring.winners(state)
    if isinstance(winners, str) or not is_a(winners, Collection):
        raise _wrong("Scoring.winners", winners, "a frozenset of seats")
    for seat in scoring.winners(state):
        if seat not in points:
            raise Fault(
                f"Scoring.winners names {_short(seat)}, who has no points in Scoring.scores.",
                "name seats that play.",
            )
    sides = [seat for side in scoring.sides(state) for seat in side]
    if len({*sides}) < len(sides) or not {*sides} <= {*points}:
        raise Fault(
            f"Scoring.sides returned {_short(scoring.sides(state))}.",
            "put every seat into one side at most, and only seats that play.",
        )


# --- text and scenes ------------------------------------------------------------------------


def text(trial: Trial) -> str:
    """Read every text: plain characters, lines that fit, no names of seats as numbers."""
    for name, page in (("Game.rules_text", trial.game.rules_text),):
        for line in page.splitlines():
            _plain(name, line)
    return trial.each_moment(_text)


def _text(trial: Trial, moment: Moment, _: Random) -> None:
    views, text_ui, state = trial.game.views, trial.game.text_ui, moment.state
    prompts = open_prompts(trial.game, state)
    for width in WIDTHS[:3]:
        for eyes in eyes_of(trial, moment, width):
            lines: list[tuple[str, str]] = []
            for event in moment.step.events:
                heard = views.hear(event, eyes.viewer)
                if heard is not None:
                    lines += [("TextUI.say", line) for line in text_ui.say(heard, eyes.reader)]
            prompt = prompts.get(eyes.viewer) if isinstance(eyes.viewer, int) else None
            if prompt is not None:
                asked = text_ui.ask(prompt, eyes.view, eyes.reader)
                lines += [("TextUI.ask", line) for line in asked]
            for call, line in lines:
                _plain(call, line)
                _fits(call, line, width)


def _plain(call: str, line: str) -> None:
    if "\0" in line:
        raise Fault(
            f"{call} has words that parlour.enumerated has tied together: {_short(line)}",
            "return parlour.wrapped(text, reader) from say and ask: it breaks the text "
            "into lines, "
            "and keeps those words together. In a scene, use ', '.join(words).",
        )
    for char in line:
        if unicodedata.category(char) in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp"):
            what = {"\t": "a tab", "\n": "a line break", "\x1b": "an escape code"}
            raise Fault(
                f"{call} has {what.get(char, f'the character U+{ord(char):04X}')} in a line: "
                f"{_short(line)}",
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
            f"{_short(line)}",
            "make a Scene of it and return parlour.plain(scene, reader.width), which fits "
            "into every "
            "width from 40, or write a sentence, which the host wraps.",
        )


def scenes(trial: Trial) -> str:
    """Draw every position for every viewer, on screens of several widths."""
    return trial.each_moment(_scenes, each=16)


def _scenes(trial: Trial, moment: Moment, _: Random) -> None:
    for eyes in eyes_of(trial, moment):
        scene: Any = trial.game.text_ui.draw(eyes.view, eyes.reader)
        if not is_a(scene, Scene):
            raise _wrong("TextUI.draw", scene, "a parlour.Scene")
        try:
            encoded(scene)
        except SceneFault as fault:
            raise Fault(
                f"The host cannot show what TextUI.draw returned to {who(eyes.viewer, moment)}: "
                f"{fault}.",
                "keep within the limits of scenes, which parlour/scene.py and docs/hooks.md list.",
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


# --- refusals -------------------------------------------------------------------------------


def refusals(trial: Trial) -> str:
    """Make moves that are refused. Nothing may change, and the refusal must say what is wrong."""
    return trial.each_moment(_refusals)


def _refusals(trial: Trial, moment: Moment, rng: Random) -> None:
    state = moment.state
    before = frozen(state)
    ask = Inquiry(trial.game, rng, trial.lexicon)
    ask.turn_to(moment)
    texts = ("zzz", "0", "nobody", "")
    for seat in moment.seats[:3]:
        for verb in trial.game.verbs:
            for rest in texts:
                outcome = ask.typed(seat, verb.name, rest, state)
                _unchanged(before, state, f"'{verb.name} {rest}' of {who(seat, moment)}")
                if outcome.refusal is not None:
                    _refusal_text(outcome.refusal)
    for spec in ask.specs.values():
        for seat in moment.seats[:3]:
            word, rest = shaped_line(spec, texts, ask.names, rng)
            outcome = ask.typed(seat, word, rest, state)
            _unchanged(before, state, f"'{word} {rest}' of {who(seat, moment)}")
            if outcome.refusal is not None:
                _refusal_text(outcome.refusal)


def _unchanged(before: Any, state: Any, what: str) -> None:
    after = frozen(state)
    if after != before:
        raise Fault(
            f"After {what} the old state is not what it was.",
            "never change a state: return a new one, with dataclasses.replace(state, "
            "...), and use "
            "tuples, frozenset and frozen dataclasses in it. A list that is changed in "
            "place changes "
            "in all states that hold it.",
            pair=(repr(before), repr(after)),
        )


def _refusal_text(refusal: tuple[Any, Any, Any]) -> None:
    fault, said, near = refusal
    if not isinstance(fault, MoveFault):
        raise _wrong(
            "Refused",
            fault,
            "a MoveFault",
            "write raise Refused(MoveFault.ILLEGAL, 'what is wrong, and what would be right').",
        )
    if not isinstance(said, str) or not said.strip():
        raise Fault(
            "A refusal has no text.",
            "say what was wrong, and what would be right, in one line.",
        )
    _plain("Refused", said)
    if near is not None and not isinstance(near, str):
        raise _wrong("Refused.near", near, "a word, or None")
