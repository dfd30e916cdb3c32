"""Objects made from the schema: what a scripted host says where nothing else is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from parlour_kit.conformance.fitting import Object, ref

DEEPEST: Final = 8
"""Objects inside each other. A scene could hold scenes without end."""
LATER: Final = {"later_still": ["a newer host", {"may": "say this"}]}
"""What a newer host adds to an object."""


class Maker:
    """Makes objects of one schema. They have all their fields, the optional ones too."""

    def __init__(self, document: Object) -> None:
        self._document = document
        self.texts = True
        """Objects have the field `text`."""
        self.odd = False
        """Objects have a field that the schema does not know, and their keys in another order."""

    def object(self, row: Object | str, /, **fields: Any) -> Object:
        """Return the object that *row*, a schema or the name of a type, describes.

        *fields* have the values that are given, the others any that fit.
        """
        if isinstance(row, str):
            row = ref(row)
        body: Object = self._value(row, 0)
        body |= fields
        if not self.texts:
            body.pop("text", None)
        if self.odd:
            body = self.strange(body)
        return body

    def strange(self, value: Any) -> Any:
        """Return *value* as a newer host might say it."""
        if isinstance(value, list):
            return [self.strange(each) for each in cast("Sequence[Any]", value)]
        if not isinstance(value, dict):
            return value
        fields = reversed(cast("Object", value).items())
        return LATER | {name: self.strange(each) for name, each in fields}

    def _value(self, row: Object, depth: int) -> Any:
        if "$ref" in row:
            return self._value(self._document["$defs"][row["$ref"].rpartition("/")[2]], depth + 1)
        if "const" in row:
            return row["const"]
        if "enum" in row:
            return row["enum"][0]
        for each in ("anyOf", "oneOf"):
            if each in row:
                return self._value(row[each][0], depth)
        match row.get("type"):
            case "object":
                named = row.get("properties", {})
                return {name: self._value(each, depth) for name, each in named.items()}
            case "array" if "prefixItems" in row:
                return [self._value(each, depth) for each in row["prefixItems"]]
            case "array":
                few = row.get("minItems", 0 if depth > DEEPEST or not row.get("items") else 1)
                return [self._value(row["items"], depth) for _ in range(few)]
            case "integer" | "number":
                return max(1, row.get("minimum", 1))
            case "boolean":
                return False
            case "null":
                return None
            case _:
                return "word"[: row.get("maxLength", 4)]
