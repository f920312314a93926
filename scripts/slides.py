#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Slides for the plans of docs/course/lectures.md: an HTML page for each, which needs no network.

    scripts/slides.py slides --program build/host/bin/tilebridge

A slide is a row of a plan: when and what, the questions that it asks, what its commands show (a
picture where they have one), and the pictures and codes of the sections that it names. Answers are
on the last slide. In print a slide is a page.
"""

import argparse
import html
import pathlib
import re
import shlex
import subprocess
import sys

COURSE = pathlib.Path(__file__).resolve().parents[1] / "docs/course"
ROW = re.compile(r"^\| *(\d+) *\|(.*)\|(.*)\|(.*)\| *$", re.MULTILINE)
COMMAND = re.compile(r"`((?:tilebridge )?(?:explain|follow|report|list)[^`]*)`")
SECTIONS = re.compile(r"\]\((\w+\.md)\)((?:,? (?:and )?§\d+)+)")
TABLE = re.compile(r"^\|.*\n\|[ :|-]+\n(?:\|.*\n?)+", re.MULTILINE)
MOST_CODES = 3  # of a section without pictures
MOST_LINES = 34  # of a command on a slide; more do not fit

STYLE = """
:root { color-scheme: light dark; font: 20px/1.4 system-ui, sans-serif; }
body { margin: 0; }
section { box-sizing: border-box; min-height: 100vh; padding: 1.5rem 2.5rem; break-after: page;
          border-bottom: 1px solid light-dark(#d9dce1, #3b4148); }
h1, h2 { margin: 0 0 .6rem; } small { font-weight: 400; opacity: .65; }
pre { font: .62rem/1.35 ui-monospace, monospace; overflow-x: auto; padding: .6rem;
      border: 1px solid light-dark(#d9dce1, #3b4148); border-radius: 6px; }
table { border-collapse: collapse; font-size: .75rem; }
td { padding: .15rem .8rem .15rem 0; border-bottom: 1px solid light-dark(#d9dce1, #3b4148); }
@page { size: landscape; margin: 1cm; }
.ask { font-size: 1.15em; } img, svg { max-width: 100%; max-height: 62vh; height: auto; }
@media print { section { border: 0; min-height: 0; } pre { white-space: pre-wrap; } }
"""


def prose(text):
    """Markdown of a line as HTML: code and emphasis; a link is its text."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    escaped = html.escape(text.strip(), quote=False)
    escaped = re.sub(r"`([^`]*)`", r"<code>\1</code>", escaped)
    return re.sub(r"\*([^*]+)\*", r"<i>\1</i>", escaped)


def numbered(text):
    """The texts of a numbered list, by number."""
    return {int(number): line for number, line in re.findall(r"^(\d+)\. (.*)$", text, re.MULTILINE)}


def output_of(program, command):
    """What a command shows: its picture, or its first lines. None where it shows nothing here."""
    words = shlex.split(command.removeprefix("tilebridge "))
    if words[0] == "explain":
        picture = subprocess.run([program, *[word for word in words if word != "--all"], "--svg"],
                                 capture_output=True, text=True, check=False)
        if picture.returncode == 0:
            return picture.stdout
    environment = {"COLUMNS": "110", "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
    said = subprocess.run([program, *words], capture_output=True, text=True, check=False,
                          env=environment, stdin=subprocess.DEVNULL)
    if said.returncode != 0 or not said.stdout:
        return None
    lines = said.stdout.splitlines()
    more = [] if len(lines) <= MOST_LINES else ["…"]
    return f"<pre>{html.escape(chr(10).join(lines[:MOST_LINES] + more))}</pre>"


def section_of(page, number):
    """The text of a section, from its heading to the next."""
    text = (COURSE / page).read_text(encoding="utf-8")
    found = re.search(rf"^## §{number} (.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def table_in(section):
    """Its first table."""
    lines = [line.strip().strip("|").split("|") for line in TABLE.search(section)[0].splitlines()]
    rows = ["<tr>" + "".join(f"<td>{prose(cell)}" for cell in line)
            for line in [lines[0]] + lines[2:]]
    return "<table>" + "\n".join(rows) + "</table>"


def shown_in(section):
    """The table and the pictures of a section; without pictures, its first codes."""
    tables = [table_in(section)] if TABLE.search(section) else []
    pictures = [(COURSE / path).read_text(encoding="utf-8")
                for path in re.findall(r'<img src="([^"]+)"', section)]
    if pictures:
        return tables + pictures
    codes = re.findall(r"^```\w+\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    return tables + [f"<pre>{html.escape(code)}</pre>" for code in codes[:MOST_CODES]]


def sections_in(show):
    """(page, number) of each section that a cell names: "[one tile](tile.md) §1, §2"."""
    for page, numbers in SECTIONS.findall(show):
        for number in re.findall(r"§(\d+)", numbers):
            yield page, int(number)


def slides_of(program, plan, questions):
    """Each row of a plan as HTML, and the numbers of the questions that it asks."""
    minute, asked = 0, []
    for minutes, what, show, ask in ROW.findall(plan):
        begin, minute = minute, minute + int(minutes)
        parts = [f"<h2>{prose(what)} <small>{begin}–{minute} min</small></h2>"]
        for number in map(int, re.findall(r"\d+", ask)):
            asked.append(number)
            parts.append(f"<p class=ask>{number}. {prose(questions[number])}</p>")
        parts.append(f"<p><small>{prose(show)}</small></p>" if show.strip() else "")
        parts += [shown for command in COMMAND.findall(show)
                  if (shown := output_of(program, command)) is not None]
        for page, number in sections_in(show):
            parts += shown_in(section_of(page, number))
        yield "\n".join(parts), asked


def page_of(title, slides):
    body = "\n".join(f"<section>\n{slide}\n</section>" for slide in slides)
    return (f'<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width">\n'
            f"<title>{html.escape(title)}</title>\n<style>{STYLE}</style>\n{body}\n</html>\n")


def plans_in(text):
    """(title, text) of each section that has a plan."""
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title, _, rest = section.partition("\n")
        if ROW.search(rest):
            yield title, rest


def write_plan(program, folder, title, plan, questions, answers):
    slides, asked = [], []
    for slide, asked in slides_of(program, plan, questions):
        slides.append(slide)
    introduction = " ".join(line for line in plan.splitlines() if line.startswith("*"))
    slides.insert(0, f"<h1>{prose(title)}</h1>\n<p>{prose(introduction)}</p>")
    key = "\n".join(f"<p>{number}. {prose(answers[number])}</p>" for number in sorted(set(asked)))
    slides.append(f"<h2>Answers</h2>\n{key}")
    name = re.sub(r"\W+", "-", title.lower()).strip("-") + ".html"
    (folder / name).write_text(page_of(title, slides), encoding="utf-8")
    print(f"wrote {folder / name}: {len(slides)} slides")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=pathlib.Path, help="where to write a page for each plan")
    parser.add_argument("--program", default="tilebridge", help="tilebridge (default: of PATH)")
    options = parser.parse_args()
    lectures = (COURSE / "lectures.md").read_text(encoding="utf-8")
    questions = numbered((COURSE / "handout.md").read_text(encoding="utf-8"))
    plans, _, key = lectures.partition("\n## Key\n")
    options.folder.mkdir(parents=True, exist_ok=True)
    try:
        for title, plan in plans_in(plans):
            write_plan(options.program, options.folder, title, plan, questions, numbered(key))
    except FileNotFoundError as error:
        sys.exit(f"slides.py: cannot run '{error.filename}': name tilebridge with --program")


if __name__ == "__main__":
    main()
