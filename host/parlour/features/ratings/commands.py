"""Commands about ratings: one player's, and the best of a game."""

from __future__ import annotations

from functools import partial
from typing import Final

from parlour.accounts.people import People
from parlour.api import AnyGame
from parlour.commands.about import find_game
from parlour.commands.beginning import read
from parlour.commands.call import Call, Command, Reply
from parlour.core.persistence import SavedPlayer
from parlour.core.refusals import CommandError
from parlour.core.sessions import Player
from parlour.engine.options import PLAYERS
from parlour.features.ratings.arithmetic import PROGRAMS, bot_rating, ladder_of
from parlour.features.ratings.messages import GUESS, RatingRow, TopRow
from parlour.features.ratings.state import Ladders
from parlour.language import _, joined
from parlour.wire.codes import Code
from parlour.wire.messages import Count
from parlour.wire.text import clean

TOP_ROWS: Final = 20
"""Accounts that `top` lists: a screenful."""


def _rating(call: Call) -> Reply:
    account = _account(call)
    ladders = call.state(Ladders)
    rows = [
        RatingRow(
            ladder=ladder,
            rating=rating.points,
            games=rating.games,
            place=ladders.place(ladder, rating),
            of=ladders.size(ladder),
            sure=rating.sure,
        )
        for ladder, rating in ladders.all_of(account.number)
    ]
    none = _("{name} has not played a rated game.", name=account.name)
    also = "" if all(row.sure for row in rows) else GUESS
    return Reply(Count(count=len(rows), none=none, also=also), rows)


def _account(call: Call) -> Player | SavedPlayer:
    word = clean(call.request.rest.strip())
    found = call.people.register.named(call.people.register.key(word)) if word else call.me
    if found is None:
        game = call.tables.games.get(word.lower())
        text = _(
            "There is no account {word}. <<To see whom the ratings list: top {game}>>",
            word=word[:20],
            game="GAME" if game is None else game.id,
        )
        raise CommandError(Code.USAGE, text)
    if not found.guest:
        return found
    if found is call.me:
        text = _("Only accounts have ratings. <<To make your name an account: register PASSWORD>>")
    else:
        text = _("{name} is a guest, and only accounts have ratings.", name=found.name)
    raise CommandError(Code.UNAVAILABLE, text)


def _top(call: Call) -> Reply:
    words = call.words
    game = find_game(call, *words[:1])
    chosen = [word for word in words[1:] if word.lower() != PROGRAMS]
    options = read(call.context, game, chosen)
    programs = len(chosen) < len(words) - 1
    ladder = ladder_of(game, options, int(options[PLAYERS]), programs=programs)
    ladders = call.state(Ladders)
    rows = [*_accounts(call.people, ladders, ladder), *_bots(game)]
    rows.sort(key=lambda row: -row.rating)
    total = ladders.size(ladder)
    also = [] if all(row.sure for row in rows) else [GUESS]
    if total > TOP_ROWS:
        also.append(_("{total} accounts are rated in {ladder}.", total=total, ladder=ladder))
    none = _("Nobody has played a rated game of {ladder} yet.", ladder=ladder)
    return Reply(Count(count=len(rows), none=none, also=joined(also, "\n")), rows)


def _accounts(people: People, ladders: Ladders, ladder: str) -> list[TopRow]:
    rows: list[TopRow] = []
    for number, rating in ladders.top(ladder, TOP_ROWS):
        account = people.register.account(number)
        assert account is not None, "a rating goes with its account"
        row = TopRow(
            place=ladders.place(ladder, rating),
            name=account.name,
            bot=False,
            rating=rating.points,
            games=rating.games,
            sure=rating.sure,
        )
        rows.append(row)
    return rows


def _bots(game: AnyGame) -> list[TopRow]:
    ratings = {bot.kind: bot_rating(bot.kind) for bot in game.bots}
    return [
        TopRow(place=None, name=kind, bot=True, rating=each.points, games=None, sure=each.sure)
        for kind, each in ratings.items()
    ]


_past = partial(Command, where="lobby", topic="past", outside=True)
COMMANDS: Final = (
    _past(
        "rating [PLAYER]",
        _("how strong somebody plays, by their results"),
        _rating,
        item=RatingRow,
        in_play=False,
    ),
    _past(
        "top GAME [OPTION=VALUE ...]",
        _("the best players of a game"),
        _top,
        item=TopRow,
        also=("ladder", "leaderboard"),
    ),
)
