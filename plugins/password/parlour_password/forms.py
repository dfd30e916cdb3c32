"""Parts and forms of the password: forbidden clues (R-W-18, O-W-4) and near responses (R-W-22).

All words are folded (`parlour_password.clues.fold`): letters a to z, and spaces between the words
of a clue of several words.
"""

from __future__ import annotations

from enum import StrEnum

from parlour_password.lemmas import bases, is_base, table
from parlour_password.word_relation import RUN, are_forms, parts, stems


class Kin(StrEnum):
    """What a clue must not be to the password. A refusal gives the first that is true."""

    SAME = "same"
    """The password itself."""
    FORM = "form"
    """Another form of the same word."""
    WHOLE = "whole"
    """It contains the whole password."""
    PART = "part"
    """A run of three letters or more of the password, or a form of such a run."""
    NEAR = "near"
    """No word, and spelt or spoken nearly like the password (`spelling`). `judge` leaves it out,
    because it needs the word list."""


def judge(password: str, clue: str) -> Kin | None:
    """Return what forbids *clue* for *password*, or None. Rulings on O-W-4:

    * A run of three letters or more is a part wherever it is and whatever it means: you can't
      give `car` for `scarf`. For a password of one or two letters, a clue that contains
      it contains the whole of it: you can't give `box` for `ox`.
    * `A clue whose base word is such a run`: a word that is only an inflected form counts as its
      base: you can't give `cars` for `scarf`, or `eaten` for `sweater`. A form that is also a
      word of its own (`eating`, `doggy`, `farmer`) counts as its base only if that is a part of
      the password in the ordinary sense: you can't give `doggy` for `doghouse`, but you can give
      `eating` for `sweater`.
    * `Contains the whole password` is about the clue as it is written: you can't give `woman` for
      `man`, but you can give `women`.
    * Two words with one between them are derived too, if only their endings differ (`chemist`,
      `chemical`). Other spellings of a word are forms of it (`colour`).
    * In a clue of several words (O-W-3), all this is true of each word, and of all of them
      written as one.
    """
    words = {clue.replace(" ", ""), *clue.split()}
    found = {_judge_word(password, word) for word in words}
    return next((kin for kin in Kin if kin in found), None)


def is_form(password: str, answer: str) -> bool:
    """Return whether the response *answer* is a form of *password*, but not the password itself.

    Parts do not count (O-W-13): `monk` is simply wrong for `monkey`.
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
