// SPDX-License-Identifier: Apache-2.0
// Draws the page's charts when their section is shown, and again when the theme changes.
import {BarChart, CustomChart, LineChart, ScatterChart} from 'echarts/charts';
import {AriaComponent, GridComponent, LegendComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent} from 'echarts/components';
import {init, use} from 'echarts/core';
import echartsLicense from 'echarts/LICENSE';
import echartsNotice from 'echarts/NOTICE';
import {SVGRenderer} from 'echarts/renderers';
import zrenderLicense from 'zrender/LICENSE';

import {bars} from './bars.js';
import {curve, latency_levels} from './curve.js';
import {csv} from './data.js';
import {forest, setFilter} from './forest.js';
import {isNarrow, themeColours} from './look.js';
import {counts, roofline} from './points.js';
import {cascade, navigation} from './portability.js';

use([AriaComponent, BarChart, CustomChart, GridComponent, LegendComponent, LineChart, MarkAreaComponent,
  MarkLineComponent, ScatterChart, SVGRenderer, TooltipComponent]);

/// Each takes the figure, the theme's colours and a redraw function, and returns {height, option,
/// note, rows} or {empty}; `rows` are what is drawn, below a row of names.
const kinds = {
  bars,
  cascade,
  counts,
  curve,
  forest,
  latency_levels,
  navigation,
  roofline
};
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
  widths.set(figure, isNarrow(figure));
  addDownloads(figure, chart, result.rows);
  chart.off("click");
  chart.on("click", ({ data: point }) => { if (point?.link) location.hash = point.link; });
}

const widths = new Map();  // figure → whether it was drawn for a telephone
const kept = new Map();  // figure → {chart, rows} that its downloads are made of

/// Two links: the chart as SVG, its rows as CSV.
function addDownloads(figure, chart, rows) {
  const isNew = !kept.has(figure);
  kept.set(figure, { chart, rows });
  if (!isNew) return;
  const name = `${figure.dataset.subject || "overview"}-${figure.dataset.chart}`;
  const line = figure.appendChild(document.createElement("p"));
  line.className = "downloads";
  line.append("Download: ", download("picture", `${name}.svg`, "image/svg+xml",
    () => kept.get(figure).chart.renderToSVGString()), ", ", download("data", `${name}.csv`, "text/csv",
    () => csv(kept.get(figure).rows)));
}

function download(label, file, type, contents) {
  const link = Object.assign(document.createElement("a"), { textContent: label, download: file, href: "#" });
  link.addEventListener("click", () => {
    const address = URL.createObjectURL(new Blob([contents()], { type }));
    link.href = address;
    setTimeout(() => { URL.revokeObjectURL(address); link.href = "#"; }, 1000);
  });
  return link;
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
  for (const { target } of entries) {
    if (!isVisible(target) || !drawn.has(target)) continue;
    if (widths.get(target) === isNarrow(target)) drawn.get(target).resize();
    else draw(target);
  }
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
