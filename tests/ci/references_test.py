# SPDX-License-Identifier: Apache-2.0
"""The references that come with the program are its figures, with what each may fall short by."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "ci/reframe"))
from references import references  # noqa: E402

TILE = "padded_tile.rows=16384.cols=16384.cold"

for gpu in ("h200", "h100"):
    native, kokkos = (references(gpu, "transpose", model)[TILE] for model in ("native", "kokkos"))
    assert native[2] == kokkos[2] == "GB/s", (native, kokkos)
    assert 1000 < kokkos[0] < native[0] < 5000, (native, kokkos)
    assert 0.05 <= native[1] < 0.2, native
    assert references(gpu, "transpose", "vendor"), gpu
    assert not references(gpu, "no_such_experiment", "native")
assert not references("no_such_gpu", "transpose", "native")
