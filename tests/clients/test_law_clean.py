"""A law of the whole way from a host to a terminal: no text of a host is a command for it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final, cast

from hypothesis import given, settings
from hypothesis import strategies as st

from parlour_client.pending import Ended
from parlour_client.source import Login
from tests.clients.glass import Glass, watch
from tests.clients.indoors import Indoors
from tests.house.scene import new_host
from tests.sizes import sized

_HARM: Final = (
    "\x1b]0;title\a",
    "\x1b[97;96H",
    "\x1b[8;97;96t",
    "\x1bP$q\x1b\\",
    "\x9b97;96H",
    "\x9d0;title\x9c",
    "\r\n\x0b\x0c\x08\x7f",
    "\N{RIGHT-TO-LEFT OVERRIDE}\N{ZERO WIDTH SPACE}\N{LANGUAGE TAG}",
    "\N{LINE SEPARATOR}\x85\x0e",
    "\x00",
)
_OURS: Final = re.compile(r"\x1b\[\??[0-9;]*[A-Za-z]|\x1b\[[0-9]* q|\x1b[78=>]|\x1b\]11;\?\x1b\\")
_MOVES: Final = "\r\n\b\a"
"""What prompt_toolkit moves the cursor with, and the bell."""


class _Hostile(Indoors):
    """A line to a host some of whose texts are poisoned, names and words of its own as well."""

    chance = random.Random(0)
    share = 0.0

    def _hear(self, lines: list[str]) -> None:
        super()._hear([self._poisoned(line) for line in lines])

    def _poisoned(self, line: str) -> str:
        head, brace, body = line.partition("{")
        return head + json.dumps(self._harmed(json.loads(brace + body))) if brace else line

    def _harmed(self, value: object) -> object:
        match value:
            case dict():
                body = cast("dict[str, object]", value)
                return {key: self._harmed(each) for key, each in body.items()}
            case list():
                return [self._harmed(each) for each in cast("list[object]", value)]
            case str() if self.chance.random() < self.share:
                at = self.chance.randint(0, len(value))
                return value[:at] + self.chance.choice(_HARM) + value[at:]
            case _:
                return value


@settings(max_examples=sized(3, 60))
@given(st.integers(), st.sampled_from([0.03, 0.3]))
def test_no_text_of_a_host_reaches_the_terminal_as_a_command(seed: int, share: float) -> None:
    @asynccontextmanager
    async def enter(login: Login) -> AsyncGenerator[Indoors]:
        line = _Hostile(host, login)
        line.chance, line.share = random.Random(seed), share
        await line.come_in()
        glasses[0].lines.append(line)
        yield line

    async def script(glass: Glass) -> None:
        glasses.append(glass)
        await glass.press("Enter")
        await glass.type("ann", "new hunt", "bot", "start", "7", "look", "nonsense", "who")
        await glass.press("F1", "F1", "Tab", "?", "F3")
        glass.line.tell(Ended("".join(_HARM)), None)
        await glass.press("Enter", "Enter")

    host, glasses = new_host(), list[Glass]()
    try:
        glass, _ = watch(
            host, 80, 24, script, enter=enter, name=None, environ={"TERM": "xterm-256color"}
        )
    except ExceptionGroup:  # what cannot be understood ends the client
        glass = glasses[0]
    written = glass.paper.written
    assert len(written) > 500
    assert [harm for harm in _HARM if harm in written] == []
    assert [
        char for char in _OURS.sub("", written) if not (char.isprintable() or char in _MOVES)
    ] == []
