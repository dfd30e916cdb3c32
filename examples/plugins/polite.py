"""Hide words that nobody should read, in talk and in names.

[plugins.polite]
words = ["darn", "drat"]
"""

import re
from collections.abc import Generator

import msgspec

from parlour import Section, Talk, hookimpl

parlour_contract = "1.0"
_hidden = re.compile(r"(?!)")  # matches nothing, until the operator has named words


class Settings(msgspec.Struct):
    """What the operator can set."""

    words: list[str] = []
    """Words to hide, also as a part of others."""


@hookimpl
def configure(section: Section) -> None:
    """Read the words."""
    global _hidden
    words = section.read(Settings).words
    _hidden = re.compile("|".join(map(re.escape, words)) or r"(?!)", re.IGNORECASE)


@hookimpl(wrapper=True)
def filter_talk(talk: Talk) -> Generator[None, str, str]:
    """Put stars for the words, after whatever other plugins have made of the line."""
    said = yield
    return _hidden.sub(lambda found: "*" * len(found[0]), said)


@hookimpl
def check_name(name: str) -> str | None:
    """Refuse names with such words."""
    return "Choose a friendlier name." if _hidden.search(name) else None
