"""Where plugins come from: installed distributions, modules, objects."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import (
    Distribution,
    EntryPoint,
    PackageNotFoundError,
    distributions,
    metadata,
)
from typing import Final

import msgspec

from parlour.hookspecs import PROJECT
from parlour.plugins._guard import PluginFault, plugin_code

_HOMES: Final = frozenset({"homepage", "home", "home page", "source", "repository"})
"""The names that authors give to the page of a project."""


class PluginRow(msgspec.Struct, frozen=True):
    """One line of `parlour plugins`: a game, or a plugin that offers none."""

    plugin: str
    """The name of its entry point, or its module."""
    source: str
    """`name version` of its distribution, or `module NAME`."""
    id: str = ""
    title: str = ""
    version: str = ""
    quarantined: str | None = None
    """The reason why we do not use it, in one line, or None if we do."""
    contract: str = ""
    """The contract that the plugin was written for (`parlour.CONTRACT`)."""
    hooks: tuple[str, ...] = ()
    """The hooks that the plugin implements."""
    code: str = ""
    """The fingerprint of the game's files (`Game.code`)."""
    dist: str = ""
    """The name of its distribution, or nothing."""


class Candidate(msgspec.Struct, frozen=True):
    """A plugin that may be loaded."""

    name: str
    source: str
    load: Callable[[], object]
    dist: str = ""
    module: str = ""
    """The module that `load` imports, or nothing."""

    def row(self, reason: str | None = None) -> PluginRow:
        """Return the row of a plugin that has no games, or that is left out for *reason*."""
        return PluginRow(self.name, self.source, quarantined=reason, dist=self.dist)


def installed(rows: list[PluginRow]) -> list[Candidate]:
    """Return the plugins of the installed distributions. Add rows for broken ones to *rows*.

    We filter files by their text first: a damaged one of some other project does not
    concern us, and parsing those of every installed distribution takes long.
    """
    candidates: list[Candidate] = []
    seen: set[str] = set()
    for dist in distributions():
        try:
            with plugin_code("its entry points cannot be read"):
                points = _entry_points(dist)
        except PluginFault as fault:
            rows.append(PluginRow(dist.name, _source(dist), quarantined=str(fault)))
            continue
        # The same distribution again, further down the path. Python would not
        # import that one either.
        if not points or dist.name in seen:
            continue
        seen.add(dist.name)
        candidates += [
            Candidate(p.name, _source(dist), p.load, dist.name, _module(p)) for p in points
        ]

    return candidates


def unique(candidates: Sequence[Candidate], rows: list[PluginRow]) -> list[Candidate]:
    """Return the plugins with a unique name. Add rows for the others to *rows*."""
    count = Counter(candidate.name for candidate in candidates)
    for candidate in candidates:
        if count[candidate.name] > 1:
            takers = " and ".join(c.source for c in candidates if c.name == candidate.name)
            reason = (
                f"the name {candidate.name} is taken twice, by {takers}, so none of them is used"
            )
            rows.append(candidate.row(reason))
    return [candidate for candidate in candidates if count[candidate.name] == 1]


def _entry_points(dist: Distribution) -> Sequence[EntryPoint]:
    text = dist.read_text("entry_points.txt") or ""
    return tuple(dist.entry_points.select(group=PROJECT)) if f"[{PROJECT}]" in text else ()


def _module(point: EntryPoint) -> str:
    """Return its module. `EntryPoint.module` raises AttributeError for a point in a wrong form."""
    return point.value.partition(":")[0].strip()


def _source(dist: Distribution) -> str:
    return f"{dist.name} {dist.version}"


def module(name: str) -> Candidate:
    return Candidate(name, f"module {name}", partial(importlib.import_module, name), "", name)


def given(plugin: object) -> Candidate:
    name = getattr(plugin, "__name__", type(plugin).__name__)
    return Candidate(name, "an object", lambda: plugin)


def about_distribution(name: str) -> tuple[str, str]:
    """Return the licence and the home page of a distribution, as far as it says them."""
    try:
        about = metadata(name)
    except (PackageNotFoundError, ValueError):
        return "", ""
    pages = [page.partition(",") for page in about.get_all("Project-URL") or ()]
    homes = [page for label, _, page in pages if label.strip().lower() in _HOMES]
    kinds = [each for each in about.get_all("Classifier") or () if each.startswith("License ::")]
    told = [about[field] for field in ("License-Expression", "License") if field in about]
    licence = next((each for each in told if each and "\n" not in each), "")
    if not licence and kinds:
        licence = kinds[0].rpartition(" :: ")[2]
    home = str(about.json.get("home_page", "")) or (homes[0] if homes else "")
    return licence, home.strip()
