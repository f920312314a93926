# SPDX-License-Identifier: Apache-2.0
"""tilebridge under ReFrame: one build for a partition, one test for each experiment and model.

    reframe -C ci/reframe/settings.py -c ci/reframe/tilebridge.py --system=local:host -r
"""

import json
import pathlib
import re

import reframe as rfm
import reframe.utility.osext as osext
import reframe.utility.sanity as sn

from figures import figures_of
from references import references
from result_file import load  # found by references

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]

WITH_PRESET = ["-gpu"] + [f"+gpu %gpu_arch=sm_{arch}" for arch in (80, 86, 89, 90, 100, 120)]
LOWER_IS_BETTER = ("ns", "us")


def reference(value, tolerance, unit):
    """As ReFrame takes it; what is better than the reference passes."""
    if unit in LOWER_IS_BETTER:
        return value, None, tolerance, unit
    return value, -tolerance, None, unit


def experiments():
    listed = (REPOSITORY / "experiments.cmake").read_text()
    return re.findall(r"^tilebridge_experiment\(\w+/(\w+)", listed, re.MULTILINE)


class tilebridge_build(rfm.CompileOnlyRegressionTest):
    """The preset that fits the partition; nothing, where one is installed."""

    installed = variable(str, value="")  # path of an installed tilebridge
    valid_systems = WITH_PRESET
    valid_prog_environs = ["*"]
    sourcesdir = None
    build_locally = False
    build_system = "CMake"

    @run_before("compile")
    def configure(self):
        if self.installed:
            self.build_system = "CustomBuild"
            self.build_system.commands = [f"{self.installed} --version"]
            return
        extras = self.current_partition.extras
        preset = f"cuda-{extras['gpu_arch']}" if "gpu_arch" in extras else "host"
        self.build_system.configuredir = str(REPOSITORY)
        self.build_system.builddir = "build"
        self.build_system.max_concurrency = self.current_partition.processor.num_cpus or 4
        self.build_job.num_cpus_per_task = self.build_system.max_concurrency
        self.build_system.config_opts = [
            f"--preset={preset}", "-G", "'Unix Makefiles'", "-DTILEBRIDGE_TESTS=OFF"]

    @property
    def program(self):
        return self.installed or f"{self.stagedir}/build/bin/tilebridge"

    @sanity_function
    def starts(self):
        return sn.assert_eq(osext.run_command([self.program, "--version"]).returncode, 0)


@rfm.simple_test
class tilebridge_experiment(rfm.RunOnlyRegressionTest):
    """Every case of one experiment, in one model: validated, then held to what was measured."""

    experiment = parameter(experiments())
    model = parameter(["native", "kokkos"])
    preset = variable(str, value="")  # of the run; "": full on a GPU, quick on a host
    build = fixture(tilebridge_build, scope="environment")

    valid_systems = WITH_PRESET
    valid_prog_environs = ["*"]
    sourcesdir = None
    exclusive_access = True
    time_limit = "20m"
    keep_files = ["results.json"]

    @run_after("setup")
    def choose_platform(self):
        gpu = "gpu" in self.current_partition.features
        self.platform = "cuda" if gpu else "host"
        self.num_gpus_per_node = 1 if gpu else None
        self.preset = self.preset or ("full" if gpu else "quick")

    @run_after("setup")
    def skip_what_is_not_there(self):
        if self.is_dry_run():  # there is no program to ask
            return
        listed = osext.run_command([self.build.program, "list", "--json", self.experiment],
                                   check=True)
        variants = json.loads(listed.stdout)["experiments"][0]["variants"]
        there = any(self.platform in variant["models"].get(self.model, {}).get("platforms", [])
                    for variant in variants)
        self.skip_if(not there, f"{self.experiment} has no {self.model} code on {self.platform}")

    @run_before("run")
    def command(self):
        self.executable = self.build.program
        self.executable_opts = ["run", self.experiment, "--model", self.model,
                                "--platform", self.platform, "--preset", self.preset,
                                "--budget", "2", "-o", "results.json"]

    def cases(self):
        return load(pathlib.Path(self.stagedir, "results.json"))["cases"]

    @sanity_function
    def every_result_is_valid(self):
        results = [case["models"][self.model] for case in self.cases()
                   if self.model in case["models"]]
        wrong = [result for result in results if result["status"] == "invalid"]
        right = [result for result in results if result["status"] == "ok"]
        return sn.all([
            sn.assert_eq(len(wrong), 0, f"{len(wrong)} of {len(results)} results are not valid"),
            sn.assert_gt(len(right), 0, "there is no valid result")])

    @run_before("performance")
    def figures(self):
        if self.is_dry_run():
            return
        gpu_model = self.current_partition.extras.get("gpu_model", "")
        expected = references(gpu_model, self.experiment, self.model)
        held = {}
        for figure in figures_of(self.cases(), self.experiment, self.model):
            self.perf_variables[figure.name] = sn.make_performance_function(
                sn.defer(figure.value), figure.unit)
            if figure.name in expected:
                held[figure.name] = reference(*expected[figure.name])
        self.reference = {self.current_partition.fullname: held}
