#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/resources.py, with a program in nvcc's place that prints what ptxas would."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NVCC = r"""#!/bin/sh
echo "$@" >>"$0.log"
case "$*" in *broken*) echo "broken.cu(3): error: no such thing" >&2; exit 1 ;; esac
for word; do case $word in -arch=*) arch=${word#-arch=} ;; esac; done
report() {
  echo "ptxas info    : Compiling entry function '$1' for '$arch'"
  echo "ptxas info    : Function properties for $1"
  echo "    $2 bytes stack frame, $3 bytes spill stores, $4 bytes spill loads"
  echo "ptxas info    : Function properties for a_function_that_it_calls"
  echo "    999 bytes stack frame, 9 bytes spill stores, 9 bytes spill loads"
  echo "ptxas info    : Used $5 registers, used 1 barriers, $6 bytes smem, 376 bytes cmem[0]"
}
{
  report _ZN10tilebridge4cuda12_GLOBAL__N_14tileILi8EEEvf 0 0 0 22 4224
  report _ZN10tilebridge4cuda12_GLOBAL__N_15largeEf 352 760 752 255 0
} >&2
"""
HEADER = "experiment  model   arch   registers  stack  spills   shared  kernel"


class Resources(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.nvcc = self.folder / "nvcc"
        self.nvcc.write_text(NVCC, encoding="utf-8")
        self.nvcc.chmod(0o755)

    def database(self, *commands):
        entries = [{"file": file, "directory": str(self.folder), "command": command}
                   for file, command in commands]
        (self.folder / "compile_commands.json").write_text(json.dumps(entries), encoding="utf-8")

    def resources(self, *words):
        return subprocess.run([sys.executable, ROOT / "scripts/resources.py", self.folder, *words],
                              capture_output=True, text=True, check=False)

    def native(self, name="transpose"):
        return (f"/x/backends/cuda/tiling/{name}.cu",
                f"ccache {self.nvcc} -DA=1 --generate-code=arch=compute_80,code=[compute_80,sm_80] "
                f"-Werror -MD -MF x.d -o x.o -c {name}.cu")

    def calls(self):
        return (self.folder / "nvcc.log").read_text(encoding="utf-8").splitlines()

    def test_prints_the_figures_of_each_kernel_and_not_of_the_functions_it_calls(self):
        self.database(self.native())
        result = self.resources()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout.splitlines(), [
            HEADER,
            "transpose   native  sm_80  255        352    760/752  0       large",
            "transpose   native  sm_80  22         0      0/0      4224    tile<8>"])

    def test_compiles_device_code_alone_for_the_architectures_asked_for(self):
        self.database(self.native(), ("/x/src/main.cpp", "g++ -c main.cpp"))
        result = self.resources("--arch", "sm_89,sm_90")
        self.assertEqual([line.split()[2] for line in result.stdout.splitlines()[1:]],
                         ["sm_89", "sm_90"] * 2)
        for call in self.calls():
            self.assertRegex(call, r"^-DA=1 transpose.cu -cubin --resource-usage -arch=sm_\d+ -o \S+$")

    def test_takes_the_sources_of_a_unity_build_apart(self):
        sources = [f"/x/backends/cuda/tiling/{name}.cu" for name in ("transpose", "conv2d")]
        batch = self.folder / "native_kernels_0.cu"
        batch.write_text("".join(f'#include "{source}"\n' for source in sources), encoding="utf-8")
        self.database((str(batch), f"{self.nvcc} -arch=sm_90 -c {batch}"))
        result = self.resources("--experiment", "conv2d")
        self.assertEqual({line.split()[0] for line in result.stdout.splitlines()[1:]}, {"conv2d"})
        self.assertEqual([call.split()[0] for call in self.calls()], sources[1:])

    def test_passes_kokkos_files_to_nvcc_as_its_wrapper_does(self):
        self.database(
            ("/x/backends/kokkos/tiling/transpose.cpp",
             "/k/kokkos_launch_compiler nvcc_wrapper g++ g++ -DKOKKOS_DEPENDENCE -arch=sm_90 "
             "-c transpose.cpp"),
            ("/x/backends/kokkos/tiling/conv2d.cpp", "g++ -DKOKKOS_DEPENDENCE -c conv2d.cpp"))
        result = self.resources("--nvcc", self.nvcc)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual({line.split()[1] for line in result.stdout.splitlines()[1:]}, {"kokkos"})
        self.assertEqual(len(self.calls()), 1)
        self.assertTrue(self.calls()[0].startswith(
            "-forward-unknown-to-host-compiler -x cu -ccbin g++ -DKOKKOS_DEPENDENCE transpose.cpp"))

    def test_a_pair_is_named_by_what_defines_it(self):
        source = self.folder / "force.cpp"
        source.write_text('#include "tilebridge/pair_kokkos.hpp"\n', encoding="utf-8")
        self.database((str(source), f"{self.nvcc} -DTILEBRIDGE_PAIR=lennard_jones -arch=sm_90 "
                                    "-c force.cpp"))
        self.assertRegex(self.resources().stdout, r"\nlennard_jones +kokkos +sm_90 ")

    def test_errors_are_one_line_that_says_what_to_do(self):
        self.assertEqual(self.resources().returncode, 1)
        self.assertRegex(self.resources().stderr, "^there is no .*; name a build folder that CMake")
        self.database(("/x/src/main.cpp", "g++ -c main.cpp"))
        self.assertRegex(self.resources().stderr, "^nothing is compiled for CUDA in .*\n$")
        self.database(self.native("broken"))
        self.assertRegex(self.resources().stderr,
                         r"^nvcc cannot compile broken \(native\): broken.cu\(3\): error: .*\n$")
        self.database(self.native())
        self.assertRegex(self.resources("--nvcc", "/none").stderr, "^cannot start '/none': .*PATH")


if __name__ == "__main__":
    unittest.main()
