"""The marks with which people close a line, as if it were a sentence."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from parlour.commands import play, questions
from parlour.commands.call import Call
from parlour.commands.naming import CLOSING
from parlour.wire.request import Request

CLOSING_MARKS: Final = tuple(CLOSING)


def without_closing_marks(at: Call) -> Request | None:
    """Return the request that `games!` or `join 3.` means; None if its marks belong to it.

    Free text keeps its marks, and what may be a word goes to the game as it was typed.
    """
    request = at.request
    text = request.text.rstrip(CLOSING)
    if not text or request.prompt is not None:
        return None
    prompt = play.answerable(at)
    if prompt is not None and prompt.asks_words:
        return None
    bare = prompt is not None and prompt.bare is not None
    verb = request.verb if request.rest else request.verb.rstrip(CLOSING)
    command = at.command_named(verb)
    if command is not None:
        known = not (request.rest and command.takes_text)
    else:
        known = bare or (not request.rest and (verb in at.tables.games or _is_verb_here(at, verb)))
    if not known:
        return None
    return replace(request, verb=verb, rest=request.rest.rstrip(CLOSING), text=text)


def _is_verb_here(at: Call, verb: str) -> bool:
    """Check whether *verb* is a move of the game where they sit, or a question to it."""
    return at.sits is not None and any(
        each.name == verb for each in questions.words_here(at.player)
    )
