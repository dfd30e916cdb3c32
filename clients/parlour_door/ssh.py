"""Ssh, by the library asyncssh: a terminal for the game, and nothing else of what ssh can do.

Nobody needs a password. A guest who proves to have a key is known to the host by its fingerprint;
a key that is only offered proves nothing.
"""

from __future__ import annotations

import asyncio
import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import asyncssh
from asyncssh.constants import DISC_TOO_MANY_CONNECTIONS, OPEN_ADMINISTRATIVELY_PROHIBITED

from parlour_door.guest import Guest
from parlour_door.limits import GOODBYE_S, HANDSHAKE_S, KERNEL_BYTES, READ_BYTES, UNSENT_BYTES
from parlour_door.to_host import Caller

if TYPE_CHECKING:
    from collections.abc import Mapping

    from parlour_door.door import Door, Visit

KEY_FILE: Final = "door_host_key"
LOGIN_S: Final = 60.0
"""From the first byte to a key: long enough to type a passphrase."""
KEEPALIVE_S: Final = 30.0
"""How often to ask a silent guest. Three silences are a dead connection."""
_WINDOW: Final = 16 * 1024
"""What a guest may send before we have read it."""
_REKEY_BYTES: Final = 1 << 28
_REKEY_S: Final = 3600
_ONLY: Final = "This door leads to the game only: no commands, files or forwarding. Use ssh alone."
_NO_TERMINAL: Final = "The game needs a terminal: ssh -t, without a pipe."


class _Forgetful(dict[str, str]):
    """The variables that a guest wants to set. asyncssh would keep as many as come."""

    def __setitem__(self, name: Any, value: Any) -> None:
        """Nothing is kept."""


class Visitor(asyncssh.SSHServer):
    """One connection."""

    def __init__(self, door: Door) -> None:
        self.door = door
        self.login = ""
        self.caller = Caller("0.0.0.0")
        self.visit: Visit | None = None
        self._offered = ""
        self._conn: asyncssh.SSHServerConnection | None = None
        self._session: TerminalSession | None = None
        self._timer: asyncio.TimerHandle | None = None

    # --- coming in --------------------------------------------------------------------

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """A connection was accepted."""
        self._conn = conn
        peer = conn.get_extra_info("peername")
        if peer:
            self.caller = Caller(peer[0], peer[1], sealed=True)
        transport = self._transport
        if transport is not None:
            cast("Any", transport).max_size = READ_BYTES  # of asyncio, whose own is 256 KiB
            sock = transport.get_extra_info("socket")
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BYTES)
        visit = self.door.visit(self.caller.address)
        if isinstance(visit, str):
            conn.disconnect(DISC_TOO_MANY_CONNECTIONS, visit)
        else:
            self.visit = visit

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        if self._timer is not None:
            self._timer.cancel()
        if self._session is not None:
            self._session.lost()
        if self.visit is not None:
            self.visit.ends()
        self._conn = None

    def begin_auth(self, username: str) -> bool:
        """Everybody is let in, but first asked for a key, which ssh shows only then."""
        self.login = username
        return True

    def public_key_auth_supported(self) -> bool:
        """Any key will do."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Called for a key that is offered, and again before its signature is checked."""
        self._offered = key.get_fingerprint()
        return True

    def kbdint_auth_supported(self) -> bool:
        """Those without a key are asked no question."""
        return True

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]]:
        """Ask nothing."""
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: Any) -> bool:
        """Nothing is answered, and no key is proved, whatever was offered before."""
        self._offered = ""
        return True

    def auth_completed(self) -> None:
        """They are in: by a signature of the key that was checked last, or without a key."""
        self.caller = self.caller._replace(key=self._offered)
        self._timer = asyncio.get_running_loop().call_later(HANDSHAKE_S, self.cut)

    # --- what is wanted ---------------------------------------------------------------

    def session_requested(self) -> asyncssh.SSHServerSession[bytes]:
        """A terminal, one for a connection. Raises ChannelOpenError."""
        if self._session is not None:
            raise asyncssh.ChannelOpenError(
                OPEN_ADMINISTRATIVELY_PROHIBITED, "One terminal for a connection."
            )
        self._session = TerminalSession(self)
        return self._session

    def connection_requested(
        self, dest_host: str, dest_port: int, orig_host: str, orig_port: int
    ) -> bool:
        """Nothing is forwarded. Raises ChannelOpenError."""
        raise asyncssh.ChannelOpenError(OPEN_ADMINISTRATIVELY_PROHIBITED, _ONLY)

    # --- for the terminal -------------------------------------------------------------

    def comes_in(self) -> str:
        """The handshake is done. Return why there is no room; empty: there is."""
        if self._timer is not None:
            self._timer.cancel()
        return self.visit.comes_in() if self.visit is not None else ""

    def cut(self) -> None:
        """Close at once."""
        if self._conn is not None:
            self._conn.abort()

    def close_soon(self) -> None:
        """Close, when what was said has had time to leave."""
        self._timer = asyncio.get_running_loop().call_later(GOODBYE_S, self.cut)

    @property
    def unsent(self) -> int:
        """Bytes that wait in the socket's buffer, which asyncssh fills without limit."""
        return 0 if self._transport is None else self._transport.get_write_buffer_size()

    @property
    def _transport(self) -> asyncio.Transport | None:
        transport = getattr(self._conn, "_transport", None)
        return cast("asyncio.Transport | None", transport)


