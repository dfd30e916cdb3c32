"""From bytes to turns: connections are answered one after the other, a few lines each (`fair`)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Final

from parlour.commands.arrival import tell_whether_waiting
from parlour.commands.dispatch import answer_line, broken, refuse_guilty
from parlour.commands.fair import TURN_WORK, WORK_S, Turns, words_of
from parlour.commands.reading import Browser, Greeting, Meaning, is_stateless, read
from parlour.core.effects import ConnId, Received
from parlour.core.intake import BUDGET, READ_AHEAD, WINDOW, Waiting
from parlour.core.output import Output
from parlour.core.sessions import Session
from parlour.language import _, form_of
from parlour.wire.codes import Code, Goodbye
from parlour.wire.encoding import MAX_HEIGHT, MAX_WIDTH, MIN_HEIGHT, MIN_WIDTH
from parlour.wire.lines import MARK_BITS, BadLine, pieces
from parlour.wire.messages import No
from parlour.wire.request import id_of

TURN_LINES: Final = 4
"""Lines of one connection in one turn."""
ROUND_WORK: Final = 32
"""Work in one round: some 3 ms, and one line more, until the network is read again and what has
been stored leaves."""
DEAR_S: Final = 0.002
"""A line costs one more of the flood budget for each time it took this long, whatever it was. That
is coarse, so the budget tells nobody about hidden things on which the work depends."""
STORED_FREE: Final = 3
"""Entries that a line may store at no extra cost to the flood budget: a move and what follows
from it, or a name."""
NOBODY: Final = ConnId(0)
"""No connection."""
ENDED_S: Final = 60.0
"""Seconds in which lines are still answered after their sender has closed their side: as many as
may wait take a third of that, from far away."""
TELNET_S: Final = 1.0
"""Seconds that a program has to say the size of its window once it was asked: one answer over a
slow network."""
_ALARM: Final = "window"


# --- lines in ------------------------------------------------------------------------


def received(turns: Turns, event: Received) -> None:
    """Answer the lines that can be answered at once, and let the rest wait."""
    out = turns.out
    session = turns.context.people.sessions.get(event.conn)
    if session is None or session.closing:
        return
    session.heard_at = now = out.now
    decoder = session.decoder
    marks: Sequence[int] = ()
    if not out.outlives:
        lines = decoder.feed(event.data)
    elif (data := event.data).find(b"\n") == len(data) - 1 and b"\r" not in data:
        lines = decoder.feed(data)
        session.fed += len(data)
        marks = (session.fed << MARK_BITS,)
    else:
        lines, marks = _marked(session, data)
    if decoder.telnet is not None:
        out.write(session, decoder.take_replies())
        if (size := decoder.take_size()) is not None:
            _fit(session, *size)
            if session.intake.hurdles & WINDOW:
                _go_on_telnet(turns, session)
    if not lines:
        if out.outlives:
            _deal_with_rest(out, session)
        return
    if decoder.unasked and _may_speak_telnet(turns, session, lines[0]):
        _await_size(turns, session)
    if out.waiting is not None:
        at = now if event.at is None else min(now, event.at - out.behind_s)
        _stand(turns, session, _waiting(lines, at, event.lag_ms, marks))
        return
    intake = session.intake
    if intake.lines is None and not intake.hurdles and len(lines) == 1:
        line = lines[0]  # as for most lines, nothing else is on this connection
        if not turns.crowded(session, line) and not session.bucket.take(now):
            session.lag_ms = event.lag_ms
            _answer(turns, session, line, marks[0] if marks else 0)
            return
    waiting = intake.add(_waiting(lines, now, event.lag_ms, marks))
    if intake.hurdles & BUDGET:
        _refuse_surplus(turns, session)
    elif not intake.queued and not intake.hurdles:
        if turns.crowded(session, waiting[0][0]):
            turns.put(session, lines[0])
        else:
            _take_turn(turns, session)
    settle(turns, session)


def _waiting(
    lines: Sequence[str | BadLine], at: float, lag_ms: int, marks: Sequence[int]
) -> list[Waiting]:
    if not marks:
        return [(line, at, lag_ms, 0) for line in lines]
    return [(line, at, lag_ms, mark) for line, mark in zip(lines, marks, strict=True)]


def _marked(session: Session, data: bytes) -> tuple[list[str | BadLine], Sequence[int]]:
    """Return the lines that *data* ends, and the mark of the end of each."""
    decoder = session.decoder
    found: list[str | BadLine] = []
    marks: list[int] = []
    for piece in pieces(data):
        session.fed += len(piece)
        lines = decoder.feed(piece)
        found += lines
        marks += [decoder.mark(session.fed)] * len(lines)
    return found, marks


def _deal_with_rest(out: Output, session: Session) -> None:
    """Data ended no line. It is dealt with, if nothing of it belongs to the next one."""
    if session.rests and session.decoder.between:
        out.ack(session, session.decoder.mark(session.fed))
    else:
        out.note(session)


def _fit(session: Session, columns: int, rows: int) -> None:
    """Write for the size of window that a telnet client sent; the last column stays free."""
    if session.program:
        return
    if columns:
        width = min(max(columns - 1, MIN_WIDTH), MAX_WIDTH)
        session.form = form_of(*session.form._replace(width=width))
    if rows:
        session.height = min(max(rows, MIN_HEIGHT), MAX_HEIGHT)


def _may_speak_telnet(turns: Turns, session: Session, line: str | BadLine) -> bool:
    """Check whether telnet may be said to the sender of *line*: no program, and no browser."""
    if session.program:
        return False
    return not isinstance(read(turns.context, session, line), Browser | Greeting)


def _await_size(turns: Turns, session: Session) -> None:
    """Ask for the size of the window. The line that has come is answered when we know it."""
    out = turns.out
    out.write(session, session.decoder.ask_size())
    session.intake.block(WINDOW)
    out.alarm(session, _ALARM, out.now + TELNET_S, partial(_go_on_telnet, turns, session))


def _go_on_telnet(turns: Turns, session: Session) -> None:
    """Answer what has waited: the size of the window is known, or never will be."""
    if (alarm := session.alarms.pop(_ALARM, None)) is not None:
        alarm.cancel()
    session.intake.clear(WINDOW)
    read_on(turns, session)


def _stand(turns: Turns, session: Session, lines: Sequence[Waiting]) -> None:
    """The house waits for its store: answer lines that need none, up to the first one that does.
    All others wait.
    """
    out, intake = turns.out, session.intake
    for line in lines:
        if session.closing:
            return
        said = read(turns.context, session, line[0])
        if _is_answered_now(turns, session, said):
            _answer(turns, session, line[0], line[3], said)
        else:
            intake.add((line,))
            intake.stalled = True
            if not intake.hurdles:
                turns.put(session, line[0])
    if intake.reading and len(intake.lines or ()) > READ_AHEAD:
        out.read_from(session, on=False)


def _is_answered_now(turns: Turns, session: Session, said: Meaning) -> bool:
    if session.intake.lines or session.intake.hurdles:
        return False
    if session.showing is not None or session.conn in turns.unanswered:
        return False
    if not is_stateless(session, said):
        return False
    return not session.bucket.take(turns.out.now + turns.out.waited_s)


def stand(turns: Turns, unanswered: Collection[ConnId]) -> None:
    """The house begins to wait for its store: answers to *unanswered* connections wait too."""
    turns.unanswered = unanswered
    tell_whether_waiting(turns.out, *_open(turns))


def go_on(turns: Turns) -> None:
    """The house waits no more: lines get their turn again, in the order in which they came."""
    out = turns.out
    turns.unanswered = ()
    sessions = _open(turns)
    tell_whether_waiting(out, *sessions)
    for session in sessions:
        session.bucket.pass_by(out.waited_s)
        if session.intake.ended:  # not before the answers that were held back have left
            out.alarm(session, "ended", out.now, partial(ended, turns, session))
        else:
            settle(turns, session)


def _open(turns: Turns) -> list[Session]:
    """All connections but the operator's, who can ask for the status."""
    sessions = turns.context.people.sessions.values()
    return [one for one in sessions if not (one.closing or one.operator)]


