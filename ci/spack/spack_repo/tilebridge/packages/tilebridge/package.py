# SPDX-License-Identifier: Apache-2.0
import pathlib

from spack_repo.builtin.build_systems.cmake import CMakePackage, generator
from spack_repo.builtin.build_systems.cuda import CudaPackage
from spack_repo.builtin.build_systems.rocm import ROCmPackage

from spack.package import *


class Tilebridge(CMakePackage, CudaPackage, ROCmPackage):
    """Runs the same GPU memory experiments in CUDA or HIP, Kokkos, RAJA, alpaka and OpenMP, in one
    process on the same buffers, proves all results right and says with a 95% interval what each
    model costs."""

    # The recipe is part of the repository that it builds.
    git = pathlib.Path(__file__).resolve().parents[6].as_uri()

    license("Apache-2.0")

    version("main", branch="main")

    # Kokkos's names of the architectures that have a preset.
    kokkos_arch = {"80": "AMPERE80", "86": "AMPERE86", "89": "ADA89", "90": "HOPPER90",
                   "100": "BLACKWELL100", "120": "BLACKWELL120"}
    kokkos_amd_arch = {"gfx90a": "AMD_GFX90A", "gfx942": "AMD_GFX942"}

    variant("raja", default=False, description="Time RAJA too")
    variant("alpaka", default=False, description="Time alpaka 3 too, which CMake downloads")
    variant("openmp", default=False, description="Time OpenMP target and CUDA by clang too")

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
    depends_on("kokkos ~cuda ~rocm ~sycl", when="~cuda ~rocm")
    depends_on("raja@2025.09.1: +openmp cxxstd=20", when="+raja")
    depends_on("llvm@18:19 +clang +libomptarget openmp=runtime", when="+openmp")
    conflicts("+cuda", when="+rocm", msg="a build is for one GPU platform")
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
            depends_on(f"raja +cuda cuda_arch={arch}", when=f"+raja cuda_arch={arch}")
        for arch in ("100", "120"):
            depends_on("cuda@12.8:", when=f"cuda_arch={arch}")
            depends_on("kokkos@4.7:", when=f"cuda_arch={arch}")
    for arch in CudaPackage.cuda_arch_values:
        if arch not in kokkos_arch:
            conflicts(f"cuda_arch={arch}", msg=f"there are presets for cuda_arch of {', '.join(kokkos_arch)}")

    with when("+rocm"):
        conflicts("amdgpu_target=none",
                  msg=f"say which GPU, amdgpu_target of {', '.join(kokkos_amd_arch)}")
        for arch in kokkos_amd_arch:
            depends_on(f"kokkos +rocm amdgpu_target={arch}", when=f"amdgpu_target={arch}")
    for arch in ROCmPackage.amdgpu_targets:
        if arch not in kokkos_amd_arch:
            conflicts(f"amdgpu_target={arch}",
                      msg=f"there are presets for amdgpu_target of {', '.join(kokkos_amd_arch)}")

    def cmake_args(self):
        args = [
            self.define_from_variant("TILEBRIDGE_CUDA", "cuda"),
            self.define_from_variant("TILEBRIDGE_HIP", "rocm"),
            self.define_from_variant("TILEBRIDGE_RAJA", "raja"),
            self.define_from_variant("TILEBRIDGE_ALPAKA", "alpaka"),
            self.define_from_variant("TILEBRIDGE_OPENMP", "openmp"),
            self.define("TILEBRIDGE_CLANG", self.spec.satisfies("+openmp +cuda")),
            self.define("TILEBRIDGE_TESTS", self.run_tests),
        ]
        if self.spec.satisfies("+openmp"):
            clang = join_path(self.spec["llvm"].prefix.bin, "clang++")
            args.append(self.define("TILEBRIDGE_OPENMP_COMPILER", clang))
        if self.spec.satisfies("+cuda"):
            (arch,) = self.spec.variants["cuda_arch"].value  # one, as Kokkos takes one
            args += [
                self.define("CMAKE_CUDA_ARCHITECTURES", arch),
                self.define("TILEBRIDGE_KOKKOS_ARCH", self.kokkos_arch[arch]),
            ]
        if self.spec.satisfies("+rocm"):
            (arch,) = self.spec.variants["amdgpu_target"].value
            args += [
                self.define("CMAKE_CXX_COMPILER",  # Kokkos with HIP takes no other
                            join_path(self.spec["llvm-amdgpu"].prefix.bin, "clang++")),
                self.define("TILEBRIDGE_HIP_ARCHITECTURES", arch),
                self.define("TILEBRIDGE_KOKKOS_GPU", True),
                self.define("TILEBRIDGE_KOKKOS_ARCH", self.kokkos_amd_arch[arch]),
            ]
        return args

    def test_list(self):
        """the installed program starts and knows its experiments"""
        listed = Executable(self.prefix.bin.tilebridge)("list", output=str)
        assert "transpose" in listed
