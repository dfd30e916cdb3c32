"""What people read of Probe, in French."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from parlour import Reader, Refused, Seat, plain, translated
from parlour_probe import PROBE
from parlour_probe.moves import Ask, Guess, Hide, Recite, Show
from tests.plugins.probe.luck import game, viewers
from tests.plugins.probe.playbook import NAMES, A, B, C, Play
from tests.sizes import sized

ENGLISH = re.compile(
    r"\b(the|you|your|cards?|turns?|words?|racks?|score|space|letter|blanks?|hidden|lose|say|shows?)\b",
    re.IGNORECASE,
)
"""Words that French texts do not have, but where something is typed: `show 3`."""
TYPED = re.compile(r"\bshow [LR]?[0-9]+|\b(left|right)\b")


def english(line: str) -> list[str]:
    """The English words of a French line."""
    return ENGLISH.findall(TYPED.sub("", line))


def lines(play: Play, viewer: Seat, width: int) -> Iterator[str]:
    """What *viewer* reads in French after a step: what happened, what is asked, the position."""
    reader = Reader(viewer, NAMES, width, "fr")
    for heard in play.heard(viewer):
        yield from PROBE.text_ui.say(heard, reader)
    prompt = play.prompts().get(viewer)
    view = play.look(viewer)
    if prompt is not None:
        yield from PROBE.text_ui.ask(prompt, view, reader)
    yield from plain(PROBE.text_ui.draw(view, reader), width, "fr")


@pytest.mark.sweep
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("edition", ["en1964", "fr"])
def test_whole_games_are_read_in_french(seats: int, edition: str) -> None:
    """A table's edition and a reader's language have nothing to do with each other."""
    rng = Random(f"{seats} {edition}")
    for number in range(sized(1, 3)):
        fixed: dict[str, str | int | bool] = {
            "edition": edition,
            "fr_recite": edition == "fr" and number % 2 == 0,
        }
        for play in game(rng, seats=seats, leaving=0.002, fixed=fixed):
            viewer = rng.choice([v for v in viewers(play) if isinstance(v, int)])
            for line in lines(play, viewer, rng.choice((40, 79))):
                assert english(line) == [], line
                assert len(line) <= 79


LINES = (
    *("hide", "hide x!", "hide ..WORD.", "ask bob", "ask bob ee", "show x", "recite"),
    *("guess bob", "guess bob a.b", "guess bob abcdefghijklm"),
)


def test_refusals_are_translated() -> None:
    """Of the reader and of the rules."""
    hiding = Play(word_check="reject", min_word_length=3)
    playing = Play(["FISH", "LANTERN...", "TREE"], activity_deck="none")
    texts = [
        *(hiding.refused(A, Hide(row)) for row in ("A", "AAAAAAA", "A.B", "XYZZY", "x", "A" * 13)),
        hiding.refused(A, Ask(B, "E")),
        playing.refused(A, Hide("FISH")),
        playing.refused(A, Ask(A, "E")),
        playing.refused(B, Ask(A, "E")),
        playing.refused(A, Show(3)),
        playing.refused(A, Recite("X")),
        playing.refused(A, Guess(C, "TREE")),
        playing.refused(A, Guess(A, "FISH")),
    ]
    for line in LINES:
        verb, _, rest = line.partition(" ")
        with pytest.raises(Refused) as caught:
            playing.parsed(A, verb, rest)
        texts.append(caught.value)
    for refused in texts:
        assert english(translated(refused.text, "fr")) == [], refused.text
        assert english(refused.text), "it is English for others"


def test_the_rules_are_there_in_french() -> None:
    text: str = translated(PROBE.rules_text, "fr")
    told = text.splitlines()
    assert text.startswith("PROBE, de deux \xe0 six joueurs\n\nChaque joueur cache un mot.")
    assert max(map(len, told)) <= 79
    assert PROBE.catalogue is not None
    french = PROBE.catalogue.verbs("fr")
    for verb in PROBE.verbs:
        assert any(line.startswith(f"  {french[verb.name][0]} ") for line in told)
    assert not re.search(r"\b(the|you|your)\b", text)
