"""Bytes from a stranger as keys of prompt_toolkit, a bounded number in a turn.

prompt_toolkit's own parser trusts its terminal: an escape sequence or a paste that never ends
grows for ever, and it remembers every beginning of a sequence that it has ever seen, for all
terminals together. So what is too long never reaches it.
"""

from __future__ import annotations

import asyncio
import codecs
import re
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from typing import Final

from prompt_toolkit.input import Input, vt100_parser
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

from parlour_door.limits import KEYS_A_TURN, KEYS_SHARE, KEYS_WAITING, PASTE

SEQUENCE: Final = 24
"""Parameters of an escape sequence, in characters: `ESC [ < 35 ; 300 ; 100` has ten."""
_BEGUN: Final = re.compile(r"\x1b(?:\[[0-9;<?]*)?\Z")
_TOO_LONG: Final = re.compile(rf"\x1b\[[0-9;<?]{{{SEQUENCE + 1},}}[^0-9;<?]?")
_NOTHING: Final = "\x1b[E"
"""A key that prompt_toolkit ignores. It replaces what is too long: if that were only left out,
what is around it could make another sequence."""
_PASTE: Final = "\x1b[200~"
_PASTED: Final = "\x1b[201~"
_REMEMBERED: Final = 4096
"""Beginnings of sequences that prompt_toolkit may remember."""


class GuestInput(Input):
    """The keys of one guest. *hold* stops reading from them, and lets it go on."""

    def __init__(self, hold: Callable[[bool], None]) -> None:
        self._hold = hold
        self._held = False
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._waiting = ""
        self._begun = ""
        """The beginning of an escape sequence, which the parser has not seen."""
        self._paste: str | None = None
        """What is pasted, while it is."""
        self._keys: list[KeyPress] = []
        self._parser = Vt100Parser(self._keys.append)
        self._ready: Callable[[], None] | None = None
        self._turn: asyncio.Handle | None = None
        self._closed = False

    def type(self, data: bytes) -> None:
        """Take what the guest has typed."""
        if self._closed:
            return
        self._waiting += self._decode(data)
        if len(self._waiting) > KEYS_WAITING and not self._held:
            self._held = True
            self._hold(True)
        self._soon()

    @property
    def waiting(self) -> int:
        """Characters that wait for their turn."""
        return len(self._waiting)

    def end(self) -> None:
        """Nothing more is typed, and nothing is kept."""
        self._closed = True
        if self._turn is not None:
            self._turn.cancel()
        self._waiting, self._begun, self._paste, self._ready = "", "", None, None

    # --- a turn -----------------------------------------------------------------------

    def _soon(self) -> None:
        if self._turn is None and self._ready is not None and self._waiting:
            self._turn = asyncio.get_running_loop().call_soon(self._take_turn)

    def _take_turn(self) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        self._feed(self._waiting[:KEYS_A_TURN])
        self._waiting = self._waiting[KEYS_A_TURN:]
        if self._ready is not None:
            self._ready()
        self._turn = None
        if self._closed:
            return
        if self._waiting:
            pause_s = KEYS_SHARE * (loop.time() - began)
            self._turn = loop.call_later(pause_s, self._take_turn)
        if self._held and len(self._waiting) <= KEYS_WAITING // 2:
            self._held = False
            self._hold(False)

    def _feed(self, text: str) -> None:
        """Let the parser see *text*, without what would grow in it."""
        text = self._begun + text
        while text:
            if self._paste is not None:
                text = self._pasting(self._paste + text)
                continue
            before, mark, after = text.partition(_PASTE)
            if mark:
                self._paste = ""
            else:
                begun = _BEGUN.search(before)
                start = len(before) if begun is None else begun.start()
                before, self._begun = before[:start], before[start : start + SEQUENCE + 3]
            self._parser.feed(_TOO_LONG.sub(_NOTHING, before))
            text = after
        remembered = vt100_parser._IS_PREFIX_OF_LONGER_MATCH_CACHE  # pyright: ignore[reportPrivateUsage]
        if len(remembered) > _REMEMBERED:
            remembered.clear()

    def _pasting(self, text: str) -> str:
        """Take a paste up to its end, of which only so much is kept; return what follows it."""
        pasted, mark, after = text.partition(_PASTED)
        if mark:
            self._paste, self._begun = None, ""
            self._keys.append(KeyPress(Keys.BracketedPaste, pasted[:PASTE]))
        else:
            # The end of what is dropped may be the first half of the mark.
            tail = pasted[PASTE:][-len(_PASTED) :]
            self._paste, self._begun = pasted[:PASTE] + tail, ""
        return after

    # --- an input of prompt_toolkit -----------------------------------------------------

    def read_keys(self) -> list[KeyPress]:
        """Return the keys of this turn."""
        keys = self._keys.copy()
        self._keys.clear()
        return keys

    def flush_keys(self) -> list[KeyPress]:
        """Return what was begun, such as an escape alone, as it is."""
        begun, self._begun = self._begun, ""
        self._parser.feed(begun)
        self._parser.flush()
        return self.read_keys()

    def attach(self, input_ready_callback: Callable[[], None]) -> AbstractContextManager[None]:
        """Call this when there are keys."""
        return self._calling(input_ready_callback)

    def detach(self) -> AbstractContextManager[None]:
        """Call nothing meanwhile."""
        return self._calling(None)

    @contextmanager
    def _calling(self, ready: Callable[[], None] | None) -> Generator[None]:
        before, self._ready = self._ready, ready
        self._soon()
        try:
            yield
        finally:
            self._ready = None if self._closed else before

    @contextmanager
    def _as_it_is(self) -> Generator[None]:
        yield

    def raw_mode(self) -> AbstractContextManager[None]:
        """A guest's terminal has no other mode."""
        return self._as_it_is()

    cooked_mode = raw_mode

    @property
    def closed(self) -> bool:
        """The guest is gone."""
        return self._closed

    def fileno(self) -> int:
        """There is none."""
        raise NotImplementedError

    def typeahead_hash(self) -> str:
        """No guest may get what another one has typed."""
        return f"guest-{id(self)}"
