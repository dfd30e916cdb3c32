"""Everybody who is connected to this host, or has a name on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from parlour.accounts.admission import Admission
from parlour.accounts.audit import Audit
from parlour.accounts.bursts import Bursts
from parlour.accounts.quotas import Nameless
from parlour.accounts.recent import Recent
from parlour.accounts.register import Register
from parlour.accounts.throttle import Throttle
from parlour.accounts.ways_back import new_code
from parlour.core.effects import ConnId
from parlour.core.limits import Limits
from parlour.core.output import Output
from parlour.core.sessions import Player, Session, unnumbered
from parlour.language import _
from parlour.wire.codes import Goodbye
from parlour.wire.encoding import EncodedEvent
from parlour.wire.text import clean


class People:
    """Connections and names, and the counts about them.

    *entropy* returns that many unpredictable bytes, for seeds, tokens and codes.
    """

    def __init__(
        self,
        out: Output,
        limits: Limits,
        entropy: Callable[[int], bytes],
        admission: Admission,
    ) -> None:
        self.out = out
        self.limits = limits
        self.entropy = entropy
        self.admission = admission
        self.register = Register()
        self.sessions: dict[ConnId, Session] = {}
        self.operators: dict[ConnId, Session] = {}
        """Those of them that came over the operator's socket."""
        self.places = Counter[str]()
        """The number of connections from each place."""
        self.nameless = Nameless()
        self.audit = Audit()
        self.throttle = Throttle(limits)
        self.bursts = Bursts(limits)
        self.recent = Recent()
        self.last_number = 0
        """The last number given to a player. We never give a number twice."""

    def find(self, name: str) -> Player | None:
        """Return the player of that name, connected or away."""
        return self.register.by_key.get(self.register.key(clean(name)))

    def new_code(self) -> str:
        """Return a code that is not in use."""
        while True:
            code = new_code(self.entropy)
            if self.register.with_code(code) is None:
                return code

    def tell_operators(self, line: EncodedEvent) -> None:
        """Tell everybody who is connected to the operator's socket. It is in nobody's stream."""
        for session in self.operators.values():
            self.out.write(session, unnumbered(session, line))

    # --- idle connections ---------------------------------------------------------------

    def watch_idle(self, session: Session) -> None:
        """Close the connection when its player has been silent for long, away from any table."""
        limit = self.limits.idle_s
        if not limit or session.closing or session.player is None:
            return
        player, out = session.player, self.out
        busy = player.room is not None or bool(player.watching)
        since = out.now if busy else session.heard_at
        if out.now - since >= limit:
            out.close(
                session,
                Goodbye.IDLE,
                _("Disconnected: you were idle too long. Come back any time."),
            )
            return
        out.alarm(session, "idle", since + limit, lambda: self.watch_idle(session))
