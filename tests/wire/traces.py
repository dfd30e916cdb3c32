"""What real programs send, byte by byte.

Recorded on Debian 12 with a server that asks for the size of the window, then for a password,
and with a terminal whose keys were pressed: telnet (inetutils 2.4), plink (PuTTY 0.78), TinTin++
(2.02.20), nc (OpenBSD 1.219). Those of Mudlet and ConnectBot follow from their source
(`ctelnet.cpp` of Mudlet 4, `TelnetProtocolHandler.java` and `Telnet.kt` of ConnectBot 1.9), those
of Windows telnet and of the windows of PuTTY from PuTTY's `ldisc.c` and from reports of what
servers got: Windows telnet says nothing of its own, sends each key at once, Backspace as BS, and
CR LF for Enter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

IAC, DONT, DO, WONT, WILL, SB, SE = 255, 254, 253, 252, 251, 250, 240
ECHO, TIMING_MARK, NAWS = 1, 6, 31

ASKS_SIZE: Final = bytes((IAC, DO, NAWS))
HIDES: Final = bytes((IAC, WILL, ECHO))
SHOWS: Final = bytes((IAC, WONT, ECHO))


def window(columns: int, rows: int) -> bytes:
    """What says the size of a window (RFC 1073)."""
    told = bytes((columns >> 8, columns & 255, rows >> 8, rows & 255))
    return bytes((IAC, SB, NAWS)) + told.replace(b"\xff", b"\xff\xff") + bytes((IAC, SE))


@dataclass(frozen=True)
class Trace:
    """One program: what it sends by itself, and in answer to what the host says."""

    opening: bytes = b""
    """As soon as it is connected."""
    typed: bytes = b"ann\r\n"
    """`ann`, with a typing error that was mended with Backspace, and Enter."""
    sized: bytes = b""
    """Its answer to DO NAWS, in a window of 80 columns and 24 lines."""
    hidden: bytes = b""
    """Its answer to WILL ECHO."""
    password: bytes = b"secret 13\r\n"
    """`secret 13`, mended in the same way while its terminal does not show it."""
    shown: bytes = b""
    """Its answer to WONT ECHO."""
    telnet: bool = True
    """It understands what the host says in telnet."""
    returns: bool = True
    """Its screen needs CR LF, or bears it."""


AGREES: Final = bytes((IAC, WILL, NAWS)) + window(80, 24)
TRACES: Final = {
    "nc": Trace(typed=b"ann\n", password=b"secret 13\n", telnet=False, returns=False),
    # With another erase key than the terminal's: the key itself is sent.
    "nc, wrong erase key": Trace(
        typed=b"abx\x08\x08nn\n", password=b"secret 14\x083\n", telnet=False, returns=False
    ),
    "telnet": Trace(
        sized=AGREES,
        hidden=bytes((IAC, DO, ECHO)),
        shown=bytes((IAC, DONT, ECHO)),
    ),
    # With a minus before the port it asks for its options, and sends each key while it must not
    # show them.
    "telnet -port": Trace(
        opening=bytes.fromhex(
            "fffd26 fffb26 fffd03 fffb18 fffb1f fffb20 fffb21 fffb22 fffb27 fffd05"
        ),
        sized=window(80, 24),
        hidden=bytes((IAC, DO, ECHO)),
        password=b"wrong\x15sex\x7fcret 14\x08" + b"3\r\0",
        shown=bytes((IAC, DONT, ECHO)),
    ),
    "plink -telnet": Trace(
        opening=bytes.fromhex("fffb1f fffb20 fffb18 fffb27 fffd01 fffb03 fffd03"),
        typed=b"ann\n",
        sized=window(80, 24),
        password=b"secret 13\n",
        shown=bytes((IAC, DONT, ECHO)),
    ),
    "plink -raw": Trace(typed=b"ann\n", password=b"secret 13\n", telnet=False, returns=False),
    "PuTTY, telnet": Trace(
        opening=bytes.fromhex("fffb1f fffb20 fffb18 fffb27 fffd01 fffb03 fffd03"),
        sized=window(80, 24),
        shown=bytes((IAC, DONT, ECHO)),
    ),
    "PuTTY, raw": Trace(telnet=False),
    "Windows telnet": Trace(
        typed=b"abx\x08\x08nn\r\n",
        sized=AGREES,
        hidden=bytes((IAC, DO, ECHO)),
        password=b"secret 14\x083\r\n",
        shown=bytes((IAC, DONT, ECHO)),
    ),
    "TinTin++": Trace(sized=AGREES, hidden=bytes((IAC, DO, ECHO))),
    "Mudlet": Trace(sized=AGREES, hidden=bytes((IAC, DO, ECHO)), shown=bytes((IAC, DONT, ECHO))),
    # It sends keys as a terminal does, so Enter is a CR alone: nothing shows that it is telnet.
    "ConnectBot": Trace(typed=b"abx\x7f\x7fnn\r", password=b"secret 14\x7f3\r", telnet=False),
}
