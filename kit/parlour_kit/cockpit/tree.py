"""The acts that an author has tried: a tree of positions, in which no line is lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from parlour_kit.playing import Moment
from parlour_kit.position import AnyAct


@dataclass(eq=False)
class Node:
    """A position: the start, or what an act has led to."""

    moment: Moment | None
    """None if the act does not fit the code as it is now; `fault` says why."""
    act: AnyAct | None = None
    parent: Node | None = None
    children: list[Node] = field(default_factory=list["Node"])
    ahead: Node | None = None
    """The child to which one step forward leads: the one that was shown last."""
    fault: str = ""
    seen: dict[Any, Any] = field(default_factory=dict[Any, Any])
    """What viewers see here, made when it is looked at (`cockpit.seen`)."""

    @property
    def now(self) -> Moment:
        """The moment, of a node that has one."""
        assert self.moment is not None, self.fault
        return self.moment

    @property
    def path(self) -> list[Node]:
        """The nodes from the start to this one."""
        found: list[Node] = [self]
        while found[-1].parent is not None:
            found.append(found[-1].parent)
        return found[::-1]

    @property
    def depth(self) -> int:
        """The number of acts before it."""
        return len(self.path) - 1

    def after(self, act: AnyAct) -> Node | None:
        """Return what *act* has led to before, if it was tried here."""
        return next((child for child in self.children if child.act == act), None)

    def add(self, act: AnyAct, moment: Moment | None, fault: str = "") -> Node:
        """Return a new position, to which *act* leads from here."""
        node = Node(moment, act, self, fault=fault)
        self.children.append(node)
        return node

    def lead_here(self) -> None:
        """Let the way forward from all positions before lead to this one."""
        for node in self.path:
            if node.parent is not None:
                node.parent.ahead = node

    @property
    def tip(self) -> Node:
        """The last position on the way forward."""
        node: Node = self
        while node.ahead is not None:
            node = node.ahead
        return node

    def every(self) -> Iterator[Node]:
        """Yield this node and all below it, each after its parent."""
        waiting: list[Node] = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    @property
    def ends(self) -> list[Node]:
        """The ends of all lines, in the order in which they were begun."""
        return [node for node in self.every() if not node.children]
