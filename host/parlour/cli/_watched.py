"""The source files of modules that an author works on, and whether they have changed."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

POLL_S: Final = 0.3
"""Seconds between two looks at the files."""
Stamps = dict[Path, tuple[int, int]]
"""Each file with the time of its last change and its size."""


class Watched:
    """The files of *modules*, which Python must be able to find (`_folders.reach`)."""

    def __init__(self, modules: Sequence[str]) -> None:
        self._roots = [module.partition(".")[0] for module in modules]
        # Two changes within a second may leave a compiled file that looks up to date.
        sys.dont_write_bytecode = True
        self._seen = self._stamps()
        self._taken = self._seen

    def poll(self) -> bool:
        """Return whether a file has changed, and is written to its end. True once per change."""
        return bool(self.changes())

    def changes(self) -> frozenset[Path]:
        """Return the files that have changed, once they are written to their end."""
        now = self._stamps()
        before, self._seen = self._seen, now
        if now == self._taken or now != before:
            return frozenset()
        taken, self._taken = self._taken, now
        return frozenset(path for path, _ in now.items() ^ taken.items())

    def forget(self) -> None:
        """Let the next import of the modules read their files."""
        for name in self._loaded():
            del sys.modules[name]
        importlib.invalidate_caches()

    @contextmanager
    def trying(self) -> Generator[None]:
        """Forget the modules. If the block raises, have them again as they were."""
        before = {name: sys.modules[name] for name in self._loaded()}
        self.forget()
        try:
            yield
        except BaseException:
            self.forget()
            sys.modules.update(before)
            raise

    def _loaded(self) -> list[str]:
        return [
            name
            for name in sys.modules
            if any(name == root or name.startswith(f"{root}.") for root in self._roots)
        ]

    def _stamps(self) -> Stamps:
        stamps: Stamps = {}
        for path in self._files():
            try:
                stat = path.stat()
            except OSError:
                continue  # an editor replaces files
            stamps[path] = stat.st_mtime_ns, stat.st_size
        return stamps

    def _files(self) -> Iterator[Path]:
        for root in self._roots:
            for folder in map(Path, sys.path):
                package, module = folder / root, folder / f"{root}.py"
                if package.is_dir():
                    yield from (each for each in package.rglob("*") if _counts(each))
                    break
                if module.is_file():
                    yield module
                    break


def _counts(path: Path) -> bool:
    return path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
