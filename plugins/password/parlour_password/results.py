"""Sentences for the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour import Reader, Sentence, enumerated
from parlour_password.catalogue import _
from parlour_password.heard import Ended
from parlour_password.phrases import names
from parlour_password.state import GOOD, MOST

_PRAISE: Final = (
    (105, _("you read each other's thoughts!")),
    (90, _("excellent!")),
    (75, _("very good.")),
    (GOOD, _("good.")),
    (40, _("not bad. {good} would be good.", good=GOOD)),
    (0, _("{good} would be good. Try again!", good=GOOD)),
)
"""What to say of the score of two players: from how many points on."""


def ended(heard: Ended, reader: Reader) -> Sequence[str]:
    """Say who has won, or how good two players were, and which words are left."""
    unplayed: Sequence[str] = ()
    if heard.unplayed:
        unplayed = (_("Words not played: {words}.", words=enumerated(heard.unplayed)),)
    if heard.reason == "stopped":
        return (_("The game was stopped. Nobody wins."), *unplayed)
    if not heard.teams:
        return (_("That was the last word."), *unplayed)
    if len(heard.teams) == 1:
        return (_praised(heard, reader), *unplayed)
    return (_winners(heard, reader), *unplayed)


def _praised(heard: Ended, reader: Reader) -> Sentence:
    """Say how good the score of two players is."""
    points = sum(heard.scores)
    praise = next(praise for least, praise in _PRAISE if points >= least)
    both = heard.teams[0]
    if reader.viewer in both:
        text = _("Together you have {points} of {most} points: {praise}")
    else:
        text = _("{names} have {points} of {most} points: {praise}")
    return text.filled(names=names(reader, both), points=points, most=MOST, praise=praise)


def _winners(heard: Ended, reader: Reader) -> Sentence:
    score = dict(zip(heard.seats, heard.scores, strict=True))
    ranked = sorted(((score[a] + score[b], (a, b)) for a, b in heard.teams), reverse=True)
    most, best = ranked[0]
    least = ranked[1][0]
    if most == least:
        text = _("It's a tie, {most} to {least}. The teams share the win.")
        return text.filled(most=most, least=least)
    if reader.viewer in best:
        (other,) = (seat for seat in best if not reader.is_me(seat))
        text = _("You and {name} win, {most} to {least}.")
        return text.filled(name=reader.name(other), most=most, least=least)
    text = _("{names} win, {most} to {least}.")
    return text.filled(names=names(reader, best), most=most, least=least)
