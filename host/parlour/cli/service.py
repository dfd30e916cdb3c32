"""Run a host as a service of systemd, with a backup every day: `parlour service`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from parlour.cli._group import FILE, Refusal
from parlour.cli._page import page_port
from parlour.cli._ready import ready
from parlour.cli._screen import say
from parlour.cli._shared import config_of, folder_in

if TYPE_CHECKING:
    from parlour.config import Config

NAMES: Final = ("parlour.service", "parlour-backup.service", "parlour-backup.timer")
MARK: Final = "# Written by `parlour service install`"
"""How our units begin. Nobody else's are written over or removed."""
CONFIG: Final = Path("/etc/parlour.toml")
STATE: Final = Path("/var/lib")
BACKUPS_KEPT: Final = 7
HIDDEN: Final = (Path("/home"), Path("/root"), Path("/run/user"))
"""What `ProtectHome` hides from a service."""
FIRST_FREE_PORT: Final = 1024
"""Lower ports need a right of their own."""
RUNNING: Final = Path("/run/systemd/system")
"""It is there if systemd manages this computer (sd_booted(3))."""

_NO_MORE_THAN_NEEDED: Final = """\
UMask=0077
NoNewPrivileges=yes
LockPersonality=yes
MemoryDenyWriteExecute=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallErrorNumber=EPERM
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallFilter=prlimit64
LimitCORE=0"""
"""What the service of a user may restrict, too. With `prlimit64` the host bounds the memory of the
process that plays."""

_OWN_USER: Final = """\
# A user of its own that sees nobody's files and writes only below /var/lib.
User=parlour
DynamicUser=yes
StateDirectoryMode=0700
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProcSubset=pid
KeyringMode=private
RemoveIPC=yes"""

_NO_RIGHTS: Final = """\
PrivateUsers=yes
CapabilityBoundingSet=
AmbientCapabilities="""
_LOW_PORT: Final = """\
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
AmbientCapabilities=CAP_NET_BIND_SERVICE"""


@dataclass(frozen=True)
class Place:
    """Whose service it is: that of the whole computer, or of a *user*."""

    user: bool

    @property
    def folder(self) -> Path:
        """Return where its units are."""
        if not self.user:
            return Path("/etc/systemd/system")
        own = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
        return Path(own, "systemd", "user")

    def systemctl(self, *words: str) -> None:
        """Run it. Raises Refusal if it fails."""
        command = ["systemctl", *(["--user"] if self.user else []), *words]
        if subprocess.run(command, check=False).returncode:
            raise Refusal(f"This failed: {' '.join(command)}")


@click.group("service")
def service_group() -> None:
    """Run the host as a systemd service, with a backup every day."""


with_user: Final = click.option(
    "--user", is_flag=True, help="Your own service, not one of the whole computer."
)


@service_group.command()
@with_user
@click.option("--print", "prints", is_flag=True, help="Show the units, and change nothing.")
@click.option(
    "--config",
    "config_file",
    type=FILE,
    metavar="FILE",
    help=f"The config of the host. Else {CONFIG} if it exists, or yours with --user.",
)
def install(user: bool, prints: bool, config_file: Path | None) -> None:
    """Write the units, and start the host now and with the computer."""
    place = Place(user)
    if config_file is None and not user and CONFIG.exists():
        config_file = CONFIG
    config = config_of(config_file)
    ready(config, ())
    texts = units(place, config, config_file, _program())
    if prints:
        click.echo("\n".join(f"# {place.folder / name}\n{texts[name]}" for name in NAMES))
    if faults := [] if user else list(out_of_reach(config, config_file)):
        raise Refusal("\n".join(faults))
    if prints:
        return
    _check(place, "install")
    try:
        place.folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (place.folder / name).write_text(text, "utf-8")
    except OSError as error:
        raise Refusal(f"Cannot write {place.folder}: {error.strerror}.") from error
    place.systemctl("daemon-reload")
    place.systemctl("enable", "--now", NAMES[0], NAMES[2])
    own = "--user " if user else ""
    say(
        f"The host runs, also after a restart of this computer, with a backup every day in"
        f" {backups_of(place, config)}.",
        f"To see how it is: systemctl {own}status parlour",
        f"If it ran before, the new settings need: systemctl {own}restart parlour",
    )
    if user:
        say("To let it run while you are not logged in: loginctl enable-linger")


@service_group.command()
@with_user
def remove(user: bool) -> None:
    """Stop the host and remove the units. Data and backups stay."""
    place = Place(user)
    _check(place, "remove")
    there = [name for name in NAMES if (place.folder / name).exists()]
    if not there:
        raise Refusal(f"There is no service to remove in {place.folder}.")
    place.systemctl("disable", "--now", *(name for name in there if name != NAMES[1]))
    for name in there:
        (place.folder / name).unlink()
    place.systemctl("daemon-reload")
    say("The service is removed. Data and backups are still there.")


def _check(place: Place, what: str) -> None:
    """Raise Refusal if the units of *place* are not ours to change."""
    if not place.user and os.geteuid():
        raise Refusal(
            f"A service of the whole computer needs root: sudo {_program()} service {what}\n"
            f"For a service of your own: parlour service {what} --user"
        )
    if not RUNNING.exists():
        raise Refusal("systemd does not run here. To see what it would need: --print")
    for name in NAMES:
        file = place.folder / name
        if file.exists() and not file.read_text("utf-8", "replace").startswith(MARK):
            raise Refusal(f"{file} was not written by parlour. Move it away first.")


