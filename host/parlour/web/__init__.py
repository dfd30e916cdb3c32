"""The web door: the page that plays every game, and the websocket through which it does.

Pure: bytes in, bytes and lines out. `server/_web.py` has the sockets and the clock.

page.html     the page, in one file
page.fr.json  its sentences in French, which it fetches for those who read French
class.html    the page for a projector: all tables of a party, and its standings
page.py       reads both once: their headers, the policy by hashes, the compressed forms
site.py       where the page is, and which Host and Origin it answers to
requests.py   one HTTP request and its answer
frames.py     a websocket: one text message is one line
caller.py     one connection, from its first byte
join.py       what the game port answers to a browser
qr.py         a link as a QR code; not imported here, because its library takes 0.1 s
"""

from __future__ import annotations

from parlour.web.caller import Caller, Heard
from parlour.web.frames import PING
from parlour.web.join import how_to_join, is_http, referral
from parlour.web.page import Page, load_page
from parlour.web.site import Site, address_of, outside

__all__ = [
    "PING",
    "Caller",
    "Heard",
    "Page",
    "Site",
    "address_of",
    "how_to_join",
    "is_http",
    "load_page",
    "outside",
    "referral",
]
