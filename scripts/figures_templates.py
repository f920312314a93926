# SPDX-License-Identifier: Apache-2.0
"""The lists in docs/figures/: every number of a page is in one of their fragments.

A line of a list is a fragment of the page. What is in braces is an expression (figures_queries.py)
whose value is there, in as many digits as the page has; other numbers are constants.

    # a comment
    file h200 h200-models.json
    let loss_at lambda gpu, stride: gpu.slower(f"stride/add stride={stride}", "stride/add stride=1")
    By index Kokkos reaches {percent(h200.speed("transpose/padded_tile", "kokkos indices"))}%
    blocks of 128 threads
    3 times: 32 × 8
    unsupported the run is not kept: up to 19% too long

A fragment is on the page once, or as often as its line says. A brace of the page is written twice.
"""

import pathlib
import re

NUMBER = r"[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?"
SLOT = re.compile(r"\{([^{}]+)\}")
# No digit, and no point or comma with one, is next to a fragment that ends in a number.
BEFORE = r"(?<![0-9])(?<![0-9][.,])"
AFTER = r"(?![0-9]|[.,][0-9])"

# What is no measurement: each pattern is one kind of text whose digits need no fragment.
EXEMPT = {
    "comments and generated tables": re.compile(
        r"<!-- figures:.*?<!-- end -->|<!--.*?-->", re.DOTALL),
    "code, commands, and what they print, which is compared": re.compile(
        r"^```(?:cpp|sh|cmake|console)\n.*?^```$", re.DOTALL | re.MULTILINE),
    "code spans": re.compile(r"(?<!`)`[^`\n]+`(?!`)"),
    "targets of links": re.compile(r"(?<=\])\([^)\s]*\)|https?://\S+"),
    "names, as H200, float4 and sm_90": re.compile(r"(?<![0-9.])\b[A-Za-z_]\w*"),
    "references to sections": re.compile(r"§[0-9.]+(?:–[0-9.]+)?"),
    "issues": re.compile(r"#[0-9]+(?=\]\()"),
    "numbers of items": re.compile(r"^ *[0-9]+\. ", re.MULTILINE),
    "releases, as 4.7.01": re.compile(r"(?<![0-9.])[0-9]+\.[0-9]+\.[0-9]+(?!\.?[0-9])"),
}


def exempt(text):
    """For each character of a page whether it is exempt."""
    flags = bytearray(len(text))
    for pattern in EXEMPT.values():
        for match in pattern.finditer(text):
            flags[match.start():match.end()] = b"\1" * len(match[0])
    return flags


def in_style(value, shown):
    """A value in as many digits as the page shows."""
    decimals = len(shown.partition(".")[2])
    comma = "," if "," in shown else ""
    return f"{value:{comma}.{decimals}f}"


class Fragment:
    """A line of a list."""

    def __init__(self, line, where):
        self.where = where
        self.reason = None
        self.times = 1
        if match := re.match(r"unsupported ([^:]+): ", line):
            self.reason = match[1]
            line = line[match.end():]
        if match := re.match(r"(\d+) times: ", line):
            self.times = int(match[1])
            line = line[match.end():]
        line = line.replace("{{", "\0").replace("}}", "\1")
        self.texts = SLOT.split(line)
        self.expressions = self.texts[1::2]
        self.texts = [text.replace("\0", "{").replace("\1", "}") for text in self.texts[::2]]
        self.pattern = self.compiled()

    def compiled(self):
        pattern = f"({NUMBER})".join(re.escape(text) for text in self.texts)
        first, last = self.texts[0][:1], self.texts[-1][-1:]
        return re.compile((BEFORE if not first or first.isdigit() else "") + pattern +
                          (AFTER if not last or last.isdigit() else ""))

    def matches(self, text):
        return list(self.pattern.finditer(text))

    def __str__(self):
        return "{}".join(self.texts)


class Figures:
    """The list of a page. `open_results` returns the results of a file's name."""

    def __init__(self, path, open_results, functions):
        self.fragments = []
        self.names = {**functions, "__builtins__": {}}
        self.values = {}
        for number, line in enumerate(pathlib.Path(path).read_text().splitlines(), 1):
            words = line.split()
            if not words or line.startswith("# "):
                continue
            if words[0] == "file":
                self.names[words[1]] = open_results(words[2])
            elif words[0] == "let":
                self.names[words[1]] = self.value(line.split(maxsplit=2)[2])
            else:
                self.fragments.append(Fragment(line, f"{path}:{number}"))

    def value(self, expression):
        if expression not in self.values:
            self.values[expression] = eval(expression, self.names)
        return self.values[expression]

    def problems(self, text, page):
        """What the check reports of a page's text: a sentence for each fault."""
        covered = exempt(text)
        found = []
        for fragment in self.fragments:
            matches = fragment.matches(text)
            if len(matches) != fragment.times:
                found.append(f"{fragment.where}: the page has this {len(matches)} times, not "
                             f"{fragment.times}: {fragment}")
            for match in matches:
                covered[match.start():match.end()] = b"\1" * len(match[0])
                found += self.differences(fragment, match, page)
        return found + uncovered(text, covered, page)

    def differences(self, fragment, match, page):
        for shown, expression in zip(match.groups(), fragment.expressions):
            value = self.evaluated(fragment, expression)
            if isinstance(value, str):
                yield value
            elif in_style(value, shown) != shown:
                line = match.string.count("\n", 0, match.start()) + 1
                yield (f"{page}:{line} says {shown}, measured is {in_style(value, shown)} "
                       f"({value:.5g}) in: {match[0]}")

    def evaluated(self, fragment, expression):
        """The value, or a sentence on why there is none."""
        try:
            return self.value(expression)
        except Exception as error:  # of any kind: the list is at fault
            return f"{fragment.where}: {expression}: {error!r}"

    def rewritten(self, text):
        """The page with its figures as they are measured."""
        for fragment in self.fragments:
            if fragment.expressions:
                text = fragment.pattern.sub(lambda match: self.filled(fragment, match), text)
        return text

    def filled(self, fragment, match):
        values = []
        for shown, expression in zip(match.groups(), fragment.expressions):
            value = self.evaluated(fragment, expression)
            values.append(shown if isinstance(value, str) else in_style(value, shown))
        return "".join(sum(zip(fragment.texts, values + [""]), ()))

    def measured(self):
        """How many numbers are measured."""
        return sum(len(fragment.expressions) * fragment.times for fragment in self.fragments)

    def unsupported(self):
        """[(reason, fragment, numbers in it)]."""
        return [(fragment.reason, str(fragment), count_numbers(str(fragment)))
                for fragment in self.fragments if fragment.reason]


def count_numbers(text):
    flags = exempt(text)
    return sum(not flags[match.start()] for match in re.finditer(NUMBER, text))


def uncovered(text, covered, page):
    """A sentence for each number that no fragment has."""
    found = []
    for match in re.finditer(r"[0-9]+(?:[.,][0-9]+)*", text):
        if not all(covered[match.start():match.end()]):
            line = text.count("\n", 0, match.start()) + 1
            around = text[max(0, match.start() - 40):match.end() + 30].replace("\n", " ")
            found.append(f"{page}:{line}: no fragment has the number {match[0]}: …{around}…")
    return found
