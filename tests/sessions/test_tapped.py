"""A reader who taps reads no line that tells them what to type, and no drawing.

Sessions of this folder are played once more, as if everybody tapped. A line that is found here
puts what to type into a sentence without << and >>, or into what is no sentence of a catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

import pytest

from parlour.catalogue import TAKEN_VERBS
from parlour.core import sessions
from parlour.language import UNWRAPPED, Form
from tests.docs.house_stage import GAMES
from tests.docs.play import play
from tests.sessions.test_marked import PAGES
from tests.sessions.test_sessions import STORIES

pytestmark = pytest.mark.sweep

VERBS: Final = {
    *(TAKEN_VERBS - {"add", "no", "yes"}),
    *(verb.name for game in GAMES.values() for verb in (*game.verbs, *game.questions)),
}
_VERB: Final = "|".join(map(re.escape, sorted(VERBS, key=len, reverse=True)))
_TYPED: Final = re.compile(
    rf"(?:: |\btype |(?<=\S) - |\bor |\((?=\w+ ))/?(?:{_VERB})"
    r"(?=$| (?:[A-Z]{2,}|\d|[a-z]+$)|\.$| - |\))"
    r"|(?<= )/[a-z]+"
)


WITHOUT: Final[Mapping[str, str]] = {
    "a refusal that says nothing else, of what they typed": r"If that was the password: .*",
    "what they asked for": r"About one word: .*|  play hunt .*",
    "what people said": r"[\w-]+( to [\w-]+)?: (hello|hi|goodbye)",
    "the operator types": r".*parlour .*|.*can come back with: .*",
}
"""What may tell them, by the reason."""
_HELP: Final = re.compile(r"> /?(help|commands|options|more)\b")
"""What asks for what to type."""
_READ_TO_BE_TYPED: Final = re.compile(r"\{\w+'s (code|word)\}")
_WITHOUT: Final = re.compile("|".join(f"(?:{each})" for each in WITHOUT.values()))


def told_to_type(text: str) -> Iterator[str]:
    """Yield the lines of *text* that tell their reader what to type."""
    for line in text.splitlines():
        if _TYPED.search(line) and not _WITHOUT.fullmatch(line):
            yield line


@pytest.mark.parametrize("page", PAGES)
def test_nobody_who_taps_is_told_what_to_type(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "FORM", Form(UNWRAPPED, taps=True))
    found: set[str] = set()
    for title, story in STORIES:
        if title.startswith(f"{page}: ") and not _READ_TO_BE_TYPED.search(repr(story)):
            told = (played for played in play(story) if not _HELP.search(played.step.text))
            for lines in (lines for played in told for lines in played.read.values()):
                said = [line for line in lines if line[:1] not in ("#", "*", "!")]
                found.update(told_to_type("\n".join(said)))
    assert found == set()
