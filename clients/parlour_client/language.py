"""The client's own texts, and their translations.

The client reads the language that its host speaks to it (`Model.lang`). Texts are translated where
they go to the player: `Console` in plain mode, and the functions of the screen.
"""

from __future__ import annotations

from typing import Final

from parlour.language import Catalogue

_: Final = Catalogue(__file__)
