"""Checks of the types of everything that the parts of a game return, and of its scores."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from inspect import signature
from random import Random
from typing import Any, Final, cast, get_args, get_type_hints

import msgspec

from parlour.api import (
    ChoiceArg,
    Heard,
    IntArg,
    MoveSpec,
    Nobody,
    Prompt,
    Ranks,
    Scoring,
    SeatArg,
    Step,
    TextArg,
    Together,
    Verb,
)
from parlour.engine.leaving import ends_game
from parlour.engine.outcomes import checked
from parlour.plugins import game_faults
from parlour.search import with_opponent
from parlour.wire.text import clean
from parlour_kit.checks.finding import Fault, short, wrong
from parlour_kit.checks.trial import Trial, eyes_of
from parlour_kit.hidden import as_json, is_a
from parlour_kit.playing import Moment, heard_of, names_for, open_prompts

NUMBER_MAX: Final = 2**53
LABEL_MOST: Final = 24
"""Characters of a label: a button on a telephone has room for no more."""
_ARGS: Final = (SeatArg, ChoiceArg, IntArg, TextArg)


def record(trial: Trial) -> str:
    """Check the `Game` record, as the host does when it starts."""
    faults = game_faults(trial.game)
    if faults:
        raise trial.found(
            Fault(
                f"The host would not use this game: {'; '.join(faults)}.",
                "change the `Game(...)` at the end of your module. docs/reference/game.md lists "
                "what the host checks.",
            )
        )
    if _has_old_variants(trial.game.views):
        raise trial.found(
            Fault(
                "Views.variants(self, move, rng) is that of contract 1.0.",
                "write variants(self, state, seat, move, rng). Only the checks ask for it, so a "
                "host plays the game as it is.",
            )
        )
    return f"{trial.game.title}, version {trial.game.version}"


def _has_old_variants(views: Any) -> bool:
    """Check whether *views* take only a move and luck in `variants`, as before 0.7."""
    try:
        signature(views.variants).bind(None, None, None, None)
    except TypeError:
        return True
    except ValueError:  # written in another language
        return False
    return False


def types(trial: Trial) -> str:
    return trial.each_moment(_types)


def _types(trial: Trial, moment: Moment, rng: Random) -> None:
    _step_types(moment.step)
    _rules_types(trial, moment)
    _views_types(trial, moment)
    _move_types(trial, moment)
    _resample_types(trial, moment, rng)


def _step_types(step: object) -> None:
    if not isinstance(step, Step):
        raise wrong("A method of Rules", step, "a Step(state, events)")
    events = cast("Any", step).events
    if not is_a(events, (tuple, list)):
        raise Fault(
            f"A Step has the events {short(events)}, which are not a tuple.",
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
        raise wrong("Rules.is_over", over, "True or False")
    deadline: object = rules.deadline(state)
    if deadline is not None and (type(deadline) is not int or abs(deadline) > NUMBER_MAX):
        raise wrong(
            "Rules.deadline",
            deadline,
            "a whole number of milliseconds, or None",
            "count in whole milliseconds from ctx.now: ctx.now + 60_000 is in a minute. int() "
            "makes a whole number of another one.",
        )
    found: object = rules.prompts(state)
    if not is_a(found, Mapping):
        raise wrong(
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
                f"Rules.prompts has a prompt for {short(seat)}, which is not a seat of this game.",
                "use the seats of setup.seats as keys. They begin at 1.",
            )
        _prompt_types(trial, prompt)
    free: Any = rules.free(state)
    if not is_a(free, (tuple, list)):
        raise wrong("Rules.free", free, "a tuple of seats")


def _prompt_types(trial: Trial, prompt: object) -> None:
    if not isinstance(prompt, Prompt):
        raise wrong("Rules.prompts", prompt, "a Prompt for each seat")
    moves: Any = prompt.moves
    if not is_a(moves, (tuple, list)) or not moves:
        raise Fault(
            f"A Prompt has the moves {short(moves)}.",
            "write Prompt((MoveSpec(...),)), with a comma behind a single move. A seat that can "
            "do nothing has no prompt at all.",
        )
    verbs = {verb.name for verb in trial.game.verbs}
    for spec in prompt.moves:
        if not is_a(spec, MoveSpec) or not is_a(spec.verb, Verb):
            raise wrong("A Prompt", spec, "a MoveSpec(verb, args) for each move")
        if spec.verb.name not in verbs:
            raise Fault(
                f"A Prompt offers the verb '{spec.verb.name}', which is not in Game.verbs.",
                "add it to Game.verbs. The host knows no other verbs.",
            )
        _verb_types(spec.verb)
        for arg in spec.args:
            _arg_types(spec.verb.name, arg)
    if prompt.bare is not None and prompt.bare not in verbs:
        raise Fault(
            f"Prompt.bare is {short(prompt.bare)}, which is not the name of a verb in Game.verbs.",
            "name one of your verbs: a line without a verb then means it.",
        )
    if prompt.enter is not None and not (
        is_a(prompt.enter, str) and prompt.enter.partition(" ")[0] in verbs
    ):
        raise Fault(
            f"Prompt.enter is {short(prompt.enter)}, and does not begin with one of Game.verbs.",
            "write the whole line of a move that is open: an empty line then means it.",
        )
    if prompt.due is not None and type(prompt.due) is not int:
        raise wrong("Prompt.due", prompt.due, "a whole number of milliseconds, or None")


def _verb_types(verb: Verb) -> None:
    _label_types(f"The verb '{verb.name}'", verb.label)
    weights = get_args(get_type_hints(Verb)["weight"])
    if verb.weight not in weights:
        raise wrong(f"The weight of the verb '{verb.name}'", verb.weight, " or ".join(weights))


def _label_types(what: str, label: object) -> None:
    if not isinstance(label, str):
        raise wrong(f"{what} as its label", label, "a text")
    if len(label) > LABEL_MOST or not label.isprintable():
        raise Fault(
            f"{what} has the label {short(label)}.",
            f"a button shows it: make it a word or two, in at most {LABEL_MOST} characters.",
        )


def _text_types(verb: str, arg: TextArg) -> None:
    if isinstance(arg.known, str):
        raise wrong(f"The argument '{arg.name}' of '{verb}' as known", arg.known, "a tuple")
    for word in [*arg.examples, *arg.known, *filter(None, [arg.default])]:
        long = arg.most is not None and len(word) > arg.most
        if long or len(word) < (arg.least or 0) or (arg.letters and not word.isalpha()):
            raise Fault(
                f"The argument '{arg.name}' of '{verb}' offers {short(word)}, which its own "
                "letters, least or most exclude.",
                "a form does not let people type what these exclude: widen them, or offer "
                "something else.",
            )


def _arg_types(verb: str, arg: object) -> None:
    if not isinstance(arg, _ARGS):
        raise wrong(f"The MoveSpec of '{verb}'", arg, "arguments of the four types of arguments")
    _label_types(f"The argument '{arg.name}' of '{verb}'", arg.label)
    if isinstance(arg, IntArg):
        if arg.min > arg.max:
            raise Fault(
                f"'{verb}' wants a number from {arg.min} to {arg.max}: there is none.",
                "leave the move out of the prompt if it is not possible now.",
            )
        if arg.default is not None and not arg.min <= arg.default <= arg.max:
            raise Fault(
                f"'{verb}' suggests {arg.default}, which is not from {arg.min} to {arg.max}.",
                "let the default of an IntArg be a number that it accepts.",
            )
        return
    few: Sequence[Any] = arg.examples if isinstance(arg, TextArg) else arg.choices
    if isinstance(few, str) or not few:
        name = "examples" if isinstance(arg, TextArg) else "choices"
        raise Fault(
            f"The argument '{arg.name}' of '{verb}' has the {name} {short(few)}.",
            f"give it a tuple with at least one of the {name}. If there is none now, leave the "
            "move out of the prompt.",
        )
    if isinstance(arg, TextArg):
        _text_types(verb, arg)


def _views_types(trial: Trial, moment: Moment) -> None:
    views, text_ui, state = trial.game.views, trial.game.text_ui, moment.state
    prompts = open_prompts(trial.game, state)
    for eyes in eyes_of(trial, moment):
        _encodes("Views.look", eyes.view)
        may: Any = views.may_look_up(state, eyes.viewer, "lantern")
        if not is_a(may, bool):
            raise wrong("Views.may_look_up", may, "True or False")
        talk: Any = views.may_talk(state, eyes.viewer)
        if not is_a(talk, bool):
            raise wrong("Views.may_talk", talk, "True or False")
        for heard in heard_of(trial.game, moment.step.events, eyes.viewer):
            _heard_types(heard)
            _lines_of("TextUI.say", text_ui.say(heard, eyes.reader))
        prompt = prompts.get(eyes.viewer) if isinstance(eyes.viewer, int) else None
        if prompt is not None:
            _lines_of("TextUI.ask", text_ui.ask(prompt, eyes.view, eyes.reader))
        if trial.game.rules.is_over(state) and isinstance(eyes.viewer, int):
            _lines_of("TextUI.highlights", text_ui.highlights(eyes.view, eyes.reader))


def _encodes(call: str, value: object) -> None:
    try:
        as_json(value)
    except (TypeError, ValueError, RecursionError, OverflowError) as error:
        raise Fault(
            f"{call} returned something that programs cannot read as JSON: {error}.",
            "use numbers, texts, None, lists, mappings with texts as keys, and dataclasses or "
            "msgspec.Structs of those.",
        ) from error


def _heard_types(heard: object) -> None:
    if not isinstance(heard, Heard):
        raise wrong(
            "Views.hear",
            heard,
            "an event derived from parlour.Heard, or None",
            "derive the class of the event from parlour.Heard, or translate the event in "
            "Views.hear. None means that the viewer does not hear it.",
        )
    name: object = getattr(heard, "name", None)
    if not (isinstance(name, str) and name.isascii() and name.isidentifier()):
        raise Fault(
            f"The event {type(heard).__name__} has the name {short(name)}.",
            'give the class a name for programs: name: ClassVar[str] = "shown". Use letters, '
            "digits and _.",
        )
    _encodes("Views.hear", heard)


def _lines_of(call: str, lines: Any) -> None:
    if is_a(lines, str) or not is_a(lines, Sequence):
        raise wrong(
            call,
            lines,
            "a list of lines",
            f"return a list: [text] instead of text. {call} may return several lines, or "
            "[] for none.",
        )
    for line in lines:
        if not is_a(line, str):
            raise wrong(call, line, "a list of texts")


def _move_types(trial: Trial, moment: Moment) -> None:
    if moment.kind != "move":
        return
    move, kind = moment.move, trial.game.move_type
    try:
        again = msgspec.json.Decoder(kind).decode(msgspec.json.encode(move))
    except (msgspec.DecodeError, TypeError, ValueError, NotImplementedError) as error:
        raise Fault(
            f"The move {short(move)} cannot be read back from a record as "
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
            state = type(moment.state).__name__
            raise wrong("Views.resample", twin, f"a state of the game, here a {state}")


def scores(trial: Trial) -> str:
    return trial.each_moment(_scores, each=16)


def _scores(trial: Trial, moment: Moment, _: Random) -> None:
    scoring, state = trial.game.scoring, moment.state
    found: object = scoring.scores(state)
    if not is_a(found, Mapping):
        raise wrong("Scoring.scores", found, "a mapping of seats to points")
    points = scoring.scores(state)
    names = names_for(moment.seats)
    for seat, number in points.items():
        if type(number) is not int or abs(number) > NUMBER_MAX:
            raise wrong(
                "Scoring.scores",
                number,
                "whole numbers",
                "count in whole points. If the rules have halves, count halves.",
            )
        if seat not in moment.seats:
            raise Fault(
                f"Scoring.scores has points for {short(seat)}, which is not a seat of this game.",
                "use the seats of setup.seats as keys.",
            )
    without = cast("Any", type(scoring)).outcome is not cast("Any", Scoring).outcome and not points
    missing = [seat for seat in moment.seats if seat not in points and not without]
    if missing:
        raise Fault(
            f"Scoring.scores has no points for {names[missing[0]]}, who plays.",
            "return the points of every seat at every moment: 0 at the start. Keep the points of "
            "players who have left. A game without points defines Scoring.outcome and returns {}.",
        )
    over = trial.game.rules.is_over(state)
    at_any_time = ends_game(trial.game.rules)
    if over or at_any_time or any(bot.searches for bot in with_opponent(trial.game).bots):
        _outcome(moment, scoring.outcome(state), over=over)
        sides = [seat for side in scoring.sides(state) for seat in side]
        if len({*sides}) < len(sides) or not {*sides} <= {*moment.seats}:
            raise Fault(
                f"Scoring.sides returned {short(scoring.sides(state))}, where a seat is in two "
                "sides or does not play.",
                "put every seat into one side at most, and only seats that play.",
            )
    if not over or scoring.outcome(state) is not None:
        return
    winners: object = scoring.winners(state)
    if not points and not winners:
        raise Fault(
            "The game is over, and nothing says how: it has no points, no winners and no outcome.",
            "let Scoring.outcome return Ranks, Together or Nobody when the game is over.",
        )
    if isinstance(winners, str) or not is_a(winners, Collection):
        raise wrong("Scoring.winners", winners, "a frozenset of seats")
    for seat in scoring.winners(state):
        if seat not in moment.seats:
            raise Fault(
                f"Scoring.winners names {short(seat)}, which is not a seat of this game.",
                "name seats that play.",
            )


def _outcome(moment: Moment, found: object, *, over: bool) -> None:
    """Check how a game has ended, or what it says of that before."""
    if found is None:
        return
    if not isinstance(found, Together | Nobody | Ranks):
        raise wrong("Scoring.outcome", found, "Together, Nobody, Ranks or None")
    try:
        outcome = checked(found, moment.seats)
    except TypeError as error:
        raise Fault(
            f"Scoring.outcome returned {short(found)}. It is not used: {error}.",
            "Together(18, 25): reached 18 of at least 1 that could be reached. Ranks(((1,), (2, "
            "3))): seats that play, each once. A text is one line.",
        ) from None
    if isinstance(outcome, Ranks) and over:
        placed = {seat for place in outcome.places for seat in place}
        for seat in moment.seats:
            if seat not in placed:
                raise Fault(
                    f"Scoring.outcome has no place for {names_for(moment.seats)[seat]}, who "
                    "played.",
                    "give each seat a place, also those of players who have left.",
                )
    if clean(outcome.text) != outcome.text:
        raise Fault(
            f"The text of Scoring.outcome is {short(outcome.text)}, which no screen shows.",
            "use plain letters and punctuation.",
        )
