#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the figures of a page anew from result files, so that they stay true.

    scripts/results.py extract /tmp/h200
    scripts/figures.py README.md /tmp/h200/h200-models.json           # rewrite
    scripts/figures.py README.md /tmp/h200/h200-models.json --check   # 1 if not true

Tables between markers are written whole (figures_tables.py). What a command of the page prints is
compared, and its numbers are written anew (figures_shown.py). Every other number of the page must be
in the page's list, docs/figures/README.txt for README.md: as an expression over result files, which
lie beside the one that is given, or as a constant (figures_templates.py).
"""

import argparse
import functools
import pathlib
import subprocess
import sys

import figures_shown
from figures_queries import FUNCTIONS, Results
from figures_tables import Tables
from figures_templates import Figures

ROOT = pathlib.Path(__file__).resolve().parents[1]


def list_of(page):
    """Where the list of a page is: docs/figures/course/D1.txt for docs/course/D1.md."""
    path = pathlib.Path(page).resolve().relative_to(ROOT)
    parts = path.parts[1:] if path.parts[0] == "docs" else path.parts
    return ROOT.joinpath("docs/figures", *parts).with_suffix(".txt")


@functools.cache
def opened(folder, program, name):
    """A result file, which is read once for all pages."""
    return Results(str(folder / name), program)


class Page:
    """A page, its tables and its list."""

    def __init__(self, page, results, program):
        self.path = pathlib.Path(page)
        self.program = program
        self.text = self.path.read_text(encoding="utf-8")
        results = pathlib.Path(results)
        self.folder = results.parent
        beside = functools.partial(opened, results.parent, program)
        self.tables = Tables(beside(results.name), beside)
        self.figures = Figures(list_of(page), beside, FUNCTIONS)

    def problems(self, text):
        """What is not true in a text of this page: a sentence for each fault."""
        return [*self.tables.problems(text, self.path),
                *figures_shown.problems(text, self.path, self.program, self.folder),
                *self.figures.problems(text, self.path)]

    def rewritten(self, text):
        text = figures_shown.rewritten(text, self.program, self.folder)
        return self.figures.rewritten(self.tables.rewritten(text))


def built_program():
    """A tilebridge of any build folder."""
    return next((str(path) for path in sorted(ROOT.glob("build/*/bin/tilebridge"))), "tilebridge")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("page", help="Markdown page")
    parser.add_argument("results", help="result file, with others of the archives beside it")
    parser.add_argument("--check", action="store_true", help="exit with 1 where a figure differs")
    parser.add_argument("--program", default=built_program(),
                        help="tilebridge, which summarises files; default: that of a build")
    return parser.parse_args()


def main():
    options = arguments()
    page = Page(options.page, options.results, options.program)
    if not options.check:
        page.path.write_text(page.rewritten(page.text), encoding="utf-8")
    problems = page.problems(page.path.read_text(encoding="utf-8"))
    for problem in problems:
        print(problem, file=sys.stderr)
    unsupported = page.figures.unsupported()
    print(f"{options.page}: {page.figures.measured()} figures are measured, "
          f"{sum(numbers for *_, numbers in unsupported)} are unsupported"
          f"{':' if unsupported else ''}")
    for reason, fragment, numbers in unsupported:
        print(f"  {numbers}: {reason}: {fragment}")
    return int(bool(problems))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"figures.py: {error}")
