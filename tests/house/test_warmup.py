"""Word lists that a game prepares: once, on a worker thread, and it plays without."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parlour.api import Lexicon
from parlour.core.effects import Job, PrepareKey
from parlour.core.limits import Limits
from parlour_kit.host import Host
from tests.games.hunt.game import HUNT
from tests.house.scene import Party, Words, ok


class Others(Words):
    """Another list."""

    name = "op"
    hash = "6" * 64


class Sleeping(Words):
    """A list whose file is read when it is first asked about a word."""

    def __init__(self) -> None:
        self.awake = False

    def __len__(self) -> int:
        self.awake = True
        return super().__len__()


class Preparing:
    """Two games that prepare their lists: one notes which, the other fails."""

    def __init__(self) -> None:
        self.lists: list[str] = []
        hunt: Any = replace(HUNT, lexicon="en", prepare=self.note)
        bad: Any = replace(HUNT, id="bad", lexicon="en", prepare=self.fail)
        self.games = {"hunt": hunt, "bad": bad, "none": replace(HUNT, id="none")}

    def note(self, lexicon: Lexicon) -> None:
        """Prepare it."""
        self.lists.append(lexicon.name)

    def fail(self, lexicon: Lexicon) -> None:
        """Fail over it."""
        raise ValueError(lexicon.name)

    def host(self, **more: Any) -> Host:
        """A host with these games and two lists."""
        lists = {"en": Words(), "op": Others()}
        return Host(self.games, lists, Limits(bot_pause_ms=0), **more)


def prepared(jobs: list[Job]) -> list[tuple[str, str]]:
    """What is to be prepared."""
    return [(job.key.game, job.key.lexicon) for job in jobs if isinstance(job.key, PrepareKey)]


def test_a_list_is_prepared_when_the_first_table_with_it_opens() -> None:
    """And not for the next one; for a game that needs no list there is nothing to do. A host
    that starts again has forgotten what was prepared.
    """
    made = Preparing()
    host = made.host()
    ann = host.program("ann")
    ok(ann, "new none", "new hunt", "new hunt")
    assert made.lists == ["en"]
    ok(ann, "options lexicon=op", "options lexicon=en")
    assert made.lists == ["en", "op"]
    made = Preparing()
    party = Party("ann", "bob", host=made.host())
    assert made.lists == ["en"]
    party.host.restart()
    assert made.lists == ["en", "en"]


def test_it_is_a_job_and_the_table_can_be_played_before_it_is_done() -> None:
    made = Preparing()
    party = Party("ann", "bob", host=made.host(run_jobs=False))
    assert prepared(party.host.jobs) == [("hunt", "en")]
    party.hide(3, 4)
    assert party.state == "playing"
    assert made.lists == []


def test_a_list_is_read_by_a_job_too() -> None:
    """Of a game that prepares nothing: a file may be large, and the host listens meanwhile."""
    words = Sleeping()
    host = Host({"hunt": replace(HUNT, lexicon="en")}, {"en": words}, run_jobs=False)
    ann, bob = host.program("ann"), host.program("bob")
    ok(ann, "new hunt")
    ok(bob, "join 1", "options")
    ok(ann, "options top=20", "start")
    assert not words.awake, "and whoever only names it does not read it"
    (job,) = host.jobs
    job.work()
    assert words.awake


def test_one_that_fails_is_logged_and_nothing_else() -> None:
    """Once; without the words of the error, which are the game's own."""
    made = Preparing()
    host = made.host()
    party = Party("ann", "bob", host=host, game="bad")
    Party("cy", "dee", host=host, game="bad")
    (report,) = host.reports
    assert (report.level, report.fields) == ("warning", {"game": "bad", "lexicon": "en"})
    assert isinstance(report.error, ValueError)
    assert party.state == "playing"
