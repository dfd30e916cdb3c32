"""`parlour service`: the units, what they let a host do, and who may install them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from parlour.__main__ import main
from parlour.cli import service
from parlour.cli.service import NAMES, Place, units
from parlour.config import Config, ServerConfig, TlsConfig

PROGRAM = Path("/opt/parlour/bin/parlour")


def texts(*, user: bool = False, port: int = 4004) -> dict[str, str]:
    config = Config(server=ServerConfig(port=port))
    return dict(units(Place(user), config, Path("/etc/parlour.toml"), PROGRAM))


def test_the_host_and_the_backup_get_no_right_they_do_not_need(folder: Path) -> None:
    """As systemd itself counts it: 10 is everything that a program can have."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed")
    for name, most in ((NAMES[0], 1.3), (NAMES[1], 0.8)):
        (folder / name).write_text(texts()[name])
        command = ["systemd-analyze", "security", "--offline=true", "--no-pager", f"./{name}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
        found = re.search(r"exposure level for \S+ (\d+\.\d)", done.stdout)
        assert found, done.stderr
        assert float(found[1]) <= most
        assert "Unknown" not in done.stderr


@pytest.mark.parametrize("user", [False, True])
def test_the_commands_of_the_units_are_commands(user: bool, folder: Path) -> None:
    lines = "".join(texts(user=user).values()).splitlines()
    commands = [line.partition("=")[2].split() for line in lines if line.startswith("Exec")]
    assert [words[:2] for words in commands] == [
        [str(PROGRAM), word] for word in ("serve", "upgrade", "backup")
    ]
    for _, name, *arguments in commands:
        assert main.commands[name].make_context(name, arguments).params["data"] is not None
    assert ("DynamicUser=yes" in lines) is not user


def test_a_low_port_gets_its_own_right_and_no_other() -> None:
    low, usual = texts(port=443)[NAMES[0]], texts()[NAMES[0]]
    assert "CapabilityBoundingSet=CAP_NET_BIND_SERVICE\n" in low
    assert "PrivateUsers" not in low
    assert "CapabilityBoundingSet=\n" in usual


def test_it_is_installed_and_removed_and_nobody_elses_unit_is_touched(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of systemd there is only what notes how it was called: no test starts services here."""
    (folder / "bin").mkdir()
    called = folder / "called"
    program = folder / "bin" / "systemctl"
    program.write_text(f'#!/bin/sh\necho "$@" >> {called}\n')
    program.chmod(0o700)
    monkeypatch.setenv("PATH", str(folder / "bin"), prepend=":")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    monkeypatch.setattr(service, "RUNNING", folder)

    def run(*words: str) -> tuple[int, str]:
        done = CliRunner().invoke(main, ["service", *words, "--user"])
        return done.exit_code, done.output

    assert run("remove") == (1, f"There is no service to remove in {folder}/systemd/user.\n")
    code, said = run("install")
    assert (code, "loginctl enable-linger" in said) == (0, True)
    place = folder / "systemd" / "user"
    assert sorted(each.name for each in place.iterdir()) == sorted(NAMES)
    assert run("remove")[0] == 0
    assert list(place.iterdir()) == []
    (place / NAMES[0]).write_text("[Service]\n")
    code, said = run("install")
    assert (code, "was not written by parlour" in said) == (1, True)
    assert called.read_text().splitlines() == [
        "--user daemon-reload",
        "--user enable --now parlour.service parlour-backup.timer",
        "--user disable --now parlour.service parlour-backup.timer",
        "--user daemon-reload",
    ]


def test_what_the_service_could_not_read_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = folder / "parlour.toml"
    config.touch(mode=0o600)
    monkeypatch.setattr(service, "HIDDEN", (folder / "nowhere",))
    (said,) = service.out_of_reach(Config(), config)
    assert said.startswith(f"{config} cannot be read by the service.")
    monkeypatch.setattr(service, "HIDDEN", (folder,))
    (said,) = service.out_of_reach(Config(), config)
    assert said.startswith(f"{config} is in a home")
    key = TlsConfig(certificate=str(folder / "cert.pem"), key=str(folder / "key.pem"))
    said, *more = service.out_of_reach(Config(tls=key), None)
    assert said.startswith(f"{folder / 'cert.pem'} is in a home")
    assert len(more) == 1
