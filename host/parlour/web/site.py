"""Where guests find the page, and which names of this computer a browser may use for it.

A browser sends the name from its address bar as `Host`. A page elsewhere can let its own name
resolve to our address (DNS rebinding), and would then speak to us as if it were our page. It
cannot forge `Host`, so we answer to addresses and to our own names only.
"""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import Final

import msgspec

_HOST: Final = re.compile(
    r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[a-z0-9._-]+))(?P<port>:\d{1,5})?"
)
_ANNOUNCED: Final = re.compile(r"parlour(?:-[0-9a-f]{1,6})?\.local")
"""The names under which hosts are announced in a network. No name server gives them away."""
_GIVEN: Final = re.compile(r"(?P<scheme>https?://)?(?P<host>[^/]+)/?")
_WEB_PORT: Final = 80


def address_of(host: str, port: int) -> str:
    """Return the address of the page at an address or a name of this computer."""
    where = f"[{host}]" if ":" in host else host
    return f"http://{where}/" if port == _WEB_PORT else f"http://{where}:{port}/"


def name_in(host: str) -> str | None:
    """Return the address or name in a `Host` without its port. None: it is not well formed."""
    found = _HOST.fullmatch(host.lower())
    if found is None:
        return None
    return found["six"] or found["name"].removesuffix(".")


def outside(text: str) -> tuple[str, str] | None:
    """Return the name in a host of the config, and the page's address if it has a scheme."""
    found = _GIVEN.fullmatch(text.lower())
    known = None if found is None else name_in(found["host"])
    if found is None or known is None:
        return None
    scheme: str | None = found["scheme"]
    return known, f"{scheme}{found['host']}/" if scheme else ""


class Site(msgspec.Struct, frozen=True):
    """The page of this host, as guests and their browsers know it."""

    port: int
    """The port of the page."""
    lines_port: int
    """The port for netcat, telnet and clients."""
    addresses: tuple[str, ...]
    """Where guests find the page, the best first. Each ends with a slash."""
    names: frozenset[str]
    """The names that a browser may use, in lower case, besides any address."""

    @classmethod
    def of(
        cls,
        addresses: tuple[str, ...],
        *,
        port: int,
        lines_port: int,
        name: str,
        given: tuple[str, ...],
    ) -> Site:
        """Return the site of a computer with this *name*.

        *given*: further names, such as that of a proxy. One with a scheme is where guests find the
        page, before all others: `https://play.example.org`.
        """
        short = name.lower().partition(".")[0]
        names = {"localhost", name.lower(), short, f"{short}.local"} - {""}
        found = [each for text in given if (each := outside(text)) is not None]
        names |= {known for known, _ in found}
        elsewhere = tuple(address for _, address in found if address)
        everywhere = tuple(dict.fromkeys((*elsewhere, *addresses)))
        return cls(port, lines_port, everywhere, frozenset(names))

    def knows(self, host: str) -> bool:
        """Check whether *host*, as a browser sends it, means this computer. Any port will do,
        because a router or a container may map another one to ours."""
        name = name_in(host)
        if name is None:
            return False
        try:
            ip_address(name)
        except ValueError:
            return name in self.names or _ANNOUNCED.fullmatch(name) is not None
        return True

    def links(self, place: str) -> tuple[str, ...]:
        """Return the link to a *place* on the page, such as `t16`, at each of its addresses.

        One that works on this computer only is among them if there is no other.
        """
        far = [each for each in self.addresses if not each.startswith("http://localhost")]
        return tuple(f"{address}#{place}" for address in far or self.addresses)


def is_own(origin: str, host: str) -> bool:
    """Check whether a page from *origin* came from the same *host*, port included."""
    return origin.lower() in {f"http://{host.lower()}", f"https://{host.lower()}"}
