"""Moves, and commands of a game in progress: look, scores, propose, accept, decline."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, NoReturn

import msgspec

from parlour.api import SPECTATOR, AnyGame, Prompt, Refused, Seat, Viewer
from parlour.engine import match as matches
from parlour.engine import record as r
from parlour.engine.calls import GameFault
from parlour.engine.folding import fold
from parlour.engine.table import Table, What
from parlour.house.commands import offers
from parlour.house.commands.call import (
    DONE,
    Call,
    Command,
    Desk,
    Reply,
    at_table,
    check_not_held,
    here,
    seat_at,
    whole_number,
)
from parlour.house.lifecycle import adjournment, silent
from parlour.house.refusals import CommandError
from parlour.house.sessions import SCENE, Player, Session
from parlour.house.tables.announce import points
from parlour.house.tables.clock import Standing
from parlour.house.tables.position import prompt_event
from parlour.house.tables.resync import ENOUGH, why_held
from parlour.house.tables.rooms import Room, seat_of
from parlour.language import Form, _, joined
from parlour.rendering import Span, plain, styled
from parlour.wire.codes import Code
from parlour.wire.encoding import fitted, join_lines
from parlour.wire.messages import (
    Answer,
    Looked,
    PromptEvent,
    Scored,
    show_value,
)
from parlour.wire.messages import Proposed as ProposedAnswer

_PROPOSALS: Final[Mapping[str, What]] = {
    "abort": "abort",
    "adjourn": "adjourn",
    "pause": "pause",
    "resume": "resume",
    "remove": "remove",
    "replace": "replace",
    "takeback": "takeback",
}
_ABOUT_PLAYERS: Final = frozenset({"remove", "replace"})
PROPOSE: Final = "propose abort|adjourn|pause|resume|takeback|remove PLAYER|replace PLAYER [BOT]"
_NAMED: Final = 2
"""Moves that a refusal names. More do not fit on its line."""


# --- moves --------------------------------------------------------------------------


def is_game_verb(game: AnyGame, verb: str) -> bool:
    """Return whether *verb* is a move of *game*."""
    return verb in [word.name for word in game.verbs]


def bare_verb(room: Room, seat: Seat) -> str | None:
    """Return the verb of which a line without a slash is a move now, or None."""
    prompt = open_prompt(room, seat)
    return prompt.bare if prompt is not None else None


def open_prompt(room: Room, seat: Seat) -> Prompt | None:
    """Return the open prompt of *seat*, or None. A stopped game has none."""
    match = room.table.match
    if match is None or room.table.state != "playing":
        return None
    opened = match.prompts.get(seat)
    return opened.prompt if opened is not None else None


def is_idle(player: Player | None) -> bool:
    """Return whether the player sits in a running game that asks nothing of them now."""
    sits = seat_of(player)
    if sits is None:
        return False
    room, seat = sits
    match = room.table.match
    return match is not None and room.table.playing and seat not in match.prompts


def asked_moves(player: Player | None) -> tuple[str, ...]:
    """Return the usages of the player's first open moves; none if they need no verb."""
    sits = seat_of(player)
    if sits is None:
        return ()
    room, seat = sits
    match = room.table.match
    prompt = match.prompts.get(seat) if match is not None else None
    if prompt is None or prompt.prompt.bare:
        return ()
    return tuple(dict.fromkeys(move.verb.usage for move in prompt.prompt.moves))[:_NAMED]


def move(call: Call, room: Room, seat: Seat, verb: str, rest: str) -> Reply:
    """Make a move. Raises CommandError, or the game's Refused, and then nothing has changed."""
    check_not_held(room)
    table = room.table
    if not table.playing or table.match is None:
        over = _("The game is over. To play again: rematch")
        text = over if table.match else _("The game has not begun. To begin: start")
        raise CommandError(Code.NOT_STARTED, text)
    if table.frozen:
        text = _("The game's program failed and the table is frozen. To end it: propose abort")
        raise CommandError(Code.GAME_FAULT, text)
    if table.paused:
        raise CommandError(Code.UNAVAILABLE, _("The game is paused. To continue: propose resume"))
    opened = table.match.prompts.get(seat)
    prompt = opened.prompt if opened is not None else None
    try:
        via, text_ui = table.via, table.game.text_ui
        reader = room.reader(seat, call.session.form)

        def read(words: str) -> msgspec.Raw:
            view = room.view(seat)
            parsed = via.refusable(text_ui.parse, verb, words, view, reader)
            return via.guarded(r.encode_move, parsed)

        def made(words: str) -> r.Moved:
            return r.Moved(at=room.at, seat=seat, move=read(words), lag=call.session.lag_ms)

        try:
            specs = offers.open_moves(prompt, verb, table.game.verbs)
            moved = via.together(text_ui.parse, made, rest)
            if not offers.is_offered(specs, rest, table.names, partial(_read, read)):
                raise offers.not_offered(specs, table.names)
        except CommandError as denied:
            _refuse_outside(table, partial(made, rest), denied)
        room.add(moved)
    except GameFault as fault:
        room.freeze(fault)
        raise CommandError(
            Code.GAME_FAULT, _("The game's program failed. Your move was not made.")
        ) from None
    return DONE


