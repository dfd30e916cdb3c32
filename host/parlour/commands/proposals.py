"""What takes everybody's consent: propose, accept, decline. Stopped tables: continue, end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, get_args

from parlour.accounts import quotas
from parlour.api import Seat
from parlour.api.arguments import whole_number
from parlour.commands.call import DONE, Call, Command, Reply
from parlour.commands.naming import (
    bot_kind,
    check_host,
    check_kept,
    check_no_proposal,
    check_not_held,
    check_outside,
    find_chair,
    how_it_continues,
    no_table,
    seat_at,
    table_number,
)
from parlour.core.refusals import CommandError
from parlour.engine import match as matches
from parlour.engine import record as r
from parlour.engine.table import Table, What
from parlour.language import _
from parlour.tables import adjournment, silent, suspension
from parlour.tables.rebuild import CannotGoOn
from parlour.tables.resync import ENOUGH
from parlour.tables.rooms import Room, is_quiet
from parlour.wire.codes import Code
from parlour.wire.messages import ProposalAnswer

_PROPOSALS: Final[Mapping[str, What]] = {what: what for what in get_args(What)}
_ABOUT_PLAYERS: Final = frozenset({"remove", "replace"})
PROPOSE: Final = "propose abort|adjourn|pause|resume|takeback|remove PLAYER|replace PLAYER [BOT]"


def _propose(call: Call) -> Reply:
    room, seat = seat_at(call.me)
    word, _rest, about = call.request.rest.strip().partition(" ")
    what = _PROPOSALS.get(word.lower())
    if what is None or (about and what not in _ABOUT_PLAYERS):
        text = _("Propose what? abort, adjourn, pause, resume, takeback, remove or replace")
        raise CommandError(Code.USAGE, text)
    table = room.table
    if not table.playing:
        raise CommandError(Code.NOT_STARTED, _("No game is in progress here."))
    if table.state == "adjourned":
        _check_adjourned(table, what)
    elif what != "abort":
        check_not_held(room)
    if what == "adjourn":
        _check_adjournable(call, room)
    if what in ("pause", "resume") and room.owner and (no := room.owner.refusal(what)):
        raise CommandError(Code.UNAVAILABLE, no)
    if what == "takeback":
        _check_takeback(table, seat)
    if what in _ABOUT_PLAYERS:
        return _propose_without(call, room, seat, what, about.split())
    if (
        what in ("pause", "resume")
        and table.suspended is None
        and (table.paused == (what == "pause") or table.frozen)
    ):
        state = _("frozen") if table.frozen else _("paused") if table.paused else _("running")
        raise CommandError(Code.UNAVAILABLE, _("The game is {state}.", state=state))
    for number, proposal in table.proposals.items():
        if proposal.what == what:
            text = _(
                "Somebody has proposed that<<: accept {number} or decline {number}|.>>",
                number=number,
            )
            raise CommandError(Code.UNAVAILABLE, text)
    return _made(call, room, r.Proposed(at=room.at, seat=seat, what=what))


def _made(call: Call, room: Room, proposed: r.Proposed) -> Reply:
    """Make the proposal. Raises CommandError if the player has made enough of them."""
    quotas.check_proposal(call.out, call.me, quiet=is_quiet(room))
    silent.is_here(room, proposed.seat)
    number = room.table.proposed + 1
    room.add(proposed)
    if number in room.table.proposals:
        silent.await_answers(call.tables, room, number)
    return Reply(ProposalAnswer(number=number))


def _check_takeback(table: Table, seat: Seat) -> None:
    """Raise CommandError unless the game lets *seat* take a move back, and there is one."""
    if not table.game.takeback:
        text = _("In {title} no move can be taken back.", title=table.game.title)
        raise CommandError(Code.UNAVAILABLE, text)
    if table.frozen or not matches.can_take_back(table.last_match, seat):
        raise CommandError(Code.UNAVAILABLE, _("There is no move of yours to take back."))


def _check_adjourned(table: Table, what: What) -> None:
    """Raise CommandError unless *what* can be proposed at an adjourned table."""
    if what != "resume":
        text = _(
            "Table {number} is adjourned. Those who are there can propose resume.",
            number=table.number,
        )
        raise CommandError(Code.UNAVAILABLE, text)
    if len(table.present) < ENOUGH:
        text = _("You are alone at table {number}. One more must be back.", number=table.number)
        raise CommandError(Code.UNAVAILABLE, text)


def _check_adjournable(call: Call, room: Room) -> None:
    """Raise CommandError if the game cannot be adjourned."""
    if room.table.frozen:
        raise CommandError(Code.UNAVAILABLE, _("The game is frozen."))
    if room.table.over_days:
        text = _("The game is played over days. <<To get up and keep your seat: leave>>")
        raise CommandError(Code.UNAVAILABLE, text, retry=False)
    if room.owner is not None:
        raise CommandError(Code.UNAVAILABLE, room.owner.refusal("adjourn"))
    name = adjournment.too_many(call.tables, room)
    if name is not None:
        most = call.out.limits.adjourned_per_player
        text = _(
            "{name} has {most} adjourned games, which is the limit. <<To see yours: tables mine>>",
            name=name,
            most=most,
        )
        raise CommandError(Code.TOO_MANY, text)


def _propose_without(call: Call, room: Room, me: Seat, what: What, words: Sequence[str]) -> Reply:
    """Propose to continue without a player who says nothing, or with a bot in their place."""
    table = room.table
    if not words or len(words) > (2 if what == "replace" else 1):
        text = _("{what} whom? <<{propose}>>", what=what.capitalize(), propose=PROPOSE)
        raise CommandError(Code.USAGE, text)
    seat = find_chair(table, words[0])
    chair = table.chairs[seat]
    if seat == me or chair.bot is not None:
        text = (
            _("That is your own seat. <<To leave it: leave>>")
            if seat == me
            else _("That is a bot.")
        )
        raise CommandError(Code.USAGE, text)
    if table.frozen or seat not in table.last_match.seats:
        text = _("{name} isn't playing in a running game.", name=chair.name)
        raise CommandError(Code.UNAVAILABLE, text)
    if what == "replace" and not table.game.bots:
        text = _(
            "{title} has no bots. <<To continue without a player: propose remove PLAYER>>",
            title=table.game.title,
        )
        raise CommandError(Code.UNAVAILABLE, text)
    kind = bot_kind(table.game, words[1:]) if what == "replace" else None
    check_kept(table, seat)
    check_no_proposal(table, seat)
    proposed = r.Proposed(
        at=room.at, seat=me, what=what, target=seat, bot=kind, seconds=call.out.limits.proposal_s
    )
    return _made(call, room, proposed)


def _answer(call: Call, *, accepts: bool) -> Reply:
    room, seat = seat_at(call.me)
    proposals = room.table.proposals
    word = call.request.rest.strip()
    if not proposals:
        raise CommandError(Code.USAGE, _("Nothing is proposed here now."))
    asked = [number for number, one in proposals.items() if seat in one.waiting]
    only = asked if len(asked) == 1 else [*proposals]
    number = whole_number(word) if word or len(only) > 1 else only[0]
    if number is None or number not in proposals:
        open_numbers = ", ".join(str(number) for number in proposals)
        text = _("Which proposal? Open: {open_numbers}", open_numbers=open_numbers)
        raise CommandError(Code.USAGE, text)
    if accepts and seat not in proposals[number].waiting:
        text = _("Proposal {number} isn't waiting for your answer.", number=number)
        raise CommandError(Code.USAGE, text)
    room.add(r.Answered(at=room.at, seat=seat, number=number, accepts=accepts))
    silent.is_here(room, seat)
    silent.settle(call.tables, room, number)
    return DONE


# --- a stopped table: what its host alone decides ----------------------------------------------


def _continue(call: Call) -> Reply:
    number = _own(call)
    try:
        suspension.go_on(call.tables, number)
    except CannotGoOn as reason:
        text = _(
            "Table {number} can't continue: {reason}. <<To end it: end {number}>>",
            number=number,
            reason=reason,
        )
        raise CommandError(Code.UNAVAILABLE, text) from None
    return DONE


def _end(call: Call) -> Reply:
    suspension.end(call.tables, _own(call), "host")
    return DONE


def _own(call: Call) -> int:
    """Return the stopped table that the player named, if they host it. Raises CommandError."""
    words = call.words
    if not words and call.session.natural and call.me.room:
        words = [str(call.me.room.table.number)]
    number = table_number(*words)
    if call.me.room is None or call.me.room.table.number != number:
        check_outside(call.me)
    room = call.tables.known(number, call.player)
    if number in adjournment.of(call.tables, call.me):
        text = _(
            "Table {number} continues when its players are back. <<To come back: join {number}>>",
            number=number,
        )
        raise CommandError(Code.UNAVAILABLE, text)
    if room is None:
        raise no_table(number)
    check_host(room, call.me.seat if call.me.room is room else None)
    if room.table.paused:
        raise CommandError(Code.UNAVAILABLE, how_it_continues(room))
    if not room.table.stopped:
        text = _("Table {number} isn't stopped. <<To end its game: propose abort>>", number=number)
        raise CommandError(Code.UNAVAILABLE, text)
    return number


_consent = partial(Command, where="seat", topic="consent")
_hosts = partial(_consent, where="lobby")
COMMANDS: Final = (
    _consent(
        PROPOSE, _("ask the others to agree to something"), _propose, answers=(ProposalAnswer,)
    ),
    _consent(
        "accept [N]",
        _("agree to a proposal"),
        partial(_answer, accepts=True),
        also=("yes",),
        fateful=True,
    ),
    _consent("decline [N]", _("refuse a proposal"), partial(_answer, accepts=False), also=("no",)),
    _hosts("continue [TABLE]", _("resume a stopped table (host of the table)"), _continue),
    _hosts("end [TABLE]", _("close a stopped table (host of the table)"), _end),
)
