"""Cheat: get rid of your cards, and do not always tell the truth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cheat.bot import Doubter
from cheat.rules import CHEAT, PASS, PLAY, CheatRules, CheatScoring
from cheat.state import CheatOptions, Move
from cheat.text import CheatText
from cheat.views import CheatViews
from parlour import AnyGame, Game, Topic, hookimpl
from parlour.parts import CARD_TOPIC

parlour_contract = "1.3"

RULES_TEXT: Final = """\
All 52 cards are dealt. Get rid of yours first.

In each turn a player puts one to four cards on the pile, face down, and so claims that all of
them have the rank of the turn. The first turn is for aces, the next for twos, and so on up to
kings; then come aces again. The cards need not be what the player claims. You may lie, and if
you have no card of that rank you must.

Then all others may call the claim: type "cheat" if you don't believe it, or "pass". The first
call counts. The cards of the claim are turned up. If one of them is not what was claimed, the
liar takes the whole pile. If all are, the player who called takes it.

If nobody calls in time, the claim counts as true, and its cards stay face down. You win when you
have no cards left and your last claim was true or was not called. After 200 turns the players
with the fewest cards win.

Type cards as rank and suit: 7S is the seven of spades, 10H the ten of hearts, QD the queen of
diamonds. If you are too slow, the host plays a card for you: one of the rank of the turn if you
have it. If you leave, your cards go under the pile.
"""

CHEAT_GAME: Final = Game(
    id="cheat",
    title="Cheat",
    version="3",
    seats=range(2, 7),
    verbs=(PLAY, CHEAT, PASS),
    options=CheatOptions,
    rules_text=RULES_TEXT,
    rules=CheatRules(),
    views=CheatViews(),
    scoring=CheatScoring(),
    text_ui=CheatText(),
    move_type=Move,
    bots=(Doubter(),),
    topics=(
        Topic(("claim",), "When you play cards, you claim that all have the rank of the turn."),
        Topic(
            ("call",),
            "Type cheat if you don't believe a claim. If it is a lie, its player takes the "
            "pile; if not, you do.",
        ),
        Topic(("pile",), "All cards that were played since somebody last took it, face down."),
        CARD_TOPIC,
    ),
)


@hookimpl
def register_games() -> Sequence[AnyGame]:
    """Offer Cheat."""
    return (CHEAT_GAME,)
