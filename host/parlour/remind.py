"""Tell players outside the program that it is their turn: by mail, by ntfy, or by a webhook.

A plugin that every host has, and that is off until the config names it:

[plugins]
modules = ["parlour.remind"]

[plugins."parlour.remind"]
ntfy = "https://ntfy.example.org"

A thread sends, so no move waits for a network. What leaves is who, which table and which game.
"""

from __future__ import annotations

import logging
import queue
import re
import subprocess
import threading
import urllib.request
from email.message import EmailMessage
from http.client import HTTPException
from typing import Final

import msgspec

from parlour.hookspecs import hookimpl
from parlour.hookvalues import HostInfo, Section, SettingsFault, YourTurn

WAITING: Final = 100
"""Reminders that may wait. While nothing can be sent, later ones are left out."""
LIMIT_S: Final = 10
"""Seconds after which one is given up."""
_MAIL: Final = re.compile(r"[A-Za-z0-9][\w.+-]{0,63}@[A-Za-z0-9][A-Za-z0-9.-]{0,189}", re.ASCII)
_TOPIC: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_log: Final = logging.getLogger(__name__)

parlour_contract = "1.0"


class Settings(msgspec.Struct, frozen=True):
    """What the operator can set. Each key switches one way on."""

    ntfy: str = ""
    """The address of an ntfy server. Players name a topic."""
    webhook: str = ""
    """Where each reminder is posted as JSON. Players name a word that tells you where to pass it
    on."""
    mail: tuple[str, ...] = ()
    """A command that sends the mail on its standard input, such as ["sendmail", "-t"]. Players
    name their address."""


class _Sender:
    """Sends reminders one after the other, on a thread of its own."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._waiting: queue.Queue[YourTurn | None] = queue.Queue(WAITING)
        self._fails = False
        """The last one could not be sent, and the log says so."""

    def start(self) -> None:
        threading.Thread(target=self._run, name="reminders", daemon=True).start()

    def put(self, turn: YourTurn | None) -> None:
        """Send that soon, or leave it out if too many wait. None: stop."""
        try:
            self._waiting.put_nowait(turn)
        except queue.Full:
            self._failed("too many wait")

    def _run(self) -> None:
        while (turn := self._waiting.get()) is not None:
            try:
                _send(self.settings, turn)
            except (OSError, ValueError, HTTPException, subprocess.SubprocessError) as error:
                self._failed(type(error).__name__)
            else:
                self._fails = False

    def _failed(self, why: str) -> None:
        """Log a failure, but not again until one has been sent."""
        if not self._fails:
            self._fails = True
            _log.warning("a reminder could not be sent (%s), nor perhaps those after it", why)


_sender = _Sender(Settings())


@hookimpl
def configure(section: Section) -> None:
    """Read the ways that are switched on."""
    global _sender
    settings = section.read(Settings)
    for key in ("ntfy", "webhook"):
        address = str(getattr(settings, key))
        if address and not address.startswith(("https://", "http://")):
            raise SettingsFault(key, 'an address is wanted, such as "https://ntfy.example.org"')
    _sender = _Sender(settings)


@hookimpl
def host_started(host: HostInfo) -> None:
    """Be ready to send."""
    _sender.start()


@hookimpl
def host_stopping() -> None:
    """Stop when what waits is sent, if the host lives that long."""
    _sender.put(None)


@hookimpl
def check_reminder(to: str) -> str | None:
    """Check that a way is switched on for *to*: mail for an address, else a topic."""
    settings = _sender.settings
    if "@" in to:
        if not settings.mail:
            return "This host sends no mail."
        return None if _MAIL.fullmatch(to) else "That is not a mail address."
    if settings.ntfy or settings.webhook:
        return None if _TOPIC.fullmatch(to) else "Use letters, digits, - and _ only, at most 64."
    if settings.mail:
        return "That is not a mail address."
    return "This host sends no reminders."


@hookimpl
def your_turn(turn: YourTurn) -> None:
    """Send it soon."""
    _sender.put(turn)


def _send(settings: Settings, turn: YourTurn) -> None:
    """Send *turn* now. Raises OSError, ValueError, HTTPException and SubprocessError."""
    text = f"{turn.name}, it is your turn at table {turn.table} ({turn.title})."
    if "@" in turn.to:
        mail = EmailMessage()
        mail["To"], mail["Subject"] = turn.to, f"Your turn in {turn.title}"
        mail.set_content(text)
        if settings.mail:
            subprocess.run(
                settings.mail,
                input=mail.as_bytes(),
                check=True,
                timeout=LIMIT_S,
                capture_output=True,
            )
        return
    if settings.ntfy:
        _post(f"{settings.ntfy.rstrip('/')}/{turn.to}", text.encode(), "text/plain")
    if settings.webhook:
        _post(settings.webhook, msgspec.json.encode(turn), "application/json")


def _post(address: str, body: bytes, kind: str) -> None:
    request = urllib.request.Request(address, body, {"Content-Type": kind}, method="POST")
    with urllib.request.urlopen(request, timeout=LIMIT_S):
        pass
