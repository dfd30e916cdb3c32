"""Is a clue a part or a form of the password (R-W-18, O-W-4)? Is a response a form (R-W-22)?

All words are folded (`parlour_password.clues.fold`): letters a to z, and in a clue of several
words a blank between them.
"""

from __future__ import annotations

from enum import StrEnum

from parlour_password.lemmas import bases, is_base, table
from parlour_password.word_relation import RUN, are_forms, parts, stems


class Kin(StrEnum):
    """What a clue must not be to the password; the first that holds is said."""

    SAME = "same"
    """The password itself."""
    FORM = "form"
    """Another form of the same word."""
    WHOLE = "whole"
    """It contains the whole password."""
    PART = "part"
    """A run of three letters or more of the password, or a form of such a run."""
    NEAR = "near"
    """No word, and spelt or spoken nearly like the password (`spelling`); `judge` leaves it out,
    because it needs the word list."""


def judge(password: str, clue: str) -> Kin | None:
    """What forbids *clue* for *password*; None if nothing does. Rulings on O-W-4:

    * A run of three letters or more is a part wherever it stands and whatever it means: `car`
      may not be given for `scarf`. For a password of one or two letters, a clue that contains
      it contains the whole of it: `box` may not be given for `ox`.
    * `A clue whose base word is such a run`: what is an inflected form and nothing else is
      worth as much as its base: `cars` may not be given for `scarf`, nor `eaten` for
      `sweater`. What is a word of its own too (`eating`, `doggy`, `farmer`) has its base with
      it only where that is a part of the password in the ordinary sense: `doggy` may not be
      given for `doghouse`, but `eating` may for `sweater`.
    * `Contains the whole password` is said of the clue as it stands: `woman` may not be given
      for `man`, but `women` may.
    * Derived are also two words with one between them, if they differ in their endings only
      (`chemist`, `chemical`). Other spellings of a word are forms of it (`colour`).
    * Of a clue of several words (O-W-3), all that holds for each of them, and for all
      written as one.
    """
    words = {clue.replace(" ", ""), *clue.split()}
    found = {_judge_word(password, word) for word in words}
    return next((kin for kin in Kin if kin in found), None)


def is_form(password: str, answer: str) -> bool:
    """Is the response *answer* a form of *password*, but not the password itself?

    Parts do not count (O-W-13): `monk` is just wrong for `monkey`.
    """
    return answer != password and are_forms(password, answer)


def prepare() -> None:
    """Read the table, which takes some milliseconds; else the first question does.

    May be called on any thread, and more than once.
    """
    table()


def _judge_word(password: str, word: str) -> Kin | None:
    if word == password:
        return Kin.SAME
    if are_forms(password, word):
        return Kin.FORM
    if password in word:
        return Kin.WHOLE
    return Kin.PART if _is_part(password, word) else None


def _is_part(password: str, clue: str) -> bool:
    """Is *clue*, or its base word, a run of *password*?"""
    same = {clue} if is_base(clue) else {clue, *bases(clue)}
    if any(_is_run(word, password) for word in same):
        return True
    runs = {stem for stem in stems(clue) if _is_run(stem, password)}
    return bool(runs) and not runs.isdisjoint(parts(password))


def _is_run(word: str, password: str) -> bool:
    return len(word) >= RUN and word in password
