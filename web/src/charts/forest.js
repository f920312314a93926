// SPDX-License-Identifier: Apache-2.0
// Performance against native code: one row per experiment, variant or case.
import { comparisons, data, figure, grouped, linkTo, nameOf } from "./data.js";
import { axis, isNarrow, rowNames, textStyle, tooltip, whisker } from "./look.js";

const mostRows = 80;
const rowHeight = 22;

let filter = { rows: "experiment", form: "", shown: null };
export const setFilter = (wanted) => { filter = wanted; };

const log2 = Math.log2;
const meanOf = (items) => items.reduce((sum, item) => sum + log2(item.ratio), 0) / items.length;

const rowName = {
  experiment: ({ experiment, c }) => nameOf(experiment.name, c.file),
  variant: ({ experiment, c }) => `${experiment.name}/${nameOf(c.variant, c.file)}`,
  case: ({ experiment, c }) => `${experiment.name}/${nameOf(c.variant, c.file)}  ${c.setting}`,
};

/// Kokkos's comparisons, or those of the vendor's libraries if that form is selected.
function visible() {
  const model = filter.form === "library" ? "vendor" : "kokkos";
  return comparisons.filter((item, i) =>
    item.model === model && (filter.shown === null || filter.shown[i]));
}

function rowsOf(items) {
  return [...grouped(items, rowName[filter.rows])]
    .map(([name, members]) => ({ name, members, mean: meanOf(members) }))
    .sort((a, b) => a.mean - b.mean);
}

/// As in the page's badges, so that they can be told apart without colour.
function symbol(verdict, x, y, colours) {
  const style = { fill: colours[verdict], stroke: colours.surface, lineWidth: 0.5 };
  const polygon = (points) =>
    ({ type: "polygon", shape: { points: points.map(([dx, dy]) => [x + dx, y + dy]) }, style });
  if (verdict === "slower") return polygon([[-5, -4], [5, -4], [0, 5]]);
  if (verdict === "faster") return polygon([[-5, 4], [5, 4], [0, -5]]);
  if (verdict === "inconclusive") return polygon([[0, -5], [5, 0], [0, 5], [-5, 0]]);
  return { type: "circle", shape: { cx: x, cy: y, r: 4 }, style };
}

/// The points of a row are spread over its height so that they do not hide each other.
const offsetOf = (i, count) => count < 2 ? 0 : ((i * 0.618) % 1 - 0.5) * rowHeight * 0.6;

function points(rows) {
  return rows.flatMap((row, y) => row.members.map((item, i) => ({
    value: [log2(item.ratio), y, log2(item.low), log2(item.high)],
    item,
    link: linkTo(item.experiment, item.c),
    offset: offsetOf(i, row.members.length),
  })));
}

function pointSeries(rows, colours) {
  const all = points(rows);
  return {
    type: "custom",
    data: all,
    encode: { x: 0, y: 1 },
    renderItem: (params, api) => {
      const { item, offset } = all[params.dataIndex];
      const at = (k) => {
        const [x, y] = api.coord([api.value(k), api.value(1)]);
        return [x, y + offset];
      };
      const centre = at(0);
      const children = [symbol(item.verdict, ...centre, colours)];
      if (at(3)[0] - at(2)[0] > 1) children.unshift(whisker(at(2), at(3), colours.quiet, 2));
      return { type: "group", children };
    },
    markArea: {
      silent: true,
      itemStyle: { color: colours.band },
      data: [[{ xAxis: log2(1 - data.parity_band) }, { xAxis: log2(1 + data.parity_band) }]],
    },
    z: 3,
  };
}

const meanSeries = (rows, colours, half) => ({
  type: "custom",
  data: rows.map((row, y) => [row.mean, y]),
  encode: { x: 0, y: 1 },
  silent: true,
  z: 4,
  renderItem: (params, api) => {
    const [x, y] = api.coord([api.value(0), api.value(1)]);
    return { type: "rect", shape: { x: x - 1.5, y: y - half, width: 3, height: 2 * half }, style: { fill: colours.text } };
  },
});

function textOf({ data: point }) {
  const { experiment, c, model, ratio, low, high, verdict } = point.item;
  return `${experiment.name}/${nameOf(c.variant, c.file)}, ${model} ÷ native\n${c.form}; ${c.setting}\n` +
    `${figure(ratio)}  [${figure(low)}, ${figure(high)}]  ${verdict}`;
}

const drawnRows = (rows) => [
  ["experiment", "variant", "model", "case", "ratio", "low", "high", "verdict"],
  ...rows.flatMap(({ members }) => members.map(({ experiment, c, model, ratio, low, high, verdict }) =>
    [experiment.name, nameOf(c.variant, c.file), model, c.setting, ratio, low, high, verdict])),
];

export function forest(figureElement, colours) {
  const all = rowsOf(visible());
  if (all.length === 0) return { empty: "No comparison fits these filters." };
  const rows = all.slice(0, mostRows);
  const ends = rows.flatMap(({ members }) => members.map((item) => log2(item.ratio)));
  const min = Math.min(-1, Math.floor(Math.min(...ends)));
  const max = Math.max(1, Math.ceil(Math.max(...ends)));
  const narrow = isNarrow(figureElement);
  const besides = filter.rows === "experiment" ? 120 : filter.rows === "variant" ? 210 : 380;
  const left = narrow ? 10 : besides;
  return {
    height: 90 + rows.length * (narrow ? 2 : 1) * rowHeight,
    rows: drawnRows(rows),
    note: rows.length < all.length ? `The ${rows.length} slowest of ${all.length} rows.` : "",
    option: {
      textStyle: textStyle(colours),
      grid: { left, right: 20, top: 10, bottom: 50 },
      xAxis: axis(colours, narrow ? "÷ native; 1 is parity" : "performance against native code (1 is parity; logarithmic)", {
        min,
        max,
        interval: Math.max(1, Math.ceil((max - min) / 10)),
        axisLabel: { color: colours.quiet, formatter: (value) => String(Number((2 ** value).toPrecision(2))) },
      }),
      yAxis: axis(colours, "", {
        type: "category",
        inverse: true,
        data: rows.map(({ name }) => name),
        z: 5,
        axisLabel: rowNames(colours, narrow, left - 20),
        axisTick: { show: false },
      }),
      tooltip: tooltip(colours, textOf),
      series: [pointSeries(rows, colours), meanSeries(rows, colours, narrow ? 6 : 9)],
    },
  };
}
