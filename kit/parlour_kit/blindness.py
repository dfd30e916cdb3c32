"""Check one position at a time that a game does not tell a viewer what they must not know.

Each check takes a position and one viewer. The viewer must get the same out of it as out
of a *twin*: a position that `Views.resample` says looks the same to them.

* `check_position`: the view, its drawing, the prompt, the deadline, refusals, answers, `why`;
* `check_watcher`: what a watcher could pass on to them;
* `check_happening`: what they hear when the same thing happens in the twin, or with other luck;
* `check_content`: what they hear when another player makes a different secret move;
* `check_word_list`: what they learn from the word list before they may ask it;
* `check_prints`: what a log would show.

Each raises `Leak`, which says what tells whom. `checking.check_game` calls them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace as changed

from parlour.api import (
    SPECTATOR,
    IntArg,
    MoveSpec,
    Prompt,
    Reader,
    Refused,
    Seat,
    Step,
    TextArg,
    Viewer,
)
from parlour.candidates import random_line
from parlour_kit.hidden import as_json, is_a, texts_of, words_of
from parlour_kit.impressions import (
    RIGHTLY,
    WATCHED,
    Fact,
    Impression,
    after,
    asked_in,
    compare_all,
    printed,
    traces,
    with_drawings,
)
from parlour_kit.inquiry import Inquiry, Outcome, SecretMoves, spy_on, told_by
from parlour_kit.leaks import Leak, Told, name_of
from parlour_kit.luck import NO_DRAW
from parlour_kit.origins import Call, line_of, return_of
from parlour_kit.playing import Act, bold_line, open_prompts, shaped_line

TRIES = 4
"""Random requests and other moves to try at each position."""
SECRETS = 6
"""Lines of each verb with free text to try with words that the viewer must not know."""
OWNERS = 4
"""Seats whose twins are tried where a step shows a part of what is hidden."""
SHOWN = (
    "Only the mover may tell these moves apart: so says Views.variants, or `secret` in the prompt."
)
"""Advice for a watcher who sees which secret move was made."""
SOME_WORDS = ("lantern", "a", "xyzzy", "treasurer")
"""Words to ask `why` about, in addition to those in the position and in its twin."""


def check_position(ask: Inquiry, state: Any, twin: Any, viewer: Viewer) -> None:
    """Check that everything *viewer* can get at this moment is the same in the twin."""
    check_sight(ask, state, twin, viewer)
    words = words_of(state, twin)
    for word in (*SOME_WORDS, *ask.some(words, 2 * TRIES), *ask.own_words(state, twin)):
        calls = [partial(ask.game.views.may_look_up, each, viewer, word) for each in (state, twin)]
        _same_of(ask, f"may_look_up of '{word}'", viewer, *calls)
    lines = [_random_request(ask, words) for _ in range(TRIES)]
    one, two = texts_of(state), texts_of(twin)
    secret = sorted({*one}.symmetric_difference(two))
    specs = ask.specs.values()
    shaped = [shaped_line(spec, one + two, ask.names, ask.rng) for spec in specs]
    free = [spec for spec in specs if any(type(arg) is TextArg for arg in spec.args)]
    shaped += (shaped_line(s, secret, ask.names, ask.rng) for s in free for _ in range(SECRETS))
    lines += map(" ".join, shaped)
    for verb in ask.game.questions:
        rest = ask.rng.choice(words) if words else ""
        calls = [partial(_question, ask, each, viewer, verb.name, rest) for each in (state, twin)]
        _same_of(ask, f"the answer to '{verb.name} {rest}'", viewer, *calls)
    if viewer is SPECTATOR:
        return
    prompt = ask.game.rules.prompts(state).get(viewer)
    if prompt is not None:
        lines += (" ".join(bold_line(state, prompt, ask.names, ask.rng)) for _ in range(TRIES))
        lines += (" ".join(random_line(prompt, ask.names, ask.rng)) for _ in range(TRIES))
    for line in lines:
        _check_request(ask, state, twin, viewer, line)


def check_sight(ask: Inquiry, state: Any, twin: Any, viewer: Viewer) -> None:
    """Check that *viewer* sees the same in the twin, and is asked the same, without typing."""
    compare_all(ask, viewer, *(with_drawings(ask, each, viewer) for each in (state, twin)))


def check_watcher(ask: Inquiry, state: Any, twin: Any, viewer: Viewer) -> None:
    """Check that a watcher sees nothing that *viewer* must not know: anybody can watch."""
    if viewer is SPECTATOR:
        return
    calls = [partial(ask.game.views.look, each, SPECTATOR) for each in (state, twin)]
    views = (as_json(call()) for call in calls)
    find = partial(line_of, calls[0], calls[1])
    ask.known.same("the view of a watcher", viewer, *views, advice=WATCHED, find=find)


def check_imagined(ask: Inquiry, state: Any, twin: Any, viewer: Viewer) -> None:
    """Check that `resample` makes the same of a position and of its twin, with the same luck.

    A bot that searches sees what it makes. So it must follow from nothing that is hidden: a twin
    that always differs from the real position would tell the bot what is not there.
    """
    if viewer is SPECTATOR:
        return
    for _ in range(TRIES):
        luck = ask.rng.getrandbits(32)
        one, two = (ask.game.views.resample(each, viewer, Random(luck)) for each in (state, twin))
        if one != two:
            raise Leak(
                f"resample() tells {name_of(viewer)} what is hidden: with the same luck it makes "
                "another position of a twin, and a bot that searches would see that. Let it draw "
                "all that is hidden from what the viewer knows, without looking at what it is",
                what="resample()",
            )


def check_happening(ask: Inquiry, what: Act, state: Any, twin: Any, viewer: Viewer) -> None:
    """Check that *viewer* hears the same when *what* happens in the twin, or with other luck.

    This compares only cases after which they see the same: they may know what they see.
    """
    base = ask.attempt(what, state)
    if base.step is None:
        return
    heard = Impression(ask, base, viewer)
    _check_presence(ask, what, heard, state)
    _check_traces(ask, what, heard, state)
    other = ask.attempt(what, twin)
    if other.step is not None:
        if not heard.compare(other) and viewer is SPECTATOR:
            _note_what_follows(ask, what, heard, other.step)
            _check_the_rest(ask, what, heard, state)
    elif what.move is not None:
        _check_legality(ask, what, heard, state, twin)
    for _ in range(min(TRIES, 2 * base.draws)):
        heard.compare(ask.attempt(what, state, at=ask.rng.randrange(base.draws)))


def check_start(ask: Inquiry) -> None:
    """Check that a viewer with the same deal hears the same, whatever luck the others have."""
    base = ask.start(NO_DRAW)
    if not base.draws:
        return
    others = [ask.start(ask.rng.randrange(base.draws)) for _ in range(2 * TRIES)]
    for viewer in ask.viewers:
        heard = Impression(ask, base, viewer)
        for other in others:
            if other.step is not None:
                heard.compare(other)


def check_content(ask: Inquiry, what: Act, state: Any, viewer: Viewer) -> None:
    """Check that *viewer*, not the mover, hears the same about a move with the same public part.

    If the game names no `variants`, those are moves whose words are `secret` in the prompt.
    Of other moves of the same prompt, some may sound the same to the viewer. Then their content is
    secret, and they must hear the same about all.
    """
    base = ask.attempt(what, state)
    prompt = ask.game.rules.prompts(state).get(what.seat) if what.seat is not None else None
    if base.step is None or prompt is None or what.seat is None:
        return
    heard = Impression(ask, base, viewer)
    variants = ask.game.views.variants(state, what.seat, what.move, ask.rng)
    secret = [what.instead(move) for move in variants] or _secret_ones(ask, what, state, prompt)
    for variant in secret:
        other = ask.attempt(variant, state)
        same = other.step is not None and heard.compare(other)
        if viewer is not SPECTATOR or other.step is None or other.step.state == base.step.state:
            continue
        kind = type(variant.move).__name__
        note = ask.secrets.setdefault(kind, SecretMoves())
        note.kept += same
        if same:
            ask.known.same(f"the repr of {kind}", viewer, *map(repr, (what.move, variant.move)))
            continue
        seen = Impression(ask, other, viewer)
        if seen.revealed != heard.revealed or seen.names != heard.names:
            continue  # it came to something else, such as a word that is not in the list
        note.shown.append(ask.moment)
        if note.always or _others_choose(ask, what, state, base.step):
            _check_unseen(ask, heard, seen)
    others = [
        heard.same_view(ask.attempt(each, state))
        for each in _of_same_kind(ask, what, state, prompt)
        if each.move != what.move
    ]
    alike = [other for other in others if other is not None and other.told == heard.told]
    unlike = [other for other in others if other is not None and other.told != heard.told]
    declared = type(what.move) in ask.secret
    if unlike and (alike or declared):
        _same_told(ask, what, heard, unlike[0])


def check_word_list(ask: Inquiry, what: Act, state: Any) -> None:
    """Check that no viewer learns what the word list says about a move before `why` may tell."""
    words = words_of(what.move)
    may_ask = ask.game.views.may_look_up
    if what.seat is None or not words or ask.lexicon is None:
        return
    if any(may_ask(state, what.seat, word) for word in words):
        return
    asked, as_it_is = spy_on(ask.lexicon, words)
    base = ask.attempt(what, state, lexicon=as_it_is)
    _, flipped = spy_on(ask.lexicon, words, flip=True)
    other = ask.attempt(what, state, lexicon=flipped)
    if base.step is None or other.step is None or not asked:
        return
    for viewer in ask.viewers:
        Impression(ask, base, viewer).compare(other)
    if base.step.state == other.step.state:
        who, words_asked = name_of(what.seat), ", ".join(asked)
        raise Leak(
            f"the time that {what} takes may tell {who} what is hidden: the rules ask the word "
            f"list about {words_asked}, which they may not look up, and do nothing with "
            "the answer",
            what="the time that the word list takes",
            viewer=what.seat,
        )


def check_newcomer(ask: Inquiry, state: Any) -> None:
    """Check that a newcomer sees and hears the same whatever is hidden from their seat.

    If nobody has held the seat before, use what is hidden from a watcher instead.
    """
    seat = next(iter(ask.free(state)), None)
    if seat is None:
        return
    twin = ask.twin(state, seat if seat in ask.seats else SPECTATOR)
    what = Act("joined", seat)
    one, two = ask.attempt(what, state), ask.attempt(what, twin)
    with ask.happening(what):
        for viewer in (seat, SPECTATOR):
            compare_all(ask, viewer, *(after(ask, each, viewer) for each in (one, two)))


def check_prints(ask: Inquiry, state: Any, twin: Any) -> None:
    """Check that a position prints the same as its twin for a watcher, so that no log leaks it."""
    ask.known.same("the repr of the state", SPECTATOR, printed(state), printed(twin))


def check_prints_of(ask: Inquiry, what: Act, state: Any) -> None:
    """Check that a move or event prints no word that a watcher does not see or hear then."""
    outcome = ask.attempt(what, state)
    if outcome.step is None:
        return
    watcher = Impression(ask, outcome, SPECTATOR)
    public = set(_plain_words(watcher.view))
    public |= {word for _, data, _ in watcher.told for word in _plain_words(data)}
    for value in (what.move, *outcome.step.events):
        for word in words_of(value):
            printed = repr(value).removeprefix(type(value).__name__).lower()
            if len(word) > 2 and word not in public and re.search(rf"\b{word}\b", printed):
                name = type(value).__name__
                raise Leak(
                    f"the repr of {name} tells a log what is hidden: '{word}'",
                    what=f"the repr of {name}",
                )


def check_concerns(ask: Inquiry, step: Step[Any, Any], viewer: Viewer) -> None:
    """Check that a viewer who is not addressed reads the watcher's sentence for an equal event."""
    for event in step.events:
        heard, public = (ask.game.views.hear(event, who) for who in (viewer, SPECTATOR))
        if heard is None or heard != public or heard.addressees is None:
            continue
        if viewer not in heard.addressees:
            texts = (
                list(ask.game.text_ui.say(heard, Reader(who, ask.names)))
                for who in (viewer, SPECTATOR)
            )
            ask.known.same(f"the sentence of {heard.name}", viewer, *texts)


