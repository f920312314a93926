#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""clang compiles what GCC compiles: every source of the program, without code for it.

usage: clang_test.py COMPILE_COMMANDS.json. Skipped (77) without a clang of version 16 or later."""
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys

CLANGS = ["clang++-19", "clang++-18", "clang++-17", "clang++-16", "clang++"]
OLDEST = 16


def version_of(clang):
    found = re.search(r"clang version (\d+)",
                      subprocess.run([clang, "--version"], capture_output=True, text=True).stdout)
    return int(found[1]) if found else 0


def clang_here():
    there = [name for name in CLANGS if shutil.which(name)]
    return next((name for name in there if version_of(name) >= OLDEST), None)


def is_of_program(entry):
    return "/src/CMakeFiles/" in entry["file"] and entry["file"].endswith(".cxx")


def flags_of(entry):
    """Folders, macros and the language of a command, which all compilers take alike."""
    words = shlex.split(entry["command"])
    for word, behind in zip(words, words[1:]):
        if word == "-isystem":
            yield from (word, behind)
        elif re.match(r"-(I|D|std=|fopenmp)", word):
            yield word


def errors_of(clang, entry):
    done = subprocess.run([clang, *flags_of(entry), "-fsyntax-only", entry["file"]],
                          cwd=entry["directory"], capture_output=True, text=True)
    return done.stderr if done.returncode else ""


def main():
    clang = clang_here()
    if clang is None:
        print(f"skipped: no clang of version {OLDEST} or later")
        return 77
    with open(sys.argv[1], encoding="utf-8") as file:
        entries = [entry for entry in json.load(file) if is_of_program(entry)]
    if not entries:
        print("no sources of the program")
        return 1
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = [text for text in pool.map(lambda entry: errors_of(clang, entry), entries) if text]
    for text in faults:
        print(text)
    print(f"{clang}: {len(entries)} sources, {len(faults)} with errors")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
