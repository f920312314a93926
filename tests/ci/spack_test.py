#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Spack recipe against what it builds: its architectures are the presets', and each has an
environment. Spack's own words are stood in for, so that this runs without Spack; where there is a
Spack, it loads the recipe too."""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import types
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
SPACK = REPOSITORY / "ci" / "spack"
RECIPE = SPACK / "spack_repo" / "tilebridge" / "packages" / "tilebridge" / "package.py"


class Directives:
    """Takes note of depends_on("kokkos", when="+cuda") and its like."""

    def __init__(self):
        self.said = []
        self.conditions = []

    def directive(self, name):
        def say(*words, when="", **_):
            self.said.append((name, " ".join(words), " ".join([*self.conditions, when]).strip()))
        return say

    def when(self, condition):
        directives = self

        class Context:
            def __enter__(self):
                directives.conditions.append(condition)

            def __exit__(self, *_):
                directives.conditions.pop()
        return Context()


def load_recipe():
    """(the class, what it said)"""
    directives = Directives()
    words = types.ModuleType("spack.package")
    for name in ("conflicts", "depends_on", "license", "variant", "version"):
        setattr(words, name, directives.directive(name))
    words.when = directives.when
    words.Executable = None
    words.join_path = lambda *parts: "/".join(parts)
    cmake = types.ModuleType("cmake")
    cmake.CMakePackage = type("CMakePackage", (), {})
    cmake.generator = lambda name: None
    cuda = types.ModuleType("cuda")
    cuda.CudaPackage = type("CudaPackage", (), {"cuda_arch_values": ("70", "80", "86", "89", "90", "100", "120")})
    rocm = types.ModuleType("rocm")
    rocm.ROCmPackage = type("ROCmPackage", (), {"amdgpu_targets": ("gfx906", "gfx90a", "gfx942")})
    stand_ins = {"spack": types.ModuleType("spack"), "spack.package": words,
                 "spack_repo": types.ModuleType("spack_repo"),
                 "spack_repo.builtin": types.ModuleType("builtin"),
                 "spack_repo.builtin.build_systems": types.ModuleType("build_systems"),
                 "spack_repo.builtin.build_systems.cmake": cmake,
                 "spack_repo.builtin.build_systems.cuda": cuda,
                 "spack_repo.builtin.build_systems.rocm": rocm}
    sys.modules.update(stand_ins)
    scope = {"__file__": str(RECIPE), "__name__": "recipe"}
    exec(compile(RECIPE.read_text(), RECIPE, "exec"), scope)
    for name in stand_ins:
        del sys.modules[name]
    return scope["Tilebridge"], directives.said


def preset_architectures(prefix="cuda-sm_", variable="CMAKE_CUDA_ARCHITECTURES"):
    """{"90": "HOPPER90"} of the presets for one GPU."""
    presets = json.loads((REPOSITORY / "CMakePresets.json").read_text())["configurePresets"]
    found = {}
    for preset in presets:
        if preset["name"].startswith(prefix):
            variables = preset["cacheVariables"]
            found[variables[variable]] = variables["TILEBRIDGE_KOKKOS_ARCH"]
    return found


def preset_amd_architectures():
    return preset_architectures("hip-gfx", "TILEBRIDGE_HIP_ARCHITECTURES")


class Spec:
    """A concrete spec of these variants: Spec({"cuda", "openmp"}, cuda_arch="90")."""

    def __init__(self, variants, **values):
        self.on = variants
        self.variants = {name: types.SimpleNamespace(value=(value,)) for name, value in values.items()}

    def satisfies(self, variants):
        return all((name.strip()[1:] in self.on) for name in variants.split())

    def __getitem__(self, package):
        return types.SimpleNamespace(prefix=types.SimpleNamespace(bin=f"/{package}/bin"))


def arguments_of(package, spec):
    """{"TILEBRIDGE_CUDA": True} as the recipe hands them to CMake."""
    recipe = package()
    recipe.spec, recipe.run_tests = spec, False
    recipe.define = lambda name, value: (name, value)
    recipe.define_from_variant = lambda name, variant: (name, variant in spec.on)
    return dict(recipe.cmake_args())


class Recipe(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.package, cls.said = load_recipe()

    def test_its_architectures_are_the_presets(self):
        self.assertEqual(self.package.kokkos_arch, preset_architectures())
        self.assertEqual(self.package.kokkos_amd_arch, preset_amd_architectures())

    def test_kokkos_has_the_same_one_architecture(self):
        for arch in preset_architectures():
            self.assertIn(("depends_on", f"kokkos +cuda cuda_arch={arch}",
                           f"+cuda cuda_arch={arch}"), self.said)
        self.assertIn(("conflicts", "cuda_arch=70", ""), self.said)
        for arch in preset_amd_architectures():
            self.assertIn(("depends_on", f"kokkos +rocm amdgpu_target={arch}",
                           f"+rocm amdgpu_target={arch}"), self.said)
        self.assertIn(("conflicts", "amdgpu_target=gfx906", ""), self.said)

    def test_its_options_are_those_of_cmake(self):
        known = set(re.findall(r"TILEBRIDGE_[A-Z_]+|CMAKE_C\w+", "".join(
            path.read_text() for path in [REPOSITORY / "CMakeLists.txt",
                                          *(REPOSITORY / "cmake").glob("*.cmake")])))
        models = re.findall(r"tilebridge_model\((\w+) OPTIONAL",
                            (REPOSITORY / "experiments.cmake").read_text())
        known |= {f"TILEBRIDGE_{model.upper()}" for model in models}
        for spec in (Spec({"cuda", "openmp"}, cuda_arch="90"), Spec({"rocm"}, amdgpu_target="gfx90a")):
            arguments = arguments_of(self.package, spec)
            self.assertLessEqual(set(arguments), known)
            self.assertLessEqual({f"TILEBRIDGE_{model.upper()}" for model in models}, set(arguments))

    def test_its_variants_choose_what_is_built(self):
        nvidia = arguments_of(self.package, Spec({"cuda", "openmp", "raja"}, cuda_arch="90"))
        self.assertEqual(nvidia["TILEBRIDGE_KOKKOS_ARCH"], "HOPPER90")
        self.assertEqual(nvidia["TILEBRIDGE_OPENMP_COMPILER"], "/llvm/bin/clang++")
        self.assertTrue(nvidia["TILEBRIDGE_RAJA"] and nvidia["TILEBRIDGE_CLANG"])
        self.assertFalse(nvidia["TILEBRIDGE_ALPAKA"] or nvidia["TILEBRIDGE_HIP"])
        amd = arguments_of(self.package, Spec({"rocm", "openmp"}, amdgpu_target="gfx942"))
        self.assertEqual(amd["TILEBRIDGE_KOKKOS_ARCH"], "AMD_GFX942")
        self.assertTrue(amd["TILEBRIDGE_HIP"] and amd["TILEBRIDGE_KOKKOS_GPU"])
        self.assertFalse(amd["TILEBRIDGE_CLANG"] or amd["TILEBRIDGE_CUDA"])

    def test_it_builds_the_repository_that_it_is_in(self):
        self.assertEqual(self.package.git, REPOSITORY.as_uri())

    def test_every_architecture_has_an_environment(self):
        for arch in preset_architectures():
            text = (SPACK / "environments" / f"sm_{arch}" / "spack.yaml").read_text()
            self.assertRegex(text, rf"- tilebridge \+cuda cuda_arch={arch}\n")
            recipes = re.search(r"tilebridge: \$env/(\S+)", text).group(1)
            folder = SPACK / "environments" / f"sm_{arch}" / recipes
            self.assertTrue((folder.resolve() / "repo.yaml").exists(), folder)

    @unittest.skipUnless(shutil.which("spack"), "Spack is not installed")
    def test_spack_loads_it(self):
        for arch in preset_architectures():
            environment = SPACK / "environments" / f"sm_{arch}"
            said = subprocess.run(["spack", "-D", environment, "info", "tilebridge"], check=True,
                                  capture_output=True, text=True).stdout
            self.assertIn("cuda_arch", said)


if __name__ == "__main__":
    unittest.main()
