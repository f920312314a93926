#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whatever a file holds, every command that reads it ends with a documented status, shows no
character that controls a terminal, and writes JSON and XML that parse.

The files are changed at random, always in the same way for the same seed. ctest runs a few;
thousands with: hostile_files_test.py PROGRAM RESULTS COUNTERS --mutants 5000 --seed 2 --keep FOLDER
"""

import argparse
import copy
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

DOCUMENTED = {0, 1, 2, 3, 4, 5, 6}
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
SECONDS = 60  # more is a hang

HOSTILE = ["\x1b[31m", "\x1b]0;x\x07", "\x00", "\x7f", "\u009b2J", "\u202e", "\u2066", "\u200f",
           "\u061c", "\r", "\n", "\t", "\ufffe", "<script>alert(1)</script>", "]]>", "&", "\"'",
           "=1+1", "|`", "%s%n{}", "../../x", "\U0001f600", "x" * 5000, ""]
NUMBERS = [0, -1, 1, 3, 0.5, -0.0, 5e-324, 2.2e-308, 1e-300, 1e300, 1.7e308, -1.7e308, 2**31 - 1,
           -2**31, 2**31, 2**53, 2**63 - 1, -2**63, 2**64 - 1, 2**64]


def nested(depth, inner=None):
    for i in range(depth):
        inner = [inner] if i % 2 else {"a": inner}
    return inner


class Twin(str):
    """A name that an object may have twice."""
    __hash__ = object.__hash__

    def __eq__(self, other):
        return self is other


class Mutator:
    def __init__(self, random):
        self.random = random

    def value(self, was=None):
        """More often than not of the same type, which is not refused at once."""
        kept = self.random.random() < 0.9
        if kept and isinstance(was, (int, float)):
            return self.random.choice([*NUMBERS, -was, was * 1e3, was + 1])
        if kept and isinstance(was, str):
            return self.random.choice(HOSTILE)
        return copy.deepcopy(self.random.choice(
            [*NUMBERS, *HOSTILE, float("nan"), None, True, False, [], {}, [0], [None], {"a": 1},
             "NaN", "double", nested(40), nested(120), [1e-6] * 3000, [5e-324, 1e300],
             [2**31 - 1] * 3, [1000, -999]]))

    def place(self, json_value):
        """A container and one of its keys, as often near the root as deep inside."""
        container = key = None
        while isinstance(json_value, (dict, list)) and json_value:
            container = json_value
            keys = list(container if isinstance(container, dict) else range(len(container)))
            inner = [key for key in keys if isinstance(container[key], (dict, list))]
            key = self.random.choice(inner if inner and self.random.random() < 0.5 else keys)
            json_value = container[key]
            if self.random.random() < 0.05:
                break
        return container, key

    def mutate(self, json_value):
        container, key = self.place(json_value)
        if container is None:
            return
        was = container[key]
        kind = self.random.choice(["value"] * 5 + ["text", "blocks", "parameter"] * 2 +
                                  ["delete", "kind", "twice", "name", "swap"])
        if kind == "delete":
            del container[key]
        elif kind == "value":
            container[key] = self.value(was)
        elif kind == "kind":
            container[key] = [was] if self.random.random() < 0.5 else str(was)
        elif kind == "text" and isinstance(was, (str, type(None))):
            container[key] = (was if isinstance(was, str) else "") + self.random.choice(HOSTILE)
        elif kind == "twice" and isinstance(container, list):
            container.insert(key, copy.deepcopy(was))
        elif kind == "twice":
            container[Twin(key)] = self.value()
        elif kind == "name" and isinstance(container, dict):
            container[key + self.random.choice(HOSTILE)] = container.pop(key)
        elif kind == "swap":
            other, other_key = self.place(json_value)
            container[key], other[other_key] = copy.deepcopy(other[other_key]), was
        else:
            self.mutate_case(json_value, kind)

    def mutate_case(self, json_value, kind):
        cases = json_value.get("cases") if isinstance(json_value, dict) else None
        case = self.random.choice(cases) if isinstance(cases, list) and cases else None
        if not isinstance(case, dict):
            return
        if kind == "blocks" and isinstance(case.get("sampling"), dict):
            sizes = self.random.choice([[1012, -1000], [2**31 - 1, 2**31 - 1, 14 - 2**32], [], [0],
                                        [12], [-1], [4, 4, 4], [0, 0, 12]])
            case["sampling"]["blocks"] = sizes
        elif isinstance(case.get("parameters"), dict):
            names = list(case["parameters"]) + ["real", "cache"]
            chosen = self.random.choice(names)
            case["parameters"][chosen] = self.value(case["parameters"].get(chosen))

    def text_of(self, lines):
        """JSON values, a line each; often not quite."""
        text = "\n".join(json.dumps(line, ensure_ascii=self.random.random() < 0.5)
                         for line in lines) + "\n"
        return self.broken(text.encode("utf-8", "surrogatepass"))

    def broken(self, data):
        """Sometimes cut off, or with bytes that no writer would write."""
        pick = self.random.random()
        at = self.random.randrange(max(1, len(data)))
        if pick < 0.05:
            return data[:at]
        if pick < 0.1:
            return data[:at] + self.random.choice(
                [b"\xff", b"\x00", b"\x1b", b"\xc2\x9b", b"}", b"[", b'"', b"1e999",
                 b"\n"]) + data[at:]
        if pick < 0.12:
            return self.random.choice([b"", b"null", b"[]", b"{}", b"\xef\xbb\xbf" + data,
                                       b'{"schema_version": 3,"program":' + b'{"a":' * 60000,
                                       b"[" * 100000 + b"]" * 100000])
        return data


    def table_of(self, text):
        """A table of another tool: fields, lines or bytes are changed, and often the locale's."""
        for _ in range(self.random.choice([1, 1, 2, 4])):
            lines = text.split("\n")
            at = self.random.randrange(len(lines))
            fields = lines[at].split(",")
            field = self.random.randrange(len(fields))
            kind = self.random.choice(["field"] * 4 + ["lost", "line", "twice", "comma", "end"])
            if kind == "field":
                fields[field] = str(self.random.choice([*NUMBERS, *HOSTILE, "1.234,5", "9,00", "nan",
                                                        '"', '"a', "1e999", "-"]))
            elif kind == "lost":
                del fields[field]
            lines[at] = ",".join(fields)
            if kind == "line":
                del lines[at]
            elif kind == "twice":
                lines.insert(at, lines[self.random.randrange(len(lines))])
            text = "\n".join(lines)
            if kind == "comma":
                text = text.replace(".", ",") if at % 2 else text.replace(",", ";")
            elif kind == "end":
                text = text.replace("\n", self.random.choice(["\r", "\r\n"]))
        return self.broken(text.encode("utf-8", "surrogatepass"))


