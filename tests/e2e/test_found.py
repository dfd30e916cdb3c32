"""Hosts are found without an address: real networks of their own, joined by a cable."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.serving import PATIENCE_S, end_all

A, B, ALONE = (f"parlour-{os.getpid()}-{which}" for which in ("a", "b", "alone"))
"""Networks: two computers with a cable, and one in no network."""
LOOKS: Final = 100
"""Each listens for most of a second. A busy computer takes its time to announce a host."""
CABLE: Final = (
    *(f"netns add {name}" for name in (A, B, ALONE)),
    *(f"-n {name} link set lo up" for name in (A, B, ALONE)),
    f"link add end netns {A} type veth peer name end netns {B}",
    *(f"-n {name} addr add 10.77.0.{number}/24 dev end" for number, name in ((1, A), (2, B))),
    *(f"-n {name} link set end up" for name in (A, B)),
)


def _ip(command: str) -> bool:
    return subprocess.run(["ip", *command.split()], capture_output=True).returncode == 0


@pytest.fixture(scope="module", autouse=True)
def networks() -> Iterator[None]:
    """The three networks. Skips where none can be made."""
    try:
        if shutil.which("ip") is None or not all(map(_ip, CABLE)):
            pytest.skip("needs the program ip, and the right to make networks with it")
        yield
    finally:
        if shutil.which("ip") is not None:
            for name in (A, B, ALONE):
                _ip(f"netns delete {name}")


def _command(network: str, *args: str) -> list[str]:
    return ["ip", "netns", "exec", network, sys.executable, "-m", "parlour", *args]


@contextmanager
def _host(network: str, *args: str) -> Generator[subprocess.Popen[str]]:
    """A host that serves everybody in *network*; its log goes to its stderr."""
    with subprocess.Popen(
        _command(network, "serve", "--name", "kitchen-pc", *args),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            assert any(line.startswith("Ctrl-C") for line in process.stdout), process.stderr
            yield process
        finally:
            end_all(process)


def _play(network: str, typed: str, *args: str) -> list[str]:
    """What `parlour play` says in *network*."""
    done = subprocess.run(
        _command(network, "play", *args),
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    return [*done.stdout.splitlines(), *done.stderr.splitlines()]


def _plays(network: str, typed: str, *args: str, says: str) -> list[str]:
    """The same, once the hosts have been found, so that it *says* that."""
    lines: list[str] = []
    for _ in range(LOOKS):
        lines = _play(network, typed, *args)
        if says in lines:
            return lines
    raise AssertionError(lines)


def _listed(network: str, hosts: list[str]) -> None:
    """Look until exactly *hosts* are found from *network*."""
    found: list[str] = []
    for _ in range(LOOKS):
        lines = _play(network, "", "--find")
        found = [line.split(maxsplit=1)[1] for line in lines if line[:4].strip().isdecimal()]
        if found == hosts:
            return
    assert found == hosts


def test_hosts_are_announced_found_told_apart_and_withdrawn(tmp_path: Path) -> None:
    """Also while the process that plays dies, and when the network changes under a host."""
    first, second, third = (
        "kitchen-pc  10.77.0.1",
        "kitchen-pc  10.77.0.1:5004",
        "kitchen-pc  10.77.0.2:6004",
    )
    with ExitStack() as hosts:
        one = hosts.enter_context(_host(A, "--data", str(tmp_path)))
        _listed(B, [first])
        found = "Found kitchen-pc at 10.77.0.1."
        at, asked, sealed, hello = _plays(B, "ann\n/quit\n", says=found)[:4]
        assert (at, asked) == (found, "Your name:")
        assert sealed.startswith("This connection is encrypted.")
        assert hello == "Hello ann."
        two = hosts.enter_context(_host(A, "--port", "5004", "--ephemeral"))
        hosts.enter_context(_host(B, "--port", "6004", "--ephemeral"))
        _listed(B, [first, second, third])
        _plays(B, "4\n3\nbob\n/quit\n", "--find", says="Hello bob.")
        two.send_signal(signal.SIGTERM)
        one.kill()
        assert two.wait(PATIENCE_S) == 0
        _listed(B, [third])
        assert _ip(f"-n {B} addr del 10.77.0.2/24 dev end")
        assert _ip(f"-n {B} addr add 10.77.0.7/24 dev end")
        _listed(A, ["kitchen-pc  10.77.0.7:6004"])


def test_in_no_network_one_line_says_so_and_the_host_serves() -> None:
    with _host(ALONE, "--ephemeral") as host:
        assert "Hello ann." in _play(ALONE, "ann\n/quit\n")
        assert host.stderr is not None
        text = "info: The host is not announced: this computer is in no network. Guests need"
        assert text in host.stderr.readline()
        host.send_signal(signal.SIGTERM)
        assert host.wait(PATIENCE_S) == 0
    assert _play(ALONE, "", "--find") == [
        "No host is announced in this network. To play on one whose address you know: parlour "
        "play HOST"
    ]
