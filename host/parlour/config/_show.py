"""Print the effective config as TOML that explains itself and can be loaded again."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, cast

from parlour.config._schema import SECTIONS, Config, about, keys_of

WIDTH = 79


def show(config: Config) -> str:
    """Return every key with its reason above it, and whether its value is the default."""
    return "\n".join(_lines(config))


def toml(value: object) -> str:
    """Return *value* in TOML; a value that no config can hold, as Python writes it."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{"".join(_escaped(character) for character in value)}"'
        case Path():
            return toml(str(value))
        case list() | tuple():
            entries = cast("Sequence[object]", value)
            return f"[{', '.join(toml(entry) for entry in entries)}]"
        case dict():
            table = cast("Mapping[str, object]", value)
            return f"{{{', '.join(f'{key} = {toml(entry)}' for key, entry in table.items())}}}"
        case _:
            return str(value)


_EXAMPLES: Final = {
    "lexicons": '# club = "club-words.txt"',
    "decks": '# rare = "rare-letters.txt"',
}
"""A line for each section whose keys are names of files."""


def _lines(config: Config) -> Iterator[str]:
    yield "# Every setting, with the value in effect now."
    for name in Config.__dataclass_fields__:
        if name == "remarks":
            continue
        if name == "settings":
            yield from _settings(config)
            continue
        yield ""
        if name == "words":
            yield from _words(config)
        elif name in _EXAMPLES:
            yield from _files(name, getattr(config, name))
        else:
            yield from _section(name, getattr(config, name))


def _section(name: str, values: object) -> Iterator[str]:
    section = SECTIONS[name]
    yield f"[{name}]"
    yield from _comment(inspect.cleandoc(section.__doc__ or ""))
    for key in keys_of(section).values():
        value = getattr(values, key.name)
        yield ""
        yield from _comment(about(section)[key.name])
        changed = value != key.default
        yield f"# Changed; the default is {toml(key.default)}." if changed else "# The default."
        yield f"{key.name} = {toml(value)}"


def _settings(config: Config) -> Iterator[str]:
    for name, settings in config.settings.items():
        yield ""
        yield f"[plugins.{name}]"
        for key, value in settings.section.values.items():
            yield f"{key} = {toml(value)}"


def _words(config: Config) -> Iterator[str]:
    yield from _comment(about(Config)["words"])
    if not config.words:
        yield "# [words.en]"
        yield '# add = ["boardgamer"]'
    for name, words in config.words.items():
        yield f"[words.{name}]"
        for key, value in words.items():
            yield f"{key} = {toml(value)}"


def _files(section: str, files: Mapping[str, Path]) -> Iterator[str]:
    yield f"[{section}]"
    yield from _comment(about(Config)[section])
    if not files:
        yield _EXAMPLES[section]
    for name, path in files.items():
        yield f"{name} = {toml(path)}"


def _comment(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="# ", subsequent_indent="# ")


def _escaped(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if character.isprintable():
        return character
    return f"\\U{ord(character):08x}"
