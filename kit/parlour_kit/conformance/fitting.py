"""Whether objects and lines are what a schema of the protocol says, and nothing more."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, TypeAlias, cast

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from parlour.wire.request import Request

Object: TypeAlias = dict[str, Any]
FITTED_KEPT: Final = 10_000
HOME: Final = "urn:parlour"
"""Where the definitions are: they are read once, and not with each schema that names one."""


class Fitting:
    """One schema, as `parlour schema` prints it, and a count of what has fitted, by type."""

    def __init__(self, document: Object) -> None:
        self.document = document
        self.counts: Counter[str] = Counter()
        self._lines = {kind: re.compile(line) for kind, line in document["lines"].items()}
        empty: Registry[Any] = Registry()
        self._registry: Registry[Any] = empty.with_resource(
            HOME, DRAFT202012.create_resource(definitions(document))
        )
        self._validators: dict[str, Any] = {}
        self._fitted: set[tuple[str, str]] = set()
        """What has fitted what: a host says much often, and to validate is slow."""

    def fits(self, value: Any, row: Object) -> bool:
        """Is *value* what the schema *row* describes, and nothing more?"""
        key = json.dumps(row, sort_keys=True)
        if key not in self._validators:
            self._validators[key] = Draft202012Validator(strict(row), registry=self._registry)
        said = key, json.dumps(value, sort_keys=True)
        if said not in self._fitted:
            if not self._validators[key].is_valid(value):
                return False
            if len(self._fitted) < FITTED_KEPT:
                self._fitted.add(said)
        self.counts[row.get("$ref", "a value").removeprefix("#/$defs/")] += 1
        return True

    def request(self, request: Request) -> Object | None:
        """Return the row of *request*: of its first two words, or of the first one."""
        rows: Object = self.document["requests"]
        two = f"{request.verb} {request.rest.partition(' ')[0].lower()}"
        return rows.get(two) or rows.get(request.verb)

    def looks_like(self, kind: str, line: str) -> bool:
        self.counts[f"line: {kind}"] += 1
        return self._lines[kind].match(line) is not None


def ref(name: str) -> Object:
    return {"$ref": f"#/$defs/{name}"}


def definitions(document: Object) -> Object:
    """The types of *document* as one schema that allows nothing beyond what it describes."""
    return {"$id": HOME, "$defs": strict(document["$defs"])}


def strict(row: Any) -> Any:
    """The schema *row*, in which an object has no fields but those that are described."""
    if isinstance(row, list):
        return [strict(each) for each in cast("Sequence[Any]", row)]
    if not isinstance(row, dict):
        return row
    found = {name: strict(each) for name, each in cast("Object", row).items()}
    if isinstance(found.get("$ref"), str):
        found["$ref"] = found["$ref"].replace("#/$defs/", f"{HOME}#/$defs/")
    if isinstance(found.get("properties"), dict):
        found.setdefault("additionalProperties", False)
    return found
