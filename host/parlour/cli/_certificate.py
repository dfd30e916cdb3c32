"""The certificate of a host: the owner's, or one that the host makes at its first start.

Nobody has to vouch for one that we made: clients trust it on first use, by its fingerprint.
"""

from __future__ import annotations

import re
import shutil
import socket
import stat
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from parlour.config import TlsConfig
    from parlour.server import Certificate

FOLDER: Final = "tls"
"""In the data directory."""
DAYS: Final = 3_650
"""Ten years. A new certificate means that every client asks whether it is still the same host."""
PATIENCE_S: Final = 30
"""Making a key takes some milliseconds."""
_LABEL: Final = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_NAME: Final = re.compile(rf"{_LABEL}(\.{_LABEL})*")
_REQUEST: Final = """\
[req]
distinguished_name = name
x509_extensions = extensions
prompt = no
[name]
CN = {}
[extensions]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectAltName = {}
"""


def certificate_of(
    config: TlsConfig, folder: Path | None, addresses: Sequence[str]
) -> tuple[Certificate | None, list[str]]:
    """Return the certificate of a host and what its owner should know of it.

    *folder*: its data directory, or None if it keeps nothing. *addresses*: where guests find it.
    Without an owner's certificate, and without a program that makes one, there is no TLS.

    Raises TlsError if that of the owner cannot be used.
    """
    from parlour.server import Certificate, TlsError

    if (own := owners(config)) is not None:
        return own, list(_readable_by_others(own.key))
    # A host with a data directory writes nowhere else: in a container all else may be read-only.
    place = (
        tempfile.TemporaryDirectory(prefix="parlour-")
        if folder is None
        else nullcontext(folder / FOLDER)
    )
    with place as given:
        kept = Path(given)
        chain, key = kept / "certificate.pem", kept / "key.pem"
        try:
            if not (chain.exists() and key.exists()):
                _make(kept, chain, key, addresses)
            return Certificate(chain, key, watched=False), list(_readable_by_others(key))
        except TlsError as error:
            return None, [f"Not encrypted: {error.text}"]


def owners(config: TlsConfig) -> Certificate | None:
    """Return the owner's certificate, if the config names one. Raises TlsError."""
    from parlour.server import Certificate

    files = (Path(each).expanduser() for each in (config.certificate, config.key))
    return Certificate(*files) if config.certificate else None


def _readable_by_others(key: Path) -> Sequence[str]:
    """Return a warning if anybody else may read the key."""
    with suppress(OSError):
        if key.stat().st_mode & (stat.S_IWGRP | stat.S_IRWXO):
            return (f"Others may read the key of TLS. To change that: chmod 600 {key}",)
    return ()


def _make(folder: Path, chain: Path, key: Path, addresses: Sequence[str]) -> None:
    """Make a certificate for this computer. Raises TlsError."""
    from parlour.server import TlsError

    computer = socket.gethostname().lower().rstrip(".")
    short = computer.partition(".")[0]
    names = [each for each in (computer, f"{short}.local") if _NAME.fullmatch(each)]
    names = list(dict.fromkeys([*names, "localhost"]))
    hosts = list(dict.fromkeys(["127.0.0.1", "::1", *addresses]))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as new:  # only we may look into it
            made = Path(new, chain.name), Path(new, key.name)
            program = shutil.which("openssl")
            if program is not None:
                _by_openssl(program, made, names, hosts)
            else:
                _by_library(made, names, hosts)
            made[1].chmod(0o600)
            made[1].replace(key)
            made[0].replace(chain)
    except (OSError, ImportError, subprocess.SubprocessError) as error:
        text = (
            "there is no certificate yet, and nothing here that can make one. Install openssl and"
            " start the host again, or name your own below [tls] in the config."
        )
        raise TlsError(text) from error


def _by_openssl(
    program: str, made: tuple[Path, Path], names: Sequence[str], hosts: Sequence[str]
) -> None:
    chain, key = made
    also = ", ".join([*map("DNS:{}".format, names), *map("IP:{}".format, hosts)])
    request = chain.with_name("request.cnf")
    request.write_text(_REQUEST.format(names[0], also), "ascii")
    options = ("-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
    files = ("-keyout", str(key), "-out", str(chain), "-config", str(request))
    subprocess.run(
        [program, "req", *options, "-days", str(DAYS), *files],
        check=True,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE_S,
    )


def _by_library(made: tuple[Path, Path], names: Sequence[str], hosts: Sequence[str]) -> None:
    from datetime import UTC, datetime, timedelta

    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])])
    also = [*map(x509.DNSName, names), *(x509.IPAddress(ip_address(host)) for host in hosts)]
    server = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now)
        .not_valid_after(now + timedelta(days=DAYS))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(also), critical=False)
        .add_extension(server, critical=False)
        .sign(key, SHA256())
    )
    made[0].write_bytes(certificate.public_bytes(Encoding.PEM))
    form = PrivateFormat.PKCS8
    made[1].write_bytes(key.private_bytes(Encoding.PEM, form, NoEncryption()))