def _read(read: Callable[[str], msgspec.Raw], words: str) -> msgspec.Raw | None:
    """Return the move in *words*, or None if the game finds none."""
    try:
        return read(words)
    except (Refused, GameFault):
        return None


def _refuse_outside(table: Table, made: Callable[[], r.Moved], denied: CommandError) -> NoReturn:
    """Refuse a move that the prompt does not offer, in the game's words if it refuses too."""
    try:
        fold(table, made())
    except GameFault:
        raise denied from None
    raise denied


def check_prompt(room: Room, seat: Seat, number: int) -> None:
    """Raise CommandError unless *number* is the prompt that is open for *seat*."""
    match = room.table.match
    opened = match.prompts.get(seat) if match is not None else None
    if opened is None or opened.number != number:
        now = opened.number if opened is not None else None
        raise CommandError(
            Code.STALE, _("Prompt {number} is over. Nothing was done.", number=number), prompt=now
        )


def remind(desk: Desk, session: Session, player: Player) -> None:
    """Repeat the open prompt for a person who pressed Enter."""
    sits = seat_of(player)
    if sits is None:
        return
    room, seat = sits
    if room.table.match is None:
        return
    opened = room.table.match.prompts.get(seat)
    if opened is None:
        return
    lines: Sequence[str] = _stopped(room.table)
    if not lines:
        event = prompt_event(room.table, seat, opened.number, opened.prompt, room.at)
        try:
            lines = room.table.via.guarded(_said, event, session.form)
        except GameFault as fault:
            room.freeze(fault)
    desk.out.write(session, join_lines(lines, session.form.lang))


def _said(event: PromptEvent, form: Form) -> list[str]:
    return fitted(event.timed(form), form)


# --- looking ------------------------------------------------------------------------


def _look(call: Call) -> Reply:
    words = call.words
    room, viewer = at_table(call.me, words[0] if words else None)
    table, scenic = room.table, call.session.sight == SCENE
    if table.match is None or table.suspended is not None:
        answer: Answer = Looked(
            table=table.number,
            state=table.state,
            left_ms=None,
            scenic=scenic,
            say=lambda form: _seating(table, viewer),
        )
        return Reply(answer)
    eyes = viewer if viewer is SPECTATOR else room.eyes(viewer)
    left_ms, form = room.left_ms(), call.session.form
    try:
        view = room.view(eyes)
        seen, scene = table.via.guarded(room.scenes.of, table, eyes, view, form.lang, room.at)
        clock = _clock_lines(room, left_ms)
        lines = [*table.via.guarded(plain, scene, form.width), *clock]
        if not scenic:
            seen = msgspec.Raw(table.via.guarded(msgspec.json.encode, view))
    except GameFault as fault:
        room.freeze(fault)
        raise CommandError(
            Code.GAME_FAULT, _("The game's program failed. It can't be shown.")
        ) from None
    return Reply(
        Looked(
            table=table.number,
            state=table.state,
            view=None if scenic else seen,
            scene=seen if scenic else None,
            left_ms=left_ms,
            scenic=scenic,
            say=lambda form: lines,
            paint=lambda form: [*styled(scene, form.width), *([Span(line)] for line in clock)],
        )
    )


_CLOCK_STOPPED: Final[Mapping[Standing, str]] = {
    "restart": _("The clock is stopped until all players are back: the host was restarted."),
    "absent": _("The clock is stopped: it waits for a disconnected player."),
}


