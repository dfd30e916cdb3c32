"""Parts of card and table games: small values without luck or clock of their own.

    from parlour.parts import STANDARD, Hands, deal, redeal

A part shows nothing by itself. Its `repr` has only what everybody may know, and what a viewer sees
of it is what your `Views.look` asks for. docs/how-to/parts.md has examples of all.
"""

from parlour.parts.auction import Auction, highest
from parlour.parts.cards import CARD_TOPIC, RANK_NAMES, STANDARD, SUIT_NAMES, PlayingCards
from parlour.parts.choice import SecretChoice
from parlour.parts.english import who, whose
from parlour.parts.hands import Hands, Pile, deal
from parlour.parts.players import players
from parlour.parts.trick import Laid, Trick
from parlour.parts.turns import Turns
from parlour.parts.unknown import redeal, redistribute

__all__ = [
    "CARD_TOPIC",
    "RANK_NAMES",
    "STANDARD",
    "SUIT_NAMES",
    "Auction",
    "Hands",
    "Laid",
    "Pile",
    "PlayingCards",
    "SecretChoice",
    "Trick",
    "Turns",
    "deal",
    "highest",
    "players",
    "redeal",
    "redistribute",
    "who",
    "whose",
]
