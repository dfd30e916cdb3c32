"""An ssh key is an identity: added, listed, removed, and what it opens."""

from __future__ import annotations

import hashlib
from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.features.keys.commands import MOST
from parlour.features.keys.state import SHELF, key_of
from parlour_kit.host import Client, Host
from tests.house.operating import done, rows_in, writes
from tests.house.scene import ask, new_host, ok, refused, why_not

PASSWORD = "correct horse"


def key(number: int) -> str:
    digest = hashlib.sha256(b"%d" % number).digest()
    return f"SHA256:{b64encode(digest).decode().rstrip('=')}"


BOBS, OTHER = key(1), key(2)


def program(host: Host, *lines: str, key: str = "") -> Client:
    """A program that came with that key, and has sent these lines, all of which were granted."""
    client = host.connect(key=key)
    client.send("HELLO 1 text")
    if lines:
        ok(client, *lines)
    return client


def with_bob(host: Host | None = None) -> Host:
    """A host where Bob has an account with a key, and is not connected."""
    host = host or new_host()
    program(host, "name bob", f"register {PASSWORD}", "keys add", key=BOBS).lose()
    return host


def listed(client: Client) -> list[str]:
    return [row["key"] for row in ok(client, "keys").items]


@given(st.binary(max_size=200), st.sampled_from(["ssh-ed25519", "ssh-rsa", "sk-ssh@openssh.com"]))
def test_a_public_key_has_the_fingerprint_that_ssh_shows(rest: bytes, kind: str) -> None:
    blob = len(kind).to_bytes(4, "big") + kind.encode() + rest
    shown = f"SHA256:{b64encode(hashlib.sha256(blob).digest()).decode().rstrip('=')}"
    encoded = b64encode(blob).decode()
    assert key_of(f"{kind} {encoded}") == shown
    assert key_of(f"{kind} {encoded} bob@kitchen pc") == shown
    assert key_of(shown) == shown
    assert key_of(f"ssh-other {encoded}") is None
    assert key_of(f"{kind} {encoded[:-4]}!") is None


def test_a_real_public_key_has_the_fingerprint_that_ssh_keygen_prints() -> None:
    line = (
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl "
        "github.com"
    )
    assert key_of(line) == "SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU"


@pytest.mark.parametrize(
    "typed", ["", "x", BOBS[:-1], BOBS + "A", BOBS[:-1] + "B", "MD5:00", "ssh-rsa", "ssh-rsa ===="]
)
def test_what_is_no_key_is_refused_and_nothing_changes(typed: str) -> None:
    """A program without a key of its own, which names one that cannot be."""
    host = new_host()
    bob = program(host, "name bob", f"register {PASSWORD}")
    before = len(writes(host))
    assert refused(bob, f"keys add {typed}") == "usage"
    assert len(writes(host)) == before


def test_who_comes_with_a_key_of_an_account_needs_no_password() -> None:
    """Under its name only; also after a restart, and with a word to come in. They learn whose it
    is, and nobody else does.
    """
    host = with_bob()
    host.word = "kiwi"
    host.restart()
    pro = host.connect(key=BOBS)
    assert '"key_of":"bob"' in pro.send("HELLO 1 text")[-1]
    assert ok(pro, "name BOB").body["name"] == "bob"
    assert listed(pro) == [BOBS]
    ok(pro, "register another secret", "keys remove 1")  # the key has proved that it is Bob
    for other in (OTHER, ""):
        stranger = host.connect(key=other)
        assert "key_of" not in stranger.send("HELLO 1 text")[-1]
        assert refused(stranger, "name bob") == "bad_password"
    gone = host.connect(key=BOBS)
    assert "key_of" not in gone.send("HELLO 1 text")[-1]


def test_a_person_with_a_key_presses_enter() -> None:
    """Or comes in under another name, as everybody does."""
    host = with_bob()
    person = host.connect(key=BOBS)
    assert person.take()[-2:] == [
        "Your key is bob's: press Enter to come in as bob.",
        "Your name? (help for help)",
    ]
    assert person.send("")[0].startswith("Hello bob.")
    assert host.connect(key=BOBS).send("cy")[0].startswith("Hello cy.")
    assert host.connect(key=BOBS).send("bob")[0].startswith("Hello bob.")


def test_keys_are_for_accounts_whose_player_has_shown_who_they_are() -> None:
    """Somebody at a connection that came back with a token cannot add a key that lasts."""
    host = new_host()
    bob = program(host, "name bob", key=BOBS)
    assert refused(bob, "keys add") == "unavailable"
    token = ok(bob, f"register {PASSWORD}").body["token"]
    bob.lose()
    back = program(host, f"resume {token}", key=BOBS)
    assert why_not(back, "keys add").startswith("First show that you are bob")
    ok(back, f"register {PASSWORD}", "keys add")
    assert listed(back) == [BOBS]
    assert ok(back, "keys add").text == "That key is yours already."


def test_a_key_belongs_to_one_account_and_to_prove_it_counts_more_than_to_name_it() -> None:
    """The refusal does not say whose it is. Who named the key of another loses it to them."""
    host = with_bob()
    eve = program(host, "name eve", f"register {PASSWORD}", f"keys add {OTHER}")
    assert why_not(eve, f"keys add {BOBS}") == "That key can't be added."
    ann = program(host, "name ann", f"register {PASSWORD}", "keys add", key=OTHER)
    assert listed(ann) == [OTHER]
    assert listed(eve) == []
    assert why_not(eve, f"keys add {OTHER}") == "That key can't be added."
    host.restart()
    assert '"key_of":"ann"' in host.connect(key=OTHER).send("HELLO 1 text")[-1]


def test_who_comes_with_a_key_that_was_named_has_proven_it() -> None:
    host = new_host()
    program(host, "name bob", f"register {PASSWORD}", f"keys add {BOBS}").lose()
    program(host, "name bob", key=BOBS).lose()
    eve = program(host, "name eve", f"register {PASSWORD}", key=BOBS)
    assert why_not(eve, "keys add") == "That key can't be added."
    assert [row.proven for row in rows_in(writes(host), SHELF)] == [False, True]


def test_there_are_so_many_keys_and_so_many_tries() -> None:
    host = new_host(registers_per_address=MOST + 4)
    bob = program(host, "name bob", f"register {PASSWORD}")
    for number in range(MOST):
        ok(bob, f"keys add {key(number)}")
    assert why_not(bob, f"keys add {key(MOST)}").startswith(f"You have {MOST} keys.")
    ok(bob, "keys remove 1", f"keys add {key(MOST)}")
    assert listed(bob) == [key(number) for number in range(1, MOST + 1)]
    assert refused(bob, f"keys remove {MOST + 1}") == "usage"
    assert refused(bob, "keys remove 0") == "usage"
    assert ask(bob, f"keys add {BOBS}").word == "ok"
    assert why_not(bob, f"keys add {BOBS}").startswith("Too many tries.")


def test_a_ban_counts_more_than_a_key() -> None:
    host = with_bob()
    done(host, "player ban bob")
    pro = program(host, key=BOBS)
    assert why_not(pro, "name bob") == "The operator has banned that name. Choose another one."


def test_the_keys_of_a_player_are_removed_with_their_data() -> None:
    host = with_bob()
    done(host, "player remove bob")
    assert SHELF.dropped(BOBS) in writes(host)
    for _ in range(2):
        pro = host.connect(key=BOBS)
        assert "key_of" not in pro.send("HELLO 1 text")[-1]
        host.restart()
    program(host, "name bob", f"register {PASSWORD}", "keys add", key=BOBS)
