#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What harnesses read of `tilebridge report --line`: the application for Ramble, the experiment for
Benchpark, the file for JUBE and the lines for BenchKit find every line of a stored run, with the same
figures as the expression of docs/harnesses.md. The words of Ramble, Benchpark and BenchKit are stood
in for; JUBE runs its file where it is installed.

    harnesses_test.py TILEBRIDGE RESULTS
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import types
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PROGRAM, RESULTS = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
del sys.argv[1:]


def report_lines(words=()):
    """Those of valid results."""
    said = subprocess.run([PROGRAM, "report", RESULTS / "h200-models.json", "--line", *words],
                          check=True, capture_output=True, text=True).stdout
    return [line for line in said.splitlines() if ": invalid, " not in line]


def documented():
    page = (REPOSITORY / "docs/harnesses.md").read_text()
    return re.compile(re.search(r"^\^\(.*$", page, re.MULTILINE).group())


def load(path, modules):
    """The names that a file defines, with these modules in place of a harness."""
    sys.modules.update(modules)
    scope = {"__file__": str(path), "__name__": path.stem}
    exec(compile(path.read_text(), path, "exec"), scope)
    for name in modules:
        del sys.modules[name]
    return scope


def module(name, **names):
    found = types.ModuleType(name)
    vars(found).update(names)
    return found


class Noted:
    """Takes note of directives such as figure_of_merit("time", …)."""

    def __init__(self):
        self.said = []

    def __getattr__(self, name):
        return lambda *words, **named: self.said.append((name, words, named))

    def named(self, name):
        return [(words, named) for said, words, named in self.said if said == name]


