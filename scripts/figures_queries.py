# SPDX-License-Identifier: Apache-2.0
"""What the expressions in docs/figures/ can ask of a result file, and what they can do with it.

A case is named as in documents/: "stride/copy stride=32". Of several that match, cold caches come
before hot ones, then the largest; floats are meant where the name has no type. A kernel is named by
model and form, "kokkos ranges", and with a second build "kokkos@5.0.2 ranges"; without a form it is
the first of its model.
"""

import functools
import math
import os
import re
import statistics
import subprocess

from schemas import LEVELS, load

UNITS = ((1 << 30, "Gi"), (1 << 20, "Mi"), (1 << 10, "Ki"))


class NotMeasured(LookupError):
    """A file has no such figure."""


def size_text(value):
    for unit, name in UNITS:
        if isinstance(value, int) and value >= unit and value % unit == 0:
            return f"{value // unit}{name}"
    return str(value)


def is_named(case, name, words):
    """Whether the case is of that variant and has these parameters, "n=32Mi"."""
    if f"{case['experiment']}/{case['variant']}" != name:
        return False
    wanted = {"real": "float"} | dict(word.split("=") for word in words)
    values = case["parameters"] | {"form": case.get("form")}
    return all(value in (str(values[key]), size_text(values[key])) if key in values else
               key == "real" for key, value in wanted.items())


def size(case):
    """The order in which cases are taken, the largest last."""
    parameters = case["parameters"]
    text = " ".join(f"{key}={size_text(value)}" for key, value in parameters.items())
    return (parameters.get("cache") == "cold",
            case["bytes_read"] + case["bytes_written"] + case["bytes_to_device"] +
            case["bytes_to_host"] + case["flops"] + case["steps"], text)


def is_of(of, model, form):
    return of["form"] == form and model in (of["model"], of["model"].split("@")[0])


def kernels_of_schema_1(case):
    """The kernels of a case of the first schema, whose native code is by index."""
    forms = {level: form for form, level in LEVELS.items()}
    form = forms.get(case["level"], case["level"])
    return [{**result, "model": model, "form": "indices" if model == "native" else form}
            for model, result in case["models"].items()]


def kernel_in(case, name, member="seconds"):
    """A case's kernel of that model and form which has this member. Of several builds the first is
    the program's own."""
    model, _, form = name.partition(" ")
    for kernel in case.get("kernels") or kernels_of_schema_1(case):
        if is_of(kernel, model, form or kernel["form"]) and kernel.get(member):
            return kernel
    return None


def parameters_but(case, words):
    """The parameters that no word sets."""
    fixed = {word.split("=")[0] for word in words}
    return {key: value for key, value in case["parameters"].items() if key not in fixed}


def agree(one, other):
    return all(other.get(key, value) == value for key, value in one.items())


