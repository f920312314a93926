// SPDX-License-Identifier: Apache-2.0
// Opens HTML reports in Chromium, as a user would, and looks at what is there.
"use strict";
const assert = require("node:assert/strict");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { chromium } = require("playwright-core");

const [program, results, executablePath] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tilebridge_"));
const result = (name) => path.join(results, name);

function report(files) {
  const page = path.join(folder, `${path.basename(files[0], ".json")}-${files.length}.html`);
  execFileSync(program, ["report", ...files, "-o", page]);
  return page;
}

/// A result file whose every text would like to be something else.
function hostileFile() {
  const evil = "</script><script>window.attacked = 1</script>" +
    "<img src=http://attacker.invalid/x onerror=\"window.attacked = 1\">{a|b}";
  const file = JSON.parse(fs.readFileSync(result("h200-full.json")));
  file.device.name = file.device.architecture = file.builds.build_type = file.program.version = evil;
  file.cases = file.cases.filter((c) => ["stride", "dot", "roofline"].includes(c.experiment));
  file.cases.forEach((c, i) => {
    if (i % 2) c.experiment = evil;
    if (i % 3) c.variant = i % 5 ? evil : "__proto__";
    if (i % 4 === 0) c.level = evil;
    c.parameters[evil] = evil;
    const { seconds } = Object.values(c.models)[0];
    if (seconds) seconds.median = [1e308, 1e-308, 0, -1, 1][i % 5];
    if (c.comparisons[0]) c.comparisons[0].ratio = [1e308, 1e-308, 0, -1, 0.5][i % 5];
  });
  const name = path.join(folder, "hostile.json");
  fs.writeFileSync(name, JSON.stringify(file));
  return name;
}

/// A result file in which the first textbook cases have a matched one each, ahead of them.
function matchedFile() {
  const file = JSON.parse(fs.readFileSync(result("h200-full.json")));
  file.cases = file.cases.filter((c) => ["stride", "transpose"].includes(c.experiment));
  const matched = file.cases.filter((c) => c.level === "textbook").map((c) =>
    ({ ...c, variant: `${c.variant}_matched`, level: "matched", compared_with: c.variant }));
  file.cases = [...matched, ...file.cases];
  const name = path.join(folder, "matched.json");
  fs.writeFileSync(name, JSON.stringify(file));
  return name;
}

/// The cases of the reference run as if another GPU had run them.
function otherDeviceFile() {
  const file = JSON.parse(fs.readFileSync(result("h200-full.json")));
  file.device.name = "Another GPU";
  file.cases = file.cases.filter((c) => ["stride", "transpose"].includes(c.experiment));
  const name = path.join(folder, "other.json");
  fs.writeFileSync(name, JSON.stringify(file));
  return name;
}

/// A page in a browser of its own, with what it complained about and asked the network for.
async function open(browser, file, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1300, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (request.url() !== `file://${file}`) complaints.push(`request: ${request.url().slice(0, 100)}`);
  });
  await page.goto(`file://${file}`);
  return { page, complaints };
}

const show = (page, view) => page.evaluate((hash) => {
  const shown = new Promise((resolve) => addEventListener("hashchange", () => setTimeout(resolve), { once: true }));
  location.hash = hash;
  return shown;
}, view);

/// Drawn elements of every visible chart, by kind of chart.
const marks = (page) => page.$$eval("figure.chart", (figures) => figures
  .filter((figure) => figure.offsetParent !== null)
  .map((figure) => [figure.dataset.chart, figure.querySelectorAll("svg path, svg circle").length]));

