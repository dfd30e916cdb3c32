"""Commands about parties: open one, sign up, begin, see the standings."""

from __future__ import annotations

from functools import partial
from typing import Final

from parlour.accounts.quotas import has_room
from parlour.accounts.throttle import place_of
from parlour.api.arguments import whole_number
from parlour.commands.about import find_game
from parlour.commands.admission import in_link
from parlour.commands.call import DONE, Call, Command, Reply, paged, says
from parlour.commands.invitations import pictured
from parlour.commands.naming import bot_kind
from parlour.commands.trail import operator_act, operator_command
from parlour.core.refusals import CommandError
from parlour.features.parties import record as r
from parlour.features.parties import rounds
from parlour.features.parties.messages import PartyJoined, PartyNow, PartyRow, PartyShown, TableNow
from parlour.features.parties.options import opening, shape
from parlour.features.parties.overview import rows
from parlour.features.parties.record import Member, Party
from parlour.features.parties.state import (
    Live,
    Parties,
    add,
    hand_on,
    hearers,
    leave,
    names_of,
    open_party,
    rows_of,
    table_of,
    tell,
)
from parlour.language import _
from parlour.tables.bot_names import bot_name
from parlour.tables.rooms import seat_of
from parlour.wire.codes import Code
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import Done, Notice, TextRow
from parlour.wire.names import name_key

PAGE: Final = 20
"""Parties on a page of `party`: what a screen shows."""
PARTIES_MOST: Final = 20
"""Parties that are not over: more than any club has in an evening. One address may have half of
what others leave."""
WHICH: Final = _("Which party? <<To see all: party>>")


def _list(call: Call) -> Reply:
    lives = list(call.state(Parties).all.values())
    game = next(iter(call.tables.games), "GAME")
    none = _("There is no party. <<To open one: party new {game}>>", game=game)
    return paged(call, lives, PAGE, none, partial(_row, call))


def _row(call: Call, live: Live, *, shown: bool = False) -> PartyRow:
    party, me = live.party, call.player
    game = call.tables.games.get(party.game)
    return PartyRow(
        party=party.number,
        game=party.game,
        title=party.game if game is None else game.title,
        shown=shown,
        format=party.format,
        state=party.state,
        owner=party.owner_name,
        round=len(party.played),
        rounds=party.rounds,
        members=len(party.present),
        places=party.places,
        you=me is not None and party.member_of(me.number) is not None,
    )


# --- opening one ------------------------------------------------------------------------


def _new(call: Call) -> Reply:
    context, player, words = call.context, call.me, call.words
    game = find_game(call, *words[:1])
    context.drain.check()
    parties = call.state(Parties)
    if parties.owned_by(player) is not None:
        raise CommandError(Code.TOO_MANY, _("You own a party already. <<To end it: party end>>"))
    place = place_of(call.session)
    going = [live.place for live in parties.going]
    if not has_room(going.count(place), len(going), PARTIES_MOST):
        text = _(
            "There are {going} parties on this host already. Wait until one is over.",
            going=len(going),
        )
        raise CommandError(Code.TOO_MANY, text)
    entry = opening(call, parties.next_number(), game, words[1:])
    live = open_party(context, entry)
    live.place = place
    rounds.wait_for_members(context, live)
    what = (
        _(
            "Party {party}: {title}, {format}, {shape}. You own it.",
            party=entry.party,
            title=game.title,
            format=entry.format,
            shape=shape(entry),
        ),
        _(
            "<<To play: party join {party} - To add bots: party bot - To begin: party start>>",
            party=entry.party,
        ),
    )
    return Reply(PartyJoined(party=entry.party, what=what))


# --- coming and going ---------------------------------------------------------------------


def _find(call: Call, word: str) -> Live:
    number = whole_number(word.lower().removeprefix("party"))
    live = None if number is None else call.state(Parties).all.get(number)
    if live is None:
        text = (
            _("There is no party {word}. <<To see all: party>>", word=word[:20]) if word else WHICH
        )
        raise CommandError(Code.USAGE, text)
    return live


