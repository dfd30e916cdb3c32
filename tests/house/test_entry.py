"""Who may come in: the word of the evening, and the guest list."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.accounts.admission import Admission, check_word, guest_list
from parlour.core.limits import Limits
from parlour.features.entry.state import SHELF
from parlour.web import Site
from parlour_kit.host import Host
from tests.house.operating import acts, ask, done, refused, rows_in, writes
from tests.house.scene import GAMES, ok, why_not
from tests.house.scene import refused as code

WRONG = "That is not the word of this evening. If you have an account: /   name NAME PASSWORD"
FAR = "203.0.113.7"


def a_host(word: str = "Purple Rain", names: str | None = None) -> Host:
    guests = None if names is None else guest_list(names.split())
    limits = Limits(bot_pause_ms=0, password_cost=1, flood_burst=1_000)
    return Host(GAMES, {}, limits, word=word, guests=guests)


WORDS = st.text(st.characters(codec="utf-8", categories=("L", "N", "Zs")), min_size=3, max_size=9)


@given(WORDS, st.text(st.sampled_from(" \t"), max_size=3))
def test_a_word_is_the_same_however_it_is_written(word: str, space: str) -> None:
    """In capitals, with spaces around it, composed or not; and it is no other word."""
    admission = Admission(word)
    for same in (word, word.upper(), word.title(), unicodedata.normalize("NFD", word)):
        assert admission.is_word(f"{space}{same}{space}")
    assert not admission.is_word(f"{word}x")
    assert not admission.is_word("")
    assert not Admission().is_word("")


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("ab", "3 to 40 characters"),
        (41 * "x", "3 to 40 characters"),
        ("/kiwi", "begins with a letter or a digit"),
        ("OFF", "no word is asked for"),
        ("abcde-fghjk-mnpqr", "like a code"),
    ],
)
def test_a_word_that_could_not_be_given_is_refused(typed: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        check_word(typed)
    host = a_host("kiwi")
    assert typed == "OFF" or why in refused(host, f"joinword {typed}")
    assert not writes(host)


def test_a_command_that_is_the_word_is_the_word() -> None:
    """Until it has been given; a person types it and is surprised by nothing."""
    client = a_host("games").connect()
    assert client.send("games")[-1] == "That is the word. What is your name?"
    assert client.send("games")[0].startswith("hunt")


def test_nobody_learns_without_the_word_which_names_there_are() -> None:
    """Free, here, or with an account: the answers are the same, and all are checked as slowly."""
    host = a_host()
    host.house.people.admission.word = ""
    ok(host.program("bob"), "register correct horse")
    host.program("cy")
    host.house.people.admission.word = "Purple Rain"
    pro = host.connect()
    pro.send("HELLO 1 text")
    host.run_jobs = False
    for name in ("bob", "cy", "zoe"):
        text = why_not(pro, f"name {name}")
        assert text.replace(name, "NAME").startswith("This host asks for the word of this evening")
        assert not pro.send(f"#w name {name} plum and pear")
        (job,) = host.jobs
        assert job.work() is False
        host.jobs.clear()
        host.run_jobs = True
        host.tick([])
        pro = host.connect()
        pro.send("HELLO 1 text")
        said = why_not(pro, f"name {name} plum and pear")
        assert said == WRONG
        host.run_jobs = False
        pro = host.connect()
        pro.send("HELLO 1 text")


def test_after_too_many_wrong_words_a_place_waits_even_with_the_right_one() -> None:
    """Others do not; and somebody with an account who was there before comes in as always."""
    host = a_host()
    home = host.connect(near=False, address=FAR)
    home.send("purple rain", "ann", "register correct horse")
    tries = host.limits.tries_per_address * 10
    for _ in range(tries // 4):
        client = host.connect(near=False, address=FAR)
        for _ in range(4):
            assert client.send("plum")[0].startswith("That is not the word")
        client.lose()
    late = host.connect(near=False, address=FAR)
    assert late.send("purple rain")[0].startswith("Too many tries. Try again in ")
    assert late.send("name zoe purple rain")[0].startswith("Too many tries. Try again in ")
    assert late.send("name ann correct horse")[0].startswith("Hello ann.")
    assert host.connect(near=False, address="203.0.113.8").send("purple rain")[-1] == (
        "That is the word. What is your name?"
    )
    host.wait(host.limits.tries_s)
    assert host.connect(near=False, address=FAR).send("purple rain")[-1] == (
        "That is the word. What is your name?"
    )


def test_a_word_of_the_operator_counts_until_the_config_says_another() -> None:
    host = a_host("kiwi")
    done(host, "joinword Plum")
    assert acts(host) == [("joinword", "Guests need the new word to come in.")]
    assert "plum" not in str([*host.news, *host.reports, *rows_in(writes(host), SHELF)]).lower()
    host.restart()
    assert ask(host, "joinword")["word"] == "Plum"
    done(host, "joinword off")
    host.restart()
    assert ask(host, "joinword")["word"] is None
    host.word = "lime"
    host.restart()
    assert ask(host, "joinword")["word"] == "lime"
    host.word = "kiwi"
    host.restart()
    assert ask(host, "joinword")["word"] == "kiwi"


def test_links_to_the_page_have_the_word_where_no_server_reads_it() -> None:
    host = a_host("kiwi & co", names=None)
    host.site = Site.of(
        ("http://192.0.2.9:4005/",), port=4005, lines_port=4004, name="test", given=()
    )
    host.restart()
    assert ask(host, "joinword")["links"] == ["http://192.0.2.9:4005/#w=kiwi%20%26%20co"]
    pro = host.connect()
    pro.send("HELLO 1")
    ok(pro, "name ann kiwi & co", "new hunt")
    assert ok(pro, "invite").body["links"] == ["http://192.0.2.9:4005/#t1&w=kiwi%20%26%20co"]
    done(host, "joinword off")
    assert ok(pro, "invite").body["links"] == ["http://192.0.2.9:4005/#t1"]
    assert ask(host, "joinword")["links"] == []


# --- the guest list ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Anna Maria", "line 2: 'Anna Maria' can't be a name. Names can't contain spaces"),
        ("host", "line 2: 'host' can't be a name. That name is reserved"),
        ("*", "line 2: '\\*' can't be a name. A name has 2 to 20 characters"),
    ],
)
def test_a_guest_list_with_what_is_no_name_is_refused(line: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        guest_list(["# class 4b", line])


def test_only_names_on_the_list_come_in() -> None:
    """However they are written; nobody is told another name that could not come in either."""
    host = a_host("", names="Ann\N{LATIN SMALL LETTER E WITH ACUTE} bob tv-*")
    assert host.connect().send("anne")[0].startswith("Hello anne.")
    assert host.connect().send("tv-x7")[0].startswith("Hello tv-x7.")
    pro = host.program("zoe")
    assert code(pro, "name zoe") == "bad_name"
    assert why_not(pro, "name zoe") == "zoe is not on the guest list of this host."
    ok(pro, "name bob")
    other = host.connect()
    other.send("HELLO 1 text")
    assert why_not(other, "name BOB") == "bob is taken. Choose another name."


def test_who_was_struck_off_the_list_does_not_come_back() -> None:
    """With a code or a password. The list is read when a host starts, so theirs is another."""
    host = a_host("", names="ann bob")
    bob = host.program("bob")
    token = ok(bob, "register correct horse").body["token"]
    host.guests = guest_list(["ann"])
    host.restart()
    pro = host.connect()
    pro.send("HELLO 1 text")
    for line in (f"resume {token}", "name bob correct horse"):
        assert code(pro, line) == "unavailable"
        assert why_not(pro, line) == "bob is not on the guest list of this host."
    assert code(pro, "name bob") == "bad_name"


def test_nobody_finds_out_who_is_on_the_list_by_trying_names() -> None:
    """After too many tries even a name that is on it waits, so that it says nothing."""
    host = a_host("", names="ann")
    client = host.connect(near=False, address=FAR)
    client.send("HELLO 1 text")
    for at in range(host.limits.tries_per_address * 10):
        assert code(client, f"name guest{at}") == "bad_name"
    assert code(client, "name zoe") == "too_many"
    assert code(client, "name ann") == "too_many"


def test_the_word_is_asked_for_before_the_list_is_looked_at() -> None:
    pro = a_host("kiwi", names="ann").connect()
    pro.send("HELLO 1 text")
    assert code(pro, "name zoe") == "bad_password"
    assert code(pro, "name zoe kiwi") == "bad_name"
    ok(pro, "name ann")
