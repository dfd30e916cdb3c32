"""What a .pyz runs first: it unpacks itself once, and starts Parlour from there.

tools/build_pyz.py puts this file into the archive as `__main__.py`. Compiled modules, the keeper
and the page have to be files, so everything is unpacked into a folder that only its user can
write to: below `$XDG_CACHE_HOME`, or `~/.cache`, or `$TMPDIR`, or `/tmp`. Its name has the digest
of the archive and the kind of Python, so another version never meets the files of this one.

It must parse on Pythons from 3.6 on, to be able to say what is needed.
"""

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from zipimport import zipimporter

NEEDS = (3, 11)


def start() -> None:
    """Start the command line, with the unpacked packages before all others."""
    if sys.version_info < NEEDS:
        sys.exit(f"Parlour needs Python 3.{NEEDS[1]} or later. This is 3.{sys.version_info[1]}.")
    file = os.path.dirname(__file__)
    archive, base = zipimporter(file), cache()
    digest, kind = archive.get_data("digest").decode(), EXTENSION_SUFFIXES[0].split(".")[1]
    folder = os.path.join(base, f"{digest[:16]}-{kind}")
    if not os.path.isdir(folder):
        unpack(archive.get_data("packages.zip"), folder)
    # Another version may have started this one: `parlour upgrade`.
    others = [path for path in sys.path if path != file and os.path.dirname(path) != base]
    sys.path[:] = [folder, *others]
    # For the processes that Parlour starts with -m.
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    kept = [path for path in given if path and os.path.dirname(path) != base]
    os.environ["PYTHONPATH"] = os.pathsep.join([folder, *kept])
    from parlour.__main__ import main

    main(prog_name="parlour")


def cache() -> str:
    """Return the folder for what is unpacked: nobody else can write to it."""
    wrong: list[str] = []  # not evaluated here, so older Pythons read it, too
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    for place in (caches, os.environ.get("TMPDIR") or "/tmp"):
        folder = os.path.join(place, f"parlour-pyz-{os.geteuid()}")
        if not os.path.isabs(folder):
            continue  # the user has no home
        try:
            if not os.path.lexists(folder):
                os.makedirs(folder, 0o700, exist_ok=True)
            found = os.lstat(folder)
            noexec = os.statvfs(folder).f_flag & os.ST_NOEXEC
        except OSError as error:
            wrong.append(f"{folder}: {error.strerror}")
            continue
        if found.st_uid != os.geteuid() or found.st_mode & ~0o2000 != 0o040700:
            wrong.append(f"{folder}: it is somebody else's, or others may use it")
        elif noexec:
            wrong.append(f"{folder}: the system runs no programs from there (noexec)")
        elif not os.access(folder, os.W_OK):
            wrong.append(f"{folder}: nothing can be written there")
        else:
            return folder
    tried = "\n  ".join(wrong)
    sys.exit(
        f"Parlour has to unpack itself, and cannot:\n  {tried}\n"
        "Set XDG_CACHE_HOME to a folder of your own."
    )


def unpack(packages: bytes, folder: str) -> None:
    """Unpack the archive *packages* as *folder*: whole, or not at all."""
    import io
    import shutil
    import tempfile
    import zipfile

    with zipfile.ZipFile(io.BytesIO(packages)) as archive:
        names = set(archive.namelist())
        compiled = {name for name in names if name.endswith(".so")}
        ours = {name for name in compiled if name[name.index(".") :] in EXTENSION_SUFFIXES}
        if compiled and not ours:
            sys.exit(
                f"This file has no code for Python 3.{sys.version_info[1]} on this computer "
                f"({EXTENSION_SUFFIXES[0]}).\nInstall Parlour with uv or pipx instead."
            )
        partial = tempfile.mkdtemp(dir=os.path.dirname(folder))
        try:
            archive.extractall(partial, names - compiled | ours)
            os.sync()  # a power cut must not leave a folder that only looks whole
            os.rename(partial, folder)
        except OSError as error:
            if not os.path.isdir(folder):  # or another start was faster
                sys.exit(f"Parlour cannot unpack itself: {error}")
        finally:
            shutil.rmtree(partial, ignore_errors=True)


if __name__ == "__main__":
    start()
