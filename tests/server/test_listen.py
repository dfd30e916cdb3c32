"""Opening the door, and the one line that says why it stays shut."""

from __future__ import annotations

import errno
import os
import socket
from pathlib import Path

import pytest

from parlour.server import ListenError, open_listeners
from parlour.server._listen import HIGHEST_PORT, holder, open_each, reason


def close(listeners: list[socket.socket]) -> None:
    for listener in listeners:
        listener.close()


def refusal(host: str, port: int) -> str:
    """The line for a place where nobody can listen."""
    with pytest.raises(ListenError) as caught:
        close(open_listeners(host, port))
    text = caught.value.text
    assert text == str(caught.value)
    assert "\n" not in text
    return text


def test_an_empty_host_is_every_address_on_one_port() -> None:
    listeners = open_listeners("", 0)
    try:
        names = [listener.getsockname() for listener in listeners]
        assert "0.0.0.0" in [name[0] for name in names]
        assert len({name[1] for name in names}) == 1
        assert not any(listener.getblocking() for listener in listeners)
    finally:
        close(listeners)


def test_a_name_may_stand_for_several_addresses() -> None:
    listeners = open_listeners("localhost", 0)
    try:
        hosts = {listener.getsockname()[0] for listener in listeners}
        assert hosts & {"127.0.0.1", "::1"}
        assert hosts <= {"127.0.0.1", "::1"}
    finally:
        close(listeners)


def test_the_port_of_a_host_that_has_just_ended_can_be_had_again() -> None:
    first = open_listeners("127.0.0.1", 0)
    port: int = first[0].getsockname()[1]
    with socket.create_connection(("127.0.0.1", port)):
        accepted = accept(first[0])
        accepted.close()  # our side first: the port would rest for a minute
        close(first)
    close(open_listeners("127.0.0.1", port))


def accept(listener: socket.socket) -> socket.socket:
    listener.setblocking(True)
    return listener.accept()[0]


def test_a_taken_port_names_the_program_that_has_it() -> None:
    taken = open_listeners("127.0.0.1", 0)
    try:
        port: int = taken[0].getsockname()[1]
        name = Path("/proc/self/comm").read_text("ascii").strip()
        assert refusal("127.0.0.1", port) == (
            f"Port {port} is taken by another program (pid {os.getpid()}, {name}). "
            "Stop that program or choose another port."
        )
    finally:
        close(taken)


def test_a_program_we_may_not_look_into_is_another_program(tmp_path: Path) -> None:
    assert holder(4004, proc=tmp_path) == "another program"


def test_a_program_is_found_by_its_socket(tmp_path: Path) -> None:
    rows = (
        "  sl  local_address rem_address   st (queues, timers, owner) inode\n"
        "   0: 0100007F:0FA4 00000000:0000 01 00000000:00000000 00:00000000 00000000 0 0 111\n"
        "   1: 00000000:0FA4 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 222\n"
    )
    (tmp_path / "net").mkdir()
    (tmp_path / "net" / "tcp").write_text(rows, "ascii")
    for pid, inode, name in ((7, 111, "guest"), (8, 222, "k\u00fcche")):
        (tmp_path / str(pid) / "fd").mkdir(parents=True)
        (tmp_path / str(pid) / "fd" / "3").symlink_to(f"socket:[{inode}]")
        (tmp_path / str(pid) / "comm").write_text(f"{name}\n", "utf-8")
    assert holder(0x0FA4, proc=tmp_path) == "another program (pid 8, k?che)"
    (tmp_path / "8" / "comm").unlink()
    assert holder(0x0FA4, proc=tmp_path) == "another program (pid 8, ?)"


@pytest.mark.parametrize("port", [-1, HIGHEST_PORT + 1])
def test_an_impossible_port_is_refused(port: int) -> None:
    assert refusal("127.0.0.1", port) == (
        f"Port {port} does not exist. Ports go from 0 to {HIGHEST_PORT}."
    )


@pytest.mark.parametrize("host", ["203.0.113.9", "no such host", "x" * 300, "2001:db8::9"])
def test_an_address_that_is_not_ours_is_refused(host: str) -> None:
    assert refusal(host, 0) == (
        f"This computer cannot listen at '{host}': give one of its own addresses, "
        "127.0.0.1 for this machine only or 0.0.0.0 for everybody."
    )


def test_an_address_the_machine_lacks_is_passed_over_if_there_is_another() -> None:
    """A kernel without IPv6 still resolves an empty host to `::`."""
    listeners = open_each([(socket.AF_INET6, "2001:db8::9"), (socket.AF_INET, "127.0.0.1")], 0)
    try:
        assert [listener.family for listener in listeners] == [socket.AF_INET]
    finally:
        close(listeners)


def test_nothing_stays_open_when_one_address_is_refused() -> None:
    taken = open_listeners("127.0.0.1", 0)
    port: int = taken[0].getsockname()[1]
    with pytest.raises(OSError, match="in use"):
        open_each([(socket.AF_INET, "127.0.0.2"), (socket.AF_INET, "127.0.0.1")], port)
    close(open_listeners("127.0.0.2", port))
    close(taken)


def test_a_port_without_the_right_to_it_is_refused() -> None:
    assert reason(OSError(errno.EACCES, "Permission denied"), "", 80) == (
        "Port 80 needs administrator rights. Choose a port from 1024 up."
    )


def test_any_other_refusal_of_the_system_is_named() -> None:
    assert reason(OSError(errno.ENOBUFS, "No buffer space available"), "", 4004) == (
        "Cannot listen at 'any address', port 4004: No buffer space available."
    )
