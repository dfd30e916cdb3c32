"""Who we are to the host and how far we have heard it; no input and no output here.

From this follows what is said on a new connection, as chapter 8 of docs/protocol.md has it.
"""

from __future__ import annotations

from parlour_client.faults import Refused
from parlour_client.lines import Heard, Ok


class Standing:
    """What outlives a connection.

    `name` is as the host shows it, `token` the way back as this player, `guest` false with an
    account.
    """

    def __init__(self, name: str, password: str | None = None, token: str = "") -> None:
        self.name = name
        self.token = token
        self.guest = True
        self._password = password
        self._last: int | None = None
        self._missed = False

    # --- coming in ------------------------------------------------------------------

    def way_in(self) -> str:
        """The request that brings us in, and back to where we were if there is a way."""
        if self.token and self._last is not None:
            return f"resume {self.token} {self._last}"
        if self.token:
            return f"resume {self.token}"
        return f"name {self.name} {self._password}" if self._password else f"name {self.name}"

    def other_way(self, refused: Refused) -> bool:
        """The way in was *refused*; is there another one now?"""
        if not self.token:
            return False
        if refused.code == "bad_password":
            self.token = ""  # the host has forgotten us
        elif self._last is None or refused.code != "unavailable":
            return False
        self._missed = self._missed or self._last is not None
        self._last = None
        return True

    def came_in(self, ok: Ok) -> None:
        """The way in led in."""
        self.name = str(ok.body.get("name", self.name))
        self.token = str(ok.body.get("token", ""))
        self.guest = ok.body.get("guest") is not False

    def take_gap(self) -> bool:
        """May something have been missed since this was asked last?"""
        missed, self._missed = self._missed, False
        return missed

    # --- being in -------------------------------------------------------------------

    def answered(self, ok: Ok) -> None:
        """A request was carried out: if it was `register`, the way back is another one now."""
        if "token" in ok.body:
            self.token = str(ok.body["token"])
            self.guest = ok.body.get("guest") is True

    def is_new(self, heard: Heard) -> bool:
        """Is it an event that we have not had? Then it is the last one now.

        That a number is left out means nothing: a host does not send every `view` again.
        Lobby news have none, and are always new.
        """
        if not heard.seq:
            return True
        if self._last is not None and heard.seq <= self._last:
            return False
        self._last = heard.seq
        return True
