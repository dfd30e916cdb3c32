"""The party of the sheet: three tables of four, movers, running totals (R-P-52 to R-P-54)."""

from __future__ import annotations

from itertools import chain
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from parlour.features.parties import record as r
from parlour.features.parties.pairing import draw
from parlour.features.parties.record import Party, fold
from parlour.features.parties.standings import standings
from tests.features.parties.parties import drawn, left, next_round, of, played_round, scored

LUCK = Random(1)


def twelve() -> Party:
    """The first round of twelve, in the order in which they signed up."""
    return drawn(of(12), [1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12])


def test_the_first_round_has_three_tables_of_four() -> None:
    """They play at the same time (R-P-52). Who sits where is luck."""
    made = next_round(of(12), Random(3))
    assert [len(table) for table in made.tables] == [4, 4, 4]
    assert sorted(chain.from_iterable(made.tables)) == list(range(1, 13))
    assert made.tables != next_round(of(12), Random(4)).tables
    assert made.rests == []


def test_the_two_best_of_each_table_move_on() -> None:
    """From 1 to 2, from 2 to 3, from 3 to 1; the best takes the seat of the best (O-P-44).
    With one table there is nowhere to go.
    """
    party = scored(
        twelve(),
        {1: 40, 2: 10, 3: 30, 4: 20},
        {5: 1, 6: 2, 7: 3, 8: 4},
        {9: 9, 10: 8, 11: 7, 12: 6},
    )
    assert next_round(party, LUCK).tables == [[9, 2, 10, 4], [5, 6, 3, 1], [8, 7, 11, 12]]
    party = scored(drawn(of(4, tables=1), [3, 1, 2, 4]), {1: 4, 2: 3, 3: 2, 4: 1})
    assert next_round(party, LUCK).tables == [[3, 1, 2, 4]]


def test_equal_scores_move_by_the_running_total_then_by_seat() -> None:
    """The game that was just played comes first (O-P-44)."""
    first = scored(
        twelve(),
        {1: 0, 2: 1, 3: 2, 4: 9},
        dict.fromkeys([5, 6, 7, 8], 5),
        dict.fromkeys([9, 10, 11, 12], 5),
    )
    again = scored(
        drawn(first, [1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]),
        dict.fromkeys([1, 2, 3, 4], 7),
        dict.fromkeys([5, 6, 7, 8], 7),
        {9: 1, 10: 2, 11: 2, 12: 2},
    )
    tables = next_round(again, LUCK).tables
    assert tables[1] == [4, 3, 7, 8]  # by total: 4 with 16, 3 with 9
    assert tables[2] == [9, 5, 6, 12]  # by seat: 5 and 6; 10 and 11 are gone
    assert tables[0] == [1, 2, 11, 10]


def test_everybody_carries_their_own_total() -> None:
    """From table to table; the highest wins, and equal totals share (R-P-54, O-P-44)."""
    party = scored(
        twelve(),
        {1: 4, 2: 3, 3: 2, 4: 1},
        {5: 9, 6: 0, 7: 0, 8: 0},
        {9: 9, 10: 1, 11: 1, 12: 1},
    )
    rows = standings(party)
    assert [(member, row.rank, row.total) for member, row in rows.items()][:4] == [
        (5, 1, 9),
        (9, 1, 9),
        (1, 3, 4),
        (2, 4, 3),
    ]
    assert {row.games for row in rows.values()} == {1}


# --- leavers and substitutes ------------------------------------------------------------------


def test_who_left_has_no_rank_and_a_substitute_begins_at_nothing() -> None:
    """They are listed below the others (O-P-45)."""
    party = scored(
        twelve(),
        {1: 40, 2: 10, 3: 30, 4: 20},
        {5: 1, 6: 2, 7: 3, 8: 4},
        {9: 9, 10: 8, 11: 7, 12: 6},
    )
    party = fold(left(party, 1), r.Entered(name="sub", player=77, bot=None))
    assert next_round(party, LUCK).tables == [[2, 9, 10, 13], [5, 6, 4, 3], [8, 7, 11, 12]]
    rows = standings(party)
    first, *_, last = rows
    assert (first, last) == (3, 1)
    assert (rows[1].rank, rows[1].total, rows[13].total) == (None, 40, 0)


def test_a_game_without_a_result_moves_people_by_their_totals() -> None:
    """Nobody has scored there, and the other tables need their seats."""
    party = fold(twelve(), r.Voided(place=1, walkover=[]))
    for place, table in ((2, (5, 6, 7, 8)), (3, (9, 10, 11, 12))):
        points = dict.fromkeys(table, 1)
        party = fold(party, r.Scored(place=place, record="g", points=points, ranks=points))
    assert next_round(party, LUCK).tables == [[9, 10, 3, 4], [1, 2, 7, 8], [5, 6, 11, 12]]


def test_tables_that_are_too_small_get_players_or_close() -> None:
    """The largest table gives the last one away; else the rest go where there is room."""
    party = scored(twelve(), *(dict.fromkeys(range(n, n + 4), 0) for n in (1, 5, 9)))
    few = left(party, 3, 4, 5, 6, 7)
    assert sorted(map(len, next_round(few, LUCK).tables)) == [2, 2, 3]
    fewer = left(few, 8, 9, 10, 11)
    assert [sorted(table) for table in next_round(fewer, LUCK).tables] == [[1, 2, 12]]


def test_with_too_few_players_there_is_no_next_round() -> None:
    assert draw(left(of(4, low=3, tables=1), 1, 2), LUCK) is None


def test_nobody_rests_again_before_others_have() -> None:
    """Five for a game of exactly four: one rests, and each in turn."""
    party, rng = of(5, low=4, high=4, tables=1), Random(5)
    rests: list[int] = []
    for _ in range(5):
        party = played_round(party, rng)
        assert party.current is not None
        rests += party.current.rests
    assert sorted(rests) == [1, 2, 3, 4, 5]


@given(
    st.integers(2, 40),
    st.integers(2, 4),
    st.integers(0, 3),
    st.integers(1, 8),
    st.randoms(use_true_random=False),
)
def test_every_seating_is_valid(
    members: int, low: int, wide: int, tables: int, rng: Random
) -> None:
    """Each round seats everybody at a table of an allowed size, or lets them rest; some leave."""
    party = of(members, low=low, high=low + wide, tables=tables)
    for _ in range(4):
        made = draw(party, rng)
        if made is None:
            assert len(party.present) < low
            return
        seated = list(chain.from_iterable(made.tables))
        assert sorted(seated + made.rests) == [member.id for member in party.present]
        assert all(low <= len(table) <= low + wide for table in made.tables)
        assert len(made.rests) < low
        party = fold(party, made)
        party = scored(party, *({m: rng.randint(0, 3) for m in t} for t in made.tables))
        gone = [member.id for member in party.present if rng.random() < 0.1]
        party = left(party, *gone)