def _program() -> Path:
    """Return the program that runs now. Raises Refusal."""
    found = shutil.which(sys.argv[0])
    if found is None or Path(found).name == "__main__.py":
        found = shutil.which("parlour", path=str(Path(sys.executable).parent))
    if found is None:
        raise Refusal(f"There is no program parlour beside {sys.executable}.")
    return Path(found).absolute()


def out_of_reach(config: Config, config_file: Path | None) -> Iterator[str]:
    """Yield a line for everything that a user of its own could not read."""
    python = {Path(sys.prefix), Path(sys.base_prefix), _program()}
    if any(_is_hidden(path) for path in python):
        yield (
            f"{_program()} is in a home, where a service sees nothing. Install it elsewhere, first"
            " with: sudo python3 -m venv /opt/parlour\n"
            "Then with /opt/parlour/bin/pip as you did here, and: sudo /opt/parlour/bin/parlour"
            " service install\n"
            "Or make it your own service: parlour service install --user"
        )
    given = [] if config_file is None else [config_file]
    named = (config.server.guest_list, config.tls.certificate, config.tls.key)
    given += [Path(each).expanduser() for each in named if each]
    for file in (*given, *config.lexicons.values(), *config.decks.values()):
        if _is_hidden(file):
            yield f"{file} is in a home, where a service sees nothing. Move it to /etc or /srv."
        elif not _is_readable(file):
            yield (
                f"{file} cannot be read by the service. Give it a group: sudo useradd --system"
                f" parlour; sudo chgrp parlour {file}; sudo chmod 640 {file}"
            )


def _is_hidden(path: Path) -> bool:
    whole = path.resolve()
    return any(whole.is_relative_to(folder) for folder in HIDDEN)


def _is_readable(file: Path) -> bool:
    try:
        mode, group = file.stat().st_mode, file.group()
    except (OSError, KeyError):  # no such file, which is said elsewhere; a group without a name
        return True
    return bool(mode & 0o004 or (mode & 0o040 and group == "parlour"))


def backups_of(place: Place, config: Config) -> Path:
    """Return the folder of the daily backups: beside the data."""
    data = folder_in(config) if place.user else STATE / "parlour"
    return data.with_name(f"{data.name}-backups")


def units(
    place: Place, config: Config, config_file: Path | None, program: Path
) -> Mapping[str, str]:
    """Return the texts of the units, by their names."""
    data = folder_in(config) if place.user else STATE / "parlour"
    backups = backups_of(place, config)
    run, where = _quoted(program), f"--data {_quoted(data)}"
    given = "" if config_file is None else f" --config {_quoted(config_file.absolute())}"
    ports = (config.server.port, page_port(config) or 0)
    low = any(0 < port < FIRST_FREE_PORT for port in ports)
    own = [] if place.user else [_OWN_USER]
    host = [] if place.user else ["StateDirectory=parlour", _LOW_PORT if low else _NO_RIGHTS]
    copy = [] if place.user else ["StateDirectory=parlour parlour-backups", _NO_RIGHTS]
    online = [] if place.user else ["Wants=network-online.target", "After=network-online.target"]
    return {
        NAMES[0]: _unit(
            "[Unit]",
            "Description=Parlour, a game server",
            *online,
            "",
            "[Service]",
            "Type=notify",
            f"ExecStart={run} serve{given} {where}",
            "# Change to the version that is installed now, and disconnect nobody.",
            f"ExecReload={run} upgrade {where}",
            "Restart=on-failure",
            "# 2: the config or the command is wrong, and would be wrong again.",
            "RestartPreventExitStatus=2",
            "TimeoutStartSec=5min",
            "# A process that hangs is replaced sooner, and nobody is disconnected.",
            "WatchdogSec=60",
            "MemoryMax=1G",
            "# If a game takes all of it, only the process that plays ends, and the next goes on.",
            "OOMPolicy=continue",
            "TasksMax=256",
            "LimitNOFILE=65536",
            *own,
            *host,
            _NO_MORE_THAN_NEEDED,
            "",
            "[Install]",
            f"WantedBy={'default' if place.user else 'multi-user'}.target",
        ),
        NAMES[1]: _unit(
            "[Unit]",
            "Description=A backup of Parlour",
            "",
            "[Service]",
            "Type=oneshot",
            f"ExecStart={run} backup --keep {BACKUPS_KEPT} {where} {_quoted(backups)}",
            "IOSchedulingClass=idle",
            *own,
            *copy,
            *([] if place.user else ["PrivateNetwork=yes"]),
            _NO_MORE_THAN_NEEDED,
        ),
        NAMES[2]: _unit(
            "[Unit]",
            "Description=A backup of Parlour every day",
            "",
            "[Timer]",
            "OnCalendar=daily",
            "RandomizedDelaySec=1h",
            "Persistent=yes",
            "",
            "[Install]",
            "WantedBy=timers.target",
        ),
    }


def _unit(*lines: str) -> str:
    first = f"{MARK}, which writes it again. To change it: systemctl edit"
    return "\n".join([first, *lines, ""])


def _quoted(path: Path) -> str:
    """Return *path* as one word of a command in a unit (systemd.service(5))."""
    text = str(path).replace("\\", "\\\\").replace("%", "%%").replace("$", "$$")
    if any(character.isspace() or character in "\"';" for character in text):
        return '"' + text.replace('"', '\\"') + '"'
    return text
