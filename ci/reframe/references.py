#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes ReFrame's references from a result file of the full preset, so that they stay true.

    scripts/results.py extract /tmp/h200
    ci/reframe/references.py /tmp/h200/h200-full.json ci/reframe/references/h200.json
    ci/reframe/references.py /tmp/h200/h200-full.json ci/reframe/references/h200.json --check

A case may miss its figure by 5%, or by three half widths of its time's interval where that is more.
Cases of less than 20 microseconds get no reference.
"""

import argparse
import json
import pathlib
import sys

from figures import figures_of

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from schemas import load

SECONDS_THAT_LAST = 20e-6  # shorter cases vary with the launch
LEAST_TOLERANCE = 0.05
HALF_WIDTHS = 3


def reference_of(figure):
    """[value, tolerance, unit]"""
    seconds = figure.seconds
    half_width = (seconds["high"] - seconds["low"]) / 2 / seconds["median"]
    tolerance = max(LEAST_TOLERANCE, HALF_WIDTHS * half_width)
    return [float(f"{figure.value:.5g}"), round(tolerance, 3), figure.unit]


def references_of(cases, experiment, model):
    return {figure.name: reference_of(figure) for figure in figures_of(cases, experiment, model)
            if figure.seconds["median"] >= SECONDS_THAT_LAST}


def all_references(cases):
    experiments = dict.fromkeys(case["experiment"] for case in cases)
    return {experiment: {model: references_of(cases, experiment, model)
                         for model in ("native", "kokkos", "vendor")}
            for experiment in experiments}


def as_text(references):
    """JSON with a line for each figure, so that a change shows as one."""
    def line(key, value, indent):
        return " " * indent + json.dumps(key) + ": " + value

    def block(entries, indent):
        return "{\n" + ",\n".join(entries) + "\n" + " " * indent + "}" if entries else "{}"

    def of_model(figures):
        return block([line(name, json.dumps(figure), 3) for name, figure in figures.items()], 2)

    def of_experiment(models):
        return block([line(model, of_model(figures), 2) for model, figures in models.items()], 1)

    return block([line(experiment, of_experiment(models), 1)
                  for experiment, models in references.items()], 0) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("results", help="result file of `tilebridge run --preset full`")
    parser.add_argument("references", help="file of references")
    parser.add_argument("--check", action="store_true", help="exit with 1 where they differ")
    options = parser.parse_args()
    text = as_text(all_references(load(options.results)["cases"]))
    if not options.check:
        with open(options.references, "w", encoding="utf-8") as file:
            file.write(text)
        return 0
    with open(options.references, encoding="utf-8") as file:
        same = file.read() == text
    if not same:
        print(f"{options.references} is not what {options.results} says; write it anew without "
              "--check", file=sys.stderr)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
