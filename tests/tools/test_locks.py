"""The locks leave nothing to resolve: what they pin asks for nothing that they do not pin."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from typing import Final, TypedDict

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tools.lock import EXTRAS as OPTIONAL
from tools.lock import LOCKS, NAMES, ROOT, Pin, pins

PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
REQUIRES: Final[dict[str, Package]] = json.loads((LOCKS / "requires.json").read_text("utf-8"))
EXTRAS: Final = PROJECT["project"]["optional-dependencies"]
HOST: Final = PROJECT["project"]["dependencies"]
MORE: Final = [wanted for name in OPTIONAL for wanted in EXTRAS[name]]
ASKED: Final = {
    "host": HOST,
    "build": PROJECT["build-system"]["requires"],
    "extras": [*HOST, *MORE],
    "test": [*HOST, *MORE, *EXTRAS["test"]],
    "docs": EXTRAS["docs"],
}
"""What each lock is for."""


@dataclass(frozen=True)
class Computer:
    """Where somebody installs a lock, as far as markers ask."""

    python: str
    system: str = "linux"
    machine: str = "x86_64"

    def has(self, marker: Marker | None, extra: str = "") -> bool:
        """Check whether *marker* is true here, for what was asked for with *extra*."""
        return marker is None or marker.evaluate(
            {
                "extra": extra,
                "implementation_name": "cpython",
                "os_name": "posix",
                "platform_machine": self.machine,
                "platform_python_implementation": "CPython",
                "platform_system": {"linux": "Linux", "darwin": "Darwin"}[self.system],
                "python_full_version": self.python,
                "python_version": ".".join(self.python.split(".")[:2]),
                "sys_platform": self.system,
            }
        )


COMPUTERS: Final = [
    Computer(python, system, machine)
    for python in ("3.11.0", "3.11.9", "3.12.0", "3.13.0", "3.14.0")
    for system, machine in (("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "arm64"))
]


class Package(TypedDict):
    """What a version of a package says of itself."""

    python: str
    requires: list[str]


def missing(
    asked: Iterable[str],
    pinned: Iterable[Pin],
    packages: Mapping[str, Package],
    computer: Computer,
) -> Iterator[str]:
    """What a resolver would still have to find, extras and markers included."""
    here = {
        pin.package: pin.version
        for pin in pinned
        if computer.has(Marker(pin.marker) if pin.marker else None)
    }
    todo = [("the project", "", Requirement(text)) for text in asked]
    seen: set[tuple[str, str]] = set()
    while todo:
        by, extra, wanted = todo.pop()
        if not computer.has(wanted.marker, extra):
            continue
        name = canonicalize_name(wanted.name)
        version = here.get(name)
        if version is None or not wanted.specifier.contains(version, prereleases=True):
            yield f"{by} asks for {wanted}; pinned is {version}"
            continue
        package = packages[f"{name}=={version}"]
        if not SpecifierSet(package["python"]).contains(computer.python):
            yield f"{name} {version} asks for Python {package['python']}, not {computer.python}"
        for more in {"", *wanted.extras} - {more for known, more in seen if known == name}:
            seen.add((name, more))
            todo += [(name, more, Requirement(text)) for text in package["requires"]]


@pytest.mark.parametrize("name", NAMES)
def test_a_lock_pins_all_that_its_packages_require_wherever_it_is_installed(name: str) -> None:
    pinned = pins(name)
    found = {gap for here in COMPUTERS for gap in missing(ASKED[name], pinned, REQUIRES, here)}
    assert found == set()


def test_locks_that_share_an_environment_agree() -> None:
    """`./dev` installs one lock on top of another."""
    together = {pin for name in NAMES for pin in pins(name)}
    assert len({(pin.package, pin.marker) for pin in together}) == len(together)


def test_a_lock_with_a_gap_is_found() -> None:
    """The tests' lock had `coverage` without what `coverage[toml]` asks for; that of the docs had
    a package for Python 3.11.5 and later only.
    """
    pinned = [Pin("pytest-cov", "7", ""), Pin("coverage", "7", "")]
    packages: dict[str, Package] = {
        "pytest-cov==7": {"python": ">=3.11.5", "requires": ["coverage[toml]>=7"]},
        "coverage==7": {
            "python": "",
            "requires": ["tomli; python_version < '3.12' and extra == 'toml'"],
        },
    }
    old, new = Computer("3.11.0"), Computer("3.12.0")
    assert list(missing(["pytest-cov"], pinned, packages, old)) == [
        "pytest-cov 7 asks for Python >=3.11.5, not 3.11.0",
        'coverage asks for tomli; python_version < "3.12" and extra == "toml"; pinned is None',
    ]
    assert list(missing(["pytest-cov"], pinned, packages, new)) == []
    assert list(missing(["pytest-cov>7"], pinned, packages, new)) == [
        "the project asks for pytest-cov>7; pinned is 7"
    ]
    tomli = Pin("tomli", "2", "python_version < '3.11'")
    assert len(list(missing(["pytest-cov"], [*pinned, tomli], packages, old))) == 2


def test_requires_json_says_what_the_packages_themselves_say() -> None:
    assert set(REQUIRES) == {f"{pin.package}=={pin.version}" for n in NAMES for pin in pins(n)}
    compared = 0
    for pin in pins("test"):
        try:
            here = distribution(pin.package)
        except PackageNotFoundError:
            continue  # its marker says that it is not for this computer
        if here.version == pin.version:
            assert (
                sorted(here.requires or [])
                == REQUIRES[f"{pin.package}=={pin.version}"]["requires"]
            )
            compared += 1
    assert compared > 40


def test_nothing_that_installs_a_lock_asks_a_resolver() -> None:
    """A resolver may find a newer release that asks for what the lock does not pin."""
    readers = ("dev", "Containerfile", "tools/build_pyz.py", "tools/follow_tutorial.py")
    for reader in readers:
        lines = (ROOT / reader).read_text("utf-8").splitlines()
        hashed = [line for line in lines if "--require-hashes" in line]
        assert hashed, reader
        assert all("--no-deps" in line for line in hashed), reader
