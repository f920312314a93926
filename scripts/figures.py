#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the figures of a page anew from a result file, so that they stay true.

    scripts/results.py extract /tmp/h200
    scripts/figures.py README.md /tmp/h200/h200-full.json           # rewrite
    scripts/figures.py README.md /tmp/h200/h200-full.json --check   # 1 if not true

Rewritten are ranges of Kokkos's performance / native's over all cases: "`experiment/variant` 0.931 …
0.951" anywhere, and "`variant` 0.931 … 0.951" in the second column of a table whose first names the
experiment; a second column that is a range alone; and what stands between
<!-- figures: table transpose/tile … -->, <!-- figures: models transpose/tile … --> or
<!-- figures: instructions FILE transpose/tile … -->, FILE being a profile beside the result file,
and <!-- end -->. A table may name another result file, beside that one, before its variants. A variant is shown in floats, as "transpose/tile:half" in halves.
"""

import argparse
import math
import os
import re
import sys

from schemas import load

NUMBER = r"\d+\.\d{3}"
RANGE = f"{NUMBER}(?: … {NUMBER})?"


def kokkos_comparison(case):
    for comparison in case["comparisons"]:
        if comparison["model"] == "kokkos" and comparison["against"] == "native":
            return comparison
    return None


def ratios(cases, experiment, variant):
    found = [kokkos_comparison(c) for c in cases
             if c["experiment"] == experiment and c["variant"] == variant]
    return [c["ratio"] for c in found if c]


def range_text(values):
    low, high = f"{min(values):.3f}", f"{max(values):.3f}"
    return low if low == high else f"{low} … {high}"


def named_range(cases, experiment, variant):
    values = ratios(cases, experiment, variant)
    return f"`{experiment}/{variant}` {range_text(values)}" if values else None


def variant_range(cases, experiment, variant):
    values = ratios(cases, experiment, variant)
    return f"`{variant}` {range_text(values)}" if values else None


def row_with_ranges(cases, line):
    """A line, the ranges of "`experiment/variant` 0.931 … 0.951" replaced; in a table row whose first
    cell names one experiment also those of "`variant` 0.931 … 0.951" in the second, and in one whose
    second cell is a range alone, that of the matched variants of the experiments in the first, or of
    the textbook ones where none is matched."""
    line = re.sub(rf"`(\w+)/(\w+)` {RANGE}",
                  lambda m: named_range(cases, m.group(1), m.group(2)) or m.group(0), line)
    cells = line.split(" | ")
    names = re.findall(r"`([a-z0-9_]+)`", cells[0])
    if not line.startswith("| `") or len(cells) < 3 or not names:
        return line
    of_experiments = [case for case in cases if case["experiment"] in names]
    if of_experiments and re.fullmatch(RANGE, cells[1]):
        cells[1] = range_text(of_level(of_experiments, "matched") or
                              of_level(of_experiments, "textbook"))
    elif len(names) == 1:
        cells[1] = re.sub(rf"`([a-z0-9_]+)` {RANGE}",
                          lambda m: variant_range(cases, names[0], m.group(1)) or m.group(0),
                          cells[1])
    return " | ".join(cells)


def size_text(value):
    for unit, name in ((1 << 30, "Gi"), (1 << 20, "Mi"), (1 << 10, "Ki")):
        if isinstance(value, int) and value >= unit and value % unit == 0:
            return f"{value // unit}{name}"
    return str(value)


def case_text(case):
    return " ".join(f"{name}={size_text(value)}" for name, value in case["parameters"].items()
                    if name != "cache")


def interval_text(comparison):
    return f"{comparison['ratio']:.3f} [{comparison['low']:.3f}, {comparison['high']:.3f}]"


def of_level(cases, level):
    found = [kokkos_comparison(c) for c in cases if c["level"] == level]
    return [c["ratio"] for c in found if c]


def is_float(case):
    return case["parameters"].get("real", "float") == "float"


def largest(cases, name):
    """The case of a variant, of floats, or of halves where it is "experiment/variant:half", on cold
    caches, that moves the most bytes; of equals that of uniform data, or Kokkos's longest."""
    variant, _, real = name.partition(":")
    experiment, variant = variant.split("/")
    found = [case for case in cases
             if case["experiment"] == experiment and case["variant"] == variant and
             case["parameters"].get("real", "float") == (real or "float") and case["parameters"]["cache"] == "cold" and kokkos_comparison(case)]
    return max(found, default=None,
               key=lambda c: (c["bytes_read"] + c["bytes_written"] + c["bytes_to_device"] +
                              c["bytes_to_host"], c["parameters"].get("data") == "uniform",
                              c["models"]["kokkos"]["seconds"]["median"]))


def counterpart(cases, case):
    """The matched variant's case of the same size."""
    for other in cases:
        if (other["experiment"] == case["experiment"] and other["level"] == "matched" and
                other["compared_with"] == case["variant"] and
                other["parameters"] == case["parameters"]):
            return other
    return None


