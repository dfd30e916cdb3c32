"""Liar's dice: bids that rise, until somebody doubts one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from liarsdice.bot import Gambler
from liarsdice.rules import BID, DOUBT, DiceRules, DiceScoring
from liarsdice.state import DiceOptions, Move
from liarsdice.text import DiceText
from liarsdice.views import DiceViews
from parlour import AnyGame, Game, Topic, hookimpl

parlour_contract = "1.3"

RULES_TEXT: Final = """\
Everybody has five dice and a cup. Keep your dice longest, and you win.

1. All roll at the same time. You see the dice under your own cup, and nobody else's.

2. A player drawn by lot bids first: how many dice under all cups show a face, at least. "4 5" says
that there are four fives or more. You may lie.

3. Then it is the next player's turn. Bid more, or doubt the last bid. More is: more dice of any
face, or as many dice of a higher face. After 4 fives you can bid 4 sixes or 5 twos, but not 4
threes.

4. Ones are wild: they count as every face, so nobody can bid ones. With the option wild=off they
are ones like any other face, and can be bid.

5. If you doubt, all cups are lifted. If there are fewer dice than the bid says, the bidder loses a
die. If there are as many or more, you lose one.

6. Then all roll again. The player who has lost a die bids first. A player without dice is out, and
the next one bids first.

7. The last player with dice wins. All others have places: the later you were out, the better.

8. If you are too slow, the host doubts the last bid for you. If there is none, it makes the lowest
bid.

9. If you leave, your dice are gone, and all others roll again. Nobody else loses a die.
"""

LIARSDICE: Final = Game(
    id="liarsdice",
    title="Liar's dice",
    seats=range(2, 7),
    verbs=(BID, DOUBT),
    options=DiceOptions,
    rules_text=RULES_TEXT,
    rules=DiceRules(),
    views=DiceViews(),
    scoring=DiceScoring(),
    text_ui=DiceText(),
    move_type=Move,
    bots=(Gambler(),),
    aim="Bid how many dice of a face are under all cups.\nDoubt what you don't believe.",
    topics=(
        Topic(("bid",), 'How many dice show a face, at least: "4 5" is four fives or more.'),
        Topic(
            ("doubt",),
            "All cups are lifted. If the bid was a lie, the bidder loses a die; if not, you do.",
        ),
        Topic(("wild", "ones"), "Ones count as every face, if the table plays with wild ones."),
    ),
)


@hookimpl
def register_games() -> Sequence[AnyGame]:
    """Offer Liar's dice."""
    return (LIARSDICE,)