const tests = {
  async "charts are drawn in every view, and nothing complains"(browser) {
    const { page, complaints } = await open(browser, report([result("h200-full.json")]));
    const views = await page.$$eval("nav a", (links) => links.map((link) => link.hash.slice(1)));
    const kinds = new Set();
    for (const view of views.filter((name) => name !== "everything" && name !== "overview")) {
      await show(page, view);
      const drawn = await marks(page);
      if (view !== "costs") assert.ok(drawn.length > 0, `no chart in ${view}`);
      for (const [kind, count] of drawn) {
        kinds.add(kind);
        assert.ok(count > 5, `${kind} of ${view} is empty`);
      }
    }
    await show(page, "overview");
    const [[kind, count]] = await marks(page);
    assert.equal(kind, "forest");
    assert.ok(count >= await page.locator("#comparisons tbody tr").count());
    for (const wanted of ["bars", "curve", "latency_levels", "roofline"]) assert.ok(kinds.has(wanted), wanted);
    assert.equal(await page.isVisible("figure.static"), false);
    assert.deepEqual(complaints, []);
  },

  async "filters narrow the table and the forest plot"(browser) {
    const { page, complaints } = await open(browser, report([result("h200-full.json")]));
    const shown = () => page.$$eval("#comparisons tbody tr", (rows) =>
      rows.filter((row) => !row.hidden).map((row) => ({ ...row.dataset, text: row.textContent })));
    const all = await shown();
    const drawnBefore = (await marks(page))[0][1];
    await page.selectOption("[name=verdict]", "slower");
    await page.selectOption("[name=form]", "construct");
    let some = await shown();
    const wanted = all.filter(({ verdict, form }) => verdict === "slower" && form === "construct");
    assert.ok(wanted.length > 0 && wanted.length < all.length);
    assert.deepEqual(some, wanted);
    assert.equal(await page.textContent("#shown"), `${some.length} of ${all.length} comparisons`);
    assert.ok((await marks(page))[0][1] < drawnBefore);
    await page.fill("[name=text]", "Transpose");
    some = await shown();
    assert.ok(some.length > 0);
    assert.deepEqual(some, wanted.filter(({ text }) => text.includes("transpose")));
    await page.fill("[name=text]", "nothing is called this");
    assert.equal((await shown()).length, 0);
    assert.ok(await page.isVisible("#overview .note:has-text('No comparison fits')"));
    await page.click("#filters button");
    await page.waitForFunction((count) => document.getElementById("shown").textContent === `${count} of ${count} comparisons`, all.length);
    assert.equal((await shown()).length, all.length);
    assert.deepEqual(complaints, []);
  },

  async "tables hold what the charts are drawn from, and the file"(browser) {
    const name = result("h200-full.json");
    const { page } = await open(browser, report([name]));
    const { cases } = JSON.parse(fs.readFileSync(name));
    const data = JSON.parse(await page.textContent("#data"));
    const inData = data.experiments.flatMap((e) => e.cases.flatMap((c) => c.comparisons.map((r) => r[1])));
    const inTable = await page.$$eval("#comparisons tbody td.number:nth-of-type(5)", (cells) =>
      cells.map((cell) => Number(cell.textContent)));
    assert.equal(inTable.length, cases.flatMap((c) => c.comparisons).length);
    assert.equal(inTable.length, inData.length);
    inData.forEach((ratio, i) => assert.ok(Math.abs(ratio - inTable[i]) <= 0.0005001, `${ratio} ${inTable[i]}`));
    for (const { id, cases: shown } of data.experiments) {
      const models = shown.reduce((sum, c) => sum + Object.keys(c.models).length, 0);
      const rows = page.locator(`#${id} > details`).first().locator("tbody tr:not(:has(.setting))");
      assert.equal(await rows.count() - await rows.locator(".reason").count(), models, id);
    }
  },

  async "plain and matched stand beside each other, and each can be asked for"(browser) {
    const { page, complaints } = await open(browser, report([matchedFile()]));
    assert.match(await page.textContent("#overview .summary"), /^Kokkos in nested ranges .*, matched at /);
    await page.selectOption("[name=level]", "matched");
    const [levels, shown] = await page.$$eval("#comparisons tbody tr", (rows) =>
      [rows, rows.filter((row) => !row.hidden)].map((some) => some.map((row) => row.dataset.form)));
    assert.ok(shown.length > 0);
    assert.deepEqual(shown, levels.filter((level) => level === "matched"));
    assert.ok((await marks(page))[0][1] > 5);
    await show(page, "transpose");
    assert.ok((await marks(page)).every(([, count]) => count > 5));
    const rows = await page.$$eval("#transpose > details:first-of-type tbody:first-of-type tr:not(:has(.setting))", (all) =>
      all.map((row) => `${row.cells[0].textContent} ${row.cells[1].textContent}`));
    const first = rows.indexOf("padded_tile native");
    assert.deepEqual(rows.slice(first, first + 3), ["padded_tile native", "padded_tile plain", "padded_tile matched"]);
    const labels = await page.$$eval("#transpose figure[data-chart=bars] svg text", (texts) => texts.map((text) => text.textContent));
    assert.equal(labels.filter((label) => label === "padded_tile").length, 1);
    assert.ok(labels.includes("matched") && !labels.some((label) => label.endsWith("_matched")));
    const explanation = page.locator(".explanation", { has: page.locator("b", { hasText: /^padded_tile$/ }) }).first();
    const inner = explanation.locator("details");
    await explanation.locator("> summary").click();
    assert.equal(await inner.evaluate((element) => element.open), false);
    await inner.locator("> summary").click();
    assert.ok(await inner.getByText("matched Kokkos").isVisible());
    assert.deepEqual(complaints, []);
  },

  async "a hostile file is only ever text"(browser) {
    const { page, complaints } = await open(browser, report([hostileFile()]));
    for (const hash of await page.$$eval("nav a", (links) => links.map((link) => link.hash.slice(1))))
      if (hash !== "overview") await show(page, hash);
    assert.equal(await page.evaluate(() => window.attacked), undefined);
    assert.equal(await page.locator("img").count(), 0);
    assert.deepEqual(complaints, []);
  },

  async "it is used by keyboard, in two themes, and keeps its headings in order"(browser) {
    const { page, complaints } = await open(browser, report([result("h200-full.json"), result("h200-profile.json")]));
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.id), "theme");
    const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await colour();
    await page.keyboard.press("Enter");
    assert.notEqual(await colour(), light);
    await page.focus("nav a[href='#transpose']");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.id === "transpose-title");
    const levels = await page.$$eval("#transpose h2, #transpose h3, #transpose h4, #transpose h5",
      (headings) => headings.map((heading) => Number(heading.tagName[1])));
    levels.slice(1).forEach((level, i) => assert.ok(level <= levels[i] + 1));
    assert.ok((await marks(page)).some(([kind]) => kind === "counts"));
    assert.deepEqual(complaints, []);
  },

  async "without the charts there are the static plot, tables and filters"(browser) {
    const file = report([result("h200-full.json")]);
    const html = fs.readFileSync(file, "utf8");
    const end = "</script>\n";
    const bare = path.join(folder, "bare.html");
    fs.writeFileSync(bare, html.slice(0, html.lastIndexOf("<script>")) +
      html.slice(html.lastIndexOf(end) + end.length));
    const { page, complaints } = await open(browser, bare);
    assert.ok(await page.isVisible("figure.static svg"));
    assert.equal(await page.locator("figure.chart:visible").count(), 0);
    await page.fill("[name=text]", "transpose");
    assert.match(await page.textContent("#shown"), /^[1-9]\d* of \d+ comparisons$/);
    await show(page, "transpose");
    assert.ok(await page.isVisible("#transpose h2"));
    assert.deepEqual(complaints, []);
  },

  async "two runs say what changed, on a telephone too, and lead to the kernel and back"(browser) {
    const file = report([result("h200-full.json"), result("h200-costs-5.0.2.json")]);
    const { page, complaints } = await open(browser, file, { viewport: { width: 390, height: 800 } });
    await show(page, "changes");
    assert.match(await page.textContent("#changes li"), /^kokkos version: 4\.7\.01 -> 5\.0\.02$/);
    assert.match(await page.textContent("#changes tbody th"), /^native code$/);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `changes are ${width} wide`);
    await page.click("table.changes a >> text=matmul/direct");
    assert.ok(await page.isVisible("#matmul h2"));
    const bars = await page.$$eval("#matmul figure[data-chart=bars] svg text", (texts) =>
      texts.map(({ textContent }) => textContent).filter((text) => text.startsWith("tile16 ")));
    assert.deepEqual(bars, ["tile16 (A)", "tile16 (B)"]);
    await page.goBack();
    assert.ok(await page.isVisible("#changes h2"));
    assert.equal(await page.isVisible("#matmul h2"), false);
    assert.deepEqual(complaints, []);
  },

  async "a point leads to its kernel and back, and an address can be shared"(browser) {
    const file = report([result("h200-full.json")]);
    const { page, complaints } = await open(browser, file);
    await page.selectOption("[name=rows]", "variant");
    await page.selectOption("[name=verdict]", "slower");
    await page.fill("[name=text]", "swizzled_tile");
    assert.match(await page.evaluate(() => location.href), /#overview\?verdict=slower&text=swizzled_tile&rows=variant$/);
    const shown = await page.textContent("#shown");
    const shared = await open(browser, file);
    await shared.page.goto(page.url());
    assert.equal(await shared.page.textContent("#shown"), shown);
    assert.equal(await shared.page.inputValue("[name=verdict]"), "slower");
    await show(shared.page, "overview?length=1&verdict=no_such&family=tiling");  // an address of somebody else's
    assert.deepEqual(await Promise.all(["verdict", "family"].map((name) =>
      shared.page.inputValue(`[name=${name}]`))), ["", "tiling"]);
    // A polygon that points down is a slower kernel.
    const points = page.locator("#overview figure[data-chart=forest] svg path");
    const box = await points.evaluateAll((paths) => paths.map((path) => path.getBoundingClientRect())
      .filter(({ width, height }) => width > 5 && width < 14 && height > 5 && height < 14)
      .map(({ x, y, width, height }) => [x + width / 2, y + height / 2 + scrollY])[0]);
    await page.evaluate((y) => scrollTo(0, y - 300), box[1]);
    await page.mouse.click(box[0], box[1] - await page.evaluate(() => scrollY));
    await page.waitForSelector("#transpose tr.wanted");
    const marked = await page.$$eval("tr.wanted", (rows) => rows.map((row) => row.cells[0].textContent));
    assert.ok(marked.length > 0 && marked.every((name) => name === "swizzled_tile"));
    assert.ok(await page.isVisible("tr.wanted"));
    await page.goBack();
    assert.equal(await page.textContent("#shown"), shown);
    assert.equal(await page.locator("tr.wanted").count(), 0);
    assert.deepEqual([...complaints, ...shared.complaints], []);
  },

  async "several platforms have a cascade and a navigation chart"(browser) {
    const { page, complaints } = await open(browser, report([result("h200-full.json"), otherDeviceFile()]));
    await show(page, "portability");
    const drawn = await marks(page);
    assert.deepEqual(drawn.map(([kind]) => kind), ["cascade", "navigation"]);
    assert.ok(drawn.every(([, count]) => count > 5));
    assert.deepEqual(await page.$$eval("#portability table:first-of-type tbody th", (names) =>
      names.slice(0, 3).map((name) => name.textContent)), ["native code", "plain Kokkos", "matched Kokkos"]);
    assert.deepEqual(complaints, []);
  },

  async "tables are sorted by any column, and charts are downloaded as pictures and data"(browser) {
    const { page, complaints } = await open(browser, report([result("h200-full.json")]));
    await show(page, "transpose?variant=padded_tile");
    const body = "#transpose > details:first-of-type tbody:first-of-type tr:not(:has(.setting))";
    const times = () => page.$$eval(body, (rows) => rows.map((row) => row.cells[3].textContent)
      .filter((text) => /s$/.test(text)).map((text) => parseFloat(text) * { n: 1e-9, µ: 1e-6, m: 1e-3 }[text.at(-2)]));
    const before = await times();
    const head = page.locator("#transpose > details:first-of-type thead button", { hasText: /^time$/ });
    await head.click();
    assert.deepEqual(await times(), [...before].sort((a, b) => a - b));
    await head.click();
    assert.deepEqual(await times(), [...before].sort((a, b) => b - a));
    assert.equal(await page.getAttribute("#transpose > details:first-of-type th:has(button:text-is('time'))", "aria-sort"), "descending");
    const fetched = async (label) => {
      const [download] = await Promise.all([page.waitForEvent("download"),
        page.click(`#transpose figure[data-chart=bars] .downloads >> text=${label}`)]);
      return { name: download.suggestedFilename(), text: fs.readFileSync(await download.path(), "utf8") };
    };
    const picture = await fetched("picture");
    assert.equal(picture.name, "transpose-bars.svg");
    assert.match(picture.text, /^<svg [^]*padded_tile[^]*<\/svg>$/);
    const table = await fetched("data");
    assert.equal(table.name, "transpose-bars.csv");
    assert.match(table.text, /^"experiment","variant","model","case","value \(GB\/s\)"/);
    assert.match(table.text, /\r\n"transpose","padded_tile","matched","rows=16Ki cols=16Ki real=float, cold",3\d\d\d/);
    assert.deepEqual(complaints, []);
  },

  async "on a telephone a row is a card, its ratio and verdict first"(browser) {
    const { page } = await open(browser, report([result("h200-full.json")]), { viewport: { width: 390, height: 800 } });
    await show(page, "transpose?variant=padded_tile");
    const top = (row, label) => row.locator(`td[data-label="${label}"]`).evaluate((cell) => cell.getBoundingClientRect().top);
    const row = page.locator("tr.wanted", { hasText: "plain" }).first();
    const name = await row.locator("th").evaluate((cell) => cell.getBoundingClientRect().bottom);
    assert.ok(name <= await top(row, "ratio"));
    assert.equal(await top(row, "ratio"), await top(row, "verdict"));
    assert.ok(await top(row, "ratio") < await top(row, "rate"));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390);
  },

  async "it fits a telephone and reads without scripts"(browser) {
    const file = report([result("h200-full.json")]);
    const small = await open(browser, file, { viewport: { width: 390, height: 800 } });
    for (const view of ["stride", "overview"]) {
      await show(small.page, view);
      const width = await small.page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 390, `${view} is ${width} wide`);
    }
    await small.page.click("#contents");
    assert.ok(await small.page.isVisible("nav"));
    const plain = await open(browser, file, { javaScriptEnabled: false });
    assert.ok(await plain.page.isVisible("figure.static svg"));
    assert.ok(await plain.page.isVisible("#roofline h2"));
    assert.equal(await plain.page.isVisible("#filters"), false);
  },
};

(async () => {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test(browser);
      console.log(`ok: ${name}`);
    } catch (error) {
      ++failed;
      console.error(`FAILED: ${name}\n${error.stack}`);
    }
  }
  await browser.close();
  fs.rmSync(folder, { recursive: true });
  process.exit(failed ? 1 : 0);
})();
