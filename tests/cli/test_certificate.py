"""The certificate that a host makes for itself, with what is there, and what it says without."""

from __future__ import annotations

import ssl
import sys
import tempfile
from pathlib import Path

import pytest

from parlour.cli._certificate import certificate_of
from parlour.config import TlsConfig

PATHS = ("certificate.pem", "key.pem")


@pytest.fixture
def no_openssl(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A computer without the command."""
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))


def trusts(folder: Path, host: str) -> bool:
    """Whether a client that knows the certificate takes it for that of *host*."""
    context = ssl.create_default_context(cafile=str(folder / "tls" / PATHS[0]))
    certificate, _ = certificate_of(TlsConfig(), folder, ())
    assert certificate is not None
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    ours = certificate.context(0.0).wrap_bio(there, back, server_side=True)
    theirs = context.wrap_bio(back, there, server_hostname=host)
    for side in (theirs, ours, theirs):
        try:
            side.do_handshake()
        except ssl.SSLWantReadError:
            continue
        except ssl.SSLCertVerificationError:
            return False
    return True


def check(folder: Path) -> None:
    """It is made once, for ten years and this computer, and only its user may read the key."""
    first, said = certificate_of(TlsConfig(), folder, ("192.0.2.7", "2001:db8::7"))
    assert first is not None
    assert said == []
    assert first.fingerprint.startswith("SHA256:")
    assert (folder / "tls").stat().st_mode & 0o777 == 0o700
    assert (folder / "tls" / PATHS[1]).stat().st_mode & 0o777 == 0o600
    assert sorted(each.name for each in (folder / "tls").iterdir()) == sorted(PATHS)
    again, _ = certificate_of(TlsConfig(), folder, ())
    assert again is not None
    assert again.fingerprint == first.fingerprint
    for host in ("localhost", "127.0.0.1", "::1", "192.0.2.7", "2001:db8::7", *first.names):
        assert trusts(folder, host)
    assert not trusts(folder, "192.0.2.8")


def test_openssl_makes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where nothing but the data directory can be written, as in a container."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "read-only"))
    check(tmp_path / "data")


@pytest.mark.usefixtures("no_openssl")
def test_without_openssl_a_library_makes_it(tmp_path: Path) -> None:
    pytest.importorskip("cryptography")
    check(tmp_path / "data")


@pytest.mark.usefixtures("no_openssl")
def test_without_both_there_is_no_tls_and_the_owner_reads_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    for folder in (tmp_path / "data", None):
        assert certificate_of(TlsConfig(), folder, ()) == (
            None,
            [
                "Not encrypted: there is no certificate yet, and nothing here that can make one."
                " Install openssl and start the host again, or name your own below [tls] in the"
                " config."
            ],
        )
