# SPDX-License-Identifier: Apache-2.0
"""Reads result files of both schemas for the scripts, which know the words of the first."""

import json
import pathlib

LEVELS = {"ranges": "textbook", "construct": "idiomatic", "library": "vendor"}


def model_of(kernel):
    return "vendor" if kernel["form"] == "library" else kernel["model"].split("@")[0]


def with_models(case):
    """The case with the first kernel of each model by its name, libraries being one."""
    case["level"] = LEVELS.get(case["form"], case["form"])
    case["models"] = {model_of(kernel): kernel for kernel in reversed(case["kernels"])}
    for comparison in case["comparisons"]:
        comparison["forms"] = (comparison["kernel"]["form"], comparison["against"]["form"])
        comparison["model"] = model_of(comparison["kernel"])
        comparison["against"] = model_of(comparison["against"])
    return case


def load(path):
    results = json.loads(pathlib.Path(path).read_text())
    if results["schema_version"] > 1:
        results["cases"] = [with_models(case) for case in results["cases"]]
    return results
