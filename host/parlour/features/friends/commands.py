"""Friends: two players with accounts who both want to hear when the other one comes."""

from __future__ import annotations

from functools import partial
from typing import Final, TypeAlias

from parlour.accounts import quotas
from parlour.commands.call import Call, Command, Reply, paged, says
from parlour.core.persistence import SavedPlayer
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player
from parlour.features.friends.messages import FriendRow
from parlour.features.friends.state import SHELF, Friend, Friends, asking, name_of
from parlour.language import _
from parlour.tables.happened import Talking
from parlour.tables.rooms import reaches
from parlour.wire.codes import Code
from parlour.wire.messages import FeatureNotice, TextRow
from parlour.wire.text import clean

Account: TypeAlias = Player | SavedPlayer
"""Somebody with an account, here or asleep."""

PAGE: Final = 50
"""Friends on a page."""


# --- make and end a friendship ------------------------------------------------------------


def _friend(call: Call) -> Reply:
    player, out = call.me, call.out
    friends, limits = call.state(Friends), out.limits
    other = _account(call)
    if other.number in friends.named_by(player.number):
        if other.number in friends.of(player.number):
            text = _("You and {name} are friends already.", name=other.name)
        else:
            text = _("You have asked {name} already. They have not answered.", name=other.name)
        raise CommandError(Code.USAGE, text)
    if len(friends.named_by(player.number)) >= limits.friends:
        text = _(
            "You have {most} friends, which is the limit. <<To end one: unfriend PLAYER>>",
            most=limits.friends,
        )
        raise CommandError(Code.TOO_MANY, text)
    answers = other.number in friends.asking(player.number)
    if not answers:
        call.tables.happened.tell(Talking(player, call.session))
        if len(friends.asking(other.number)) >= limits.friends:
            text = _(
                "Many players wait for an answer of {name}. Try again later.", name=other.name
            )
            raise CommandError(Code.TOO_MANY, text)
        quotas.check_hail(out, player)
    pair = Friend(player.number, other.number)
    friends.put(pair)
    out.write_down(SHELF.kept(pair))
    if answers:
        _tell(call, player, other, _("You and {name} are friends now.", name=player.name))
        return says(_("You and {name} are friends now.", name=other.name))
    ask = _("{name} asks to be your friend. <<To agree: friend {name}>>", name=player.name)
    _tell(call, player, other, ask)
    text = _(
        "You asked {other}. <<You are friends when they type: friend {name}>>",
        other=other.name,
        name=player.name,
    )
    return says(text)


def _account(call: Call) -> Account:
    """Return the account that the player names. Raises CommandError.

    The refusal is the same for a guest and for a name that nobody has.
    """
    player, words = call.me, call.words
    if player.guest:
        text = _("Friends need accounts. <<To make your name an account: register PASSWORD>>")
        raise CommandError(Code.UNAVAILABLE, text)
    if not words:
        text = _("Which player? <<{usage}>>", usage=call.usage)
        raise CommandError(Code.USAGE, text)
    word = clean(words[0])
    found = call.people.register.named(call.people.register.key(word))
    if found is None or found.guest:
        text = _("{name} has no account here, and friends need accounts.", name=word[:20])
        raise CommandError(Code.UNAVAILABLE, text)
    if found.number == player.number:
        text = _("That is you. Name another player.")
        raise CommandError(Code.USAGE, text)
    return found


def _tell(call: Call, player: Player, other: Account, what: str) -> None:
    """Tell *other*, unless they ignore *player*, or their game allows no talk to them now."""
    here = call.people.register.by_number.get(other.number)
    if here is not None and player.name not in here.ignored and reaches(here):
        call.out.tell(here, FeatureNotice(kind="friend", what=what))


def _unfriend(call: Call) -> Reply:
    """End a friendship, withdraw a request, or refuse one. The other one is not told."""
    player, friends, other = call.me, call.state(Friends), _account(call)
    ends = Friend(player.number, other.number), Friend(other.number, player.number)
    removed = [pair for pair in ends if friends.remove(pair)]
    if not removed:
        text = _("{name} is not your friend. <<To see who is: friends>>", name=other.name)
        raise CommandError(Code.UNAVAILABLE, text)
    for pair in removed:
        call.out.write_down(SHELF.dropped(pair.player, pair.other))
    text = _("{name} is not your friend any more.", name=other.name)
    return says(text)


# --- see them -----------------------------------------------------------------------------


def _list(call: Call) -> Reply:
    player, friends = call.me, call.state(Friends)
    agreed = friends.of(player.number)
    asked = [number for number in friends.named_by(player.number) if number not in agreed]
    none = _("You have no friends here yet. <<To ask somebody: friend PLAYER>>")
    rows = [*agreed, *asked, *asking(call.people, friends, player)]
    return paged(call, rows, PAGE, none, partial(_row, call))


def _row(call: Call, number: int) -> FriendRow:
    """Return what the player may know of a friend: what `who` tells, and nothing of others."""
    player, friends = call.me, call.state(Friends)
    name = name_of(call.people, number)
    if number not in friends.of(player.number):
        asked = number in friends.named_by(player.number)
        return FriendRow(name=name, state="asked" if asked else "asks", here=None, table=None)
    friend = call.people.register.by_number.get(number)
    here = friend is not None and friend.session is not None
    at = friend.room.table.number if friend is not None and friend.room is not None else None
    known = at is not None and call.tables.known(at, player) is not None
    return FriendRow(name=name, state="friend", here=here, table=at if known else None)


_talk = partial(Command, where="lobby", topic="talk", outside=True)
COMMANDS: Final = (
    _talk(
        "friend PLAYER", _("ask somebody to be your friend, or agree"), _friend, answers=(TextRow,)
    ),
    _talk("unfriend PLAYER", _("end that, or refuse"), _unfriend, answers=(TextRow,)),
    _talk(
        "friends [PAGE]",
        _("your friends, and where they are"),
        _list,
        item=FriendRow,
        also=("buddies",),
    ),
)
