"""Word lists that options name: in the file of a game, and when it is played again."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest
from msgspec.structs import replace

from parlour.api import Lexicon
from parlour.core.persistence import Finished
from parlour.engine import record as r
from parlour.records import FileFault, export, read, verify
from parlour.records._format import Header
from parlour.tables.erasure import without_name
from tests.games.quiet import QUIET
from tests.house.scene import LISTS, Edited, Party, archived, new_host, ok
from tests.records.forging import with_entry

CHANGE = msgspec.structs.replace
GAMES = {"quiet": QUIET}


def played(deck: str = "family", *, first: str = "ann") -> Finished:
    """A game with that deck, out of a host's archive."""
    host = new_host(GAMES, LISTS)
    programs = (first, "bob")
    party = Party(*programs, host=host, game="quiet", options=f"deck={deck}", programs=programs)
    party.hide(1, 2)
    ok(party[first], "try bob 2")
    game = archived(host)
    return game


def test_the_header_and_the_start_name_the_list_with_its_hash() -> None:
    """And the file is read again as it was written. One without a list is written as it always
    was, so what was exported before there were such options can still be read.
    """
    game = played()
    header, start, *_ = export(game).splitlines()
    assert b'"lexicon_hash":null,"lists":{"deck":"%b"},"options"' % (b"7" * 64) in header
    assert b'"lists":{"deck":"%b"}' % (b"7" * 64) in start
    assert read(export(game)) == replace(game, players={})
    game = played("easy")
    assert b"lists" not in export(game)
    assert read(export(game)) == replace(game, players={})
    old = msgspec.json.decode(export(game).splitlines()[0])
    del old["sha256"]
    assert list(old) == [
        name for name in Header.__struct_fields__ if name not in {"lists", "outcome"}
    ]


def test_the_report_names_the_list() -> None:
    report = verify(export(played()), GAMES, LISTS)
    assert report.verdict == "good"
    assert "Word list of deck: family, the same as then." in report.lines()
    lines = verify(export(played("easy")), GAMES, {}).lines()
    assert lines[0] == "This record is good."
    assert not any("Word list" in line for line in lines)


@pytest.mark.parametrize(
    ("lexicons", "missing"),
    [
        ({}, "There is no word list family here."),
        (
            {"family": Edited()},
            f"The word list family here is another one (its hash is {'8' * 64}).",
        ),
    ],
)
def test_without_the_list_nothing_can_be_checked_and_nobody_is_accused(
    lexicons: Mapping[str, Lexicon], missing: str
) -> None:
    report = verify(export(played()), GAMES, lexicons)
    assert (report.verdict, report.missing) == ("unknown", missing)


def test_a_game_that_went_on_under_another_list_cannot_be_played_again() -> None:
    game = played()
    continued = r.Continued(
        at=0, version="1", lexicon=None, lexicon_hash=None, lists={"deck": "8" * 64}
    )
    start, *rest = game.entries
    went_on = replace(game, entries=(start, r.encode(continued), *rest))
    report = verify(export(went_on), GAMES, LISTS)
    assert report.missing is not None
    assert report.missing.startswith("From entry 1 on it was continued under version 1 or another")


NOT_THOSE = "its word lists are not those that its options name"


@pytest.mark.parametrize(
    ("deck", "lists", "why"),
    [
        ("family", {}, NOT_THOSE),
        ("easy", {"deck": "7" * 64}, NOT_THOSE),
        ("easy", {"answers": "7" * 64}, NOT_THOSE),
        ("club", {}, "the option deck cannot have this value"),
    ],
)
def test_lists_that_no_host_would_have_written_are_found(
    deck: str, lists: dict[str, str], why: str
) -> None:
    """A forger makes header, start and hashes agree."""

    def change(entry: r.Started) -> r.Started:
        return CHANGE(entry, options={**entry.options, "deck": deck}, lists=lists)

    report = verify(export(with_entry(played(), 0, change)), GAMES, LISTS)
    assert (report.verdict, report.fault) == ("bad", FileFault(2, "entry 0 (started)", why))


def test_another_hash_in_the_header_is_found() -> None:
    """The start says which list it was."""
    report = verify(export(replace(played(), lists={"deck": "9" * 64})), GAMES, LISTS)
    why = "entry 0 (started) says something else"
    assert report.fault == FileFault(1, "header field lists", why)


def test_a_removed_player_who_is_called_like_a_list_leaves_it_in_its_place() -> None:
    game = without_name(played(first="Family"), "family", "guest-1")
    assert game.names[min(game.names)] == "guest-1"
    assert game.options["deck"] == "family"
    assert verify(export(game), GAMES, LISTS).verdict == "good"
