// SPDX-License-Identifier: Apache-2.0
// Shared by all charts: colours of the page's theme, symbols, axes, intervals, tooltips.
import { figure } from "./data.js";

/// Okabe and Ito's colours without yellow, which is hard to see on white.
export const palette =
  ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f87"];

export const models = {
  native: { colour: "#0072b2", dash: "solid", symbol: "circle" },
  kokkos: { colour: "#e69f00", dash: [7, 4], symbol: "diamond" },
  matched: { colour: "#cc79a7", dash: [7, 2, 2, 2], symbol: "rect" },
  vendor: { colour: "#009e73", dash: [2, 3], symbol: "triangle" },
};

/// Computed values of the style sheet's colours in the current theme.
export function themeColours() {
  const probe = document.createElement("span");
  document.body.append(probe);
  const names = ["text", "quiet", "line", "surface", "band", "parity", "slower", "faster",
    "inconclusive"];
  const colours = {};
  for (const name of names) {
    probe.style.color = `var(--${name})`;
    colours[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return colours;
}

export const textStyle = (colours) => ({ color: colours.text, fontFamily: "system-ui, sans-serif" });

/// An axis with its unit.
export function axis(colours, name, more = {}) {
  return {
    type: "value",
    name,
    nameLocation: "middle",
    nameGap: 30,
    nameTextStyle: { color: colours.quiet },
    axisLabel: { color: colours.quiet, hideOverlap: true, formatter: (value) => figure(value) },
    axisLine: { show: true, lineStyle: { color: colours.line } },
    axisTick: { lineStyle: { color: colours.line } },
    splitLine: { lineStyle: { color: colours.line, opacity: 0.6 } },
    ...more,
  };
}

/// Tooltips are drawn rather than HTML: the page's policy allows no style attributes, and text from
/// a file must stay plain text. `{` would start a rich-text style.
export function tooltip(colours, formatter) {
  return {
    renderMode: "richText",
    confine: true,
    backgroundColor: colours.surface,
    borderColor: colours.line,
    textStyle: { color: colours.text, fontSize: 12 },
    formatter: (item) => formatter(item).replaceAll("{", "("),
  };
}

export function legend(colours, names, itemWidth = 14) {
  return {
    type: "scroll",
    top: 0,
    data: names,
    itemWidth,
    textStyle: { color: colours.text },
    pageTextStyle: { color: colours.text },
    pageIconColor: colours.text,
    pageIconInactiveColor: colours.line,
  };
}

/// A whisker from `from` to `to` with ends across it.
export function whisker(from, to, colour, half = 3) {
  const isHorizontal = Math.abs(from[1] - to[1]) < 1e-6;
  const end = ([x, y]) =>
    isHorizontal ? { x1: x, y1: y - half, x2: x, y2: y + half }
      : { x1: x - half, y1: y, x2: x + half, y2: y };
  const line = (shape) => ({ type: "line", shape, style: { stroke: colour, lineWidth: 1.2 } });
  return {
    type: "group",
    children: [
      line({ x1: from[0], y1: from[1], x2: to[0], y2: to[1] }), line(end(from)), line(end(to)),
    ],
  };
}

/// A logarithmic axis if the values span more than a factor of 20.
export const spansWidely = (values) => {
  const positive = values.filter((value) => value > 0);
  return positive.length === values.length && Math.max(...values) > 20 * Math.min(...values);
};

/// A round number a little above `value`, for the end of an axis.
export function roundUp(value) {
  const unit = 10 ** Math.floor(Math.log10(value)) / 2;
  return Math.ceil(value / unit) * unit;
}

/// A <select> with a label in the figure's caption.
export function choice(figureElement, name, options, chosen, onChange) {
  if (options.length < 2) return;
  const label = document.createElement("label");
  label.append(`${name} `);
  const select = document.createElement("select");
  for (const [value, text] of options) select.append(new Option(text, value, false, value === chosen));
  select.addEventListener("change", () => onChange(select.value));
  label.append(select);
  figureElement.querySelector("figcaption").append(label);
}

/// Whether a chart has the width of a telephone: then names stand above their rows.
export const isNarrow = (figureElement) => figureElement.clientWidth < 520;

/// The names of rows, beside them or, without room for that, above them.
export const rowNames = (colours, narrow, width) => narrow
  ? { color: colours.text, interval: 0, inside: true, margin: 2, align: "left", verticalAlign: "bottom",
    padding: [0, 0, 14, 0], fontSize: 11 }
  : { color: colours.text, interval: 0, width, overflow: "truncate" };
