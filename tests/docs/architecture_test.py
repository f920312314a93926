#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/architecture.md is true: its modules are the folders, and includes go where it allows."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
FAMILIES = set(re.findall(r"^tilebridge_experiment\((\w+)/",
                          (ROOT / "experiments.cmake").read_text(encoding="utf-8"), re.MULTILINE))
VOCABULARY = {"base", "hardware", "access", "catalogue", "results"}  # in tilebridge itself
GENERATED = {"experiments"}  # in the build folder, by cmake/Experiments.cmake


def table():
    """The rows `modules | does | may use` as (set of modules, set of modules that they may use)."""
    rows = []
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("| `") and len(cells) == 3:
            rows.append((set(re.findall(r"`([^`]+)`", cells[0])),
                         set(re.findall(r"`([^`]+)`", cells[2]))))
    return rows


def room_of(folder):
    """The module of a folder as includes spell it: relative to src/, or from backends/ on."""
    parts = list(pathlib.PurePosixPath(folder).parts)
    if parts[0] == "src":
        parts = parts[1:]
    while parts and parts[-1] in FAMILIES:
        parts.pop()
    return "/".join(parts)


def source_files():
    for top in ("src", "backends"):
        for path in sorted((ROOT / top).rglob("*")):
            if path.suffix in {".hpp", ".cpp", ".cu"}:
                yield path


def includes(path):
    """(line, what is included, whether in angle brackets) of every #include."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        found = re.match(r'\s*#\s*include\s*(["<])([^">]+)', line)
        if found:
            yield number, found[2], found[1] == "<"


def all_included(path):
    """The project's headers that a file includes, and those that they include."""
    found, waiting = set(), [path]
    while waiting:
        for _, header, in_brackets in includes(waiting.pop()):
            places = [top / header for top in (ROOT / "src", ROOT) if (top / header).is_file()]
            if not in_brackets and places and header not in found:
                found.add(header)
                waiting.append(places[0])
    return found


class Architecture(unittest.TestCase):
    def setUp(self):
        self.rows = table()
        self.modules = set().union(*(modules for modules, _ in self.rows))

    def test_rooms_are_the_folders(self):
        folders = {room_of(path.relative_to(ROOT).parent) for path in source_files()}
        self.assertEqual(self.modules, folders)
        self.assertEqual(len(self.modules), sum(len(modules) for modules, _ in self.rows), "a module twice")

    def test_the_picture_shows_every_room(self):
        picture = PAGE.split("```")[1]
        drawn = set(re.findall(r"[a-z]+(?:/[a-z]+)*", picture))
        self.assertEqual(self.modules - drawn, set())

    def test_rooms_use_lower_floors_only(self):
        lower = set()
        for modules, used in self.rows:
            self.assertEqual(used - lower, set(), f"{sorted(modules)}: not in a row above")
            lower |= modules

    def test_includes_go_where_the_page_allows(self):
        allowed = {module: modules | used for modules, used in self.rows for module in modules}
        wrong = []
        for path in source_files():
            own = room_of(path.relative_to(ROOT).parent)
            for number, header, in_brackets in includes(path):
                if in_brackets or "/" not in header:
                    continue
                module = room_of(pathlib.PurePosixPath(header).parent)
                if module not in GENERATED and module not in allowed.get(own, set()):
                    wrong.append(f"{path.relative_to(ROOT)}:{number}: {own} may not use {module}")
        self.assertFalse(wrong, "\n" + "\n".join(wrong))

    def test_kernel_files_read_little(self):
        """What a kernel file includes is compiled with each of them."""
        wrong = []
        for path in source_files():
            if path.parent.name not in FAMILIES or not path.is_relative_to(ROOT / "backends"):
                continue
            heavy = {"catalogue/experiment.hpp", "catalogue/problem.hpp", "catalogue/terms.hpp",
                     "kernels/implementations.hpp", "kernels/platform.hpp"}
            for header in sorted(heavy & all_included(path)):
                wrong.append(f"{path.relative_to(ROOT)} reads {header}")
        self.assertFalse(wrong, "\n" + "\n".join(wrong))

    def test_namespaces_are_the_rooms(self):
        wrong = []
        for path in source_files():
            module = room_of(path.relative_to(ROOT).parent)
            if not path.is_relative_to(ROOT / "src") or not module or module in VOCABULARY:
                continue
            expected = "tilebridge::" + module
            opened = set(re.findall(r"^namespace (tilebridge[\w:]*) \{",
                                    path.read_text(encoding="utf-8"), re.MULTILINE))
            if any(name != expected and not name.startswith(expected + "::") for name in opened):
                wrong.append(f"{path.relative_to(ROOT)}: {sorted(opened)}, not {expected}")
        self.assertFalse(wrong, "\n" + "\n".join(wrong))

    def test_src_includes_no_header_of_a_backend_language(self):
        wrong = [f"{path.relative_to(ROOT)}:{number}: {header}" for path in source_files()
                 if path.is_relative_to(ROOT / "src")
                 for number, header, _ in includes(path)
                 if re.match(r"(cuda|cublas|cub/|hip/|nvml|Kokkos)", header)]
        self.assertFalse(wrong, "\n" + "\n".join(wrong))


if __name__ == "__main__":
    unittest.main()
