"""What can go wrong between us and a host, in words for the player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour_client.protocol import Body, Bye, No, text_of

SHOWN: Final = 120
"""How many characters we repeat of what an unknown program says."""


WRONG_PASSWORD: Final = frozenset({"name_taken", "bad_password"})
"""Refusals of a name after which its password, or another name, may work."""
ASK_AGAIN: Final = WRONG_PASSWORD | {"bad_name", "usage", "too_many"}
"""Refusals after which another name may work."""


class LineCut(Exception):
    """We are disconnected, and do not know whether the host carried out the request."""


class NotSent(LineCut):
    """We were disconnected before the request was sent."""


class Refused(Exception):
    """The host refused a request, and nothing has changed. `code` is one of the protocol's."""

    def __init__(self, no: No) -> None:
        self.code = str(no.body.get("code", ""))
        self.text = " ".join(text_of(no.body)) or f"The host says no ({self.code})."
        self.body: Body = no.body
        super().__init__(self.text)


class Problem(Exception):
    """You can't play on that host: `text` says why, and what to do.

    If `passing` is true, trying again later may be enough.
    """

    def __init__(self, text: str, *, passing: bool = False) -> None:
        super().__init__(text)
        self.text = text
        self.passing = passing


def unreachable(where: str, error: OSError) -> Problem:
    """Nobody answers at *where*."""
    match error:
        case ConnectionRefusedError():
            text = f"No host answers at {where}. To start one on that computer: parlour serve"
        case TimeoutError():
            text = f"{where} does not answer. Check the address, the network and the firewall."
        case _ if error.errno is not None and error.errno < 0:  # getaddrinfo's own numbers
            text = f"There is no computer called {where}. Check the spelling."
        case _:
            text = f"{where} cannot be reached: {error.strerror or error}."
    return Problem(text, passing=True)


def no_parlour(where: str, said: str) -> Problem:
    """The program at *where* is not a Parlour host. It *said* this first."""
    if said.startswith("HTTP/"):
        what = "a web server"
    elif said.startswith("SSH-"):
        what = "an ssh server"
    else:
        what = "something else"
    return Problem(f"At {where} there is {what}, not a Parlour host. Check the port.")


def turned_away(where: str, said: Sequence[str]) -> Problem:
    """The program at *where* disconnected before we were in, and *said* this."""
    first = next((line.strip() for line in said if line.strip()), "")
    if first.startswith(("HTTP/", "SSH-")):
        return no_parlour(where, first)
    if not first:
        return Problem(
            f"{where} closed the connection without a word. Is it a Parlour host?", passing=True
        )
    last = [line.strip() for line in said if line.strip()][-1][:SHOWN]
    return Problem(f"{where} closed the connection. It said: {last}", passing=True)


def silent(where: str) -> Problem:
    """Something at *where* answered the call and says nothing."""
    return Problem(
        f"Something at {where} accepts the connection and says nothing. Is it a Parlour host?",
        passing=True,
    )


def other_version(no: No) -> Problem:
    """The host does not speak our version."""
    said = " ".join(text_of(no.body))
    return Problem(f"The host has another version than this client. It says: {said}")


_OWN_WORDS: Final = {"replaced": "You are connected from somewhere else now, and play there."}
_PASSING: Final = frozenset({"shutting_down", "slow_reader", "internal", "too_many"})
"""Goodbyes after which the client may reconnect by itself."""


def farewell(bye: Bye) -> Problem:
    """The host disconnected us, and said why."""
    text = _OWN_WORDS.get(bye.code) or bye.text or f"The host closed the connection ({bye.code})."
    return Problem(text, passing=bye.code in _PASSING)
