# SPDX-License-Identifier: Apache-2.0
"""What the expressions in docs/figures/ can ask of a result file, and what they can do with it.

A case is named as in documents/: "stride/copy stride=32". Of several that match, cold caches come
before hot ones, then the largest; floats are meant where the name has no type. A kernel is named by
model and form, "kokkos loops", and with a second build "kokkos@5.0.2 loops"; without a form it is
the first of its model.
"""

import functools
import math
import os
import statistics

from figures_program import NotMeasured, Said
from result_file import load

UNITS = ((1 << 30, "Gi"), (1 << 20, "Mi"), (1 << 10, "Ki"))


def size_text(value):
    for unit, name in UNITS:
        if isinstance(value, int) and value >= unit and value % unit == 0:
            return f"{value // unit}{name}"
    return str(value)


def has(case, words):
    """Whether the case has these parameters, "n=32Mi", and is of floats where none is the type."""
    wanted = dict(word.split("=") for word in words)
    values = case["parameters"]
    if "real" not in wanted and values.get("real", "float") != "float":
        return False
    return all(key in values and value in (str(values[key]), size_text(values[key]))
               for key, value in wanted.items())


def moved_by(case):
    """The bytes that a case asks for."""
    return sum(case[way] for way in ("bytes_read", "bytes_written", "bytes_to_device",
                                     "bytes_to_host"))


def size(case):
    """The order in which cases are taken, the largest last."""
    parameters = case["parameters"]
    text = " ".join(f"{key}={size_text(value)}" for key, value in parameters.items())
    return parameters.get("cache") == "cold", moved_by(case) + case["flops"] + case["steps"], text


def is_of(of, model, form):
    return of["form"] == form and model in (of["model"], of["model"].split("@")[0])


def kernel_in(case, name, member="seconds"):
    """A case's kernel of that model and form which has this member. Of several builds the first is
    the program's own."""
    model, _, form = name.partition(" ")
    for kernel in case["kernels"]:
        if is_of(kernel, model, form or kernel["form"]) and kernel.get(member):
            return kernel
    return None


def own_comparisons(case, model):
    """The comparisons of a model in the program's own build: a later release may run where that
    one cannot."""
    own = case["models"].get(model, {}).get("model")
    return [one for one in case["comparisons"] if one["kernel"]["model"] == own]


def kokkos_comparison(case):
    """Kokkos against native code, in the form of the case."""
    return next((one for one in own_comparisons(case, "kokkos") if one["against"] == "native"),
                None)


def first_of_kokkos(case):
    """Kokkos's performance ÷ native's, in the form of the case."""
    comparison = kokkos_comparison(case)
    return comparison["ratio"] if comparison else None


def parameters_but(case, words):
    """The parameters that no word sets."""
    fixed = {word.split("=")[0] for word in words}
    return {key: value for key, value in case["parameters"].items() if key not in fixed}


def agree(one, other):
    return all(other.get(key, value) == value for key, value in one.items())


class Results(Said):
    """A result file, and what the program says of it."""

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
        return [case for case in self.by_name.get(variant, []) if has(case, words)]

    def case(self, name, kernel="native", member="seconds"):
        for case in self.cases(name):
            if kernel_in(case, kernel, member):
                return case
        raise NotMeasured(f"{os.path.basename(self.path)} has no {name} in {kernel}")

    def time(self, name, kernel="native"):
        """Seconds."""
        return kernel_in(self.case(name, kernel), kernel)["seconds"]["median"]

    def interval(self, name, kernel="native"):
        """The 95% interval of the time."""
        seconds = kernel_in(self.case(name, kernel), kernel)["seconds"]
        return seconds["low"], seconds["high"]

    def rate(self, name, kernel="native"):
        """Bytes asked for per second."""
        return moved_by(self.case(name, kernel)) / self.time(name, kernel)

    def flops(self, name, kernel="native"):
        """Operations per second."""
        return self.case(name, kernel)["flops"] / self.time(name, kernel)

    def share(self, name, kernel="native"):
        """Of the rate in the datasheet."""
        return kernel_in(self.case(name, kernel), kernel)["share_of_datasheet"]

    def of_ceiling(self, name, kernel="native"):
        """The share of what the device can do."""
        return kernel_in(self.case(name, kernel), kernel)["share_of_ceiling"]

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
        case = self.case(name, kernel, "counters")
        return kernel_in(case, kernel, "counters")["counters"][counter]

    def per_warp(self, counter, name, kernel="native"):
        counted = functools.partial(self.counter, name=name, kernel=kernel)
        warps = counted("grid_blocks") * math.ceil(counted("block_threads") / 32)
        return counted(counter) / warps

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
        found = map(first_of_kokkos, self.by_name[variant])
        return [ratio for ratio in found if ratio]

    def kokkos(self, longer_than):
        """{case: Kokkos's performance ÷ native's} where native code takes longer than this."""
        found = {}
        for name, cases in self.by_name.items():
            for case in cases:
                native = kernel_in(case, "native")
                ratio = first_of_kokkos(case)
                if native and ratio and native["seconds"]["median"] > longer_than:
                    others = {key: value for key, value in case["parameters"].items()
                              if (key, value) != ("real", "float")}
                    found[name, str(others)] = ratio
        return found

    def library(self, name):
        """Kokkos in loops ÷ the same loops in CUDA."""
        return self.speed(name, "kokkos loops", "native loops")

    def mean_library(self, name):
        """The same, the geometric mean over all cases of the name."""
        return geometric_mean(one["ratio"] for case in self.cases(name)
                              for one in case["comparisons"] if one["forms"] == ("loops",) * 2 and
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

    def measured(self, name):
        """A ceiling of the device, as "read_GB_per_s"."""
        return self.file["ceilings"]["measured"][name]


def in_both(one, other):
    """How many cases are in both."""
    return len(one.keys() & other.keys())


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
             (in_both, share_within, below, percent, loss, us, ms, about, both, min, max, len)}
