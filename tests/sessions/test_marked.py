"""In a language that marks what is translated, everything that people read of the host is marked.

Sessions of this folder are played once more. What has no mark there is a sentence that no
catalogue has seen: it has no `_()`, or something else was made of it before anybody translated it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import pytest

from parlour.core import sessions
from parlour.language import Form, _
from tests.docs.play import play
from tests.sessions.test_sessions import STORIES
from tests.texts.marking import MARKED, know, unmarked

pytestmark = pytest.mark.sweep

PAGES: Final = (
    "absence",
    "accounts",
    "bank",
    "beginning",
    "coming_back",
    "consent",
    "finding_out",
    "friends",
    "frozen",
    "history",
    "late_join",
    "missed",
    "natural",
    "nudges",
    "parties",
    "private_tables",
    "quotas",
    "ratings",
    "seats",
    "seeks",
    "silence",
    "silent",
    "talk",
    "watching",
)
"""Pages about what players do. In those of games and of the operator most lines are in English."""

WITHOUT: Final[Mapping[str, str]] = {
    "a greeting before anybody could choose a language": (
        r"Parlour on test.*|(English: .* - )?Pour jouer dans votre langue : .*|Your name\? .*"
    ),
    "a browser has its own page": r"This is a game server, not a web server.*",
    "what is typed, and values": r"\s*[a-z-]+(, *[a-z-]+)*,?|\s*(\w+=\S+\s*)+",
    "points": r"([\w-]+ -?\d+(, )?)+|\s*([\w-]+ \d:\d\d(, )?)+",
    "the line was closed, says the test": r"\(.*closed\)",
    "the game of the tests, which has no catalogue": (
        r"(\| )?(Hide a number|You have hidden|[\w-]+ has hidden|Your turn: try|[\w-]+ is to try"
        r"|[\w-]+ tries|You try|Numbers from|Yours is|[\w-]+: \d+ possible|Noted|[\w-]+ cheers"
        r"|You may note|Snap: |Everybody hides|Who is found|Nobody of that name plays"
        r"|That could be more|Say a number).*"
    ),
    "the operator reads English": (
        r"(Nobody is here|Nobody is banned|The player's data|There is no player|Who\? player)\b.*"
        r"|.* (is muted|is banned|may talk again|may connect again|can come back with)\b.*"
        r"|[\w-]+ is connected and needs no code\.|(Report|Table) \d+( \(.*\))?: .*"
        r"|[\w-]+: (guest|account).*|(ban|mute) .*, since .*"
    ),
}
"""What is the same in all languages, by the reason."""
_WITHOUT: Final = re.compile("|".join(f"(?:{each})" for each in WITHOUT.values()))
_LETTERS: Final = re.compile("[A-Za-z]{2}")


@pytest.mark.parametrize("page", PAGES)
def test_everything_people_read_is_marked(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Everybody reads the marked language from their first line on, as if they had set it before.
    monkeypatch.setattr(sessions, "FORM", Form(400, MARKED))
    know(_, monkeypatch)
    found: set[str] = set()
    for title, story in STORIES:
        if not title.startswith(f"{page}: "):
            continue
        steps = play(story)
        typed = " ".join(played.step.text for played in steps)
        operators = re.findall(r"(\w+) connects to the operator", typed)
        for played in steps:
            for name, lines in played.read.items():
                if name in operators:
                    continue  # they read English
                text = unmarked(
                    "\n".join(line for line in lines if line[:1] not in ("#", "*", "!"))
                )
                for line in text.splitlines():
                    said = line.partition(": ")[2] or line
                    if not (said in typed or _WITHOUT.fullmatch(line)) and _LETTERS.search(line):
                        found.add(line)
    assert found == set()