def _clock_lines(room: Room, left_ms: int | None) -> list[str]:
    lines = _stopped(room.table)
    if lines or left_ms is None:
        return lines
    left = _("Time left: {seconds} s", seconds=(left_ms + 999) // 1000)
    return [left] if room.standing is None else [left, _CLOCK_STOPPED[room.standing]]


def _stopped(table: Table) -> list[str]:
    """Return why the game is stopped and how to continue; nothing if it runs."""
    if table.state == "paused":
        return [_("The game is paused. To continue: propose resume")]
    if table.state == "frozen":
        return [
            _("The table is frozen: the game's program failed. To end it: propose abort"),
            _("Its host can have the game try again: continue {number}", number=table.number),
        ]
    return []


def _seating(table: Table, viewer: Viewer) -> list[str]:
    """Return lines about a table without a position, for *viewer*: why, and who sits there."""
    lines: list[str] = [
        _(
            "Table {number}: {title}. The game has not begun.",
            number=table.number,
            title=table.game.title,
        )
    ]
    if table.suspended is not None:
        assert viewer is not SPECTATOR, "nobody watches a suspended table"
        lines = [why_held(table, viewer)]
    for seat, chair in table.chairs.items():
        notes = [chair.bot and _("bot {bot}", bot=chair.bot), chair.away and _("disconnected")]
        notes += [table.host == seat and _("host"), chair.ready and _("ready")]
        told = joined([note for note in notes if isinstance(note, str)], ", ")
        lines.append(
            _(
                "  seat {seat}: {name}{what}",
                seat=seat,
                name=chair.name,
                what=_(" ({told})", told=told) if told else "",
            )
        )
    changed = {
        option.name: table.options[option.name]
        for option in table.game.options
        if table.options[option.name] != option.default
    }
    if changed:
        lines.append(f"  {' '.join(f'{name}={show_value(v)}' for name, v in changed.items())}")
    return lines


def _scores(call: Call) -> Reply:
    words = call.words
    room, _ = here(call.me, words[0] if words else None)
    table = room.table
    match = table.match
    scored = Scored(
        table=table.number,
        scores=points(table, match.scores) if match is not None else (),
        final=match is not None and match.ended is not None,
    )
    return Reply(scored)


# --- what takes everybody's consent -------------------------------------------------


def _propose(call: Call) -> Reply:
    desk = call.desk
    room, seat = seat_at(call.me)
    word, _rest, about = call.request.rest.strip().partition(" ")
    what = _PROPOSALS.get(word.lower())
    if what is None or (about and what not in _ABOUT_PLAYERS):
        text = _("Propose what? abort, adjourn, pause, resume, takeback, remove or replace")
        raise CommandError(Code.USAGE, text, usage=PROPOSE)
    table = room.table
    if not table.playing:
        raise CommandError(Code.NOT_STARTED, _("No game is in progress here."))
    if table.state == "adjourned":
        _check_adjourned(table, what)
    elif what != "abort":
        check_not_held(room)
    if what == "adjourn":
        _check_adjournable(call, room)
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
                "Somebody has proposed that: accept {number} or decline {number}", number=number
            )
            raise CommandError(Code.UNAVAILABLE, text)
    number = table.proposed + 1
    room.add(r.Proposed(at=room.at, seat=seat, what=what))
    if number in room.table.proposals:
        silent.await_answers(desk.tables, room, number)
    return Reply(ProposedAnswer(number=number))


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
    if room.party is not None:
        text = _("Party {party} waits for this game, so you can't adjourn it.", party=room.party)
        raise CommandError(Code.UNAVAILABLE, text)
    name = adjournment.too_many(call.tables, room)
    if name is not None:
        most = call.out.limits.adjourned_per_player
        text = _(
            "{name} has {most} adjourned games, which is the limit. To see yours: tables mine",
            name=name,
            most=most,
        )
        raise CommandError(Code.TOO_MANY, text)


