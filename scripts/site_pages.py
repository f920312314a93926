# SPDX-License-Identifier: Apache-2.0
"""The pages of scripts/site.py. What comes from a file is text: cell() and text() escape it."""

import collections
import html
import itertools
import pathlib
import statistics

STYLE = pathlib.Path(__file__).resolve().parents[1] / "src/write/style.css"
FURTHER_STYLE = """
main.site { padding: 1.25rem 2rem 4rem; margin: auto; max-width: 90rem; }
.site h2 { font-size: 1.3rem; margin-top: 2rem; }
.site small { display: block; color: inherit; opacity: .85; }
.site td[class^=s] { text-align: right; }
.site thead th { max-width: 7rem; overflow-wrap: normal; }
.site thead th:not(:first-child) { text-align: right; padding-left: .8rem; }
.site thead th.w:not(:first-child) { text-align: left; padding-left: 0; }
.site tbody th {
  position: sticky; left: 0; background: var(--page); min-width: 8rem; max-width: 14rem;
}
.label {
  display: inline-block; padding: 0 .6rem; border: 1px solid; border-radius: 1rem;
  font-size: .85rem;
}
.checked { color: var(--parity); }
.checked::before { content: "✓ "; }
.reported { color: var(--slower); border-style: dashed; }
.models { display: flex; flex-wrap: wrap; gap: .3rem 1rem; padding: 0; list-style: none; }
.models [aria-current] { font-weight: 700; color: inherit; }
.strip {
  display: block; width: 100%; max-width: 46rem; min-width: 18rem; height: auto; font-size: 11px;
}
.strip text { fill: var(--quiet); }
.strip line { stroke: var(--line); }
.strip circle { fill: var(--accent); fill-opacity: .45; }
.strip .own { fill: var(--slower); fill-opacity: 1; }
@media (max-width: 40rem) {
  main.site { padding: 1rem; }
  .site tbody th { min-width: 5rem; max-width: 8rem; }
}
@media print {
  .models { display: none; }
  .site tbody th { position: static; }
  .site td[class^=s] { print-color-adjust: exact; }
}
"""
LABELS = {True: "checked", False: "reported"}
MEANING = {True: "the file has every figure that its ratios follow from, a self-check that passes, "
                 "and no invalid result",
           False: "the file lacks some of that, and its page says what"}
REALS = ("float", "double", "")
WAYS = ("loops", "by index", "rewritten", "best ÷ best")
BOUNDS = (25, 50, 70, 85, 95, 106, 125)  # per cent: the steps of colours, as in style.css


def text(words):
    """Words of a file, harmless in HTML, also in an attribute."""
    return html.escape("".join(c if c.isprintable() else "?" for c in str(words)))


def prose(words):
    """A sentence, in which `backquotes` enclose code."""
    parts = text(words).split("`")
    if len(parts) % 2 == 0:
        return "`".join(parts)
    return "".join(f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts))


def link(target, words):
    return f'<a href="{text(target)}">{text(words)}</a>'


def label(is_checked):
    return f'<span class="label {LABELS[is_checked]}">{LABELS[is_checked]}</span>'


def speed_class(speed):
    percent = round(100 * speed)
    return f"s{sum(percent >= bound for bound in BOUNDS)}"


def speed_cell(speed, below=""):
    if speed is None:
        return "<td>" + (f"<small>{text(below)}</small>" if below else "")
    return (f"<td class={speed_class(speed)}>{speed:.2f}"
            + (f"<small>{text(below)}</small>" if below else ""))


def table(caption, heads, rows, words=()):
    """`words` are the heads of columns that have no numbers."""
    head = "".join(f"<th scope=col{' class=w' if head in words else ''}>{text(head)}"
                   for head in heads)
    body = "\n".join("<tr>" + row for row in rows)
    return (f"<div class=scroll><table><caption>{text(caption)}</caption>\n<thead><tr>{head}"
            f"</thead>\n<tbody>{body}</table></div>\n")


def facts(pairs):
    rows = "".join(f"<tr><th scope=row>{text(name)}<td class=w>{text(value)}"
                   for name, value in pairs if value)
    return f"<div class=scroll><table><tbody>{rows}</table></div>\n"


def plural(count, noun):
    return f"{count} {noun}{'' if count == 1 else 's'}"


def kind_of(path):
    return path.rsplit("/", 1)[0]


def page_of_kind(kind):
    return f"gpu/{kind}.html"


def page_of_file(path):
    return f"file/{path.removesuffix('.json')}.html"


