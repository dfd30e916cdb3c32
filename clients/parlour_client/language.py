"""The client's own texts, and their translations.

The client reads the language that its host speaks to it (`Model.lang`). Texts are translated where
they go to the player: `Console` in plain mode, and the functions of the screen.
"""

from __future__ import annotations

from typing import Final

from parlour.language import Catalogue, translated

_: Final = Catalogue(__file__)


def said(text: str, lang: str) -> str:
    """Return *text* in the language *lang*, as far as it is a sentence of a catalogue."""
    words: str = translated(text, lang)
    return words
