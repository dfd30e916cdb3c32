"""Words as they are written, with accents, once they are judged (O-B-15, O-B-4)."""

from __future__ import annotations

from typing import Final

from parlour_boggle.heard import Missed, Noted
from parlour_boggle.state import Group
from parlour_kit.words import SmallList
from tests.plugins.boggle.playbook import A, Play

SPELLED: Final = {"cared": "cäred", "raced": "råced"}


class Spelled(SmallList):
    """A list whose words have accents."""

    def printed(self, word: str) -> tuple[str, ...]:
        return (SPELLED.get(word, word),)


def of(groups: tuple[Group, ...]) -> dict[str, str]:
    return {
        word: shown
        for group in groups
        for word, shown in zip(group.words, group.shown, strict=True)
    }


def test_a_word_that_was_called_good_has_its_accents() -> None:
    play = Play(1, lexicon=Spelled(["cared", "raced", "cat"]), options={"verdicts": "immediate"})
    play.word(A, "cared cat dog")
    assert of(play.one(Noted).groups) == {"cared": "cäred", "cat": "cat", "dog": "dog"}
    assert play.told(A)[0].startswith("Good: cäred +2, cat +1; not a word: dog")
    assert "cäred" in "\n".join(play.shown(A))


def test_a_word_that_nobody_has_judged_yet_reads_as_it_was_typed() -> None:
    """Its accents would say that the list has it."""
    play = Play(2, lexicon=Spelled(["cared"]), options={"verdicts": "deferred"})
    play.word(A, "cared")
    (group,) = play.one(Noted).groups
    assert group.printed == ()
    assert "cared" in play.told(A)[0]
    assert "cared" not in repr(group)


def test_the_results_and_what_nobody_found_have_their_accents() -> None:
    play = Play(2, lexicon=Spelled(["cared", "raced", "cat"]))
    play.round("cared cat", "")
    assert of(play.graded(A).groups) == {"cared": "cäred", "cat": "cat"}
    assert of(play.one(Missed).best) == {"raced": "råced"}
