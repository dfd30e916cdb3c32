"""Three programs that play Password: `easy`, `medium` and `sharp`.

They differ in how well they think (`Mind`). `belief` says which words go with which, `choices`
finds the clue for a word and the word for clues.
A bot needs no memory, because its view shows what has been said about a word. It decides at once,
and then waits. How long it waits reveals nothing, neither whether it knows an answer nor what
others have sealed: it draws the time for each move, whatever the move is.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

import msgspec

from parlour import Bot, BotContext, Lexicon, Prompt, Seat, Thought
from parlour_password.bots.belief import EASY, MEDIUM, SHARP, Belief, Mind
from parlour_password.bots.choices import guess, propose
from parlour_password.catalogue import _
from parlour_password.clues import fold, is_near
from parlour_password.forms import Kin, is_form, judge
from parlour_password.giving import is_one_word
from parlour_password.heard import PasswordHeard
from parlour_password.moves import (
    AGREE,
    CHALLENGE,
    CLUE,
    GUESS,
    NEXT,
    THREE,
    Agree,
    Challenge,
    Clue,
    Guess,
    Move,
    Next,
    Object,
    Pass,
    Three,
    Waive,
)
from parlour_password.state import Verdict
from parlour_password.views import PleaView, View

SHARE: Final = 0.5
"""The part of a clock that a bot takes at most, however short the clock is."""
LOOK_MS: Final = (400, 1_600)
"""How long it looks at a clue of others, at least and at most, before it says what it makes of
it: with the host's pause about half of the five seconds for a challenge."""
SMALL: Final = 0.5
"""A part that is no more of the password than this gives little away, and may be there by
chance, like `end` in `calendar`."""


class Pace(msgspec.Struct, frozen=True):
    """How long somebody takes over a clue or a guess, at least and at most, in ms."""

    least: int
    most: int

    def draw(self, rng: Random, seconds: int) -> int:
        """A time for one move under a clock of so many *seconds*, 0 being none; at least 1."""
        drawn = rng.randint(self.least, self.most)
        return min(drawn, round(seconds * 1000 * SHARE)) if seconds else drawn


class TableBot(Bot[Move, View, PasswordHeard, None]):
    """Gives and receives with what comes to its mind; is fair about the clues of others."""

    def __init__(self, kind: str, about: str, belief: Belief, mind: Mind, pace: Pace) -> None:
        self.kind = kind
        self.about = about
        self._belief = belief
        self._mind = mind
        self._pace = pace

    def begin(self, seat: Seat, view: View) -> None:
        """Nothing is remembered."""

    def hear(self, memory: None, heard: PasswordHeard) -> None:
        """Whatever is heard, the view shows it."""

    def think(
        self, memory: None, view: View, prompt: Prompt, ctx: BotContext
    ) -> Thought[Move] | None:
        """A move; to stop the game is left to people."""
        verbs = {spec.verb for spec in prompt.moves}
        rng, terms = ctx.rng, view.terms
        if CLUE in verbs and view.password is not None:
            after = self._pace.draw(rng, terms.clue_seconds)
            return Thought(self._clue(view.password, view, ctx.lexicon, rng), after)
        if GUESS in verbs:
            after = self._pace.draw(rng, terms.guess_seconds)
            return Thought(self._answer(view, rng), after)
        if CHALLENGE in verbs:
            return Thought(_judged(view, ctx.lexicon), rng.randint(*LOOK_MS))
        if AGREE in verbs and view.plea is not None and view.password is not None:
            return Thought(_decided(view.plea, view.password), rng.randint(*LOOK_MS))
        if NEXT in verbs:
            return Thought(Next())
        return Thought(Three()) if THREE in verbs else None

    def _clue(self, password: str, view: View, lexicon: Lexicon | None, rng: Random) -> Move:
        """A clue that the referee does not refuse."""
        clue = propose(
            self._belief,
            password,
            _clues(view),
            _wrong(view),
            mind=self._mind,
            rng=rng,
            legal=lambda clue: (
                judge(password, clue) is None and not is_near(password, clue, lexicon)
            ),
        )
        return Clue(clue)

    def _answer(self, view: View, rng: Random) -> Move:
        """What goes with the clues; it passes if nothing comes to mind."""
        word = guess(
            self._belief, _clues(view), _wrong(view), mind=self._mind, rng=rng, fits=_fits(view)
        )
        return Pass() if word is None else Guess(word)


def _clues(view: View) -> list[str]:
    """The clues to the word so far, those of the other side too."""
    return [fold(given.text) for given in view.given if given.text is not None]


def _wrong(view: View) -> list[str]:
    """What has been guessed in vain."""
    return [
        answer.text for given in view.given for answer in given.answers if answer.text is not None
    ]


def _fits(view: View) -> Callable[[str], bool] | None:
    """In the one chance after a form, the earliest: the words of which it is one (R-W-22)."""
    if view.chance is None:
        return None
    answers = view.given[-1].answers
    said = next(each.text or "" for each in answers if each.verdict is Verdict.FORM)
    return lambda word: is_form(word, said)


def _judged(view: View, lexicon: Lexicon | None) -> Move:
    """A challenge only on the ground that the rules name, and only if it must succeed (O-W-8)."""
    clue = view.given[-1].text or ""
    return Waive() if is_one_word(clue, lexicon) else Challenge()


def _decided(plea: PleaView, password: str) -> Move:
    """A form is never let pass; a part if it is a small one."""
    is_small = plea.kin == Kin.PART and len(plea.clue) <= SMALL * len(password)
    return Agree() if is_small else Object()


BELIEF: Final = Belief()
"""What all know."""

BOTS: Final[tuple[Bot[Move, View, PasswordHeard, Any], ...]] = (
    TableBot(
        "easy",
        _("says what comes to mind first and soon forgets earlier clues"),
        BELIEF,
        EASY,
        Pace(3_000, 9_000),
    ),
    TableBot(
        "medium",
        _("remembers all clues and thinks a little of what its partner will answer"),
        BELIEF,
        MEDIUM,
        Pace(2_500, 7_500),
    ),
    TableBot(
        "sharp",
        _("weighs all clues together and gives clues its partner will understand"),
        BELIEF,
        SHARP,
        Pace(2_000, 6_000),
    ),
)
"""The bots that a table may ask for, the first if it does not say which."""
