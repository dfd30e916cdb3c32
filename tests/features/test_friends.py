"""Friends: what is bounded, and what an arrival costs. The rest are sessions (tests/sessions)."""

from __future__ import annotations

from parlour.features.friends.state import SHELF, Friend, Friends
from parlour_kit.host import Client, Host
from tests.house.operating import done
from tests.house.scene import new_host, ok, refused, why_not

PASSWORD = "open sesame"


def account(host: Host, name: str) -> Client:
    client = host.program(name)
    ok(client, f"register {PASSWORD}")
    return client


def pair(one: Client, other: Client) -> None:
    """Ann and Bob, or whatever their names are, become friends."""
    ok(one, f"friend {name_of(other)}")
    ok(other, f"friend {name_of(one)}")


def name_of(client: Client) -> str:
    player = client.host.house.people.sessions[client.conn].player
    assert player is not None
    return player.name


def test_friends_and_requests_are_bounded() -> None:
    """Both what somebody names and what comes to somebody; who asks many has to wait, as for
    invitations.
    """
    host = new_host(friends=2, hails_burst=100)
    ann, bob, cid, dee = (account(host, name) for name in ("ann", "bob", "cid", "dee"))
    ok(ann, "friend dee", "friend cid")
    assert why_not(ann, "friend bob").startswith("You have 2 friends, which is the limit.")
    ok(bob, "friend dee")
    assert why_not(cid, "friend dee").startswith("Many players wait for an answer of dee.")
    ok(dee, "friend bob")
    ok(cid, "friend dee")
    host = new_host(hails_burst=1, hails_s=10)
    ann, _, _ = (account(host, name) for name in ("ann", "bob", "cid"))
    ok(ann, "friend bob")
    assert refused(ann, "friend cid") == "too_many"
    host.wait(10)
    ok(ann, "friend cid")


def test_who_comes_in_reads_how_many_friends_are_here() -> None:
    host = new_host(hails_burst=100)
    ann, *others = [account(host, name) for name in ("ann", "b1", "b2", "b3", "b4", "b5", "b6")]
    for other in others[:5]:
        pair(ann, other)
    assert greeted(host, ann) == "Friends here: b1, b2, b3, b4 and b5. To see them: friends"
    ann = next(c for c in reversed(host.clients.values()) if not c.closed)
    pair(ann, others[5])
    ok(account(host, "cy"), "friend ann")
    ok(account(host, "dee"), "friend ann")
    assert greeted(host, ann) == (
        "Friends here: 6. To see them: friends"
        " / 2 players ask to be your friend. To see who: friends"
    )


def greeted(host: Host, client: Client) -> str:
    """What the player of *client* reads of friends who is back on another connection."""
    client.lose()
    back = host.connect()
    back.send("HELLO 1 text", f"name ann {PASSWORD}")
    (notice,) = [body for _, body in back.events("notice") if body["kind"] == "friend"]
    return " / ".join(notice["text"])


def test_who_resumes_from_an_event_reads_no_greeting() -> None:
    host = new_host()
    ann, bob = account(host, "ann"), account(host, "bob")
    pair(ann, bob)
    token = host.house.people.register.by_key["ann"].token
    ann.lose()
    back = host.connect()
    back.send("HELLO 1 text", f"resume {token} 1")
    assert [body["kind"] for _, body in back.events("notice")] == ["friend"]  # bob's answer


def test_an_arrival_looks_at_the_friends_alone() -> None:
    """Nobody else is told, and the others are not even counted."""
    host = new_host()
    ann, bob = account(host, "ann"), account(host, "bob")
    pair(ann, bob)
    strangers = [account(host, f"cy{number}") for number in range(5)]
    bob.lose()
    host.wait(host.limits.away_s)
    seen = [len(client.data) for client in strangers]
    before = len(host.entries)
    host.connect().send("HELLO 1 text", f"name bob {PASSWORD}")
    told = [entry for entry in host.entries[before:] if b"Your friend bob" in entry.body]
    assert [entry.heard[::3] for entry in told] == [(1,)]
    assert [len(client.data) for client in strangers] == seen


def test_a_removed_player_is_nobodys_friend() -> None:
    """In the house, and in the store; others stay friends."""
    host = new_host()
    ann, bob, cid = (account(host, name) for name in ("ann", "bob", "cid"))
    pair(ann, bob)
    pair(ann, cid)
    ok(bob, "friend cid")
    done(host, "player remove bob")
    assert [row["name"] for row in ok(ann, "friends").items] == ["cid"]
    assert ok(cid, "friends").items == ok(cid, "friends").items
    kept = {(pair.player, pair.other) for pair in SHELF.read(host.kept.load())}
    assert kept == {(1, 3), (3, 1)}
    assert {(pair.player, pair.other) for pair in host.house.state(Friends)} == kept
    host.restart()
    assert set(host.house.state(Friends)) == {Friend(1, 3), Friend(3, 1)}
