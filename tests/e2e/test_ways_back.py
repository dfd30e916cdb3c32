"""A code against a line that answers, and after it is gone, over real sockets."""

from __future__ import annotations

from tests.e2e.peer import GREETED, Peer, peer
from tests.e2e.serving import serving


def answered(line: Peer) -> str:
    """The next line that is no greeting of the host."""
    while (read := line.read()).startswith(("Parlour on", *GREETED)):
        pass
    return read


def test_a_code_waits_until_the_owners_line_is_gone() -> None:
    """The kernel of the owner's computer answers although they type nothing."""
    with serving() as host:
        with peer(host.port) as ann, peer(host.port) as thief:
            ann.send("ann")
            assert answered(ann) == "Hello ann."
            code = ann.read().rpartition(" ")[2]
            ann.read()
            thief.send(f"resume {code}")
            assert answered(thief).startswith(
                "Your other connection still answers. Close it first"
            )
            assert ann.read().startswith("Somebody has typed your way-back code on another")
        with peer(host.port) as ann:
            ann.send(f"resume {code}")
            assert answered(ann) == "Hello ann."
            way_back = ann.read()
            assert way_back.startswith("If you are disconnected, type: resume ")
            assert code not in way_back
            ann.send("quit")
            assert ann.rest()[-2].startswith("Goodbye.")
        with peer(host.port) as late:
            late.send(f"resume {code}")
            assert answered(late).startswith("No one matches that code")
        assert " error: " not in host.stop()
