"""The operator's commands, and their audit trail: all they do or are refused, also in the log."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from parlour.commands.call import OPERATOR, Call, Command, Reply
from parlour.core.effects import Report
from parlour.core.refusals import CommandError
from parlour.wire.codes import Code
from parlour.wire.messages import Acted
from parlour.wire.text import clean

TEXT_MAX: Final = 300
"""The most characters of an announcement or a reason: four lines of a screen."""


def acted(call: Call, what: str, do: Callable[[], str]) -> Reply:
    """Do what the operator asks, and note it in the trail as *what*. *do* says what was done.

    Raises CommandError if it is refused. The trail notes that too, but for what is no request.
    """
    what = " ".join(clean(what).split())
    try:
        done = do()
    except CommandError as no:
        if no.code is not Code.USAGE:
            _note(call, what, f"refused: {no}")
        raise
    _note(call, what, done)
    return Reply(Acted(done=done))


def _note(call: Call, what: str, outcome: str) -> None:
    out = call.out
    out.write_down(call.people.audit.add(int(out.wall), what, outcome))
    out.report(Report("info", f"the operator: {what}: {outcome}"))


def check_length(text: str) -> str:
    """Return *text*. Raises CommandError if it is too long."""
    if len(text) > TEXT_MAX:
        what = f"That has {len(text)} characters. The most is {TEXT_MAX}."
        raise CommandError(Code.USAGE, what)
    return text


def _act(do: Callable[[Call], str], call: Call) -> Reply:
    return acted(call, call.request.text, partial(do, call))


def operator_act(usage: str, about: str, do: Callable[[Call], str]) -> Command:
    """Return a command that does something: *do* says what was done, or raises CommandError.

    The trail has the line as it was typed.
    """
    return operator_own(usage, about, partial(_act, do))


# What the commands of the operator have in common.
operator_command = partial(Command, where=OPERATOR, topic=OPERATOR)
operator_own = partial(operator_command, answers=(Acted,))  # which calls `acted` itself
