#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whatever a source file holds, `scan`, `port` and `kernels --source` end with a documented status, and a
long file takes a time in proportion to its length.

Sources are changed at random, always in the same way for the same seed. ctest runs some hundred;
thousands with: hostile_sources_test.py PROGRAM ROOT RESULTS --mutants 20000 --seed 2 --keep FOLDER
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

DOCUMENTED = {0, 1, 2, 4}
SECONDS = 60  # more is a hang, or a time that is the square of a file's length
PIECES = ["(", ")", "{", "}", "[", "]", "<", ">", ";", ",", "\"", "'", "\\\n", "\r", "/*", "*/", "//",
          "R\"(", ")\"", "<%", "%>", "#if 0\n", "#if (1)\n", "#else\n", "#endif\n", "#", "END_OF_LOOP",
          "__global__ void k(", "__device__ ", "k<<<1, ", ">>>(", "__shared__ ", "#define A ",
          "Kokkos::parallel_for(", "Kokkos::parallel_reduce(\"l\", ", "Kokkos::TeamThreadRange(t, ",
          "Kokkos::single(Kokkos::PerTeam(t), ", "team.team_barrier();", "KOKKOS_LAMBDA(", "[&](int i) {",
          "for (int v = y - 1; v <= y + 1; ++v) ", "MDRangePolicy<Rank<2>>({0, 0}, {", "View<float[8][",
          "const int t = team.team_rank();", "t / 2", "using A = ", "typedef ", "template <class T>",
          "struct S : ", "atomic_compare_exchange(a, b, c)", "\x00", "\xff\xfe", "\ufeff"]
# Each is repeated. What a scan finds in the last ones is left out of a file without Kokkos.
LONG = ["(", "{)", "a<", "a>(", "for(;;)", "using a=", "class A:", "View<*", "MDRangePolicy<Rank<2>",
        "int f(int a) { return a / 2; }\n", "Kokkos::parallel_for(\"a\", n, f);\n",
        "double s = 0;\nKokkos::parallel_reduce(\"l\", n, f, s);\n",
        "using P = MDRangePolicy<Rank<2>>;\nP p({0, 0}, {n, m});\n",
        "void f() { for (;;) {\nKokkos::parallel_for(\"k\", p, KOKKOS_LAMBDA(const T& team) {\n"
        "  for (int j = 0; j < 4; ++j) {\n    Kokkos::single(Kokkos::PerTeam(team), [&]() {});\n"
        "    team.team_barrier();\n  }\n});\nKokkos::deep_copy(a, 0.0);\n} }\n"]
LONG_CUDA = ["__global__ ", "__global__ void k(", "__global__ void k() { f(); }\n", "k<<<", "#define A A A\n",
             "__device__ void f() { f(); g(); }\n__global__ void k() { f(); }\n", "template <class T> __global__ void ",
             "__shared__ float s[4];\n", "const int n = n + 1;\n", "typedef n n;\n",
             "__global__ void k(float* a) { for (int i = 0; i < n; ++i) a[i] = a[i - 1]; }\nk<<<n, n>>>(a);\n"]


def mutant(generator, texts):
    text = generator.choice(texts)
    for _ in range(generator.choice([1, 1, 2, 4, 16])):
        tokens = [match.span() for match in re.finditer(r"\w+|\s+|.", text)]
        if not tokens:
            return text
        begin, end = generator.choice(tokens)
        kind = generator.choice(["delete", "insert", "replace", "twice", "cut", "swap"])
        piece = generator.choice(PIECES)
        if kind == "delete":
            text = text[:begin] + text[end:]
        elif kind == "insert":
            text = text[:begin] + piece + text[begin:]
        elif kind == "replace":
            text = text[:begin] + piece + text[end:]
        elif kind == "twice":
            other = generator.choice(texts)
            at = generator.randrange(len(other) + 1)
            text = text[:begin] + other[at:at + 200] + text[begin:]
        elif kind == "cut" and generator.random() < 0.3:
            text = text[:begin]
        elif kind == "swap":
            at = generator.randrange(len(text) + 1)
            text = text[:begin] + text[at:at + 60] + text[end:]
    return text


def complaint(program, words, folder):
    try:
        ended = subprocess.run([program, *words], cwd=folder, capture_output=True, timeout=SECONDS,
                               stdin=subprocess.DEVNULL, check=False)
    except subprocess.TimeoutExpired:
        return f"it runs for over {SECONDS} s"
    if ended.returncode not in DOCUMENTED:
        return f"status {ended.returncode}: {ended.stderr[-300:]!r}"
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("root", type=pathlib.Path, help="of tilebridge's source")
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--mutants", type=int, default=400)
    parser.add_argument("--at-once", type=int, default=50, help="mutants that a command reads")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--long", type=int, default=40000, help="repetitions in long files")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for the files that fail")
    options = parser.parse_args()
    generator = random.Random(options.seed)
    program = options.program.resolve()
    texts = [path.read_text(encoding="utf-8")
             for folder, ending in [("examples", "*.?pp"), ("backends/kokkos", "*.?pp"), ("templates", "*.?pp"),
                                    ("backends/cuda", "*.cu")]
             for path in sorted((options.root / folder).rglob(ending))]
    log = str(options.results.resolve() / "h100-molecular-dynamics.json")
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for first in range(0, options.mutants, options.at_once):
            files = []
            for i in range(first, min(first + options.at_once, options.mutants)):
                file = folder / f"{i}.cpp"
                encoding = generator.choice(["utf-8"] * 9 + ["utf-16"])
                file.write_bytes(mutant(generator, texts).encode(encoding, "surrogatepass"))
                files.append(file)
            form = generator.choice(["text", "json", "sarif"])
            commands = [["scan", "--format", form, "--fail-above", "1.5"],
                        ["port", *generator.choice([[], ["--json"]])]]
            if first == 0:
                commands.append(["kernels", log, "--source"])
            for words in commands:
                if not complaint(program, [*words, *map(str, files)], folder):
                    continue
                for file in files:
                    if wrong := complaint(program, [*words, str(file)], folder):
                        failures += 1
                        print(f"{file.name}: {' '.join(words)}: {ascii(wrong)}", flush=True)
                        if options.keep:
                            options.keep.mkdir(exist_ok=True)
                            (options.keep / file.name).write_bytes(file.read_bytes())
            for file in files:
                file.unlink()
        file = folder / "long.cpp"
        for piece in LONG:
            file.write_text("#include <Kokkos_Core.hpp>\n" + piece * options.long, encoding="utf-8")
            if wrong := complaint(program, ["scan", "-o", "places.txt", str(file)], folder):
                failures += 1
                print(f"{options.long} times {piece!r}: {ascii(wrong)}", flush=True)
        for piece in LONG + LONG_CUDA:
            file.write_text(piece * options.long, encoding="utf-8")
            if wrong := complaint(program, ["port", "--json", "-o", "port.json", str(file)], folder):
                failures += 1
                print(f"{options.long} times {piece!r}: {ascii(wrong)}", flush=True)
    print(f"{options.mutants} mutants, {failures} failures")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
