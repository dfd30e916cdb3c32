"""What can go wrong between us and a host, in words for the player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour_client.language import _
from parlour_client.protocol import Body, Bye, No

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
        self.text = no.text or _("The host says no ({code}).", code=self.code)
        self.body: Body = no.body
        self.exposed = False
        """Others on the way can read the connection: it is not encrypted."""
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
            text = _("No host answers at {where}. To start one on that computer: parlour serve")
        case TimeoutError():
            text = _("{where} does not answer. Check the address, the network and the firewall.")
        case _ if error.errno is not None and error.errno < 0:  # getaddrinfo's own numbers
            text = _("There is no computer called {where}. Check the spelling.")
        case _:
            why = error.strerror or str(error)
            text = _("{where} cannot be reached: {why}.")
            return Problem(text.filled(where=where, why=why), passing=True)
    return Problem(text.filled(where=where), passing=True)


def no_parlour(where: str, said: str) -> Problem:
    """The program at *where* is not a Parlour host. It *said* this first."""
    if said.startswith("HTTP/"):
        what = _("a web server")
    elif said.startswith("SSH-"):
        what = _("an ssh server")
    else:
        what = _("something else")
    text = _("At {where} there is {what}, not a Parlour host. Check the port.")
    return Problem(text.filled(where=where, what=what))


def turned_away(where: str, said: Sequence[str]) -> Problem:
    """The program at *where* disconnected before we were in, and *said* this."""
    first = next((line.strip() for line in said if line.strip()), "")
    if first.startswith(("HTTP/", "SSH-")):
        return no_parlour(where, first)
    if not first:
        text = _("{where} closed the connection without a word. Is it a Parlour host?")
        return Problem(text.filled(where=where), passing=True)
    last = [line.strip() for line in said if line.strip()][-1][:SHOWN]
    text = _("{where} closed the connection. It said: {last}")
    return Problem(text.filled(where=where, last=last), passing=True)


def silent(where: str) -> Problem:
    """Something at *where* answered the call and says nothing."""
    text = _("Something at {where} accepts the connection and says nothing. Is it a Parlour host?")
    return Problem(text.filled(where=where), passing=True)


def other_version(no: No) -> Problem:
    """The host does not speak our version."""
    text = _("The host has another version than this client. It says: {said}")
    return Problem(text.filled(said=no.text))


def not_sealed(where: str, *, known: bool) -> Problem:
    """The host at *where* does not encrypt. *known*: it did before."""
    text = _("{where} does not encrypt. To play there without: parlour play plain://{where}")
    if known:
        text = _(
            "{where} encrypted before, and what answers now does not. Somebody may be in between, "
            "so nothing was sent. If its owner says that all is well: parlour play plain://{where}"
        )
    return Problem(text.filled(where=where), passing=True)


def other_certificate(where: str, known: str, found: str) -> Problem:
    """The certificate at *where* has the fingerprint *found*, not the *known* one."""
    text = _(
        "{where} has another certificate than before. Somebody may be in between, so nothing "
        "was sent.\n"
        "Before: {known}\n"
        "Now:    {found}\n"
        "If the second one is its owner's: parlour play --trust {found} {where}"
    )
    return Problem(text.filled(where=where, known=known, found=found))


def no_trust(where: str, why: str, found: str) -> Problem:
    """The system does not trust the certificate at *where*; OpenSSL says *why*."""
    text = _(
        "Nobody vouches for the certificate of {where} ({why}), so nothing was sent.\n"
        "Its fingerprint: {found}\n"
        "If that is its owner's: parlour play --trust {found} {where}"
    )
    return Problem(text.filled(where=where, why=why, found=found))


_OWN_WORDS: Final = {"replaced": _("You are connected from somewhere else now, and play there.")}
_PASSING: Final = frozenset({"shutting_down", "slow_reader", "internal", "too_many"})
"""Goodbyes after which the client may reconnect by itself."""


def farewell(bye: Bye) -> Problem:
    """The host disconnected us, and said why."""
    closed = _("The host closed the connection ({code}).", code=bye.code)
    text = _OWN_WORDS.get(bye.code) or bye.text or closed
    return Problem(text, passing=bye.code in _PASSING)
