"""What the bots decide in one position, and how long they take over it."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from parlour import BotContext, Lexicon, OptionValue, Seat, Thought
from parlour.lexicons import load_english
from parlour_boggle.board import Rows, board_of, cube_of, paths, rows_of
from parlour_boggle.bots import (
    BOTS,
    EASY,
    FASTEST_MS,
    HARD,
    MEDIUM,
    SLOWEST_MS,
    Finder,
    Skill,
    plainness,
    said,
    sight,
    turns,
)
from parlour_boggle.dice import DICE, draw
from parlour_boggle.moves import Move, Next, Write
from parlour_boggle.state import LIST_MAX
from parlour_kit.words import SmallList
from tests.plugins.boggle.bots.arena import AnyBot
from tests.plugins.boggle.playbook import A, B, C, Play
from tests.sizes import sized

ENGLISH = load_english()
BOT_OF = {bot.kind: bot for bot in BOTS}
SKILLS = (EASY, MEDIUM, HARD)
GRIDS = tuple(rows_of(draw(DICE["1976"], Random(seed))) for seed in range(sized(5, 12)))
LUCK = range(sized(100, 150))


def thought(bot: AnyBot, play: Play, luck: int = 0, seat: Seat = A) -> Thought[Move] | None:
    """What *bot* at *seat* thinks of now."""
    view = play.look(seat)
    context = BotContext(Random(luck), play.lexicon)
    return bot.think(bot.begin(seat, view), view, play.prompts()[seat], context)


def entered(bot: AnyBot, play: Play, luck: int = 0) -> str:
    """The word that it enters."""
    found = thought(bot, play, luck)
    assert found is not None
    assert isinstance(found.move, Write)
    (word,) = found.move.words
    return word


def begun(
    rows: Rows, *, lexicon: Lexicon = ENGLISH, seats: int = 3, **options: OptionValue
) -> Play:
    """A round on the board *rows*."""
    return Play(seats, rows=rows, lexicon=lexicon, options=options)


def known(rows: Rows, skill: Skill, lexicon: Lexicon = ENGLISH) -> list[str]:
    """What a player of *skill* can find."""
    return [word for word, _ in sight(rows, None, "any", lexicon, skill)]


# --- which words ------------------------------------------------------------------------


@pytest.mark.sweep
@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.kind)
def test_words_stand_on_the_board_and_in_the_list(bot: AnyBot) -> None:
    """Where a word that is none costs points, nobody enters one (O-B-7)."""
    for rows in GRIDS:
        play = begun(rows, illegal_penalty=1)
        for luck in LUCK:
            word = entered(bot, play, luck)
            assert word in ENGLISH
            assert next(paths(board_of(rows, None), word), None) is not None


@pytest.mark.sweep
def test_a_slip_is_a_word_with_an_s() -> None:
    """`hard` makes none, `easy` one in twenty or so, and only where that costs nothing."""
    slips = {}
    for bot in BOTS:
        words = [entered(bot, begun(rows), luck) for rows in GRIDS for luck in LUCK]
        every = {word for rows in GRIDS for word in known(rows, HARD)}
        wrong = [word for word in words if word not in every]
        assert all(word[-1] == "s" and word[:-1] in every for word in wrong)
        slips[bot.kind] = len(wrong) / len(words)
    assert slips["hard"] == 0 < slips["medium"] < slips["easy"]
    assert 0.02 < slips["easy"] < 0.08


def test_no_bot_offers_what_the_host_must_not_deal() -> None:
    """Such a word counts if a person enters it. Nor by a slip, which is none that is on the list
    already.
    """
    talker = Finder("talker", "", replace(EASY, says=1.0))
    rows = (("C", "A", "T", "S"),) * 4
    for skill in SKILLS:
        lexicon = SmallList(["cat", "cats", "act"], never=["act"])
        assert known(rows, skill, lexicon) == ["cat", "cats"]
    never = SmallList(["cat", "cats"], never=["cats"])
    play = begun(rows, lexicon=never)
    assert {entered(talker, play, luck) for luck in LUCK} == {"cat"}
    plain = begun(rows, lexicon=SmallList(["cat"]))
    assert {entered(talker, plain, luck) for luck in LUCK} == {"cat", "cats"}
    plain.word(A, "cats")
    assert {entered(talker, plain, luck) for luck in LUCK} == {"cat"}


def test_better_players_know_more_words_and_enter_longer_ones() -> None:
    """Rarer ones and longer ones, on the same boards. On a large board they have four letters at
    least, as shorter ones count nothing there (O-B-22).
    """

    def letters(kind: str) -> int:
        return sum(len(entered(BOT_OF[kind], begun(r), n)) for r in GRIDS[:4] for n in range(60))

    for rows in GRIDS:
        easy, medium, hard = (set(known(rows, skill)) for skill in SKILLS)
        assert easy <= medium < hard
        assert all((ENGLISH.band(word) or 0) <= EASY.band for word in easy)
        assert max(map(len, easy)) <= EASY.longest
    assert letters("easy") < letters("medium") < letters("hard")
    large = rows_of(draw(DICE["5x5"], Random(3)))
    assert [min(map(len, known(large, skill))) for skill in SKILLS] == [4, 4, 4]


def test_common_words_are_found_sooner() -> None:
    """Of words of the same length that lie equally plainly."""
    board = board_of(GRIDS[0], None)
    rates = dict(sight(GRIDS[0], None, "any", ENGLISH, HARD))
    for length in (3, 4, 5):
        same = [word for word in rates if len(word) == length]
        same.sort(key=lambda word: ENGLISH.band(word) or 0)
        found = [rates[word] / plainness(board, word) for word in same]
        assert len(found) > 5
        assert found == pytest.approx(sorted(found, reverse=True))


def test_straight_words_are_found_sooner() -> None:
    """And those that are on the board more than once. Each change of direction counts."""
    rows = (("C", "A", "T", "X"), ("O", "X", "X", "X"), ("T", "X", "X", "X"), ("X",) * 4)
    board = board_of(rows, None)
    assert plainness(board, "cat") == 1
    assert plainness(board, "cot") == 1
    assert plainness(board, "taco") < 1
    twice = board_of((("C", "A", "T", "X"), ("C", "A", "T", "X"), *rows[2:]), None)
    assert plainness(twice, "cat") > 2
    ways = {(0, 1, 2): 0, (0, 5, 10): 0, (0, 1, 5): 1, (0, 1, 4, 5): 2, (3,): 0, (3, 7): 0}
    assert {way: turns(way, 4) for way in ways} == ways


def test_the_challenge_cube_draws_the_eye() -> None:
    """R-B-18: its words bring most; by O-B-9 only those that need it, if the table says so."""
    board = draw(DICE["1976"], Random(5), challenge=True)
    rows, cube = rows_of(board), cube_of(board)
    plain = dict(sight(rows, None, "any", ENGLISH, HARD))
    drawn = {
        way: {w for w, weight in sight(rows, cube, way, ENGLISH, HARD) if weight > plain[w]}
        for way in ("any", "every")
    }
    assert drawn["every"] <= drawn["any"] < set(plain)
    for word in plain:
        ways = [board.challenge in path for path in paths(board, word)]
        assert (word in drawn["any"]) is any(ways)
        assert (word in drawn["every"]) is all(ways)


def test_a_list_without_bands_is_known_to_all() -> None:
    """Then the letters of a word decide."""
    lexicon = SmallList(bands={0: ["cat", "cats", "catsta"]})
    rows = (("C", "A", "T", "S"),) * 4
    assert known(rows, HARD, lexicon) == ["cat", "cats", "catsta"]
    assert known(rows, EASY, lexicon) == ["cat", "cats"]


# --- what is known of others --------------------------------------------------------------


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.kind)
def test_what_others_do_changes_nothing(bot: AnyBot) -> None:
    """O-B-4: neither the word nor the time it takes."""
    alone, busy = begun(GRIDS[0]), begun(GRIDS[0])
    for number, word in enumerate(known(GRIDS[0], HARD)[:40]):
        busy.word((B, C)[number % 2], word)
    for luck in LUCK:
        assert thought(bot, busy, luck) == thought(bot, alone, luck)


def test_the_same_luck_gives_the_same_thought() -> None:
    """G-5, also when nothing is kept from before."""
    first = [thought(bot, begun(GRIDS[1]), luck) for bot in BOTS for luck in LUCK]
    sight.cache_clear()
    assert [thought(bot, begun(GRIDS[1]), luck) for bot in BOTS for luck in LUCK] == first


# --- when -----------------------------------------------------------------------------------


def times(bot: AnyBot, play: Play) -> list[int]:
    """How long it takes over its next word, by its luck."""
    found = (thought(bot, play, luck) for luck in LUCK)
    return [each.after_ms for each in found if each is not None]


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.kind)
def test_nobody_is_faster_than_a_person(bot: AnyBot) -> None:
    """Nor does anybody sleep over a word."""
    found = [ms for rows in GRIDS for ms in times(bot, begun(rows))]
    assert all(FASTEST_MS <= ms <= SLOWEST_MS for ms in found)
    assert len(set(found)) > 100


def test_who_is_quicker() -> None:
    """The best player, on the average; and over the last words all take longer, when the obvious
    ones are on the list.
    """
    easy, medium, hard = (sum(times(bot, begun(GRIDS[0]))) for bot in BOTS)
    assert hard < min(easy, medium)
    late = begun(GRIDS[0])
    words = known(GRIDS[0], MEDIUM)
    late.word(A, " ".join(words[: len(words) // 2]))
    assert sum(times(BOT_OF["medium"], late)) > 1.3 * medium


# --- when there is no word --------------------------------------------------------------------


@pytest.mark.parametrize(("bot", "skill"), [*zip(BOTS, SKILLS, strict=True)])
def test_nobody_finds_all(bot: AnyBot, skill: Skill) -> None:
    """When the rest is too hard to see, the prompt passes; an unclocked round is ended."""
    rates = said(begun(GRIDS[0]).look(A), ENGLISH, skill)
    plain_first = sorted(rates, key=lambda each: -each[1])
    hard_ones = 0.0
    while plain_first and (hard_ones + plain_first[-1][1]) * skill.patience_ms < 1_000:
        hard_ones += plain_first.pop()[1]
    *enough, last = [word for word, _ in plain_first]
    clocked, unclocked = begun(GRIDS[0]), begun(GRIDS[0], seconds=0)
    for play in (clocked, unclocked):
        play.word(A, " ".join(enough))
        assert entered(bot, play) not in enough
        play.word(A, last)
    assert thought(bot, clocked) is None
    assert thought(bot, unclocked) == Thought(Next())
    unclocked.next(A)
    assert thought(bot, unclocked) is None


def test_when_there_is_nothing_to_enter() -> None:
    """On a board without words one waits, or goes on where there is no clock. To a list that is
    full nothing is sent in vain: a bot whose move is refused would freeze its table. When time is
    up nothing more is entered (`lag_credit`), and between rounds a bot is ready.
    """
    nothing = SmallList(["zoo"])
    full = begun(GRIDS[0])
    full.word(A, " ".join(f"{chr(97 + n // 26)}{chr(97 + n % 26)}zz" for n in range(LIST_MAX)))
    closing, paused = begun(GRIDS[0], lag_credit=300), begun(GRIDS[0], target=50)
    closing.time_up()
    assert closing.look(A).phase == "closing"
    paused.time_up()
    for bot in BOTS:
        assert thought(bot, begun(GRIDS[0], lexicon=nothing)) is None
        assert thought(bot, begun(GRIDS[0], lexicon=nothing, seconds=0)) == Thought(Next())
        assert thought(bot, full) is None
        assert thought(bot, closing) is None
        assert thought(bot, paused) == Thought(Next())