class Results:
    """A result file. `program` is a built tilebridge, which summarises."""

    def __init__(self, path, program):
        self.path = path
        self.program = program

    @functools.cached_property
    def file(self):
        return load(self.path)

    @functools.cached_property
    def by_name(self):
        found = {}
        for case in self.file["cases"]:
            if case["platform"] == "cuda":
                found.setdefault(f"{case['experiment']}/{case['variant']}", []).append(case)
        return {name: sorted(cases, key=size, reverse=True) for name, cases in found.items()}

    def cases(self, name):
        variant, *words = name.split()
        return [case for case in self.by_name.get(variant, []) if is_named(case, variant, words)]

    def case(self, name, kernel="native", member="seconds"):
        for case in self.cases(name):
            if kernel_in(case, kernel, member):
                return case
        raise NotMeasured(f"{os.path.basename(self.path)} has no {name} in {kernel}")

    def time(self, name, kernel="native"):
        """Seconds."""
        return kernel_in(self.case(name, kernel), kernel)["seconds"]["median"]

    def rate(self, name, kernel="native"):
        """Bytes asked for per second."""
        case = self.case(name, kernel)
        moved = (case["bytes_read"] + case["bytes_written"] + case["bytes_to_device"] +
                 case["bytes_to_host"])
        return moved / self.time(name, kernel)

    def flops(self, name, kernel="native"):
        """Operations per second."""
        return self.case(name, kernel)["flops"] / self.time(name, kernel)

    def share(self, name, kernel="native"):
        """Of the rate in the datasheet."""
        return kernel_in(self.case(name, kernel), kernel)["share_of_datasheet"]

    def cycles(self, name, kernel="native"):
        """Cycles of a step."""
        case = self.case(name, kernel)
        return self.time(name, kernel) / case["steps"] * case["sampling"]["clock_hz"]

    def count(self, name, kernel="native"):
        """What a kernel counted, as messages out of order, and of how many."""
        counted = kernel_in(self.case(name, kernel, "validation"), kernel, "validation")
        return counted["validation"]["count"]["number"], counted["validation"]["count"]["of"]

    def counter(self, counter, name, kernel="native"):
        """What a profiler counted."""
        return kernel_in(self.case(name, kernel, "counters"), kernel, "counters")["counters"][counter]

    def per_warp(self, counter, name, kernel="native"):
        counted = functools.partial(self.counter, name=name, kernel=kernel)
        warps = counted("grid_blocks") * math.ceil(counted("block_threads") / 32)
        return counted(counter) / warps

    def launch(self, name, kernel="native"):
        return kernel_in(self.case(name, kernel), kernel)["launches"][0]

    def comparison(self, name, kernel, against="native indices"):
        model, form = kernel.split()
        other_model, other_form = against.split()
        for case in self.cases(name):
            for one in case["comparisons"]:
                if (is_of(one["kernel"], model, form) and
                        (one["against"], one["forms"][1]) == (other_model, other_form)):
                    return one
        raise NotMeasured(
            f"{os.path.basename(self.path)} does not compare {name} in {kernel} with {against}")

    def speed(self, name, kernel, against="native indices"):
        """Performance ÷ that of other code in the same rounds."""
        return self.comparison(name, kernel, against)["ratio"]

    def speeds(self, names, kernel, against="native indices"):
        """The speed of each of several cases, separated by commas."""
        return [self.speed(name, kernel, against) for name in names.split(", ")]

    def every(self, variant):
        """Kokkos's performance ÷ native's of each case of a variant, in all types."""
        found = [next((one["ratio"] for one in case["comparisons"]
                       if (one["model"], one["against"]) == ("kokkos", "native")), None)
                 for case in self.by_name[variant]]
        return [ratio for ratio in found if ratio]

    def library(self, name):
        """Kokkos in ranges ÷ the same loops in CUDA."""
        return self.speed(name, "kokkos ranges", "native ranges")

    def mean_library(self, name):
        """The same, the geometric mean over all cases of the name."""
        return geometric_mean(one["ratio"] for case in self.cases(name)
                              for one in case["comparisons"] if one["forms"] == ("ranges",) * 2 and
                              one["kernel"]["model"] == self.own_kokkos)

    @functools.cached_property
    def own_kokkos(self):
        """The key of the program's own Kokkos, which is the first of a case."""
        return next(kernel["model"] for case in self.file["cases"] for kernel in case["kernels"]
                    if kernel["model"].startswith("kokkos"))

    def pair(self, one, other, kernel="native", other_kernel=None):
        """The two cases that agree in all parameters which neither name sets."""
        fixed = one.split()[1:] + other.split()[1:]
        for first in self.cases(one):
            if not kernel_in(first, kernel):
                continue
            for second in self.cases(other):
                if kernel_in(second, other_kernel or kernel) and agree(
                        parameters_but(first, fixed), parameters_but(second, fixed)):
                    return (kernel_in(first, kernel)["seconds"]["median"],
                            kernel_in(second, other_kernel or kernel)["seconds"]["median"],
                            first, second)
        raise NotMeasured(f"{os.path.basename(self.path)} has no {one} beside {other} in {kernel}")

    def longer(self, one, other, kernel="native", other_kernel=None):
        """The time of one case ÷ that of the other."""
        first, second, *_ = self.pair(one, other, kernel, other_kernel)
        return first / second

    def slower(self, one, other, kernel="native"):
        """The rate of the other case ÷ that of one, in bytes asked for."""
        first, second, case, other_case = self.pair(one, other, kernel)
        return first / second * moved_by(other_case) / moved_by(case)

    def all_speeds(self, kernels, against="native indices"):
        """{(kernel, variant, parameters): ratio} of every case in one of several kernels, separated
        by commas."""
        return {(kernel, name, str(case["parameters"])): one["ratio"]
                for kernel in kernels.split(", ")
                for name, cases in self.by_name.items() for case in cases
                for one in case["comparisons"] if is_of(one["kernel"], *kernel.split()) and
                (one["against"], one["forms"][1]) == tuple(against.split())}

    def changed(self, name, form):
        """Performance with Kokkos 5.0.2 ÷ that with 4.7.01."""
        return self.speed(name, f"kokkos@5.0.2 {form}", f"kokkos {form}")

    def experiments(self, model):
        """How many experiments have kernels of a model."""
        return len({case["experiment"] for case in self.file["cases"]
                    if any(k["model"].split("@")[0] == model for k in case["kernels"])})

    # What the program says of a file.

    @functools.cached_property
    def summary(self):
        """The lines of `tilebridge report --summary`."""
        return printed(self.program, "report", self.path, "--summary")

    @functools.cache
    def claimed(self, document):
        """{(claim, kernel): value} of `tilebridge claims`; a per cent is a hundredth."""
        found, claim = {}, ""
        for line in printed(self.program, "claims", self.path, "--document", document):
            if re.match(r"  D\d-", line):
                claim = line.split()[0]
            match = re.match(r"    (in Kokkos: )?([\d.]+)(%?)[^:;]*: ", line)
            if match and claim:
                kernel = "kokkos ranges" if match[1] else "native"
                found.setdefault((claim, kernel), float(match[2]) / (100 if match[3] else 1))
        return found

    def claim(self, name, kernel="native"):
        """The value of a claim of documents/, in its unit, as D1-2.2-stride-2 of D1."""
        found = self.claimed(name.split("-")[0])
        if (name, kernel) not in found:
            raise NotMeasured(f"{os.path.basename(self.path)} decides no {name} in {kernel}")
        return found[name, kernel]

    def parity(self, of, real):
        """{"parity": 31, "variants": 113, "slower": 78, "median": 0.82, "slowest": 0.03}."""
        for line in self.summary:
            match = re.fullmatch(rf"{of}, {real}: (?P<parity>\d+) of (?P<variants>\d+) variants? at "
                                 r"parity, (?P<slower>\d+) slower; median (?P<median>[\d.]+), "
                                 r"slowest (?P<slowest>[\d.]+)", line)
            if match:
                return {name: float(value) for name, value in match.groupdict().items()}
        raise NotMeasured(f"the summary has no line of {of}, {real}")

    def means(self, real):
        """{(pattern, column): "0.81 0.75–0.87"} of the summary's table."""
        lines = iter(self.summary)
        for line in lines:
            if line == real:
                break
        header = next(lines)
        columns = [(match[0], match.start()) for match in re.finditer(r"\S+(?: \S+)*", header)]
        found = {}
        for line in lines:
            pattern = line[:columns[0][1]].strip()
            if not line.startswith("  "):
                break
            for name, at in columns:
                mean = re.match(r"[\d.]+(?: [\d.]+–[\d.]+)?", line[at:])
                pattern = re.sub(r" +\d+$", "", pattern)
                if mean:
                    found[pattern, name] = mean[0]
        return found

    def release(self, code):
        """{"mean": 1.005, "low": 0.994, "high": 1.017, "variants": 120} of 5.0.2 ÷ 4.7.01."""
        for line in self.summary:
            match = re.match(rf" *{code} +(?P<mean>[\d.]+) (?P<low>[\d.]+)–(?P<high>[\d.]+) +"
                             r"(?P<variants>\d+)", line)
            if match:
                return {name: float(value) for name, value in match.groupdict().items()}
        raise NotMeasured(f"the summary has no line of {code}")

    def mean(self, real, pattern, column):
        """The mean of a kind of loop in a column of the summary."""
        found = self.means(real).get((pattern, column))
        if not found:
            raise NotMeasured(f"the summary has no mean of {pattern} in {column}, {real}")
        return float(found.split()[0])

    def measured(self, name):
        """A ceiling of the device, as "read_GB_per_s"."""
        return self.file["ceilings"]["measured"][name]


