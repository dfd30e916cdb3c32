"""`parlour check-game`: which game it finds, what it prints, and with what it exits."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from parlour.__main__ import main
from parlour.plugins import read_stamps, stamps_path
from parlour_kit import CHECK_NAMES
from tests.plugins_host.toss import source

LEAK = ('"side": state.side if state.called else None', '"side": state.side')


def run(*words: str) -> Result:
    """Run `parlour check-game`."""
    return CliRunner().invoke(main, ["check-game", *words])


@pytest.fixture
def toss(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """`toss.py` of docs/reference/game.md in the current folder. No later test meets it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    kept = sys.modules.pop("toss", None)
    file = tmp_path / "toss.py"
    file.write_text(source(), "utf-8")
    yield file
    sys.modules.pop("toss", None)
    if kept is not None:
        sys.modules["toss"] = kept


def test_a_game_that_passes(toss: Path) -> None:
    """The game of docs/reference/game.md."""
    done = run("./toss.py", "--games", "2")
    assert (
        done.output.splitlines()[0]
        == "Checking toss (module toss) with 2 random games from seed 0."
    )
    assert done.output.splitlines()[-1].startswith(f"toss: all {len(CHECK_NAMES)} checks passed")
    assert done.exit_code == 0
    (stamp,) = read_stamps(stamps_path()).values()
    assert (stamp.source, stamp.game, stamp.failed) == ("module toss", "toss", ())
    assert stamp.passed == CHECK_NAMES


def test_a_leak(toss: Path) -> None:
    """The one of docs/reference/game.md: who learns what, the two lines, the way to mend it."""
    toss.write_text(toss.read_text("utf-8").replace(*LEAK), "utf-8")
    done = run("toss", "--games", "2", "--only", "blindness")
    lines = done.output.splitlines()
    assert lines[1] == "FAIL  blindness  nobody learns what is hidden: no"
    assert "  The view gives away to the watcher what is hidden from them." in lines
    assert any(line.strip().startswith("^") for line in lines)
    assert any("let Views.look leave it out" in line for line in lines)
    assert lines[-1].startswith("toss: 1 of 1 checks failed")
    assert done.exit_code == 1


def test_the_list_of_checks() -> None:
    """A line each."""
    done = run("--list")
    assert [line.split()[0] for line in done.output.splitlines()] == list(CHECK_NAMES)


@pytest.mark.parametrize(
    ("words", "says", "code"),
    [
        ((), "Which game?", 2),
        (("nosuchgame",), "There is no game, folder or module 'nosuchgame'", 2),
        (("./nowhere",), "There is no folder './nowhere'", 2),
        (("toss", "--only", "magic"), "There is no check 'magic'", 2),
        (("toss", "--games", "0"), "--games must be at least 1", 2),
    ],
)
def test_what_is_misused(toss: Path, words: tuple[str, ...], says: str, code: int) -> None:
    """One line says what is wrong."""
    done = run(*words)
    assert says in done.output
    assert done.exit_code == code


def test_a_module_that_cannot_be_imported(toss: Path) -> None:
    """The author reads their own line."""
    toss.write_text("import nosuchmodule\n", "utf-8")
    done = run("./toss.py")
    assert "toss cannot be imported. It raised ModuleNotFoundError" in done.output
    assert "toss.py line 1" in done.output
    assert done.exit_code == 1


@pytest.mark.parametrize("command", ["check-game", "try", "arena"])
def test_a_game_that_ends_the_program(toss: Path, command: str) -> None:
    """Neither as it is imported nor in a rule does it end in silence."""
    more = ("--plain",) if command == "try" else ("--pairs", "1") if command == "arena" else ()
    rule = "    def apply(self, state, seat, move, ctx):\n"
    for text, line in (
        (source().replace(rule, f"{rule}        raise SystemExit(4)\n"), "in apply"),
        ("raise SystemExit(4)\n", "toss.py line 1"),
    ):
        toss.write_text(text, "utf-8")
        sys.modules.pop("toss", None)
        done = CliRunner().invoke(main, [command, "./toss.py", *more], input="call heads\n")
        assert "SystemExit: 4" in done.output
        assert line in done.output
        assert done.exit_code == 1


