# SPDX-License-Identifier: Apache-2.0
"""tilebridge under Ramble: a figure of merit for each line of `tilebridge report --line`
(docs/harnesses.md, "Lines for other programs")."""

from ramble.appkit import *

# The model and the form of a kernel, then its variant and its parameters: what a context is.
KERNEL = r"(?P<variant>\S+) (?P<model>\S+) (?P<form>\S+): "
RATIO = r"(?:(?P<ratio>[0-9.]+) \[(?P<low>[0-9.]+), (?P<high>[0-9.]+)\] of (?P<reference>\S+), )?"
LINE = KERNEL + RATIO + r"(?P<us>[0-9.]+) us, (?P<setting>.*)"


class Tilebridge(ExecutableApplication):
    """What Kokkos, RAJA, alpaka and OpenMP cost against CUDA, kernel by kernel"""

    name = "tilebridge"

    tags("synthetic-benchmarks")

    software_spec("tilebridge", pkg_spec="tilebridge", package_manager="spack*")

    executable(
        "run",
        "tilebridge run {experiments} --preset {preset} --platform {platform}"
        " -o {experiment_run_dir}/results.json --overwrite",
        use_mpi=False,
    )
    executable("lines", "tilebridge report {experiment_run_dir}/results.json --line", use_mpi=False)

    workload("catalogue", executables=["run", "lines"])

    workload_variable(
        "experiments",
        default="transpose/padded_tile,stencil3d/direct,matmul/tile16",
        description="Experiments, variants or families, with commas between them",
        workloads=["catalogue"],
    )
    workload_variable(
        "preset",
        default="quick",
        description="How many parameter values to run: quick, standard or full",
        workloads=["catalogue"],
    )
    workload_variable(
        "platform",
        default="auto",
        description="Where to run: auto, cuda, hip or host",
        workloads=["catalogue"],
    )

    figure_of_merit_context(
        "kernel", regex=LINE, output_format="{variant} {model} {form}, {setting}"
    )
    figure_of_merit("time", fom_regex=LINE, group_name="us", units="us", contexts=["kernel"])
    figure_of_merit(
        "performance relative to native code",
        fom_regex=LINE,
        group_name="ratio",
        units="",
        contexts=["kernel"],
    )

    success_criteria("has lines", mode="string", match=r"\S+/\S+ \S+ \S+: .* us, .*")
    success_criteria("is valid", mode="string", anti_match=r"\S+/\S+ \S+ \S+: invalid, .*")
