"""A host with a script, for one client under test.

The script decides what happens, when a prompt comes, and when the connection is cut. Requests are
answered while it waits.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from parlour_kit.conformance.answering import SEAT, TABLE, Answering
from parlour_kit.conformance.client import ClientClosed, ClientConnection, ClientUnderTest
from parlour_kit.conformance.fitting import Fitting, Object

POLL_S: Final = 0.05
"""How often to look whether a client that has not connected has ended."""
END_S: Final = 0.3
"""How long it may take until a program that fails has ended."""
AGAIN_S: Final = 0.5
"""When somebody who types types again what was not sent."""


class Stage(Answering):
    """The scripted host. A script calls its methods, one after the other."""

    def __init__(
        self, listener: socket.socket, player: ClientUnderTest, rules: Fitting, patience_s: float
    ) -> None:
        super().__init__(player, rules)
        self.patience_s = patience_s
        """How long the client may take to do what it must do."""
        self._listener = listener
        player.start(listener.getsockname()[1])

    def connect(self) -> None:
        """Wait for the client, and greet it."""
        if not self.comes(self.patience_s):
            raise self.broken("The client must connect")

    def comes(self, patience_s: float) -> bool:
        """Does the client connect within so many seconds? Then it is greeted."""
        until = time.monotonic() + patience_s
        while True:
            ended = self._player.ended() is not None
            self._listener.settimeout(POLL_S)
            try:
                sock, _ = self._listener.accept()
            except TimeoutError:
                if ended or time.monotonic() > until:
                    return False
            else:
                break
        self._greet(ClientConnection(sock))
        return True

    def begin(self) -> None:
        """Wait until the client has come in, sits at the table, and the game has started."""
        self.connect()
        self.serve(lambda: self.started, "The client must come in, sit down and begin")

    def serve(self, until: Callable[[], bool], what: str) -> None:
        """Answer requests until *until* is true. *what* is wrong if that takes too long."""
        end = time.monotonic() + self.patience_s
        while not until():
            left_s = end - time.monotonic()
            try:
                heard = self._listen(min(left_s, AGAIN_S))
            except ClientClosed:
                time.sleep(END_S)  # until the program has ended, if it does
                raise self.broken(f"The client disconnected. {what}") from None
            if heard:
                continue
            if left_s <= 0:
                raise self.broken(what)
            self._type()  # again: it was cut off

    def ask(
        self, moves: Sequence[Object], *, urgent: bool = True, bare: str | None = None
    ) -> None:
        """Open a prompt in place of the last one."""
        self._prompts += 1
        self._verbs |= {move["verb"] for move in moves}
        self.open = {
            "table": TABLE,
            "prompt": self._prompts,
            "urgent": urgent,
            "due_ms": 60_000,
            "bank_ms": None,
            "moves": list(moves),
            "bare": bare,
            "text": ["What do you do?"],
        }
        if self._prompts % 2:  # hosts of 0.1.0 do not have it
            self.open["says"] = "What do you do?"
        self._show()

    def answered(self) -> str:
        """Wait for the answer to the open prompt, and return the move."""
        self.serve(lambda: self.open is None, "The client must answer the prompt")
        return self.moves[-1]

    def withdraw(self) -> None:
        """Close the open prompt: nothing is left to do."""
        self.open = None
        self.tell("unprompt", table=TABLE, prompt=self._prompts)

    def cut(self, half: str = "") -> None:
        """Cut the connection, after the bytes of *half*."""
        self._note("the connection is cut")
        if self._line is not None:
            self._line.send(half.encode())
            self._line.close()
        self._line = None

    def back(self) -> None:
        """Wait until the client has come back as the player it was."""
        self.connect()
        self.serve(lambda: self.is_back, "The client must come back with `resume TOKEN SEQ`")

    def farewell(self, code: str) -> None:
        """Say why the connection is closed, and close it."""
        self._goodbye(code)
        self.cut()

    def leaves(self, until: Callable[[], bool]) -> bool:
        """Answer requests until *until* is true, or the client has left: was it that?"""
        end = time.monotonic() + self.patience_s
        with suppress(ClientClosed):
            while not until():
                if not self._listen(end - time.monotonic()):
                    raise self.broken("The client must do something, or end")
            return False
        return True

    def over(self, linger_s: float) -> None:
        """End the game, and give the client some time to take its leave."""
        self.open = None
        points = [{"seat": SEAT, "name": self.named, "points": 1}]
        self.tell(
            "over", table=TABLE, reason="finished", scores=points, winners=[SEAT], record="g1"
        )
        self._player.type("/quit")
        end = time.monotonic() + linger_s
        with suppress(ClientClosed):
            while not self._quit and self._listen(end - time.monotonic()):
                pass
        self.cut()
        while (ended := self._player.ended()) is None and time.monotonic() < end:
            time.sleep(POLL_S)
        if ended:
            raise self.broken("The game is over and nothing was wrong, but the client failed")

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
        self._player.stop()
