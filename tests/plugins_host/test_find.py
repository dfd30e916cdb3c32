"""Finding plugins: the good ones play, each broken one is named with its reason."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.api import AnyGame
from parlour.hookspecs import hookimpl
from parlour.plugins import Found, find_games
from tests.plugins_host.toss import importable

Module = Callable[[str, str], str]

IMPORTS = "from parlour import hookimpl\nfrom toss import TOSS\n"


def offering(games: str) -> str:
    """A module whose hook returns *games*, an expression."""
    hook = f"@hookimpl\ndef register_games():\n    return {games}\n"
    return f"{IMPORTS}from dataclasses import replace\n\n{hook}"


def find(*modules: str) -> Found:
    return find_games(modules=modules, discover=False)


def reason(found: Found) -> str:
    """The reason of the only thing set aside: one line."""
    (row,) = found.quarantined
    assert row.quarantined is not None
    assert "\n" not in row.quarantined
    return row.quarantined


@pytest.mark.usefixtures("folder")
def test_a_module_offers_its_game_and_counts_once() -> None:
    found = find("toss", "toss")
    assert list(found.games) == ["toss"]
    (row,) = found.rows
    assert (row.plugin, row.source, row.id) == ("toss", "module toss", "toss")
    assert (row.title, row.version, row.quarantined) == ("Toss", "1", None)
    assert find() == Found({}, ())


def test_an_object_can_be_a_plugin(toss: AnyGame) -> None:
    class Plugin:
        @hookimpl
        def register_games(self) -> list[AnyGame]:
            return [toss]

    found = find_games(discover=False, extra=[Plugin()])
    assert found.games == {"toss": toss}


def test_games_are_sorted_by_id(module: Module) -> None:
    module("two", offering('[replace(TOSS, id="zz"), replace(TOSS, id="aa")]'))
    assert list(find("toss", "two").games) == ["aa", "toss", "zz"]


NOT_THERE = "import failed: ModuleNotFoundError: No module named 'no_such_module_at_all'"
BROKEN = {
    "raises at import": (
        "x = 1\nraise ValueError('no\\nluck')\n",
        "import failed: ValueError: no luck (broken.py line 2)",
    ),
    "cannot be parsed": ("def f(:\n", "import failed: SyntaxError: invalid syntax"),
    "leaves at import": (
        "import sys\nsys.exit('bye')\n",
        "import failed: SystemExit: bye (broken.py line 2)",
    ),
    "needs a module that is not there": (
        "import no_such_module_at_all\n",
        f"{NOT_THERE} (broken.py line 1)",
    ),
    "has no hook": (
        "def register_games():\n    return []\n",
        "it has no function register_games marked with @parlour.hookimpl",
    ),
    "misspells the hook": (
        f"{IMPORTS}@hookimpl\ndef register_game():\n    return [TOSS]\n",
        "there is no hook register_game; did you mean register_games?",
    ),
    "wants an argument": (
        f"{IMPORTS}@hookimpl\ndef register_games(lexicon):\n    return [TOSS]\n",
        "a marked function does not fit its hook: Argument(s) {'lexicon'}",
    ),
    "raises in the hook": (
        f"{IMPORTS}@hookimpl\ndef register_games():\n    return [TOSS, 1 / 0]\n",
        "register_games failed: ZeroDivisionError: division by zero (broken.py line 5)",
    ),
    "leaves in the hook": (
        f"{IMPORTS}@hookimpl\ndef register_games():\n    raise SystemExit\n",
        "register_games failed: SystemExit (broken.py line 5)",
    ),
    "returns a game": (
        offering("TOSS"),
        "register_games returned a Game; it must return a list of games",
    ),
    "returns junk in a list": (
        offering("[TOSS, 'probe']"),
        "register_games returned a str in its list; each must be a Game",
    ),
    "returns an empty list": (
        offering("[]"),
        "register_games returned no game; it must return a list of games",
    ),
    "returns None": (
        offering("None"),
        "register_games returned no game; it must return a list of games",
    ),
    "raises what cannot be shown": (
        "class Odd(Exception):\n    def __str__(self):\n        return 1 / 0\nraise Odd\n",
        "import failed: Odd (broken.py line 4)",
    ),
    "returns a game that raises when it is checked": (
        offering("[replace(TOSS, verbs=None)]"),
        "it cannot be checked: TypeError",
    ),
}


@pytest.mark.parametrize(("text", "why"), BROKEN.values(), ids=BROKEN)
def test_a_broken_plugin_is_named_and_the_others_play(module: Module, text: str, why: str) -> None:
    found = find(module("broken", text), "toss")
    assert reason(found).startswith(why)
    assert found.quarantined[0].plugin == "broken"
    assert list(found.games) == ["toss"]


def test_a_module_that_is_not_there_is_named() -> None:
    text = reason(find("no_such_module_at_all"))
    assert text == NOT_THERE


def test_only_ctrl_c_passes(module: Module) -> None:
    module("slow", "raise KeyboardInterrupt\n")
    with pytest.raises(KeyboardInterrupt):
        find("slow")


def test_a_long_reason_is_cut(module: Module) -> None:
    text = reason(find(module("broken", "raise ValueError('x' * 10_000)\n")))
    assert len(text) == 300
    assert text.endswith("xxx...")


def test_a_reason_is_plain_text(module: Module) -> None:
    text = reason(find(module("broken", r"raise ValueError('\x1b[2J \u202e')" + "\n")))
    assert text.startswith(r"import failed: ValueError: ?[2J \u202e")


def test_two_plugins_with_one_id_are_both_refused_by_name(module: Module) -> None:
    module("other", offering("[TOSS, replace(TOSS, id='solo')]"))
    found = find("toss", "other")
    assert list(found.games) == ["solo"]
    why = "the game id toss is offered by toss (module toss) and other (module other)"
    assert [(row.plugin, row.quarantined) for row in found.quarantined] == [
        ("other", f"{why}, so none of them is used"),
        ("toss", f"{why}, so none of them is used"),
    ]


def test_a_game_set_aside_for_another_reason_takes_no_id(module: Module) -> None:
    module("other", offering("[replace(TOSS, version='')]"))
    found = find("toss", "other")
    assert list(found.games) == ["toss"]
    assert reason(found) == "the version must be one line of plain ASCII, 79 characters at most"


def test_one_bad_game_does_not_take_its_neighbour_along(module: Module) -> None:
    module("two", offering("[replace(TOSS, id='good'), replace(TOSS, id='Bad')]"))
    found = find("two")
    assert list(found.games) == ["good"]
    assert reason(found) == "the id 'Bad' must be 2 to 16 lower-case letters"


# --- installed plugins ----------------------------------------------------------------


def install(folder: Path, name: str, version: str, *points: str) -> None:
    """Make a distribution with entry points, as pip leaves it."""
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (info / "entry_points.txt").write_text("\n".join(("[parlour]", *points, "")))


def installed(found: Found) -> list[tuple[str, str, str | None]]:
    """What was found, less what this project itself has installed."""
    return [
        (row.plugin, row.source, row.quarantined)
        for row in found.rows
        if not row.source.startswith("parlour ")
    ]


def test_an_installed_plugin_is_found_with_its_distribution(folder: Path) -> None:
    """A broken one is named; none is looked for where discovery is left out."""
    install(folder, "toss-game", "2.1", "coin = toss", "gone = no_such_module_at_all")
    found = find_games()
    assert "toss" in found.games
    assert installed(found) == [
        ("coin", "toss-game 2.1", None),
        ("gone", "toss-game 2.1", NOT_THERE),
    ]
    assert find_games(discover=False).rows == ()


def test_an_entry_point_that_names_nothing_is_named(folder: Path) -> None:
    install(folder, "toss-game", "2.1", "coin = toss:nothing", "odd = !")
    reasons = [why for _, _, why in installed(find_games())]
    assert [str(why).split(":")[0] for why in reasons] == ["import failed", "import failed"]


def test_two_installed_plugins_of_one_name_are_both_refused(folder: Path) -> None:
    install(folder, "toss-game", "2.1", "coin = toss")
    install(folder, "other-game", "1.0", "coin = other")
    rows = installed(find_games())
    assert sorted(source for _, source, _ in rows) == ["other-game 1.0", "toss-game 2.1"]
    for _, _, why in rows:
        assert why is not None
        assert "the name coin is taken twice" in why
        assert "toss-game 2.1" in why
        assert "other-game 1.0" in why


def test_a_distribution_further_down_the_path_is_shadowed(folder: Path, tmp_path: Path) -> None:
    install(folder, "toss-game", "2.1", "coin = toss")
    install(folder / "later", "toss-game", "1.0", "coin = toss")
    with importable(tmp_path / "later"), importable(folder):
        assert installed(find_games()) == [("coin", "toss-game 2.1", None)]


def test_damaged_entry_points_are_named(folder: Path) -> None:
    install(folder, "toss-game", "2.1", "coin")
    ((plugin, source, why),) = installed(find_games())
    assert (plugin, source) == ("toss-game", "toss-game 2.1")
    assert str(why).startswith("its entry points cannot be read: ")


def test_a_disabled_plugin_is_left_alone(folder: Path) -> None:
    install(folder, "toss-game", "2.1", "coin = no_such_module_at_all")
    assert installed(find_games(modules=["toss"], disabled=["coin", "toss"])) == []
