"""Where one has played and as whom; and how the address of a host is typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.cli import _places
from parlour.cli._group import Misuse
from parlour.cli._places import KnownHost, address, last, remembering


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("kitchen-pc", ("kitchen-pc", 4004)),
        ("192.168.1.20:5000", ("192.168.1.20", 5000)),
        ("::1", ("::1", 4004)),
        ("fe80::1%eth0", ("fe80::1%eth0", 4004)),
        ("[::1]", ("::1", 4004)),
        ("[::1]:5000", ("::1", 5000)),
        (" den ", ("den", 4004)),
    ],
)
def test_an_address_is_a_host_and_a_port(typed: str, meant: tuple[str, int]) -> None:
    assert address(typed) == meant


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("den:", "The port is missing after den: try den:4004"),
        ("den:x", "'x' is not a port. A port is a whole number from 1 to 65535."),
        ("den:0", "'0' is not a port"),
        ("den:65536", "'65536' is not a port"),
        ("[::1]:99999999999999", "'99999999999999' is not a port"),
        (":4004", "':4004' is not an address"),
        ("two words", "'two words' is not an address"),
        ("[]", "'[]' is not an address"),
        ("", "'' is not an address"),
    ],
)
def test_what_is_no_address_is_said_in_a_line(typed: str, says: str) -> None:
    with pytest.raises(Misuse) as error:
        address(typed)
    assert error.value.message.startswith(says)
    assert "\n" not in error.value.message


# --- what is remembered -----------------------------------------------------------------


def test_nothing_is_remembered_at_first() -> None:
    assert last() is None
    with remembering("den", 4004) as memory:
        assert memory.place == KnownHost("den", 4004)


def test_who_one_was_is_remembered_and_the_host_of_last_time() -> None:
    for host, name in (("den", "ann"), ("::1", "bob"), ("den", "robin")):
        with remembering(host, 4004) as memory:
            memory.keep(name, f"token of {name}")
            memory.keep(name, f"token of {name}")
    assert last() == KnownHost("den", 4004, "robin", "token of robin")
    with remembering("::1", 4004) as memory:
        assert memory.place == KnownHost("::1", 4004, "bob", "token of bob")
    assert last() == KnownHost("den", 4004, "robin", "token of robin"), "he did not come in"
    with remembering("::1", 4004) as memory:
        memory.keep("bob", "new token")
    assert last() == KnownHost("::1", 4004, "bob", "new token")


def test_a_host_where_one_did_not_come_in_is_not_that_of_last_time() -> None:
    with remembering("den", 4004) as memory:
        memory.keep("ann", "token")
    with remembering("elsewhere", 4004):
        pass
    assert last() == KnownHost("den", 4004, "ann", "token")


def test_a_shorter_token_leaves_nothing_of_the_longer_one() -> None:
    with remembering("den", 4004) as memory:
        memory.keep("ann", "long " * 20)
        memory.keep("ann", "short")
    with remembering("den", 4004) as memory:
        assert memory.place.token == "short"


def test_nobody_else_can_read_it() -> None:
    with remembering("den", 4004) as memory:
        memory.keep("ann", "secret")
    (file,) = _places.folder().iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert _places.folder().stat().st_mode & 0o777 == 0o700


def test_a_second_client_at_the_same_host_is_somebody_else() -> None:
    with remembering("den", 4004) as memory:
        memory.keep("ann", "token")
        with remembering("den", 4004) as second:
            assert second.place == KnownHost("den", 4004)
            second.keep("bob", "other")
    with remembering("den", 4004) as memory:
        assert memory.place.name == "ann"


@pytest.mark.parametrize(
    "text", ["", "{", '{"host":"den"}', "\xff", '{"host":"other","port":4004,"name":"ann"}']
)
def test_what_cannot_be_read_counts_for_nothing(text: str) -> None:
    """Damaged, or of a host whose name is written alike."""
    _places.folder().mkdir(parents=True)
    (_places.folder() / "den-4004.json").write_text(text, "latin-1")
    with remembering("den", 4004) as memory:
        assert memory.place == KnownHost("den", 4004)
        memory.keep("ann", "token")
    assert last() == KnownHost("den", 4004, "ann", "token")


def test_without_a_place_to_write_one_plays_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert last() is None
    with remembering("den", 4004) as memory:
        memory.keep("ann", "token")
        assert memory.place == KnownHost("den", 4004)
