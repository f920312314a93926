#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How well two runs of the same cases agree, by the length of the native kernel:

    scripts/agreement.py a.json b.json

For each class of times: the ratios that both have, the share whose 95% intervals do not overlap (and
the same of the intervals of all rounds alike, which know nothing of placements), and by how much the
ratios differ. What moves data between host and device, or waits for the host, is left out. Last, how
many series depend on their launch index."""
import argparse
import json
import math
import pathlib
import statistics

CLASSES = [(0, 5e-6), (5e-6, 10e-6), (10e-6, 20e-6), (20e-6, 100e-6), (100e-6, 1e-3), (1e-3, 1e9)]
NAMES = ["below 5 µs", "5 to 10 µs", "10 to 20 µs", "20 to 100 µs", "100 µs to 1 ms", "over 1 ms"]
TOO_RARE = 1e-3


def cases_of(results):
    return {
        (case["experiment"], case["variant"], json.dumps(case["parameters"], sort_keys=True)): case
        for case in results["cases"]
    }


def is_kernel(case):
    on_link = case.get("bytes_to_device", 0) + case.get("bytes_to_host", 0) > 0
    return not on_link and not case["sampling"]["waits_for_host"]


def are_disjoint(a, b):
    return a["low"] > b["high"] or b["low"] > a["high"]


def pairs_of(a, b):
    """(class, comparison, comparison) of every ratio that both have."""
    others = cases_of(b)
    for key, case in cases_of(a).items():
        if key not in others or not is_kernel(case):
            continue
        for one in case["comparisons"]:
            for other in others[key]["comparisons"]:
                if one["model"] == other["model"]:
                    yield class_of(case["models"]["native"]["seconds"]["median"]), one, other


def class_of(seconds):
    return next(i for i, (low, high) in enumerate(CLASSES) if low <= seconds < high)


def row_of(name, pairs):
    disjoint = statistics.mean(are_disjoint(one, other) for one, other in pairs)
    within = statistics.mean(
        are_disjoint(one.get("within", one), other.get("within", other)) for one, other in pairs)
    shifts = sorted(abs(math.log(one["ratio"] / other["ratio"])) for one, other in pairs)
    return (f"| {name} | {len(pairs)} | {disjoint:.1%} | {within:.1%} "
            f"| {statistics.median(shifts):.2%} | {shifts[len(shifts) * 95 // 100]:.1%} |")


def series_line(results):
    p_values = [
        model["launch_index_p"] for case in results["cases"] for model in case["models"].values()
        if model.get("launch_index_p", 1) < 1
    ]
    rare = sum(p < TOO_RARE for p in p_values)
    return f"{rare} of {len(p_values)} series long enough to tell depend on their launch index"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs=2, type=pathlib.Path)
    a, b = (json.loads(file.read_text()) for file in parser.parse_args().file)
    pairs = list(pairs_of(a, b))
    print("| native kernel | ratios | disjoint | disjoint without blocks | median shift | 95th |")
    print("|---|---|---|---|---|---|")
    for i, name in enumerate(NAMES):
        of_class = [(one, other) for number, one, other in pairs if number == i]
        if of_class:
            print(row_of(name, of_class))
    for results in (a, b):
        print(series_line(results))


main()