def _join(call: Call) -> Reply:
    live, player = _find(call, call.request.rest.strip()), call.me
    party = live.party
    if party.state == "over":
        raise CommandError(Code.UNAVAILABLE, _("Party {number} is over.", number=party.number))
    sits = seat_of(player)
    if sits is not None and sits[0].table.word and sits[0].table.playing:
        text = _("You are playing at a private table. First finish the game, or leave it.")
        raise CommandError(Code.ALREADY_STARTED, text)
    before = call.state(Parties).of_player(player)
    if before is not None:
        text = _(
            "You have signed up for party {number}. <<To leave it: party leave>>",
            number=before.party.number,
        )
        raise CommandError(Code.USAGE, text)
    if any(one.dropped and one.player == player.number for one in party.members.values()):
        text = _(
            "{owner}, who owns party {number}, has taken you out. Ask them to let you in again.",
            owner=party.owner_name,
            number=party.number,
        )
        raise CommandError(Code.UNAVAILABLE, text)
    _check_joinable(party)
    if not party.room:
        text = _(
            "All {places} places of party {number} are taken.",
            places=party.places,
            number=party.number,
        )
        raise CommandError(Code.TABLE_FULL, text)
    add(call.context, live, r.Entered(name=player.name, player=player.number, bot=None))
    tell(call.context, live, "entered", who=player.name, but=player)
    first = _(
        "You have signed up for party {number}: {game}.", number=party.number, game=party.game
    )
    then = _("The host seats you when it begins. You don't need to join a table.")
    if party.state == "playing":
        then = _("You play from the next round on, with a total of 0.")
    return Reply(PartyJoined(party=party.number, what=(first, then)))


def _check_joinable(party: Party) -> None:
    if party.state == "playing" and party.format == "round_robin":
        text = _("In a round robin everybody meets everybody, so nobody can join after the start.")
        raise CommandError(Code.ALREADY_STARTED, text)


def _mine(call: Call) -> tuple[Live, Member]:
    """The party where the player has signed up, and as whom. Raises CommandError."""
    live = call.state(Parties).of_player(call.me)
    member = None if live is None else live.party.member_of(call.me.number)
    if live is None or member is None:
        text = _("You have not signed up for a party. <<To see all: party>>")
        raise CommandError(Code.UNAVAILABLE, text)
    return live, member


def _leave(call: Call) -> Reply:
    live, member = _mine(call)
    sits = seat_of(call.me)
    if sits is not None and sits[0].table.party == live.party.number and sits[0].table.playing:
        text = _(
            "You are playing for the party. <<If you leave the table, you leave the party: leave>>"
        )
        raise CommandError(Code.ALREADY_STARTED, text)
    leave(call.context, live, member.id)
    return DONE


def _watch(call: Call) -> Reply:
    live, player = _find(call, call.request.rest.strip()), call.me
    party, session = live.party, call.session
    if live.watchers.pop(player.number, None) is not None:
        session.follows = tuple(each for each in session.follows if each != live.followed)
        stopped = _("You no longer follow party {number}.", number=party.number)
        return Reply(PartyJoined(party=party.number, what=(stopped,)))
    if len(live.watchers) >= call.out.limits.watchers:
        text = _(
            "Party {number} has {watchers} watchers already.",
            number=party.number,
            watchers=len(live.watchers),
        )
        raise CommandError(Code.TOO_MANY, text)
    live.watchers[player.number] = player
    session.follows += (live.followed,)
    what = (
        _("You follow party {number}. <<To stop: party watch {number}>>", number=party.number),
        _(
            "<<The standings: party show {number} - To see a table: watch TABLE>>",
            number=party.number,
        ),
    )
    return Reply(PartyJoined(party=party.number, what=what))


def _show(call: Call) -> Reply:
    live = _meant(call)
    party, current, site = live.party, live.party.current, call.context.site
    place = in_link(call.context, f"p{party.number}")
    links = site.links(place) if site and party.state == "open" else ()
    shown = PartyShown(
        about=_row(call, live, shown=True),
        party=party.number,
        state=party.state,
        round=len(party.played),
        rounds=party.rounds,
        tables=tuple(table_of(party, game) for game in party.games),
        rests=names_of(party, current.rests) if current else (),
        standings=rows_of(party),
        links=links,
        qr=pictured(links[0])[0] if links else None,
    )
    return Reply(shown)


