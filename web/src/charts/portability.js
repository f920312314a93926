// SPDX-License-Identifier: Apache-2.0
// Ways of writing over several platforms: the cascade of their efficiencies, and where they stand
// between one source and speed everywhere.
import { data, figure } from "./data.js";
import { axis, legend, palette, textStyle, tooltip } from "./look.js";

const symbols = ["circle", "diamond", "rect"];
const dashes = ["solid", [7, 4], [7, 2, 2, 2]];

/// Platforms from the one that suits the way best to the one that suits it least.
const steps = (way) => way.efficiencies
  .map((value, i) => ({ value, platform: data.ways.platforms[i] }))
  .sort((a, b) => b.value - a.value);

const style = (i) => ({
  symbol: symbols[i],
  symbolSize: 11,
  itemStyle: { color: palette[i] },
  lineStyle: { color: palette[i], type: dashes[i], width: 2 },
});

export function cascade(_, colours) {
  const { ways, platforms } = data.ways;
  return {
    height: 380,
    rows: [["way", "platforms", "platform", "efficiency"],
      ...ways.flatMap((way) => steps(way).map(({ value, platform }, i) => [way.name, i + 1, platform, value]))],
    option: {
      textStyle: textStyle(colours),
      grid: { left: 65, right: 30, top: 40, bottom: 50 },
      legend: legend(colours, ways.map(({ name }) => name), 38),
      xAxis: axis(colours, "platforms, each way's best first", {
        type: "category",
        data: platforms.map((_platform, i) => String(i + 1)),
        axisLabel: { color: colours.quiet },
      }),
      yAxis: axis(colours, "efficiency", { min: 0, max: 1 }),
      tooltip: tooltip(colours, ({ seriesName, data: { value, platform } }) =>
        `${seriesName}\n${platform}: ${figure(value)}`),
      series: ways.map((way, i) => ({ type: "line", name: way.name, data: steps(way), ...style(i) })),
    },
  };
}

export function navigation(_, colours) {
  const { ways } = data.ways;
  return {
    height: 380,
    rows: [["way", "code convergence", "metric"],
      ...ways.map(({ name, convergence, metric }) => [name, convergence, metric])],
    option: {
      textStyle: textStyle(colours),
      grid: { left: 65, right: 30, top: 40, bottom: 50 },
      legend: legend(colours, ways.map(({ name }) => name)),
      xAxis: axis(colours, "code convergence (1: one source)", { min: 0, max: 1 }),
      yAxis: axis(colours, "performance portability", { min: 0, max: 1 }),
      tooltip: tooltip(colours, ({ seriesName, value }) =>
        `${seriesName}\nconvergence ${figure(value[0])}, portability ${figure(value[1])}`),
      series: ways.map((way, i) =>
        ({ type: "scatter", name: way.name, data: [[way.convergence, way.metric]], clip: false, ...style(i) })),
    },
  };
}
