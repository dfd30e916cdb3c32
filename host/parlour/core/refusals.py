"""Refused requests, and the bytes of the end of an answer."""

from __future__ import annotations

from parlour.core.sessions import Session
from parlour.wire.codes import Code
from parlour.wire.encoding import final, person
from parlour.wire.messages import Answer


class CommandError(Exception):
    """A refused request. It gets one answer, and nothing changes.

    *retry*: the same request may succeed later. None: as the code says (`ABOUT`).
    """

    def __init__(
        self,
        code: Code,
        text: str,
        *,
        usage: str | None = None,
        near: str | None = None,
        seat: bool = False,
        word: bool = False,
        prompt: int | None = None,
        retry: bool | None = None,
        retry_ms: int | None = None,
    ) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.usage = usage
        self.near = near
        self.seat = seat or None
        self.word = word or None
        self.prompt = prompt
        self.retry = retry
        self.retry_ms = retry_ms


def final_bytes(session: Session, request_id: str, answer: Answer, *, ok: bool = True) -> bytes:
    """Return the final answer to a request as bytes for this connection."""
    if session.program:
        return final(request_id, answer, session.text_form, ok=ok)
    return person(answer, session.form)
