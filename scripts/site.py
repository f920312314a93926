#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds a static web site from a folder of archived result files.

    tilebridge export --format archive results.json -o archive
    scripts/site.py archive site                    # site/index.html
    scripts/site.py archive site --files https://example.org/archive --reports

The program reads the files and computes every ratio (`tilebridge export --format records`); the
script lays them out. It needs no network. A file that cannot be read is listed on the page "files
left out", and the rest is built. SITE is replaced if this script wrote it before.

Of each file the script keeps the figures of the index: its memory grows with these alone.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import site_pages

PLACE = re.compile(r"[a-z0-9-]+/[a-z0-9-]+/[a-z0-9-]+\.json")
NAME = re.compile(r"[a-z0-9_-]+")
MARKER = "tilebridge-site.txt"
LARGEST = 64 << 20  # bytes of a file; that of all experiments with six models has 6 MB
LONGEST = 300  # seconds that the program may take for a batch
BATCH = 16  # files that one process reads, one after the other


@dataclasses.dataclass(slots=True)
class File:
    """What the pages about several files say of one."""
    path: str
    is_checked: bool
    device: str
    native: str
    started: str
    copy: float  # GB/s, measured
    datasheet: float
    clocks: tuple
    preset: str
    driver: str
    runtime: str
    program: str
    models: dict  # names for readers, by key
    order: dict  # the catalogue's places, by kernel
    ratios: dict  # median over the cases, by (real, kernel, model, way)


def all_files(folder):
    """The places of its JSON files, in order. Links are not followed."""
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = pathlib.Path(root, name)
            if name.endswith(".json") and not path.is_symlink() and path.is_file():
                yield path.relative_to(folder).as_posix()


def refusal(folder, path):
    """Why the program is not asked about a file, or None."""
    if not PLACE.fullmatch(path):
        return "an archived file is called vendor/gpu/date-digits.json"
    if (folder / path).stat().st_size > LARGEST:
        return f"it has more than {LARGEST >> 20} MB"
    return None


def ask(program, folder, paths, spool):
    """Writes the records of the files to `spool`, a line each. Returns how the program ended.

    What it says of a file has its place in the folder, and not where the folder is."""
    command = [program, "export", "--format", "records", *paths]
    try:
        with open(spool, "wb") as out:
            return subprocess.run(command, stdout=out, stderr=subprocess.DEVNULL, check=False,
                                  timeout=LONGEST, cwd=folder).returncode
    except subprocess.TimeoutExpired:
        return f"no answer after {LONGEST} s"


def write_records(program, folder, paths, spool):
    """As ask(); a file that ends the program does not take others with it."""
    if ask(program, folder, paths, spool) == 0:
        return
    with open(spool, "wb") as out:
        for path in paths:
            alone = spool.with_suffix(".one")
            status = ask(program, folder, [path], alone)
            text = alone.read_bytes()
            error = {"error": f"tilebridge did not read it: it ended with {status}"}
            out.write(text if status == 0 else json.dumps(error).encode() + b"\n")


def spools_of(program, folder, paths, temporary):
    """Pairs of paths and the file of their records, in order."""
    batches = [paths[i:i + BATCH] for i in range(0, len(paths), BATCH)]
    spools = [temporary / f"{i}.jsonl" for i in range(len(batches))]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda pair: write_records(program, folder, *pair), zip(batches, spools)))
    return list(zip(batches, spools))


def records_in(spools):
    for paths, spool in spools:
        with open(spool, encoding="utf-8", errors="replace") as lines:
            yield from ((path, json.loads(line)) for path, line in zip(paths, lines))


def numbers_of(record):
    """Every number that a page computes with. What JSON has no number for is null."""
    yield from record["ceilings"].values()
    yield from record["datasheet"].values()
    yield from record["clocks_hz"] or ()
    for kernel in record["kernels"]:
        yield kernel["native_seconds"]
        for ways in kernel["models"].values():
            yield from (number for ratio in ways.values() for number in ratio)


def problem_of(path, record):
    """Why a file of the archive is not shown, or None."""
    if "error" in record:
        return record["error"]
    if record["removed"]:
        return f"it was not made by `tilebridge export --format archive`: {record['removed'][0]}"
    if record["path"] != path:
        return f"its contents belong to {record['path']}: export it again"
    if not all(NAME.fullmatch(model) for model in record["models"]):
        return "a model has a name that none can have"
    if not all(isinstance(number, (int, float)) for number in numbers_of(record)):
        return "one of its figures is no number"
    return None


