#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes README's table of experiments from the catalogue.

    scripts/experiments.py build/host/bin/tilebridge            # rewrite
    scripts/experiments.py build/host/bin/tilebridge --check    # 1 if the table differs
"""

import json
import pathlib
import re
import subprocess
import sys

README = pathlib.Path(__file__).parent.parent / "README.md"
HEAD = "| experiment | question |\n|---|---|\n"


def main():
    program, *options = sys.argv[1:]
    listed = json.loads(subprocess.run([program, "list", "--json"], check=True, text=True,
                                       stdout=subprocess.PIPE).stdout)
    rows = "".join(f"| `{e['name']}` | {e['question']} |\n" for e in listed["experiments"])
    page = README.read_text()
    table = re.escape(HEAD) + r"(?:\|.*\n)*"
    if not re.search(table, page):
        sys.exit(f"{README} has no table of experiments")
    written = re.sub(table, lambda _: HEAD + rows, page)
    if "--check" not in options:
        README.write_text(written)
    elif written != page:
        sys.exit("README.md: the table of experiments differs from the catalogue; "
                 "run scripts/experiments.py")


main()
