"""Clues: read, judged, accepted, refused or lost; pleas to the other giver; challenges.

What comes of a refused clue its giver alone learns: it changes nothing (G-2). A plea changes the
position, and only the two givers can tell. When a clue is challenged, the dictionary decides
whether it is one word (R-W-16, O-W-6 to O-W-8).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from parlour import Lexicon, MoveFault, Refused, Seat, joined
from parlour_password.catalogue import _
from parlour_password.clues import LONGEST, fold, is_name, is_near, read_clue
from parlour_password.forms import Kin, judge
from parlour_password.heard import Challenged, ClueGiven, Objected, Pleaded, Refuted, Waived
from parlour_password.state import Given, Outcome, Phase, Plea, State
from parlour_password.turn import Builder, close_window, end_word, lose_clue, turn_to, worth

PIECE: Final = 3
"""Letters of a piece of a run-together clue, for which any word of the dictionary will do."""
SHORT_WORDS: Final = (
    "ad ah am an as at ax be by do go ha he hi if in is it me my no of oh on or ow ox pa "
    "so to up us we"
)
SHORT: Final = frozenset(SHORT_WORDS.split())
"""The words of two letters that count as a piece: dictionaries have many that nobody says."""


def challenge(d: Builder, seat: Seat) -> None:
    """Give the points to the team that was right, and no answer out (O-W-7)."""
    state = d.state
    _check(state, seat)
    valid = is_one_word(state.clue, d.ctx.lexicon)
    d.tell(Challenged(seat, state.turn.giver, state.clue, not valid))
    rivals = state.opponents[1:]  # the other giver knows the word
    end_word(d, Outcome.CHALLENGE, state.turn.receivers if valid else tuple(rivals))


def waive(d: Builder, seat: Seat) -> None:
    """Note that an opponent accepts the clue. Once both have, nothing waits any more (O-W-6)."""
    _check(d.state, seat)
    d.state = replace(d.state, waived=d.state.waived | {seat})
    d.tell(Waived(seat))
    if d.state.waived.issuperset(d.state.opponents):
        close_window(d)


def is_one_word(clue: str, lexicon: Lexicon | None) -> bool:
    """Return whether *clue* is one word (O-W-8).

    It is if the dictionary has it, written as one word. If it was typed as one word, it also is
    unless it is several words of the dictionary written together. A name that we know is one word
    in any case (R-W-17): Churchill, Skywalker. Without a dictionary, it is one word if it was
    typed as one.
    """
    plain = fold(clue)
    if lexicon is None:
        return " " not in plain
    if " " in plain:
        return plain.replace(" ", "") in lexicon
    return plain in lexicon or is_name(plain) or not _is_run_together(plain, lexicon)


def _is_run_together(word: str, lexicon: Lexicon) -> bool:
    """Return whether *word* is two or more words of the dictionary written together.

    Each must be a word that a host deals, so that names we don't know rarely are.
    """

    def is_piece(piece: str) -> bool:
        if len(piece) < PIECE:
            return piece in SHORT
        return piece in lexicon and not lexicon.never_deal(piece)

    ends = {0}  # letters that are whole pieces so far
    for end in range(1, len(word) + 1):
        if any(is_piece(word[start:end]) for start in ends if end - start < len(word)):
            ends.add(end)
    return len(word) in ends


def is_open(state: State, clue: str, lexicon: Lexicon | None) -> bool:
    """Return whether anybody can challenge *clue* (O-W-6).

    Where the referee refuses two words anyway, only a clue that is not in the dictionary can be.
    """
    if state.terms.challenges or not state.opponents:
        return bool(state.opponents)
    return lexicon is not None and fold(clue) not in lexicon


def _check(state: State, seat: Seat) -> None:
    """Refuse what is no challenge now, in the same words whatever is hidden (G-2)."""
    if not (state.terms.challenges or state.opponents):
        text = _("You can't challenge clues at this table. The referee judges them.")
        raise Refused(MoveFault.ILLEGAL, text)
    if not state.open:
        raise Refused(MoveFault.ILLEGAL, _("There is no clue to challenge now."))
    if seat not in state.opponents:
        raise Refused(MoveFault.ILLEGAL, _("Only the other team can challenge this clue."))
    if seat in state.waived:
        raise Refused(MoveFault.ILLEGAL, _("You have already accepted this clue."))


ARGUABLE: Final = (Kin.PART, Kin.FORM, Kin.NEAR)
"""What the other giver may allow; the password itself is never a clue (O-W-25)."""
MALFORMED: Final = "malformed"
_IS: Final = {
    Kin.PART: _("{clue} is part of {word}."),
    Kin.WHOLE: _("{clue} contains {word}."),
    Kin.FORM: _("{clue} is a form of {word}."),
    Kin.SAME: _("{clue} is the password itself."),
    Kin.NEAR: _("{clue} isn't a word and is spelled almost like {word}."),
}


def give(d: Builder, seat: Seat, text: str) -> None:
    """Take a clue, or refuse it (R-W-15, R-W-18, R-W-21)."""
    _check_turn(d.state, seat)
    clue = _checked(d, text)
    if clue is not None:
        _accept(d, clue)


def insist(d: Builder, seat: Seat, text: str) -> None:
    """Ask the other giver to allow a clue that the referee takes for a part or a form."""
    state = d.state
    _check_turn(state, seat)
    if state.voter is None:
        why = _("Nobody can allow a refused clue at this table. Give another clue.")
        raise Refused(MoveFault.ILLEGAL, why)
    if state.plea is not None:
        why = _("The other giver hasn't answered yet. Wait, or give another clue.")
        raise Refused(MoveFault.ILLEGAL, why)
    clue = _checked(d, text, ARGUABLE)
    if clue is None:
        return
    kin = _kin(d, clue)
    if kin is None:
        _accept(d, clue)
    else:
        d.state = replace(state, plea=Plea(seat, clue, kin))
        d.tell(Pleaded(seat, state.voter, clue, kin))


def agree(d: Builder, seat: Seat) -> None:
    """The other giver allows the clue."""
    _accept(d, _plea(d.state, seat).text)


def object_to(d: Builder, seat: Seat) -> None:
    """The other giver does not allow it; it is as if it had been refused."""
    plea = _plea(d.state, seat)
    d.state = replace(d.state, plea=None)
    d.tell(Objected(plea.giver, seat, plea.text))
    if d.state.terms.forfeits:
        lose_clue(d, "illegal")


def _check_turn(state: State, seat: Seat) -> None:
    if state.phase is Phase.GUESS:
        text = (
            _("It's your turn to guess<<: guess WORD|.>>")
            if seat in state.turn.receivers and not state.has_answered(seat)
            else _("You can't give a clue now. Wait for the guess.")
        )
        raise Refused(MoveFault.NOT_YOUR_TURN, text)
    if state.phase is not Phase.CLUE:
        raise Refused(MoveFault.NOT_YOUR_TURN, _("You can't give a clue now."))
    if seat != state.turn.giver:
        raise Refused(MoveFault.NOT_YOUR_TURN, _("It isn't your turn to give a clue."))


def _plea(state: State, seat: Seat) -> Plea:
    """What *seat* has been asked; to everybody else it looks as if nothing ever were."""
    if state.plea is None or seat != state.voter:
        raise Refused(MoveFault.NOT_YOUR_TURN, _("Nobody is asking you to allow a clue."))
    return state.plea


def _checked(d: Builder, text: str, bearable: Collection[Kin] = ()) -> str | None:
    """The clue, if it is no kin of the password, or *bearable* kin; None: it is lost.

    Raises Refused.
    """
    state = d.state
    try:
        clue = read_clue(text, challenge=state.terms.challenges and bool(state.opponents))
    except Refused as refusal:
        _refuse(d, text, MALFORMED, refusal)
        return None
    kin = _kin(d, clue)
    if kin is None or kin in bearable:
        return clue
    _refuse(d, clue, kin, _refusal(state, clue, kin))
    return None


def _kin(d: Builder, clue: str) -> Kin | None:
    """What forbids *clue*; None if nothing does."""
    word, plain = d.state.word.word, fold(clue)
    kin = judge(word, plain, first=d.state.first)
    if kin is None and is_near(word, plain, d.ctx.lexicon):
        return Kin.NEAR
    return kin


def _refuse(d: Builder, clue: str, why: str, refusal: Refused) -> None:
    """Nothing has happened (G-2), or the clue is lost if the table plays so (O-W-5)."""
    state = d.state
    if not state.terms.forfeits:
        raise refusal
    # what is no clue may be as long as a line; no clue is longer than that
    d.tell(Refuted(state.turn.giver, clue[:LONGEST], why))
    lose_clue(d, "illegal")


def _refusal(state: State, clue: str, kin: Kin) -> Refused:
    """Worded by what the giver knows, and told to nobody else (O-W-15)."""
    word = state.word.word
    if kin is Kin.SAME and fold(clue) != word:
        kin = Kin.WHOLE  # it is one of several words
    advice = _("Give another clue.")
    if kin in ARGUABLE and state.voter is not None:
        advice = _("Give another clue, or ask the other giver<<: /insist {clue}|.>>", clue=clue)
    said = _IS[kin].filled(clue=_akin(word, clue, kin), word=word)
    return Refused(MoveFault.ILLEGAL, joined((said, advice)))


def _akin(word: str, clue: str, kin: Kin) -> str:
    """The word of *clue* that is *kin* to the password: of `ice-cream` it is `ice` for mice."""
    return next((each for each in fold(clue).split() if judge(word, each) is kin), clue)


def _accept(d: Builder, clue: str) -> None:
    """The clue is shown to all, and the answer to it is waited for (R-W-5, R-W-24)."""
    state = d.state
    turn = state.turn
    turn_to(d, Phase.GUESS, d.after(state.terms.guess_seconds))
    d.state = replace(d.state, given=(*state.given, Given(turn.giver, state.dial, clue)))
    opponents = state.opponents if is_open(state, clue, d.ctx.lexicon) else ()
    if opponents:
        _open_window(d)
    d.tell(
        ClueGiven(
            giver=turn.giver,
            receivers=turn.receivers,
            clue=clue,
            dial=state.dial,
            points=worth(state),
            opponents=opponents,
        )
    )


def _open_window(d: Builder) -> None:
    """The opponents may challenge the clue; no answer comes out before (O-W-6).

    So the time for an answer is never shorter than theirs. Without a clock for challenges, the
    clue stays open until both have waived it.
    """
    window, due = d.after(d.state.terms.challenge_seconds), d.state.due
    if due is not None and window is not None:
        due = max(due, window)
    d.state = replace(d.state, open=True, window=window, due=due)