def rate(gigabytes):
    return f"{gigabytes:.0f} GB/s" if gigabytes > 0 else ""


def share(measured, whole):
    return f"{100 * measured / whole:.1f}%" if measured > 0 and whole > 0 else ""


def duration(seconds):
    return f"{1e3 * seconds:.2f} ms" if seconds >= 1e-2 else f"{1e6 * seconds:.1f} µs"


def clocks(least_and_most):
    if not least_and_most:
        return ""
    least, most = (f"{clock / 1e9:.2f}" for clock in least_and_most)
    return f"{least} GHz" if least == most else f"{least}–{most} GHz"


def spread(values):
    """The median, with the least and the most below it where they differ."""
    if not values:
        return None, ""
    least, most = f"{min(values):.2f}", f"{max(values):.2f}"
    return statistics.median(values), f"{least}–{most}" if least != most else ""


def strip(copies, own=None):
    """A picture of the rates of several files, in which `own` stands out."""
    least, most = min(copies), max(copies)
    width = (most - least) or 1
    def x(copy):
        return 20 + 660 * (copy - least) / width if most > least else 350
    dots = "".join(f'<circle cx="{x(copy):.1f}" cy="16" r="5"/>' for copy in copies)
    if own is not None:
        dots += f'<circle class="own" cx="{x(own):.1f}" cy="16" r="6"/>'
    ends = f'<text x="20" y="42">{rate(least)}</text>'
    if most > least:
        ends += f'<text x="680" y="42" text-anchor="end">{rate(most)}</text>'
    return (f'<svg class="strip" viewBox="0 0 700 48" role="img" aria-label="Copy rates from '
            f'{rate(least)} to {rate(most)}"><line x1="20" x2="680" y1="16" y2="16"/>{dots}{ends}'
            "</svg>\n")


def page(title, up, body, where=()):
    """A whole page; `where` has the links to the pages above it."""
    above = "".join(f"<p>{link(up + target, words)}</p>" for target, words in where)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'self'; base-uri 'none'; form-action 'none'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{text(title)}: tilebridge</title>\n"
        f'<link rel="stylesheet" href="{up}style.css">\n</head>\n<body>\n'
        f'<header><p class="program">tilebridge</p><h1>{text(title)}</h1>{above}</header>\n'
        f'<main class="site">\n{body}</main>\n</body>\n</html>\n')


