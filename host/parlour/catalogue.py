"""What a host can do: its features, and all commands."""

from __future__ import annotations

from typing import Final

from parlour.commands import (
    about,
    accounts,
    around,
    beginning,
    invitations,
    joining,
    looking,
    paging,
    people,
    proposals,
    tables,
    talk,
)
from parlour.commands.call import OPERATOR, TOPICS
from parlour.commands.feature import Feature
from parlour.features import (
    daily,
    entry,
    friends,
    history,
    keys,
    moderation,
    operator,
    parties,
    ratings,
    reminders,
    reports,
    stats,
)

FEATURES: Final[tuple[Feature, ...]] = tuple(
    each.FEATURE
    for each in (
        *(history, stats, daily, ratings, friends, reports, reminders, keys),
        *(operator, entry, parties, moderation),
    )
)
"""In the order of lists. When something has happened, they hear of it in this order."""

_FAMILIES: Final = (
    *(about, accounts, looking, proposals, around, tables, joining),
    *(beginning, invitations, paging, people, talk),
)
_DECLARED: Final = (
    *(command for family in _FAMILIES for command in family.COMMANDS),
    *(command for feature in FEATURES for command in feature.commands),
)
COMMANDS: Final = tuple(sorted(_DECLARED, key=lambda command: TOPICS.index(command.topic)))
"""By topic; within one in the order of the modules above, then as declared there."""
BY_VERB: Final = {command.verb: command for command in COMMANDS}
HOST_VERBS: Final = frozenset(
    verb for verb, row in BY_VERB.items() if row.where != OPERATOR and not row.yields
)
"""Verbs no game may register."""
TAKEN_VERBS: Final = frozenset(
    word for verb, row in BY_VERB.items() for word in (*verb.split(), *row.also)
)
"""Words that no command of a plugin may have."""
