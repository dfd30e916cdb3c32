"""Hearts: pass three cards, and take no points. Or take them all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hearts.bot import Ducker
from hearts.rules import PASS, PLAY, HeartsRules, HeartsScoring
from hearts.state import HeartsOptions, Move
from hearts.text import HeartsText
from hearts.views import HeartsViews
from parlour import AnyGame, Game, Topic, hookimpl
from parlour.parts import CARD_TOPIC

parlour_contract = "1.3"

RULES_TEXT: Final = """\
Four players play, each alone. Each gets 13 cards. A card is typed as its rank and its suit: QS is
the queen of spades, TH or 10H the ten of hearts. Aces are high. Points are bad: each heart costs
1 point, and the queen of spades costs 13.

Passing

Before the play, each player passes three cards, face down. In the first hand they go to the next
player, in the second to the player before, in the third across the table, and in the fourth no
cards are passed. Then it begins again.

Playing

The player with the two of clubs leads it. You must follow suit if you can; otherwise play any
card. The highest card of the suit that was led takes the trick, and its player leads the next
one. In the first trick you may play no heart and not the queen of spades, unless you have nothing
else. Nobody may lead a heart before one has been played, unless they have nothing else.

Scoring

When all cards are played, each player gets the points in their tricks. If a player has taken all
26 points, they have shot the moon: they get none, and all others get 26.

The game ends when a player has reached the target, 100 points. The player with the fewest points
wins.

If a player's time is up or they have left, the host passes or plays for them. Somebody else can
take the seat of a player who has left.
"""

HEARTS: Final = Game(
    id="hearts",
    title="Hearts",
    version="1",
    seats=range(4, 5),
    verbs=(PASS, PLAY),
    options=HeartsOptions,
    rules_text=RULES_TEXT,
    rules=HeartsRules(),
    views=HeartsViews(),
    scoring=HeartsScoring(),
    text_ui=HeartsText(),
    move_type=Move,
    bots=(Ducker(),),
    topics=(
        Topic(("trick",), "A card from each player. The highest of the suit led takes it."),
        Topic(("moon",), "Take all 26 points of a hand: all others get 26, you none."),
        Topic(("queen",), "The queen of spades, QS, costs 13 points."),
        CARD_TOPIC,
    ),
)


@hookimpl
def register_games() -> Sequence[AnyGame]:
    """Offer Hearts."""
    return (HEARTS,)
