// SPDX-License-Identifier: Apache-2.0
// Every variant of an experiment at one setting, next to what the ceilings allow.
import { experimentOf, figure, grouped, linkTo, nameOf, shownVariant, unique, valueRows } from "./data.js";
import { axis, choice, isNarrow, legend, models, roundUp, rowNames, textStyle, tooltip, whisker } from "./look.js";

const barHeight = 17;
const chosen = new WeakMap();

const hasTimes = (c) => Object.values(c.models).some((timing) => timing[0] !== null);
const longest = (cases) => Math.max(...cases.flatMap((c) => Object.values(c.models).map((timing) => timing[4])));

/// Among the settings that most variants have, the one that takes longest.
function usualSetting(settings) {
  const count = (cases) => unique(cases.map((c) => c.variant)).length;
  const most = Math.max(...[...settings.values()].map(count));
  return [...settings]
    .filter(([, cases]) => count(cases) >= most * 2 / 3)
    .sort(([, a], [, b]) => longest(b) - longest(a))[0][0];
}

/// One row per variant, with its plain and its matched kernel; the rows of several files stand
/// together.
const rowsOf = (cases) => [...grouped(cases, shownVariant).values()]
  .flatMap((ofVariant) => [...grouped(ofVariant, (c) => c.file).values()])
  .map((members) => ({
    name: nameOf(shownVariant(members[0]), members[0].file),
    first: members[0],
    models: Object.assign({}, ...members.map((c) => c.models)),
  }));

/// Bars are side by side within a category, as ECharts lays out `count` of them.
function shift(index, count, bandWidth) {
  const width = Math.min(barHeight - 4, bandWidth / count);
  return (index - (count - 1) / 2) * width;
}

function marks(name, rows, present, colours, draw) {
  const items = rows.flatMap((row, y) => present
    .filter((model) => row.models[model])
    .map((model) => ({ value: [0, y], timing: row.models[model], index: present.indexOf(model) })));
  return {
    type: "custom",
    name,
    silent: true,
    z: 4,
    data: items,
    encode: { y: 1 },
    renderItem: (params, api) => {
      const { timing, index, value } = items[params.dataIndex];
      const at = (x) => {
        const [px, py] = api.coord([x, value[1]]);
        return [px, py + shift(index, present.length, api.size([0, 1])[1])];
      };
      return draw(timing, at);
    },
  };
}

function optionOf(experiment, rows, colours, narrow) {
  const present = Object.keys(models).filter((model) => rows.some((row) => row.models[model]));
  const bars = present.map((model) => ({
    type: "bar",
    name: model,
    data: rows.map((row) => ({
      value: row.models[model]?.[0] ?? null,
      timing: row.models[model],
      link: linkTo(experiment, row.first),
    })),
    barWidth: barHeight - 4,
    barGap: "0%",
    itemStyle: { color: models[model].colour },
  }));
  const intervals = marks("", rows, present, colours, (timing, at) =>
    at(timing[2])[0] - at(timing[1])[0] < 2 ? null : whisker(at(timing[1]), at(timing[2]), colours.text));
  const ceilings = marks("", rows, present, colours, (timing, at) => {
    if (timing[3] === null) return null;
    const [x, y] = at(timing[3]);
    return { type: "rect", shape: { x: x - 1, y: y - 7, width: 2.5, height: 14 }, style: { fill: colours.slower } };
  });
  const count = present.length;
  const tops = rows.flatMap((row) => Object.values(row.models).flatMap((timing) => [timing[2], timing[3] ?? 0]));
  return {
    textStyle: textStyle(colours),
    aria: { enabled: true, decal: { show: true } },
    grid: { left: narrow ? 10 : 150, right: 30, top: 35, bottom: 50 },
    legend: legend(colours, present, 28),
    xAxis: axis(colours, experiment.unit, { min: 0, max: roundUp(Math.max(...tops)) }),
    yAxis: axis(colours, "", {
      type: "category",
      inverse: true,
      data: rows.map(({ name }) => name),
      axisLabel: narrow
        ? { ...rowNames(colours, narrow), padding: [0, 0, 2 + count * (barHeight - 4) / 2, 0] }
        : rowNames(colours, narrow, 135),
      axisTick: { show: false },
    }),
    tooltip: tooltip(colours, ({ name, seriesName, data: { timing } }) =>
      `${name} ${seriesName}\n${figure(timing[0])} ${experiment.unit}  [${figure(timing[1])}, ${figure(timing[2])}]` +
      (timing[3] === null ? "" : `\nceiling ${figure(timing[3])}`)),
    series: [...bars, intervals, ceilings],
  };
}

export function bars(figureElement, colours, redraw) {
  const experiment = experimentOf(figureElement.dataset.subject);
  const settings = grouped(experiment.cases.filter(hasTimes), (c) => c.setting);
  if (settings.size === 0) return { empty: "No times are in this file." };
  if (!chosen.has(figureElement)) {
    chosen.set(figureElement, usualSetting(settings));
    choice(figureElement, "case", [...settings.keys()].map((name) => [name, name]), chosen.get(figureElement),
      (value) => {
        chosen.set(figureElement, value);
        redraw();
      });
  }
  const cases = settings.get(chosen.get(figureElement));
  const rows = rowsOf(cases).slice(0, 60);
  const narrow = isNarrow(figureElement);
  const count = Object.keys(models).filter((model) => rows.some((row) => row.models[model])).length;
  return {
    height: 95 + rows.length * (count * (barHeight - 4) + (narrow ? 26 : 10)),
    option: optionOf(experiment, rows, colours, narrow),
    rows: valueRows(experiment, cases),
  };
}
