"""Read a config file and report everything that is wrong with it.

Each fault is one line that names the file, the line, the key, the value and what is allowed. All
faults are reported together, because mending a file one fault at a time is a nuisance.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, cast

import msgspec
import platformdirs
import tomli
from msgspec import Meta

from parlour.config._lines import Lines
from parlour.config._schema import (
    RETIRED,
    SECTIONS,
    WORD_KEYS,
    WORDS_MOST,
    Config,
    Key,
    ServerConfig,
    Settings,
    keys_of,
)
from parlour.config._show import toml
from parlour.hookvalues import Section

LONGEST_VALUE = 40
"""Characters of a wrong value that a message repeats."""
LARGEST_FILE = 1_000_000
"""Bytes. No config is that long, so a longer file was named by mistake."""
FEW_KEYS = 6
"""If a key is unknown, a section with at most this many keys has them all named."""

_PLUGINS = "plugins"
_FILES = ("lexicons", "decks")
"""Sections whose keys are names that the operator chooses, for files."""
_WordsOfList = Annotated[tuple[str, ...], Meta(max_length=WORDS_MOST)]
_FILE_NAME = re.compile(r"[a-z0-9_]{1,32}")
_WORDS = "words"
_SECTION_NAMES = (*SECTIONS, *_FILES, _WORDS)

_PHRASES = (
    ("Invalid value", 'this is not a value; text needs quotes, like "this"'),
    ("Invalid statement", "a line must be a [section] or a key = value"),
    ("Expected '=' after a key", "after the key there must be a ="),
    ("Expected newline", "there is something after the value"),
    ("Unterminated string", "the quotes are not closed"),
    ("Illegal character '\\n'", "the quotes are not closed"),
    ("Cannot overwrite a value", "this key is set a second time"),
    ("Cannot declare", "this section is here a second time"),
)
"""How tomli's messages for common mistakes begin, and words for people who do not know TOML."""


class ConfigError(Exception):
    """The config cannot be used. `faults`: one line each; `text`: all of them."""

    def __init__(self, *faults: str) -> None:
        self.faults = faults
        self.text = "\n".join(faults)
        super().__init__(self.text)


def default_path() -> Path:
    """Return where the current user's config would be."""
    return platformdirs.user_config_path("parlour") / "config.toml"