def ratios_of(record):
    """Those of each kernel, and under "" the median over the kernels."""
    intern = sys.intern
    medians = {(intern(real), "", intern(model), intern(way)): ratio[0]
               for real, models in record["medians"].items() for model, ways in models.items()
               for way, ratio in ways.items()}
    of_kernels = {(intern(kernel["real"]), intern(kernel["kernel"]), intern(model), intern(way)):
                  ratio[0]
                  for kernel in record["kernels"] for model, ways in kernel["models"].items()
                  for way, ratio in ways.items()}
    return medians | of_kernels


def file_of(record):
    device = record["device"]
    return File(path=record["path"], is_checked=record["label"] == "checked",
                device=sys.intern(device.get("name", "")), native=sys.intern(record["native"]),
                started=record["started"], copy=record["ceilings"]["copy_GB_per_s"],
                datasheet=record["datasheet"]["copy_GB_per_s"],
                clocks=tuple(record["clocks_hz"] or ()),
                preset=sys.intern(record["preset"]),
                driver=sys.intern(device.get("driver", "")),
                runtime=sys.intern(device.get("runtime", "")), program=record["program"],
                models={sys.intern(key): sys.intern(name)
                        for key, name in record["models"].items()},
                order={sys.intern(kernel["kernel"]): kernel["order"]
                       for kernel in record["kernels"]},
                ratios=ratios_of(record))


def write_report(program, source, target):
    """Whether the program could write the page of the file."""
    return subprocess.run([program, "report", str(source), "-o", str(target)], check=False,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def build(options, site):
    """Returns how many files are shown, and (path, reason) of those left out."""
    left_out = []
    paths = []
    for path in all_files(options.folder):
        reason = refusal(options.folder, path)
        if reason is None:
            paths.append(path)
        else:
            left_out.append((path, reason))
    with tempfile.TemporaryDirectory() as temporary:
        spools = spools_of(options.program, options.folder, paths, pathlib.Path(temporary))
        files = []
        for path, record in records_in(spools):
            problem = problem_of(path, record)
            if problem is None:
                files.append(file_of(record))
            else:
                left_out.append((path, problem))
        shown = {file.path for file in files}
        pages = site_pages.Pages(files, sorted(left_out), site)
        for path, record in records_in(spools):
            if path in shown:
                add_file(options, site, pages, record)
        pages.write()
    return len(files), left_out


def add_file(options, site, pages, record):
    path = record["path"]
    link = f"{options.files.rstrip('/')}/{path}" if options.files else f"../../../files/{path}"
    if not options.files:
        target = site / "files" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(options.folder / path, target)
    report = pathlib.PurePosixPath(path).with_suffix(".report.html").name
    page = site / site_pages.page_of_file(path)
    page.parent.mkdir(parents=True, exist_ok=True)
    has_report = options.reports and write_report(options.program, options.folder / path,
                                                  page.parent / report)
    pages.write_file(record, link, report if has_report else None)


def check(options):
    """The error in the options, or None."""
    folder, site = options.folder.resolve(), options.site.resolve()
    if not folder.is_dir():
        return f"'{options.folder}' is no folder"
    if folder == site or folder in site.parents or site in folder.parents:
        return "the site and the archive are one in the other: name another folder for the site"
    if site.exists() and not site.is_dir():
        return f"'{options.site}' is no folder"
    if site.exists() and any(site.iterdir()) and not (site / MARKER).exists():
        return f"'{options.site}' has files that this script did not write: name another folder"
    if shutil.which(options.program) is None:
        return f"'{options.program}' is no program: name tilebridge with --program"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", type=pathlib.Path, help="archived result files")
    parser.add_argument("site", type=pathlib.Path, help="folder to write")
    parser.add_argument("--program", default="tilebridge", help="tilebridge (default: of PATH)")
    parser.add_argument("--files", metavar="URL",
                        help="where readers find the folder of files (default: copies in the site)")
    parser.add_argument("--reports", action="store_true",
                        help="have tilebridge write its page of each file, of some megabytes")
    options = parser.parse_args()
    error = check(options)
    if error is not None:
        sys.exit(f"site.py: {error}")
    options.program = os.path.abspath(shutil.which(options.program))
    options.site.parent.mkdir(parents=True, exist_ok=True)
    new = pathlib.Path(tempfile.mkdtemp(prefix=".site-", dir=options.site.parent))
    try:
        count, left_out = build(options, new)
        (new / MARKER).write_text("Written by tilebridge's scripts/site.py, which replaces it.\n",
                                  encoding="utf-8")
        new.chmod(0o755)
        if options.site.exists():
            shutil.rmtree(options.site)
        new.rename(options.site)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    print(f"wrote {options.site / 'index.html'}: {count} files, {len(left_out)} left out")


if __name__ == "__main__":
    main()