def hold(turns: Turns, session: Session) -> None:
    """Begin without a burst, on a connection from a place that has used up its bursts."""
    out = turns.out
    session.intake.held = True
    session.intake.block(BUDGET)
    limits = out.limits
    burst = limits.flood_burst * (limits.near_factor if session.near else 1)
    session.bucket.charge(burst, out.now)
    out.read_from(session, on=False)
    drain_later(turns, session, session.bucket.take(out.now))


def read_on(turns: Turns, session: Session) -> None:
    """Go on with the waiting lines: nothing blocks them any more, and they count from now on.

    They get their turn in the next round, since many budgets may be due at the same time.
    """
    if session.closing:
        return
    session.intake.clear(BUDGET)
    session.intake.since = turns.out.now
    settle(turns, session)


def drain_later(turns: Turns, session: Session, wait_s: float) -> None:
    """The flood budget of that connection allows the next line after *wait_s*."""
    out = turns.out
    due = out.now + wait_s
    out.alarm(session, "drain", due, partial(read_on, turns, session))


def serve(turns: Turns) -> None:
    """Run one round: turns for connections that wait, as far as the work allows."""
    turns.out.work = 0
    while turns and turns.out.work < ROUND_WORK:
        session = turns.pop()
        try:
            _take_turn(turns, session)
            settle(turns, session)
        except Exception as error:  # noqa: BLE001 - the boundary between lines
            broken(turns.context, session.conn, "a turn", error)
        turns.out.bind()


