"""What the house says of a tick to the shell: who may read it before it is stored."""

from __future__ import annotations

from parlour.core.effects import AnswerKey, Effects, Received
from parlour.core.release import part
from tests.house.scene import Party, new_host


def of(party: Party, *said: tuple[str, str]) -> Effects:
    """What one tick asks for in which these players send these lines."""
    found: list[Effects] = []
    party.host.watch = found.append
    party.host.tick([Received(party[name].conn, f"{line}\n".encode()) for name, line in said])
    party.host.watch = None
    return found[0]


def playing(*more: str) -> Party:
    """Ann, Bob and Cy play Hunt; Dee watches."""
    party = Party("ann", "bob", "cy", watchers=("dee", *more), options="cheers=on rated=off")
    party.hide(1, 2, 3)
    return party


def conns(party: Party, *names: str) -> set[int]:
    """The connections of these players."""
    return {party[name].conn for name in names}


def test_a_move_that_nobody_else_hears_of_is_hidden_and_only_its_player_waits() -> None:
    """At the table, at the rope, in the lobby: nobody else."""
    party = playing()
    party.clients["eve"] = party.host.person("eve")
    effects = of(
        party,
        ("bob", "look"),
        ("ann", "note x"),
        ("dee", "look"),
        ("ann", "/ping"),
        ("eve", "tables"),
        ("cy", "say"),
    )
    assert effects.hidden
    assert effects.entries
    assert effects.free == conns(party, "bob", "cy", "dee", "eve")


def test_a_move_that_others_hear_of_is_not_nor_is_talk_or_coming_in() -> None:
    """Nor is one that a watcher would hear of, though nobody watches."""
    for line in ("/cheer softly", "/say hello", "/tell bob hello", "/leave yes", "/propose pause"):
        effects = of(playing(), ("bob", "look"), ("ann", line))
        assert effects.entries or effects.writes
        assert not effects.hidden
        assert not effects.free
    party = Party("ann", start=False)
    party["ann"].send("bot")
    party["ann"].send("start")
    assert of(party, ("ann", "note x")).hidden
    assert not of(party, ("ann", "/hide 3")).hidden


def test_who_comes_to_watch_in_the_tick_of_a_hidden_move_is_told_without_it() -> None:
    """Who watches is not kept."""
    party = playing("eve")
    party["eve"].send("leave yes")
    effects = of(party, ("ann", "note x"), ("eve", f"watch {party.number}"))
    assert effects.free & conns(party, "eve")


def test_what_is_due_binds_those_who_are_told_of_it() -> None:
    party = Party("ann", "bob", options="seconds=10")
    party.hide(1, 2)
    party.host.now += 60
    found: list[Effects] = []
    party.host.watch = found.append
    party.host.tick([Received(party["bob"].conn, b"look\n")])
    assert not found[0].hidden
    assert not found[0].free


def test_answers_are_paced_while_any_game_is_in_progress() -> None:
    """At whatever table; also while it is paused, and until it ends or its table closes."""
    host = new_host()
    zoe = host.person("zoe")
    seen: list[bool] = []

    def paced() -> bool:
        host.watch = lambda effects: seen.append(effects.paced)
        zoe.send("ping")
        host.watch = None
        return seen[-1]

    assert not paced()
    party = Party("ann", "bob", host=host, start=False)
    assert not paced()
    party["ann"].send("start")
    assert paced()
    party["ann"].send("/propose pause")
    party["bob"].send("/accept")
    assert party.state == "paused"
    assert paced()
    party["bob"].send("/propose abort")
    party["ann"].send("/accept")
    assert not paced()
    party["ann"].send("/start")
    assert paced()
    host.restart()
    zoe = host.person("zed")
    assert paced()
    host.wait(7_200)
    assert party.state == "adjourned"
    assert not paced()
    host.wait(host.limits.adjourned_s)
    assert not host.house.tables.rooms
    assert not paced()


def test_of_part_of_a_tick_everything_is_taken_that_concerns_these_lines_alone() -> None:
    """Also who is answered, and jobs for their answers."""
    party = playing()
    effects = of(party, ("bob", "/quit"), ("ann", "note x"), ("dee", "history"))
    assert effects.free == conns(party, "bob", "dee")
    taken = part(effects, effects.free)
    assert taken.closes
    assert not effects.closes
    assert {*taken.answered} == conns(party, "bob")
    assert {*effects.answered} == conns(party, "ann")
    assert [type(job.key) for job in taken.jobs] == [AnswerKey]
    assert not dict(taken.sends).keys() & dict(effects.sends).keys()
