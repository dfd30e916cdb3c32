"""What a line means that an author types for a seat: the move that a host would read in it."""

from __future__ import annotations

from typing import Any

import msgspec

from parlour.api import AnyGame, MoveFault, Prompt, Refused, Seat
from parlour.commands import natural, offers
from parlour.core.refusals import CommandError
from parlour.language import joined
from parlour_kit.cockpit.seen import names_of, reader_of
from parlour_kit.language import _
from parlour_kit.playing import Moment, open_prompts
from parlour_kit.position import Move


def is_word(game: AnyGame, moment: Moment, seat: Seat, line: str, lang: str) -> bool:
    """Check whether the game asks *seat* for words, and *line* can be one."""
    prompt = open_prompts(game, moment.state).get(seat)
    if prompt is None or not prompt.asks_words:
        return False
    view = game.views.look(moment.state, seat)
    return game.text_ui.is_answer(line, view, reader_of(moment, seat, lang, bare=True))


def read(game: AnyGame, moment: Moment, seat: Seat, line: str) -> tuple[str, str, bool]:
    """Return the verb that *line* of *seat* means, its words, and whether the verb was left out.

    Raises Refused for a line that is no move.
    """
    prompt = open_prompts(game, moment.state).get(seat)
    typed = line.strip()
    slash = typed.startswith("/")
    first, _space, rest = typed.removeprefix("/").partition(" ")
    verb, rest = first.lower(), rest.strip()
    if prompt is not None and prompt.asks_words and prompt.bare is not None and not slash:
        return prompt.bare, typed, True
    if verb in game.verb_names:
        return verb, _filled(prompt, moment, seat, verb, rest), False
    if prompt is not None and not slash:
        found = [*natural.answers(prompt, names_of(moment), typed)]
        if len(found) == 1:
            return *found[0], False
        if len(found) > 1:
            shown = ", ".join(f"{verb} {words}".rstrip() for verb, words in found[:4])
            text = _("That could mean more than one thing: {shown}", shown=shown)
            raise Refused(MoveFault.AMBIGUOUS, text)
        if prompt.bare is not None:
            return prompt.bare, typed, True
    raise Refused(MoveFault.MALFORMED, _unknown(game, moment, seat, prompt, first))


def _filled(prompt: Prompt | None, moment: Moment, seat: Seat, verb: str, rest: str) -> str:
    """Return *rest* with what may be left out, as a host fills it in."""
    from parlour.wire.request import Request

    if prompt is None or not rest:
        return rest
    request = Request(None, None, False, verb, rest, f"{verb} {rest}")
    found = natural.filled(prompt, names_of(moment), seat, request)
    return rest if found is None else found


def _unknown(game: AnyGame, moment: Moment, seat: Seat, prompt: Prompt | None, word: str) -> str:
    name = names_of(moment)[seat] if seat in moment.seats else f"seat {seat}"
    if prompt is None:
        text = _(
            "{word} is no command, and {name} is not asked anything now.",
            word=word[:20],
            name=name,
        )
        return joined((text, _("For the commands: help")))
    usages = ", ".join(dict.fromkeys(spec.verb.usage for spec in prompt.moves))
    text = _("{word} is neither a command nor a move.", word=word[:20])
    return joined((text, _("{name} can type: {usages}", name=name, usages=usages)))


def move_of(game: AnyGame, moment: Moment, seat: Seat, line: str, lang: str) -> Move:
    """Return the move that *line* of *seat* means, if its prompt offers it.

    Raises Refused, CommandError, and whatever the game raises.
    """
    verb, rest, bare = read(game, moment, seat, line)
    prompt = open_prompts(game, moment.state).get(seat)
    names = names_of(moment)
    text_ui = game.text_ui
    reader = game.reading(reader_of(moment, seat, lang, bare=bare), prompt)

    def parsed(words: str) -> Any:
        return text_ui.parse(verb, words, game.views.look(moment.state, seat), reader)

    def encoded(words: str) -> msgspec.Raw | None:
        try:
            return msgspec.Raw(msgspec.json.encode(parsed(words)))
        except Refused:
            return None

    try:
        specs = offers.open_moves(prompt, verb, game.verbs)
        spelled = offers.spelled(specs, rest, names)
        words = rest if spelled is None else spelled
        parsed(words)
        if spelled is None and not offers.is_a_way(specs, rest, names, encoded):
            raise offers.not_offered(specs, names)
    except CommandError as denied:
        # The game refuses better, since it knows what the move is.
        game.rules.apply(moment.state, seat, parsed(rest), moment.then(moment.now))
        raise denied
    short = words.removeprefix(f"{verb} ")  # a game may read its verb as left out
    if short != words and encoded(short) == encoded(words):
        words = short
    return Move(seat, f"{verb} {words}".rstrip(), bare=bare)