class Pages:
    """All pages of a site; `files` are those of scripts/site.py."""

    def __init__(self, files, left_out, site):
        self.files = files
        self.left_out = left_out
        self.site = site
        self.kinds = collections.defaultdict(list)
        for file in files:
            self.kinds[kind_of(file.path)].append(file)
        order = {kernel: place for file in files for kernel, place in file.order.items()}
        self.kernels = sorted(order, key=lambda kernel: (order[kernel], kernel))
        self.models = {model: name for file in reversed(files)
                       for model, name in file.models.items()}
        self.models = dict(sorted(self.models.items(), key=lambda pair: pair[0] != "kokkos"))

    def write(self):
        (self.site / "style.css").write_text(
            STYLE.read_text(encoding="utf-8") + FURTHER_STYLE, encoding="utf-8")
        for model in self.models or {"": ""}:
            self._write(self._page_of_model(model), self._index(model))
        for kind in self.kinds:
            self._write(page_of_kind(kind), self._kind(kind))
        if self.left_out:
            self._write("left-out.html", self._left_out())

    def _write(self, name, contents):
        path = self.site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(contents, encoding="utf-8")

    def _page_of_model(self, model):
        is_first = model == next(iter(self.models), model)
        return "index.html" if is_first else f"model-{model}.html"

    # The index of a model.

    def _index(self, model):
        counts = collections.Counter(LABELS[file.is_checked] for file in self.files)
        body = (f"<p>{plural(len(self.files), 'file')} of {plural(len(self.kinds), 'kind')} of "
                f"machine: {counts['checked']} {label(True)}, {counts['reported']} "
                f"{label(False)}.</p>\n")
        body += "".join(f"<p>{label(is_checked)} {MEANING[is_checked]}.</p>\n"
                        for is_checked in (True, False))
        if self.left_out:
            left_out = plural(len(self.left_out), "file")
            body += f"<p>{link('left-out.html', left_out)} left out.</p>\n"
        if model:
            body += self._choice(model)
        natives = list(dict.fromkeys(file.native for file in self.files))
        for is_checked, native in itertools.product((True, False), natives):
            body += self._index_of(model, is_checked, native)
        body += "<h2>All machines</h2>\n" + self._list_of_kinds()
        title = f"{self.models[model]} against native code" if model else "No file is shown"
        return page(title, "", body)

    def _list_of_kinds(self):
        rows = []
        for kind, files in sorted(self.kinds.items()):
            checked = sum(file.is_checked for file in files)
            rows.append(f"<th scope=row>{link(page_of_kind(kind), files[0].device or kind)}"
                        f"<td>{checked or ''}<td>{len(files) - checked or ''}")
        return table("files by label", ["machine", *LABELS.values()], rows)

    def _choice(self, chosen):
        items = "".join(
            f"<li><span aria-current=page>{text(name)}</span>"
            if model == chosen else f"<li>{link(self._page_of_model(model), name)}"
            for model, name in self.models.items())
        return f'<ul class="models" aria-label="Models">{items}</ul>\n'

    def _index_of(self, model, is_checked, native):
        body = ""
        for real in REALS:
            kernels = [kernel for kernel in ["", *self.kernels] if any(
                (real, kernel, model, way) in file.ratios and file.is_checked == is_checked
                and file.native == native for file in self.files for way in ("loops", "rewritten"))]
            rows = [row for kind in sorted(self.kinds)
                    if (row := self._index_row(kind, is_checked, native, (real, model), kernels))]
            if rows:
                heads = ["machine", "files", *(kernel or "median" for kernel in kernels)]
                body += table(real or "words", heads, rows)
        if not body:
            return ""
        return (f"<h2>Speed relative to {text(native)}, in loops and rewritten: "
                f"{LABELS[is_checked]} files</h2>\n"
                f"<p>1 is as fast as {text(native)}. Above, in loops; below, rewritten. The median "
                f"of the files of a kind.</p>\n" + body)

    def _index_row(self, kind, is_checked, native, real_and_model, kernels):
        real, model = real_and_model
        files = [file for file in self.kinds[kind]
                 if file.is_checked == is_checked and file.native == native]
        def median(kernel, way):
            values = [file.ratios[key] for file in files
                      if (key := (real, kernel, model, way)) in file.ratios]
            return statistics.median(values) if values else None
        cells = ""
        for kernel in kernels:
            loops, rewritten = median(kernel, "loops"), median(kernel, "rewritten")
            cells += speed_cell(loops, "" if rewritten is None else f"{rewritten:.2f}")
        if "class=s" not in cells:
            return ""
        return f"<th scope=row>{link(page_of_kind(kind), files[0].device)}<td>{len(files)}{cells}"

    # A kind of machine.

    def _kind(self, kind):
        files = self.kinds[kind]
        body = ""
        for is_checked in (True, False):
            alike = [file for file in files if file.is_checked == is_checked]
            if alike:
                body += (f"<h2>{label(is_checked)} {plural(len(alike), 'file')}</h2>\n"
                         + self._spread(alike) + self._list(alike))
        return page(files[0].device or kind, "../../", body, [("index.html", "all machines")])

    def _spread(self, files):
        body = ""
        for real in REALS:
            columns = [(model, way) for model in self.models for way in WAYS
                       if any((real, kernel, model, way) in file.ratios
                              for file in files for kernel in self.kernels)]
            rows = []
            for kernel in self.kernels:
                cells = "".join(speed_cell(*spread(
                    [file.ratios[key] for file in files
                     if (key := (real, kernel, model, way)) in file.ratios]))
                    for model, way in columns)
                if "class=s" in cells:
                    rows.append(f"<th scope=row>{text(kernel)}{cells}")
            if rows:
                heads = ["kernel", *(f"{self.models[model]} {way}" for model, way in columns)]
                body += table(f"{real or 'words'}: speed relative to {files[0].native}, median of "
                              "the files, and their range", heads, rows)
        return body

    def _list(self, files):
        copies = [file.copy for file in files if file.copy > 0]
        picture = (f"<p>Copying memory, of each file:</p>\n{strip(copies)}" if len(copies) > 1
                   else "")
        rows = [
            f"<th scope=row>{link('../../' + page_of_file(file.path), file.started[:10])}"
            f"<td>{rate(file.copy)}<td>{share(file.copy, file.datasheet)}"
            f"<td>{clocks(file.clocks)}<td class=w>{text(file.preset)}"
            f"<td class=w>{text(file.driver)}"
            f"<td class=w>{text(file.runtime)}<td class=w>{text(file.program.split(',')[0])}"
            for file in sorted(files, key=lambda file: (-file.copy, file.path))]
        return picture + table("files, the fastest memory first",
                               ["date", "copy", "of datasheet", "clock", "preset", "driver",
                                "runtime", "measured by"],
                               rows, ("preset", "driver", "runtime", "measured by"))

    # One file.

    def write_file(self, record, target, report):
        """Writes the page of a record; `report` is the page beside it that the program wrote."""
        path = record["path"]
        device, kind = record["device"], kind_of(path)
        is_checked = record["label"] == "checked"
        body = f"<p>{label(is_checked)} {MEANING[is_checked]}.</p>\n"
        if record["reasons"]:
            reasons = "".join(f"<li>{prose(reason)}" for reason in record["reasons"])
            body += f"<ul>{reasons}</ul>\n"
        body += f"<p>{link(target, 'The result file')}, for <code>tilebridge report</code>"
        body += f"; {link(report, 'its whole report')}.</p>\n" if report else ".</p>\n"
        body += self._place(record, kind, is_checked) + self._kernels_of(record)
        body += "<h2>Machine and build</h2>\n" + facts(self._facts(record))
        body += facts(device.get("limits", {}).items())
        self._write(page_of_file(path),
                    page(f"{device.get('name', kind)}, {record['started'][:10]}", "../../../", body,
                         [("index.html", "all machines"), (page_of_kind(kind), "all of its kind")]))

    def _place(self, record, kind, is_checked):
        alike = [file for file in self.kinds[kind] if file.is_checked == is_checked]
        copies = [file.copy for file in alike if file.copy > 0]
        most = [file.clocks[-1] / 1e9 for file in alike if file.clocks]
        own = record["ceilings"]["copy_GB_per_s"]
        if own <= 0 or len(copies) < 2:
            return ""
        place = 1 + sum(copy > own for copy in copies)
        said = (f"It copies memory at {rate(own)}: place {place} of the {len(copies)} "
                f"{LABELS[is_checked]} files of its kind, whose median is "
                f"{rate(statistics.median(copies))}.")
        if record["clocks_hz"]:
            said += (f" Its clock was up to {record['clocks_hz'][-1] / 1e9:.2f} GHz; the median of "
                     f"these files is {statistics.median(most):.2f} GHz.")
        return f"<p>{said}</p>\n" + strip(copies, own)

    def _kernels_of(self, record):
        body = ""
        for real in REALS:
            kernels = [kernel for kernel in record["kernels"] if kernel["real"] == real]
            columns = [(model, way) for model in record["models"] for way in WAYS
                       if any(way in kernel["models"].get(model, {}) for kernel in kernels)]
            rows = [f"<th scope=row>{text(kernel['kernel'])}"
                    f"<td>{duration(kernel['native_seconds'])}"
                    + "".join(self._ratio_cell(kernel["models"].get(model, {}).get(way))
                              for model, way in columns) for kernel in kernels]
            if rows:
                heads = ["kernel", record["native"],
                         *(f"{record['models'][model]} {way}" for model, way in columns)]
                body += table(f"{real or 'words'}: speed relative to {record['native']}, median "
                              "case, and the range of the cases", heads, rows)
        return f"<h2>Kernels that people know</h2>\n{body}" if body else ""

    @staticmethod
    def _ratio_cell(ratio):
        if ratio is None:
            return "<td>"
        median, least, most, _ = ratio
        low, high = f"{least:.2f}", f"{most:.2f}"
        return speed_cell(median, f"{low}–{high}" if low != high else "")

    @staticmethod
    def _facts(record):
        device, rates = record["device"], record["ceilings"]
        builds = record["builds"]
        yield from (("measured by", record["program"]), ("preset", record["preset"]),
                    ("cases", record["cases"]),
                    ("architecture", device.get("architecture")), ("driver", device.get("driver")),
                    ("runtime", device.get("runtime")), ("health", record["health"]),
                    ("reading memory", rate(rates["read_GB_per_s"])),
                    ("writing memory", rate(rates["write_GB_per_s"])),
                    ("copying memory", rate(rates["copy_GB_per_s"])),
                    ("datasheet", rate(record["datasheet"]["copy_GB_per_s"])))
        compiled = [(key, builds[key]) for key in ("host", "cuda", "hip") if key in builds]
        for name, build in [*compiled, *builds["models"].items()]:
            yield name, " ".join(filter(None, (build.get("compiler"), build.get("flags"))))

    def _left_out(self):
        rows = [f"<th scope=row>{text(path)}<td class=w>{prose(reason)}"
                for path, reason in self.left_out]
        return page("Files left out", "", table("files that are on no other page, and why",
                                                ["file", "reason"], rows, ("reason",)),
                    [("index.html", "all machines")])
