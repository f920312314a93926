#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the registers, stack, spills and shared memory that nvcc assigns to every kernel.

    scripts/resources.py build/cuda-all --arch sm_80,sm_89,sm_90
    scripts/resources.py build/cuda-sm_90 --experiment transpose,matmul
    diff <(scripts/resources.py build/cuda-sm_90) <(scripts/resources.py build/other)

It reads the compile database of a build folder that CMake has configured, compiles its device code
again with `nvcc -cubin --resource-usage`, and leaves the build as it is: no GPU is needed, and the
build need not have been built. Registers, stack and spills (bytes stored/loaded) are per thread,
static shared memory is per block. Dynamic shared memory belongs to a launch and is not shown.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

MODELS = {"/backends/cuda/libraries/": "library", "/backends/cuda/": "native",
          "/backends/kokkos/": "kokkos"}
WITH_VALUE = {"-o", "-MF", "-MT", "-MQ"}
LEFT_OUT = {"-c", "-MD", "-MMD", "-Werror"}
ARCHITECTURE = ("-arch", "-code", "-gencode", "--generate-code", "--gpu-architecture",
                "--gpu-code")


def words_of(entry):
    return entry.get("arguments") or shlex.split(entry["command"])


def compiler_index(words):
    """The position of the compiler, which launchers such as ccache may precede."""
    first_option = next((i for i, word in enumerate(words) if word.startswith("-")), len(words))
    return max(first_option, 1) - 1


def pair_of(words):
    """The name of the user's own pair of kernels that a file belongs to, or None."""
    return next((word.removeprefix("-DTILEBRIDGE_PAIR=") for word in words
                 if word.startswith("-DTILEBRIDGE_PAIR=")), None)


def model_of(source, pair):
    if pair is None:
        return next((model for folder, model in MODELS.items() if folder in source), None)
    text = pathlib.Path(source).read_text(encoding="utf-8", errors="replace")
    is_kokkos = re.search(r'^#include.*(Kokkos_|/pair_kokkos\.hpp")', text, re.MULTILINE)
    return "kokkos" if is_kokkos else "native"


def device_options(words):
    """The options for device code, without architectures, output and what nvcc does not take."""
    options, skip = [], False
    for word in words:
        is_architecture = word.split("=")[0] in ARCHITECTURE
        if skip or word in LEFT_OUT:
            skip = False
        elif word in WITH_VALUE or (is_architecture and "=" not in word):
            skip = True
        elif not is_architecture:
            options.append(word)
    return options


def architectures_in(words):
    """The real architectures that a command compiles for: ["sm_90"]."""
    options = " ".join(word for word in words if re.search("arch|code", word) or "sm_" in word)
    return sorted(set(re.findall(r"\bsm_\d+[af]?\b", options)))


def device_command(words, nvcc):
    """The nvcc command for a file's device code; None for a file that has none.

    With Kokkos's launcher the database names the host compiler instead of nvcc_wrapper. A Kokkos for
    hosts has the launcher's mark too, but no architecture.
    """
    at = compiler_index(words)
    compiler = os.path.basename(words[at])
    is_launched = "-DKOKKOS_DEPENDENCE" in words and architectures_in(words)
    if compiler not in ("nvcc", "nvcc_wrapper") and not is_launched:
        return None
    command = [nvcc]
    if compiler != "nvcc":
        command += ["-forward-unknown-to-host-compiler", "-x", "cu"]
        if compiler != "nvcc_wrapper":
            command += ["-ccbin", words[at]]
    return command + device_options(words[at + 1:]) + ["-cubin", "--resource-usage"]


def apart(entry):
    """An entry for each source that the entry's file, if it is generated, includes."""
    batch = pathlib.Path(entry["directory"], entry["file"])
    text = batch.read_text(encoding="utf-8", errors="replace") if batch.is_file() else ""
    sources = re.findall(r'^#include "(/[^"]+\.(?:cu|cpp))"$', text, re.MULTILINE)
    for source in sources or [entry["file"]]:
        words = [source if word == entry["file"] else word for word in words_of(entry)]
        yield {**entry, "file": source, "arguments": words}


def read_database(build):
    """The entries of a build's sources, each compiled alone, which a unity build does not."""
    path = pathlib.Path(build) / "compile_commands.json"
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        return [of_source for entry in entries for of_source in apart(entry)]
    except FileNotFoundError:
        sys.exit(f"there is no '{path}'; name a build folder that CMake configured "
                 "(cmake --preset cuda-all)")
    except json.JSONDecodeError:
        sys.exit(f"'{path}' is not a compile database; reconfigure the build")


def nvcc_of(entries):
    """The compiler of the build's .cu files; the one on PATH if it has none."""
    compilers = [words[compiler_index(words)] for words in map(words_of, entries)]
    return next((c for c in compilers if os.path.basename(c) == "nvcc"), "nvcc")


def compilations(options):
    """(experiment, model, architecture, command, folder) of every compilation that is asked for."""
    found = []
    for build in options.builds:
        entries = read_database(build)
        nvcc = options.nvcc or nvcc_of(entries)
        for entry in entries:
            words = words_of(entry)
            pair = pair_of(words)
            experiment = pair or pathlib.Path(entry["file"]).stem
            if options.experiment and experiment not in options.experiment:
                continue
            model = model_of(entry["file"], pair)
            command = device_command(words, nvcc) if model else None
            for architecture in options.arch or architectures_in(words) if command else []:
                found.append((experiment, model, architecture,
                              command + [f"-arch={architecture}"], entry["directory"]))
    if not found:
        sys.exit("nothing is compiled for CUDA in " + ", ".join(options.builds) +
                 "; configure a preset cuda-…, and check --experiment")
    return found


