# SPDX-License-Identifier: Apache-2.0
"""What tilebridge says of a result file: its summary, claims and costs."""

import functools
import json
import os
import re
import subprocess


class NotMeasured(LookupError):
    """A file has no such figure."""


@functools.cache
def printed(program, *arguments, columns=500, folder=None):
    """The lines that it prints in so many columns; 0: into a file. Status 1 is an answer."""
    environment = os.environ | {"COLUMNS": str(columns)}
    done = subprocess.run([program, *arguments], env=environment, text=True, cwd=folder,
                          stdout=subprocess.PIPE, check=False)
    if done.returncode != 1:
        done.check_returncode()
    return [line.rstrip() for line in done.stdout.splitlines()]


class Said:
    """What a program, which is built, says of a file."""

    def __init__(self, path, program):
        self.path = path
        self.program = program

    @functools.cached_property
    def summary(self):
        """The lines of `tilebridge report`, which ends with the summary and the releases."""
        return printed(self.program, "report", self.path)

    @functools.cached_property
    def claimed(self):
        """{(claim, kernel): value} of `tilebridge claims`; a per cent is a hundredth."""
        found, claim = {}, ""
        for line in printed(self.program, "claims", self.path):
            if re.match(r"  D\d-", line):
                claim = line.split()[0]
            match = re.match(r"    (in Kokkos: )?([\d.]+)(%?)[^:;]*: ", line)
            if match and claim:
                kernel = "kokkos loops" if match[1] else "native"
                found.setdefault((claim, kernel), float(match[2]) / (100 if match[3] else 1))
        return found

    def claim(self, name, kernel="native"):
        """The value of a claim of documents/, in its unit, as D1-2.2-stride-2 of D1."""
        if (name, kernel) not in self.claimed:
            raise NotMeasured(f"{os.path.basename(self.path)} decides no {name} in {kernel}")
        return self.claimed[name, kernel]

    def accessed(self, case, access, noun):
        """How many sectors, or another noun, the first such access of a warp has in a case of the
        catalogue: accessed("stride/copy --set stride=2", "load", "sector")."""
        lines = iter(printed(self.program, "explain", *case.split(), "--accesses"))
        for line in lines:
            if line.lstrip().startswith(access):
                break
        for line in lines:
            if match := re.search(rf"(\d+) {noun}", line):
                return int(match[1])
        raise NotMeasured(f"explain {case} shows no {noun} of a {access}")

    @functools.cached_property
    def costs(self):
        """What `tilebridge costs --format json` says."""
        return json.loads("\n".join(printed(self.program, "costs", self.path, "--format", "json")))

    def idiom(self, name):
        return next(idiom for idiom in self.costs["idioms"] if idiom["idiom"] == name)

    def cost(self, idiom):
        """The time with an idiom ÷ the time without it."""
        return float(self.idiom(idiom)["cost"])

    def cost_natively(self, idiom):
        """The cost in native code, as Kokkos launched it: "5.79, launch 5.72" is 5.79."""
        return float(self.idiom(idiom)["in_native"].split(",")[0])

    def cost_in_5(self, idiom, release="5.0.2"):
        """The cost with another Kokkos."""
        return float(self.idiom(idiom)["elsewhere"][f"Kokkos {release}"].split()[0])

    @functools.cached_property
    def costs_in_double(self):
        """{idiom: cost}."""
        return {idiom["idiom"]: float(idiom["in_double"].split()[0])
                for idiom in self.costs["idioms"] if "in_double" in idiom}

    def gain(self, variant, step):
        """By a step of the ablation of a variant."""
        ablation = next(one for one in self.costs["ablations"] if one["variant"] == variant)
        return float(next(one for one in ablation["steps"] if one["variant"] == step)["gain"])

    def parity(self, of, real):
        """{"parity": 31, "variants": 113, "slower": 78, "median": 0.82, "slowest": 0.03}."""
        for line in self.summary:
            match = re.fullmatch(rf"{of}, {real}: (?P<parity>\d+) of (?P<variants>\d+) variants? "
                                 r"at parity, (?P<slower>\d+) slower; median (?P<median>[\d.]+), "
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