def moved_by(case):
    return (case["bytes_read"] + case["bytes_written"] + case["bytes_to_device"] +
            case["bytes_to_host"])


@functools.cache
def printed(program, *arguments, columns=500):
    """The lines that the program prints on a screen of that width."""
    environment = os.environ | {"COLUMNS": str(columns)}
    done = subprocess.run([program, *arguments], env=environment, text=True,
                          stdout=subprocess.PIPE, check=True)
    return done.stdout.splitlines()


def share_within(one, other, tolerance):
    """The share of the ratios in both files that differ by no more than this."""
    both = [(one[key], other[key]) for key in one if key in other]
    return sum(max(a / b, b / a) - 1 <= tolerance for a, b in both) / len(both)


def below(ratios, limit):
    """How many are below a limit."""
    return sum(ratio < limit for ratio in ratios)


def percent(share):
    return 100 * share


def loss(speed):
    """By how many per cent a speed is below 1."""
    return 100 * (1 - speed)


def us(seconds):
    return 1e6 * seconds


def ms(seconds):
    return 1e3 * seconds


def about(value, step):
    """The nearest multiple of a step, for figures that the page rounds to it."""
    return step * round(value / step)


def both(one, other, within=0.02):
    """The mean of two values that a page gives as one, since they hardly differ."""
    if abs(one - other) > within * one:
        raise ValueError(f"{one:.4g} and {other:.4g} are not the same")
    return (one + other) / 2


def geometric_mean(values):
    return math.exp(statistics.fmean(math.log(value) for value in values))


FUNCTIONS = {function.__name__: function for function in
             (share_within, below, percent, loss, us, ms, about, both, geometric_mean, min, max, len, round, abs, sum)}
FUNCTIONS["median"] = statistics.median
