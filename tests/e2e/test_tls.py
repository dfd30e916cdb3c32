"""`parlour serve` with TLS, as programs of other people see it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.wire.fingerprints import fingerprint
from tests.e2e.serving import HOST, PATIENCE_S, Serving, running
from tests.server.sealing import owned, trusting


class Line:
    """A client with TLS."""

    def __init__(self, host: Serving) -> None:
        context = trusting(["parlour"])
        self.sock = context.wrap_socket(socket.create_connection((HOST, host.port), PATIENCE_S))
        self.lines = self.sock.makefile("r")

    def ask(self, text: str) -> str:
        """The answer of a program's request, or nothing if the host has closed the line."""
        self.sock.sendall(f"#1 {text}\n".encode())
        return next((line for line in self.lines if line.startswith("#1 ")), "")

    def close(self) -> None:
        self.lines.close()
        self.sock.close()


def printed(host: Serving) -> str:
    """The fingerprint that the host prints at its start."""
    found = re.search(r"Clients may use TLS\. Fingerprint: (\S+)", "\n".join(host.said))
    assert found is not None, host.said
    return found[1]


def program(*args: str, said: str = "") -> str:
    """What this program prints when *said* is typed."""
    if shutil.which(args[0]) is None:
        pytest.skip(f"{args[0]} is not installed")
    done = subprocess.run(
        args, input=said, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    return done.stdout


def test_openssl_and_curl_speak_with_a_host_that_made_its_certificate(tmp_path: Path) -> None:
    with running("--unguarded", "--data", str(tmp_path)) as host:
        where, page = f"{HOST}:{host.port}", f"https://{HOST}:{host.web_port}/"
        client = ("openssl", "s_client", "-quiet", "-connect", where)
        answers = program(*client, said="HELLO 1 text\n#1 who\n#2 quit\n")
        assert '#1 ok {"count":0' in answers
        der = ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate((HOST, host.web_port)))
        assert printed(host) == fingerprint(der)
        for at in (page, f"https://{where}/"):
            assert program("curl", "-ks", at).startswith("<!doctype html>")
        trusted = ("curl", "-s", "--cacert", str(tmp_path / "tls" / "certificate.pem"), page)
        assert program(*trusted).startswith("<!doctype html>"), "it is for this address"
        first = printed(host)
    with running("--unguarded", "--data", str(tmp_path)) as host:
        assert printed(host) == first


def test_the_certificate_of_the_owner_makes_the_links_https(tmp_path: Path) -> None:
    chain, key = owned(tmp_path)
    config = tmp_path / "c.toml"
    config.write_text(f'[tls]\ncertificate = "{chain}"\nkey = "{key}"\n')
    key.chmod(0o644)
    with running("--unguarded", "--config", str(config), "--data", str(tmp_path / "d")) as host:
        said = "\n".join(host.said)
        name = socket.gethostname().lower()
        assert f": https://{name}:{host.web_port}/\n" in said
        assert f"Others may read the key of TLS. To change that: chmod 600 {key}\n" in said
        assert "What nc and telnet send is not encrypted.\n" in said


@pytest.mark.skipif(sys.platform != "linux", reason="the keeper needs Linux")
def test_with_tls_a_connection_ends_with_its_process_and_others_stay(tmp_path: Path) -> None:
    """What OpenSSL knows of it cannot be given to the next process. Clients reconnect."""
    with running("--data", str(tmp_path)) as host:
        with socket.create_connection((HOST, host.port), PATIENCE_S) as sock:
            plain = sock.makefile("r")
            ann = Line(host)
            ann.sock.sendall(b"HELLO 1\n")
            assert ann.ask("who").startswith("#1 ok ")
            sock.sendall(b"HELLO 1\n#2 who\n")
            assert any(line.startswith("#2 ok ") for line in plain)
            os.kill(host.worker, signal.SIGKILL)
            assert ann.lines.read() == ""
            ann.close()
            sock.sendall(b"#3 who\n")
            assert any(line.startswith("#3 ok ") for line in plain)
            plain.close()
        bob = Line(host)
        bob.sock.sendall(b"HELLO 1\n")
        assert bob.ask("who").startswith("#1 ok ")
        bob.close()
        host.stop()
