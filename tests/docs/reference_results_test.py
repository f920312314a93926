# SPDX-License-Identifier: Apache-2.0
"""What no reference run may have: an invalid result, one that failed, or one that is faster than
the machine, whose work is then not what the experiment says."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from result_file import load  # noqa: E402

# What stays in L2 but is counted as moved through DRAM makes up to 1.17 on an H200, and 1.22 on an
# H100, whose DRAM is slower.
MOST_OF_CEILING = 1.25
EXPECTED = {"ok", "no_equivalent", "skipped"}
# Graphs of 5.2.2, whose host part was adapted by hand.
ABORTED = {("concurrency/graph", "kokkos@5.2.2"), ("launching/graph_rewritten", "kokkos@5.2.2")}


def faults(file):
    for case in load(file)["cases"]:
        variant = f"{case['experiment']}/{case['variant']}"
        name = f"{file.name}: {variant} {case['parameters']}"
        for result in case["kernels"]:
            kernel = f"{result['model']} {result['form']}"
            if result["status"] == "invalid" and (variant, result["model"]) in ABORTED:
                continue
            if result["status"] not in EXPECTED:
                yield f"{name}, {kernel}: {result['status']}"
            elif result.get("share_of_ceiling", 0) > MOST_OF_CEILING:
                yield f"{name}, {kernel}: {result['share_of_ceiling']:.2f} of its ceiling"


def main(folder):
    names = ("h100-full.json", "h200-models.json")
    files = [pathlib.Path(folder) / name for name in names]
    found = [fault for file in files for fault in faults(file)]
    print("\n".join(found))
    sys.exit(1 if found else 0)


main(sys.argv[1])
