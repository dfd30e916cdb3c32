"""The bot that searches: it beats random players, and knows nothing that is hidden."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cheat import CHEAT_GAME
from cheat.state import State as Hands
from cheat.views import CheatViews
from codewords import CODE_WORDS
from codewords.state import State as Board
from codewords.views import CodeWordsViews
from parlour import (
    AnyGame,
    BotContext,
    ChoiceArg,
    Context,
    IntArg,
    MoveSpec,
    Prompt,
    SearchBot,
    Seat,
    TextArg,
    Verb,
    Viewer,
)
from parlour.candidates import candidates, lines
from parlour.lexicons import load_english
from parlour.search import (
    _Search,  # pyright: ignore[reportPrivateUsage]
    ahead,
    with_opponent,
    worth,
)
from parlour_boggle import BOGGLE
from parlour_kit import Leak, Match, SmallList, check_game, play_random
from parlour_kit.mind import Mind
from parlour_probe import PROBE
from spades import SPADES
from tests.examples.test_games import game_of
from tests.games.raft import RAFT, Raft
from tests.sizes import sized
from tictactoe import TICTACTOE


def won(game: AnyGame, seed: int, steps: int) -> float:
    """Play one game of the search bot against a random player: 1, or half for a draw."""
    me = Seat(seed % 2 + 1)
    match = Match(game, 2, seed=seed, bots={me: SearchBot(steps)}, remember=False)
    while not match.over:
        if match.asked != [me] or not match.bot_step():
            match.random_step()
    return (me in match.winners) / len(match.winners)


def test_it_beats_a_random_player_at_tic_tac_toe() -> None:
    """Four games, two as O."""
    assert sum(won(TICTACTOE, seed, 150) for seed in range(4)) >= 3.5


def test_it_wins_at_spades_with_a_partner_of_its_kind() -> None:
    """A bid pays at the end of the hand, 50 moves later, and it pays both partners."""
    bots = {Seat(1): SearchBot(), Seat(3): SearchBot()}
    match = Match(SPADES, 4, seed=1, options={"target": 50}, bots=bots, remember=False)
    while not match.over:
        if not match.bot_step():
            match.random_step()
    assert match.winners == {Seat(1), Seat(3)}


def test_it_writes_words_that_lie_on_a_board() -> None:
    """The prompt offers `cat` and `house`. All others it spells with the letters it sees."""
    match = Match(BOGGLE, 2, seed=1, lexicon=load_english(), bots={Seat(1): SearchBot()})
    for _ in range(4):
        match.bot_step()
    while not match.scores[Seat(1)]:
        assert match.look(Seat(1)).round == 1
        match.wait()


@pytest.mark.parametrize("name", ["cheat", "codewords", "airship", "salvo", "spades"])
def test_it_can_play_every_game(name: str) -> None:
    """A few moves of each, with few thoughts; what it wants to do is allowed."""
    game = game_of(name)
    least = game.seats.start
    bots = {Seat(n + 1): SearchBot(30) for n in range(least)}
    match = Match(game, least, seed=3, bots=bots)
    for _ in range(6):
        if not match.over and not match.bot_step():
            match.wait()


def test_a_thought_is_the_same_in_a_twin() -> None:
    """The bot has its view, its luck and `resample`: nothing else of the position."""
    match = Match(SPADES, 4, seed=1)
    seat = match.asked[0]
    twin = SPADES.views.resample(match.state, seat, Random(5))
    assert twin != match.state
    thoughts: list[Any] = []
    for state in (match.state, twin):
        match.state = state
        match.bots[seat] = bot = SearchBot(60)
        match.rng = Random(2)
        thoughts.append(
            bot.think(seat, match.look(seat), match.prompts[seat], context(match, seat))
        )
    assert thoughts[0] == thoughts[1]


class Turning(CodeWordsViews):
    """Twins in which nothing is where it was: the covered words change owners in a ring."""

    def resample(self, state: Board, viewer: Viewer, rng: Random) -> Board:
        """Move each owner to the next word."""
        return replace(state, key=(*state.key[1:], state.key[0]))


def test_it_does_not_believe_that_twins_are_always_different() -> None:
    """Else it would know what is not there. It makes twins of twins, by luck more or fewer."""
    game = replace(CODE_WORDS, views=Turning())
    match = Match(game, 4, seed=1)
    seat = match.asked[0]
    seen: Counter[int] = Counter()
    for luck in range(40):
        match.bots[seat], match.rng = SearchBot(), Random(luck)
        ctx = context(match, seat)
        assert ctx.imagined is not None
        state = _Search(ctx, ctx.imagined, seat, match.prompts[seat]).state
        seen[(match.state.key * 2).index("trap") - state.key.index("trap")] += 1
    assert set(seen) == {2, 3}
    assert min(seen.values()) > 10


def test_a_move_that_the_game_refuses_is_not_made() -> None:
    """Words of the list that are too short or too long to be hidden are among those it tries."""
    small = SmallList(["cat", "dog", "sun", "lantern", "harvest"])
    for seed in range(sized(1, 3)):
        options, bots = {"min_word_length": 6}, {Seat(1): SearchBot(200)}
        match = Match(PROBE, 2, seed=seed, options=options, lexicon=small, bots=bots)
        prompt, view = match.prompts[Seat(1)], match.look(Seat(1))
        tried = candidates(prompt, view, context(match, Seat(1)))
        assert any(rest.split()[-1] in {"cat", "dog", "sun"} for _, rest in tried)
        assert match.bot_step()


def test_if_all_moves_are_refused_it_makes_the_first() -> None:
    """The first of a thought is one that the prompt offers."""
    options, bots = {"min_word_length": 6}, {Seat(1): SearchBot()}
    match = Match(PROBE, 2, seed=1, options=options, lexicon=SmallList(["harvest"]), bots=bots)
    ctx = context(match, Seat(1))
    assert ctx.imagined is not None
    search = _Search(ctx, ctx.imagined, Seat(1), match.prompts[Seat(1)])
    refused = [("hide", f"left {word}") for word in ("cat", "dog", "sun")]
    assert search.best(refused, 60) == refused[0]
    assert search.refused == {*refused}


def context(match: Match, seat: Seat) -> BotContext:
    """What the bot of *seat* gets."""
    ctx = Context(now=match.now, seed=b"", number=0, lexicon=match.lexicon, lists=match.lists)
    mind = Mind(match.game, match.bots[seat], seat, match.state)
    return mind.given(match.state, match.rng, ctx)


class Telling(CheatViews):
    """Twins that follow from the cards that are hidden."""

    def resample(self, state: Hands, viewer: Viewer, rng: Random) -> Hands:
        """Deal again, with luck made of the real hands."""
        return super().resample(state, viewer, Random(f"{state.hands.held} {rng.random()}"))


def test_the_kit_finds_a_twin_that_tells_the_search_what_is_not_there() -> None:
    """Only if a bot searches."""
    game = replace(CHEAT_GAME, views=Telling(), bots=(SearchBot(10),))
    with pytest.raises(Leak, match="with the same luck it makes another position of a twin"):
        check_game(game, seeds=range(2), seats=3, hosts=False)


def test_moves_are_listed_as_people_type_them() -> None:
    """Of very many, some are drawn."""
    match = Match(CODE_WORDS, 4, seed=1)
    speaker = match.asked[0]
    every = match.lines(speaker, 1000)
    assert all(verb == "clue" and len(rest.split()) == 2 for verb, rest in every)
    assert len(match.lines(speaker, 9)) == 9
    assert len(lines(match.prompts[speaker], match.names, Random(1))) == 24
    assert with_opponent(CODE_WORDS) is CODE_WORDS


def test_verbs_with_few_moves_are_weighed_beside_one_with_many() -> None:
    """Of 100 places and one call, it weighs the call and 23 places."""
    place = MoveSpec(Verb("place", "place N", ""), (ChoiceArg("n", tuple(map(str, range(100)))),))
    call = MoveSpec(Verb("call", "call", ""))
    ways = candidates(Prompt((place, call)), None, BotContext(Random(1), None))
    assert len(ways) == 24
    assert ("call", "") in ways
    numbers = MoveSpec(Verb("bid", "bid N", ""), (IntArg("n", 1, 3),))
    ways = candidates(Prompt((numbers, call)), None, BotContext(Random(1), None))
    assert ways == [("call", ""), ("bid", "1"), ("bid", "2"), ("bid", "3")]
    many = MoveSpec(Verb("bid", "bid N", ""), (IntArg("n", 0, 240),))
    ways = lines(Prompt((many,)), {}, Random(1), 25)
    assert ways[1:] == [("bid", str(n)) for n in range(10, 241, 10)]


def test_free_text_is_a_word_that_the_letters_in_sight_can_spell() -> None:
    """Words that must not be dealt it does not say either."""
    small = SmallList(["cat", "taco", "coat", "dog", "quit", "tart"], never=["taco"])
    say = MoveSpec(Verb("say", "say WORD", ""), (TextArg("word", ("house",)),))
    ctx = BotContext(Random(1), small)
    tiles = {"rows": (("C", "a"), ("T", "o")), "name": "en route", "turn": 3}
    assert {word for _, word in candidates(Prompt((say,)), tiles, ctx)} == {"house", "cat", "coat"}
    bare = {word for _, word in candidates(Prompt((say,)), ("hidden",), ctx)}
    assert bare == {"house", "cat", "coat", "dog", "quit", "tart"}
    assert candidates(Prompt((say,)), tiles, BotContext(Random(1), None)) == [("say", "house")]


def test_a_position_is_worth_what_it_wins() -> None:
    """A won game more than a draw, a draw more than a lost one."""
    (last,) = play_random(TICTACTOE, 1)
    worths = sorted(worth(TICTACTOE, last.state, seat) for seat in last.seats)
    assert worths[0] < 0.5 < worths[1] or worths == [0.5, 0.5]
    (flight,) = play_random(game_of("airship"), 1, seats=2)
    assert not flight.winners
    assert worth(flight.game, flight.state, Seat(1)) < 0.1


@pytest.mark.parametrize(
    ("end", "strokes", "worths"),
    [
        ("together", (9, 3), (0.667, 0.667)),
        ("shore", (9, 3), (0.993, 0.993)),
        ("shore", (0, 3), (0.003, 0.003)),
        ("nobody", (9, 3), (0.02, 0.02)),
        ("ranks", (9, 3), (1, 0)),
        ("ranks", (3, 3), (0.5, 0.5)),
        ("ranks", (9, 3, 3), (1, 0.25, 0.25)),
    ],
)
def test_the_worth_of_an_end_without_points(
    end: str, strokes: tuple[int, ...], worths: tuple[float, ...]
) -> None:
    rowed = {Seat(at): strokes for at, strokes in enumerate(strokes, 1)}
    state = Raft(end, tuple(rowed), rowed)
    assert tuple(round(worth(RAFT, state, seat), 3) for seat in rowed) == worths


def test_points_are_those_of_a_side() -> None:
    """A partner is nobody to be ahead of, and a crew is ahead of nobody."""
    state = Match(SPADES, 4, seed=1).state
    state = replace(state, table=replace(state.table, scores=(70, 20)))
    assert [ahead(SPADES, state, Seat(n)) for n in (1, 2, 3, 4)] == [50, -50, 50, -50]
    airship = game_of("airship")
    crew = replace(Match(airship, 2, seed=1).state, miles=7)
    assert ahead(airship, crew, Seat(1)) == 7


def test_what_a_player_knows_is_a_text_that_is_the_same_in_a_twin() -> None:
    """Two seats know different things; the watcher knows least."""
    one, two = Match(SPADES, 4, seed=1), Match(SPADES, 4, seed=1)
    assert one.information(Seat(1)) == two.information(Seat(1))
    assert one.information(Seat(1)) != one.information(Seat(2))
    two.state = SPADES.views.resample(two.state, Seat(1), Random(1))
    assert one.information(Seat(1)) == two.information(Seat(1))
    assert one.information(Seat(2)) != two.information(Seat(2))
