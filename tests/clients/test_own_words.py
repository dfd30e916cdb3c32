"""What the client says one can type, in the words that the host has for it in that language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import parlour_client
from parlour.catalogue import BY_VERB
from parlour.language import _ as host
from parlour.language import parse_po

_TYPED: Final = re.compile(r": (/?)([a-z]+(?: [a-z]+)?)")
"""What is typed stands behind a colon: `leave`, `/kick {name}`, `party show {party}`."""
_OF_THE_CLIENT: Final = {"name", "restart", "seat"}
"""The client reads these by itself, in English."""


def _shown(slash: str, words: str) -> str | None:
    """Return how the host shows the command that *words* begin with, or None if it is none."""
    own = host.verbs("fr")
    for verb in (words, words.partition(" ")[0]):
        if verb.partition(" ")[0] in BY_VERB.keys() - _OF_THE_CLIENT and verb in own:
            return f" : {slash}{own[verb][0]}"
    return None


def test_a_hint_names_commands_in_french_as_the_host_does() -> None:
    file = Path(parlour_client.__file__).with_name("locale") / "fr.po"
    found = 0
    for entry in parse_po(file.read_text("utf-8")):
        sentence = not entry["msgid"][:1].islower()  # the others say what keys do
        for slash, words in _TYPED.findall(entry["msgid"]) if sentence else ():
            shown = _shown(slash, words)
            if shown is not None:
                found += 1
                assert shown in entry.get("msgstr", entry.get("msgstr[0]", "")), entry["msgid"]
    assert found > 15
