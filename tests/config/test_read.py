"""A config file is read, or everything that is wrong with it is said, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.config import (
    Config,
    ConfigError,
    LogConfig,
    PluginConfig,
    ServerConfig,
    default_path,
    load,
    read,
    with_options,
)
from parlour.core.limits import Limits

HERE = Path(__file__).parent


def faults(text: str) -> list[str]:
    """What is wrong with *text*, which has a fault at least."""
    with pytest.raises(ConfigError) as caught:
        read(text, "parlour.toml", HERE)
    assert caught.value.text == "\n".join(caught.value.faults)
    return list(caught.value.faults)


def test_an_empty_file_is_the_default() -> None:
    assert read("", "parlour.toml", HERE) == Config()


def test_keys_of_earlier_versions_are_taken_and_said_to_have_no_effect() -> None:
    """0.1.0 and 0.2.0 had these keys, and nobody needed them."""
    text = "[limits]\ntables = 7\ntries_s = 60\n[lines]\nclosing_s = 9\nkeepalive_count = 2\n"
    found = read(text, "parlour.toml", HERE)
    assert found.limits == Limits(tables=7)
    assert found.remarks == tuple(
        f"parlour.toml line {line}: {key} has no effect any more. You can remove the line."
        for line, key in [
            (3, "[limits] tries_s"),
            (5, "[lines] closing_s"),
            (6, "[lines] keepalive_count"),
        ]
    )


def test_every_section_is_read(tmp_path: Path) -> None:
    (tmp_path / "club.txt").write_text("club\n")
    text = """
        [server]
        host = "127.0.0.1"
        port = 0
        name = "kitchen pc"
        [limits]
        tables = 7
        idle_s = 0
        [lexicons]
        club = "club.txt"
        [words.en]
        add = ["gronk", "zoom 35"]
        drop = []
        [plugins]
        modules = ["toss"]
        disabled = ["probe", "other"]
        [log]
        level = "error"
        format = "json"
        """
    assert read(text, "parlour.toml", tmp_path) == Config(
        server=ServerConfig(host="127.0.0.1", port=0, name="kitchen pc"),
        limits=Limits(tables=7, idle_s=0),
        lexicons={"club": tmp_path / "club.txt"},
        words={"en": {"add": ("gronk", "zoom 35"), "drop": ()}},
        plugins=PluginConfig(modules=("toss",), disabled=("probe", "other")),
        log=LogConfig(level="error", format="json"),
    )


FAULTS = {
    "key with a near match": (
        "\n\n\n\n\n[limits]\nconections = 50\n",
        "line 7: [limits] conections = 50: there is no such key. Did you mean connections?",
    ),
    "value of another type": (
        '# mine\n[server]\nport = "abc"\n',
        'line 3: [server] port = "abc": must be a whole number from 0 to 65535',
    ),
    "value too large": (
        "[server]\nport = 65536\n",
        "line 2: [server] port = 65536: must be a whole number from 0 to 65535",
    ),
    "value negative": (
        "[limits]\nidle_s = -1\n",
        "line 2: [limits] idle_s = -1: must be a whole number from 0 to 1000000000",
    ),
    "value that shuts everybody out": (
        "[limits]\nconnections = 0\n",
        "line 2: [limits] connections = 0: must be a whole number from 1 to 1000000000",
    ),
    "a switch is no number": (
        "[limits]\nlogin_s = true\n",
        "line 2: [limits] login_s = true: must be a whole number from 1 to 1000000000",
    ),
    "a fraction is no whole number": (
        "[limits]\ntables = 5.5\n",
        "line 2: [limits] tables = 5.5: must be a whole number from 1 to 1000000000",
    ),
    "one of a few words": (
        '[log]\nlevel = "loud"\n',
        'line 2: [log] level = "loud": must be "debug", "info", "warning" or "error"',
    ),
    "name of the host": (
        '[server]\nname = "k\\u001b[2J"\n',
        'line 2: [server] name = "k\\U0000001b[2J": must be plain ASCII text of at most 40'
        " characters",
    ),
    "list of many lines": (
        '[plugins]\nmodules = [\n  "toss",\n  3,\n]\n',
        'line 2: [plugins] modules = ["toss", 3]: must be a list of names, such as ["one", "two"]',
    ),
    "key of a small section": (
        '[log]\ncolour = "red"\n',
        'line 2: [log] colour = "red": there is no such key. Keys: level, format',
    ),
    "key of a large section": (
        "[limits]\nzzz = 1\n",
        "line 2: [limits] zzz = 1: there is no such key. To list all keys: parlour config",
    ),
    "key of another section": (
        "[limits]\nport = 1\n",
        "line 2: [limits] port = 1: there is no such key. It belongs below [server]",
    ),
    "section with a near match": (
        "\n[sever]\nport = 1\n",
        "line 2: [sever]: there is no such section. Did you mean [server]?",
    ),
    "section unlike any": (
        "[zzzzz]\n",
        "line 1: [zzzzz]: there is no such section. Sections: [server], [web], [tls], [store],"
        " [limits], [plugins], [log], [lexicons], [decks], [words]",
    ),
    "key in no section": (
        "port = 4004\n",
        "line 1: port = 4004: it is in no section. It belongs below [server]",
    ),
    "unknown key in no section": (
        "colour = [{a = 1, b = [true]}]\n",
        "line 1: colour = [{a = 1, b = [true]}]: it is in no section."
        " Keys belong below [server], [web], [tls], [store], [limits], [plugins], [log],"
        " [lexicons], [decks], [words]",
    ),
    "section with a value": ("server = 3\n", "line 1: server = 3: write it as [server]"),
    "section in double brackets": (
        "[[server]]\nport = 3\n",
        "line 1: server = [{port = 3}]: write it as [server]",
    ),
    "dotted key": (
        '# text = """\n\nserver . "port" = -1\n',
        "line 3: [server] port = -1: must be a whole number from 0 to 65535",
    ),
    "inline section": (
        "log = {}\nserver = { port = -1 }\n",
        "line 2: [server] port = -1: must be a whole number from 0 to 65535",
    ),
    "section in quotes, after text that looks like it": (
        '[log]\nlevel = """info"""\n[lexicons]\n[ "server" ]\n# port = 1\nport = -1\n',
        "line 6: [server] port = -1: must be a whole number from 0 to 65535",
    ),
    "lines of Windows": (
        "[server]\r\n\r\nport = -1\r\n",
        "line 3: [server] port = -1: must be a whole number from 0 to 65535",
    ),
    "long value": (
        f'[server]\nport = "{"x" * 100}"\n',
        f'line 2: [server] port = "{"x" * 36}...: must be a whole number from 0 to 65535',
    ),
    "deck that is not there": (
        '[decks]\nclub = "no-such-file.txt"\n',
        f'line 2: [decks] club = "no-such-file.txt": there is no file {HERE}/no-such-file.txt',
    ),
    "word list that is not there": (
        '[lexicons]\nclub = "no-such-file.txt"\n',
        f'line 2: [lexicons] club = "no-such-file.txt": there is no file {HERE}/no-such-file.txt',
    ),
    "word list without a path": (
        "[lexicons]\nclub = 1\n",
        "line 2: [lexicons] club = 1: must be the path of a file, in quotes",
    ),
    "word list with a strange name": (
        '[lexicons]\n"My Club" = "x"\n',
        'line 2: [lexicons] My Club = "x": a name must be of a to z, 0 to 9 and _',
    ),
    "words without a list": (
        '[words]\nadd = ["gronk"]\n',
        'line 2: [words] add = ["gronk"]: write it below [words.en] or [words.fr]',
    ),
    "words with another key": (
        "[words.en]\nleave = 3\n",
        "line 2: [words.en] leave = 3: there is no such key. Keys: add, drop",
    ),
    "words that are none": (
        "[words.en]\ndrop = 3\n",
        "line 2: [words.en] drop = 3: must be a list of at most 10000 words, such as"
        ' ["one", "two"]',
    ),
    "passwords that no computer checks": (
        "[limits]\npassword_cost = 30\n",
        "line 2: [limits] password_cost = 30: must be a whole number from 10 to 18",
    ),
    "text without quotes": (
        "[server]\n\nhost = localhost\n",
        'line 3: not TOML: this is not a value; text needs quotes, like "this"',
    ),
    "no =": ("[server]\nport 4004\n", "line 2: not TOML: after the key there must be a ="),
    "no statement": (
        "[server]\n!\n",
        "line 2: not TOML: a line must be a [section] or a key = value",
    ),
    "two values": ("a = 1 2\n", "line 1: not TOML: there is something after the value"),
    "open quotes": ('\na = "x\n', "line 2: not TOML: the quotes are not closed"),
    "open quotes at the end": ('a = "x', "line 1: not TOML: the quotes are not closed"),
    "key twice": ("[log]\na = 1\na = 2\n", "line 3: not TOML: this key is set a second time"),
    "section twice": (
        "[log]\n[log]\n",
        "line 2: not TOML: this section is here a second time",
    ),
}


