"""What the source says about a class: its docstring, and the string below each field.

Python keeps the docstring of a class, but drops a string below a field. Both are read from the
source here, so that a field is explained once, where it is declared. A class whose source is not
installed has no explanations.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Final

_RULES: Final = re.compile(r" ?\((?:[A-Z]+-)+\d+(?:, (?:[A-Z]+-)+\d+)*\)")
"""Numbers of rules, which only the page of a game explains: `(R-P-27)`."""

_BREAK: Final = re.compile(r"(?<!\n)\n(?!\n)")
_NONE: Final = re.compile(r"\bNone\b")


@dataclass(frozen=True)
class Explained:
    """What a class says of itself, and of each of its own fields."""

    about: str = ""
    fields: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


def explained(cls: type) -> Explained:
    """The docstring of *cls*, and what it and its bases say about their fields."""
    fields: dict[str, str] = {}
    for each in reversed(cls.__mro__):
        fields |= _own(each).fields
    return Explained(_own(cls).about, fields)


def _own(cls: type) -> Explained:
    return _module(cls.__module__).get(cls.__qualname__, Explained())


@cache
def _module(name: str) -> Mapping[str, Explained]:
    """The classes at the top of a module, by name."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[name]))
    except (KeyError, OSError, TypeError):
        return {}
    return {node.name: _class(node) for node in tree.body if isinstance(node, ast.ClassDef)}


def _class(node: ast.ClassDef) -> Explained:
    fields: dict[str, str] = {}
    for line, below in zip(node.body, node.body[1:], strict=False):
        match line, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                fields[name] = _clean(text)
            case _:
                pass
    return Explained(_clean(ast.get_docstring(node) or ""), fields)


def _clean(text: str) -> str:
    """*text* as one line for each paragraph, in the words of JSON."""
    flowing = _BREAK.sub(" ", inspect.cleandoc(text))
    return _NONE.sub("null", _RULES.sub("", flowing))
