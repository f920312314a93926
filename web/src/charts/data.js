// SPDX-License-Identifier: Apache-2.0
// The page's data, as src/html/chart_data.cpp writes it:
//   parity_band: half its width
//   files:       [{label, device, ceilings: {read, write, copy, l2 (GB/s), fma (TFLOP/s)},
//   latency_levels}] ways:        {platforms, ways: [{name, efficiencies, metric, convergence}]},
//   with several platforms experiments: [{id, name, family, unit, x: {name, logarithmic} or none,
//   cases}] a case:      {file, variant, matched_to, form, setting, x, rest, models, comparisons,
//   flops,
//                bytes, checks}
//   models:      by model, or "matched", [value, low, high, value at the ceiling or null, seconds],
//   in `unit` comparisons: [[model, ratio, low, high, verdict]] checks:      [[model, what,
//   predicted, counted]]
export const data = JSON.parse(document.getElementById("data").textContent);

const byId = new Map(data.experiments.map((experiment) => [experiment.id, experiment]));
export const experimentOf = (id) => byId.get(id);

/// The name under which a case is drawn: a matched one next to the plain one of its variant.
export const shownVariant = (c) => c.matched_to ?? c.variant;

/// "tile" or, with several files, "tile (A)".
export function nameOf(variant, file) {
  const { label } = data.files[file];
  return label ? `${variant} (${label})` : variant;
}

/// Every comparison, in the order of the page's table.
export const comparisons = data.experiments.flatMap((experiment) =>
  experiment.cases.flatMap((c) =>
    c.comparisons.map(([model, ratio, low, high, verdict]) =>
      ({ experiment, c, model, ratio, low, high, verdict }))));

export const unique = (values) => [...new Set(values)];

/// Values by key, in order of first appearance.
export function grouped(values, keyOf) {
  const groups = new Map();
  for (const value of values) {
    const key = keyOf(value);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(value);
  }
  return groups;
}

/// Four digits: "4676", "0.9983", "1.2e+6".
export function figure(value) {
  const magnitude = Math.abs(value);
  if (magnitude >= 1e6 || (magnitude > 0 && magnitude < 1e-3)) return value.toExponential(2);
  return String(Number(value.toPrecision(4)));
}

/// "32Mi": a number of bytes or elements.
export function binary(value) {
  for (const [unit, size] of [["Gi", 2 ** 30], ["Mi", 2 ** 20], ["Ki", 2 ** 10]])
    if (value >= size && Number.isInteger(value / size)) return `${value / size}${unit}`;
  return figure(value);
}

/// Where a case's rows are: its experiment, with its variant marked.
export const linkTo = (experiment, c) =>
  `#${experiment.id}?${new URLSearchParams({ variant: nameOf(shownVariant(c), c.file) })}`;

/// A cell that no spreadsheet takes for a formula.
function cell(value) {
  if (typeof value === "number") return String(value);
  const text = String(value ?? "");
  return `"${/^[=+\-@\t\r]/.test(text) ? "'" : ""}${text.replaceAll("\"", "\"\"")}"`;
}

export const csv = (rows) => rows.map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";

/// The values of cases, below their names.
export const valueRows = (experiment, cases) => [
  ["experiment", "variant", "model", "case", `value (${experiment.unit})`, "low", "high", "at the ceiling"],
  ...cases.flatMap((c) => Object.entries(c.models)
    .filter(([, timing]) => timing[0] !== null)
    .map(([model, timing]) => [experiment.name, nameOf(shownVariant(c), c.file), model, c.setting,
      timing[0], timing[1], timing[2], timing[3]])),
];