# --- one connection --------------------------------------------------------------------


def _take_turn(turns: Turns, session: Session) -> None:
    """Answer the next few lines."""
    out, intake = turns.out, session.intake
    now, until = out.now, out.work + TURN_WORK
    for _rest in range(TURN_LINES):
        if not intake.lines or intake.hurdles or out.work >= until:
            break
        if wait_s := session.bucket.take(now):
            intake.block(BUDGET)
            drain_later(turns, session, wait_s)
            _refuse_surplus(turns, session)
            break
        line, at, session.lag_ms, mark = intake.lines.popleft()
        out.now = min(now, max(at, intake.since))
        try:
            _answer(turns, session, line, mark)
        finally:
            out.now = now


def _answer(
    turns: Turns,
    session: Session,
    line: str | BadLine,
    mark: int,
    said: Meaning | None = None,
) -> None:
    """Answer a line, and say so to those who can go on from there.

    *mark*: that of its end, or 0. *said*: what it means, if it was read.
    """
    if not mark:
        _work(turns, session, line, said)
        return
    out = turns.out
    session.owed = mark
    out.begins(session.conn, mark >> MARK_BITS)
    try:
        if turns.guilty and (session.conn, mark >> MARK_BITS) in turns.guilty:
            refuse_guilty(turns.context, session, line)
        else:
            _work(turns, session, line, said)
    finally:
        out.begins(NOBODY, 0)
    if session.conn not in turns.context.pending_replies:
        out.ack(session, mark)


def _work(turns: Turns, session: Session, line: str | BadLine, said: Meaning | None) -> None:
    """Answer a line, and charge what it costs beyond an ordinary one."""
    out = turns.out
    work, answers, begun_s = out.work, out.answers, out.spent_s()
    words = words_of(line)
    answer_line(turns.context, session, said or read(turns.context, session, line))
    took_s = out.spent_s() - begun_s
    cost = words + out.answers - answers
    cost += max(0, out.work - work - (out.answers - answers) - STORED_FREE)
    out.work = max(out.work + 1 + words, work + int(took_s / WORK_S))
    turns.charge(session, out.work - work)
    if cost := max(cost, int(took_s / DEAR_S)):
        session.bucket.charge(cost, out.now)


def ended(turns: Turns, session: Session) -> None:
    """The peer has closed their side: answer the lines that have come, for a while at most."""
    out = turns.out
    if session.closing:
        return
    session.intake.ended = True
    out.alarm(session, "ended", out.now + ENDED_S, partial(turns.finished, session))
    settle(turns, session)


def settle(turns: Turns, session: Session) -> None:
    """Queue the connection for its next turn, and read from it or stop reading.

    If nothing more will come and all is answered, it is finished.
    """
    intake = session.intake
    match intake.settle():
        case "closed":
            return
        case "queued":
            assert intake.lines, "one is next"
            turns.put(session, intake.lines[0][0])
        case "finished" if session.showing is None and not _is_kept_back(turns, session):
            turns.finished(session)
            return
        case _:
            pass
    if intake.reading != (wants := intake.wants_reading):
        turns.out.read_from(session, on=wants)


def _is_kept_back(turns: Turns, session: Session) -> bool:
    """Is an answer kept back there, while the house waits for its store?"""
    return turns.out.waiting is not None and session.conn in turns.unanswered


def _refuse_surplus(turns: Turns, session: Session) -> None:
    """Handle a used-up budget: some lines may wait for it, further ones are refused, and too many
    refusals close the connection.
    """
    intake = session.intake
    if not intake.refuses:
        return
    limits, waiting = turns.out.limits, intake.lines
    assert waiting is not None, "it has lines"
    surplus = len(waiting) - limits.flood_waiting
    refused = [waiting.pop() for _n in range(surplus)]
    per_s = limits.flood_per_s * (limits.near_factor if session.near else 1)
    for line, *_rest in reversed(refused):
        intake.refused += 1
        if intake.refused > limits.flood_refusals:
            turns.context.people.bursts.use_up(session, turns.out.now)
            turns.out.trouble("cut off: too many lines at once", session)
            turns.out.close(
                session, Goodbye.TOO_FAST, _("Disconnected: far too many lines at once.")
            )
            return
        retry_ms = len(waiting) * 1000 // per_s + 1
        what = _(
            "Too fast: that line was ignored. Wait {seconds} s.", seconds=(retry_ms + 999) // 1000
        )
        no = No(code=Code.TOO_FAST, what=what, retry=True, retry_ms=retry_ms)
        id_ = line.id if isinstance(line, BadLine) else id_of(line)
        turns.out.refuse(session, id_ or "-", no)
