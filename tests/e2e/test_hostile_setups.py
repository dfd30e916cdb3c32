"""A port that is taken and a game that raises are said in a clear line, and the rest plays on."""

from __future__ import annotations

import re
from pathlib import Path

from parlour.cli.serve import FURTHER
from tests.e2e.peer import Pair, Peer, pair, peer
from tests.e2e.serving import serving, words
from tests.plugins_host.toss import source
from tests.warm import ran


def fails(*args: str) -> tuple[int, str]:
    """The exit code of a host in one process that does not start, and what it says."""
    done = ran(*words("--unguarded", *args))
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_a_second_host_on_the_same_port_names_the_first(tmp_path: Path) -> None:
    with serving() as host:
        with pair(host.port) as others:
            others.talk()
            code, said = fails("--port", str(host.port), "--data", f"{tmp_path}/own")
            others.talk()
        assert code == 1
        assert re.fullmatch(
            rf"Port {host.port} is taken by another program \(pid {host.process.pid}, \S+\)\."
            r" Stop that program or choose another port\."
            rf" For example: --port {host.port + FURTHER}\n",
            said,
        )
        assert " error: " not in host.stop()


def test_a_game_that_raises_freezes_its_own_table_only(tmp_path: Path) -> None:
    """Who moved is told whose fault it is and can end the game; the log tells no move."""
    before, line, after = source().partition("        if move.side not in SIDES:\n")
    assert line, "the example of docs/reference/game.md has changed"
    raising = f"        raise LookupError(move.side)\n{line}"
    (tmp_path / "toss.py").write_text(before + raising + after, "utf-8")
    with serving("", "--plugin", "toss", folder=tmp_path) as host:
        with pair(host.port) as others, peer(host.port) as cy:
            ends_what_fails(cy, others)
        log = host.stop()
    (told,) = [line for line in log.splitlines() if " error: " in line]
    assert told.endswith(
        "error: a table is frozen: LookupError in TossRules.apply (table=2 game=toss)"
    )
    assert "tails" not in log


def ends_what_fails(cy: Peer, others: Pair) -> None:
    """Cy's move meets the fault; he tries again, ends the game and goes."""
    cy.enters("cy")
    cy.send("new toss")
    assert cy.read().startswith("Table 2: Toss")
    assert cy.read().startswith("Options: ")
    cy.send("start")
    cy.reads("Toss begins: cy.")
    cy.reads("How does the coin lie? call heads or call tails")
    cy.send("call tails")
    cy.reads(
        "The game's program failed. Your move was not made.",
        "Table 2 is frozen: the game has failed. It is not your fault.",
        "Nothing is lost. To end the game: propose abort - To go: leave",
    )
    others.talk()
    cy.send("call tails")
    cy.reads("The game's program failed and the table is frozen. To end it: propose abort")
    cy.send("propose abort")
    while not (line := cy.read()).startswith("The game was called off."):
        assert "fail" not in line
    others.talk()
