"""A finished game that is played again on the wire, so that seals can be compared."""

from __future__ import annotations

from msgspec.structs import replace as changed

from parlour.api import Seat
from tests.features.test_history import archived, finished, played
from tests.house.scene import ok, why_not


def test_a_finished_game_has_the_seals_that_were_told_while_it_was_played() -> None:
    """A watcher asks, and somebody who was not there; both without a table."""
    party = played()
    ((_, started),) = party["ann"].events("started")
    late = party.host.program("late")
    (row,) = ok(late, "seals verify g1").items
    assert (row["seat"], row["commitment"]) == (None, started["commitment"])
    seal, *said = party["wat"].send("/seals verify G1")
    assert seal == f"the shuffle: {started['commitment']}"
    assert " ".join(" ".join(said).split()) == (
        "Played again from its seed, g1 has these seals and the same result. If you were told the "
        "same seals during the game, nobody has changed the shuffle or a hidden word since."
    )


def test_without_a_record_it_is_the_last_game_that_the_asker_finished() -> None:
    party = played()
    assert ok(party["bob"], "seals verify").items == ok(party["ann"], "seals verify g1").items
    text = "You have finished no game here yet. To see those of others: history"
    assert party.host.person("late").send("seals verify") == [text]


def test_who_may_not_see_a_game_may_not_verify_it() -> None:
    """Of a private one they do not even learn that it was played."""
    private = finished(1, options={"private": True}, players={Seat(1): 77})
    unwatched = finished(2, options={"watch": False}, players={Seat(1): 77})
    pro, _ = archived(private, unwatched)
    for number, verb in enumerate(("replay", "seals verify")):
        assert why_not(pro, f"{verb} g1").startswith("There is no record g1."), number
        assert why_not(pro, f"{verb} g2").startswith("g2 was played with watch=off"), number


def test_a_game_that_comes_to_another_result_is_said_to_be_changed() -> None:
    """Its scores were changed in the archive, or its moves; or other rules are here."""
    lie = finished(1, scores={Seat(1): 0, Seat(2): 99})
    cut = finished(2, entries=finished().entries[:-1])
    other = finished(3, lexicon="en")
    broken = finished(4, entries=(b"{}",))
    pro, _ = archived(lie, cut, changed(other, entries=other.entries[1:]), broken)
    text = "{} does not come to the result that is kept. Its record was changed."
    assert why_not(pro, "seals verify g1") == text.format("g1")
    assert why_not(pro, "seals verify g2") == text.format("g2")
    assert why_not(pro, "seals verify g3") == (
        "The host can't play g3 again: the record does not begin with a start."
    )
    assert why_not(pro, "seals verify g4") == (
        "The host can't play g4 again: it is damaged, or its game fails."
    )
