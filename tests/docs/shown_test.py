#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""These pages show what the program prints: shown_test.py PROGRAM RESULTS"""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
from figures_shown import problems, shown  # noqa: E402


class Shown(unittest.TestCase):
    program, results = "", ""

    def check(self, page, least_lines, text=None, columns=100):
        text = text or (ROOT / page).read_text()
        self.assertGreaterEqual(sum(len(lines) for *_, lines in shown(text)), least_lines)
        self.assertEqual(list(problems(text, page, self.program, self.results, columns)), [])

    def test_the_tour(self):
        self.check("docs/tour.md", 40)

    def test_several_machines_on_the_page_on_reading(self):
        self.check("docs/reading.md", 15)

    def test_the_page_on_the_gate(self):
        self.check("docs/gate.md", 20)

    def test_what_an_application_did(self):
        text = (ROOT / "docs/your-own-code.md").read_text()
        printed = re.search(r"^\$ tilebridge kernels .*?^```$", text, re.DOTALL | re.MULTILINE)
        self.check("docs/your-own-code.md", 30, f"```console\n{printed[0]}\n", columns=0)


if __name__ == "__main__":
    Shown.program, Shown.results = sys.argv[1:]
    unittest.main(argv=[sys.argv[0]])
