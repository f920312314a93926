// SPDX-License-Identifier: Apache-2.0
// An experiment's results against the parameter that it varies.
import { binary, data, experimentOf, figure, grouped, linkTo, nameOf, shownVariant, unique, valueRows } from "./data.js";
import { axis, choice, legend, models, palette, roundUp, spansWidely, textStyle, tooltip, whisker } from "./look.js";

/// Whether no two points have the same x: then any other difference follows from x.
const isOneCurve = (points) => unique(points.map(({ c }) => c.x)).length === points.length;

const byX = (points) => points.sort((a, b) => a.c.x - b.c.x);

/// One curve per variant and model; several if points differ in more than x, named after what
/// differs.
function curvesOf(experiment, file) {
  const cases = experiment.cases.filter((c) =>
    typeof c.x === "number" && (file === "" || c.file === Number(file)));
  const points = cases.flatMap((c) => Object.entries(c.models)
    .filter(([, timing]) => timing[0] !== null)
    .map(([model, timing]) => ({ c, model, timing })));
  const groups = [...grouped(points, ({ c, model }) => JSON.stringify([shownVariant(c), model, c.file])).values()];
  const curves = groups.flatMap((members) => {
    if (isOneCurve(members)) return [{ ...members[0], rest: "", points: byX(members) }];
    return [...grouped(members, ({ c }) => c.rest)]
      .map(([rest, parts]) => ({ ...parts[0], rest, points: byX(parts) }));
  }).filter((curve) => curve.points.length > 1);
  const colours = unique(curves.map(({ c, rest }) => JSON.stringify([shownVariant(c), c.file, rest])));
  const restsOf = (c) => unique(curves
    .filter((other) => shownVariant(other.c) === shownVariant(c) && other.c.file === c.file)
    .map(({ rest }) => rest));
  for (const curve of curves) {
    const { c, rest } = curve;
    curve.colour = palette[colours.indexOf(JSON.stringify([shownVariant(c), c.file, rest])) % palette.length];
    curve.name = `${nameOf(shownVariant(c), c.file)} ${curve.model}${restsOf(c).length > 1 ? `, ${rest}` : ""}`;
  }
  return curves;
}

const lineOf = (experiment, curve) => ({
  type: "line",
  name: curve.name,
  data: curve.points.map(({ c, timing }) =>
    ({ value: [c.x, timing[0]], timing, setting: c.setting, link: linkTo(experiment, c) })),
  symbol: models[curve.model].symbol,
  symbolSize: 8,
  showAllSymbol: true,
  itemStyle: { color: curve.colour },
  lineStyle: { color: curve.colour, width: 2, type: models[curve.model].dash },
  emphasis: { focus: "series" },
});

const whiskersOf = (curve) => ({
  type: "custom",
  name: curve.name,
  silent: true,
  itemStyle: { color: curve.colour },
  data: curve.points.map(({ c, timing }) => [c.x, timing[1], timing[2]]),
  encode: { x: 0, y: [1, 2] },
  renderItem: (params, api) => {
    const low = api.coord([api.value(0), api.value(1)]);
    const high = api.coord([api.value(0), api.value(2)]);
    return low[1] - high[1] < 2 ? null : whisker(low, high, curve.colour);
  },
});

/// The highest value that the ceilings allow for the points.
function ceilingLine(curves, colours) {
  const tops = curves.flatMap(({ points }) => points.map(({ timing }) => timing[3])).filter(Boolean);
  if (tops.length === 0) return {};
  const top = Math.max(...tops);
  return {
    silent: true,
    symbol: "none",
    data: [{ yAxis: top }],
    lineStyle: { color: colours.slower, type: [3, 3] },
    label: { formatter: `measured ceiling ${figure(top)}`, position: "insideStartTop", color: colours.slower },
  };
}

