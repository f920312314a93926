#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Slides for the plans of docs/course/lectures.md: an HTML page for each, which needs no network.

    scripts/slides.py slides --program build/host/bin/tilebridge

The first slide says what a plan is for. Each row of it is one or more slides: every question has
one of its own, and what the row shows follows, a picture, a table or a piece of code on each. The
answers are last. A slide is 1280 × 720 pixels, and a page in print.
"""

import argparse
import html
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import results

COURSE = pathlib.Path(__file__).resolve().parents[1] / "docs/course"
ROW = re.compile(r"^\| *(\d+) *\|(.*)\|(.*)\|(.*)\| *$", re.MULTILINE)
NAMED = re.compile(  # a command, or sections of a page
    r"`((?:tilebridge )?(?:explain|follow|report|list)[^`]*)`"
    r"|(the beginning of )?\[[^\]]*\]\((\w+\.md)\)((?:,? (?:and )?§\d+)*)")
TABLE = re.compile(r"^\|.*\n\|[ :|-]+\n(?:\|.*\n?)+", re.MULTILINE)
CODE = re.compile(r"(?:^<!-- figures: code (\S+).*\n)?^```\w+\n((?:.*\n)*?)```", re.MULTILINE)
MOST_LINES = 28  # of code on a slide; more do not fit
MOST_ANSWERS = 5
MOST_HEIGHT = 520  # of a picture 700 units wide, whose words are still read from the last row
BOX = re.compile(r'viewBox="0 0 (\d+) (\d+)"')
ACCESS = re.compile(r'(class="dim">[^<]*</text>)?<text x="12.0" y="(\d+)" font-weight="600">')

STYLE = """
:root { color-scheme: light dark; font: 20px/1.4 system-ui, sans-serif; }
body { margin: 0; }
section { box-sizing: border-box; min-height: 100vh; padding: 24px 40px; break-inside: avoid;
          overflow-x: auto; border-bottom: 1px solid light-dark(#d9dce1, #3b4148); }
section + section { break-before: page; }
h1, h2 { margin: 0 0 12px; font-size: 30px; line-height: 40px; }
h2 { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
small { font-size: 18px; font-weight: 400; opacity: .7; }
pre, code { font-family: ui-monospace, monospace; }
pre { box-sizing: border-box; margin: 0; padding: 8px 12px; font-size: 16px; line-height: 20px;
      white-space: pre-wrap; border: 1px solid light-dark(#d9dce1, #3b4148); border-radius: 6px; }
p, table { font-size: 24px; }
table { border-collapse: collapse; }
td { padding: 4px 24px 4px 0; border-bottom: 1px solid light-dark(#d9dce1, #3b4148); }
.text { font-size: 26px; }
.ask { margin-top: 140px; font-size: 36px; line-height: 1.4; }
section > svg.tb[viewBox] { display: block; width: 100%; max-height: 600px; }
@page { size: 1280px 720px; margin: 0; }
@media print { section { border: 0; height: 719px; min-height: 0; overflow: visible; } }
@media screen and (max-width: 600px) {
  section { padding: 16px; }
  h2 { white-space: normal; font-size: 24px; line-height: 30px; }
  p, table, .text { font-size: 18px; }
  .ask { margin-top: 40px; font-size: 26px; }
  pre { width: max-content; min-width: 100%; white-space: pre; font-size: 13px; }
  section > svg.tb[viewBox] { width: 640px; max-width: none; max-height: none; }
}
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


def divided(text):
    """A code in pieces of at most MOST_LINES lines, which end at a blank line where one is near."""
    lines = text.rstrip("\n").split("\n")
    while len(lines) > MOST_LINES:
        blank = [at for at in range(MOST_LINES // 2, MOST_LINES + 1) if not lines[at].strip()]
        end = blank[-1] if blank else MOST_LINES
        yield "\n".join(lines[:end])
        lines = lines[end + 1 if blank else end:]
    yield "\n".join(lines)


def code(text):
    return f"<pre>{html.escape(text)}</pre>"


def pieces_of(picture):
    """A picture in pieces of whole accesses, which fit; a form of a kernel begins one."""
    width, height = map(int, BOX.search(picture).groups())
    accesses = [(int(y) - (40 if form else 16), bool(form)) for form, y in ACCESS.findall(picture)]
    begin, ends = 0, [at for at, _ in accesses[1:]] + [height]
    for end, (_, form) in zip(ends, accesses[1:] + [(height, True)]):
        following = next((other for other in ends if other > end), end)
        if form or following - begin > MOST_HEIGHT:
            yield BOX.sub(f'viewBox="0 {begin} {width} {end - begin}"', picture, count=1)
            begin = end


def said(program, folder, words):
    """What a command prints, without its messages. Its result files are in the folder."""
    done = subprocess.run([program, *words], capture_output=True, text=True, check=False,
                          cwd=folder, stdin=subprocess.DEVNULL,
                          env=os.environ | {"COLUMNS": "110", "LC_ALL": "C.UTF-8"})
    if done.returncode != 0 or not done.stdout:
        first = next(iter(done.stderr.splitlines()), "it prints nothing")
        raise RuntimeError(f"{shlex.join(['tilebridge', *words])}: {first}")
    return done.stdout


def output_of(program, folder, command):
    """What a command shows, for a slide each: the picture of accesses, or its first lines."""
    words = shlex.split(command.removeprefix("tilebridge "))
    if words[0] == "explain" and words[-1] == "--accesses":
        return list(pieces_of(said(program, folder, [*words[:-1], "--svg"])))
    first, *more = divided(said(program, folder, words))
    return [code(first + "\n…" if more else first)]


def section_of(page, number):
    """The text of a section, from its heading to the next; 0 is what precedes the first."""
    text = (COURSE / page).read_text(encoding="utf-8")
    heading = f"## §{number}" if number else "#"
    found = re.search(rf"^{heading} (.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def table(text):
    lines = [line.strip().strip("|").split("|") for line in text.splitlines()]
    rows = ["<tr>" + "".join(f"<td>{prose(cell)}" for cell in line)
            for line in [lines[0]] + lines[2:]]
    return "<table>" + "\n".join(rows) + "</table>"


def shown_in(section):
    """(note, HTML) of each table and picture of a section; without pictures, of its codes."""
    heading = section.partition("\n")[0]
    yield from ((heading, table(found)) for found in TABLE.findall(section))
    pictures = re.findall(r'<img src="([^"]+)"', section)
    for path in pictures:
        picture = (COURSE / path).read_text(encoding="utf-8")
        yield from ((heading, piece) for piece in pieces_of(picture))
    for file, text in [] if pictures else CODE.findall(section):
        yield from ((file or heading, code(piece)) for piece in divided(text))


def paragraphs_in(section):
    """(note, HTML) of each paragraph, without what learners can do afterwards."""
    heading, *paragraphs = section.strip().split("\n\n")
    return [(heading, f"<p class=text>{prose(text)}</p>")
            for text in paragraphs if not text.startswith("*Afterwards")]


def numbers_in(beginning, numbers):
    """Sections that a cell names: of "the beginning of [x](x.md)" 0, of "[x](x.md) §1, §2" 1, 2."""
    return ([0] if beginning else []) + [int(number) for number in re.findall(r"§(\d+)", numbers)]


def shown_by(program, folder, show):
    """(note, HTML) of each thing that a cell names, in its order."""
    for named in NAMED.finditer(show):
        command, beginning, page, numbers = named.groups()
        if command:
            yield from ((command, shown) for shown in output_of(program, folder, command))
            continue
        for number in numbers_in(beginning, numbers):
            section = section_of(page, number)
            yield from list(shown_in(section)) or paragraphs_in(section)


def rows_of(plan):
    """(what, minutes from and to, what to show, numbers of questions) of each row."""
    minute = 0
    for minutes, what, show, ask in ROW.findall(plan):
        begin, minute = minute, minute + int(minutes)
        asked = [int(number) for number in re.findall(r"\d+", ask)]
        yield what, f"{begin}–{minute} min", show, asked


def slide(what, *notes, shown):
    small = " · ".join(prose(note) for note in notes)
    return f"<h2>{prose(what)} <small>{small}</small></h2>\n{shown}"


def slides_of(program, folder, row, questions):
    """The slides of a row: its questions, then what it shows, or the words of what learners do."""
    what, time, show, asked = row
    for number in asked:
        question = f"<p class=ask>{number}. {prose(questions[number])}</p>"
        yield slide(what, time, shown=question)
    things = list(shown_by(program, folder, show))
    for note, shown in things:
        yield slide(what, time, note, shown=shown)
    if not things and (show.strip() or not asked):
        yield slide(what, time, shown=f"<p class=ask>{prose(show)}</p>")


def answer_slides(numbers, answers):
    for first in range(0, len(numbers), MOST_ANSWERS):
        key = [f"<p>{number}. {prose(answers[number])}</p>"
               for number in numbers[first:first + MOST_ANSWERS]]
        yield "\n".join(["<h2>Answers</h2>", *key])


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


def plan_page(program, folder, title, plan, questions, answers):
    """The page of a plan, and how many slides it has."""
    introduction = plan.partition("\n|")[0]
    slides = [f"<h1>{prose(title)}</h1>\n<p>{prose(introduction)}</p>"]
    rows = list(rows_of(plan))
    for row in rows:
        slides += slides_of(program, folder, row, questions)
    slides += answer_slides(sorted({number for *_, asked in rows for number in asked}), answers)
    return page_of(title, slides), len(slides)


def pages(program):
    """(name, page, number of slides) of each plan."""
    lectures = (COURSE / "lectures.md").read_text(encoding="utf-8")
    questions = numbered((COURSE / "handout.md").read_text(encoding="utf-8"))
    plans, _, keys = lectures.partition("\n## Key\n")
    answers = numbered(keys.partition("\n## ")[0])
    with tempfile.TemporaryDirectory() as folder:
        results.extract(results.H200, pathlib.Path(folder))
        for title, plan in plans_in(plans):
            name = re.sub(r"\W+", "-", title.lower()).strip("-") + ".html"
            yield name, *plan_page(program, folder, title, plan, questions, answers)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=pathlib.Path, help="where to write a page for each plan")
    parser.add_argument("--program", default="tilebridge", help="tilebridge (default: of PATH)")
    options = parser.parse_args()
    program = shutil.which(options.program)
    if program is None:
        sys.exit(f"slides.py: cannot run '{options.program}': name tilebridge with --program")
    try:
        made = list(pages(os.path.abspath(program)))
    except RuntimeError as error:
        sys.exit(f"slides.py: {error}")
    options.folder.mkdir(parents=True, exist_ok=True)
    for name, page, slides in made:
        (options.folder / name).write_text(page, encoding="utf-8")
        print(f"wrote {options.folder / name}: {slides} slides")


if __name__ == "__main__":
    main()
