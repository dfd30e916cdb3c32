"""The plugin that reminds players: what it takes, what it sends, and what it logs."""

from __future__ import annotations

import json
import logging
import queue
import socket
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from types import MappingProxyType

import pytest

from parlour import Section, SettingsFault, YourTurn, remind
from parlour.hookvalues import HostInfo

HOST = HostInfo("here", "1", ("hunt",))
BY_MAIL = YourTurn("ann", "ann@example.org", 7, "hunt", "Hunt")
BY_PHONE = YourTurn("bob", "bob-x81", 8, "hunt", "Hunt")


class Web:
    """A server that takes what is posted, or answers with an error."""

    def __init__(self) -> None:
        self.got: queue.Queue[tuple[str, bytes]] = queue.Queue()
        self.status = 200
        web = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(web.status)
                self.end_headers()
                web.got.put((self.path, body))

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                """Say nothing."""

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def web() -> Iterator[Web]:
    web = Web()
    yield web
    remind.host_stopping()
    web.server.shutdown()
    web.server.server_close()


def begin(**settings: object) -> None:
    remind.configure(Section("parlour.remind", MappingProxyType(settings)))
    remind.host_started(HOST)


def test_nothing_is_sent_unless_the_operator_has_switched_a_way_on() -> None:
    begin()
    assert remind.check_reminder("ann-x81") == "This host sends no reminders."
    assert remind.check_reminder("ann@example.org") == "This host sends no mail."
    remind.your_turn(BY_PHONE)
    remind.your_turn(BY_MAIL)
    remind.host_stopping()


def test_an_address_is_of_a_way_that_is_switched_on() -> None:
    """And nothing that could be an option or a header for the command that sends mail."""
    begin(mail=["sendmail", "-t"])
    assert remind.check_reminder("ann@example.org") is None
    for bad in ("-f@example.org", "a@b\nc", "a@-b", "@", "a b@c"):
        assert remind.check_reminder(bad) == "That is not a mail address."
    assert remind.check_reminder("ann") == "That is not a mail address."
    remind.host_stopping()
    begin(ntfy="https://ntfy.example.org")
    assert remind.check_reminder("ann_x-81") is None
    assert str(remind.check_reminder("ann/../x")).startswith("Use letters")
    remind.host_stopping()


@pytest.mark.parametrize("key", ["ntfy", "webhook"])
def test_an_address_of_a_server_must_be_one(key: str) -> None:
    with pytest.raises(SettingsFault) as caught:
        begin(**{key: "ftp://example.org"})
    assert caught.value.key == key


def test_what_is_posted_names_who_which_table_and_which_game(web: Web) -> None:
    begin(ntfy=f"{web.address}/", webhook=f"{web.address}/hook")
    remind.your_turn(BY_PHONE)
    told = b"bob, it is your turn at table 8 (Hunt)."
    assert web.got.get(timeout=30) == ("/bob-x81", told)
    path, body = web.got.get(timeout=30)
    assert path == "/hook"
    assert json.loads(body) == {
        "name": "bob",
        "to": "bob-x81",
        "table": 8,
        "game": "hunt",
        "title": "Hunt",
    }


def test_mail_is_given_to_a_command(tmp_path: Path, web: Web) -> None:
    """The web server, asked after it, says when the command is done."""
    file = tmp_path / "mail"
    code = f"import sys; open({str(file)!r}, 'wb').write(sys.stdin.buffer.read())"
    begin(mail=[sys.executable, "-c", code], ntfy=web.address)
    remind.your_turn(BY_MAIL)
    remind.your_turn(BY_PHONE)
    web.got.get(timeout=60)
    mail = file.read_text()
    assert "To: ann@example.org\n" in mail
    assert "Subject: Your turn in Hunt\n" in mail
    assert "ann, it is your turn at table 7 (Hunt)." in mail


def test_failures_are_logged_once_until_one_is_sent(
    web: Web, caplog: pytest.LogCaptureFixture
) -> None:
    """With no address and no name in it."""
    begin(ntfy=web.address)
    with caplog.at_level(logging.WARNING):
        for status in (500, 500, 200, 500, 200):
            web.status = status
            remind.your_turn(BY_PHONE)
            web.got.get(timeout=30)
        remind.your_turn(BY_PHONE)
        web.got.get(timeout=30)
    said = [record.getMessage() for record in caplog.records]
    assert said == ["a reminder could not be sent (HTTPError), nor perhaps those after it"] * 2


def test_what_cannot_wait_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    """Before the host has started nothing leaves."""
    remind.configure(Section("parlour.remind"))
    for _ in range(remind.WAITING + 5):
        remind.your_turn(BY_PHONE)
    assert [record.getMessage() for record in caplog.records] == [
        "a reminder could not be sent (too many wait), nor perhaps those after it"
    ]


def test_an_answer_that_is_no_http_ends_no_thread(
    web: Web, caplog: pytest.LogCaptureFixture
) -> None:
    """It is a failure like any other: what comes later is sent."""
    with socket.create_server(("127.0.0.1", 0)) as strange:
        begin(webhook=f"http://127.0.0.1:{strange.getsockname()[1]}", ntfy=web.address)
        with caplog.at_level(logging.WARNING):
            remind.your_turn(BY_PHONE)
            web.got.get(timeout=30)
            caller, _ = strange.accept()
            with caller:
                caller.recv(9999)
                caller.sendall(b"gopher\r\n\r\n")
            remind.your_turn(BY_PHONE)
            web.got.get(timeout=30)
            strange.accept()[0].close()
    assert [record.getMessage() for record in caplog.records] == [
        "a reminder could not be sent (BadStatusLine), nor perhaps those after it"
    ]