# --- requests and moves -----------------------------------------------------------------


def _random_request(ask: Inquiry, words: Sequence[str]) -> str:
    """Return a line somebody might type, whether it is allowed now or not.

    Half of the lines have arguments as the game has offered them, or just beyond its limits: a
    move that only the rules refuse, such as a bid that is too low, needs all of them.
    """
    rng = ask.rng
    if ask.specs and rng.random() < 0.5:
        spec = ask.specs[rng.choice(sorted(ask.specs))]
        return " ".join(shaped_line(_widened(spec), words, ask.names, rng)).rstrip()
    verb = rng.choice(ask.game.verbs).name
    text = "".join(chr(rng.randrange(97, 123)) for _ in range(rng.randint(1, 9)))
    kinds = [chr(rng.randrange(97, 123)), str(rng.randint(1, 12)), ".", text, f"..{text}"]
    kinds += [rng.choice(sorted(ask.names.values())), *ask.some(words, TRIES)]
    return " ".join([verb, *rng.choices(kinds, k=rng.randint(0, 3))])


def _widened(spec: MoveSpec) -> MoveSpec:
    """Return *spec* with numbers from 0 to one more than the largest."""
    args = (
        changed(arg, min=min(0, arg.min), max=arg.max + 1, default=None)
        if isinstance(arg, IntArg)
        else arg
        for arg in spec.args
    )
    return changed(spec, args=tuple(args))


