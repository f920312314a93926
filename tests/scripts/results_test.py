#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/results.py, and docs/results/README.md against what is in the archives beside it."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts/results.py"


def results(*arguments):
    return subprocess.run([sys.executable, str(SCRIPT), *map(str, arguments)], check=True,
                          capture_output=True, text=True).stdout


class Archive(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, text, time=0):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        os.utime(path, (time, time))
        return path

    def test_the_same_files_give_the_same_bytes(self):
        a, b = self.file("a.json", "1"), self.file("b.json", "2")
        first, second = self.folder / "first.tar.xz", self.folder / "second.tar.xz"
        results("--archive", first, "add", a, b)
        b, a = self.file("b.json", "2", time=1000), self.file("a.json", "1", time=1000)
        results("--archive", second, "add", b)
        results("--archive", second, "add", a)
        self.assertEqual(first.read_bytes(), second.read_bytes())

    def test_a_file_replaces_the_one_of_its_name(self):
        archive = self.folder / "machine.tar.xz"
        results("--archive", archive, "add", self.file("a.json", "old"), self.file("b.json", "2"))
        results("--archive", archive, "add", self.file("a.json", "newer"))
        self.assertEqual(results("--archive", archive, "list").split(),
                         ["5", "a.json", "1", "b.json"])
        results("--archive", archive, "extract", self.folder / "out")
        self.assertEqual((self.folder / "out/a.json").read_text(encoding="utf-8"), "newer")


class Page(unittest.TestCase):
    def test_names_every_file(self):
        page = (ROOT / "docs/results/README.md").read_text(encoding="utf-8")
        first_cells = " ".join(re.findall(r"^\| (`.*?) \|", page, re.MULTILINE))
        named = set(re.findall(r"`([^`]+)`", first_cells))
        archives = sorted((ROOT / "docs/results").glob("*.tar.xz"))
        held = [name for archive in archives
                for name in results("--archive", archive, "list").split()[1::2]]
        self.assertEqual(sorted(named), sorted(held))


if __name__ == "__main__":
    unittest.main()