def time_text(seconds):
    return f"{1e3 * seconds:.2f} ms" if seconds >= 1e-3 else f"{1e6 * seconds:.1f} µs"


def ratio_text(case, model, form, against):
    """Of the model's kernel in that form against native code in another; "" if there is none."""
    for comparison in case["comparisons"]:
        if comparison["model"] == model and comparison.get("forms") == (form, against):
            return interval_text(comparison)
    return ""


def ratios_table(cases, names):
    """The control, which has the loop style and the launch, and the library."""
    lines = ["| variant | case | CUDA `indices` | CUDA `ranges` | Kokkos `ranges` | library | "
             "Kokkos `indices` | Kokkos `matched` |",
             "|---|---|---|---|---|---|---|---|"]
    for name in names.split():
        case = largest(cases, name)
        if not case:
            sys.exit(f"no result of {name} to put into its table")
        matched = counterpart(cases, case)
        cells = [f"`{name.partition(':')[0]}`", case_text(case),
                 time_text(case["models"]["native"]["seconds"]["median"]),
                 ratio_text(case, "native", "ranges", "indices"),
                 interval_text(kokkos_comparison(case)),
                 ratio_text(case, "kokkos", "ranges", "ranges"),
                 ratio_text(case, "kokkos", "indices", "indices"),
                 interval_text(kokkos_comparison(matched)) if matched else ""]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


MODELS = {"kokkos": "Kokkos", "raja": "RAJA", "alpaka": "alpaka"}


def models_table(cases, names):
    """Each model by thread index and in ranges."""
    heads = [f"{label} `{form}`" for form in ("indices", "ranges") for label in MODELS.values()]
    lines = [f"| variant | case | CUDA `indices` | {' | '.join(heads)} |",
             f"|---|---|---|{'---|' * len(heads)}"]
    for name in names.split():
        case = largest(cases, name)
        if not case:
            sys.exit(f"no result of {name} to put into its table")
        cells = [f"`{name.partition(':')[0]}`", case_text(case),
                 time_text(case["models"]["native"]["seconds"]["median"])]
        cells += [ratio_text(case, model, form, "indices").split(" [")[0]
                  for form in ("indices", "ranges") for model in MODELS]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def instructions_per_warp(case):
    """By native code and by Kokkos's of a profiled case of one kernel."""
    found = {}
    for model, result in case["models"].items():
        counters = result.get("counters")
        if counters and counters["kernels"] == 1:
            warps = counters["grid_blocks"] * math.ceil(counters["block_threads"] / 32)
            found[model] = counters["instructions"] / warps
    return found


def instructions_table(folder, words):
    file, *names = words.split()
    cases = load(os.path.join(folder, file))["cases"]
    lines = ["| instructions per warp | case | CUDA `indices` | Kokkos `ranges` | Kokkos `matched` |", "|---|---|---|---|---|"]
    for name in names:
        experiment, variant = name.split("/")
        case = next(c for c in cases if c["experiment"] == experiment and c["variant"] == variant and
                    is_float(c))
        matched = counterpart(cases, case)
        plain = instructions_per_warp(case)
        of_matched = f"{instructions_per_warp(matched)['kokkos']:.0f}" if matched else ""
        lines.append(f"| `{name}` | {case_text(case)} | {plain['native']:.0f} | "
                     f"{plain['kokkos']:.0f} | {of_matched} |")
    return lines


def rewritten(text, cases, folder):
    def block(match):
        kind, names = match.group(1), match.group(2)
        file, _, others = names.strip().partition(" ")
        of_file = file.endswith(".json") and kind != "instructions"
        shown = load(os.path.join(folder, file))["cases"] if of_file else cases
        if kind == "table":
            lines = ratios_table(shown, others if of_file else names)
        elif kind == "models":
            lines = models_table(shown, others if of_file else names)
        else:
            lines = instructions_table(folder, names)
        body = "\n".join(lines)
        return f"<!-- figures: {kind}{names} -->\n{body}\n<!-- end -->"

    text = re.sub(r"<!-- figures: (table|models|instructions)([^>]*) -->\n.*?<!-- end -->", block, text,
                  flags=re.S)
    return "\n".join(row_with_ranges(cases, line) for line in text.split("\n"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("page", help="Markdown page")
    parser.add_argument("results", help="result file")
    parser.add_argument("--check", action="store_true", help="exit with 1 where a figure differs")
    options = parser.parse_args()
    with open(options.page, encoding="utf-8") as file:
        text = file.read()
    new = rewritten(text, load(options.results)["cases"], os.path.dirname(options.results))
    if not options.check:
        with open(options.page, "w", encoding="utf-8") as file:
            file.write(new)
        return 0
    for old_line, new_line in zip(text.split("\n"), new.split("\n")):
        if old_line != new_line:
            print(f"{options.page} says\n  {old_line}\nmeasured is\n  {new_line}",
                  file=sys.stderr)
    return int(new != text)


if __name__ == "__main__":
    sys.exit(main())