def _check_request(ask: Inquiry, state: Any, twin: Any, seat: Seat, line: str) -> None:
    """Check that both positions refuse a line in the same words, or both answer it alike."""
    verb, _, rest = line.partition(" ")
    outcomes: list[Outcome] = []
    for each in (state, twin):
        ask.game.rules.prompts(each)  # so that rules which remember the last position see this one
        outcomes.append(ask.typed(seat, verb, rest, each))
    one, two = outcomes
    calls = [partial(ask.typing, seat, verb, rest, each) for each in (state, twin)]
    find = partial(line_of, calls[0], calls[1])
    what = f"the answer to '{line}'"
    equal = ask.known.same(what, seat, one.refusal, two.refusal, find=find)
    if equal and one.step is not None:
        with ask.happening(Act("move", seat, line=line)):
            Impression(ask, one, seat).compare(two)


def _same_of(ask: Inquiry, what: str, viewer: Viewer, one: Call, two: Call) -> None:
    """Raise Leak unless both calls return the same."""
    ask.known.same(what, viewer, one(), two(), find=partial(line_of, one, two))


def _same_fact(ask: Inquiry, what: str, viewer: Viewer, one: Fact, two: Fact) -> None:
    find = partial(line_of, one.make, two.make)
    ask.known.same(what, viewer, one.value, two.value, find=find)


