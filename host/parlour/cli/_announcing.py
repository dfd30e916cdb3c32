"""Announce a host in its network by multicast DNS (RFC 6762, RFC 6763), in a process of its own.

Who asks there for Parlour hosts gets the address, the ports and the name of this one. That
needs zeroconf, the extra `lan`. What the network says never reaches the process that plays: a
flood of it costs no player anything. The process ends with the one that started it, however that
ends, and takes the announcement back (docs/decisions/0068-found-and-sealed.md).
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import logging
import os
import resource
import secrets
import signal
import sys
from collections.abc import Collection, Mapping
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Final

from parlour.cli._finding import SERVICE, own_addresses

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from zeroconf import ServiceInfo
    from zeroconf.asyncio import AsyncZeroconf

LOOK_S: Final = 5.0
"""How often to look whether the addresses of this computer have changed: a laptop changes its
Wi-Fi within a minute."""
TTL_S: Final = 120
"""How long others may believe us without hearing of us: a host whose cable was pulled is gone from
all lists by then. RFC 6762 wants it for what contains an address."""
ANSWER_MS: Final = 500
"""How long another computer may take to say that it is already `parlour.local`."""
NAMES: Final = 9
"""Numbered names to try. More hosts in one network, or somebody who claims all, get a random one.
"""
GOODBYE_S: Final = 2.0
"""How long taking it back may last. It takes 0.3 s."""
LABEL_BYTES: Final = 60
"""The most of a name in DNS (63), and room for a number."""
MEMORY_BYTES: Final = 256_000_000
"""Whatever is said in the network, it takes no more memory than this. Usual are 30 MB."""
NICE: Final = 5
"""How much this process yields to the one that plays."""


def main() -> None:
    """Announce what standard input says in a line of JSON, until it is closed."""
    with suppress(OSError):  # a service may not be allowed to
        os.nice(NICE)
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if soft == resource.RLIM_INFINITY or soft > MEMORY_BYTES:
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, hard))
    logging.disable()  # of zeroconf and asyncio: what strangers send is no news
    told = json.loads(sys.stdin.buffer.readline() or "{}")
    if not told:
        return
    if told["folder"]:  # another program of the same host ends first (parlour upgrade)
        fcntl.flock(os.open(told["folder"], os.O_RDONLY), fcntl.LOCK_EX)
    try:
        asyncio.run(Announced(told).run())
    except Exception as error:  # noqa: BLE001 - the host serves, whatever happens here
        _say(told, "warning", f"The host is no longer announced in the network ({error!r}).")


def _say(told: Mapping[str, Any], level: str, text: str) -> None:
    from parlour.keeper.telling import Log

    log = Log()
    log.form, log.level = told["log"]["format"], told["log"]["level"]
    log.say(level, text)


class Announced:
    """The announcement of one host, while its network changes."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self._told = told
        self._network: AsyncZeroconf | None = None
        self._info: ServiceInfo | None = None
        self._at: frozenset[str] = frozenset()
        """The addresses at which it is announced."""
        self._ever: set[bytes] = set()
        """All that this computer has had: a memory of them is no other computer."""
        self._number = 1
        """Of `parlour.local`."""
        self._complained = False

    async def run(self) -> None:
        """Announce the host until nobody holds the other end of standard input."""
        loop, end = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(sys.stdin.fileno(), end.set)
        loop.add_signal_handler(signal.SIGTERM, end.set)
        tasks = [loop.create_task(each) for each in (self._keep(), end.wait())]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        loop.remove_reader(sys.stdin.fileno())
        for task in tasks:
            task.cancel()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._close(), GOODBYE_S)
        for problem in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(problem, Exception):
                raise problem

    async def _keep(self) -> None:
        while True:
            await self._look()
            await asyncio.sleep(LOOK_S)

    async def _look(self) -> None:
        """Announce it where this computer is now."""
        now, why_not = where_to(own_addresses(), self._told["only"])
        self._ever |= {ip_address(each).packed for each in now}
        try:
            if self._network is None or not now:
                await self._close()
                if now:
                    await self._open(now)
            elif now != self._at:
                await self._network.async_update_interfaces(sorted(now))
                await self._register(now)
            elif self._is_anothers_too():
                self._number += 1
                await self._register(now)
        except OSError as error:
            await self._close()
            self._complain(error.strerror or str(error))
            return
        if why_not:
            self._complain(why_not)
        self._at = now

    def _complain(self, why: str) -> None:
        if not self._complained:
            self._complained = True
            text = f"The host is not announced: {why}. Guests need its address."
            _say(self._told, "info", text)

    async def _open(self, at: frozenset[str]) -> None:
        from zeroconf import IPVersion
        from zeroconf.asyncio import AsyncZeroconf

        self._network = AsyncZeroconf(interfaces=sorted(at), ip_version=IPVersion.V4Only)
        await self._register(at)

    async def _register(self, at: frozenset[str]) -> None:
        """Announce it at these addresses, and no longer as it was before."""
        from zeroconf import ServiceInfo

        network, before = self._network, self._info
        assert network is not None
        if before is not None:
            gone = network.async_unregister_service(before)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
            await _said_to_all(gone)  # pyright: ignore[reportUnknownArgumentType]
        told = self._told
        about = {"v": "1", "web": str(told["web"]), "tls": told["tls"], "name": told["name"]}
        self._info = ServiceInfo(
            SERVICE,
            f"{label(told['name'])}.{SERVICE}",
            told["port"],
            properties={key: text for key, text in about.items() if text not in {"", "0"}},
            server=await self._free_name(),
            host_ttl=TTL_S,
            other_ttl=TTL_S,
            parsed_addresses=sorted(at),
        )
        come = network.async_register_service(self._info, allow_name_change=True)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        await _said_to_all(come)  # pyright: ignore[reportUnknownArgumentType]

    async def _free_name(self) -> str:
        """Return `parlour.local.`, or the next one that no other computer has."""
        from zeroconf._services.info import AddressResolverIPv4

        assert self._network is not None
        while self._number <= NAMES:
            number = "" if self._number == 1 else f"-{self._number}"
            name = f"parlour{number}.local."
            others = AddressResolverIPv4(name)
            await others.async_request(self._network.zeroconf, ANSWER_MS)
            if self._ever.issuperset(others.addresses):
                return name
            self._number += 1
        return f"parlour-{secrets.token_hex(3)}.local."

    def _is_anothers_too(self) -> bool:
        """Another computer has our name too, and keeps it: two networks were joined, or both
        started in the same moment.
        """
        from zeroconf._dns import DNSAddress

        if self._network is None or self._info is None or self._number > NAMES:
            return False
        heard = self._network.zeroconf.cache.entries_with_name(self._info.server_key or "")
        found = {each.address for each in heard if isinstance(each, DNSAddress)} - self._ever
        return bool(found) and min(found) < min(self._info.addresses)

    async def _close(self) -> None:
        """Take it back."""
        network, self._network, self._info = self._network, None, None
        if network is not None:
            await network.async_close()


def where_to(own: Collection[str], only: Collection[str]) -> tuple[frozenset[str], str]:
    """Return the addresses to announce, of our *own* and of those we listen at, or why none.

    *only*: those we listen at; empty: all. A computer in the internet is silent: who answers
    questions of anybody there can be made to flood others.
    """
    if any(ip_address(each).is_global for each in own):
        return frozenset(), "this computer has a public address"
    now = frozenset(own).intersection(only or own)
    return now, "" if now else "this computer is in no network"


async def _said_to_all(begins: Awaitable[Awaitable[Any]]) -> None:
    """Wait until what zeroconf begins to say has been said."""
    await (await begins)


def label(name: str) -> str:
    """Return *name* as the announcement may have it: one label of DNS."""
    kept = "".join(char if char.isprintable() and char != "." else " " for char in name)
    return kept.encode()[:LABEL_BYTES].decode(errors="ignore").strip() or "parlour"


if __name__ == "__main__":
    main()
