"""`parlour check-host` passes our host, and finds a host that breaks any one of its rules."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Thread
from typing import Final, NamedTuple

import pytest
from click.testing import CliRunner

from parlour.__main__ import main
from parlour_kit.conformance.checks import CHECKS, HostCheck, HostUnderTest, faults
from parlour_kit.conformance.fitting import Fitting
from parlour_kit.conformance.playing import game_check
from parlour_kit.schema import schema_of
from parlour_probe import PROBE
from tests.e2e.serving import HOST, PATIENCE_S, Serving, serving

SECONDS: Final = 600.0
"""More than a game takes: its end is waited for."""
GAME: Final = "Probe"


class Fault(NamedTuple):
    """A pattern in what goes over the line, and what comes in its place."""

    pattern: bytes
    instead: bytes
    sent: bool = False
    """It is in what is sent to the host, and not in what the host says."""


FAULTS: Final = {
    "A person is greeted": Fault(rb"^Parlour", b"* Parlour"),
    "HELLO": Fault(rb'\["text","view"\]', b'["view"]'),
    "A program that says": Fault(rb'"near":"\S+-bot"', b'"near":"robin"'),
    "Without the capability": Fault(rb"^(#\S+ ok \{)(?=\"count)", rb'\1"text":[],'),
    "Every line of an answer": Fault(rb"^#a-2 ", b"#a-3 "),
    "Requests sent at once": Fault(rb'"pong":"7"', b'"pong":"8"'),
    "The same bytes": Fault("\u00fc".encode(), b"u"),
    "A line that cannot be used": Fault(b"bad_encoding", b"bad_character"),
    "Half a line": Fault(b"half$", b"half\n", sent=True),
    "A request that needs a name": Fault(b"not_logged_in", b"unavailable"),
    "A request that needs a table": Fault(b"not_at_table", b"unavailable"),
    "A refusal changes nothing": Fault(b"set xyzzy 1", b"set width 71", sent=True),
    "A list ends with its count": Fault(rb'"count":\d+', b'"count":999'),
    "A name belongs to one player": Fault(b"name_taken", b"bad_name"),
    "A token brings a player back": Fault(b"^! replaced", b"! idle"),
    "`quit`": Fault(b"^! bye", b"! idle"),
}
IN_PLAY: Final = (
    Fault(b'"code":"stale"', b'"code":"not_your_turn"'),
    Fault(rb"^\* 7 ", b"* 8 "),
    Fault(rb'"urgent":(true|false)', b'"urgent":"yes"'),
    Fault(rb"^\* (\d+) unprompt .*", rb"* \1 unprompt {"),
    Fault(rb"^(#\S+ ok .*)", rb"\1\n\1"),
)


@pytest.fixture(scope="module")
def host() -> Iterator[Serving]:
    """A host whose bots do not pause."""
    with serving("[limits]\nbot_pause_ms = 0\n") as running:
        yield running


@pytest.fixture(scope="module")
def rules() -> Fitting:
    return Fitting(schema_of({"probe": PROBE}))


def _bent(port: int, fault: Fault, stack: ExitStack) -> int:
    """A port at which the same host seems to have *fault*."""
    listener = stack.enter_context(socket.create_server((HOST, 0)))
    Thread(target=_accept, args=(listener, port, fault), daemon=True).start()
    return int(listener.getsockname()[1])


def _accept(listener: socket.socket, port: int, fault: Fault) -> None:
    while True:
        try:
            guest, _ = listener.accept()
        except OSError:
            return
        host = socket.create_connection((HOST, port))
        for one, other, bends in ((guest, host, fault.sent), (host, guest, not fault.sent)):
            Thread(target=_pass, args=(one, other, fault if bends else None), daemon=True).start()


def _pass(one: socket.socket, other: socket.socket, fault: Fault | None) -> None:
    """Hand on what *one* says to *other*, until either has gone."""
    half = b""
    try:
        while data := one.recv(65536):
            if fault is None:
                other.sendall(data)
                continue
            *whole, half = (half + data).split(b"\n")
            if fault.sent:
                whole, half = [*whole, half], b""
            bent = [re.sub(fault.pattern, fault.instead, line) for line in whole]
            other.sendall(b"\n".join(bent) + (b"" if fault.sent else b"\n" * bool(bent)))
    except OSError:
        pass
    for end in (one, other):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


def _chosen(word: str) -> list[HostCheck]:
    return [each for each in CHECKS if each.title.startswith(word)]


def test_every_check_has_a_fault_that_it_finds() -> None:
    assert [len(_chosen(word)) for word in FAULTS] == [1] * len(CHECKS)


def test_our_host_passes(host: Serving, tmp_path: Path) -> None:
    """All checks, and a whole game with cuts, from the command line."""
    command = ["check-host", f"{HOST}:{host.port}", "--config", "/dev/null", "--patience", "120"]
    result = CliRunner().invoke(main, [*command, "--seconds", "0"], prog_name="parlour")
    assert result.exit_code == 0, result.output
    assert f"All {len(CHECKS)} checks passed." in result.output
    options = ["--seconds", str(SECONDS), "--only", GAME]
    result = CliRunner().invoke(main, [*command, *options], prog_name="parlour")
    assert result.exit_code == 0, result.output
    assert "All 1 checks passed." in result.output


@pytest.mark.parametrize("word", FAULTS)
def test_a_broken_rule_is_found(word: str, host: Serving, rules: Fitting) -> None:
    with ExitStack() as stack:
        port = _bent(host.port, FAULTS[word], stack)
        [(_, fault)] = faults(HostUnderTest((HOST, port), rules, PATIENCE_S), _chosen(word))
    assert fault


@pytest.mark.parametrize("fault", IN_PLAY, ids=lambda fault: fault.pattern.decode())
def test_a_fault_in_play_is_found(fault: Fault, host: Serving, rules: Fitting) -> None:
    row = {"game": "probe", "title": GAME, "seats": [3, 4]}
    with ExitStack() as stack:
        port = _bent(host.port, fault, stack)
        [(_, found)] = faults(
            HostUnderTest((HOST, port), rules, PATIENCE_S), [game_check(row, SECONDS)]
        )
    assert found


def test_what_cannot_be_checked_is_said_in_one_line(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}", "utf-8")
    command = ["check-host", "localhost:1", "--config", "/dev/null"]
    result = CliRunner().invoke(main, [*command, "--schema", str(wrong)], prog_name="parlour")
    assert (result.exit_code, result.output.count("\n")) == (2, 1)
    result = CliRunner().invoke(main, command, prog_name="parlour")
    assert (result.exit_code, result.output.count("\n")) == (1, 1)


def test_a_load_is_played_and_leaves_nobody_behind(host: Serving, rules: Fitting) -> None:
    where = f"{HOST}:{host.port}"
    command = ["load", where, "probe", "word_check=off", "--tables", "2", "--think", "0"]
    limits = ["--moves", "150", "--seconds", "600"]
    result = CliRunner().invoke(main, [*command, *limits], prog_name="parlour")
    assert result.exit_code == 0, result.output
    first, second, third, *_ = result.output.splitlines()
    assert first.startswith("2 tables of probe with 6 players for ")
    assert second.startswith("Moves: 1")
    assert third.startswith("Answered: half within ")
    with HostUnderTest((HOST, host.port), rules, PATIENCE_S).guest() as guest:
        here = [row["name"] for row in guest.granted("who").items if not row["away"]]
        assert here == [guest.name]
        assert not guest.granted("tables").items


@pytest.mark.parametrize(
    ("game", "said"),
    [("chess", "no_such_game"), ("probe blanks=x", "bad_option"), ("boggle", "No host answers")],
)
def test_a_load_that_cannot_be_made_says_why(game: str, said: str, host: Serving) -> None:
    where = "localhost:1" if game == "boggle" else f"{HOST}:{host.port}"
    result = CliRunner().invoke(main, ["load", where, *game.split()], prog_name="parlour")
    assert (result.exit_code, result.output.count("\n")) == (1, 1)
    assert said in result.output
