# SPDX-License-Identifier: Apache-2.0
"""ReFrame's references: the figures of a result file of the full preset, which is
ci/reframe/references/GPU.json, or the one of most cases that comes with the program for that GPU.

A case may miss its figure by 5%, or by three half widths of its time's interval where that is more.
Cases of less than 20 microseconds get no reference.
"""

import functools
import json
import pathlib
import sys

from figures import figures_of

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.append(str(ROOT / "scripts"))
from result_file import with_models
from results import read

STORED = {"h200": "h200-models.json", "h100": "h100-full.json"}
SECONDS_THAT_LAST = 20e-6  # shorter cases vary with the launch
LEAST_TOLERANCE = 0.05
HALF_WIDTHS = 3


@functools.cache
def cases_of(gpu_model):
    """The cases that were measured on such a GPU; none if no file has any."""
    own = HERE / "references" / f"{gpu_model}.json"
    if own.exists():
        text = own.read_bytes()
    elif gpu_model in STORED:
        text = read(ROOT / "docs/results" / f"{gpu_model}.tar.xz")[STORED[gpu_model]]
    else:
        return []
    return [with_models(case) for case in json.loads(text)["cases"]]


def reference_of(figure):
    """(value, tolerance, unit)"""
    seconds = figure.seconds
    half_width = (seconds["high"] - seconds["low"]) / 2 / seconds["median"]
    return figure.value, max(LEAST_TOLERANCE, HALF_WIDTHS * half_width), figure.unit


def references(gpu_model, experiment, model):
    """{figure: (value, tolerance, unit)}"""
    return {figure.name: reference_of(figure)
            for figure in figures_of(cases_of(gpu_model), experiment, model)
            if figure.seconds["median"] >= SECONDS_THAT_LAST}
