"""Whole rounds and matches of the bots."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from parlour import Lexicon, NumberOption, OptionValue, Seat, SwitchOption
from parlour.core.limits import Limits
from parlour.lexicons import load_builtin, load_english
from parlour_boggle import BOGGLE
from parlour_boggle.bots import BOTS, FASTEST_MS
from parlour_boggle.bots.adult import adult
from parlour_boggle.moves import Write
from parlour_boggle.state import Phase, State, Verdict
from parlour_kit.host import Host
from parlour_kit.rebuild import Checked
from tests.plugins.boggle.bots.arena import PAUSE_MS, AnyBot, Table, contest
from tests.plugins.boggle.bots.levels import common
from tests.plugins.boggle.playbook import WORDS
from tests.sizes import sized

EASY, MEDIUM, HARD = BOTS
ENGLISH: Lexicon = load_english()
FRENCH: Lexicon = load_builtin("fr")
LEXICONS = (ENGLISH, FRENCH, WORDS)


def options(rng: Random) -> Mapping[str, OptionValue]:
    """Some terms of a table, no longer than a few minutes."""
    found: dict[str, OptionValue] = {}
    for option in BOGGLE.options:
        if isinstance(option, SwitchOption):
            found[option.name] = rng.random() < 0.5
        elif isinstance(option, NumberOption):
            found[option.name] = rng.choice((option.min, option.default))
        else:
            found[option.name] = rng.choice(getattr(option, "choices", (option.default,)))
    return {**found, "seconds": rng.choice((0, 20, 90)), "target": rng.choice((0, 40))}


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(sized(3, 30)))
def test_every_move_is_legal_whatever_the_options(seed: int) -> None:
    """Bots play any table to its end: the rules refuse nothing."""
    rng = Random(seed)
    seats: dict[Seat, AnyBot] = {
        Seat(n + 1): rng.choice(BOTS) for n in range(rng.choice((1, 2, 4)))
    }
    table = Table(seats, LEXICONS[seed % 3], seed, options=options(rng))
    assert BOGGLE.rules.is_over(table.play())


@pytest.mark.parametrize("pause_ms", [0, PAUSE_MS])
def test_words_come_one_by_one_at_a_pace_that_a_person_keeps(pause_ms: int) -> None:
    """Also on a host where bots do not pause; and the first word is no exception."""
    for bot in BOTS:
        table = Table({Seat(1): bot}, ENGLISH, 3, pause_ms=pause_ms)
        table.play()
        times = [0, *(at for at, _, _ in table.moves)]
        assert len(times) > 5
        assert all(after - before >= FASTEST_MS for before, after in pairwise(times))
        assert all(isinstance(move, Write) and len(move.words) == 1 for *_, move in table.moves)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("better", "worse", "dice", "lexicon"),
    [
        (HARD, MEDIUM, "1976", ENGLISH),
        (MEDIUM, EASY, "fr", FRENCH),
        *sized((), ((MEDIUM, EASY, "1976", ENGLISH), (HARD, MEDIUM, "fr", FRENCH))),
    ],
)
def test_the_better_bot_wins(better: AnyBot, worse: AnyBot, dice: str, lexicon: Lexicon) -> None:
    """Mostly: the steps are such that a person has a chance on each."""
    rounds = sized(15, 40)
    result = contest([better, worse], rounds, lexicon, options={"dice": dice})
    assert result.wins[0] >= 0.6 * rounds


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("bot", "wins", "keeps"), [(EASY, 0.75, 0.55), (MEDIUM, 0.5, 0.4), (HARD, 0.25, 0.25)]
)
def test_an_adult_has_a_chance_at_each_level(bot: AnyBot, wins: float, keeps: float) -> None:
    """They win so many rounds, by both rules of scoring, and keep so many of their points by that
    of the sheet.

    `python -m tests.plugins.boggle.bots.levels 400` counts more of them, at all kinds of tables.
    """
    rounds, about = sized((10, 0.25), (200, 0.08))
    alone = _adult_alone(rounds)
    for scoring in ("unique", "all"):
        result = contest([adult, bot], rounds, ENGLISH, options={"scoring": scoring})
        assert wins - about <= result.wins[0] / result.rounds <= wins + about
        assert result.points[0] >= keeps * alone


@cache
def _adult_alone(rounds: int) -> int:
    return contest([adult], rounds, ENGLISH).points[0]


@pytest.mark.sweep
def test_lists_overlap_like_those_of_people() -> None:
    """Two of a level find mostly the same words, as far as they say them."""
    for kind, least in (("easy", 0.45), ("medium", 0.45), ("hard", 0.2)):
        assert least < common((kind, kind), sized(4, 20)) < 0.85


@pytest.mark.sweep
def test_a_bot_finds_what_a_person_of_its_kind_finds() -> None:
    """Words of a round that the player has alone: eighteen, twenty, two dozen."""
    found = [contest([bot], sized(8, 20), ENGLISH) for bot in BOTS]
    means = [result.good[0] / result.rounds for result in found]
    for mean, (low, high) in zip(means, ((15, 21), (18, 24), (21, 28)), strict=True):
        assert low < mean < high


# --- on a host ----------------------------------------------------------------------------


def table(terms: str, *kinds: str) -> Host:
    """A host on which Ann plays with bots; she has begun."""
    host = Host(
        {"boggle": BOGGLE},
        {"en": ENGLISH},
        limits=Limits(bot_pause_ms=PAUSE_MS),
        house_type=Checked,
    )
    ann = host.program("ann")
    ann.send(f"#1 new boggle {terms}", *(f"#2 bot {kind}" for kind in kinds), "#3 start")
    return host


def state(host: Host) -> State:
    found = host.house.tables.rooms[1].table.last_match.state
    assert isinstance(found, State)
    return found


def test_a_match_with_bots_on_a_host() -> None:
    """They enter words all through the round and nobody hears of it; the record tells it again."""
    host = table("target=60 max_rounds=2 verdicts=immediate", "easy", "medium", "hard")
    ann = next(iter(host.clients.values()))
    ann.take()
    counts: list[int] = []
    for _ in range(3):
        host.wait(39)
        counts.append(sum(len(sheet) for sheet in state(host).sheets))
    assert ann.take() == []
    assert 8 < counts[0] < counts[1] - 8 < counts[2] - 12
    host.wait(70)
    assert state(host).phase is Phase.PAUSE
    assert set(state(host).pressed) == {2, 3, 4}
    ann.send("#4 next")
    assert state(host).round == 2
    host.wait(181)
    assert state(host).phase is Phase.OVER
    reading = state(host).reading
    assert reading is not None
    hard = reading.lists[3]
    assert {group.verdict for group in hard.groups} <= {Verdict.OK, Verdict.SHARED}
    assert isinstance(host.house, Checked)
    assert host.house.compared > 60
    assert host.reports == []


def test_words_of_others_do_not_hold_a_bot_up() -> None:
    """A person who types all the time does not make the bot think anew and anew."""
    quiet, busy = table("", "hard"), table("", "hard")
    ann = next(iter(busy.clients.values()))
    for number in range(300):
        ann.send(f"#w zz{chr(97 + number // 26)}{chr(97 + number % 26)}")
        busy.wait(0.3)
    quiet.wait(90)
    alone, among = (len(state(host).sheet(Seat(2))) for host in (quiet, busy))
    assert abs(alone - among) <= 5
    assert busy.reports == []


def test_without_a_clock_bots_end_the_round_when_they_have_had_enough() -> None:
    """O-B-2: and wait for Ann."""
    host = table("seconds=0", "easy", "hard")
    host.wait(900)
    assert state(host).phase is Phase.FINDING
    assert set(state(host).pressed) == {2, 3}
    next(iter(host.clients.values())).send("#4 /next")
    assert state(host).phase is Phase.OVER
