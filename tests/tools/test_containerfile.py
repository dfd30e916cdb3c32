"""The Containerfile names what exists: files, the command, the data directory, the port."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Final

import click

from parlour.__main__ import main
from parlour.config import Config

ROOT: Final = Path(__file__).parents[2]
TEXT: Final = (ROOT / "Containerfile").read_text("utf-8")
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
INSTALLED: Final = "/opt/parlour"


def instructions(name: str) -> list[str]:
    """The arguments of every instruction *name*, each in one line."""
    whole = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", TEXT, flags=re.M))
    return re.findall(rf"^{name} (.+)$", whole, re.M)


def only(name: str) -> str:
    (found,) = instructions(name)
    return found


def test_everything_that_is_copied_exists_and_is_all_that_the_wheel_is_made_from() -> None:
    copied = [line.split()[:-1] for line in instructions("COPY") if "--from" not in line]
    names = {name for line in copied for name in line}
    assert all((ROOT / name).exists() for name in names)
    project = PROJECT["project"]
    packages = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    hooks = re.findall(
        r'^path = "(tools/.*)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.M
    )
    needed = ["pyproject.toml", "README.md", *project["license-files"], *packages]
    assert {Path(path).parts[0] for path in needed} <= names
    assert set(hooks) <= names


def test_the_base_is_a_plain_name_of_a_python_that_will_do() -> None:
    """No registry is named: each engine knows where it takes images from."""
    assert [line.split()[0] for line in instructions("FROM")] == ["${BASE}", "${BASE}"]
    pinned = r"BASE=python:3\.(\d+)-slim(?:@sha256:[0-9a-f]{64})?"
    found = re.fullmatch(pinned, instructions("ARG")[0])
    least = re.fullmatch(r">=3\.(\d+)", PROJECT["project"]["requires-python"])
    assert found is not None
    assert least is not None
    assert int(found[1]) >= int(least[1])


def test_the_command_starts_a_host_on_the_volume() -> None:
    (program,) = json.loads(only("ENTRYPOINT"))
    assert program.removeprefix(f"{INSTALLED}/bin/") in PROJECT["project"]["scripts"]
    assert f"python -m venv --without-pip {INSTALLED} " in TEXT
    assert f"{INSTALLED} {INSTALLED}" in only("COPY --from=build")
    health, *asked = json.loads(only("HEALTHCHECK CMD"))
    assert health == program
    for name, *arguments in (json.loads(only("CMD")), asked):
        command = main.commands[name]
        parsed = command.make_context(name, arguments, parent=click.Context(main)).params
        assert str(parsed["data"]) == only("VOLUME")
    config = Config()
    assert only("EXPOSE") == f"{config.server.port} {config.web.port}"


def test_a_release_is_refused_on_a_base_without_a_digest() -> None:
    (check,) = [line for line in instructions("RUN") if "RELEASE" in line]
    digest = f"python:3.13-slim@sha256:{'0' * 64}"
    for base, release, code in (
        ("python:3.13-slim", "", 0),
        (digest, "1", 0),
        ("python:3.13-slim", "1", 1),
    ):
        env = {"BASE": base, "RELEASE": release}
        assert subprocess.run(["sh", "-c", check], env=env, check=False).returncode == code


def test_it_runs_as_a_user_of_its_own_who_owns_the_data() -> None:
    user, group = only("USER").split(":")
    setup = instructions("RUN")[-1]
    assert f"groupadd --gid {group} parlour" in setup
    assert f"useradd --uid {user} --gid {group} " in setup
    assert int(user) >= 1000
    assert setup.endswith(f"--owner=parlour --group=parlour --mode=0700 {only('VOLUME')}")
