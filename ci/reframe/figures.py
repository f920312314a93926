# SPDX-License-Identifier: Apache-2.0
"""What ReFrame holds of a result file: one figure for each valid case of one model."""

from collections import namedtuple

# `seconds` is the result's own: median, low, high.
Figure = namedtuple("Figure", "name value unit seconds")

MOST_FLOPS_PER_BYTE = 16  # GPUs compute about as much in the time of a byte: beyond, they compute


def name_of(case):
    """As "padded_tile.rows=16384.cols=16384.cold": no colons, which ReFrame splits names at.

    A case of floats does not say so: results from before there were others do not either.
    """
    parameters = [str(value) if name == "cache" else f"{name}={value}"
                  for name, value in case["parameters"].items() if (name, value) != ("real", "float")]
    return ".".join([case["variant"], *parameters])


def rate_of(case, result):
    """(value, unit): of steps that wait for one another the time of one, else what limits."""
    seconds = result["seconds"]["median"]
    if case["steps"] > 0:
        return seconds / case["steps"] * 1e9, "ns"
    if result["flops"] > MOST_FLOPS_PER_BYTE * result["bytes"]:
        return result["flops"] / seconds / 1e9, "GFLOP/s"
    if result["bytes"] > 0:
        return result["bytes"] / seconds / 1e9, "GB/s"
    return seconds * 1e6, "us"


def figures_of(cases, experiment, model):
    for case in cases:
        result = case["models"].get(model)
        if case["experiment"] == experiment and result and result["status"] == "ok":
            yield Figure(name_of(case), *rate_of(case, result), result["seconds"])
