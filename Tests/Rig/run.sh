#!/usr/bin/env bash
# All tests of the rig, inside its virtual machine: make rig runs this. RIG_TOOL names the program to test.
export PYTHONDONTWRITEBYTECODE=1
cd "$(dirname "$0")" || exit 1
exec python3 -W ignore -m unittest discover --verbose --failfast "$@"