class Ramble(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.noted = Noted()
        words = ("executable", "figure_of_merit", "figure_of_merit_context", "software_spec",
                 "success_criteria", "tags", "workload", "workload_variable")
        appkit = module("ramble.appkit", ExecutableApplication=object,
                        **{word: getattr(cls.noted, word) for word in words})
        load(REPOSITORY / "ci/ramble/applications/tilebridge/application.py",
             {"ramble": module("ramble"), "ramble.appkit": appkit})

    def test_its_figures_are_those_of_the_lines(self):
        figures = {words[0]: (re.compile(named["fom_regex"]), named["group_name"])
                   for words, named in self.noted.named("figure_of_merit")}
        (_, context), = self.noted.named("figure_of_merit_context")
        expression = documented()
        contexts = set()
        for line in report_lines():
            parts = expression.fullmatch(line)
            for name, group in (("time", 8), ("performance relative to native code", 4)):
                regex, of_regex = figures[name]
                self.assertEqual(regex.match(line).group(of_regex), parts.group(group), line)
            found = re.match(context["regex"], line).groupdict()
            contexts.add(context["output_format"].format(**found))
        self.assertEqual(len(contexts), len(report_lines()))

    def test_it_succeeds_by_lines_and_fails_by_an_invalid_one(self):
        criteria = {words[0]: named for words, named in self.noted.named("success_criteria")}
        line = report_lines(["transpose"])[0]
        invalid = re.sub(": .* us, ", ": invalid, ", line)
        self.assertRegex(line, criteria["has lines"]["match"])
        self.assertNotRegex(line, criteria["is valid"]["anti_match"])
        self.assertRegex(invalid, criteria["is valid"]["anti_match"])
        self.assertNotRegex(invalid, criteria["has lines"]["match"])


class Benchpark(unittest.TestCase):
    def sections_of(self, *variants):
        """(its variables, its package's spec)"""
        noted = Noted()
        experiment = load(
            REPOSITORY / "ci/benchpark/experiments/tilebridge/experiment.py",
            {"benchpark": module("benchpark"),
             "benchpark.cuda": module("cuda", CudaExperiment=type("CudaExperiment", (), {})),
             "benchpark.rocm": module("rocm", ROCmExperiment=type("ROCmExperiment", (), {})),
             "benchpark.directives": module("directives", variant=noted.variant),
             "benchpark.experiment": module("experiment", Experiment=type("Experiment", (), {}))},
        )["Tilebridge"]()
        experiment.name = "tilebridge"
        experiment.spec = types.SimpleNamespace(satisfies=lambda variant: variant in variants)
        experiment.determine_version = lambda: "@main"
        for word in ("add_experiment_variable", "set_required_variables", "add_package_spec"):
            setattr(experiment, word, getattr(noted, word))
        experiment.compute_applications_section()
        experiment.compute_package_section()
        variables = {words[0]: words[1] for words, _ in noted.named("add_experiment_variable")}
        ((_, required),) = noted.named("set_required_variables")
        ((spec, _),) = noted.named("add_package_spec")
        return {**variables, **required}, spec

    def test_it_chooses_the_platform_and_the_preset(self):
        test, spec = self.sections_of("+cuda")
        self.assertEqual((test["platform"], test["preset"], test["n_gpus"]), ("cuda", "quick", 1))
        self.assertEqual(spec, ("tilebridge", ["tilebridge@main "]))
        perf, _ = self.sections_of("+rocm", "exec_mode=perf")
        self.assertEqual((perf["platform"], perf["preset"]), ("hip", "full"))


class Jube(unittest.TestCase):
    FILE = REPOSITORY / "ci/jube/tilebridge.yaml"

    def test_its_patterns_find_the_figures(self):
        patterns = dict(re.findall(r"\{name: (\w+),.* _: \"(.*)\"\}", self.FILE.read_text()))
        expression = documented()
        for line in report_lines():
            parts = expression.fullmatch(line)
            for name, group in (("ratio", 4), ("low", 5), ("high", 6), ("us", 8), ("setting", 9)):
                pattern = patterns[name].replace("\\\\", "\\").replace("$jube_pat_fp", r"([0-9.]+)")
                found = re.search(pattern, line)
                self.assertEqual(found.group(1) if found else None, parts.group(group), line)

    @unittest.skipUnless(shutil.which("jube"), "JUBE is not installed")
    def test_jube_runs_it(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder, "tilebridge")
            program.write_text(
                '#!/bin/sh\n[ "$1" = run ] || exec ' +
                f"'{PROGRAM}' report '{RESULTS}/h200-models.json' --line\n")
            program.chmod(0o755)
            text = self.FILE.read_text().replace("_: tilebridge}", f"_: {program}}}")
            self.assertIn(str(program), text)
            pathlib.Path(folder, "tilebridge.yaml").write_text(text)
            subprocess.run(["jube", "run", "tilebridge.yaml"], cwd=folder, check=True,
                           stdout=subprocess.DEVNULL)
            table = subprocess.run(["jube", "result", "-a", "tilebridge_runs"], cwd=folder,
                                   check=True, capture_output=True, text=True).stdout
        rows = [row for row in table.splitlines() if "kokkos" in row]
        self.assertEqual(len(rows), 6, table)
        first = [cell.strip() for cell in rows[0].split("|")]
        line = next(line for line in report_lines() if line.startswith(": ".join(
            [f"{first[1]} {first[2]}", ""])))
        self.assertIn(f"{float(first[3]):.3f} [", line)


class BenchKit(unittest.TestCase):
    """Its bk_emit_result is stood in for."""

    def test_the_documented_lines_emit_every_valid_result(self):
        page = (REPOSITORY / "docs/harnesses.md").read_text()
        block = re.search(r"```\n(source scripts/bk_functions.*?)```", page, re.DOTALL).group(1)
        with tempfile.TemporaryDirectory() as folder:
            for name in ("scripts", "results"):
                pathlib.Path(folder, name).mkdir()
            pathlib.Path(folder, "scripts/bk_functions.sh").write_text(
                'bk_emit_result() { echo "$*"; }\n'
                f"tilebridge() {{ '{PROGRAM}' report '{RESULTS}/h200-models.json' --line; }}\n")
            subprocess.run(["bash", "-e", "-o", "pipefail", "-c", block], cwd=folder, check=True)
            emitted = pathlib.Path(folder, "results/result").read_text().splitlines()
        self.assertEqual(len(emitted), len(report_lines()))
        for said, line in zip(emitted, report_lines()):
            parts = documented().fullmatch(line)
            self.assertRegex(said, rf"^--fom {parts.group(8)} --fom-unit us --exp [\w.-]+$")
        self.assertEqual(len(set(emitted)), len(emitted))


if __name__ == "__main__":
    unittest.main()
