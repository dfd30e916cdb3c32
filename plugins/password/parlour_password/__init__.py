"""Password, the game of one-word clues, for the Parlour host.

options     the terms of a table; deck (the words, and how they are dealt)
state       the position; moves (what players do, and who may now), heard (what happens)
rules       what may happen, and who wins; turn (a word from beginning to end, guesses), giving
            (clues, pleas, challenges)
clues       what may be typed as a clue or a guess: near spellings, names
forms       parts and forms of a word
views       who may know what
text        sentences for what happens; results (the end), phrases, reading (what was typed)
scene       the position as a picture
help        the rules for players; catalogue (the translations)
bots        three programs that play
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour import Game, Lexicon, hookimpl
from parlour_password import clues, forms
from parlour_password.bots import BELIEF, BOTS
from parlour_password.catalogue import _
from parlour_password.heard import Event, PasswordHeard
from parlour_password.help import GROUPS, TEXT, TOPICS
from parlour_password.moves import VERBS, Move
from parlour_password.options import FIRST, OPTIONS
from parlour_password.rules import PasswordRules, PasswordScoring
from parlour_password.state import State
from parlour_password.text import PasswordTextUI
from parlour_password.views import PasswordViews, View

__all__ = ["PASSWORD", "register_games"]


def prepare(lexicon: Lexicon) -> None:
    """Read the tables of forms, of names and of the bots before a game needs them.

    They are the same for every word list.
    """
    forms.prepare()
    clues.table()
    BELIEF.prepare()


PASSWORD: Game[State, Move, Event, View, PasswordHeard] = Game(
    id="password",
    title="Password",
    version="2",
    older=(FIRST,),
    seats=range(2, 5),
    verbs=VERBS,
    options=OPTIONS,
    rules_text=TEXT,
    aim=_(
        "Guess a secret word from clues of one word, or give the clues.\n"
        "The sooner it is guessed, the more it scores."
    ),
    topics=TOPICS,
    option_groups=GROUPS,
    rules=PasswordRules(),
    views=PasswordViews(),
    scoring=PasswordScoring(),
    text_ui=PasswordTextUI(),
    move_type=Move,
    lexicon="en",
    own_words="en",
    prepare=prepare,
    bots=BOTS,
    calls=(10,),
    catalogue=_,
)


@hookimpl
def register_games() -> Sequence[Game[Any, Any, Any, Any, Any]]:
    """Password."""
    return (PASSWORD,)
