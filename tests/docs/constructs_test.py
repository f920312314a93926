#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The lecture's page has every concept that `explain` marks, and costs that the mapping has too."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROWS = re.findall(r"^\| (\S) \| ([^|]+) \|(?:[^|]*\|){5} ([^|]*)\|$",
                  (ROOT / "docs/course/constructs.md").read_text(), re.M)


class Constructs(unittest.TestCase):
    def test_rows_are_the_marks_of_explain(self):
        marks = re.findall(r'\{"(\S)", "([^"]+)"\}', (ROOT / "src/pages/listing.cpp").read_text())
        self.assertEqual([(mark, name) for mark, name, _ in ROWS], marks)

    def test_costs_are_those_of_the_mapping(self):
        mapping = (ROOT / "docs/mapping.md").read_text()
        for _, name, cost in ROWS:
            for figure in re.findall(r"^\d+(?:\.\d+)?", cost):
                self.assertRegex(mapping, rf"(?<![\d.]){figure}(?![\d])", name)


if __name__ == "__main__":
    unittest.main()
