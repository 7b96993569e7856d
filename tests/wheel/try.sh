#!/bin/sh
# try.sh PYTHON PIP-ARGUMENT…: installs budge into an empty environment and tries it. A source archive may call the
# compiler; a wheel finds no program on the PATH but those of the environment.
set -eu
python=$1; shift
here=$(cd "$(dirname "$0")" && pwd)
venv=$(mktemp -d)
trap 'rm -rf "$venv"' EXIT
"$python" -m venv "$venv"
case "$*" in
  *.tar.gz) "$venv/bin/pip" install -q "$@" ;;
  *) "$venv/bin/pip" install -q 'click>=8.1,<9' 'rich>=13,<16' 'platformdirs>=4,<5'
     PATH=$venv/bin "$venv/bin/pip" install -q "$@" budge ;;
esac
cd "$venv"
PATH=$venv/bin "$venv/bin/python" -I "$here/smoke.py"