class TerminalSession(asyncssh.SSHServerSession[bytes]):
    """The terminal of a connection, and the `Channel` of its guest."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._chan: asyncssh.SSHServerChannel[bytes] | None = None
        self._guest: Guest | None = None
        self._term: str | None = None
        self._size = 0, 0
        self._refusal = ""

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """A channel is open."""
        self._chan = chan
        cast("Any", chan)._env = _Forgetful()

    def pty_requested(
        self,
        term_type: str,
        term_size: tuple[int, int, int, int],
        term_modes: Mapping[int, int],
    ) -> bool:
        """There is a terminal."""
        self._term, self._size = term_type, term_size[:2]
        return True

    def shell_requested(self) -> bool:
        """The usual wish."""
        self._refusal = "" if self._term is not None else _NO_TERMINAL
        return True

    def exec_requested(self, command: str) -> bool:
        """Taken only to say in words that there are none."""
        self._refusal = _ONLY
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """The same."""
        self._refusal = _ONLY
        return True

    def session_started(self) -> None:
        """The guest comes in."""
        refusal = self._visitor.comes_in() or self._refusal
        if refusal and self._chan is not None:
            self._chan.write_stderr(f"{refusal}\r\n".encode())
            self._chan.exit(1)
            self._visitor.close_soon()
            return
        visitor = self._visitor
        self._guest = visitor.door.take(
            self, visitor.caller, self._size, login=visitor.login, term=self._term or ""
        )

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """The guest has typed."""
        if self._guest is not None:
            self._guest.type(data)

    def terminal_size_changed(
        self, width: int, height: int, pixwidth: int, pixheight: int
    ) -> None:
        """Their window has another size."""
        if self._guest is not None:
            self._guest.resize(width, height)

    def connection_lost(self, exc: Exception | None) -> None:
        """The channel is gone."""
        self._chan = None
        self.lost()
        self._visitor.close_soon()

    def lost(self) -> None:
        """The guest is gone."""
        if self._guest is not None:
            self._guest.lost()

    # --- the channel ------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """See `Channel`."""
        chan = self._chan
        if chan is None or chan.is_closing():
            return
        cast("Any", chan).write(data)
        if chan.get_write_buffer_size() + self._visitor.unsent > UNSENT_BYTES:
            self._visitor.cut()

    def hold(self, on: bool) -> None:
        """See `Channel`."""
        if self._chan is None:
            return
        if on:
            self._chan.pause_reading()
        else:
            self._chan.resume_reading()

    def end(self) -> None:
        """See `Channel`."""
        if self._chan is not None and not self._chan.is_closing():
            self._chan.exit(0)
        self._visitor.close_soon()


def host_key(folder: Path) -> asyncssh.SSHKey:
    """Return the key by which guests know this door. It is made at the first start.

    Raises OSError, and asyncssh.KeyImportError if the file holds none.
    """
    file = folder / KEY_FILE
    try:
        return asyncssh.read_private_key(file)
    except FileNotFoundError:
        key: asyncssh.SSHKey = cast("Any", asyncssh).generate_private_key(
            "ssh-ed25519", "parlour door"
        )
        new = file.with_suffix(".new")  # half a key would keep the door closed
        new.unlink(missing_ok=True)
        fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(fd, "wb") as out:
            out.write(key.export_private_key())
        new.replace(file)
        return key


async def listen(
    door: Door, bind: str | None, port: int, key: asyncssh.SSHKey
) -> asyncssh.SSHAcceptor:
    """Take guests at *port*. Raises OSError."""
    return await asyncssh.create_server(
        lambda: Visitor(door),
        bind or "",
        port,
        server_host_keys=[key],
        server_version="Parlour",
        encoding=None,
        line_editor=False,
        compression_algs=None,  # what is packed small may unpack to anything
        password_auth=False,
        host_based_auth=False,
        gss_host=None,
        x11_forwarding=False,
        agent_forwarding=False,
        login_timeout=LOGIN_S,
        keepalive_interval=KEEPALIVE_S,
        rekey_bytes=_REKEY_BYTES,
        rekey_seconds=_REKEY_S,
        window=_WINDOW,
        max_pktsize=_WINDOW,
    )
