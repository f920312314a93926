# SPDX-License-Identifier: Apache-2.0
"""Reads result files for the scripts, which name a kernel's model without its release."""

import json
import pathlib


def model_of(kernel):
    """Calls of a vendor's library are a model of their own here."""
    return "vendor" if kernel["form"] == "vendor" else kernel["model"].split("@")[0]


def with_models(case):
    """The case with the first kernel of each model by its name."""
    case["models"] = {model_of(kernel): kernel for kernel in reversed(case["kernels"])}
    for comparison in case["comparisons"]:
        comparison["forms"] = (comparison["kernel"]["form"], comparison["against"]["form"])
        comparison["model"] = model_of(comparison["kernel"])
        comparison["against"] = model_of(comparison["against"])
    return case


def load(path):
    results = json.loads(pathlib.Path(path).read_text())
    results["cases"] = [with_models(case) for case in results["cases"]]
    return results
