"""A finished game is played again from its file: what is good, what cannot be checked here."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as change

from parlour.api import Lexicon, Seat
from parlour.engine import record as r
from parlour.engine import seals
from parlour.lexicons import load_builtin, load_english
from parlour.records import FileFault, Verification, export, verify
from parlour.tables.erasure import without_name
from parlour_probe import PROBE
from tests.games.brittle import BRITTLE
from tests.records.forging import entries_of, move_of, with_entries
from tests.records.games import GAMES, LEXICONS, Game, played, seed_of
from tests.sizes import sized


@pytest.mark.sweep
def test_random_games_are_found_to_be_good() -> None:
    """With moves by clock and people, talk, pauses, players who left, and ends by agreement."""
    kinds: set[str] = set()
    for number in sized(range(1, 21), range(1, 101)):
        finished = played(number)
        report = verify(export(finished), GAMES, LEXICONS)
        assert (report.verdict, report.fault, report.missing) == ("good", None, None), number
        assert report.finished == finished
        entries = entries_of(finished)
        assert report.moves == sum(isinstance(entry, r.Moved) for entry in entries)
        kinds |= {type(entry).__name__ for entry in entries} | {finished.reason}
    assert kinds >= {"Moved", "TimeUp", "Called", "Said", "Proposed", "Stood", "aborted"}


@pytest.mark.sweep
def test_a_report_names_every_commitment_that_was_told() -> None:
    """To the seed, and to the rack of each seat as it was laid, the referee's among them."""
    laid = 0
    for number in range(1, sized(11, 41)):
        game = Game(number)
        finished = game.play()
        report = verify(export(finished), GAMES, LEXICONS)
        assert report.commitment == game.match.commitment == seals.of_seed(seed_of(number))
        assert report.seals == game.match.seals
        lines = [line.strip() for line in report.lines()]
        for made in report.seals.values():
            assert set(made) <= set(lines)
        typed = {
            entry["cards"] for entry in map(move_of, entries_of(finished)) if "cards" in entry
        }
        laid += sum(rack.cards not in typed for rack in game.match.state.racks if rack.cards)
    assert laid > 0, "the referee laid a rack as well"


@pytest.mark.parametrize("number", range(301, 303))
def test_a_game_of_two_with_two_racks_each_is_found_to_be_good(number: int) -> None:
    """R-P-47: each rack is sealed by its name; what the referee lays in one step, together."""
    game = Game(number, seats=2)
    finished = game.play()
    report = verify(export(finished), GAMES, LEXICONS)
    assert (report.verdict, report.finished) == ("good", finished)
    assert report.seals == game.match.seals
    names = {1: "left", 2: "right"}
    openings: set[str] = set()
    for step in range(len(finished.entries)):
        for seat in game.match.seats:
            rows = {
                names[rack.index]: rack.cards
                for rack in game.match.state.racks
                if rack.owner == seat
            }
            for hidden in (rows, *({side: row} for side, row in rows.items())):
                openings.add(seals.of_setup(seed_of(number), step, seat, hidden))
    assert {each for made in report.seals.values() for each in made} <= openings


def test_a_report_is_plain_lines_for_a_screen() -> None:
    """Who played, the result, what was checked, and what to compare. An end by agreement has
    scores and no winner.
    """
    report = verify(export(played(1)), GAMES, LEXICONS)
    assert report.lines() == [
        "This record is good.",
        "Game g1: Probe, version 1, with ann, bob and cy.",
        "Result (finished): ann -1545, bob -2525, cy -995. Won by: cy.",
        "Checked: hashes of 258 entries, 240 moves played again from the seed, every",
        "  ruling, the result.",
        "Word list: en, the same that ruled then.",
        "During the game the host must have told you this (it tells it again: seals):",
        "  its luck",
        f"    {seals.of_seed(seed_of(1))}",
        "  what ann hid at seat 1",
        f"    {report.seals[Seat(1)][0]}",
        "  what bob hid at seat 2",
        f"    {report.seals[Seat(2)][0]}",
        "  what cy hid at seat 3",
        f"    {report.seals[Seat(3)][0]}",
    ]
    number = next(n for n in range(1, 101) if played(n).reason == "aborted")
    lines = verify(export(played(number)), GAMES, LEXICONS).lines()
    assert any(line.endswith("Won by: nobody.") for line in lines)
    assert all(len(line) <= 79 for line in lines)


class Another(Lexicon):
    name = "en"
    hash = "0" * 64
    __contains__: Any = load_english().__contains__
    __len__: Any = load_english().__len__
    words: Any = load_english().words
    band: Any = load_english().band
    never_deal: Any = load_english().never_deal
    why: Any = load_english().why


