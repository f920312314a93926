# SPDX-License-Identifier: Apache-2.0
"""tilebridge under Benchpark, on one GPU of a system. Copy or link it, the application and the recipe
into a checkout of Benchpark (docs/harnesses.md, "Ramble, Benchpark, JUBE, BenchKit")."""

from benchpark.cuda import CudaExperiment
from benchpark.directives import variant
from benchpark.experiment import Experiment
from benchpark.rocm import ROCmExperiment


class Tilebridge(Experiment, CudaExperiment, ROCmExperiment):
    variant("workload", default="catalogue", description="experiments of tilebridge's catalogue")
    variant("version", default="main", values=("main", "latest"), description="branch to build")

    def compute_applications_section(self):
        preset = "full" if self.spec.satisfies("exec_mode=perf") else "quick"
        self.add_experiment_variable("preset", preset, True)
        self.add_experiment_variable("platform", "hip" if self.spec.satisfies("+rocm") else "cuda")
        # Its runs are of one GPU, at the sizes of the preset.
        self.add_experiment_variable("n_gpus", 1)
        self.set_required_variables(
            n_resources=1, process_problem_size="{preset}", total_problem_size="{preset}")

    def compute_package_section(self):
        self.add_package_spec(self.name, [f"tilebridge{self.determine_version()} "])
