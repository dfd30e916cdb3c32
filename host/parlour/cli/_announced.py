"""Start the process that announces a host in its network (`_announcing`)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.cli._finding import can_find

if TYPE_CHECKING:
    import socket

    from parlour.config import Config


class Announcer:
    """The process, as the one sees it that starts it."""

    def __init__(self, told: Mapping[str, object]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "parlour.cli._announcing"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the host
        )
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(told).encode() + b"\n")
        self._process.stdin.flush()

    def close(self) -> None:
        """Let go of it. It ends when nobody holds it: neither this process nor one forked from it.

        Nobody waits for it.
        """
        assert self._process.stdin is not None
        self._process.stdin.close()


def announced(
    config: Config,
    name: str,
    listeners: Sequence[socket.socket],
    *,
    web_port: int,
    folder: Path | None,
    tls: str = "",
) -> Announcer | None:
    """Announce a host that listens to others at *listeners*, if that is wanted and possible.

    *folder*: its data directory, which is announced once at a time. *tls*: the fingerprint of its
    certificate.
    """
    bound = [str(listener.getsockname()[0]) for listener in listeners]
    reachable = [each for each in bound if not ip_address(each).is_loopback and ":" not in each]
    if not (config.server.announce and reachable and can_find()):
        return None
    try:
        return Announcer(
            {
                "name": name,
                "port": listeners[0].getsockname()[1],
                "web": web_port,
                "tls": tls,
                "only": [] if "0.0.0.0" in reachable else reachable,
                "folder": str(folder or ""),
                "log": {"format": config.log.format, "level": config.log.level},
            }
        )
    except OSError:  # no more processes: the host serves, and guests type its address
        return None
