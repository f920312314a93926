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

const pages = new Map();

/// The page of these files, written once.
function report(files) {
  const key = files.join();
  if (!pages.has(key)) {
    pages.set(key, path.join(folder, `${pages.size}.html`));
    execFileSync(program, ["report", ...files, "-o", pages.get(key)]);
  }
  return pages.get(key);
}

/// A result file whose every text would like to be something else.
function hostileFile() {
  const evil = "</script><script>window.attacked = 1</script>" +
    "<img src=http://attacker.invalid/x onerror=\"window.attacked = 1\">{a|b}";
  const file = JSON.parse(fs.readFileSync(result("h200-models.json")));
  file.device.name = file.device.architecture = file.builds.build_type = file.program.version = evil;
  file.cases = file.cases.filter((c) => ["stride", "dot", "roofline"].includes(c.experiment));
  file.cases.forEach((c, i) => {
    if (i % 2) c.experiment = evil;
    if (i % 3) c.variant = i % 5 ? evil : "__proto__";
    c.parameters[evil] = evil + i;
    const scale = [1e300, 1e-300, 1e12, 1e-12, 1][i % 5];  // of all times: a file that contradicts itself is refused
    for (const kernel of c.kernels)
      for (const times of [kernel.seconds, kernel.back_to_back])
        for (const [name, time] of Object.entries(times || {}))
          times[name] = Array.isArray(time) ? time.map((one) => one * scale) : time * scale;
  });
  const name = path.join(folder, "hostile.json");
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

const isWithin = (page, width) =>
  page.evaluate((most) => document.documentElement.scrollWidth <= most, width);

const tests = {
  async "every experiment has a chart, and nothing complains"(browser) {
    const { page, complaints } = await open(browser, report([result("h200-models.json"), result("h200-profile.json")]));
    const views = await page.$$eval("nav a", (links) => links.map((link) => link.hash.slice(1)));
    for (const view of views.filter((name) => name !== "everything")) {
      await show(page, view);
      assert.ok(await page.isVisible(`#${view} h2`), view);
      assert.equal(await page.locator("main > section:visible").count(), 1, view);
    }
    for (const view of ["overview", "transpose", "stride", "latency", "idioms"])
      assert.ok(await page.locator(`#${view} svg g path`).count() > 5, `no chart in ${view}`);
    assert.deepEqual(complaints, []);
  },

  async "a row of a chart leads to the code of its variant and back"(browser) {
    const { page, complaints } = await open(browser, report([result("h200-models.json")]));
    await page.click("nav a[href='#transpose']");
    assert.ok(await page.isVisible("#transpose h2"));
    await page.click("#transpose svg a >> text=/^padded_tile$/");
    await page.waitForSelector("#transpose tr.wanted");
    const code = page.locator("#transpose details", { hasText: /^padded_tile: / }).first();
    assert.ok(await code.evaluate((element) => element.open));
    assert.ok(await code.locator("h5", { hasText: "native CUDA" }).first().isVisible());
    await page.goBack();
    await page.goBack();
    assert.ok(await page.isVisible("#overview h2"));
    assert.equal(await page.locator("tr.wanted").count(), 0);
    assert.deepEqual(complaints, []);
  },

  async "names in the lists of the overview lead to their sections"(browser) {
    const { page } = await open(browser, report([result("h200-models.json")]));
    const links = page.locator("#overview li a");
    assert.ok(await links.count() >= 6);
    const [id] = (await links.first().getAttribute("href")).slice(1).split("?");
    await links.first().click();
    assert.ok(await page.isVisible(`#${id} h2`));
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
    const { page, complaints } = await open(browser, report([result("h200-models.json"), result("h200-profile.json")]));
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.type), "search");
    await page.focus("#theme");
    const colours = () => page.evaluate(() => [document.body, document.querySelector(".tb text")]
      .map((element) => getComputedStyle(element)).map(({ backgroundColor, fill }) => backgroundColor + fill));
    const light = await colours();
    await page.keyboard.press("Enter");
    const dark = await colours();
    light.forEach((colour, i) => assert.notEqual(dark[i], colour));
    await page.focus("nav a[href='#transpose']");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.id === "transpose-title");
    const levels = await page.$$eval("#transpose > :is(h2, h3, h4, h5)",
      (headings) => headings.map((heading) => Number(heading.tagName[1])));
    levels.slice(1).forEach((level, i) => assert.ok(level <= levels[i] + 1));
    assert.equal(await page.$$eval("button, a, summary, select, input", (all) =>
      all.filter((one) => !(one.textContent.trim() || one.ariaLabel || one.labels?.[0]?.textContent.trim())).length), 0);
    assert.deepEqual(complaints, []);
  },

  async "two runs begin with both and say what changed, on a telephone too"(browser) {
    const file = report([result("h200-models.json"), result("h200-first.json")]);
    const { page, complaints } = await open(browser, file, { viewport: { width: 390, height: 800 } });
    assert.match(await page.textContent("#overview caption"), /^Kokkos against native code in both files/);
    await show(page, "changes");
    assert.ok(await page.isVisible("#changes table"));
    assert.ok(await isWithin(page, 390));
    await page.locator("#changes tbody a").first().click();
    assert.equal(await page.isVisible("#changes h2"), false);
    await page.goBack();
    assert.ok(await page.isVisible("#changes h2"));
    assert.deepEqual(complaints, []);
  },

  async "a search finds an experiment by its name and by words of its question"(browser) {
    const { page, complaints } = await open(browser, report([result("h100-patterns.json")]));
    const search = (text) => page.fill("header input", text);
    for (const [text, name] of [["spmv", "spmv"], ["Sparse", "spmv"], ["prefix sum", "scan"]]) {
      await search(text);
      assert.equal(await page.textContent("#found li b"), name, text);
      assert.match(await page.textContent("#found p"), /^[1-9]\d* sections?, [1-9]\d* kernels? found$/);
    }
    assert.deepEqual(await page.$$eval("nav li:not([hidden], .scripted) a", (links) => links.map((link) => link.hash)),
      await page.$$eval("#found a", (links) => links.map((link) => link.hash).sort()));
    const rows = await page.$$eval(".heat tbody tr:not([hidden])", (all) => all.map((row) => row.cells[0].textContent));
    assert.ok(rows.length > 0 && rows.every((name) => name.startsWith("scan/")), rows.join());
    await search("no such thing");
    assert.equal(await page.textContent("#found p"), "Nothing found here; tilebridge list names all experiments");
    await search("transpose");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.id === "transpose-title");
    assert.equal(await page.inputValue("header input"), "");
    assert.equal(await page.isVisible("#found"), false);
    assert.equal(await page.locator("nav li[hidden]").count(), 0);
    assert.deepEqual(complaints, []);
  },

  async "a cell of the heat map leads to its kernel, with its code and what to write instead"(browser) {
    const { page, complaints } = await open(browser, report([result("h200-models.json")]));
    const row = page.locator(".heat tbody tr", { hasText: /^transpose\/padded_tile\d/ });
    await row.locator("td:visible").last().click({ force: true });  // the link covers the row
    assert.match(page.url(), /#transpose\?variant=padded_tile$/);
    const code = page.locator("#transpose details", { hasText: /^padded_tile: / }).first();
    assert.ok(await code.evaluate((element) => element.open));
    assert.match(await code.textContent(), /Kokkos in loops reaches 0\.\d\d of native/);
    assert.ok(await code.locator("a[href^='#scratch_use?variant=']").count() > 0);
    assert.deepEqual(complaints, []);
  },

  async "the switch of the heat map works without a script and prints every form"(browser) {
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await open(browser, report([result("h200-models.json")]), { javaScriptEnabled });
      const heads = () => page.$$eval(".heat thead th", (all) =>
        all.filter((head) => head.checkVisibility()).map((head) => head.innerText.replace(/\s+/g, " ").trim()));
      assert.deepEqual((await heads()).slice(2), ["CUDA", "Kokkos", "RAJA", "alpaka", "OpenMP"]);
      const shown = () => page.locator(".heat tbody tr:visible").count();
      const ofEach = await shown();
      await page.check(".heat [value=further]");
      assert.ok(await shown() > ofEach);
      await page.check(".heat label:has-text('rewritten') input");
      assert.deepEqual((await heads()).slice(2), ["Kokkos", "OpenMP"]);
      assert.equal(await page.locator(".heat tbody tr:visible:not(:has(td[class*=s]:visible))").count(), 0);
      await page.check(".heat label:has-text('double') input");
      assert.match(await page.locator(".heat tbody tr:visible").first().innerText(), / double/);
      await page.emulateMedia({ media: "print" });
      assert.ok((await heads()).length > 8);
      assert.ok((await heads()).includes("alpaka by index"));
    }
  },

  async "a view is reached by its address, below the head with device, models and date"(browser) {
    const file = report([result("h200-models.json")]);
    for (const view of ["releases", "idioms", "machine", "stencil3d"]) {
      const { page } = await open(browser, file);
      await page.goto(`file://${file}#${view}`);
      await page.evaluate(() => scrollTo(0, 1e6));
      assert.ok(await page.isVisible(`#${view}`), view);
      const head = await page.locator("header").evaluate((one) => [one.getBoundingClientRect().top, one.innerText]);
      assert.equal(head[0], 0, view);
      assert.match(head[1], /tilebridge[^]*NVIDIA H200[^]*CUDA 13[^]*Kokkos 4[^]*RAJA[^]*alpaka[^]*20\d\d-/);
    }
  },

  async "tables are sorted by any column"(browser) {
    const { page, complaints } = await open(browser, report([result("h200-models.json")]));
    await show(page, "transpose?variant=padded_tile");
    const table = page.locator("#transpose table", { hasText: "transpose, measured" });
    const times = () => table.evaluate(({ tHead, tBodies }) => {
      const column = [...tHead.rows[0].cells].findIndex((head) => head.textContent.trim() === "time");
      return [...tBodies[0].rows].map((row) => row.cells[column]?.textContent ?? "")
        .filter((text) => /s$/.test(text)).map((text) => parseFloat(text) * { n: 1e-9, µ: 1e-6, m: 1e-3 }[text.at(-2)]);
    });
    const before = await times();
    assert.ok(before.length > 3);
    const head = table.locator("thead button", { hasText: /^time$/ });
    await head.click();
    assert.deepEqual(await times(), [...before].sort((a, b) => a - b));
    await head.click();
    assert.deepEqual(await times(), [...before].sort((a, b) => b - a));
    assert.equal(await table.locator("th:has(button:text-is('time'))").getAttribute("aria-sort"), "descending");
    assert.deepEqual(complaints, []);
  },

  async "what is below a row stays below it"(browser) {
    const { page } = await open(browser, report([result("h200-models.json")]));
    await show(page, "limits");
    const table = page.locator("#limits table").first();
    const pairs = () => table.evaluate(({ tBodies }) => [...tBodies[0].querySelectorAll("tr.below")]
      .map((row) => `${row.previousElementSibling.textContent}: ${row.textContent}`));
    const before = await pairs();
    assert.ok(before.length > 3);
    await table.locator("thead button", { hasText: /^time$/ }).click();
    const after = await pairs();
    assert.notDeepEqual(after, before);
    assert.deepEqual(after.sort(), before.sort());
  },

  async "on a telephone a row is a card, its ratio and verdict first"(browser) {
    const { page } = await open(browser, report([result("h200-models.json")]), { viewport: { width: 390, height: 800 } });
    await show(page, "transpose?variant=padded_tile");
    const top = (row, label) => row.locator(`td[data-label="${label}"]`).evaluate((cell) => cell.getBoundingClientRect().top);
    const row = page.locator("tr.wanted", { hasText: "loops" }).first();
    const name = await row.locator("th").evaluate((cell) => cell.getBoundingClientRect().bottom);
    assert.ok(name <= await top(row, "ratio"));
    assert.equal(await top(row, "ratio"), await top(row, "verdict"));
    assert.ok(await top(row, "ratio") < await top(row, "rate"));
    assert.ok(await isWithin(page, 390));
  },

  async "it fits a telephone, prints and reads without scripts"(browser) {
    const file = report([result("h200-models.json")]);
    const small = await open(browser, file, { viewport: { width: 390, height: 800 } });
    for (const view of ["stride", "overview", "idioms"]) {
      await show(small.page, view);
      assert.ok(await isWithin(small.page, 390), view);
    }
    await show(small.page, "overview");
    const hidden = await small.page.$$eval("#overview figure:has(.tb)", (all) =>
      all.map((one) => one.scrollWidth - one.clientWidth));
    assert.ok(hidden.length > 0 && Math.max(...hidden) === 0, "a picture is partly outside the view");
    await show(small.page, "idioms");
    await small.page.fill("header input", "tile");
    assert.ok(await small.page.isVisible("#found a"));
    assert.ok(await isWithin(small.page, 390), "search");
    await small.page.fill("header input", "");
    await small.page.evaluate(() => scrollTo(0, 2000));
    await small.page.click("#contents");
    assert.ok(await small.page.locator("nav a").first().evaluate((one) => one.getBoundingClientRect().top > 0));
    assert.ok(await small.page.isVisible("nav"));
    await small.page.emulateMedia({ media: "print" });
    assert.equal(await small.page.isVisible("nav"), false);
    assert.ok(await small.page.isVisible("#idioms h2"));
    const plain = await open(browser, file, { javaScriptEnabled: false });
    assert.ok(await plain.page.isVisible("#overview svg"));
    assert.equal(await plain.page.locator("header input").count(), 0);
    assert.ok(await plain.page.isVisible("#roofline h2"));
    assert.equal(await plain.page.isVisible("#theme"), false);
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
    for (const context of browser.contexts()) await context.close();
  }
  await browser.close();
  fs.rmSync(folder, { recursive: true });
  process.exit(failed ? 1 : 0);
})();