def _same_told(ask: Inquiry, what: Act, one: Impression, two: Impression) -> None:
    """Raise Leak unless the viewer hears the same of two moves."""
    find = partial(one.line_heard, two)
    named = f"what is heard of {what}"
    same = partial(ask.known.same, advice=RIGHTLY, find=find)
    if same(named, one.viewer, one.heard, two.heard):
        same(named, one.viewer, one.told, two.told)


def _returned(call: Call, where: str) -> str:
    return return_of(call, call)


def _question(ask: Inquiry, state: Any, viewer: Viewer, verb: str, rest: str) -> Any:
    ask.game.rules.prompts(state)
    view, reader = ask.game.views.look(state, viewer), Reader(viewer, ask.names)
    try:
        heard = ask.game.text_ui.answer(verb, rest, view, reader)
    except Refused as refused:
        return told_by(refused)
    return as_json(heard), list(ask.game.text_ui.say(heard, reader))


def _note_what_follows(ask: Inquiry, what: Act, heard: Impression, step: Step[Any, Any]) -> None:
    """Keep what everybody sees differ after the same thing has happened in a twin."""
    views = heard.view, as_json(ask.game.views.look(step.state, SPECTATOR))
    one, two = map(msgspec.json.decode, views)
    if is_a(one, dict) and is_a(two, dict):
        name = type(what.move).__name__ if what.kind == "move" else what.kind
        differ = {field for field in one if one[field] != two.get(field)}
        ask.follows.setdefault(name, set()).update(differ)