def number(pattern, line):
    found = re.search(r"(\d+) " + pattern, line)
    return int(found[1]) if found else 0


def read_ptxas(output):
    """[(symbol, figures)] of what ptxas says about its entry functions, which are the kernels."""
    kernels, about = [], None
    for line in output.splitlines():
        if found := re.search(r"Compiling entry function '([^']+)'", line):
            kernels.append((found[1], {"registers": 0, "stack": 0, "spills": "0/0", "shared": 0}))
        elif found := re.search(r"Function properties for (\S+)", line):
            about = found[1]
        elif kernels and "bytes stack frame" in line and about == kernels[-1][0]:
            stores, loads = number("bytes spill stores", line), number("bytes spill loads", line)
            kernels[-1][1].update(stack=number("bytes stack frame", line),
                                  spills=f"{stores}/{loads}")
        elif kernels and re.search(r"Used \d+ registers", line):
            figures = kernels[-1][1]
            figures.update(registers=number("registers", line), shared=number("bytes smem", line),
                           stack=max(figures["stack"],
                                     number("bytes cumulative stack size", line)))
    return kernels


def compiled(job):
    """The rows of one compilation: (experiment, model, symbol, architecture, figures)."""
    experiment, model, architecture, command, directory = job
    with tempfile.TemporaryDirectory() as folder:
        try:
            result = subprocess.run(command + ["-o", f"{folder}/cubin"], cwd=directory,
                                    capture_output=True, text=True, check=False)
        except OSError as error:
            sys.exit(f"cannot start '{command[0]}': {error.strerror}; put the CUDA Toolkit's nvcc "
                     "on PATH, or name it with --nvcc")
    output = result.stdout + result.stderr
    if result.returncode != 0:
        errors = [line for line in output.splitlines() if "error" in line.lower()]
        sys.exit(f"nvcc cannot compile {experiment} ({model}): {(errors or [output])[0]}")
    return [(experiment, model, symbol, architecture, figures)
            for symbol, figures in read_ptxas(output)]


def demangled(symbols):
    """{symbol: name}, by c++filt of binutils or CUDA's cu++filt; symbols as they are without."""
    for tool in ("c++filt", "cu++filt"):
        try:
            names = subprocess.run([tool], input="\n".join(symbols), capture_output=True, text=True,
                                   check=True).stdout.splitlines()
            return dict(zip(symbols, names))
        except (OSError, subprocess.CalledProcessError):
            continue
    return {symbol: symbol for symbol in symbols}


def without_signature(name):
    """f<1> of "void f<1>(int)"."""
    depth = 0
    for i in range(len(name) - 1, -1, -1) if name.endswith(")") else ():
        depth += {")": 1, "(": -1}.get(name[i], 0)
        if depth == 0:
            name = name[:i]
            break
    return name.removeprefix("void ")


def readable(name):
    """The kernel's name as in the source; of a Kokkos kernel, its functor or enclosing function."""
    name = without_signature(name)
    if found := re.match(r"Kokkos::Impl::cuda_parallel_launch_\w+<Kokkos::Impl::\w+<(.*)", name):
        lambda_at = found[1].find("::{lambda(")
        name = without_signature(found[1][:lambda_at]) if lambda_at >= 0 else found[1]
    name = name.replace("(anonymous namespace)::", "")
    name = re.sub(r"\b_INTERNAL_[0-9a-f]{8}_\d+_\w+?_[0-9a-f]{8}_\d+::", "", name)
    name = re.sub(r"\b(tilebridge::(cuda|kokkos)::|Kokkos::(Impl::)?)", "", name)
    return name if len(name) <= 100 else name[:99] + "…"


def table(rows):
    names = demangled(sorted({row[2] for row in rows}))
    lines = [("experiment", "model", "arch", "registers", "stack", "spills", "shared", "kernel")]
    lines += sorted(((experiment, model, arch, *map(str, figures.values()), readable(names[symbol]))
                     for experiment, model, symbol, arch, figures in rows),
                    key=lambda line: (line[0], line[1], line[-1], line[2]))
    widths = [max(map(len, column)) for column in zip(*lines)]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


def arguments():
    def comma_separated(text):
        return text.split(",")

    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("builds", nargs="+", metavar="BUILD", help="configured build folder")
    parser.add_argument("--arch", type=comma_separated, metavar="sm_80,sm_90",
                        help="architectures to compile for (default: the build's)")
    parser.add_argument("--experiment", type=comma_separated, metavar="NAME,NAME",
                        help="only these experiments or pairs (default: all)")
    parser.add_argument("--nvcc", help="compiler to use (default: the build's)")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1,
                        help="files to compile at a time (default: %(default)s)")
    return parser.parse_args()


def main():
    options = arguments()
    jobs = compilations(options)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        print(table([row for rows in pool.map(compiled, jobs) for row in rows]))


if __name__ == "__main__":
    main()
