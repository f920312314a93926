#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists, unpacks and packs the reference results, which lie in an archive per machine.

    scripts/results.py list               # their names and sizes in bytes
    scripts/results.py extract DIR        # unpacks them into DIR
    scripts/results.py add FILE...        # adds them, or replaces those of the same names

--archive names another machine's archive. The same files give the same bytes, whenever and by
whomever they are packed. A file is added only if its times and ratios follow from it (`tilebridge
merge --compact` makes one of a run's) and if a commit has the sources of the build.
"""

import argparse
import io
import json
import lzma
import pathlib
import sys
import tarfile

H200 = pathlib.Path(__file__).resolve().parents[1] / "docs/results/h200.tar.xz"
TIME = 1577836800  # 2020-01-01 UTC, of every file


def read(archive):
    """{name: contents} of an archive, in its order."""
    with tarfile.open(archive, "r:xz") as tar:
        return {member.name: tar.extractfile(member).read() for member in tar}


def packed(files):
    """The bytes of an archive of {name: contents}."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, contents in sorted(files.items()):
            member = tarfile.TarInfo(name)
            member.size = len(contents)
            member.mtime = TIME
            tar.addfile(member, io.BytesIO(contents))
    return lzma.compress(plain.getvalue(), preset=9 | lzma.PRESET_EXTREME)


def show(archive):
    for name, contents in read(archive).items():
        print(f"{len(contents):10} {name}")


def extract(archive, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, contents in read(archive).items():
        (folder / name).write_bytes(contents)


def intervals(case):
    """Every time and ratio that a run wrote of a case."""
    timed = [kernel for kernel in case["kernels"] if "seconds" in kernel]
    yield from (kernel["seconds"] for kernel in timed)
    yield from (kernel["back_to_back"] for kernel in timed if "back_to_back" in kernel)
    yield from case["comparisons"] if timed else []


def fault(contents):
    """Why a file does not belong in an archive; "" if it does."""
    file = json.loads(contents)
    if "program" not in file:
        return ""  # the log of an application
    commit = file["program"].get("git") or "unknown"
    if commit == "unknown" or commit.endswith("-dirty"):
        return f"no commit has the sources of its build ({commit})"
    cases = [(case, intervals(case)) for case in file.get("cases", [])]
    cases += [(case, [case]) for case in file.get("self_check", {}).get("comparisons", [])]
    for case, found in cases:
        if any("block_medians" not in one for one in found):
            return (f"{case['experiment']}/{case['variant']} has no medians of its blocks; "
                    "measure it again")
    return ""


def add(archive, paths):
    files = read(archive) if archive.exists() else {}
    for path in paths:
        files[path.name] = path.read_bytes()
        if why := fault(files[path.name]):
            raise ValueError(f"{path.name}: {why}")
    archive.write_bytes(packed(files))


def remove(archive, names):
    files = read(archive)
    if unknown := sorted(set(names) - files.keys()):
        raise ValueError(f"{archive.name} has no {', '.join(unknown)}")
    archive.write_bytes(packed({name: files[name] for name in files if name not in names}))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--archive", type=pathlib.Path, default=H200,
                        help="default: docs/results/h200.tar.xz")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="names and sizes in bytes")
    commands.add_parser("extract", help="unpack all").add_argument("folder", type=pathlib.Path)
    commands.add_parser("add", help="add files, or replace those of the same names").add_argument(
        "files", type=pathlib.Path, nargs="+")
    commands.add_parser("remove", help="take files out").add_argument("names", nargs="+")
    return parser.parse_args()


def main():
    options = arguments()
    try:
        if options.command == "list":
            show(options.archive)
        elif options.command == "extract":
            extract(options.archive, options.folder)
        elif options.command == "remove":
            remove(options.archive, options.names)
        else:
            add(options.archive, options.files)
    except (OSError, ValueError, lzma.LZMAError, tarfile.TarError) as error:
        sys.exit(f"results.py: {error}")


if __name__ == "__main__":
    main()