def _tables(call: Call) -> Reply:
    live = _meant(call)
    party = live.party
    found = rows(call.context, live, call.session.form.lang)
    title = call.tables.games[party.game].title if party.game in call.tables.games else party.game
    now = PartyNow(
        party=party.number,
        game=party.game,
        title=title,
        state=party.state,
        paused=party.halted,
        round=len(party.played),
        rounds=party.rounds,
        members=len(party.present),
        count=len(found),
        over=sum(game.over for game in party.games),
        stuck=tuple(row.table for row in found if row.stuck and row.table is not None),
    )
    return Reply(now, found)


def _meant(call: Call) -> Live:
    """Return the party that they name. Without a name: the one that they own, play in, or the only
    one that is not over. Raises CommandError.
    """
    word, parties = call.request.rest.strip(), call.state(Parties)
    if word:
        return _find(call, word)
    live = parties.owned_by(call.me) or parties.of_player(call.me)
    if live is None and len(parties.going) == 1:
        live = parties.going[0]
    if live is None:
        raise CommandError(Code.USAGE, WHICH)
    return live


# --- the owner ----------------------------------------------------------------------------


def _owned(call: Call) -> Live:
    live = call.state(Parties).owned_by(call.me)
    if live is None:
        raise CommandError(Code.NOT_HOST, _("You own no party. <<To open one: party new GAME>>"))
    return live


def _start(call: Call) -> Reply:
    live = _owned(call)
    party, limits = live.party, call.out.limits
    if party.state != "open":
        text = _("The party has begun. Its rounds start by themselves.")
        raise CommandError(Code.ALREADY_STARTED, text)
    call.context.drain.check()
    if len(party.present) < party.low:
        text = _(
            "A table needs {low} players, and {number} have signed up.",
            low=party.low,
            number=len(party.present),
        )
        raise CommandError(Code.NOT_STARTED, _("{text} <<To add bots: party bot>>", text=text))
    if len(call.tables.rooms) + len(party.present) // party.low > limits.tables:
        raise CommandError(Code.TOO_MANY, _("This host has no room for so many tables now."))
    rounds.begin(call.context, live)
    return DONE


def _bot(call: Call) -> Reply:
    live, words = _owned(call), [word.lower() for word in call.words]
    party, game = live.party, call.tables.games[live.party.game]
    many = whole_number(words[-1]) if words else None
    if many is not None:
        words.pop()
    kind = bot_kind(game, words)
    _check_joinable(party)
    wanted = 1 if many is None else many
    if not 1 <= wanted <= party.room:
        text = _("The party has room for {room} more.", room=party.room)
        raise CommandError(Code.TABLE_FULL, text)
    for _rest in range(wanted):
        taken = {member.name for member in live.party.members.values()}
        name = bot_name(call.people, party.options, taken)
        add(call.context, live, r.Entered(name=name, player=None, bot=kind))
        tell(call.context, live, "entered", who=name)
    return DONE


def _member(call: Call, live: Live) -> Member:
    word = call.request.rest.strip()
    for member in live.party.present:
        if name_key(member.name) == name_key(word):
            return member
    text = _(
        "{word} is not in party {number}.", word=word[:20] or "Nobody", number=live.party.number
    )
    raise CommandError(Code.USAGE, text)


def _drop(call: Call) -> Reply:
    live = _owned(call)
    key, members = name_key(call.request.rest.strip()), live.party.members.values()
    present = any(not one.left and name_key(one.name) == key for one in members)
    kept_out = [one for one in members if one.dropped and name_key(one.name) == key]
    if present or not kept_out:
        rounds.drop(call.context, live, _member(call, live))
        return DONE
    for one in kept_out:
        add(call.context, live, r.Cleared(member=one.id))
    text = _(
        "{name} may sign up for party {number} again.",
        name=kept_out[0].name,
        number=live.party.number,
    )
    return says(text)


def _check_playing(live: Live) -> None:
    if live.party.state != "playing":
        raise CommandError(
            Code.NOT_STARTED, _("The party has not begun. <<To begin: party start>>")
        )