function optionOf(experiment, curves, colours, more) {
  const values = curves.flatMap(({ points }) => points.map(({ timing }) => timing[0]));
  const isRate = experiment.unit.endsWith("/s");
  const lines = curves.map((each) => lineOf(experiment, each));
  if (isRate && lines.length > 0) lines[0].markLine = ceilingLine(curves, colours);
  const tops = curves.flatMap(({ points }) => points.map(({ timing }) => timing[3] ?? 0));
  const isWide = spansWidely(values);
  return {
    textStyle: textStyle(colours),
    grid: { left: 75, right: 30, top: 55, bottom: 50 },
    legend: legend(colours, curves.map(({ name }) => name), 38),
    xAxis: axis(colours, experiment.x.name, {
      type: experiment.x.logarithmic ? "log" : "value",
      logBase: 2,
      scale: true,
      axisLabel: { color: colours.quiet, hideOverlap: true, formatter: binary },
    }),
    yAxis: axis(colours, experiment.unit, {
      type: isWide ? "log" : "value",
      nameGap: 50,
      max: isRate && !isWide ? roundUp(Math.max(...values, ...tops)) : null,
    }),
    tooltip: tooltip(colours, ({ seriesName, data: point }) =>
      `${seriesName}\n${point.setting}\n${figure(point.value[1])} ${experiment.unit}  ` +
      `[${figure(point.timing[1])}, ${figure(point.timing[2])}]`),
    series: [...lines, ...curves.map(whiskersOf), ...more],
  };
}

const chosenFile = new WeakMap();

function fileChoice(figureElement, experiment, redraw) {
  const files = unique(experiment.cases.map((c) => c.file));
  if (chosenFile.has(figureElement)) return;
  chosenFile.set(figureElement, files.length > 1 ? String(files[0]) : "");
  const options = files.map((file) => [String(file), data.files[file].label]);
  if (files.length > 1) options.push(["", "all"]);
  choice(figureElement, "file", options, chosenFile.get(figureElement), (value) => {
    chosenFile.set(figureElement, value);
    redraw();
  });
}

/// The levels of the memory hierarchy, as found by the latency_levels.
function plateaus(file, colours) {
  const shown = data.files.filter((_, i) => file === "" || i === Number(file));
  const all =
      shown.flatMap(({latency_levels}) => latency_levels)
          .filter(({model}) => model === 'native')
          .flatMap(
              ({variant, plateaus: levels}) => levels.map((level) => ({value: level, variant})));
  const labels = [];  // positions that already have a label
  return {
    type: "custom",
    silent: true,
    data: all,
    z: 5,
    encode: { x: [0, 1], y: 2 },
    renderItem: (params, api) => {
      const from = api.coord([api.value(0), api.value(2)]);
      const to = api.coord([api.value(1), api.value(2)]);
      const bar = { type: "line", shape: { x1: from[0], y1: from[1], x2: to[0], y2: to[1] },
        style: { stroke: colours.text, lineWidth: 6, opacity: 0.18 } };
      const [x, y] = [(from[0] + to[0]) / 2, from[1] - 20];
      if (params.dataIndex === 0) labels.length = 0;
      if (labels.some((other) => Math.abs(other[0] - x) < 60 && Math.abs(other[1] - y) < 14)) return bar;
      labels.push([x, y]);
      return { type: "group", children: [bar, { type: "text", style: { x, y, align: "center", fontSize: 11,
        fill: colours.text, text: `${figure(api.value(2))} ns` } }] };
    },
  };
}

function draw(figureElement, colours, redraw, more) {
  const experiment = experimentOf(figureElement.dataset.subject);
  if (!experiment?.x) return { empty: "No parameter is varied here." };
  fileChoice(figureElement, experiment, redraw);
  const file = chosenFile.get(figureElement);
  const curves = curvesOf(experiment, file);
  if (curves.length === 0) return { empty: "No times are in this file." };
  const cases = unique(curves.flatMap(({ points }) => points.map(({ c }) => c)));
  return {
    height: 440,
    option: optionOf(experiment, curves, colours, more(file)),
    rows: valueRows(experiment, cases),
  };
}

export const curve = (figureElement, colours, redraw) => draw(figureElement, colours, redraw, () => []);
export const latency_levels = (figureElement, colours, redraw) =>
    draw(figureElement, colours, redraw, (file) => [plateaus(file, colours)]);
