# SPDX-License-Identifier: Apache-2.0
"""The tables of figures that are written whole.

Rewritten is what stands between
<!-- figures: table transpose/tile … -->, <!-- figures: models transpose/tile … -->,
<!-- figures: openmp transpose/tile … -->,
<!-- figures: instructions FILE transpose/tile … -->, FILE being a profile, or
<!-- figures: means float; flat loop | tile; native loops | library -->, whose rows and columns are
those of `tilebridge report`, and <!-- end -->. Each may name a result file, beside that
of the command line, before its variants. A variant is shown in floats, as "transpose/tile:half" in
halves. <!-- figures: limits FILE … --> has the table of `tilebridge report --limits` of these files.
<!-- figures: code PATH NAME … --> has what a source file defines by these names, or all of
it without its licence.
"""

import functools
import math
import pathlib
import re
import sys
from itertools import zip_longest

from figures_program import printed
from figures_queries import kokkos_comparison, own_comparisons, size_text

ROOT = pathlib.Path(__file__).resolve().parents[1]


def case_text(case):
    return " ".join(f"{name}={size_text(value)}" for name, value in case["parameters"].items()
                    if name != "cache")


def interval_text(comparison):
    return f"{comparison['ratio']:.3f} [{comparison['low']:.3f}, {comparison['high']:.3f}]"


def is_float(case):
    return case["parameters"].get("real", "float") == "float"


def largest(cases, name):
    """The case of a variant, of floats, or of halves where it is "experiment/variant:half", on cold
    caches, that moves the most bytes; of equals that of uniform data, or Kokkos's longest."""
    variant, _, real = name.partition(":")
    experiment, variant = variant.split("/")
    found = [case for case in cases
             if case["experiment"] == experiment and case["variant"] == variant and
             case["parameters"].get("real", "float") == (real or "float") and
             case["parameters"]["cache"] == "cold" and kokkos_comparison(case)]
    return max(found, default=None,
               key=lambda c: (c["bytes_read"] + c["bytes_written"] + c["bytes_to_device"] +
                              c["bytes_to_host"], c["parameters"].get("data") == "uniform",
                              c["models"]["kokkos"]["seconds"]["median"]))


def counterpart(cases, case):
    """The rewritten variant's case of the same size."""
    for other in cases:
        if (other["experiment"] == case["experiment"] and other["form"] == "rewritten" and
                other["compared_with"] == case["variant"] and
                other["parameters"] == case["parameters"]):
            return other
    return None


def time_text(seconds):
    return f"{1e3 * seconds:.2f} ms" if seconds >= 1e-3 else f"{1e6 * seconds:.1f} µs"


def ratio_text(case, model, form, against):
    """Of the model's kernel in that form against native code in another; "" if there is none."""
    for comparison in own_comparisons(case, model):
        if comparison["forms"] == (form, against):
            return interval_text(comparison)
    return ""


def ratios_table(cases, names):
    """The control, which has the loop style and the launch, and the library."""
    lines = ["| variant | case | CUDA `indices` | CUDA `loops` | Kokkos `loops` | library | "
             "Kokkos `indices` | Kokkos `rewritten` |",
             "|---|---|---|---|---|---|---|---|"]
    for name in names.split():
        case = largest(cases, name)
        if not case:
            sys.exit(f"no result of {name} to put into its table")
        rewritten = counterpart(cases, case)
        cells = [f"`{name.partition(':')[0]}`", case_text(case),
                 time_text(case["models"]["native"]["seconds"]["median"]),
                 ratio_text(case, "native", "loops", "indices"),
                 interval_text(kokkos_comparison(case)),
                 ratio_text(case, "kokkos", "loops", "loops"),
                 ratio_text(case, "kokkos", "indices", "indices"),
                 interval_text(kokkos_comparison(rewritten)) if rewritten else ""]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def speeds_table(cases, names, native, columns, text):
    """Performance ÷ the usual native kernel's, a column for each {label: (model, form)}."""
    lines = [f"| variant | case | {native} | {' | '.join(columns)} |",
             f"|---|---|---|{'---|' * len(columns)}"]
    for name in names.split():
        case = largest(cases, name)
        if not case:
            sys.exit(f"no result of {name} to put into its table")
        cells = [f"`{name}`", case_text(case),
                 time_text(case["models"]["native"]["seconds"]["median"])]
        cells += [text(ratio_text(case, model, form, "indices"))
                  for model, form in columns.values()]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


MODELS = {"kokkos": "Kokkos", "raja": "RAJA", "alpaka": "alpaka"}


def models_table(cases, names):
    """Each model by thread index and in loops."""
    columns = {f"{label} `{form}`": (model, form)
               for form in ("indices", "loops") for model, label in MODELS.items()}
    return speeds_table(cases, names, "CUDA `indices`", columns,
                        lambda ratio: ratio.split(" [")[0])