def _pause(call: Call) -> Reply:
    live = _owned(call)
    _check_playing(live)
    if live.party.halted:
        text = _("The party is paused. <<To let the games go on: party continue>>")
        raise CommandError(Code.UNAVAILABLE, text)
    rounds.halt(call.context, live)
    return DONE


def _continue(call: Call) -> Reply:
    live = _owned(call)
    _check_playing(live)
    if not live.party.halted:
        text = _("The party isn't paused. <<To pause all games: party pause>>")
        raise CommandError(Code.UNAVAILABLE, text)
    rounds.let_go_on(call.context, live)
    return DONE


def _next(call: Call) -> Reply:
    live, words = _owned(call), [word.lower() for word in call.words]
    _check_playing(live)
    running = sum(not game.over for game in live.party.games)
    if not running:
        if live.party.halted:
            rounds.let_go_on(call.context, live)
        else:
            rounds.begin(call.context, live)
        return DONE
    if words != ["now"]:
        text = _.count(
            "A game is in progress, and would have no result. <<To end it: party next now>>",
            "{n} games are in progress, and would have no result. <<To end them: party next now>>",
            running,
        )
        raise CommandError(Code.ALREADY_STARTED, text)
    rounds.end_round(call.context, live)
    return DONE


def _hand(call: Call) -> Reply:
    live = _owned(call)
    member = _member(call, live)
    if member.player is None:
        raise CommandError(Code.USAGE, _("A bot cannot own a party."))
    hand_on(call.context, live, member.player, member.name)
    return DONE


def _end(call: Call) -> Reply:
    rounds.finish(call.context, _owned(call), "ended")
    return DONE


# --- the operator -------------------------------------------------------------------------


def _cancel(call: Call) -> str:
    number = whole_number(call.request.rest.strip())
    if number is None:
        raise CommandError(Code.USAGE, f"Which party? {call.usage}")
    live = call.state(Parties).all.get(number)
    if live is None or live.party.state == "over":
        text = f"There is no party {number} in progress. To see them: parlour party list"
        raise CommandError(Code.UNAVAILABLE, text)
    what = _("The operator ends party {number}.", number=number)
    call.out.tell_all(
        hearers(call.context, live), EncodedEvent(Notice(kind="announce", what=what))
    )
    rounds.finish(call.context, live, "ended")
    return f"Party {number} is over. Its games go on without it."


_party = partial(Command, where="lobby", topic="party", outside=True)
COMMANDS: Final = (
    _party(
        "party [PAGE]",
        _("the parties: many tables, several rounds, one winner"),
        _list,
        item=PartyRow,
        also=("parties", "tournament"),
    ),
    _party(
        "party new GAME [OPTION=VALUE ...]",
        _("open a party: format=, tables=, rounds=, seats=, and the game's options"),
        _new,
        answers=(PartyJoined,),
        dear=True,
    ),
    _party(
        "party join PARTY", _("sign up, or come in as a substitute"), _join, answers=(PartyJoined,)
    ),
    _party("party leave", _("leave the party where you have signed up"), _leave),
    _party("party show [PARTY]", _("its tables and the standings"), _show, answers=(PartyShown,)),
    _party(
        "party tables [PARTY]",
        _("all its tables now: points, turn, time"),
        _tables,
        item=TableNow,
        answers=(PartyNow,),
    ),
    _party(
        "party watch PARTY", _("read its news; repeat to stop"), _watch, answers=(PartyJoined,)
    ),
    _party("party start", _("begin it (owner)"), _start),
    _party("party bot [KIND] [NUMBER]", _("let bots sign up (owner)"), _bot),
    _party("party pause", _("pause all games (owner)"), _pause),
    _party("party continue", _("let all games go on (owner)"), _continue),
    _party("party next [now]", _("end the round, or begin the next (owner)"), _next),
    _party(
        "party drop MEMBER",
        _("take one out; repeat to let them in again (owner)"),
        _drop,
        answers=(Done, TextRow),
    ),
    _party("party owner MEMBER", _("make somebody else the owner"), _hand),
    _party("party end", _("end it now (owner)"), _end),
    operator_command("party list [PAGE]", "all parties", _list, item=PartyRow),
    operator_act("party cancel PARTY", "end somebody's party", _cancel),
)