def _check_the_rest(ask: Inquiry, what: Act, heard: Impression, state: Any) -> None:
    """Check what *what* tells the watcher of the rest, if it shows a part of what is hidden.

    If it shows one hand of three, that hand is another one in nearly every twin for the watcher.
    In a twin for the owner of the hand it is the same, and a watcher knows no more than they do.
    """
    rng = Random(ask.moment.number)
    views, sight = ask.game.views, as_json(ask.game.views.look(state, SPECTATOR))
    for seat in rng.sample(ask.seats, min(OWNERS, len(ask.seats))):
        twin = views.resample(state, seat, rng)
        if twin == state or as_json(views.look(twin, SPECTATOR)) != sight:
            continue
        other = ask.attempt(what, twin, salt=0)
        if other.step is not None:
            heard.compare(other)


def _check_presence(ask: Inquiry, what: Act, heard: Impression, state: Any) -> None:
    """Check that a viewer hears nothing of a move that changes only what is hidden from them."""
    step, viewer = heard.step, heard.viewer
    if what.move is None or what.seat == viewer or heard.revealed or step.state == state:
        return
    if heard.told and as_json(ask.game.views.look(state, viewer)) == heard.view:
        unseen = f"that {what} is heard, which changes nothing in sight,"
        first = next(e for e in step.events if ask.game.views.hear(e, viewer) is not None)
        hear = partial(ask.game.views.hear, first, viewer)
        told, none = heard.heard, list[Told]()
        found = partial(_returned, hear)
        ask.known.same(unseen, viewer, told, none, advice=RIGHTLY, find=found)


def _check_traces(ask: Inquiry, what: Act, heard: Impression, state: Any) -> None:
    """Check that a move of which a viewer sees and hears nothing leaves them no other trace.

    In a game with roles, such a move is possible in no twin in which its player has another role.
    So we compare the time before it with the time after it. If the game asks other seats than
    before, everybody knows that something has happened.
    """
    step, viewer = heard.step, heard.viewer
    if what.move is None or what.seat == viewer or heard.revealed or heard.told:
        return
    if step.state == state or as_json(ask.game.views.look(state, viewer)) != heard.view:
        return
    if asked_in(ask, state, viewer) != asked_in(ask, step.state, viewer):
        return
    sealed = f"who has hidden something after {what}"
    ask.known.same(sealed, viewer, [], sorted(step.sealed), find=heard.line_sealed)
    for one, other in zip(traces(ask, state), traces(ask, step.state), strict=True):
        _same_fact(ask, f"{one.what} after {what}", viewer, one, other)


