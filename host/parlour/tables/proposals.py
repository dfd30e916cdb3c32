"""Proposals in words: what is proposed, who is asked, and what has become of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeAlias

from parlour.engine import table_events as h
from parlour.engine.options import WATCH
from parlour.engine.table import Table
from parlour.language import Sentence, _, joined
from parlour.wire import messages as m

Part: TypeAlias = Literal["", "author", "asked", "player"]
"""Who somebody is for a new proposal: its author, somebody who is asked, or neither.

For the end of a game: whether they have a seat."""
_ASKS: Final[Mapping[str, Sentence]] = {
    "abort": _("to end the game without a result"),
    "adjourn": _("to part now and continue another day"),
    "pause": _("to pause the game"),
    "resume": _("to resume the game"),
    "takeback": _("to take back the last move of {name}"),
}
_WITHOUT: Final[Mapping[str, Sentence]] = {
    "remove": _("to continue without {whom}"),
    "replace": _("to let a bot ({bot}) play for {whom}"),
}
"""Proposals about a silent player, in words."""


def proposal_notice(table: Table, news: h.ProposalChanged, part: Part) -> m.Notice:
    """Return what a reader learns of a proposal.

    *part*: who they are for a new one.
    """
    number = news.number
    if news.person is not None:
        ask = _("to let {person} take the seat of {whom}", person=news.person, whom=news.whom)
    elif news.whom is not None:
        ask = _WITHOUT[news.what].filled(whom=news.whom, bot=news.bot)
    else:
        ask = _ASKS[news.what].filled(name=news.name)
    if news.kind == "proposed":
        text = joined(_proposed(table, news, ask, part), "\n")
    elif news.kind == "accepted":
        text = _("{name} agrees.", name=news.name)
    elif news.kind == "agreed":
        text = (
            _("Nobody objected, so it is agreed {ask}.", ask=ask)
            if news.tacit
            else _("Everyone agreed {ask}.", ask=ask)
        )
    elif news.kind == "declined" and news.name == news.whom:
        text = _(
            "{name} is here: proposal {number} ({what}) is off.",
            name=news.name,
            number=number,
            what=news.what,
        )
    elif news.kind == "declined":
        text = _(
            "{name} declines proposal {number} ({what}).",
            name=news.name,
            number=number,
            what=news.what,
        )
    else:
        text = _(
            "Proposal {number} ({what}) got no answer in time and has lapsed.",
            number=number,
            what=news.what,
        )
    yours = part if part == "author" or part == "asked" else None
    return m.Notice(kind=news.kind, table=table.number, number=number, what=text, part=yours)


def _gone_since(table: Table, *but: str | None) -> list[str]:
    """Return who has played in this game and is not here, without those in *but*.

    They know what their seat knew, and may come back under another name.
    """
    here = {chair.name for chair in table.chairs.values() if not chair.away}
    return [name for name in table.names.values() if name not in here and name not in but]


def _proposed(table: Table, news: h.ProposalChanged, ask: str, part: str) -> Iterator[str]:
    """What is proposed. Only those who are asked read how to answer."""
    answer = _("<< /accept {number} or /decline {number}>>", number=news.number)
    if news.person is not None:
        text = _(
            "{person} asks for the seat of {whom}, who is disconnected.",
            person=news.person,
            whom=news.whom,
        )
        asks = _("Is it the same person, or may they play on?{answer}", answer=answer)
        yield joined((text, asks if part == "asked" else ""))
        gone = _gone_since(table, news.person, news.whom)
        if gone:
            names = m.join_names(gone)
            yield _("Make sure that it is nobody else who is gone: {names}", names=names)
        return
    if part == "asked":
        yield _("{name} proposes {ask}<<:{answer}|.>>", name=news.name, ask=ask, answer=answer)
    elif part == "author":
        yield _("You propose {ask}.", ask=ask)
        if news.asked:
            names = m.join_names([table.name(seat) for seat in sorted(news.asked)])
            yield _(
                "It waits for {names}. <<To take it back: /decline {number}>>",
                names=names,
                number=news.number,
            )
    else:
        yield _("{name} proposes {ask}.", name=news.name, ask=ask)
    if news.what == "abort":
        closed = table.word or table.options.get(WATCH) is False
        yield (
            _("Its replay then shows its players what was hidden.")
            if closed
            else _("Its replay then shows everybody what was hidden.")
        )
    if news.whom is not None:
        yield _(
            "{whom}: to keep your seat, <<type /decline {number}|decline>> within {seconds} s.",
            whom=news.whom,
            number=news.number,
            seconds=news.seconds,
        )
