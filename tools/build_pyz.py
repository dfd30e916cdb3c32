"""Build the .pyz of a release: one file that runs on every python3 from 3.11 on.

    python -m tools.build_pyz dist/parlour-0.1.0-py3-none-any.whl

It holds the wheel and everything in locks/host.txt. Only msgspec is compiled, and its files are
named after the Python, the processor and the C library that they are for. So all of them lie in
one folder, and Python finds its own. The same wheel and lock give the same bytes.

`--here` takes only what this Python on this computer needs, to try it.
"""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from tools.lock import LOCKS, pins

COMPILED: Final = "msgspec"
PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
LIBRARIES: Final = (
    ("manylinux_2_17_{0}", "manylinux2014_{0}", "manylinux_2_28_{0}"),
    ("musllinux_1_1_{0}", "musllinux_1_2_{0}"),
)
"""What wheels for glibc and for musl may be called, by processor."""
PROCESSORS: Final = ("x86_64", "aarch64")
MAIN: Final = Path(__file__).with_name("pyz_main.py")
_SHEBANG: Final = b"#!/usr/bin/env python3\n"
_DROPPED: Final = ("INSTALLER", "RECORD", "WHEEL", "direct_url.json")
"""What is about the installed wheel, and differs among those for several Pythons."""


def wheels(folder: Path, *, here: bool) -> list[Path]:
    """Fetch what the lock of the host names into *folder*, checked by its hashes."""
    lock = (LOCKS / "host.txt").read_text("utf-8").split("\n")
    begins = [number for number, line in enumerate(lock) if line[:1] not in ("", " ")]
    of = {
        lock[start].partition("==")[0]: "\n".join(lock[start:end])
        for start, end in zip(begins, [*begins[1:], len(lock)], strict=True)
    }
    assert of.keys() == {pin.package for pin in pins("host")}
    pure, compiled = folder / "pure.txt", folder / "compiled.txt"
    compiled.write_text(of.pop(COMPILED), "utf-8")
    pure.write_text("\n".join(of.values()), "utf-8")
    _fetch(folder, pure, "--implementation", "py", "--abi", "none", "--platform", "any")
    if here:
        _fetch(folder, compiled)
    else:
        for python in PYTHONS:
            for processor in PROCESSORS:
                for names in LIBRARIES:
                    tags = [w for tag in names for w in ("--platform", tag.format(processor))]
                    _fetch(folder, compiled, "--python-version", python, *tags)
    return sorted(folder.glob("*.whl"))


def _fetch(folder: Path, lock: Path, *options: str) -> None:
    how = ("--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:")
    command = (sys.executable, "-m", "pip", "download", *how, *options, "-r", str(lock))
    env = os.environ | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    subprocess.run((*command, "-d", str(folder)), env=env, check=True)


def merged(found: Iterable[Path]) -> dict[str, bytes]:
    """Return all files of the wheels *found*, by name. Raises ValueError if two differ."""
    files: dict[str, bytes] = {}
    for wheel in found:
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if name.endswith("/") or name.rpartition("/")[2] in _DROPPED:
                    continue
                body = archive.read(name)
                if files.setdefault(name, body) != body:
                    raise ValueError(f"two wheels have different files {name}")
    return files


def built(files: Mapping[str, bytes]) -> bytes:
    """Return the .pyz with the packages *files*."""
    packages = _zipped(files, zipfile.ZIP_DEFLATED)
    digest = hashlib.sha256(packages).hexdigest().encode()
    parts = {"__main__.py": MAIN.read_bytes(), "digest": digest, "packages.zip": packages}
    return _SHEBANG + _zipped(parts, zipfile.ZIP_STORED)


def _zipped(files: Mapping[str, bytes], how: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how, compresslevel=9) as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name)  # of 1980, by nobody
            info.create_system, info.external_attr = 3, 0o100644 << 16
            archive.writestr(info, files[name], how, 9)
    return out.getvalue()


def main(arguments: Sequence[str]) -> None:
    """Build the .pyz of a wheel beside it."""
    here = "--here" in arguments
    (wheel,) = (Path(word) for word in arguments if word != "--here")
    with tempfile.TemporaryDirectory() as folder:
        files = merged([*wheels(Path(folder), here=here), wheel])
    name = wheel.name.removesuffix("-py3-none-any.whl")
    file = wheel.with_name(f"{name}.pyz")
    file.write_bytes(built(files))
    file.chmod(0o755)
    print(f"{file} ({file.stat().st_size / 1e6:.1f} MB)")


if __name__ == "__main__":
    main(sys.argv[1:])
