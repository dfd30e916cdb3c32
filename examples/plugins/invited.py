"""Let only people on a list come in.

    [plugins]
    modules = ["invited"]

    [plugins.invited]
    file = "invited.txt"

The file has a name on each line; a `#` begins a comment. The host reads it again for everybody who
comes, so an invitation counts at once.
"""

from pathlib import Path

import msgspec

from parlour import Section, SignIn, hookimpl

parlour_contract = "1.0"


class Settings(msgspec.Struct):
    """What the operator can set."""

    file: str
    """The list of names."""
    refusal: str = "This host is for invited players. Ask its operator."
    """What the others read."""


class Invited:
    """The list, and how to refuse."""

    def __init__(self) -> None:
        self._file = Path()
        self._refusal = ""

    @hookimpl
    def configure(self, section: Section) -> None:
        """Find the list."""
        settings = section.read(Settings)
        self._file, self._refusal = section.folder / settings.file, settings.refusal

    @hookimpl
    def sign_in(self, who: SignIn) -> str | None:
        """Refuse a name that is not on the list."""
        lines = self._file.read_text("utf-8").splitlines()
        names = {line.partition("#")[0].strip().lower() for line in lines}
        return None if who.name.lower() in names else self._refusal


_INVITED = Invited()
configure, sign_in = _INVITED.configure, _INVITED.sign_in
