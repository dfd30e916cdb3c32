"""Reports of players to the operator, and what the operator does with them: read them, warn."""

from __future__ import annotations

from math import ceil
from typing import Final

from parlour.accounts.throttle import place_of
from parlour.api.arguments import whole_number
from parlour.commands.call import Call, Command, Context, Reply, paged, says
from parlour.commands.trail import check_length, operator_act, operator_command
from parlour.core.effects import Report
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player
from parlour.features.reports.messages import ReportRow
from parlour.features.reports.state import SHELF, Reports, SavedReport
from parlour.language import FORM, _
from parlour.tables.happened import Counting
from parlour.wire.codes import Code
from parlour.wire.encoding import EncodedEvent
from parlour.wire.messages import FeatureNotice, TextRow
from parlour.wire.names import check_name
from parlour.wire.text import clean

PAGE: Final = 100
"""Reports on a page."""


# --- a player reports another one ---------------------------------------------------------


def _report(call: Call) -> Reply:
    """Take a report. The answer is the same for every name, whether anybody has it or not."""
    player, people, out = call.me, call.people, call.out
    word, _rest, rest = call.request.rest.strip().partition(" ")
    why = check_length(clean(rest).strip())
    if not why:
        raise CommandError(Code.USAGE, _("Report whom, and why? <<{usage}>>", usage=call.usage))
    about = check_name(clean(word.rstrip(":")))
    _check_room(call, player)
    table = player.room.table.number if player.room is not None else 0
    report = call.state(Reports).add(
        int(out.wall), player.name, player.number, about.shown, why, table
    )
    out.write_down(SHELF.kept(report))
    row = _row(report)
    told = FeatureNotice(kind="reported", number=report.number, what=" ".join(row.lines(FORM)))
    people.tell_operators(EncodedEvent(told))
    out.report(Report("info", "a player has reported another", fields={"report": report.number}))
    text = _("Your report about {shown} is stored. Only the operator reads it.", shown=about.shown)
    return says(text)


def _check_room(call: Call, player: Player) -> None:
    """Raise CommandError if *player*, or their place, or everybody, has reported enough."""
    reports, out = call.state(Reports), call.out
    most = out.limits.reports_per_player
    if reports.open_of(player.number) >= most:
        text = _("{most} of your reports wait for the operator, which is the limit.", most=most)
        raise CommandError(Code.TOO_MANY, text)
    if wait_s := reports.tries.take(place_of(call.session), out.now):
        text = _(
            "Many reports came from your address. Try again in {seconds} s.", seconds=ceil(wait_s)
        )
        raise CommandError(Code.TOO_MANY, text, retry_ms=ceil(wait_s * 1000))
    try:
        gone = reports.make_room()
    except ValueError:
        text = _("The operator has too many reports to read. Try again later.")
        raise CommandError(Code.TOO_MANY, text) from None
    if gone is not None:
        out.write_down(SHELF.dropped(gone.number))


# --- what the operator does ---------------------------------------------------------------


def _list(call: Call) -> Reply:
    return paged(call, list(call.state(Reports)), PAGE, _("There are no reports."), _row)


def _row(report: SavedReport) -> ReportRow:
    return ReportRow(
        number=report.number,
        at_s=report.at_s,
        name=report.name,
        about=report.about,
        why=report.why,
        table=report.table or None,
        done_s=report.done_s or None,
    )


def _done(call: Call) -> str:
    word = call.request.rest.strip().lower()
    number = whole_number(word)
    if number is None and word != "all":
        raise CommandError(Code.USAGE, _("Which report? {usage}", usage=call.usage))
    changed = call.state(Reports).done(() if number is None else (number,), int(call.out.wall))
    if not changed:
        text = _("There is no open report.")
        if number is not None:
            text = _("There is no open report {number}.", number=number)
        raise CommandError(Code.UNAVAILABLE, _("{text} To see them: parlour reports", text=text))
    for report in changed:
        call.out.write_down(SHELF.kept(report))
    return _.count("Done: 1 report.", "Done: {n} reports.", len(changed))


def _warn(call: Call) -> str:
    name, _rest, why = call.request.rest.strip().partition(" ")
    name, why = name.rstrip(":"), check_length(clean(why).strip())
    if not why:
        raise CommandError(Code.USAGE, _("Warn whom, and why? {usage}", usage=call.usage))
    player = call.people.find(name)
    if player is None:
        text = _(
            "{name} is not here. <<To see who is: parlour player list>>", name=clean(name)[:20]
        )
        raise CommandError(Code.UNAVAILABLE, text)
    what = _("The operator warns you: {why}", why=why)
    call.out.tell(player, FeatureNotice(kind="warned", what=what))
    if player.session is None:
        return _("{name} is disconnected, and reads it when they are back.", name=player.name)
    return _("{name} has been warned.", name=player.name)


def count(context: Context, status: Counting) -> None:
    """Say in the operator's `status` how many reports are open."""
    status.figures["reports"] = context.state(Reports).open


COMMANDS: Final = (
    Command(
        "report PLAYER TEXT",
        _("tell the operator about a player; nobody else reads it"),
        _report,
        where="lobby",
        topic="talk",
        answers=(TextRow,),
    ),
    operator_command(
        "reports [PAGE]",
        _("what players have reported, the open ones first"),
        _list,
        item=ReportRow,
    ),
    operator_act("reports done NUMBER|all", _("mark a report as done, or all"), _done),
    operator_act("player warn NAME: WHY", _("warn a player, who reads the reason"), _warn),
)
