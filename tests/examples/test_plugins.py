"""Each example plugin does what it says, on a host."""

from __future__ import annotations

import json
from pathlib import Path
from types import MappingProxyType

import pytest

from examples.plugins import chronicle, gardens, hint, invited, polite
from parlour.api import AnyGame
from parlour.core.limits import Limits
from parlour.hookvalues import HostInfo, Section
from parlour.lexicons import load_file
from parlour.plugins import Found, find_games
from parlour_kit.host import Host
from parlour_probe import PROBE
from tests.games.hunt.game import HUNT
from tests.house.scene import Party, ask, nameless, ok, why_not


def found(plugin: object, folder: Path, **settings: object) -> Found:
    name = getattr(plugin, "__name__", "")
    section = Section(name, MappingProxyType(settings), folder)
    all_ = find_games(
        discover=False,
        extra=[plugin],
        settings={name: section} if settings else {},
        lexicons=["en"],
        read_list=lambda file: load_file(file.name, file.path),
    )
    assert all_.quarantined == ()
    assert all_.wrong == ()
    return all_


def host_of(all_: Found) -> Host:
    """A host with the plugin."""
    games: dict[str, AnyGame] = {"hunt": HUNT, "probe": PROBE}
    limits = Limits(bot_pause_ms=0, password_cost=1)
    return Host(games, all_.lexicons, limits, gate=all_.shared, commands=all_.commands)


def test_only_the_invited_come_in(tmp_path: Path) -> None:
    """An invitation counts at once. Without a list the plugin is not used, and nobody comes in."""
    guests = tmp_path / "guests.txt"
    guests.write_text("Ann  # the host\n")
    host = host_of(found(invited, tmp_path, file="guests.txt", refusal="Ask Ann."))
    host.program("ann")
    bob = nameless(host)
    assert why_not(bob, "name bob") == "Ask Ann."
    guests.write_text("ann\nbob\n")
    ok(bob, "name bob")
    guests.unlink()
    eve = host.connect()
    assert "can't check" in " ".join(eve.send("name eve"))
    without = find_games(discover=False, extra=[invited])
    assert [wrong.text for wrong in without.wrong] == ["the key file is missing"]


def test_rude_words_are_hidden(tmp_path: Path) -> None:
    """In talk and in names."""
    host = host_of(found(polite, tmp_path, words=["drat"]))
    party = Party("ann", "bob", host=host, programs=("ann", "bob"))
    ok(party["ann"], "/say Drat! drat it")
    assert [b["what"] for _, b in party["bob"].events("said")] == ["****! **** it"]
    eve = host.connect()
    assert "Choose a friendlier name." in eve.send("name adrat")
    host_of(found(polite, tmp_path)).program("adrat")


def test_a_hint_is_what_a_bot_would_do(tmp_path: Path) -> None:
    """It sees what the player sees."""
    host = host_of(found(hint, tmp_path))
    zoe = host.program("zoe")
    assert ask(zoe, "hint").code == "not_at_table"
    party = Party("ann", "bob", host=host, game="hunt", programs=("ann", "bob"), start=False)
    assert "the game asks you nothing" in why_not(party["ann"], "hint")
    ok(party["ann"], "start")
    text = ask(party["ann"], "/hint").text
    assert text.startswith(("A bot would play: hide", "Hunt has no bot"))


def test_what_happens_is_written_down(tmp_path: Path) -> None:
    all_ = found(chronicle, tmp_path, file="log.jsonl")
    host = host_of(all_)
    all_.shared.host_started(HostInfo("kitchen", "1", ("hunt",)))
    party = Party("ann", "bob", host=host, programs=("ann", "bob"))
    ok(party["ann"], "/propose abort")
    ok(party["bob"], "/accept")
    for news in host.told:
        all_.shared.tell(news)
    all_.shared.host_stopping()
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line["what"] for line in lines] == ["started", "opened", "begun", "ended", "stopping"]
    assert lines[2]["players"] == ["ann", "bob"]
    assert lines[3]["outcome"] is None


@pytest.mark.parametrize("word", ["tulip", "rose"])
def test_a_word_list_comes_along(tmp_path: Path, word: str) -> None:
    host = host_of(found(gardens, tmp_path))
    ann = host.program("ann")
    ok(ann, "new probe lexicon=gardens")
    assert word in ask(ann, f"why {word}").text
