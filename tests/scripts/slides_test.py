#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Usage: slides_test.py PROGRAM. Each plan has its slides."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import slides  # noqa: E402

PROGRAM = sys.argv.pop() if len(sys.argv) > 1 else "tilebridge"


class Slides(unittest.TestCase):
    def test_each_row_of_each_plan_is_one(self):
        plans = list(slides.plans_in((ROOT / "docs/course/lectures.md").read_text()))
        self.assertEqual(len(plans), 3)
        with tempfile.TemporaryDirectory() as folder:
            command = [ROOT / "scripts/slides.py", folder, "--program", PROGRAM]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            pages = [path.read_text() for path in sorted(pathlib.Path(folder).iterdir())]
        self.assertEqual(len(pages), len(plans))
        rows = sorted(len(slides.ROW.findall(plan)) for _, plan in plans)
        self.assertEqual(sorted(page.count("<section>") - 2 for page in pages), rows)
        for page in pages:
            self.assertNotRegex(page, r"(src|href)=")
            asked = set(re.findall(r"<p class=ask>(\d+)\.", page))
            self.assertEqual(asked, set(re.findall(r"<p>(\d+)\. ", page)), "each has an answer")
        self.assertTrue(any("<svg" in page and "__shared__" in page for page in pages))

    def test_a_section_is_what_is_below_its_heading(self):
        section = slides.section_of("tile.md", 6)
        self.assertTrue(section.startswith("The ladder"))
        shown = slides.shown_in(section)
        self.assertTrue(shown[0].startswith("<table><tr><td>"))
        self.assertTrue(shown[1].startswith("<svg"))
        self.assertEqual(slides.section_of("tile.md", 99), "")

    def test_cells_name_sections_and_commands(self):
        cell = "[one tile](tile.md) §3, §4; `tilebridge explain a/b --all`, [x](coalescing.md)"
        self.assertEqual(list(slides.sections_in(cell)), [("tile.md", 3), ("tile.md", 4)])
        self.assertEqual(slides.COMMAND.findall(cell), ["tilebridge explain a/b --all"])

    def test_markdown_becomes_harmless_text(self):
        self.assertEqual(slides.prose("a `<b>` *c* [d](e.md)"), "a <code>&lt;b&gt;</code> <i>c</i> d")


unittest.main()
