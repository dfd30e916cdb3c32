#!/bin/sh
# Renew the lock files from pyproject.toml, at the newest versions its bounds allow:
#
#   requirements.txt         what the host needs at run time
#   requirements-build.txt   what builds it, without build isolation
#   requirements-test.txt    the extra "test", which holds both of the above
#
# Each file pins every package by version and by the hashes of all its files, so the same lock
# serves x86-64, arm64 and every Python from 3.11 on. The one index asked is the one pip is set
# up for; its address is not written down. Needs the network; ./dev never runs it.
set -eu
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet uv
if index=$("$work/venv/bin/pip" config get global.index-url 2>/dev/null); then
    export UV_DEFAULT_INDEX="$index"
fi

# Packages that are asked for on Windows only are left out: ./dev does not run there.
compile() {
    "$work/venv/bin/uv" pip compile --quiet --universal --python-version 3.11 \
        --generate-hashes --no-header --no-annotate --no-emit-index-url \
        --no-emit-package cffi --no-emit-package colorama --no-emit-package pycparser \
        "$@" >/dev/null
}

"$work/venv/bin/python" -c '
import tomllib
with open("pyproject.toml", "rb") as file:
    print(*tomllib.load(file)["build-system"]["requires"], sep="\n")
' >"$work/build.in"

compile pyproject.toml --extra test --upgrade --output-file requirements-test.txt
compile pyproject.toml --constraint requirements-test.txt --upgrade \
    --output-file requirements.txt
compile "$work/build.in" --constraint requirements-test.txt --upgrade \
    --output-file requirements-build.txt
