"""How the levels of Password fare: alone as partners, and in games against each other.

    python -m tests.plugins.password.levels WORDS GAMES

plays so many words of each difficulty with two partners of each kind, and so many seeded games of
two against two. docs/games/password.md shows what it printed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any

from parlour import Bot, BotContext, Seat
from parlour_password import PASSWORD
from parlour_password.bots import BOTS
from parlour_password.deck import DIFFICULTIES, words
from tests.plugins.password.duet import SEED, duets, share
from tests.plugins.password.playbook import Play
from tests.plugins.password.players import ADULTS, PLAYERS

AnyBot = Bot[Any, Any, Any, Any]
PAIRS: dict[str, Sequence[AnyBot]] = {
    **{bot.kind: (bot, bot) for bot in BOTS},
    "adult": ADULTS,
}
WITHIN = 3
"""Clues after which a word counts as found soon."""


def partners(count: int) -> Iterator[str]:
    """The rows of the table about two partners of a kind: found within three clues, and at all."""
    for kind, (giver, receiver) in PLAYERS.items():
        cells: list[str] = []
        for difficulty in DIFFICULTIES:
            pool = words(difficulty)
            sample = Random(SEED).sample(pool, min(count, len(pool)))
            played = duets(sample, SEED, giver=giver, receiver=receiver)
            cells.append(f"{share(played, WITHIN):.0%}, {share(played):.0%}")
        yield f"| {kind} | {' | '.join(cells)} | {count} |"


def won(pairs: Sequence[Sequence[AnyBot]], seed: int) -> tuple[float, float]:
    """The share of a game that each of two teams wins; they change seats from game to game."""
    first = seed % 2
    seats = {
        Seat(1 + (team + first) % 2 + 2 * at): pairs[team][at] for team in (0, 1) for at in (0, 1)
    }
    play = Play(words=None, first=seed)
    luck = Random(f"luck {seed}")
    memories = {seat: bot.begin(seat, play.look(seat)) for seat, bot in seats.items()}
    while not play.over:
        prompts = play.prompts()
        seat = min(prompts, key=lambda each: (not prompts[each].urgent, each))
        context = BotContext(Random(luck.random()), play.lexicon)
        thought = seats[seat].think(memories[seat], play.look(seat), prompts[seat], context)
        assert thought is not None
        play.move(seat, thought.move)
    winners = PASSWORD.scoring.winners(play.state)
    mine = sum((seat - 1 - first) % 2 == 0 for seat in winners) / len(winners)
    return mine, 1 - mine


def games(count: int) -> Iterator[str]:
    """The rows of the table about games of two against two."""
    for one, other in combinations(PAIRS, 2):
        shares = [won((PAIRS[one], PAIRS[other]), seed)[0] for seed in range(count)]
        mine = sum(shares) / count
        yield f"| two {one} {mine:.0%} | two {other} {1 - mine:.0%} | {count} |"


def main(count: int, number: int) -> None:
    for rows in (partners(count), games(number)):
        for row in rows:
            sys.stdout.write(f"{row}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
