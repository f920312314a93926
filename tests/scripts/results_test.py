#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/results.py, and docs/results/README.md against what is in the archives beside it."""

import json
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
        a, b = self.file("a.json", "{}"), self.file("b.json", '{"b": 2}')
        first, second = self.folder / "first.tar.xz", self.folder / "second.tar.xz"
        results("--archive", first, "add", a, b)
        b = self.file("b.json", '{"b": 2}', time=1000)
        a = self.file("a.json", "{}", time=1000)
        results("--archive", second, "add", b)
        results("--archive", second, "add", a)
        self.assertEqual(first.read_bytes(), second.read_bytes())

    def test_a_file_replaces_the_one_of_its_name(self):
        archive = self.folder / "machine.tar.xz"
        results("--archive", archive, "add", self.file("a.json", '["old"]'), self.file("b.json", "{}"))
        results("--archive", archive, "add", self.file("a.json", '["newer"]'))
        self.assertEqual(results("--archive", archive, "list").split(),
                         ["9", "a.json", "2", "b.json"])
        results("--archive", archive, "extract", self.folder / "out")
        self.assertEqual((self.folder / "out/a.json").read_text(encoding="utf-8"), '["newer"]')

    def test_files_are_taken_out(self):
        archive = self.folder / "machine.tar.xz"
        results("--archive", archive, "add", self.file("a.json", "{}"), self.file("b.json", "{}"))
        results("--archive", archive, "remove", "a.json")
        self.assertEqual(results("--archive", archive, "list").split(), ["2", "b.json"])
        ended = subprocess.run([sys.executable, str(SCRIPT), "--archive", str(archive), "remove", "a.json"],
                               check=False, capture_output=True, text=True)
        self.assertEqual((ended.returncode, ended.stderr),
                         (1, "results.py: machine.tar.xz has no a.json\n"))

    def added(self, results_file):
        """What the script says of a file, and the status."""
        path = self.file("a.json", json.dumps(results_file))
        archive = self.folder / "machine.tar.xz"
        ended = subprocess.run([sys.executable, str(SCRIPT), "--archive", str(archive), "add",
                                str(path)], check=False, capture_output=True, text=True)
        self.assertEqual(archive.exists(), ended.returncode == 0)
        archive.unlink(missing_ok=True)
        return ended.returncode, ended.stderr

    def test_a_build_has_a_commit(self):
        self.assertEqual(self.added({"program": {"git": "3f2a1c9be041"}}), (0, ""))
        self.assertEqual(self.added({"program": {"git": "3f2a1c9be041-dirty"}}),
                         (1, "results.py: a.json: no commit has the sources of its build "
                             "(3f2a1c9be041-dirty)\n"))
        self.assertEqual(self.added({"program": {}})[0], 1)

    def test_every_time_and_ratio_has_the_medians_of_its_blocks(self):
        medians = {"block_medians": [1, 2, 3]}
        for changed in ("nothing", "seconds", "back_to_back", "comparisons", "self_check"):
            def of(part):
                return {"median": 2} | ({} if part == changed else medians)
            case = {"experiment": "stride", "variant": "copy", "kernels": [
                {"status": "skipped"},
                {"seconds": of("seconds"), "back_to_back": of("back_to_back")}],
                "comparisons": [of("comparisons")]}
            check = {"experiment": "stride", "variant": "copy"} | of("self_check")
            status, said = self.added({"program": {"git": "3f2a1c9be041"}, "cases": [case],
                                       "self_check": {"comparisons": [check]}})
            self.assertEqual(status, 0 if changed == "nothing" else 1, changed)
            if status:
                self.assertIn("a.json: stride/copy has no medians of its blocks", said)

    def test_a_profile_has_no_blocks(self):
        case = {"experiment": "stride", "variant": "copy", "kernels": [{"counters": {}}],
                "comparisons": []}
        self.assertEqual(self.added({"program": {"git": "1"}, "cases": [case]}), (0, ""))


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