def test_a_time_that_is_no_number_is_refused() -> None:
    """`nan` is a float, and neither below nor above a limit."""
    done = CliRunner().invoke(main, ["arena", "probe", "--think-s", "nan"])
    assert (done.exit_code, "must be a number of seconds" in done.output) == (2, True)


def test_a_wrong_type_is_told_once(toss: Path) -> None:
    """What Parlour then cannot use is no other finding, here and in another process."""
    toss.write_text(source().replace('{"called": state.called', '{"called": TossRules()'), "utf-8")
    done = run("./toss.py", "--games", "1", "--only", "types", "--only", "purity")
    assert "Views.look returned something that programs cannot read as JSON" in done.output
    assert "-     purity     not checked: an earlier finding is in the way" in done.output


def test_a_module_without_games(toss: Path) -> None:
    """As at the start of a host."""
    toss.write_text("", "utf-8")
    assert "it has no function register_games" in run("./toss.py").output


def test_a_folder_without_a_plugin(toss: Path, tmp_path: Path) -> None:
    """It says what is missing."""
    assert "has no pyproject.toml" in run(".").output
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n", "utf-8")
    assert "declares no plugin" in run(".").output
    (tmp_path / "pyproject.toml").write_text("[project\n", "utf-8")
    assert "cannot be read" in run(".").output


def test_a_folder_with_a_project(toss: Path, tmp_path: Path) -> None:
    """Its name and version stand in the first line."""
    project = "[project]\nname = 'toss-game'\nversion = '2.1'\n"
    (tmp_path / "pyproject.toml").write_text(
        f"{project}[project.entry-points.parlour]\ntoss = 'toss'\n", "utf-8"
    )
    done = run(".", "--games", "1", "--only", "record")
    assert done.output.splitlines()[0].startswith("Checking toss (toss-game 2.1) with 1 random")
    assert done.exit_code == 0