@pytest.mark.parametrize(
    ("games", "lexicons", "missing"),
    [
        ({}, LEXICONS, "There is no game probe here."),
        (
            {"probe": replace(PROBE, version="9")},
            LEXICONS,
            "It was played under version 1 of probe, and here is version 9.",
        ),
        (GAMES, {}, "There is no word list en here."),
        (
            GAMES,
            {"en": Another()},
            f"The word list en here is another one (its hash is {'0' * 64}).",
        ),
    ],
)
def test_what_is_not_here_is_named_and_nobody_is_accused(
    games: Any, lexicons: Any, missing: str
) -> None:
    report = verify(export(played(1)), games, lexicons)
    assert (report.verdict, report.missing, report.fault) == ("unknown", missing, None)
    text = " ".join(line.strip() for line in report.lines())
    assert text == (
        f"This record cannot be checked here. {missing} Nothing speaks against the file."
    )
    assert all(len(line) <= 79 for line in report.lines())


def test_a_game_is_verified_with_the_edition_of_the_list_it_was_played_with() -> None:
    """The list of today knows no word of it; the one of then is still here."""
    today = Another()
    today.earlier = (LEXICONS["en"],)
    report = verify(export(played(1)), GAMES, {"en": today})
    assert (report.verdict, report.missing) == ("good", None)


def test_a_french_game_is_found_to_be_good() -> None:
    """With what was typed, and with the list before its words were marked (R-P-6)."""
    french = load_builtin("fr")
    lists = {**LEXICONS, "fr": french}
    for lexicon in (french, *french.earlier):
        options: dict[str, Any] = {"edition": "fr", "fr_recite": True, "letter_limits": False}
        game = Game(501, calm=True, lexicon=lexicon, **options)
        report = verify(export(game.play()), GAMES, lists)
        assert (report.verdict, report.missing) == ("good", None)


def test_a_game_that_was_continued_is_played_again_if_the_rules_stayed_the_same() -> None:
    """Under other rules it cannot be, and nobody is accused."""
    finished = played(1)
    start, *entries = entries_of(finished)
    assert isinstance(start, r.Started)
    for version, verdict in ((start.version, "good"), ("9", "unknown")):
        between: list[r.Entry] = [
            r.Faulted(at=0),
            r.Restarted(at=0),
            r.Continued(
                at=0,
                version=version,
                lexicon=start.lexicon,
                lexicon_hash=start.lexicon_hash,
            ),
        ]
        forged = with_entries(finished, [start, *between, *entries])
        report = verify(export(forged), GAMES, LEXICONS)
        assert report.verdict == verdict
        if report.missing is not None:
            assert report.missing.startswith("From entry 3 on it was continued under version 9 ")


def test_a_game_from_before_there_was_an_option_was_played_with_its_default() -> None:
    """Anyone who adds one to their game need not give up what was played before."""
    finished = played(1)
    start, *entries = entries_of(finished)
    assert isinstance(start, r.Started)
    fewer = {name: value for name, value in start.options.items() if name != "notes"}
    older = with_entries(finished, [change(start, options=fewer), *entries])
    report = verify(export(change(older, options=fewer)), GAMES, LEXICONS)
    assert report.verdict == "good"
    assert report.commitment == verify(export(finished), GAMES, LEXICONS).commitment


def test_a_game_without_a_word_list_needs_none() -> None:
    start = r.decode(played(1).entries[0])
    assert isinstance(start, r.Started)
    game = replace(BRITTLE, lexicon=None)
    names = ("top", "seconds", "answers", "cheers", "first", "broken")
    options = {option.name: option.default for option in game.options}
    assert set(options) == set(names)
    entries: list[r.Entry] = [
        r.Started(
            **{
                name: getattr(start, name)
                for name in ("record", "table", "host", "away", "wall_s")
            },
            game=game.id,
            version=game.version,
            options=options,
            names={Seat(1): "ann", Seat(2): "bob"},
            bots={},
            lexicon=None,
            lexicon_hash=None,
            seed=start.seed,
        ),
        r.Ended(at=5, reason="deserted"),
    ]
    finished = change(
        with_entries(played(1), entries),
        reason="deserted",
        scores={Seat(1): 0, Seat(2): 0},
        winners=(),
    )
    report = verify(export(finished), {game.id: game}, {})
    assert report.verdict == "good"
    assert report.seals == {}
    assert not any("Word list" in line for line in report.lines())


def test_what_a_forger_wrote_cannot_harm_a_screen() -> None:
    """Control characters are taken out, and lines are cut."""
    report = Verification(verdict="bad", fault=FileFault(3, "entry 1 (moved)", "\x1b[2Jx " * 40))
    assert all(len(line) <= 79 and line.isprintable() for line in report.lines())


@pytest.mark.parametrize("number", range(1, 4))
def test_a_game_from_which_a_name_was_removed_is_as_good(number: int) -> None:
    """It is another file, with the same commitments: no name is in them."""
    finished = played(number)
    removed = without_name(finished, "ann", "guest-1")
    report = verify(export(removed), GAMES, LEXICONS)
    assert report.verdict == "good"
    true = verify(export(finished), GAMES, LEXICONS)
    assert (report.commitment, report.seals) == (true.commitment, true.seals)
    assert b'"ann"' not in export(removed)
