"""Call on people: ask them to a table, or to make their move. The words of private tables.

Links to the page of the host: to a table, or to go on where one is on another device.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from parlour.accounts import quotas
from parlour.api import Seat
from parlour.commands.admission import in_link
from parlour.commands.call import Call, Command, Reply, says
from parlour.commands.naming import find_chair, here, seated
from parlour.commands.talk import listener
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player
from parlour.engine.table import Table
from parlour.language import Form, _
from parlour.wire.codes import Code
from parlour.wire.messages import Invitation, Notice, TextRow, WayBack

AGAIN_S: Final = 60
"""Seconds after which somebody may be nudged again in a turn that no clock ends."""
BELL: Final = b"\a"
"""What lets a terminal ring."""
SYLLABLES: Final = 5
_CONSONANTS: Final = "bdfgklmnprstvzhj"
_VOWELS: Final = "aeiou"
"""80 syllables, and five of them make 3,000 million words that can be read out over a telephone.
Even at the pace that computers nearby may type, 500 lines a second, trying half of them takes a
month."""


def new_word(entropy: Callable[[int], bytes]) -> str:
    """Return a word for a private table, such as `kodimarelu`."""
    made = entropy(2 * SYLLABLES)
    return "".join(
        _CONSONANTS[made[at] % len(_CONSONANTS)] + _VOWELS[made[at + 1] % len(_VOWELS)]
        for at in range(0, len(made), 2)
    )


def way_in(table: Table) -> str:
    """Return what others type to sit down at *table*."""
    if not table.word:
        return _("join {number}", number=table.number)
    return _("join {number} {word}", number=table.number, word=table.word)


def _invite(call: Call) -> Reply:
    player, words = call.me, call.words
    if not words:  # watchers may ask too: a screen for the whole room shows how to come in
        return Reply(_invitation(call, here(player)[0].table))
    room, _rest = seated(player)
    table = room.table
    other = listener(call, words[0])
    if other.room is room:
        raise CommandError(Code.USAGE, _("{name} sits at this table.", name=other.name))
    quotas.check_hail(call.out, player)
    if player.name not in other.ignored:
        what = _(
            "{name} invites you to {title}. <<To sit down: {way_in}>>",
            name=player.name,
            title=table.game.title,
            way_in=way_in(table),
        )
        word = table.word or None
        call.out.tell(other, Notice(kind="invited", table=table.number, word=word, what=what))
    return says(_("You invited {name} to table {number}.", name=other.name, number=table.number))


def _invitation(call: Call, table: Table) -> Invitation:
    """Return how others come to *table*: what they type, the links to the page, a QR code."""
    number, word, site = table.number, table.word or None, call.context.site
    typed = _(
        "<<To sit down here: {way_in} - To ask somebody: invite NAME>>", way_in=way_in(table)
    )
    if site is None:
        return Invitation(table=number, word=word, say=lambda form: (typed,))
    place = f"t{number}" if word is None else f"t{number}.{word}"
    links = site.links(in_link(call.context, place))
    picture, drawn = pictured(links[0])

    def say(form: Form) -> Sequence[str]:
        opened = (_("On a phone or in a browser, open:"), *links)
        return opened if form.taps else (typed, *opened, *drawn(form))

    return Invitation(table=number, word=word, links=links, qr=picture, say=say)


def pictured(link: str) -> tuple[str | None, Callable[[Form], Sequence[str]]]:
    """Return *link* as a QR code: a picture, and lines for a terminal.

    Nothing if it leads here from this computer only.
    """
    from parlour.web import qr  # takes 0.1 s, and only a host with a page needs it

    if not qr.is_for_phones(link):
        return None, lambda form: ()

    def drawn(form: Form) -> Sequence[str]:
        return (qr.half_blocks if form.accents else qr.plain_signs)(link, form.width)

    return qr.picture(link), drawn


def _phone(call: Call) -> Reply:
    """Say how to go on where one is, on another device.

    The link holds the token, after the # that no browser sends to anybody.
    """
    site = call.context.site
    if site is None:
        raise CommandError(Code.UNAVAILABLE, _("This host has no page for a browser."))
    links = site.links(f"as.{call.me.token}")
    picture, drawn = pictured(links[0])

    def say(form: Form) -> Sequence[str]:
        secret = _("To go on there as you, open this link. Show it to nobody.")
        return (secret, *links) if form.taps else (secret, *links, *drawn(form))

    return Reply(WayBack(links=links, qr=picture, say=say))


def _nudge(call: Call) -> Reply:
    """Remind a player for whom the game waits. Whom it waits for, and until when, all know."""
    player, words = call.me, call.words
    room, _rest = seated(player)
    table = room.table
    if not table.playing:
        raise CommandError(Code.NOT_STARTED, _("No game is in progress here."))
    if not words and call.session.natural:
        words = _awaited(table, room.seated, player)
    seat = find_chair(table, *words[:1])
    chair, asked = table.chairs[seat], table.last_match.prompts.get(seat)
    if chair.bot is not None or room.seated.get(seat) is player:
        raise CommandError(Code.USAGE, _("Nudge another person at the table."))
    if table.state != "playing" or asked is None or not asked.prompt.urgent:
        text = _("The game isn't waiting for {name}.", name=chair.name)
        raise CommandError(Code.UNAVAILABLE, text)
    other = listener(call, chair.name)
    due, (before, at) = asked.prompt.due, room.nudged.get(seat, (-1, 0.0))
    if before == due and (due is not None or call.out.now - at < AGAIN_S):
        text = _("Somebody has nudged {name} in this turn. Give them time.", name=other.name)
        raise CommandError(Code.TOO_MANY, text)
    quotas.check_hail(call.out, player)
    room.nudged[seat] = due, call.out.now
    if player.name not in other.ignored:
        what = _("{name} reminds you: it is your turn.", name=player.name)
        call.out.tell(other, Notice(kind="nudged", table=table.number, what=what))
        if other.session is not None and not other.session.program:
            call.out.write(other.session, BELL)
    return says(_("You nudged {name}.", name=other.name))


def _awaited(table: Table, seated: Mapping[Seat, Player], asker: Player) -> list[str]:
    """Return the name of the only other person for whom the game waits; nothing if that is not
    one.
    """
    names = [
        seated[seat].name
        for seat, asked in table.last_match.prompts.items()
        if asked.prompt.urgent and seat in seated and seated[seat] is not asker
    ]
    return names if len(names) == 1 else []


COMMANDS: Final = (
    Command(
        "invite [PLAYER]",
        _("ask somebody to your table; alone: how others get there"),
        _invite,
        where="table",
        topic="table",
        answers=(Invitation, TextRow),
    ),
    Command(
        "phone",
        _("go on on a phone or in a browser: a link and a QR code"),
        _phone,
        where="lobby",
        topic="start",
        answers=(WayBack,),
    ),
    Command(
        "nudge [PLAYER]",
        _("remind somebody that it is their turn"),
        _nudge,
        where="seat",
        topic="talk",
        answers=(TextRow,),
    ),
)
