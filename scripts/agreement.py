#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How well two runs of the same cases agree, by the length of the native kernel:

    scripts/agreement.py a.json b.json

For each class of times: the ratios that both have, the share whose 95% intervals do not overlap (and
the same of the intervals of all rounds alike, which know nothing of placements), and by how much the
ratios differ. What moves data between host and device, or waits for the host, is left out; rows
whose work is steps (launches, fences, chains), and hardly any bytes, have a line of their own.
`--process-error 0.001` widens the intervals of files from before they knew what another process
adds."""
import argparse
import json
import math
import pathlib
import statistics

from result_file import load

CLASSES = [(0, 5e-6), (5e-6, 10e-6), (10e-6, 20e-6), (20e-6, 100e-6), (100e-6, 1e-3), (1e-3, 1e9)]
NAMES = ["below 5 µs", "5 to 10 µs", "10 to 20 µs", "20 to 100 µs", "100 µs to 1 ms", "over 1 ms"]
STEPS = "steps"


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
                    yield class_of(case), one, other


def class_of(case):
    native = case["models"]["native"]
    if case.get("steps", 0) > 0 and native["share_of_ceiling"] < 1e-3:
        return STEPS
    seconds = native["seconds"]["median"]
    return next(name for (low, high), name in zip(CLASSES, NAMES) if low <= seconds < high)


def widened(interval, error):
    ratio = interval["ratio"]
    ends = {end: math.hypot(math.log(interval[end] / ratio), error) for end in ("low", "high")}
    return {"ratio": ratio, "within": interval.get("within", interval),
            "low": ratio * math.exp(-ends["low"]), "high": ratio * math.exp(ends["high"])}


def row_of(name, pairs):
    disjoint = statistics.mean(are_disjoint(one, other) for one, other in pairs)
    within = statistics.mean(
        are_disjoint(one["within"], other["within"]) for one, other in pairs)
    shifts = sorted(abs(math.log(one["ratio"] / other["ratio"])) for one, other in pairs)
    return (f"| {name} | {len(pairs)} | {disjoint:.1%} | {within:.1%} "
            f"| {statistics.median(shifts):.2%} | {shifts[len(shifts) * 95 // 100]:.1%} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs=2, type=pathlib.Path)
    parser.add_argument("--process-error", type=float, default=0)
    options = parser.parse_args()
    a, b = (load(file) for file in options.file)
    pairs = [(name, *(widened(one, options.process_error) for one in both))
             for name, *both in pairs_of(a, b)]
    print("| native kernel | ratios | disjoint | disjoint without blocks | median shift | 95th |")
    print("|---|---|---|---|---|---|")
    for name in [*NAMES, STEPS]:
        of_class = [(one, other) for of_one, one, other in pairs if of_one == name]
        if of_class:
            print(row_of(name, of_class))


main()
