# SPDX-License-Identifier: Apache-2.0
import pathlib

from spack_repo.builtin.build_systems.cmake import CMakePackage, generator
from spack_repo.builtin.build_systems.cuda import CudaPackage

from spack.package import *


class Tilebridge(CMakePackage, CudaPackage):
    """Runs the same GPU memory experiments natively in CUDA and in Kokkos, in one process on the
    same buffers, proves both results right and says with a 95% interval what the portability
    layer costs."""

    # The recipe is part of the repository that it builds.
    git = pathlib.Path(__file__).resolve().parents[6].as_uri()

    license("Apache-2.0")

    version("main", branch="main")

    # Kokkos's names of the architectures that have a preset.
    kokkos_arch = {"80": "AMPERE80", "86": "AMPERE86", "89": "ADA89", "90": "HOPPER90",
                   "100": "BLACKWELL100", "120": "BLACKWELL120"}

    depends_on("cxx", type="build")
    conflicts("%gcc@:11", msg="GCC 12 or newer has the C++20 that is needed")
    conflicts("%clang@:15", msg="clang 16 or newer has the C++20 that is needed")
    depends_on("cmake@3.22:", type="build")
    depends_on("git", type="build")
    generator("ninja")

    depends_on("cli11@2.1:")
    depends_on("fmt@9:")
    depends_on("nlohmann-json")
    depends_on("kokkos@4.0: +openmp cxxstd=20")
    depends_on("kokkos ~cuda ~rocm ~sycl", when="~cuda")
    depends_on("googletest +gmock", type="test")
    depends_on("valijson", type="test")

    with when("+cuda"):
        depends_on("cuda@12:")
        depends_on("kokkos +wrapper")
        depends_on("kokkos@4.7.1:", when="^cuda@13:")
        depends_on("kokkos +cuda_lambda", when="^kokkos@:4")
        conflicts("cuda_arch=none", msg=f"say which GPU, cuda_arch of {', '.join(kokkos_arch)}")
        for arch in kokkos_arch:
            depends_on(f"kokkos +cuda cuda_arch={arch}", when=f"cuda_arch={arch}")
        for arch in ("100", "120"):
            depends_on("cuda@12.8:", when=f"cuda_arch={arch}")
            depends_on("kokkos@4.7:", when=f"cuda_arch={arch}")
    for arch in CudaPackage.cuda_arch_values:
        if arch not in kokkos_arch:
            conflicts(f"cuda_arch={arch}", msg=f"there are presets for cuda_arch of {', '.join(kokkos_arch)}")

    def cmake_args(self):
        args = [
            self.define_from_variant("TILEBRIDGE_CUDA", "cuda"),
            self.define("TILEBRIDGE_TESTS", self.run_tests),
        ]
        if self.spec.satisfies("+cuda"):
            (arch,) = self.spec.variants["cuda_arch"].value  # one, as Kokkos takes one
            args += [
                self.define("CMAKE_CUDA_ARCHITECTURES", arch),
                self.define("TILEBRIDGE_KOKKOS_ARCH", self.kokkos_arch[arch]),
            ]
        return args

    def test_list(self):
        """the installed program starts and knows its experiments"""
        listed = Executable(self.prefix.bin.tilebridge)("list", output=str)
        assert "transpose" in listed