class Seeds:
    """Small files of every kind, and what reads each."""

    def __init__(self, program, results, counters, folder):
        self.program, self.results, self.folder = program, results, folder
        whole = {name: self.cut(name) for name in
                 ["h200-first", "h200-again", "h200-blocks-1", "h200-blocks-2",
                  "h200-models", "h200-profile", "h100-full"]}
        whole["half-1"], whole["half-2"] = self.halves(whole["h200-first"])
        check = self.load("h200-self-check")
        check["self_check"]["comparisons"] = check["self_check"]["comparisons"][:5]
        log = self.load("h100-molecular-dynamics")
        files = {**whole, "h200-self-check": check, "log": log}
        for name, content in files.items():
            (folder / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
        files["merged"] = self.made_by_merge("merged", ["half-1", "half-2"])
        self.values = {name: [content] for name, content in files.items()}
        journal = copy.deepcopy(whole["h200-first"])
        cases, journal["cases"] = journal["cases"], []
        self.values["journal"] = [journal] + [{"case": case} for case in cases] + [
            {"case": cases[0], "in_place_of": 1}]
        tuning = self.load("h100-tuning")
        tuning["kernels"] = tuning["kernels"][:4]
        kernels, start = tuning["kernels"], {**tuning, "kernels": []}
        self.values["tuning"] = [tuning]
        self.values["tuning-journal"] = [start] + [{"kernel": kernel} for kernel in kernels]
        self.values["request"] = [{"task": "plan", "request": self.request()}]
        self.tables = {file.name: file.read_text(encoding="utf-8")
                       for file in sorted(counters.iterdir())}
        (folder / "in.cpp").write_text("#include <Kokkos_Core.hpp>\nvoid f() {\n  for (;;)\n"
                                       "    Kokkos::deep_copy(a, 0);\n}\n", encoding="utf-8")

    def request(self):
        """That of a short run, which is planned here and never measured."""
        output = self.folder / "run.json"
        subprocess.run([self.program, "run", "stride/copy", "--platform", "host", "--budget", "0.001",
                        "--cache", "hot", "--set", "stride=1,n=4Ki", "-o", output], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return json.loads(output.read_text(encoding="utf-8"))["program"]["request"]

    def load(self, name):
        return json.loads((self.results / f"{name}.json").read_text(encoding="utf-8"))

    def cut(self, name, most=8):
        """Some of all, and the first of those that `costs` shows."""
        content = self.load(name)
        cases = content["cases"]
        costed = [case for case in cases if case["experiment"] in {"views", "indexing"}][:4]
        others = [case for case in cases[::max(1, len(cases) // most)] if case not in costed]
        content["cases"] = costed + others[:most]
        return content

    @staticmethod
    def halves(content):
        cases = content["cases"]
        return {**content, "cases": cases[::2]}, {**content, "cases": cases[1::2]}

    def made_by_merge(self, name, words):
        output = self.folder / f"{name}.json"
        files = [w if w.startswith("-") else str(self.folder / f"{w}.json") for w in words]
        subprocess.run([self.program, "merge", *files, "-o", output], check=True,
                       stdout=subprocess.DEVNULL)
        return json.loads(output.read_text(encoding="utf-8"))

    def commands(self, name, file):
        """(words, what it writes: a file's suffix, or that of standard output)."""
        def whole(other):
            return str(self.folder / f"{other}.json")

        def formatted(*words):
            return [([*words, "--format", f], f"stdout.{f}") for f in ["text", "json", "markdown"]]

        if name == "log":
            return [(["kernels", file], ""),
                    (["kernels", file, "--results", whole("h200-first"), "--bytes", "force=1e9"],
                     "")]
        if name in self.tables:
            return [(["profile", file], "")]
        if name == "request":
            return [([f"{self.program}-run", "--request", file], "")]
        if name.startswith("tuning"):
            return [(["report", file], ""), (["report", file, "-o", "page.html"], "page.html"),
                    (["tune", "--resume", file], ""), (["run", "--resume", file], ""),
                    (["costs", file], ""), (["compare", whole("h200-first"), file], ""),
                    (["merge", whole("h200-first"), file, "-o", "new.json"], "new.json")]
        partner = {"h200-first": "h200-again", "h200-again": "h200-first", "journal": "h200-first",
                   "h200-blocks-1": "h200-blocks-2",
                   "half-1": "half-2", "half-2": "half-1", "merged": "h200-first"}
        other = whole(partner.get(name, name))
        case = self.values[name][0]["cases"] or self.values["h200-first"][0]["cases"]
        variant = f"{case[0]['experiment']}/{case[0]['variant']}"
        compared = [["compare", *pair, *more]
                    for pair in [(other, file), (file, other)]
                    for more in [[], ["--metric", "ratio", "--force"], ["--again", file]]]
        all_commands = [
            (["report", file], ""), (["report", file, "--summary"], ""),
            (["report", file, other], ""),
            (["report", "--limits", file, other], ""),
            (["report", "--limits", file, "--format", "json"], "stdout.json"),
            (["report", "--limits", file, "--format", "csv"], "stdout.csv"),
            (["report", file, "-o", "page.html"], "page.html"),
            (["report", file, other, "-o", "page.html"], "page.html"),
            (["merge", file, other, "-o", "new.json"], "new.json"),
            (["check", file], ""), (["check", file, "--json"], "stdout.json"),
            (["kernels", whole("log"), "--results", file], ""),
            (["explain", variant, file], ""),
            (["run", "--resume", file], ""), (["tune", "--resume", file], ""),
            (["follow", "D5", "1.3", file], ""),
            (["scan", "in.cpp", "--results", file, "--fail-above", "1.3"], ""),
            (["scan", "in.cpp", "--results", file, "--format", "sarif"], "stdout.json"),
            *formatted("costs", file), *formatted("costs", file, "--profile", file),
            (["claims", file], ""), (["claims", file, other], "")]
        for words in compared:
            all_commands += [*formatted(*words), ([*words, "--format", "junit"], "stdout.xml"),
                             ([*words, "--format", "json", "-o", "new.json"], "new.json")]
        for f in ["gbench", "csv", "junit"]:
            suffix = {"csv": "csv", "junit": "xml"}.get(f, "json")
            all_commands.append((["export", file, "--format", f], f"stdout.{suffix}"))
        if name == "h200-models":
            all_commands += [([words[0], f"{file}@5.0.2", *words[2:]], out)
                             for words, out in all_commands if words[1:2] == [file]]
        return all_commands


# Each is refused, with status 2.
ARGUMENTS = [
    ["new", "a" * 100000], ["new", "A\x1b[31m"],
    ["explain", "transpose/tile", "--arch", "9" * 100000],
    ["run", ","], ["run", "--model", ","], ["run", "--seed", "-1"], ["run", "--seed=-1"],
    ["run", "--seed", "0x10"], ["run", "--comparisons", "0x10"], ["run", "--device", "0x1"],
    ["run", "--budget", "nan"], ["run", "--timeout", "nan"],
    ["compare", "a", "b", "--least-change", "nan"], ["explain", "\u009b", "--width", "0x64"],
    ["list", "\x9b31m\u202e"], ["report", "\x1b[31m\udcff.json"], ["\x1b[31m"],
    ["export", "x", "--format", "\x07"]]


def refuse_constant(text):
    raise ValueError(f"{text} is no JSON")


def complaint(program, words, writes, folder, allowed=DOCUMENTED):
    """What is wrong with how a command ends; "" if nothing is."""
    for stale in ["page.html", "new.json", "drawn.svg"]:
        (folder / stale).unlink(missing_ok=True)
    try:
        if not str(words[0]).startswith("/"):
            words = [program, *words]
        ended = subprocess.run(words, cwd=folder, capture_output=True, timeout=SECONDS,
                               stdin=subprocess.DEVNULL, check=False)
    except subprocess.TimeoutExpired:
        return f"it runs for over {SECONDS} s"
    if ended.returncode not in allowed:
        return f"status {ended.returncode}: {ended.stderr[-300:]!r}"
    written = ended.stdout
    if writes and not writes.startswith("stdout"):
        written = (folder / writes).read_bytes() if (folder / writes).exists() else b""
    try:
        shown = [ended.stdout, ended.stderr] + ([] if writes.endswith("json") else [written])
        for data in shown:
            text = data.decode("utf-8")
            text = text.replace("\r\n", "\n") if writes.endswith("csv") else text
            if found := CONTROLS.search(text):
                around = text[max(0, found.start() - 40):found.start() + 40]
                return f"it shows {found[0]!r} in {around!r}"
        if ended.returncode in {2, 5, 6} or not written:
            return ""
        if writes.endswith("json"):
            json.loads(written.decode("utf-8"), parse_constant=refuse_constant)
        if writes.endswith(("xml", "svg")):
            xml.etree.ElementTree.fromstring(written)
    except (ValueError, xml.etree.ElementTree.ParseError) as error:
        return f"what it writes is wrong: {error}"
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("counters", type=pathlib.Path, help="folder of what other tools counted")
    parser.add_argument("--mutants", type=int, default=100)
    parser.add_argument("--commands", type=int, default=4, help="per mutant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, help="folder for the files that fail")
    options = parser.parse_args()
    generator = random.Random(options.seed)
    mutator = Mutator(generator)
    failures = commands = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for words in ARGUMENTS:
            wrong = complaint(options.program.resolve(), words, "", folder, {2})
            failures += bool(wrong)
            print(f"{ascii(' '.join(words))[:100]}: {ascii(wrong)}\n" if wrong else "", end="")
        seeds = Seeds(options.program.resolve(), options.results, options.counters, folder)
        for mutant in range(options.mutants):
            kind = generator.choice([*seeds.values, *seeds.tables])
            ending = "csv" if kind in seeds.tables else "json"
            file = folder / generator.choice([f"mutant.{ending}"] * 9 +
                                             [f"mutant\x1b[31m\u202e.{ending}"])
            if kind in seeds.tables:
                file.write_bytes(mutator.table_of(seeds.tables[kind]))
            else:
                lines = copy.deepcopy(seeds.values[kind])
                for _ in range(generator.choice([1, 1, 1, 2, 4])):
                    mutator.mutate(generator.choice(lines))
                file.write_bytes(mutator.text_of(lines))
            reading = seeds.commands(kind, str(file))
            for words, writes in generator.sample(reading, min(options.commands, len(reading))):
                commands += 1
                wrong = complaint(seeds.program, words, writes, folder)
                if not wrong:
                    continue
                failures += 1
                print(f"mutant {mutant} of {kind}: {ascii(' '.join(map(str, words)))}: {ascii(wrong)}",
                      flush=True)
                if options.keep:
                    options.keep.mkdir(exist_ok=True)
                    (options.keep / f"{mutant}.{ending}").write_bytes(file.read_bytes())
    print(f"{options.mutants} mutants, {commands} commands, {failures} failures")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
