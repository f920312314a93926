#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists, unpacks and packs the reference results, which lie in an archive per machine.

    scripts/results.py list               # their names and sizes in bytes
    scripts/results.py extract DIR        # unpacks them into DIR
    scripts/results.py add FILE...        # adds them, or replaces those of the same names

--archive names another machine's archive. The same files give the same bytes, whenever and by
whomever they are packed.
"""

import argparse
import io
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


def add(archive, paths):
    files = read(archive) if archive.exists() else {}
    files.update({path.name: path.read_bytes() for path in paths})
    archive.write_bytes(packed(files))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--archive", type=pathlib.Path, default=H200,
                        help="default: docs/results/h200.tar.xz")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="names and sizes in bytes")
    commands.add_parser("extract", help="unpack all").add_argument("folder", type=pathlib.Path)
    commands.add_parser("add", help="add files, or replace those of the same names").add_argument(
        "files", type=pathlib.Path, nargs="+")
    return parser.parse_args()


def main():
    options = arguments()
    try:
        if options.command == "list":
            show(options.archive)
        elif options.command == "extract":
            extract(options.archive, options.folder)
        else:
            add(options.archive, options.files)
    except (OSError, lzma.LZMAError, tarfile.TarError) as error:
        sys.exit(f"results.py: {error}")


if __name__ == "__main__":
    main()
