#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The check of a page's figures sees every changed digit: figures_test.py RESULTS PROGRAM PAGE…

Sixty times one digit of a number is changed in the text of each page; another digit is never true.
Without arguments it tests the lists themselves."""
import pathlib
import random
import re
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
from figures import Page  # noqa: E402
from figures_shown import missing, problems, updated  # noqa: E402
from figures_templates import Figures, exempt  # noqa: E402

CHANGES = 60


def digits(text):
    """The places of digits that are not exempt, or in generated tables or in what commands print."""
    flags = exempt(text)
    for block in [*re.finditer(r"(?<=-->\n)[^<]*(?=<!-- end -->)", text),
                  *re.finditer(r"(?<=^```console\n)[^`]*(?=^```$)", text, re.MULTILINE)]:
        flags[block.start():block.end()] = bytes(len(block[0]))
    for command in re.finditer(r"^\$ .*$", text, re.MULTILINE):
        flags[command.start():command.end()] = b"\1" * len(command[0])
    return [at for at, letter in enumerate(text) if letter in "0123456789" and not flags[at]]


def changed(text, at, chance):
    digit = chance.choice([d for d in "0123456789" if d != text[at]])
    return text[:at] + digit + text[at + 1:]


class Pages(unittest.TestCase):
    results, program, pages = "", "", ()

    def test_every_change_is_seen(self):
        for page in map(self.opened, self.pages):
            self.assertEqual(page.problems(page.text), [], page.path)
            chance = random.Random(60)
            for at in chance.sample(digits(page.text), CHANGES):
                text = changed(page.text, at, chance)
                with self.subTest(page=page.path, around=text[max(0, at - 40):at + 40]):
                    self.assertTrue(page.problems(text))

    def test_changed_figures_are_written_anew(self):
        for page in map(self.opened, self.pages):
            text = page.text
            for fragment in page.figures.fragments:
                for match in fragment.matches(text) if fragment.expressions else []:
                    text = changed(text, match.end(1) - 1, random.Random(0))
            self.assertNotEqual(text, page.text)
            self.assertEqual(page.rewritten(text), page.text)

    def opened(self, page):
        return Page(ROOT / page, self.results, self.program)


class Lists(unittest.TestCase):
    """A page of a sentence, and its list."""

    def problems(self, text, lines):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "page.txt"
            path.write_text(lines)
            return Figures(path, None, {"half": 0.5}).problems(text, "page.md")

    def test_a_figure_that_is_measured_is_true(self):
        self.assertEqual(self.problems("at 50% of it", "at {100 * half}%"), [])

    def test_a_figure_that_differs_is_shown_with_the_measured_one(self):
        self.assertIn("page.md:2 says 51, measured is 50",
                      self.problems("\nat 51% of it", "at {100 * half}%")[0])

    def test_a_figure_has_the_digits_of_the_page(self):
        self.assertEqual(self.problems("0.500 or 0.5", "{half} or {half}"), [])

    def test_a_number_without_a_fragment_is_a_fault(self):
        self.assertIn("page.md:1: no fragment has the number 7", self.problems("is 7", "")[0])

    def test_a_fragment_that_is_not_on_the_page_is_a_fault(self):
        self.assertIn("0 times, not 1: of {}", self.problems("none", "of {half}")[0])

    def test_a_fragment_is_there_as_often_as_it_says(self):
        self.assertEqual(self.problems("3 and 3", "2 times: 3"), [])
        self.assertTrue(self.problems("3 and 3", "3"))

    def test_a_fragment_is_no_part_of_a_longer_number(self):
        self.assertTrue(self.problems("13 and 3.5", "3"))

    def test_an_expression_that_fails_is_a_fault(self):
        self.assertIn("NameError", self.problems("is 3", "is {unknown}")[0])

    def test_a_brace_is_written_twice(self):
        self.assertEqual(self.problems("{32, 8}", "{{32, 8}}"), [])

    def test_what_a_command_prints_is_in_its_place(self):
        self.assertIsNone(missing(["a", "…", "c"], ["a", "b", "c"]))
        self.assertEqual(missing(["a", "c"], ["a", "b", "c"]), "c")
        self.assertEqual(missing(["…", "c", "a"], ["a", "b", "c"]), "a")
        self.assertEqual(missing(["b"], ["a", "b"]), "b")

    def test_what_a_command_prints_is_written_anew(self):
        output = ["sum 1.5 µs", "sum    12 µs", "new 3"]
        self.assertEqual(updated(["sum 1.4 µs", "…", "sum 9 µs", "gone 3"], output),
                         ["sum 1.5 µs", "…", "sum    12 µs", "gone 3"])
        self.assertEqual(updated(["…", "sum    12 µs"], output), ["…", "sum    12 µs"])

    def test_what_no_command_prints_is_a_fault(self):
        page = "```console\n$ tilebridge run   # needs a GPU\n7 s\n```\n"
        self.assertIn("page.md:2: nothing tells", next(problems(page, "page.md", "", pathlib.Path())))

    def test_what_is_unsupported_is_counted(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "page.txt"
            path.write_text("unsupported no file has it: takes 5 s\n")
            figures = Figures(path, None, {})
        self.assertEqual(figures.problems("takes 5 s", "page.md"), [])
        self.assertEqual(figures.unsupported(), [("no file has it", "takes 5 s", 1)])

    def test_exempt_are_code_links_names_sections_and_releases(self):
        for text in ("`n=64`", "[a](b2.md#3)", "https://a.org/1", "H200, float4 and sm_90",
                     "§2.1–2.3", "<!-- 5 -->", "Kokkos 4.7.01", "[#9123](a)", "1. an item",
                     "```sh\nrun 7\n```\n", "```console\n$ run 7\n```\n"):
            self.assertEqual(self.problems(text, ""), [], text)

    def test_not_exempt_are_figures_with_units_and_versions(self):
        for text in ("```\n7\n```\n", "7ms", "CUDA 13.0", "2-D", "v 1"):
            self.assertTrue(self.problems(text, ""), text)


if __name__ == "__main__":
    Pages.results, Pages.program, *Pages.pages = sys.argv[1:] or ("", "")
    unittest.main(argv=[sys.argv[0], "Pages" if Pages.pages else "Lists"])
