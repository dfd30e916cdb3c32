"""Password, the game of one-word clues, for the Parlour host.

rules       what may happen: dealing (teams, words), play (a word from beginning to end),
            giving (clues, pleas), answers (guesses), challenges, leaving, prompts
builder       the position while one step is worked out
state       the position; moves (what players do), heard (what happens)
views       who may know what; resample (positions that look alike)
scoring     points and winners
text_ui     text: reading (moves), wording (events), scene (the position), phrases
options     the terms of a table; rules_text (for players)
bots        programs that play: easy, sharp

catalogue   the translations
clues       what may be typed as a clue or a guess
forms       parts and forms of a word: word_relation, lemmas
deck        the words, and cards dealt from them
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour import Game, Lexicon, hookimpl
from parlour_password import forms, names
from parlour_password.bots import BELIEF, BOTS
from parlour_password.catalogue import _
from parlour_password.heard import Event, PasswordHeard
from parlour_password.moves import VERBS, Move
from parlour_password.options import OPTIONS
from parlour_password.rules import PasswordRules
from parlour_password.rules_text import TEXT
from parlour_password.scoring import PasswordScoring
from parlour_password.state import State
from parlour_password.text_ui import PasswordTextUI
from parlour_password.topics import GROUPS, TOPICS
from parlour_password.views import PasswordViews, View

__all__ = ["PASSWORD", "register_games"]


def prepare(lexicon: Lexicon) -> None:
    """Read the tables of forms, of names and of the bots before a game needs them.

    They are the same for every word list.
    """
    forms.prepare()
    names.table()
    BELIEF.prepare()


PASSWORD: Game[State, Move, Event, View, PasswordHeard] = Game(
    id="password",
    title="Password",
    version="1",
    seats=range(3, 5),
    verbs=VERBS,
    options=OPTIONS,
    rules_text=TEXT,
    topics=TOPICS,
    option_groups=GROUPS,
    rules=PasswordRules(),
    views=PasswordViews(),
    scoring=PasswordScoring(),
    text_ui=PasswordTextUI(),
    move_type=Move,
    lexicon="en",
    prepare=prepare,
    bots=BOTS,
    calls=(10,),
    catalogue=_,
)


@hookimpl
def register_games() -> Sequence[Game[Any, Any, Any, Any, Any]]:
    """Password."""
    return (PASSWORD,)
