"""What the operator may ask and do, over the admin socket.

Whatever he does stands in the audit trail, also what was refused, and in the log. What he
reads holds nothing that a game hides and nothing that people said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final, assert_never

import msgspec

from parlour.house.commands import op_people, op_tables
from parlour.house.commands import op_requests as op
from parlour.house.commands.call import Desk
from parlour.house.commands.op_tables import Declined
from parlour.house.effects import Asked, Effects, Report
from parlour.house.persistence import Act
from parlour.wire.encoding import Line
from parlour.wire.messages import Notice
from parlour.wire.text import clean

UPTIME: Final = "uptime_s"
"""The shell's figure for how long the host has been running."""

_decoder: Final[msgspec.json.Decoder[op.Request]] = msgspec.json.Decoder(op.Request)
_encoder: Final = msgspec.json.Encoder()


def answer(desk: Desk, asked: Asked) -> bytes:
    """The answer, as a JSON object."""
    try:
        request = _decoder.decode(asked.body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return _failed(f"The host does not understand that: {error}")
    try:
        return _encoder.encode(_answer(desk, request, asked.figures))
    except Declined as no:
        return _failed(str(no))
    except Exception as error:  # noqa: BLE001 - he waits for an answer, whatever happens
        desk.out.report(Report("error", f"the operator's {type(request).__name__} failed", error))
        return _failed("The host made a mistake; its log says where.")


def instead(effects: Effects, answered: bytes, hold: str) -> bytes:
    """What the operator reads in place of *answered* if *effects* could not be stored."""
    if any(isinstance(write, Act) for write in effects.writes):
        return _failed(f"That was not done: {hold}")
    return answered


def _failed(text: str) -> bytes:
    return _encoder.encode(op.Failed(error=text))


def _answer(desk: Desk, request: op.Request, figures: Mapping[str, float]) -> object:
    match request:
        case op.Status():
            return _status(desk, figures)
        case op.Tables():
            return op_tables.tables(
                desk,
            )
        case op.ShowTable(table=number):
            return op_tables.show(desk, number)
        case op.Players():
            return op_people.players(
                desk,
            )
        case _:
            return _act(desk, request)


def _status(desk: Desk, figures: Mapping[str, float]) -> op.StatusAnswer:
    players = desk.people.register.by_key.values()
    here = sum(player.session is not None for player in players)
    ends = desk.drain.ends
    return op.StatusAnswer(
        name=desk.name,
        version=desk.version,
        up_s=int(figures.get(UPTIME, 0)),
        tables=Counter(
            line.state
            for line in op_tables.tables(
                desk,
            ).tables
        ),
        here=here,
        away=len(players) - here,
        accounts=desk.people.register.accounts,
        games={game.id: game.version for game in desk.tables.games.values()},
        lexicons={name: lexicon.hash for name, lexicon in desk.tables.lexicons.items()},
        hold=desk.out.hold,
        stops_s=None if ends is None else round(desk.out.wall + ends - desk.out.now),
        figures={name: value for name, value in figures.items() if name != UPTIME},
    )


# --- acts -------------------------------------------------------------------------------


def _act(desk: Desk, act: op.Act) -> op.Done:
    """Do it, and write down that it was done or why not."""
    if desk.out.hold is not None:
        raise Declined(f"Not now: {desk.out.hold}")
    try:
        done = _do(desk, act)
    except Declined as no:
        _note(desk, act, f"refused: {no}")
        raise
    _note(desk, act, done)
    return op.Done(done=done)


def _note(desk: Desk, act: op.Act, outcome: str) -> None:
    what = " ".join(clean(op.act_line(act)).split())
    desk.out.write_down(Act(at_s=int(desk.out.wall), what=what, outcome=outcome))
    desk.out.report(Report("info", f"the operator: {what}: {outcome}"))


def _do(desk: Desk, act: op.Act) -> str:
    match act:
        case op.EndTable(table=number):
            return op_tables.end(desk, number)
        case op.ContinueTable(table=number):
            return op_tables.go_on(desk, number)
        case op.Ban(who=who, why=why):
            return op_people.bar(desk, "ban", who, why)
        case op.Mute(who=who, why=why):
            return op_people.bar(desk, "mute", who, why)
        case op.Unban(who=who):
            return op_people.unbar(desk, "ban", who)
        case op.Unmute(who=who):
            return op_people.unbar(desk, "mute", who)
        case op.Remove(name=name):
            return op_people.remove(desk, name)
        case op.Announce(text=text):
            return _announce(desk, text)
        case op.StartDrain(minutes=minutes):
            return desk.drain.begin(minutes)
        case op.StopDrain():
            if desk.drain.ends is None:
                raise Declined("The host is not going to stop; there is nothing to call off.")
            return desk.drain.call_off()
        case _:
            assert_never(act)


def _announce(desk: Desk, text: str) -> str:
    what = clean(text).strip()
    if not what:
        raise Declined("There is nothing to announce.")
    players = desk.tables.concerned()
    desk.out.tell_all(players, Line(Notice(kind="announce", what=f"The operator: {what}")))
    here = sum(player.session is not None for player in players)
    return f"Announced to {here} on the line."