def _check_legality(ask: Inquiry, what: Act, heard: Impression, state: Any, twin: Any) -> None:
    """Check a move that only the twin refuses.

    Its mover must see why. A viewer who cannot tell the positions apart must hear the same about
    some other move in the twin.
    """
    seat = what.seat
    assert seat is not None, "somebody makes a move"
    looks = [as_json(ask.game.views.look(each, seat)) for each in (state, twin)]
    asked = [ask.game.rules.prompts(each).get(seat) for each in (state, twin)]
    if looks[0] == looks[1] and asked[0] == asked[1]:
        raise Leak(
            f"that {what} is allowed tells {name_of(seat)} what is hidden: neither the view nor "
            "the prompt of the mover shows why it is refused in a twin",
            what=f"that {what} is allowed",
            viewer=seat,
        )
    if asked[1] is None:
        return
    found = [heard.same_view(ask.attempt(each, twin)) for each in _all_of(ask, what, asked[1])]
    others = [other for other in found if other is not None]
    if others and all(other.told != heard.told for other in others):
        _same_told(ask, what, heard, others[0])


def _check_unseen(ask: Inquiry, heard: Impression, seen: Impression) -> None:
    """Check that a watcher cannot tell which of two moves was made that only the mover knows."""
    calls = [partial(ask.game.views.look, each.step.state, heard.viewer) for each in (heard, seen)]
    views = as_json(calls[0]()), as_json(calls[1]())
    same = partial(ask.known.same, advice=SHOWN)
    same(
        "the view after a secret move",
        heard.viewer,
        *views,
        find=partial(line_of, calls[0], calls[1]),
    )
    find = partial(heard.line_heard, seen)
    same("what is heard of a secret move", heard.viewer, heard.heard, seen.heard, find=find)


def _others_choose(ask: Inquiry, what: Act, state: Any, step: Step[Any, Any]) -> bool:
    """Check whether others go on choosing after *what*: then it is too early to reveal it."""
    if ask.game.rules.is_over(step.state):
        return False
    before, now = (open_prompts(ask.game, each) for each in (state, step.state))
    asked = {seat: prompt.moves for seat, prompt in before.items() if seat != what.seat}
    return bool(asked) and asked == {seat: prompt.moves for seat, prompt in now.items()}


def _secret_ones(ask: Inquiry, what: Act, state: Any, prompt: Prompt) -> list[Act]:
    """Return other moves that differ only in what others in the room must not read.

    None if something about a move of this prompt may be public.
    """
    for spec in prompt.moves:
        if not spec.args or not all(arg.secret for arg in spec.args):
            return []
    return [each for each in _of_same_kind(ask, what, state, prompt) if each.move != what.move]


def _of_same_kind(ask: Inquiry, what: Act, state: Any, prompt: Prompt) -> list[Act]:
    """Return other moves of the same type that the seat might make."""
    assert what.seat is not None, "somebody makes a move"
    found: list[Act] = []
    for number in range(2 * TRIES):
        if number % 2:
            line = bold_line(state, prompt, ask.names, ask.rng)
        else:
            line = random_line(prompt, ask.names, ask.rng)
        found += ask.parsed(what.seat, *line, state)
    return [each for each in found if type(each.move) is type(what.move)]


def _all_of(ask: Inquiry, what: Act, prompt: Prompt) -> Iterator[Act]:
    """Yield moves of the same type that *prompt* offers: some, if there are many."""
    assert what.seat is not None, "somebody makes a move"
    for _ in range(4 * TRIES):
        verb, rest = random_line(prompt, ask.names, ask.rng)
        for each in ask.parsed(what.seat, verb, rest, None):
            if type(each.move) is type(what.move):
                yield each


def _plain_words(data: bytes) -> list[str]:
    return words_of(msgspec.json.decode(data)) + words_of(_joined(msgspec.json.decode(data)))


def _joined(value: Any) -> list[str]:
    """Return the names of fields, which print as well."""
    if is_a(value, dict):
        return [*value, *(name for each in value.values() for name in _joined(each))]
    if is_a(value, list):
        return [name for each in value for name in _joined(each)]
    return []
