"""Code words: two teams find their words on one board, by the clues of their speakers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from codewords.bot import Associate
from codewords.rules import TEAM, VERBS, CodeWordsRules, CodeWordsScoring
from codewords.state import CodeWordsOptions, Move
from codewords.text import CodeWordsText
from codewords.views import CodeWordsViews
from parlour import AnyGame, Game, Topic, hookimpl

parlour_contract = "1.3"

RULES_TEXT: Final = """\
Two teams, Red and Blue, look for their own words on a board of 25 words. Players sit down for
Red and Blue in turn: the first player is on Red, the second on Blue, and so on. The first player
of each team is its speaker. Only the speakers know which words belong to Red, which to Blue,
which to nobody and which one is the trap. Until the game is over they cannot talk. Type "team
TEXT" to talk to those who pick with you.

The speaker of the team at turn gives a clue: one word, and for how many words of the board it is
meant: "clue WORD 2". A clue must not contain a word of the board that is still open,
and must not be part of one.

Then the other players of the team pick words. They may pick one word more than the number. A
word of their own team lets them go on. Any other word ends the turn, and if it belongs to the
other team it counts for that team. After the first pick they may type "stop".

A team wins when all its words are found. The team that begins has 9 words, the other one 8. A
team that picks the trap loses at once.

If the time is up, the turn goes to the other team. If a speaker leaves, the next player of the
team becomes its speaker. A team with fewer than two players loses.
"""

CODE_WORDS: Final = Game(
    id="codewords",
    title="Code words",
    version="1",
    seats=range(4, 11),
    verbs=VERBS,
    channels=(TEAM,),
    options=CodeWordsOptions,
    rules_text=RULES_TEXT,
    rules=CodeWordsRules(),
    views=CodeWordsViews(),
    scoring=CodeWordsScoring(),
    text_ui=CodeWordsText(),
    move_type=Move,
    bots=(Associate(),),
    topics=(
        Topic(("speaker",), "The player who knows the key and gives the team's clues."),
        Topic(
            ("clue",),
            "One word and a number: clue WORD 2. It must not contain an open word "
            "of the board, or be part of one.",
        ),
        Topic(
            ("key",),
            "The list of whose words are whose. Only the speakers see it: * yours, - theirs, "
            "! the trap.",
        ),
        Topic(("trap",), "One word of the board. The team that picks it loses at once."),
    ),
)


@hookimpl
def register_games() -> Sequence[AnyGame]:
    """Offer Code words."""
    return (CODE_WORDS,)