def _propose_without(call: Call, room: Room, me: Seat, what: What, words: Sequence[str]) -> Reply:
    """Propose to continue without a player who says nothing, or with a bot in their place."""
    desk, table = call.desk, room.table
    if not words or len(words) > (2 if what == "replace" else 1):
        raise CommandError(
            Code.USAGE,
            _("{what} whom? {propose}", what=what.capitalize(), propose=PROPOSE),
            usage=PROPOSE,
        )
    seat = find_chair(table, words[0], PROPOSE)
    chair = table.chairs[seat]
    if seat == me or chair.bot is not None:
        text = (
            _("That is your own seat. To leave it: leave") if seat == me else _("That is a bot.")
        )
        raise CommandError(Code.USAGE, text, usage=PROPOSE)
    if table.frozen or seat not in table.last_match.seats:
        text = _("{name} isn't playing in a running game.", name=chair.name)
        raise CommandError(Code.UNAVAILABLE, text)
    kind = _bot_kind(table, words[1:]) if what == "replace" else None
    if any(proposal.target == seat for proposal in table.proposals.values()):
        raise CommandError(
            Code.UNAVAILABLE, _("There is already a proposal about {name}.", name=chair.name)
        )
    number = table.proposed + 1
    room.add(
        r.Proposed(
            at=room.at,
            seat=me,
            what=what,
            target=seat,
            bot=kind,
            seconds=desk.out.limits.proposal_s,
        )
    )
    silent.await_answers(desk.tables, room, number)
    return Reply(ProposedAnswer(number=number))


def _bot_kind(table: Table, words: Sequence[str]) -> str:
    """Return the kind of bot that *words* name, or the game's first. Raises CommandError."""
    if not table.game.bots:
        text = _(
            "{title} has no bots. To continue without a player: propose remove PLAYER",
            title=table.game.title,
        )
        raise CommandError(Code.UNAVAILABLE, text)
    return bot_kind(table.game, words, PROPOSE)


def bot_kind(game: AnyGame, words: Sequence[str], usage: str) -> str:
    """Return the kind of bot that *words* name, or the first of *game*. Raises CommandError."""
    if not words:
        return game.bots[0].kind
    word = words[0].lower()
    bot = game.bot_named(word)
    if bot is None:
        kinds = ", ".join([each.kind for each in game.bots])
        text = _("There is no bot {word}. You can choose: {kinds}", word=word[:20], kinds=kinds)
        raise CommandError(Code.USAGE, text, usage=usage)
    return bot.kind


def find_chair(table: Table, word: str, usage: str) -> Seat:
    """Return the taken seat that *word* names: a number, `seat3`, or a player's name.

    Raises CommandError.
    """
    digits = word.lower().removeprefix("seat")
    for seat, chair in table.chairs.items():
        if chair.name.lower() == word.lower() or digits == str(seat):
            return seat
    chairs = table.chairs.items()
    names = joined(
        [_("{name} (seat {seat})", name=chair.name, seat=seat) for seat, chair in chairs], ", "
    )
    raise CommandError(Code.USAGE, _("Who? At this table sit {names}.", names=names), usage=usage)


def _accept(call: Call) -> Reply:
    return _answer(call, accepts=True)


def _decline(call: Call) -> Reply:
    return _answer(call, accepts=False)


def _answer(call: Call, *, accepts: bool) -> Reply:
    room, seat = seat_at(call.me)
    proposals = room.table.proposals
    verb = "accept" if accepts else "decline"
    word = call.request.rest.strip()
    if not proposals:
        raise CommandError(Code.USAGE, _("Nothing is proposed here now."), usage=f"{verb} N")
    number = whole_number(word) if word or len(proposals) > 1 else next(iter(proposals))
    if number is None or number not in proposals:
        open_numbers = ", ".join(str(number) for number in proposals)
        raise CommandError(
            Code.USAGE,
            _("Which proposal? Open: {open_numbers}", open_numbers=open_numbers),
            usage=f"{verb} N",
        )
    if accepts and seat not in proposals[number].waiting:
        raise CommandError(
            Code.USAGE,
            _("Proposal {number} isn't waiting for your answer.", number=number),
        )
    room.add(r.Answered(at=room.at, seat=seat, number=number, accepts=accepts))
    silent.settle(call.tables, room, number)
    return DONE


COMMANDS: Final = (
    Command(
        "look",
        "look [TABLE]",
        _("see the position"),
        "table",
        "game",
        _look,
        answers=(Looked,),
        also=("board", "l"),
    ),
    Command(
        "scores",
        "scores [TABLE]",
        _("the scores"),
        "table",
        "game",
        _scores,
        answers=(Scored,),
        also=("score", "points"),
    ),
    Command(
        "propose",
        PROPOSE,
        _("ask the others to agree to something"),
        "seat",
        "consent",
        _propose,
        answers=(ProposedAnswer,),
    ),
    Command(
        "accept",
        "accept [N]",
        _("agree to a proposal"),
        "seat",
        "consent",
        _accept,
        also=("yes",),
    ),
    Command(
        "decline", "decline [N]", _("refuse a proposal"), "seat", "consent", _decline, also=("no",)
    ),
)
