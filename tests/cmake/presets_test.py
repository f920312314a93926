#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The presets are what is tested: the scripts build and test them, with few options more."""

import json
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PRESETS = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))
# Why a script passes what a preset leaves to its user.
REASONS = {
    "TILEBRIDGE_TESTS": "the first command of README runs none",
    "TILEBRIDGE_WARNINGS_AS_ERRORS": "a user's newer compiler may warn of more",
    "TILEBRIDGE_KOKKOS_GPU": "only where there is a compiler for it",
    "CMAKE_CXX_COMPILER": "the same",
    "Kokkos_ENABLE_ROCTHRUST": "only where rocThrust is missing",
    "CMAKE_CUDA_ARCHITECTURES": "what has no GPU to run on is compiled for three architectures",
    "CMAKE_CUDA_FLAGS": "what has no GPU to run on is not optimised",
    "TILEBRIDGE_HIP_ARCHITECTURES": "one build compiles for as many as the compiler knows",
    "TILEBRIDGE_OPENMP": "only where there is a clang for it",
    "TILEBRIDGE_CLANG": "the same",
    "TILEBRIDGE_CLANG_ARCHITECTURES": "what has no GPU to run on is compiled for one",
    "CMAKE_CXX_FLAGS_RELWITHDEBINFO": "reports of the sanitizers name functions, not lines",
}


def names(kind):
    return {preset["name"] for preset in PRESETS[kind] if not preset.get("hidden")}


def of(kind, name):
    """A preset with what it inherits."""
    preset = next(p for p in PRESETS[kind] if p["name"] == name)
    inherited = of(kind, preset["inherits"]) if "inherits" in preset else {}
    return {**inherited, **preset}


class Presets(unittest.TestCase):
    def test_each_configuration_can_be_built_tested_and_both_at_once(self):
        configured = names("configurePresets")
        self.assertEqual(names("buildPresets"), configured)
        self.assertLessEqual(configured, names("testPresets"))
        self.assertEqual(names("workflowPresets"), configured)

    def test_tests_run_in_parallel_and_finding_none_is_an_error(self):
        for name in names("testPresets"):
            execution = of("testPresets", name)["execution"]
            self.assertGreater(execution["jobs"], 1, name)
            self.assertEqual(execution["noTestsAction"], "error", name)

    def test_scripts_pass_no_option_without_a_reason(self):
        for script in ("scripts/common.sh", "scripts/quickstart.sh", "scripts/test.sh", ".ci/run"):
            lines = (ROOT / script).read_text(encoding="utf-8").splitlines()
            code = "\n".join(line for line in lines if not line.lstrip().startswith("#"))
            passed = set(re.findall(r"-D([A-Za-z_]+)=", code)) - {"RESULT"}  # of the probe
            self.assertLessEqual(passed, set(REASONS), script)


if __name__ == "__main__":
    unittest.main()
