#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Usage: slides_test.py PROGRAM. Each plan has its slides."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import slides  # noqa: E402

PROGRAM = pathlib.Path(sys.argv.pop() if len(sys.argv) > 1 else shutil.which("tilebridge"))
ROWS = ["Coalescing in two models", "stride=8", "stride=32", "h200-models.json", "loop style ×"]


def run(folder, *arguments, path=""):
    environment = os.environ | {"PATH": f"{path}:{os.environ['PATH']}" if path else "/usr/bin:/bin"}
    return subprocess.run([sys.executable, ROOT / "scripts/slides.py", folder, *arguments],
                          env=environment, capture_output=True, text=True, check=False)


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            done = run(folder, path=PROGRAM.parent)
            cls.pages = [path.read_text() for path in sorted(pathlib.Path(folder).iterdir())]
        assert done.returncode == 0, done.stderr
        cls.slides = [slide for page in cls.pages for slide in page.split("<section>")[1:]]

    def test_each_plan_has_one_that_needs_no_network(self):
        plans = list(slides.plans_in((ROOT / "docs/course/lectures.md").read_text()))
        self.assertEqual(len(self.pages), 3)
        self.assertEqual(len(plans), 3)
        for page in self.pages:
            self.assertNotRegex(page, r"(src|href)=")
            asked = set(re.findall(r"<p class=ask>(\d+)\.", page))
            self.assertEqual(asked, set(re.findall(r"<p>(\d+)\. ", page)), "each has an answer")

    def test_a_slide_has_one_thing(self):
        for slide in self.slides:
            things = re.findall(r"<svg xmlns|<pre>|<table>|<p class=(?:ask|text)>", slide)
            self.assertLessEqual(len(things), 1, slide[:200])

    def test_a_code_fits(self):
        for text in re.findall(r"<pre>(.*?)</pre>", "".join(self.slides), re.DOTALL):
            self.assertLessEqual(len(text.splitlines()), slides.MOST_LINES + 1)

    def test_each_row_shows_what_it_names(self):
        together = "".join(self.slides)
        for name in ROWS:
            self.assertIn(name, together)

    def test_the_first_slide_says_what_a_plan_is_for(self):
        for page in self.pages:
            self.assertRegex(page, r"<h1>[^<]*</h1>\n<p>.{40}")


class Program(unittest.TestCase):
    def test_without_it_nothing_is_written(self):
        with tempfile.TemporaryDirectory() as folder:
            done = run(folder, "--program", "no-such-program")
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [])
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot run 'no-such-program'", done.stderr)

    def test_a_command_that_fails_is_named_and_nothing_is_written(self):
        with tempfile.TemporaryDirectory() as folder:
            done = run(folder, "--program", "false")
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [])
        self.assertEqual(done.returncode, 1)
        self.assertIn("tilebridge explain stride/copy", done.stderr)

    def test_its_path_may_be_relative(self):
        with tempfile.TemporaryDirectory() as folder:
            done = run(folder, "--program", os.path.relpath(PROGRAM))
        self.assertEqual(done.returncode, 0, done.stderr)


class Slides(unittest.TestCase):
    def test_questions_precede_what_answers_them(self):
        row = ("what", "0–9 min", "the beginning of [x](coalescing.md)", [2, 1])
        made = list(slides.slides_of("none", ".", row, {1: "One?", 2: "Two?"}))
        self.assertEqual(len(made), 3)
        self.assertIn("2. Two?", made[0])
        self.assertIn("1. One?", made[1])
        self.assertIn("<table>", made[2])

    def test_a_row_that_shows_nothing_has_its_words(self):
        made = list(slides.slides_of("none", ".", ("do", "0–9 min", "[exercises](x/y.md)", []), {}))
        self.assertEqual(made, ["<h2>do <small>0–9 min</small></h2>\n<p class=ask>exercises</p>"])

    def test_a_section_is_what_is_below_its_heading(self):
        section = slides.section_of("tile.md", 6)
        self.assertTrue(section.startswith("The ladder"))
        shown = [thing for _, thing in slides.shown_in(section)]
        self.assertTrue(shown[0].startswith("<table><tr><td>"))
        self.assertTrue(shown[-1].startswith("<svg"))
        self.assertEqual(slides.section_of("tile.md", 99), "")
        self.assertNotIn("## ", slides.section_of("tile.md", 0))

    def test_a_section_of_words_shows_them(self):
        cell = "the beginning of [banks](banks.md)"
        shown = [thing for _, thing in slides.shown_by("none", ".", cell)]
        self.assertTrue(shown[0].startswith("<p class=text>Shared memory"))

    def test_a_code_has_the_name_of_its_own_file(self):
        files = [file for file, _ in slides.shown_in(slides.section_of("tile.md", 5))]
        self.assertEqual([file.split("/")[1] for file in files],
                         ["raja", "alpaka", "openmp", "openmp"])

    def test_a_long_code_is_divided_at_a_blank_line(self):
        lines = ["x"] * 20 + [""] + ["y"] * 30
        pieces = list(slides.divided("\n".join(lines)))
        self.assertEqual([len(piece.splitlines()) for piece in pieces], [20, 28, 2])

    def test_a_tall_picture_is_divided_at_its_accesses(self):
        access = '<text x="12.0" y="{}" font-weight="600">load</text>'
        picture = '<svg viewBox="0 0 700 900">' + "".join(map(access.format, (100, 400, 700)))
        boxes = re.findall(r'viewBox="([^"]*)"', "".join(slides.pieces_of(picture)))
        self.assertEqual(boxes, ["0 0 700 384", "0 384 700 516"])

    def test_cells_name_sections_and_commands(self):
        cell = "[one tile](tile.md) §3, §4; `tilebridge list --all`, the beginning of [x](y.md)"
        named = [found.groups() for found in slides.NAMED.finditer(cell)]
        self.assertEqual([command for command, *_ in named],
                         [None, "tilebridge list --all", None])
        self.assertEqual(slides.numbers_in(*named[0][1::2]), [3, 4])
        self.assertEqual(slides.numbers_in(*named[2][1::2]), [0])

    def test_markdown_becomes_harmless_text(self):
        self.assertEqual(slides.prose("a `<b>` *c* [d](e.md)"),
                         "a <code>&lt;b&gt;</code> <i>c</i> d")


unittest.main()
