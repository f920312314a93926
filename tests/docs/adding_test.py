#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""CONTRIBUTING names all files that an experiment or a page takes."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text()
ENDINGS = {".cmake", ".cpp", ".cu", ".hpp", ".txt"}


def listed(heading):
    """The files in the first table of the section."""
    section = TEXT.split(f"## {heading}\n")[1].split("\n## ")[0]
    return set(re.findall(r"^\| `([^`]+\.[a-z]+)` \|", section, re.M))


def naming(word, folders=("backends", "cmake", "src")):
    """The sources that contain the word, or have it in their names."""
    paths = [ROOT / "experiments.cmake", ROOT / "CMakeLists.txt"]
    for folder in folders:
        paths += [path for path in (ROOT / folder).rglob("*") if path.suffix in ENDINGS]
    found = set()
    for path in paths:
        if path.stem == word or re.search(rf"\b{word}\b", path.read_text()):
            found.add(str(path.relative_to(ROOT)))
    return found


# Models that a build may leave out: an experiment need not have kernels in them.
OPTIONAL = re.findall(r"^tilebridge_model\((\w+) OPTIONAL\)",
                      (ROOT / "experiments.cmake").read_text(), re.M)


def without_optional(paths):
    return {path for path in paths if path.split("/")[1:2] not in [[name] for name in OPTIONAL]}


class Adding(unittest.TestCase):
    def test_an_experiment_is_in_the_files_of_its_table_alone(self):
        files = listed("Adding an experiment")
        self.assertLessEqual(len(files), 8)
        named = without_optional(naming("stencil3d"))
        steps = {path for path in named if "/steps/" in path}
        notes = {path for path in named if path.endswith("/limits.txt")}  # on what was measured
        self.assertEqual(named, files | steps | notes)

    def test_a_variant_is_in_the_files_of_its_experiment_alone(self):
        files = {path.replace("stencil3d", "transpose") for path in listed("Adding an experiment")}
        files = {path for path in files if path.endswith(("cpp", "cu")) and "/rewritten/" not in path}
        self.assertEqual(without_optional(naming("swizzled_tile")), files)

    def test_a_page_is_in_the_files_of_its_table_alone(self):
        files = listed("Adding a page")
        self.assertLessEqual(len(files), 4)
        self.assertEqual(naming("device_page", ["src"]), files)


if __name__ == "__main__":
    unittest.main()
