#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every source file says its licence in its first lines."""
import pathlib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ["backends", "ci", "cmake", "scripts", "src", "tests"]
ENDINGS = {".cjs", ".cmake", ".cpp", ".cu", ".hpp", ".js", ".py", ".sh"}
LINE = "SPDX-License-Identifier: Apache-2.0"


def sources(folder):
    for path in (ROOT / folder).rglob("*"):
        if path.suffix in ENDINGS or path.name == "CMakeLists.txt":
            yield path


class Spdx(unittest.TestCase):
    def test_every_source_file_has_its_line(self):
        for folder in FOLDERS:
            paths = list(sources(folder))
            self.assertTrue(paths, folder)
            for path in paths:
                first = path.read_text().splitlines()[:2]
                self.assertTrue(any(LINE in line for line in first), path.relative_to(ROOT))


if __name__ == "__main__":
    unittest.main()
