"""What a host can do: its features, and all commands."""

from __future__ import annotations

from typing import Final

from parlour.commands import (
    about,
    accounts,
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
from parlour.commands.call import OPERATOR as BY_OPERATOR
from parlour.commands.call import TOPICS
from parlour.commands.feature import Feature
from parlour.features.friends import FEATURE as FRIENDS
from parlour.features.history import FEATURE as HISTORY
from parlour.features.moderation import FEATURE as MODERATION
from parlour.features.operator import FEATURE as OPERATOR
from parlour.features.parties import FEATURE as PARTIES
from parlour.features.ratings import FEATURE as RATINGS
from parlour.features.reports import FEATURE as REPORTS

FEATURES: Final[tuple[Feature, ...]] = (
    HISTORY,
    RATINGS,
    FRIENDS,
    REPORTS,
    OPERATOR,
    PARTIES,
    MODERATION,
)
"""In the order of lists. When something has happened, they hear of it in this order."""

_DECLARED: Final = (
    *about.COMMANDS,
    *accounts.COMMANDS,
    *looking.COMMANDS,
    *proposals.COMMANDS,
    *tables.COMMANDS,
    *joining.COMMANDS,
    *beginning.COMMANDS,
    *invitations.COMMANDS,
    *paging.COMMANDS,
    *people.COMMANDS,
    *talk.COMMANDS,
    *(command for feature in FEATURES for command in feature.commands),
)
COMMANDS: Final = tuple(sorted(_DECLARED, key=lambda command: TOPICS.index(command.topic)))
"""By topic; within one in the order of the modules above, then as declared there."""
BY_VERB: Final = {command.verb: command for command in COMMANDS}
HOST_VERBS: Final = frozenset(
    verb for verb, row in BY_VERB.items() if row.where != BY_OPERATOR and not row.yields
)
"""Verbs no game may register."""
TAKEN_VERBS: Final = frozenset(
    word for verb, row in BY_VERB.items() for word in (*verb.split(), *row.also)
)
"""Words that no command of a plugin may have."""
