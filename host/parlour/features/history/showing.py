"""Show a game again: at the pace of its reader, or at that of the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from parlour.accounts.streaming import Show
from parlour.commands.call import Call
from parlour.language import FORM, Form, form_of
from parlour.wire.encoding import fitted, item, join_lines, object_of, person
from parlour.wire.messages import Answer, Event, Sight, TextRow

LONGEST_PAUSE_S: Final = 5.0
"""The longest pause of a replay: enough to read a line again, too short to wonder whether anything
will come."""
READING_S: Final = 0.5
"""Seconds that a person gets for each line of a replay without SPEED."""
LONGEST_S: Final = 600.0
"""Seconds that such a replay takes at most: a longer game is shown faster."""
MARK: Final = "| "
"""What each line of a replay begins with for a person, since other lines come in between."""
NARROWEST: Final = 36
"""Columns for what a player heard, below their name where it does not fit beside it."""
_SPEED: Final = re.compile("([1-9][0-9]?)[xX]")
"""`2x`; no name begins with a digit, and no seat ends with a letter."""


class Asking(msgspec.Struct, frozen=True):
    """Who wants to see a game again, as plain values: how they read, and how fast."""

    speed: int | None
    """So many times as fast as it went. None: all at once, for a person as fast as they read."""
    request: str
    program: bool
    sight: Sight
    """The form in which the asker wants positions."""
    form: Form
    text_form: Form | None

    @property
    def slowly(self) -> bool:
        """Check whether the rows come one after the other, and not all at once."""
        return self.speed is not None or not self.program

    @property
    def pace(self) -> str:
        return f", {self.speed}x" if self.speed is not None else ""


def asking(call: Call, words: list[str]) -> Asking:
    """Return who asks. If the last of *words* is a speed, take it away."""
    session = call.session
    speed = _SPEED.fullmatch(words[-1]) if words else None
    if speed is not None:
        words.pop()
    return Asking(
        speed=int(speed[1]) if speed is not None else None,
        request=call.request.id or "-",
        program=session.program,
        sight=session.sight,
        form=session.form,
        text_form=session.text_form,
    )


def paced(
    to: Asking, rows: Sequence[tuple[int, bytes]], head: str, end: Callable[[int], Answer]
) -> Show:
    """Return *rows*, each with its table time in ms, as a stream at the pace that was asked for.

    *head* is what a person reads first. *end* makes the last word of the number of rows shown.
    """
    lines = [line for _at, line in rows]
    if to.speed is not None:
        times = [at / 1000 / to.speed for at, _line in rows]
        waits_s = [min(now - before, LONGEST_PAUSE_S) for before, now in pairwise(times)]
    elif to.program:
        return Show(lines, [0.0] * len(lines), end)
    else:
        waits_s = _reading_times(lines[:-1])
    silent = to.program and to.text_form is None
    first = b"" if silent else voiced(to, TextRow(what=(head,)))
    return Show(lines, [0.0, *waits_s], end, head=first, paced=True)


def _reading_times(rows: Sequence[bytes]) -> list[float]:
    """Return for each of *rows* the seconds that a person needs to read it."""
    needs_s = [min(row.count(b"\n") * READING_S, LONGEST_PAUSE_S) for row in rows]
    whole_s = sum(needs_s)
    return [need_s * min(1.0, LONGEST_S / whole_s) for need_s in needs_s] if whole_s else needs_s


def marked(to: Asking, say: Callable[[Form], Sequence[str]], name: str = "") -> bytes:
    """Return what a person reads of an event. With *name*, that player alone heard it so."""
    head, width = f"{name}: " if name else "", to.form.width - len(MARK)
    form = form_of(*to.form._replace(width=max(width - len(head), NARROWEST) if name else width))
    found = fitted(say(form), form)
    if name and found:
        first, *more = found
        begin = [head + first] if len(head + first) <= width else [f"{name}:", f"  {first}"]
        found = [*begin, *(f"  {line}" for line in more)]
    return join_lines([MARK + line for line in found])


def data_of(to: Asking, event: Event) -> msgspec.Raw:
    """Return what *event* held, as a program gets it."""
    return msgspec.Raw(object_of(event, (to.text_form or FORM).lang))


def voiced(to: Asking, answer: Answer) -> bytes:
    if to.program:
        return item(to.request, answer, to.text_form)
    return person(answer, to.form)
