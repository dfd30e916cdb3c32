"""Spades: four players, partners, bids and tricks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour import AnyGame, Game, Topic, hookimpl
from parlour.parts import CARD_TOPIC
from spades.bot import Steady
from spades.rules import BID, PLAY, SpadesRules, SpadesScoring
from spades.state import Move, SpadesOptions
from spades.text import SpadesText
from spades.views import SpadesViews

parlour_contract = "1.3"

RULES_TEXT: Final = """\
Four players play in two teams. Partners sit across the table: the first and the third player
against the second and the fourth. Each gets 13 cards. A card is typed as its rank and its suit:
QS is the queen of spades, TH or 10H the ten of hearts. Aces are high.

Bidding

In turn, each player bids how many of the 13 tricks they will take. The bids of partners are
added up. A bid of 0 is called nil: you try to take no trick at all.

Playing

The player after the dealer leads. You must follow suit if you can; otherwise play any card. The
highest spade takes the trick, or if there is none, the highest card of the suit that was led.
The winner leads to the next trick. Nobody may lead a spade before a spade has been played,
unless they have nothing else.

Scoring

A team that takes at least its bid scores 10 points for each trick it has bid, and 1 point for
each further trick, called a bag. A team that takes fewer loses 10 points for each trick it has
bid. Each ten bags that a team collects cost it 100 points. Nil scores 100 points if the player
takes no trick, and costs 100 if they do.

The game ends when a team has reached the target, 200 points, or has fallen as far below zero.
The team with more points wins.

If a player's time is up or they have left, the host bids or plays the lowest card for them.
Somebody else can take the seat of a player who has left.
"""

SPADES: Final = Game(
    id="spades",
    title="Spades",
    version="2",
    seats=range(4, 5),
    verbs=(BID, PLAY),
    options=SpadesOptions,
    rules_text=RULES_TEXT,
    rules=SpadesRules(),
    views=SpadesViews(),
    scoring=SpadesScoring(),
    text_ui=SpadesText(),
    move_type=Move,
    bots=(Steady(),),
    topics=(
        Topic(("bid", "nil"), "The number of tricks you say you will take. 0 is nil."),
        Topic(
            ("trick",),
            "Four cards, one from each player. The highest spade takes it, or else the "
            "highest card of the suit that was led.",
        ),
        Topic(
            ("bag", "bags"), "A trick more than your team has bid. Ten of them cost 100 points."
        ),
        CARD_TOPIC,
    ),
)


@hookimpl
def register_games() -> Sequence[AnyGame]:
    """Offer Spades."""
    return (SPADES,)
