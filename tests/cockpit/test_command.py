"""`parlour try`, as it is typed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from parlour.__main__ import main
from parlour_kit.cli.checking import keep_findings
from parlour_kit.cockpit.code import Code, CodeFault
from parlour_kit.position import Position, read, write


def tried(*words: str, typed: str = "") -> tuple[int, str]:
    done = CliRunner().invoke(main, ["try", *words, "--plain"], input=typed)
    return done.exit_code, done.output


def test_a_position_is_saved_and_loaded(tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    code, text = tried("probe", "--seats", "3", typed=f"hide TEAPOT\nsave {file}\n")
    assert (code, f"The position is in {file}." in text) == (0, True)
    code, text = tried("probe", "--load", str(file))
    assert "1 of 1: ann: hide TEAPOT" in text


def test_cards_are_given() -> None:
    game = str(Path(__file__).parents[2] / "examples/games/hearts")
    given = ("--seats", "4", "--given", "hands.ann=QS KH", "--given", "hands.2=AH")
    code, text = tried(game, *given, typed="see ann bob\n")
    assert code == 0
    dealt = [line for line in text.splitlines() if "Your cards: " in line]
    assert all(card in dealt[0] for card in ("QS", "KH")), dealt
    assert "AH" in dealt[1]
    for wrong, says in (
        ("hands.ann=QX", "QX is not in the deck"),
        ("hands.zoe=QS", "there is no seat zoe"),
        ("hand.ann=QS", "--given changes nothing in hearts."),
    ):
        code, text = tried(game, "--seats", "4", "--given", wrong)
        assert code != 0
        assert says in text


def test_findings_are_positions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert "No finding of probe is kept." in tried("probe", "--finding", "1")[1]
    found = Position(game="probe", seats=3, viewer="watcher", about="The view tells a word.")
    write(tmp_path / "parlour" / "findings" / "probe" / "2.json", found)
    assert "Findings: 2" in tried("probe", "--finding", "1")[1]
    assert tried("probe", "--finding", "2")[1].startswith("The view tells a word.\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("probe", "--seats", "9"), "probe is for 2 to 6 players, not for 9."),
        (("probe", "--option", "sets=1"), "There is no option sets"),
        (("probe", "--given", "x"), "needs a name and a value"),
        (("probe", "--load", "/none"), "/none cannot be read"),
        (("nogame",), "There is no game, folder or module 'nogame'"),
        ((), "Which game?"),
    ],
)
def test_what_is_wrong_is_one_line(words: tuple[str, ...], says: str) -> None:
    code, text = tried(*words)
    assert code in (1, 2)
    assert says in text
    assert text.count("\n") == 1


def test_code_that_cannot_be_loaded_keeps_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    file = tmp_path / "tossed.py"
    text = "from parlour_probe import PROBE\nfrom parlour import hookimpl\n"
    text += "@hookimpl\ndef register_games():\n    return [PROBE]\n"
    file.write_text(text, "utf-8")
    code = Code(str(file))
    game = code.game
    assert not code.poll()
    file.write_text(f"{text}1 // 0\n", "utf-8")
    assert [code.poll(), code.poll()] == [False, True]
    with pytest.raises(CodeFault, match=r"ZeroDivisionError.* tossed\.py line 6, in <module>"):
        code.reload()
    assert code.game is game
    file.write_text(text, "utf-8")
    code.reload()
    assert code.game == game


def test_what_a_check_finds_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    keep_findings("probe", [Position(game="probe", seats=3), Position(game="probe", seats=2)])
    keep_findings("probe", [Position(game="probe", seats=4)])
    kept = list((tmp_path / "parlour" / "findings" / "probe").iterdir())
    assert [each.name for each in kept] == ["1.json"]
    assert read(kept[0]).seats == 4
