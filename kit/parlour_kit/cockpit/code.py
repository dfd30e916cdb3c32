"""The code of the game under trial, and its changes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from parlour.api import AnyGame, Lexicon
from parlour.cli._folders import plugin_named
from parlour.cli._group import Misuse, Refusal
from parlour.cli._watched import Watched


class CodeFault(Exception):
    """The code cannot be loaded. The text is one line: file, line and reason."""


class Code:
    """The game that *word* names: a folder, a file, a module, or an installed game.

    Of several games, *wanted* is the id of one. Raises Misuse and Refusal.
    """

    def __init__(self, word: str, config_file: Path | None = None, wanted: str = "") -> None:
        self._word = word
        self._config_file = config_file
        self._wanted = wanted
        self.game: AnyGame
        self.lexicons: Mapping[str, Lexicon]
        self._load()
        self._wanted = self.game.id
        place = plugin_named(word)
        root = type(self.game.rules).__module__ if place.folder is None else place.module
        self._watched = Watched([root])

    def _load(self) -> None:
        from parlour_kit.cli._subjects import subjects_of

        found = subjects_of(self._word, self._config_file)
        known = {each.game.id: each for each in found}
        if self._wanted and self._wanted not in known:
            raise Misuse(f"There is no game {self._wanted!a} there. Games: {', '.join(known)}")
        if not self._wanted and len(known) > 1:
            listed = ", ".join(known)
            raise Misuse(f"Which of its games? Add --game, and one of these: {listed}")
        subject = known[self._wanted] if self._wanted else found[0]
        self.game, self.lexicons = subject.game, subject.lexicons

    def poll(self) -> bool:
        """Return whether the files have changed since they were last loaded."""
        return self._watched.poll()

    def reload(self) -> None:
        """Load the code again. Raises CodeFault; then the game is the one from before."""
        try:
            with self._watched.trying():
                self._load()
        except (Misuse, Refusal) as error:
            raise CodeFault(" ".join(error.format_message().split())) from error
