"""The cubes of Boggle, and a board drawn from them (rules page, 2.1; R-B-1, R-B-16)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Final, TypeAlias

import msgspec

from parlour_boggle.board import Board

Cube: TypeAlias = tuple[str, ...]
"""The six faces of a cube, in lower case; the face Qu is `qu`."""

_FACE: Final = re.compile("Qu|[A-Z]")


class DiceSet(msgspec.Struct, frozen=True):
    """The cubes of one edition, as many as its grid has cells."""

    name: str
    about: str
    cubes: tuple[Cube, ...]


def _cube(printed: str) -> Cube:
    """A cube, from its faces as they are printed."""
    return tuple(face.lower() for face in _FACE.findall(printed))


_PRINTED: Final = (
    (
        "1976",
        "4 x 4, cubes of 1976 to 1986",
        "AACIOT ABILTY ABJMOQu ACDEMP ACELRS ADENVZ AHMORS BFIORX "
        "DENOSW DKNOTU EEFHIY EGINTV EGKLUY EHINPS ELPSTU GILRUW",
    ),
    (
        "1987",
        "4 x 4, cubes of 1987 to about 2008",
        "AAEEGN ABBJOO ACHOPS AFFKPS AOOTTW CIMOTU DEILRX DELRVY "
        "DISTTY EEGHNW EEINSU EHRTVW EIOSST ELRTTY HIMNUQu HLNNRZ",
    ),
    (
        "fr",
        "4 x 4, French cubes, with a Q alone",
        "ETUKNO EVGTIN DECAMP IELRUW EHIFSE RECALS ENTDOS OFXRIA "
        "NAVEDZ EIOATA GLENYU BMAQJO TLIBRA SPULTE AIMSOR ENHRIS",
    ),
    (
        "5x5",
        "5 x 5, words of four letters or more",
        "AAAFRS AAEEEE AAFIRS ADENNN AEEEEM AEEGMU AEGMNN AFIRSY BJKQuXZ "
        "CCENST CEIILT CEILPT CEIPST DDHNOT DHHLOR DHLNOR DHLNOR EIIITT "
        "EMOTTT ENSSSU FIPRSY GORRVW IPRRRY NOOTUW OOOTTU",
    ),
    (
        "5x5_later",
        "5 x 5, a later edition",
        "AAAFRS AAEEEE AAFIRS ADENNN AEEEEM AEEGMU AEGMNN AFIRSY BJKQuXZ "
        "CCNSTW CEIILT CEILPT CEIPST DDLNOR DHHLOR DHHNOT DHLNOR EIIITT "
        "EMOTTT ENSSSU FIPRSY GORRVW HIPRRY NOOTUW OOOTTU",
    ),
)

DICE: Final[Mapping[str, DiceSet]] = {
    name: DiceSet(name, about, tuple(map(_cube, printed.split())))
    for name, about, printed in _PRINTED
}
"""Every set by its name, the default one first."""

CHALLENGE_CUBE: Final = _cube("IKLMQuU")
"""The extra cube of the challenge game (O-B-8)."""


def draw(dice: DiceSet, rng: Random, *, challenge: bool = False) -> Board:
    """Shake the cubes: each falls into one cell, one face up, all ways equally likely (O-B-1).

    With *challenge*, one cube taken at random is replaced before the shake (R-B-16); the
    board knows where the challenge cube lies, and not what it replaced (O-B-8).
    """
    cubes = list(dice.cubes)
    order = list(range(len(cubes)))
    extra = None
    if challenge:
        extra = rng.randrange(len(cubes))
        cubes[extra] = CHALLENGE_CUBE
    rng.shuffle(order)
    faces = tuple(rng.choice(cubes[number]) for number in order)
    return Board(faces, None if extra is None else order.index(extra))
