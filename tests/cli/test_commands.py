"""The commands that end by themselves: what they print, and how they fail."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.metadata import entry_points, version
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from parlour.__main__ import main
from parlour.cli._version import PACKAGE, commit_of
from parlour.config import Config, read, show
from parlour.plugins import Stamp, find_games, stamps_path, write_stamp

DOOR = """
import msgspec
from parlour import hookimpl

parlour_contract = "1.0"


class Settings(msgspec.Struct):
    open: bool = True


@hookimpl
def configure(section):
    section.read(Settings)


@hookimpl
def sign_in(who):
    return None
"""
INSTALLED = [point.name for point in entry_points(group="parlour")]
"""The plugins of whoever runs the tests; written as a list of TOML they look the same."""


def run(*args: str) -> Result:
    return CliRunner().invoke(main, args, prog_name="parlour")


def fails(code: int, *args: str) -> str:
    """What a command says that must fail with *code*, on stderr only."""
    result = run(*args)
    assert (result.exit_code, result.stdout) == (code, "")
    return result.stderr


def test_version_names_the_release_and_the_commit() -> None:
    commit = commit_of(PACKAGE)
    expected = f"parlour {version('parlour')}" + (f" ({commit})" if commit else "")
    result = run("--version")
    assert (result.exit_code, result.output) == (0, f"{expected}\n")


def test_a_package_knows_its_commit_from_its_wheel_or_its_own_checkout(tmp_path: Path) -> None:
    assert commit_of(PACKAGE / "cli") == ""  # in a repository, but not of ours
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "commit.txt").write_text("0123456", "utf-8")
    assert commit_of(tmp_path) == "0123456"


def test_alone_it_shows_its_commands() -> None:
    result = run()
    assert result.exit_code == 2
    assert all(f"  {name} " in result.stderr for name in main.commands)


MISUSES = {
    "unknown option": (["serve", "--prot", "1"], "No such option '--prot'"),
    "unknown command": (["statu"], "No such command 'statu'. Did you mean 'status'?"),
    "no game": (["rules"], "Missing argument 'GAME'."),
    "port a word": (["serve", "--port", "x"], "Invalid value for '--port'"),
    "port too large": (
        ["serve", "--port", "65536"],
        "--port 65536: must be a whole number from 0 to 65535",
    ),
    "name with control characters": (
        ["serve", "--name", "a\tb"],
        '--name "a\\U00000009b": must be plain ASCII text of at most 40 characters',
    ),
    "config that is not there": (
        ["serve", "--config", "no.toml"],
        "no.toml: no such file or directory",
    ),
    "config for plugins": (
        ["plugins", "--config", "no.toml"],
        "no.toml: no such file or directory",
    ),
}


@pytest.mark.parametrize(("args", "says"), MISUSES.values(), ids=MISUSES)
def test_misuse_is_said_in_one_line(args: list[str], says: str) -> None:
    said = fails(2, *args)
    assert said.startswith(says)
    assert said.count("\n") == 1


# --- plugins --------------------------------------------------------------------------


def test_plugins_lists_games_with_where_they_come_from() -> None:
    result = run("plugins", "--plugin", "toss", "--strict")
    assert result.exit_code == 0
    head, *rows = (line.split() for line in result.stdout.splitlines())
    assert head == ["GAME", "TITLE", "VERSION", "FROM"]
    assert ["toss", "Toss", "1", "module", "toss"] in rows
    assert ["probe", "Probe", "1", "parlour", version("parlour")] in rows


def test_plugins_names_the_channels_of_a_game(folder: Path) -> None:
    (folder / "talkative.py").write_text(
        "from tests.games.parley import PARLEY\n"
        "from parlour import hookimpl\n\n\n"
        "@hookimpl\ndef register_games():\n    return [PARLEY]\n"
    )
    result = run("plugins", "--plugin", "talkative")
    assert "Channels of parley, for talk among some of its players: team, folded" in result.stdout


def test_plugins_names_what_cannot_be_used(folder: Path) -> None:
    (folder / "broken_game.py").write_text("raise ValueError('no luck')\n")
    line = (
        "Not used: broken_game (module broken_game):"
        " import failed: ValueError: no luck (broken_game.py line 1)\n"
    )
    lax = run("plugins", "--plugin", "broken_game")
    assert (lax.exit_code, lax.stdout.endswith(line)) == (0, True)
    strict = run("plugins", "--plugin", "broken_game", "--strict")
    assert (strict.exit_code, strict.stdout) == (1, lax.stdout)


def test_plugins_obeys_the_config(folder: Path) -> None:
    (folder / "c.toml").write_text(f'[plugins]\nmodules = ["toss"]\ndisabled = {INSTALLED}\n')
    _, row, *_ = run("plugins", "--config", "c.toml").stdout.splitlines()
    assert row.startswith("toss ")
    (folder / "c.toml").write_text(f"[plugins]\ndisabled = {INSTALLED}\n")
    assert run("plugins", "--config", "c.toml").stdout == "No games found.\n"


def test_plugins_shows_the_hooks_and_the_checks_of_each(folder: Path) -> None:
    (folder / "door.py").write_text(DOOR)
    config = f'[plugins]\nmodules = ["toss", "door"]\ndisabled = {INSTALLED}\n'
    (folder / "c.toml").write_text(config + "[plugins.door]\nopen = true\n")
    lines = run("plugins", "--config", "c.toml").stdout.splitlines()
    assert lines[3].split() == [
        "PLUGIN",
        "CONTRACT",
        "CHECKED",
        "LICENCE",
        "HOME",
        "PAGE",
        "HOOKS",
    ]
    assert lines[4].split() == ["door", "1.0", "-", "-", "-", "configure,", "sign_in"]
    assert lines[5].split() == ["toss", "1.0", "-", "-", "-", "register_games"]
    for failed, shown in (((), "2 passed"), (("purity",), "failed: purity")):
        (row,) = find_games(modules=["toss"], discover=False).rows
        stamp = Stamp(
            source=row.source,
            code=row.code,
            game="toss",
            contract="1.0",
            passed=("blindness", "seats"),
            failed=failed,
            at_s=0,
        )
        write_stamp(stamps_path(), stamp)
        assert shown in run("plugins", "--config", "c.toml").stdout


def test_wrong_settings_of_a_plugin_stop_the_host_in_one_line(folder: Path) -> None:
    (folder / "door.py").write_text(DOOR)
    (folder / "c.toml").write_text(
        f'[plugins]\nmodules = ["door"]\ndisabled = {INSTALLED}\n[plugins.door]\nopen = 3\n'
        "[plugins.dor]\nopen = true\n"
    )
    lines = [
        "c.toml line 5: [plugins.door] open: expected `bool`, got `int`",
        "c.toml line 6: [plugins.dor]: there is no such plugin. Did you mean [plugins.door]?",
    ]
    assert fails(2, "serve", "--config", "c.toml").splitlines()[-2:] == lines
    strict = run("plugins", "--config", "c.toml", "--strict")
    assert (strict.exit_code, strict.stdout.splitlines()[-2:]) == (1, lines)
    shown = run("config", "--config", "c.toml").stdout
    assert "[plugins.door]\nopen = 3\n" in shown


def test_plugins_can_be_searched_in_a_list(folder: Path) -> None:
    listed = folder / "list.toml"
    listed.write_text('[[plugin]]\nname = "coins"\nabout = "Call a coin"\ngames = ["toss"]\n')
    found = run("plugins", "search", "toss", "--list", str(listed)).stdout.splitlines()
    assert found[1].split() == ["coins", "Call", "a", "coin", "1.0", "-", "-"]
    (folder / "c.toml").write_text(f'[plugins]\nlist = "{listed}"\n')
    nothing = run("plugins", "search", "chess", "--config", "c.toml").stdout
    assert nothing == "No plugin on the list has: chess\n"
    assert "Search for what?" in fails(2, "plugins", "search")
    assert "Search for what?" in fails(2, "plugins", "chess")
    assert "Name a list first" in fails(2, "plugins", "search", "chess")
    listed.write_text("[[")
    assert "this is not TOML" in fails(2, "plugins", "search", "x", "--config", "c.toml")


# --- rules ----------------------------------------------------------------------------


def test_rules_prints_the_rules() -> None:
    """For an unknown game it names a near one, or all."""
    plugin = ("--plugin", "toss")
    result = run("rules", "TOSS", *plugin)
    assert result.exit_code == 0
    assert result.stdout == (
        "The host tosses a coin and covers it. Call heads or tails; if you are\nright you win.\n"
    )
    assert fails(2, "rules", "tosss", *plugin) == "There is no game 'tosss'. Did you mean toss?\n"
    said = fails(2, "rules", "chess\x1b", *plugin)
    assert re.fullmatch(r"There is no game 'chess\\x1b'\. Games: [a-z, ]*\btoss\n", said)


# --- config ---------------------------------------------------------------------------


def test_config_shows_the_defaults_or_what_the_users_own_file_or_a_named_one_changes(
    folder: Path,
) -> None:
    result = run("config")
    assert (result.exit_code, result.stdout) == (0, show(Config()) + "\n")
    own = folder / "config" / "parlour" / "config.toml"
    own.parent.mkdir(parents=True)
    own.write_text("[limits]\ntables = 7\n")
    assert read(run("config").stdout, "shown", folder).limits.tables == 7
    own.write_text("this is broken")
    (folder / "c.toml").write_text("[limits]\ntables = 8\n")
    shown = run("config", "--config", "c.toml").stdout
    assert read(shown, "shown", folder).limits.tables == 8
    assert fails(2, "config") == f"{own} line 1: not TOML: after the key there must be a =\n"


def test_check_says_all_that_is_wrong(folder: Path) -> None:
    """Also which plugins a host would start without."""
    (folder / "c.toml").write_text("[server]\nport = 4005\n")
    result = run("config", "--check", "c.toml")
    assert (result.exit_code, result.stdout) == (0, "c.toml: no mistakes found\n")
    (folder / "broken_game.py").write_text("raise ValueError")
    (folder / "c.toml").write_text('[plugins]\nmodules = ["broken_game"]\n')
    assert fails(1, "config", "--check", "c.toml").startswith("Not used: broken_game ")
    (folder / "c.toml").write_text("[limits]\nconections = 50\n\n[server]\nport = -1\n")
    assert fails(1, "config", "--check", "c.toml").splitlines() == [
        "c.toml line 2: [limits] conections = 50: there is no such key. Did you mean connections?",
        "c.toml line 5: [server] port = -1: must be a whole number from 0 to 65535",
    ]


def test_check_reads_the_word_lists_too(folder: Path) -> None:
    (folder / "club.txt").write_text("not 1 word\n")
    (folder / "c.toml").write_text('[lexicons]\nclub = "club.txt"\n')
    said = fails(1, "config", "--check", "c.toml")
    assert said.startswith(f"word list club: {folder / 'club.txt'} holds no words")
    (folder / "club.txt").write_text("fine\nnot 1 word\n")
    result = run("config", "--check", "c.toml")
    assert result.exit_code == 0
    assert "1 line that can't be played is left out" in " ".join(result.stdout.split())


IGNORED = {
    "a plugin's settings": (
        "[plugins.nothere]\nopen = true\n",
        "c.toml line 1: [plugins.nothere]: there is no such plugin. To see all: parlour plugins",
    ),
    "a module": (
        '[plugins]\nmodules = ["nothere"]\n',
        "the config: [plugins] modules: there is no module 'nothere'. Name one that Python finds,"
        " a file, or a folder.",
    ),
    "a module below none": (
        '[plugins]\nmodules = ["nothere.game"]\n',
        "the config: [plugins] modules: there is no module 'nothere.game'. Name one that Python"
        " finds, a file, or a folder.",
    ),
    "a plugin to leave out": (
        '[plugins]\ndisabled = ["bogle"]\n',
        "the config: [plugins] disabled: there is no plugin 'bogle'. Did you mean \"boggle\"?",
    ),
    "a plugin unlike any": (
        '[plugins]\ndisabled = ["chess"]\n',
        "the config: [plugins] disabled: there is no plugin 'chess'. To see all: parlour plugins",
    ),
    "a cost": (
        "[limits]\npassword_cost = 30\n",
        "c.toml line 2: [limits] password_cost = 30: must be a whole number from 10 to 18",
    ),
    "an address": (
        '[server]\nhost = "no address"\n',
        "the config: [server] host: This computer cannot listen at 'no address': give one of",
    ),
    "a proxy": (
        '[web]\nproxies = ["127.0.0.1", "caddy"]\n',
        "the config: [web] proxies: 'caddy' is no address and no network. Write one like"
        " this: 192.0.2.7, 192.0.2.0/24 or 2001:db8::/64",
    ),
    "a proxy of the game": (
        '[server]\nproxies = ["haproxy"]\n',
        "the config: [server] proxies: 'haproxy' is no address and no network. Write one like"
        " this: 192.0.2.7, 192.0.2.0/24 or 2001:db8::/64",
    ),
    "half a certificate": (
        '[tls]\ncertificate = "/etc/ssl/club.pem"\n',
        "the config: [tls] key is missing. Name both files, or neither.",
    ),
    "a key alone": (
        '[tls]\nkey = "/etc/ssl/club.key"\n',
        "the config: [tls] certificate is missing. Name both files, or neither.",
    ),
    "no certificate": (
        '[tls]\ncertificate = "/nowhere/club.pem"\nkey = "/nowhere/club.key"\n',
        "the config: [tls] certificate: The file '/nowhere/club.pem' cannot be read: No such file"
        " or directory.",
    ),
    "a name of the page": (
        '[web]\nhosts = ["play.example.org", "https://play.example.org/games"]\n',
        "the config: [web] hosts: 'https://play.example.org/games' is no name for the page. Write"
        " one like this: play.example.org or https://play.example.org",
    ),
    "a near network": (
        '[server]\nnear = ["192.0.2.7", "192.0.2.300/24"]\n',
        "the config: [server] near: '192.0.2.300/24' is no address and no network. Write one like"
        " this: 192.0.2.7, 192.0.2.0/24 or 2001:db8::/64",
    ),
    "a near place": (
        '[server]\nnear = "192.0.2.7"\n',
        'c.toml line 2: [server] near = "192.0.2.7": must be a list of addresses and networks,'
        ' such as ["192.0.2.7"]',
    ),
    "a folder": (
        '[store]\ndata = "{folder}/c.toml"\n',
        "the config: [store] data: {folder}/c.toml is a file. Name a folder.",
    ),
    "words": (
        '[words.en]\nadd = ["\u009b31m"]\n',
        "[words.en] add: '\\x9b31m' can't be played; a word has at most 60 letters a to z, and may"
        " have its band after a space",
    ),
    "a list": (
        '[words."\\u202e"]\nadd = ["x"]\n',
        "[words.]: only the lists en and fr can be changed like this",
    ),
}


@pytest.mark.parametrize(("text", "fault"), IGNORED.values(), ids=IGNORED)
def test_check_and_serve_refuse_the_same_in_the_same_words(
    folder: Path, text: str, fault: str
) -> None:
    """Nothing that a config asks for silently does not happen."""
    (folder / "c.toml").write_text(text.replace("{folder}", str(folder)))
    wanted = fault.replace("{folder}", str(folder)) + "\n"
    said = fails(1, "config", "--check", "c.toml")
    assert said.startswith(wanted[:-2]), said
    assert said == fails(2, "serve", "--config", "c.toml")
    assert all(ord(c) >= 32 and not 0x7F <= ord(c) < 0xA0 for c in said.replace("\n", ""))


# --- what a command costs ---------------------------------------------------------------


def modules_after(statement: str) -> set[str]:
    """The modules that a fresh interpreter has imported after *statement*."""
    code = f"import json, sys\n{statement}\nprint(json.dumps(list(sys.modules)), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr))


def test_the_command_line_alone_imports_nothing_heavy() -> None:
    modules = modules_after("import parlour.__main__")
    assert not modules & {"trio", "msgspec", "tomli", "parlour.house", "prompt_toolkit"}


def test_serving_imports_no_screen() -> None:
    modules = modules_after(
        "import parlour.server, parlour.house, parlour.plugins, parlour.config"
    )
    assert "trio" in modules
    assert "prompt_toolkit" not in modules