def openmp_table(cases, names):
    """OpenMP in its forms, and the compiler's own factor."""
    columns = {"CUDA by clang": ("clang", "indices"), "by index": ("openmp", "indices"),
               "bare": ("openmp", "rewritten"), "`loops`": ("openmp", "loops")}
    return speeds_table(cases, names, "CUDA by nvcc", columns, str)


def instructions_per_warp(case):
    """By native code and by Kokkos's of a profiled case of one kernel."""
    found = {}
    for model, result in case["models"].items():
        counters = result.get("counters")
        if counters and counters["kernels"] == 1:
            warps = counters["grid_blocks"] * math.ceil(counters["block_threads"] / 32)
            found[model] = counters["instructions"] / warps
    return found


def instructions_table(cases, names):
    lines = ["| instructions per warp | case | CUDA `indices` | Kokkos `loops` | "
             "Kokkos `rewritten` |", "|---|---|---|---|---|"]
    for name in names.split():
        experiment, variant = name.split("/")
        case = next(c for c in cases if is_float(c) and
                    (c["experiment"], c["variant"]) == (experiment, variant))
        rewritten = counterpart(cases, case)
        plain = instructions_per_warp(case)
        of_rewritten = f"{instructions_per_warp(rewritten)['kokkos']:.0f}" if rewritten else ""
        lines.append(f"| `{name}` | {case_text(case)} | {plain['native']:.0f} | "
                     f"{plain['kokkos']:.0f} | {of_rewritten} |")
    return lines


def aligned(rows):
    """Rows of cells as the program prints them."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
            for row in rows]


def means_block(results, words):
    """A table of the means of a summary, for each type its own."""
    kinds, patterns, columns = (part.split(" | ") for part in words.split("; "))
    lines = ["```"]
    for real in kinds:
        means = results.means(real)
        shown = [column for column in columns if any((p, column) in means for p in patterns)]
        rows = [pattern for pattern in patterns if any((pattern, c) in means for c in shown)]
        lines += [""] * (len(lines) > 1) + [real]
        lines += aligned([["", *shown]] +
                         [["  " + pattern, *(means.get((pattern, column), "") for column in shown)]
                          for pattern in rows])
    return lines + ["```"]


def limits_block(files):
    """How many tuned kernels of each file reach the best known, and the table."""
    lines = printed(files[0].program, "report", "--limits", "--format", "markdown",
                    *(file.path for file in files))
    first = next(i for i, line in enumerate(lines) if " 0.97 of the best known" in line)
    last = max(i for i, line in enumerate(lines) if line.startswith("| "))
    return lines[first:last + 1]


def definition(lines, name):
    """From the line that declares it, or the template line above, to the one that ends it."""
    declares = re.compile(rf"[a-zA-Z_].*\b{name}\b(?!;)")
    first = next((i for i, line in enumerate(lines) if declares.match(line)), None)
    if first is None:
        raise LookupError(f"nothing is called {name}")
    is_alias = lines[first].startswith(("using", "constexpr"))
    last = next(i for i in range(first, len(lines))
                if (lines[i].endswith(";") if is_alias else lines[i] in ("}", "};")))
    if lines[first - 1].startswith("template"):
        first -= 1
    return lines[first:last + 1]


def code_block(words):
    path, *names = words.split()
    source = (ROOT / path).read_text().split("\n")
    if not names:
        return ["```cpp", *source[1:-1], "```"]
    lines = ["```cpp"]
    for name in names:
        lines += [""] * (len(lines) > 1) + definition(source, name)
    return lines + ["```"]


TABLES = {"table": ratios_table, "models": models_table, "openmp": openmp_table,
          "instructions": instructions_table}


BLOCK = re.compile(r"<!-- figures: (table|models|openmp|instructions|means|limits|code)([^>]*?) -->\n"
                   r".*?<!-- end -->", re.DOTALL)


class Tables:
    """Writes the blocks of a page from a result file, and from others beside it."""

    def __init__(self, results, open_results):
        self.results = results
        self.open_results = open_results

    @functools.cache
    def lines(self, kind, words):
        if kind == "code":
            return code_block(words)
        if kind == "limits":
            return limits_block([self.open_results(name) for name in words.split()])
        first, _, others = words.partition(" ")
        results, names = ((self.open_results(first), others) if first.endswith(".json") else
                          (self.results, words))
        if kind == "means":
            return means_block(results, names)
        return TABLES[kind](results.file["cases"], names)

    def block(self, match):
        kind, words = match.group(1), match.group(2)
        body = "\n".join(self.lines(kind, words.strip()))
        return f"<!-- figures: {kind}{words} -->\n{body}\n<!-- end -->"

    def rewritten(self, text):
        return BLOCK.sub(self.block, text)

    def problems(self, text, page):
        """A sentence for each line of a block that differs."""
        for match in BLOCK.finditer(text):
            first = text.count("\n", 0, match.start()) + 1
            lines = zip_longest(match[0].split("\n"), self.block(match).split("\n"), fillvalue="")
            for number, (old, new) in enumerate(lines, first):
                if old != new:
                    yield f"{page}:{number} says\n  {old}\nmeasured is\n  {new}"