def load(path: Path) -> Config:
    """Read the config file *path*. Raises ConfigError with everything that is wrong."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        reason = (error.strerror or "it cannot be read").lower()
        raise ConfigError(f"{path}: {reason}") from error
    if len(data) > LARGEST_FILE:
        raise ConfigError(f"{path}: this is not a config: it has more than {LARGEST_FILE} bytes")
    try:
        text = data.decode("utf-8-sig")  # Notepad puts a mark in front of UTF-8
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{path} line {line}: this is not UTF-8 text") from error
    return read(text, str(path), path.parent)


def read(text: str, name: str, folder: Path) -> Config:
    """Parse the config in *text*. Raises ConfigError with everything that is wrong.

    *name* is the file's name in messages. Paths of word lists are relative to *folder*.
    """
    tables = _parse(text, name)
    reader = _Reader(Lines(text), folder, name)
    reader.read(tables)
    if reader.faults:
        where = (
            (f"{name} line {line}: {fault}" if line else f"{name}: {fault}")
            for line, fault in sorted(reader.faults)
        )
        raise ConfigError(*where)
    sections: dict[str, Any] = {
        section: kind(**reader.values.get(section, {})) for section, kind in SECTIONS.items()
    }
    return Config(
        lexicons=reader.files["lexicons"],
        decks=reader.files["decks"],
        words=reader.words,
        settings=reader.settings,
        remarks=tuple(f"{name} line {line}: {said}" for line, said in reader.remarks),
        **sections,
    )


def with_options(config: Config, options: Mapping[str, object]) -> Config:
    """Return *config* with the command line's values for keys of `[server]`.

    Raises ConfigError if one of them is not allowed.
    """
    keys = keys_of(ServerConfig)
    wrong = [
        f"--{name} {_clip(value)}: must be {keys[name].allowed}"
        for name, value in options.items()
        if not _fits(value, keys[name])
    ]
    if wrong:
        raise ConfigError(*wrong)
    changes: dict[str, Any] = dict(options)
    return replace(config, server=replace(config.server, **changes))


def _parse(text: str, name: str) -> dict[str, object]:
    try:
        return cast("dict[str, object]", tomli.loads(text))
    except tomli.TOMLDecodeError as error:
        words = next(
            (ours for theirs, ours in _PHRASES if error.msg.startswith(theirs)), error.msg
        )
        raise ConfigError(f"{name} line {error.lineno}: not TOML: {words}") from error
    except RecursionError as error:
        raise ConfigError(f"{name}: not TOML: brackets in brackets in brackets ...") from error
    except ValueError as error:
        raise ConfigError(f"{name}: not TOML: a number has thousands of digits") from error


class _Reader:
    """Collect the valid values, and the faults with their lines."""

    def __init__(self, lines: Lines, folder: Path, name: str) -> None:
        self.settings: dict[str, Settings] = {}
        self.values: dict[str, dict[str, object]] = {}
        self.files: dict[str, dict[str, Path]] = {section: {} for section in _FILES}
        self.words: dict[str, dict[str, tuple[str, ...]]] = {}
        self.faults: list[tuple[int, str]] = []
        self.remarks: list[tuple[int, str]] = []
        self._lines = lines
        self._folder = folder
        self._name = name

    def read(self, tables: Mapping[str, object]) -> None:
        for section, table in tables.items():
            if section in RETIRED and section not in SECTIONS and isinstance(table, dict):
                self._remark(section, cast("dict[str, object]", table))
            elif section not in _SECTION_NAMES:
                self._unknown_section(section, table)
            elif not isinstance(table, dict):
                self._fault((section,), f"{section} = {_clip(table)}: write it as [{section}]")
            elif section == _WORDS:
                self._read_words(cast("dict[str, object]", table))
            elif section in _FILES:
                self._read_files(section, cast("dict[str, object]", table))
            else:
                self._read_section(section, cast("dict[str, object]", table))

    def _read_section(self, section: str, table: Mapping[str, object]) -> None:
        keys = keys_of(SECTIONS[section])
        values = self.values.setdefault(section, {})
        for name, value in table.items():
            key = keys.get(name)
            if key is None and section == _PLUGINS and isinstance(value, dict):
                self._read_settings(name, cast("dict[str, object]", value))
            elif key is None and name in RETIRED.get(section, ()):
                self._remark(section, [name])
            elif key is None:
                self._wrong(section, name, value, _no_such_key(section, name))
            elif _fits(value, key):
                values[name] = msgspec.convert(value, key.type)
            else:
                self._wrong(section, name, value, f"must be {key.allowed}")

    def _read_settings(self, plugin: str, table: Mapping[str, object]) -> None:
        """Keep what is below [plugins.NAME]. The plugin knows what it means."""
        path = (_PLUGINS, plugin)
        places = {
            key: f"{self._name} line {self._lines.line_of((*path, key) if key else path)}"
            for key in ("", *table)
        }
        section = Section(plugin, MappingProxyType(dict(table)), self._folder.absolute())
        self.settings[plugin] = Settings(section, places)

    def _read_files(self, section: str, table: Mapping[str, object]) -> None:
        for name, value in table.items():
            if not _FILE_NAME.fullmatch(name):
                self._wrong(section, name, value, "a name must be of a to z, 0 to 9 and _")
            elif not isinstance(value, str) or not value:
                self._wrong(section, name, value, "must be the path of a file, in quotes")
            else:
                path = self._folder.absolute() / Path(value).expanduser()
                if path.is_file():
                    self.files[section][name] = path
                else:
                    self._wrong(section, name, value, f"there is no file {path}")

    def _read_words(self, lists: Mapping[str, object]) -> None:
        """Keep what is below [words.LIST]. The lexicons know the lists and what a word is."""
        for name, table in lists.items():
            if not isinstance(table, dict):
                text = f"[words] {name} = {_clip(table)}: write it below [words.en] or [words.fr]"
                self._fault((_WORDS, name), text)
                continue
            words = self.words.setdefault(name, {})
            for key, value in cast("dict[str, object]", table).items():
                try:
                    if key in WORD_KEYS:
                        words[key] = msgspec.convert(value, _WordsOfList)
                        continue
                    what = f"there is no such key. Keys: {', '.join(WORD_KEYS)}"
                except msgspec.ValidationError:
                    what = f'must be a list of at most {WORDS_MOST} words, such as ["one", "two"]'
                text = f"[words.{name}] {key} = {_clip(value)}: {what}"
                self._fault((_WORDS, name, key), text)

    def _unknown_section(self, name: str, value: object) -> None:
        if isinstance(value, dict):
            near = get_close_matches(name, _SECTION_NAMES, 1)
            hint = (
                f"Did you mean [{near[0]}]?" if near else f"Sections: {_brackets(_SECTION_NAMES)}"
            )
            self._fault((name,), f"[{name}]: there is no such section. {hint}")
        else:
            hint = _owner_hint(name) or f"Keys belong below {_brackets(_SECTION_NAMES)}"
            self._fault((name,), f"{name} = {_clip(value)}: it is in no section. {hint}")

    def _remark(self, section: str, names: Iterable[str]) -> None:
        """Say that these keys, which earlier versions had, have no effect."""
        for name in names:
            text = f"[{section}] {name} has no effect any more. You can remove the line."
            self.remarks.append((self._lines.line_of((section, name)), text))

    def _wrong(self, section: str, key: str, value: object, what: str) -> None:
        self._fault((section, key), f"[{section}] {key} = {_clip(value)}: {what}")

    def _fault(self, path: tuple[str, ...], text: str) -> None:
        self.faults.append((self._lines.line_of(path), text))


def _fits(value: object, key: Key) -> bool:
    try:
        msgspec.convert(value, key.type)
    except msgspec.ValidationError:
        return False
    return True


def _no_such_key(section: str, name: str) -> str:
    keys = keys_of(SECTIONS[section])
    if owner := _owner_hint(name):
        hint = owner
    elif near := get_close_matches(name, keys, 1):
        hint = f"Did you mean {near[0]}?"
    elif len(keys) <= FEW_KEYS:
        hint = f"Keys: {', '.join(keys)}"
    else:
        hint = "To list all keys: parlour config"
    return f"there is no such key. {hint}"


def _owner_hint(key: str) -> str | None:
    owners = [section for section, kind in SECTIONS.items() if key in keys_of(kind)]
    return f"It belongs below [{owners[0]}]" if owners else None


def _brackets(names: Iterable[str]) -> str:
    return ", ".join(f"[{name}]" for name in names)


def _clip(value: object) -> str:
    text = toml(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 3]}..."
