// SPDX-License-Identifier: Apache-2.0
// Scatter plots: the roofline of all experiments, and counts against their prediction.
import { data, experimentOf, figure, linkTo, nameOf, shownVariant } from "./data.js";
import { axis, legend, models, textStyle, tooltip } from "./look.js";

const logarithmic = (colours, name, more) => axis(colours, name, { type: "log", ...more });

const scatter = (name, model, points) => ({
  type: "scatter",
  name,
  data: points,
  symbol: models[model].symbol,
  symbolSize: 9,
  itemStyle: { color: models[model].colour, opacity: 0.75 },
});

function casesThatCompute() {
  return data.experiments.flatMap((experiment) =>
    experiment.cases.filter((c) => c.flops).map((c) => ({ experiment, c })));
}

function roofPoints(model) {
  return casesThatCompute().filter(({ c }) => c.models[model]?.[4] > 0).map(({ experiment, c }) => ({
    value: [c.flops / c.bytes, c.flops / c.models[model][4] / 1e12],
    text: `${experiment.name}/${nameOf(shownVariant(c), c.file)} ${model}\n${c.setting}`,
    row: [experiment.name, nameOf(shownVariant(c), c.file), model, c.setting],
    link: linkTo(experiment, c),
  }));
}

/// What the scatter plot `series` draw, below `names` of the two axes.
const drawnRows = (series, names) => [
  ["experiment", "variant", "model", "case", ...names],
  ...series.flatMap((one) => one.data.map(({ row, value }) => [...row, ...value])),
];

/// Up the memory slope to the ridge, then along the arithmetic limit.
function roof({ label, ceilings }, intensities, colours) {
  const slope = ceilings.copy / 1e3;
  const ridge = ceilings.fma / slope;
  const first = Math.min(...intensities, ridge) / 2;
  const last = Math.max(...intensities, ridge) * 2;
  return {
    type: "line",
    name: label ? `ceilings (${label})` : "measured ceilings",
    data: [[first, first * slope], [ridge, ceilings.fma], [last, ceilings.fma]],
    symbol: "none",
    silent: true,
    clip: true,
    lineStyle: { color: colours.text, width: 2 },
    itemStyle: { color: colours.text },
    endLabel: { show: true, formatter: `${figure(ceilings.fma)} TFLOP/s`, color: colours.text, offset: [-90, -12] },
  };
}

export function roofline(_, colours) {
  const series = Object.keys(models).map((model) => scatter(model, model, roofPoints(model)))
    .filter((one) => one.data.length > 0);
  const intensities = series.flatMap((one) => one.data.map(({ value }) => value[0]));
  if (intensities.length === 0) return { empty: "No times are in this file." };
  const roofs = data.files.filter(({ ceilings }) => ceilings.copy > 0 && ceilings.fma > 0)
    .map((file) => roof(file, intensities, colours));
  const all = [...series, ...roofs];
  const lowest = 10 ** Math.floor(Math.log10(Math.max(...data.files.map(({ ceilings }) => ceilings.fma))) - 4);
  const below = series.flatMap((one) => one.data).filter(({ value }) => value[1] < lowest).length;
  return {
    height: 520,
    rows: drawnRows(series, ["flops per byte", "TFLOP/s"]),
    note: below > 0 ? `${below} slower points are in the table only.` : "",
    option: {
      textStyle: textStyle(colours),
      grid: { left: 75, right: 30, top: 40, bottom: 50 },
      legend: legend(colours, all.map(({ name }) => name)),
      xAxis: logarithmic(colours, "flops per byte requested"),
      yAxis: logarithmic(colours, "TFLOP/s", { nameGap: 50, min: lowest }),
      tooltip: tooltip(colours, ({ data: { text, value } }) =>
        `${text}\n${figure(value[0])} flops per byte, ${figure(value[1])} TFLOP/s`),
      series: all,
    },
  };
}

export function counts(figureElement, colours) {
  const experiment = experimentOf(figureElement.dataset.subject);
  const points = (model) => experiment.cases.flatMap((c) => (c.checks ?? [])
    .filter(([of, , predicted, counted]) => of === model && predicted > 0 && counted > 0)
    .map(([, what, predicted, counted]) => ({
      value: [predicted, counted],
      text: `${nameOf(shownVariant(c), c.file)} ${model}, ${what}\n${c.setting}`,
      row: [experiment.name, nameOf(shownVariant(c), c.file), `${model}, ${what}`, c.setting],
      link: linkTo(experiment, c),
    })));
  const series = Object.keys(models).map((model) => scatter(model, model, points(model)))
    .filter((one) => one.data.length > 0);
  const values = series.flatMap((one) => one.data.flatMap(({ value }) => value));
  if (values.length === 0) return { empty: "No counts above zero are in this file." };
  const ends = [Math.min(...values) / 2, Math.max(...values) * 2];
  return {
    height: 420,
    rows: drawnRows(series, ["predicted", "counted"]),
    option: {
      textStyle: textStyle(colours),
      grid: { left: 85, right: 30, top: 40, bottom: 50 },
      legend: legend(colours, series.map(({ name }) => name)),
      xAxis: logarithmic(colours, "predicted"),
      yAxis: logarithmic(colours, "counted", { nameGap: 60 }),
      tooltip: tooltip(colours, ({ data: { text, value } }) =>
        `${text}\n${value[0]} predicted, ${value[1]} counted`),
      series: [...series, {
        type: "line",
        data: ends.map((end) => [end, end]),
        symbol: "none",
        silent: true,
        lineStyle: { color: colours.quiet, width: 1 },
      }],
    },
  };
}
