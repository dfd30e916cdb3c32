"""Whom the client believes: certificates that the system trusts, and others it has met before."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from cryptography.x509.oid import NameOID

from parlour.wire.fingerprints import fingerprint
from parlour_client import Problem, connect
from parlour_client.tls import TRUSTED, Ask, Tls, is_here

NAME: Final = "club.example.org"
LONG_AGO, LATER = datetime(2001, 1, 1, tzinfo=UTC), datetime(2099, 1, 1, tzinfo=UTC)
Signer = tuple[x509.Name, EllipticCurvePrivateKey]


class Shown:
    """A certificate and its key, in *folder*; *signer*: who vouches for it."""

    def __init__(
        self,
        folder: Path,
        file: str,
        name: str = NAME,
        signer: Signer | None = None,
        until: datetime = LATER,
    ) -> None:
        key = generate_private_key(SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, file)])
        issuer, signing = signer or (subject, key)
        certificate = (
            x509.CertificateBuilder(issuer, subject, key.public_key(), 7, LONG_AGO, until)
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
            .add_extension(x509.BasicConstraints(signer is None, None), critical=True)
            .sign(signing, hashes.SHA256())
        )
        pem = serialization.Encoding.PEM
        self.file = folder / f"{file}.pem"
        self.file.write_bytes(
            certificate.public_bytes(pem)
            + key.private_bytes(
                pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        self.fingerprint = fingerprint(certificate.public_bytes(serialization.Encoding.DER))
        self.signs: Signer = subject, key


@asynccontextmanager
async def _host(shown: Shown | None) -> AsyncGenerator[int]:
    """A host that shows that certificate, or that has none and says something."""
    context = None
    if shown is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.set_alpn_protocols(["http/1.1", "parlour"])
        context.load_cert_chain(shown.file)

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if shown is None:
            await reader.read(1)
        else:
            assert writer.get_extra_info("ssl_object").selected_alpn_protocol() == "parlour"
        writer.write(b"Parlour on test: 1 game, 0 tables open.\n")
        writer.close()

    async with await asyncio.start_server(take, "127.0.0.1", 0, ssl=context) as server:
        yield server.sockets[0].getsockname()[1]


def _meets(shown: Shown | None, tls: Tls) -> str:
    """Connect to a host that shows this. Return why not, or nothing."""

    async def main() -> str:
        async with _host(shown) as port:
            open_tcp = partial(asyncio.open_connection, "127.0.0.1", port)
            try:
                reader, writer = await tls.connect(open_tcp, NAME, "club")
            except Problem as problem:
                return problem.text
            if shown is None:
                writer.write(b"x")
            assert (await reader.readline()).startswith(b"Parlour")
            writer.transport.abort()
            return ""

    return asyncio.run(main())


@pytest.fixture
def trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Signer:
    """Somebody for whose word this system takes everything."""
    made = Shown(tmp_path, "ca")
    monkeypatch.setenv("SSL_CERT_FILE", str(made.file))
    return made.signs


def test_an_unknown_certificate_is_shown_kept_and_from_then_on_the_only_one(
    tmp_path: Path, trusted: Signer
) -> None:
    first, second = Shown(tmp_path, "first"), Shown(tmp_path, "second")
    kept: list[str] = []
    tls = Tls(Ask.EITHER, first_use=True, keep=kept.append)
    assert _meets(first, tls) == ""
    assert kept == [first.fingerprint]
    assert first.fingerprint in tls.take_note()
    for again in (tls, Tls(Ask.EITHER, kept=first.fingerprint, first_use=True)):
        assert _meets(first, again) == ""
        assert (again.take_note(), again.exposed) == ("", False)
        text = _meets(second, again)
        assert f"Before: {first.fingerprint}\n" in text
        assert text.endswith(f"parlour play --trust {second.fingerprint} club")
    assert kept == [first.fingerprint]
    by_hand = Tls(Ask.TLS, kept=first.fingerprint, trust=second.fingerprint, keep=kept.append)
    assert _meets(first, by_hand).startswith("club has another certificate than before.")
    assert _meets(second, by_hand) == ""
    assert kept[1:] == [second.fingerprint]
    good = Shown(tmp_path, "good", signer=trusted)  # a real one, instead of its own
    assert _meets(good, by_hand) == ""
    assert kept[2:] == [TRUSTED]


def test_several_connections_may_meet_a_host_at_once(tmp_path: Path, trusted: Signer) -> None:
    tls = Tls(Ask.TLS, first_use=True)

    async def main() -> None:
        async with _host(Shown(tmp_path, "own")) as port:
            open_tcp = partial(asyncio.open_connection, "127.0.0.1", port)
            meets = [tls.connect(open_tcp, NAME, "club") for _ in range(3)]
            for _, writer in await asyncio.gather(*meets):
                writer.transport.abort()

    asyncio.run(main())


def test_a_certificate_that_the_system_trusts_may_be_renewed(
    tmp_path: Path, trusted: Signer
) -> None:
    kept: list[str] = []
    tls = Tls(Ask.EITHER, first_use=True, keep=kept.append)
    for file in ("good", "renewed"):
        assert _meets(Shown(tmp_path, file, signer=trusted), tls) == ""
        assert (tls.take_note(), tls.exposed, kept) == ("", False, [TRUSTED])
    for bad in (
        Shown(tmp_path, "own"),
        Shown(tmp_path, "other", "evil.example.org", trusted),
        Shown(tmp_path, "old", signer=trusted, until=datetime(2002, 1, 1, tzinfo=UTC)),
    ):
        assert _meets(bad, tls).startswith("Nobody vouches for the certificate of club (")
        assert bad.fingerprint in _meets(bad, Tls(Ask.TLS))  # a program keeps nothing


def test_nobody_takes_the_encryption_away(tmp_path: Path, trusted: Signer) -> None:
    shown = Shown(tmp_path, "own")
    tls = Tls(Ask.EITHER, first_use=True)
    assert _meets(shown, tls) == ""
    assert _meets(None, tls).startswith("club encrypted before, and what answers now does not.")
    for kept in (shown.fingerprint, TRUSTED):
        assert "plain://club" in _meets(None, Tls(Ask.EITHER, kept=kept, first_use=True))
    assert _meets(None, Tls(Ask.TLS)).startswith("club does not encrypt.")
    assert _meets(None, Tls(Ask.TLS, trust=shown.fingerprint)).startswith("club does not")


def test_a_host_that_cannot_encrypt_is_played_on_and_that_is_said_once(trusted: Signer) -> None:
    kept = list[str]()
    for tls in (Tls(Ask.EITHER), Tls(Ask.PLAIN, kept=TRUSTED, keep=kept.append)):
        assert _meets(None, tls) == ""
        assert tls.exposed
        assert tls.take_note().startswith("This connection is not encrypted")
        assert _meets(None, tls) == ""
        assert tls.take_note() == ""
    assert not kept, "what is known of the host stays"


def test_a_connection_that_is_cut_says_nothing_about_the_host() -> None:
    """Else somebody who can cut it could take the encryption away."""

    async def main() -> None:
        async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.transport.abort()

        async with await asyncio.start_server(take, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            open_tcp = partial(asyncio.open_connection, "127.0.0.1", port)
            with pytest.raises(ConnectionError):
                await Tls(Ask.EITHER, first_use=True).connect(open_tcp, NAME, "club")

    asyncio.run(main())


def test_a_program_says_what_it_trusts() -> None:
    async def main() -> None:
        async with connect("127.0.0.1", name="robin", tls="SHA256:abc"):
            pass

    with pytest.raises(ValueError, match="43 characters"):
        asyncio.run(main())


def test_this_computer_needs_no_encryption() -> None:
    assert all(map(is_here, ("localhost", "LOCALHOST.", "127.0.0.1", "127.3.2.1", "::1")))
    assert not any(map(is_here, ("localhost.evil.example", "192.0.2.1", "kitchen-pc", "fe80::1")))