def test_a_game_is_the_same_in_a_process_of_its_own(toss: Path) -> None:
    """It gets the word list of its plugin there, its sentences, and a class without a file.

    One that is made from a text belongs to `builtins`.
    """
    text = toss.read_text("utf-8")
    for old, new in (
        ("    ChoiceArg,\n", "    Catalogue,\n    ChoiceArg,\n"),
        ("    hookimpl,\n", "    WordFile,\n    hookimpl,\n"),
        ("\nSIDES = ", "\n_ = Catalogue(__file__)\nSIDES = "),
        ('"The coin is covered."', '_("The coin is covered.")'),
        ("    move_type=Call,\n", '    move_type=Call,\n    lexicon="pets",\n'),
        (
            "        return Step(Coin(ctx.rng.choice(SIDES), setup.seats[0]))",
            '        assert list(ctx.lexicon.words(3)) == ["cat"], "the list of the plugin"\n'
            "        return Step(Coin(ctx.rng.choice(SIDES), setup.seats[0]))",
        ),
        ("rules=TossRules(),", "rules=MADE(),"),
        (
            "\nTOSS = ",
            '\nmade = {"Base": TossRules}\nexec("class Made(Base): pass", made)\n'
            'MADE = made["Made"]\n\nTOSS = ',
        ),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    text += '\n\n@hookimpl\ndef register_lexicons():\n    return [WordFile("pets", "pets.txt")]\n'
    toss.write_text(text, "utf-8")
    assert "the path of the word list 'pets' must be a pathlib.Path" in run("./toss.py").output
    text = f"from pathlib import Path\n{text}".replace('"pets.txt"', 'Path("pets.txt")')
    toss.write_text(text, "utf-8")
    del sys.modules["toss"]
    assert "its word list cannot be read" in run("./toss.py").output
    toss.with_name("pets.txt").write_text("cat\n", "utf-8")
    done = run("./toss.py", "--games", "2", "--only", "plays", "--only", "purity")
    assert done.exit_code == 0, done.output


def test_a_check_that_finds_nothing_to_look_at(toss: Path) -> None:
    """It has neither passed nor failed: it says why, and there is no stamp."""
    text = toss.read_text("utf-8").replace("range(1, 2)", "range(11, 12)")
    text = text.replace("    seat: Seat\n", "    seat: Seat\n    seats: tuple[Seat, ...]\n", 1)
    text = text.replace("setup.seats[0]))", "setup.seats[0], setup.seats))")
    text = text.replace(
        "{state.seat: int(state.called == state.side)}",
        "{s: int(s == state.seat and state.called == state.side) for s in state.seats}",
    )
    toss.write_text(text, "utf-8")
    done = run("./toss.py", "--games", "2")
    lines = done.output.splitlines()
    assert "-     replay     not checked: it needs more than 10 players" in lines
    assert "-     hosts      not checked: it needs more than 10 players" in lines
    count = len(CHECK_NAMES)
    assert lines[-1].startswith(f"toss: {count - 2} of {count} checks passed in ")
    assert lines[-1].endswith(" Not checked: replay, hosts.")
    assert done.exit_code == 1
    assert not read_stamps(stamps_path())


def test_a_finding_is_seen_again(toss: Path) -> None:
    """The last line of a finding names a command that shows it: all follows from the seed."""
    rare = '"side": state.side if state.called or state.seat == 1 and ctx_is_odd(state) else None'
    text = toss.read_text("utf-8").replace("range(1, 2)", "range(1, 9)").replace(LEAK[0], rare)
    text += "\n\ndef ctx_is_odd(state):\n    return state.seats == 4\n"
    text = text.replace("    seat: Seat\n", "    seat: Seat\n    seats: int = 1\n", 1)
    text = text.replace("setup.seats[0]))", "setup.seats[0], len(setup.seats)))")
    toss.write_text(text, "utf-8")
    found = run("./toss.py", "--games", "6", "--only", "blindness").output
    again = found.splitlines()[-3].partition("parlour check-game ")[2].split()
    assert found.splitlines()[-2] == "  To look at it: parlour try ./toss.py --finding 1"
    assert "--seed" in again
    assert again[again.index("--seed") + 1] != "0"
    shown = run(*again)
    assert shown.exit_code == 1, shown.output
    assert [line for line in shown.output.splitlines() if "players:" in line] == [
        line for line in found.splitlines() if "players:" in line
    ]


def test_a_game_is_checked_again_when_a_file_changes(
    toss: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What had failed runs first, and says so if it passes now. Broken code is told, too."""
    honest = toss.read_text("utf-8")

    def mend() -> None:
        toss.write_text(honest, "utf-8")

    def tear() -> None:
        toss.write_text("GAME = (", "utf-8")

    def wait() -> None:
        """An editor writes nothing, so the file is written to its end."""

    def stop() -> None:
        raise KeyboardInterrupt

    meanwhile = iter([mend, wait, tear, wait, stop])

    def go_on(seconds: float) -> None:
        next(meanwhile)()

    monkeypatch.setattr(time, "sleep", go_on)
    toss.write_text(honest.replace(*LEAK), "utf-8")
    words = ("--games", "2", "--only", "plays", "--only", "blindness")
    done = run("./toss.py", "--watch", *words)
    lines = [line.rstrip() for line in done.output.splitlines()]
    changed = [at for at, line in enumerate(lines) if line == "Changed: toss.py"]
    assert len(changed) == 2
    again = lines[changed[0] + 1 : changed[1]]
    assert [line[6:15] for line in again if line.startswith("ok")] == ["blindness", "plays    "]
    assert "      blindness passes now" in again
    assert lines[changed[1] + 1].startswith("It cannot be loaded: toss cannot be imported.")
    assert done.exit_code == 0


def test_all_leaks_of_a_game_are_told_at_once(toss: Path) -> None:
    """Each with the line that makes it, and the same one once."""
    text = toss.read_text("utf-8").replace(*LEAK)
    text += "\n\ndef leaks(self, state):\n    return 60_000 + (state.side == 'heads')\n"
    text += "\n\ntype(TOSS.rules).deadline = leaks\n"
    text += "type(TOSS.rules).time_up = lambda self, state, ctx: Step(state)\n"
    toss.write_text(text, "utf-8")
    lines = run("toss", "--games", "4", "--only", "blindness").output.splitlines()
    assert sum(line.strip().endswith(" of 2:") for line in lines) == 2
    made = [lines[at + 2].strip() for at, line in enumerate(lines) if line == "  It is made here:"]
    assert made == [
        f'return {{"called": state.called, {LEAK[1]}}}',
        "return 60_000 + (state.side == 'heads')",
    ]
