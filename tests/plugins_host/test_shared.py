"""The hooks of the whole host: shared, in order, each in a guard of its own."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
import pytest

from parlour.api import Deck, Lexicon
from parlour.core.effects import Report
from parlour.hookspecs import hookimpl
from parlour.hookvalues import (
    HostInfo,
    PluginCommand,
    Section,
    SettingsFault,
    SignIn,
    TableOpened,
    Talk,
    WordFile,
)
from parlour.lexicons import load_deck, load_file
from parlour.plugins import Found, find_games

Module = Callable[[str, str], str]
NO_GAME = "register_games returned no game; it must return a list of games"
HOOK = "from parlour import hookimpl\n\n@hookimpl\ndef "


class Clock:
    """Each look at it takes a moment."""

    def __init__(self) -> None:
        self.now = 0.0
        self.step = 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def found(*plugins: object, **options: Any) -> tuple[Found, list[Report]]:
    """What these plugins bring, and where their reports go."""
    reports: list[Report] = []
    all_ = find_games(discover=False, extra=plugins, **options)
    all_.shared.begin(reports.append, Clock(), 1.0)
    return all_, reports


def reasons(all_: Found) -> list[str | None]:
    """Why plugins are left out."""
    return [row.quarantined for row in all_.quarantined]


class Loud:
    @hookimpl
    def filter_talk(self, talk: Talk) -> str | None:
        return talk.what.upper() if talk.what.startswith("loud") else None


class Stars:
    """Adds stars, whatever others say."""

    @hookimpl(wrapper=True)
    def filter_talk(self, talk: Talk) -> Generator[None, str, str]:
        said = yield
        return f"*{said}*"


class First:
    @hookimpl(tryfirst=True)
    def filter_talk(self, talk: Talk) -> str | None:
        return "first" if "first" in talk.what else None

    @hookimpl
    def check_name(self, name: str) -> str | None:
        return "no" if name == "bob" else None

    @hookimpl
    def sign_in(self, who: SignIn) -> str | None:
        return "not you" if who.name == "bob" else None


def say(all_: Found, what: str) -> str:
    """What becomes of a line."""
    return all_.shared.talk(Talk("ann", "table", what))


def test_filters_work_in_the_order_that_pluggy_gives_them() -> None:
    all_, reports = found(First(), Loud(), Stars())
    assert say(all_, "hello") == "*hello*"
    assert say(all_, "loud hello") == "*LOUD HELLO*"
    assert say(all_, "loud first") == "*first*"
    assert (all_.shared.name("ann"), all_.shared.name("bob")) == (None, "no")
    assert all_.shared.sign_in(SignIn("bob", "guest")) == "not you"
    assert all_.shared.sign_in(SignIn("ann", "guest")) is None
    assert reports == []
    assert [row.hooks for row in all_.rows if row.plugin == "Stars"] == [("filter_talk",)]


class Failing:
    @hookimpl(tryfirst=True)
    def filter_talk(self, talk: Talk) -> str | None:
        raise SystemExit(3)

    @hookimpl
    def check_name(self, name: str) -> str | None:
        raise ValueError("a secret")

    @hookimpl
    def sign_in(self, who: SignIn) -> str | None:
        raise ValueError("a secret")

    @hookimpl
    def table_opened(self, table: TableOpened) -> None:
        raise ValueError("a secret")


def test_what_fails_is_logged_and_the_others_go_on() -> None:
    """Only a door stays shut."""
    all_, reports = found(Failing(), Loud())
    assert say(all_, "loud") == "LOUD"
    assert all_.shared.name("ann") is None
    assert "can't check" in str(all_.shared.sign_in(SignIn("ann", "guest")))
    all_.shared.tell(TableOpened(1, "hunt", "Hunt", {}))
    hooks = [report.fields["hook"] for report in reports]
    assert hooks == ["filter_talk", "check_name", "sign_in", "table_opened"]
    assert "a secret" not in "".join(report.text for report in reports)


def failing(when: str, fault: BaseException) -> object:
    """A filter, or a wrapper of all filters, that fails."""

    class Plain:
        @hookimpl
        def filter_talk(self, talk: Talk) -> str | None:
            raise fault

    class Wrapper:
        @hookimpl(wrapper=True)
        def filter_talk(self, talk: Talk) -> Generator[None, str, str]:
            if when == "before":
                raise fault
            yield
            if when == "twice":
                yield
            raise fault

    return Plain() if when == "plain" else Wrapper()


@pytest.mark.parametrize("when", ["before", "after", "twice"])
def test_a_wrapper_that_fails_is_as_if_it_was_not_there(when: str) -> None:
    all_, reports = found(failing(when, ValueError()), Loud())
    assert say(all_, "loud hello") == "LOUD HELLO"
    assert [report.fields["hook"] for report in reports] == ["filter_talk"]


@pytest.mark.parametrize("when", ["plain", "before", "after"])
def test_ctrl_c_passes(when: str) -> None:
    all_, _ = found(failing(when, KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        say(all_, "hello")


class Odd:
    """Answers with what is no text."""

    @hookimpl
    def filter_talk(self, talk: Talk) -> Any:
        return 7

    @hookimpl
    def check_name(self, name: str) -> Any:
        return 7

    @hookimpl
    def sign_in(self, who: SignIn) -> Any:
        return 7


def test_an_answer_that_is_no_text_is_none() -> None:
    all_, reports = found(Odd())
    assert say(all_, "hello") == "hello"
    assert all_.shared.name("ann") is None
    assert all_.shared.sign_in(SignIn("ann", "guest")) is not None
    assert len(reports) == 3


def test_a_slow_hook_is_named() -> None:
    clock, reports = Clock(), list[Report]()
    all_, _ = found(Loud(), Stars())
    all_.shared.begin(reports.append, clock, 1.0)
    say(all_, "hello")
    assert reports == []
    clock.step = 2.0
    say(all_, "hello")
    assert {str(report.fields["plugin"]) for report in reports} == {"Loud", "Stars"}


def test_the_start_and_the_end_are_told() -> None:
    told: list[str] = []

    class Diary:
        @hookimpl
        def host_started(self, host: HostInfo) -> None:
            told.append(host.name)

        @hookimpl
        def host_stopping(self) -> None:
            told.append("end")

    all_, _ = found(Diary())
    all_.shared.host_started(HostInfo("kitchen", "1", ("hunt",)))
    all_.shared.host_stopping()
    assert told == ["kitchen", "end"]


# --- what is refused when a plugin is loaded --------------------------------------------------


def hook(call: str, answer: str = "None") -> str:
    """A plugin with one hook."""
    return f"{HOOK}{call}:\n    return {answer}\n"


def lists(name: str) -> str:
    file = f"WordFile('{name}', Path('none.txt'))"
    begins = "from pathlib import Path\nfrom parlour import WordFile\n"
    return begins + hook("register_lexicons()", f"[{file}]")


def commands(*command: object) -> str:
    text = ", ".join(map(repr, command))
    begins = "from parlour import PluginCommand\n"
    return begins + hook("register_commands()", f"[PluginCommand({text}, print)]")


CHECK = hook("check_name(name)")
BROKEN = {
    "a later contract": (
        f'parlour_contract = "1.9"\n{CHECK}',
        "it is for contract 1.9, and this host has 1.3; upgrade Parlour",
    ),
    "an earlier contract": (
        f'parlour_contract = "0.3"\n{CHECK}',
        "it is for contract 0.3, and this host has 1.3; it needs a newer version of the plugin",
    ),
    "a name of a later contract": (
        f'from parlour import Teleport\nparlour_contract = "1.9"\n{CHECK}',
        "it is for contract 1.9, and this host has 1.3; upgrade Parlour",
    ),
    "an unknown name": (
        f'from parlour import Teleport\nparlour_contract = "1.1"\n{CHECK}',
        "import failed: ImportError: cannot import name 'Teleport' from 'parlour'",
    ),
    "no contract": (
        f"parlour_contract = 1.0\n{CHECK}",
        'parlour_contract must be a text such as "1.3"',
    ),
    "an unknown hook": (
        hook("zzz()"),
        "there is no hook zzz; the hooks are register_games, configure,",
    ),
    "a misspelt hook": (
        hook("game_start(game)"),
        "there is no hook game_start; did you mean game_started?",
    ),
    "an old wrapper": (
        "from parlour import hookimpl\n\n@hookimpl(hookwrapper=True)\n"
        "def filter_talk(talk):\n    yield\n",
        "hookwrapper=True is the old form of a wrapper; write wrapper=True",
    ),
    "configure fails": (
        f"{HOOK}configure(section):\n    raise ValueError('no')\n",
        "configure failed: ValueError: no (broken.py line 5)",
    ),
    "a list of words": (
        hook("register_lexicons()", "['en']"),
        "register_lexicons must return a list, of a WordFile each",
    ),
    "no file": (
        lists("pets"),
        "its word list cannot be read: LexiconError: word list pets: none.txt cannot be read",
    ),
    "a list that is there": (lists("en"), "there is a word list en already"),
    "a list without a name": (lists("My Pets"), "'My Pets' is no name of a word list"),
    "a command of the host": (
        commands("say", "say", "x"),
        "the command say belongs to the host; it needs another word",
    ),
    "a bad command": (
        commands("peek", "look", "").replace("print", "1, 'x'"),
        "usage of the command peek must be one line that begins with peek; about of the command"
        " peek must be one line of plain ASCII; the command peek needs run, a function, and where",
    ),
    "a command that is no word": (
        commands("A b", "x", "x"),
        "the command 'A b' must be lower-case letters",
    ),
    "commands that cannot be read": (
        hook("register_commands()", "7"),
        "register_commands failed: TypeError: 'int' object is not iterable",
    ),
    "a command, and no games": (
        commands("peek", "peek", "x") + hook("register_games()", "[]"),
        NO_GAME,
    ),
    "a name, and no games": (
        hook("check_name(name)", "1") + hook("register_games()", "[]"),
        NO_GAME,
    ),
}


def read(file: WordFile) -> Lexicon:
    """As the command line reads it."""
    return (load_deck if file.deck else load_file)(file.name, file.path)


@pytest.mark.parametrize(("text", "why"), BROKEN.values(), ids=BROKEN)
def test_a_broken_plugin_is_named(module: Module, text: str, why: str) -> None:
    all_ = find_games(
        modules=[module("broken", text), "toss"], discover=False, lexicons=["en"], read_list=read
    )
    (reason,) = reasons(all_)
    assert str(reason).startswith(why)
    assert (list(all_.games), all_.commands, all_.lexicons) == (["toss"], (), {})
    assert all_.shared.name("bob") is None


def test_two_plugins_cannot_bring_one_command_or_have_one_name(module: Module) -> None:
    class Peek:
        @hookimpl
        def register_commands(self) -> list[PluginCommand]:
            return [PluginCommand("peek", "peek", "see", lambda asked: [])]

    class Other(Peek):
        pass

    all_, _ = found(Peek(), Other(), Peek())
    assert [command.verb for command in all_.commands] == ["peek"]
    assert sorted(map(str, reasons(all_))) == [
        "the command peek is brought by another plugin",
        "there is another plugin called Peek",
    ]


def test_word_lists_and_decks_are_brought(tmp_path: Path) -> None:
    words, cards = tmp_path / "words.txt", tmp_path / "cards.txt"
    words.write_text("cat\ndog\n")
    cards.write_text("E 3\n")

    class Pets:
        @hookimpl
        def register_lexicons(self) -> list[WordFile]:
            return [WordFile("pets", words), WordFile("few", cards, deck=True)]

    all_, _ = found(Pets(), lexicons=["en"], read_list=read)
    assert "cat" in all_.lexicons["pets"]
    assert isinstance(all_.lexicons["few"], Deck)
    without, _ = found(Pets())
    assert without.lexicons == {}


# --- settings -------------------------------------------------------------------------------


class Settings(msgspec.Struct):
    file: str
    many: int = 3


class Configured:
    settings: Settings | None = None

    @hookimpl
    def configure(self, section: Section) -> None:
        self.settings = section.read(Settings)


def section(**values: object) -> dict[str, Section]:
    """The settings of the plugin."""
    return {"Configured": Section("Configured", MappingProxyType(values))}


def test_a_plugin_gets_its_settings() -> None:
    plugin = Configured()
    all_, _ = found(plugin, settings=section(file="x", many=4))
    assert plugin.settings == Settings("x", 4)
    assert all_.wrong == ()


WRONG: dict[str, tuple[dict[str, object], str, str]] = {
    "missing": ({}, "", "the key file is missing"),
    "of another kind": ({"file": "x", "many": "y"}, "many", "expected `int`, got `str`"),
    "unknown": ({"file": "x", "mani": 3}, "mani", "there is no such key. Did you mean many?"),
    "unlike any": ({"file": "x", "q": 3}, "q", "there is no such key. Keys: file, many"),
}


@pytest.mark.parametrize(("values", "key", "text"), WRONG.values(), ids=WRONG)
def test_wrong_settings_are_named(values: dict[str, object], key: str, text: str) -> None:
    all_, _ = found(Configured(), settings=section(**values))
    (wrong,) = all_.wrong
    assert (wrong.plugin, wrong.key, wrong.text) == ("Configured", key, text)
    assert reasons(all_) == [f"its settings are wrong: {text}"]


def test_settings_that_nobody_reads_are_named(module: Module) -> None:
    """What they ask for would silently not happen."""
    module("broken", "1 / 0\n")
    names = ("Loud", "broken", "Configure", "nothing_like_it", "off")
    settings = {name: Section(name) for name in names}
    all_ = find_games(
        modules=["broken"],
        extra=[Loud(), Configured()],
        discover=False,
        settings={**settings, **section(file="x")},
        disabled=["off"],
    )
    assert {wrong.plugin: wrong.text for wrong in all_.wrong} == {
        "Loud": "this plugin has no settings",
        "broken": "this plugin cannot be used. To see why: parlour plugins",
        "Configure": "there is no such plugin. Did you mean [plugins.Configured]?",
        "nothing_like_it": "there is no such plugin. To see all: parlour plugins",
        "": "there is no plugin 'off'. To see all: parlour plugins",  # in the list of `disabled`
    }


def test_a_struct_with_a_rule_of_its_own_says_what_is_wrong() -> None:
    class Strict(msgspec.Struct):
        low: int = 1
        high: int = 2

        def __post_init__(self) -> None:
            if self.low > self.high:
                raise ValueError("low is above high")

    with pytest.raises(SettingsFault, match="low is above high"):
        Section("x", {"low": 3}).read(Strict)
