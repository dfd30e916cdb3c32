"""A name that is taken: the refusal suggests a free one, and says whether a seat waits."""

from __future__ import annotations

from parlour.accounts.register import Register
from parlour.core.sessions import Player
from tests.house.scene import Party, ask, nameless, new_host, ok


def test_a_free_name_is_suggested_and_works() -> None:
    """However many have it, and however long it is; an account's too. Where all are taken none
    is suggested.
    """
    host = new_host()
    host.person("max")
    for wanted in ("max2", "max3", "max4"):
        guest = nameless(host)
        refusal = ask(guest, "name Max").body
        assert (refusal["code"], refusal["near"].lower()) == ("name_taken", wanted)
        assert ok(guest, f"name {refusal['near']}").body["name"] == refusal["near"]
    long = "a" * 20
    host.person(long)
    assert ask(nameless(host), f"name {long}").body["near"] == f"{'a' * 19}2"
    host.person("zoe7")
    assert ask(nameless(host), "name zoe7").body["near"] == "zoe7-2"
    host.person("zoe-bot")
    assert ask(nameless(host), "name zoe-bot").body["near"] == "zoe2-bot"
    host = new_host()
    ok(host.program("ann"), "register open sesame")
    assert ask(nameless(host), "name ann").body["near"] == "ann2"
    host = new_host(names_per_address=100)
    host.person("max")
    for number in range(2, 50):
        host.person(f"max{number}")
    refusal = ask(nameless(host), "name max").body
    assert refusal["code"] == "name_taken"
    assert "near" not in refusal
    assert refusal["text"] == ["max is taken. Choose another name."]


def test_a_seat_that_waits_is_said_to_who_may_be_its_player() -> None:
    """From the same place, at a table that all may know of, while nobody is connected."""
    party = Party("ann", "bob", programs=("ann", "bob"))
    guest = nameless(party.host)
    assert "seat" not in ask(guest, "name bob").body
    party["bob"].lose()
    refusal = ask(guest, "name bob").body
    assert (refusal["seat"], refusal["near"]) == (True, "bob2")
    far = party.host.connect(address="192.0.2.7", near=False)
    far.send("HELLO 1 text")
    assert "seat" not in ask(far, "name bob").body
    private = Party("cy", "dee", host=party.host, options="private=on", start=False)
    private["cy"].lose()
    assert "seat" not in ask(guest, "name cy").body


def test_a_name_of_an_older_host_keeps_the_key_it_was_given_there() -> None:
    register = Register()
    old, new = Player(1, "ann", "4nn"), Player(2, "Anna", "anna")
    register.add(old)
    register.add(new)
    assert register.named(register.key("ann")) is old
    assert register.named(register.key("ANNA")) is new