@pytest.mark.parametrize(("text", "fault"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_named_with_its_line(text: str, fault: str) -> None:
    assert faults(text) == [f"parlour.toml {fault}"]


def test_all_faults_are_said_in_the_order_of_the_file() -> None:
    text = '[log]\nlevel = "loud"\n[server]\nname = 1\nport = -1\nbort = 2\n[lexikons]\n'
    assert [fault.split(": ")[0] for fault in faults(text)] == [
        f"parlour.toml line {line}" for line in (2, 4, 5, 6, 7)
    ]


def test_what_cannot_be_parsed_at_all_is_said_too() -> None:
    assert faults("a = " + "9" * 5_000) == [
        "parlour.toml: not TOML: a number has thousands of digits"
    ]
    assert faults("a = " + "[" * 5_000) == [
        "parlour.toml: not TOML: brackets in brackets in brackets ..."
    ]


# --- files ----------------------------------------------------------------------------


def test_a_file_is_read_and_word_lists_are_looked_for_beside_it(tmp_path: Path) -> None:
    (tmp_path / "club.txt").write_text("club\n")
    path = tmp_path / "parlour.toml"
    path.write_bytes(b'\xef\xbb\xbf[lexicons]\r\nclub = "club.txt"\r\n')
    assert load(path).lexicons == {"club": tmp_path / "club.txt"}


def load_faults(path: Path) -> str:
    with pytest.raises(ConfigError) as caught:
        load(path)
    return caught.value.text


def test_a_file_that_is_none_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing.toml"
    assert load_faults(missing) == f"{missing}: no such file or directory"
    assert load_faults(tmp_path) == f"{tmp_path}: is a directory"


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "parlour.toml"
    path.write_bytes(b"[server]\n# \xff\n")
    assert load_faults(path) == f"{path} line 2: this is not UTF-8 text"
    path.write_bytes(b"#" * 1_000_001)
    assert load_faults(path) == f"{path}: this is not a config: it has more than 1000000 bytes"
    path.write_bytes(b"#" * 1_000_000)
    assert load(path) == Config()


def test_the_users_own_config_has_a_place() -> None:
    assert default_path().parts[-2:] == ("parlour", "config.toml")


# --- the command line -----------------------------------------------------------------


def test_options_go_before_the_file() -> None:
    config = Config(server=ServerConfig(host="::1", port=1))
    assert with_options(config, {"port": 2, "name": "den"}).server == ServerConfig(
        host="::1", port=2, name="den"
    )
    assert with_options(config, {}) == config


def test_an_option_that_cannot_be_is_named() -> None:
    with pytest.raises(ConfigError) as caught:
        with_options(Config(), {"port": 70_000, "name": "\t"})
    assert caught.value.faults == (
        "--port 70000: must be a whole number from 0 to 65535",
        '--name "\\U00000009": must be plain ASCII text of at most 40 characters',
    )
