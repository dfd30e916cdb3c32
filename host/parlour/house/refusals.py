"""A request that is refused, and how that is read."""

from __future__ import annotations

from parlour.house.sessions import Session
from parlour.wire.codes import Code
from parlour.wire.encoding import final, person
from parlour.wire.messages import No


class CommandError(Exception):
    """A request that is refused: one answer, nothing changes.

    *retry*: may the same request succeed later? None: what the code says (`ABOUT`).
    """

    def __init__(
        self,
        code: Code,
        text: str,
        *,
        usage: str | None = None,
        near: str | None = None,
        prompt: int | None = None,
        retry: bool | None = None,
        retry_ms: int | None = None,
    ) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.usage = usage
        self.near = near
        self.prompt = prompt
        self.retry = retry
        self.retry_ms = retry_ms


def refusal(session: Session, request_id: str, no: No) -> bytes:
    """A refusal as it is read on this line."""
    if session.program:
        return final(request_id, no, session.text_width, ok=False)
    return person(no, session.width)
