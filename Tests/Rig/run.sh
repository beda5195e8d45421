#!/usr/bin/env bash
# The tests of the rig, inside its virtual machine: rig/test.sh runs this in several. RIG_TOOL names the program to test.
export PYTHONDONTWRITEBYTECODE=1
cd "$(dirname "$0")" || exit 1
exec python3 -W ignore run.py "$@"
