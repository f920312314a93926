// SPDX-License-Identifier: Apache-2.0
// Draws the page's charts when their section is shown, and again when the theme changes.
import { BarChart, CustomChart, LineChart, ScatterChart } from "echarts/charts";
import { AriaComponent, GridComponent, LegendComponent, MarkAreaComponent, MarkLineComponent,
  TooltipComponent } from "echarts/components";
import echartsLicense from "echarts/LICENSE";
import echartsNotice from "echarts/NOTICE";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import zrenderLicense from "zrender/LICENSE";

import { bars } from "./bars.js";
import { curve, ladder } from "./curve.js";
import { forest, setFilter } from "./forest.js";
import { themeColours } from "./look.js";
import { counts, roofline } from "./points.js";

use([AriaComponent, BarChart, CustomChart, GridComponent, LegendComponent, LineChart, MarkAreaComponent,
  MarkLineComponent, ScatterChart, SVGRenderer, TooltipComponent]);

/// Each takes the figure, the theme's colours and a redraw function, and returns {height, option,
/// note} or {empty}.
const kinds = { bars, counts, curve, forest, ladder, roofline };
const drawn = new Map();  // figure → chart

function noteOf(figure) {
  return figure.querySelector(".note") ?? figure.appendChild(Object.assign(document.createElement("p"),
    { className: "note" }));
}

function draw(figure) {
  figure.hidden = false;
  const canvas = figure.querySelector(".canvas");
  const result = kinds[figure.dataset.chart](figure, themeColours(), () => draw(figure));
  noteOf(figure).textContent = result.empty ?? result.note ?? "";
  canvas.hidden = Boolean(result.empty);
  if (result.empty) return;
  canvas.style.height = `${result.height}px`;
  const chart = drawn.get(figure) ?? init(canvas, null, { renderer: "svg" });
  drawn.set(figure, chart);
  chart.resize();
  chart.setOption({ animation: false, aria: { enabled: true }, ...result.option }, { notMerge: true });
}

const isVisible = (figure) => !figure.closest("section").hidden;
const figures = [...document.querySelectorAll("figure.chart")];

for (const element of document.querySelectorAll("figure.static")) element.hidden = true;

document.addEventListener("tilebridge:shown", ({ detail: section }) => {
  for (const figure of section.querySelectorAll("figure.chart")) if (!drawn.has(figure)) draw(figure);
});
document.addEventListener("tilebridge:filtered", ({ detail }) => {
  setFilter(detail);
  for (const figure of figures)
    if (figure.dataset.chart === "forest" && drawn.has(figure)) draw(figure);
});
document.addEventListener("tilebridge:theme", () => {
  for (const figure of drawn.keys()) {
    if (isVisible(figure)) draw(figure);
    else forget(figure);
  }
});

/// Will be drawn the next time it is shown.
function forget(figure) {
  drawn.get(figure).dispose();
  drawn.delete(figure);
}

const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) if (isVisible(target)) drawn.get(target)?.resize();
});
for (const figure of figures) resized.observe(figure);

const redrawVisible = () => {
  for (const figure of drawn.keys()) if (isVisible(figure)) draw(figure);
};

/// Paper is white and has a different width.
const theme = document.documentElement.dataset;
let themeOfScreen;
addEventListener("beforeprint", () => {
  themeOfScreen = theme.theme;
  theme.theme = "light";
  redrawVisible();
});
addEventListener("afterprint", () => {
  if (themeOfScreen === undefined) delete theme.theme;
  else theme.theme = themeOfScreen;
  redrawVisible();
});

/// The charts' code is part of every page, and so are its licences.
function addLicences() {
  const footer = document.createElement("footer");
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = "Licences of the charts' code (Apache ECharts, ZRender)";
  const text = document.createElement("pre");
  text.textContent = [echartsNotice, echartsLicense, `ZRender\n${zrenderLicense}`].join("\n\n");
  details.append(summary, text);
  footer.append(details);
  document.body.append(footer);
}
addLicences();
