"""A host on the internet: each wrong set-up is named with its remedy, by `doctor` and `serve`."""

from __future__ import annotations

import os
import re
import resource
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from parlour.__main__ import main
from parlour.cli._public import faults, must_seal
from parlour.config import load

USER = 1_000


def found(folder: Path, user: int = USER) -> list[str]:
    config = folder / "config.toml"
    return list(faults(load(config), config, folder / "data", (), user))


def write(config: str = "") -> Callable[[Path], None]:
    def do(folder: Path) -> None:
        (folder / "config.toml").write_text(config, "utf-8")

    return do


def open_data(folder: Path) -> None:
    (folder / "data").chmod(0o755)


def open_config(folder: Path) -> None:
    (folder / "config.toml").chmod(0o666)


def open_word(folder: Path) -> None:
    write('[server]\njoin_word = "kiwi"\n')(folder)
    (folder / "config.toml").chmod(0o644)


def open_plugin(folder: Path) -> None:
    (folder / "shared").mkdir(mode=0o777)
    (folder / "shared").chmod(0o777)
    (folder / "shared" / "toy.py").touch()
    write(f'[plugins]\nmodules = ["{folder}/shared/toy.py"]\n')(folder)


WRONG = {
    "data that others may read": (
        open_data,
        ("Data directory: other users may read ", "chmod 700"),
    ),
    "a config that others may change": (
        open_config,
        ("Config: other users may change ", "chmod go-w"),
    ),
    "a word that everybody may read": (
        open_word,
        ("Config: everybody on this computer may read ", "chmod o-r"),
    ),
    "everybody is near": (
        write('[server]\nnear = ["0.0.0.0/0"]\n'),
        ("[server] near: 0.0.0.0/0 is a large part", "Name only your own networks."),
    ),
    "everybody may name guests": (
        write('[server]\nproxies = ["::/0"]\n'),
        ("[server] proxies: ::/0 is a large part", "the addresses of your proxies."),
    ),
    "everybody may name guests of the page": (
        write('[web]\nproxies = ["198.0.0.0/8"]\n'),
        ("[web] proxies: 198.0.0.0/8 is a large part", "the addresses of your proxies."),
    ),
    "a page that is not encrypted": (
        write('[web]\nhosts = ["http://play.example.org"]\n'),
        ("[web] hosts: http://play.example.org is not", "Write https://play.example.org"),
    ),
    "a game that everybody may change": (
        open_plugin,
        ("Plugin ", "chmod o-w"),
    ),
}


@pytest.fixture
def safe(tmp_path: Path) -> Path:
    """A folder with a data directory and a config that only their user may touch."""
    (tmp_path / "data").mkdir(mode=0o700)
    (tmp_path / "config.toml").touch(mode=0o600)
    return tmp_path


@pytest.mark.parametrize("name", WRONG)
def test_each_wrong_set_up_is_named_with_its_remedy(safe: Path, name: str) -> None:
    assert found(safe) == []
    spoil, (wrong, right) = WRONG[name]
    spoil(safe)
    (line,) = found(safe)
    assert line.startswith(wrong)
    assert right in line


def test_root_and_too_few_files_are_named(safe: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def few(_: int) -> tuple[int, int]:
        return 1_024, 1_024

    monkeypatch.setattr(resource, "getrlimit", few)
    user, files = found(safe, user=0)
    assert user.startswith("User: the host would run as root")
    assert "parlour service install" in user
    assert files.startswith("Open files: this system allows 1024, and 10000 connections need")
    assert "LimitNOFILE=" in files


# --- the certificate ------------------------------------------------------------------------


def own_certificate(folder: Path, *names: str, ends: int = 2_200) -> str:
    """Make one that ends in that year. Return the config that has it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "example")])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(ends, 6, 1, tzinfo=UTC))
        .add_extension(x509.SubjectAlternativeName(list(map(x509.DNSName, names))), critical=False)
        .sign(key, SHA256())
    )
    (folder / "cert.pem").write_bytes(made.public_bytes(Encoding.PEM))
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "key.pem").touch(mode=0o600)
    (folder / "key.pem").write_bytes(secret)
    return f'[tls]\ncertificate = "{folder}/cert.pem"\nkey = "{folder}/key.pem"\n'


def test_a_certificate_must_be_for_the_name_and_in_time_and_its_key_closed(safe: Path) -> None:
    hosts = '[web]\nhosts = ["https://play.example.org:4005"]\n'
    for names in (["play.example.org"], ["*.example.org"]):
        write(hosts + own_certificate(safe, *names))(safe)
        assert found(safe) == []
    write(hosts + own_certificate(safe, "example.org", "*.play.example.org"))(safe)
    (line,) = found(safe)
    assert "is for example.org, *.play.example.org, and [web] hosts says play.example.org" in line
    write(hosts + own_certificate(safe, "play.example.org", ends=2_021))(safe)
    (line,) = found(safe)
    assert re.search(r"expired on \d{4}-\d\d-\d\d. Renew it.", line)
    write(own_certificate(safe, "play.example.org"))(safe)
    (safe / "key.pem").chmod(0o644)
    (line,) = found(safe)
    assert line.startswith("[tls] key: everybody on this computer may read")
    assert line.endswith(f"chmod o= {safe}/key.pem")


@pytest.mark.parametrize(
    ("config", "names", "page", "told"),
    [
        ("", (), "", "Connect with: parlour play ADDRESS"),
        ("", ("play.example.org",), "http://x/", "Connect with: parlour play play.example.org"),
        (
            '[server]\nport = 4010\n[web]\nhosts = ["https://play.example.org"]\n',
            ("other.example.org",),
            "https://play.example.org/",
            "Connect with: parlour play play.example.org:4010",
        ),
    ],
)
def test_who_is_far_reads_how_to_connect(
    safe: Path, config: str, names: tuple[str, ...], page: str, told: str
) -> None:
    write(config)(safe)
    english, french, *rest = must_seal(load(safe / "config.toml"), names, page).splitlines()
    assert english.endswith(told)
    assert french.startswith("Cet hôte ")
    assert rest == ([page] if page.startswith("https") else [])


def test_own_networks_may_be_large(safe: Path) -> None:
    write('[server]\nnear = ["10.0.0.0/8", "203.0.0.0/16", "fd00::/8"]\n')(safe)
    assert found(safe) == []


def test_serve_and_doctor_say_the_same(
    folder: Path, safe: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: USER)
    open_data(safe)
    (safe / "config.toml").write_text("[server]\npublic = true\nport = 0\n", "utf-8")
    where = ("--config", str(safe / "config.toml"), "--data", str(safe / "data"))
    served = CliRunner().invoke(main, ["serve", "--unguarded", *where])
    assert served.exit_code == 2
    first, line = served.stderr.splitlines()
    assert first == "A host on the internet must not start like this:"
    told = CliRunner().invoke(main, ["doctor", *where]).stdout.replace("\n  ", " ")
    assert f"problem: {line}\n" in told
    for words in (("--ephemeral",), ("--plugin", "toss", "--reload")):
        refused = CliRunner().invoke(main, ["serve", "--public", *words])
        assert (refused.exit_code, refused.stderr) == (
            2,
            "A host on the internet does not go with --ephemeral or --reload.\n",
        )
