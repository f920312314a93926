# SPDX-License-Identifier: Apache-2.0
"""The ```console blocks of a page: below a command of tilebridge is what it prints.

A line "…" stands for lines that are left out.
"""

import re
import shlex

from figures_program import printed

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def shown(text):
    """[number of the line, command, lines below it] of each command."""
    found = []
    for block in BLOCK.finditer(text):
        first = text.count("\n", 0, block.start(1)) + 1
        for number, line in enumerate(block[1].splitlines(), first):
            if line.startswith("$ "):
                found.append((number, line.removeprefix("$ "), []))
            else:
                found[-1][2].append(line)
    return found


def missing(lines, output):
    """The first of the lines that the output has not in its place; None if it has all."""
    at, is_gap = 0, False
    for line in lines:
        if line == "…":
            is_gap = True
            continue
        rest = output[at:]
        if line not in (rest if is_gap else rest[:1]):
            return line
        at, is_gap = at + rest.index(line) + 1, False
    return None


def words_of(line):
    """A line's words, whatever its numbers and its columns."""
    return re.sub(r"[0-9]+", "0", line).split()


def updated(lines, output):
    """The lines with the numbers that the output has now: a line that it has not in its place becomes
    the next one of the same words."""
    at, new = 0, []
    for line in lines:
        rest = output[at:]
        alike = [other for other in rest if line != "…" and words_of(other) == words_of(line)]
        found = line if line in alike else next(iter(alike), None)
        new.append(found or line)
        at += 0 if found is None else rest.index(found) + 1
    return new


def rewritten(text, program, folder, columns=100):
    """The text, with what its commands of tilebridge print now."""
    rows = text.splitlines()
    for number, command, lines in shown(text):
        words = shlex.split(command, comments=True)
        if lines and words[0] == "tilebridge" and "|" not in words and "# needs" not in command:
            output = printed(program, *words[1:], columns=columns, folder=folder)
            rows[number:number + len(lines)] = updated(lines, output)
    return "\n".join(rows) + "\n"


def problems(text, page, program, folder, columns=100):
    """A sentence for each command that prints something else in the folder of the result files."""
    for number, command, lines in shown(text):
        words = shlex.split(command, comments=True)
        if not lines:
            continue
        if words[0] != "tilebridge" or "|" in words or "# needs" in command:
            yield f"{page}:{number}: nothing tells whether this is what `{command}` prints"
        elif line := missing(lines, printed(program, *words[1:], columns=columns, folder=folder)):
            yield f"{page}:{number}: `{command}` does not print\n  {line}"
