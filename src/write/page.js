// SPDX-License-Identifier: Apache-2.0
// Theme, views, filter and tables of the report, which can be read without it.
//
// The address says what is shown, so that it can be shared: "#transpose?variant=padded_tile" names
// the variant whose rows are marked, "#transpose?text=double" has the filter.
(() => {
  "use strict";

  const root = document.documentElement;
  const sections = [...document.querySelectorAll("main > section")];
  const links = [...document.querySelectorAll("nav a")];

  // A page opened from a file may not have storage.
  const storage = {
    get: (key) => { try { return localStorage.getItem(key); } catch { return null; } },
    set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* not kept */ } },
  };

  function element(name, properties = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  function setUpTheme() {
    const button = document.getElementById("theme");
    const system = matchMedia("(prefers-color-scheme: dark)");
    const isDark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
    const show = () => {
      button.textContent = isDark() ? "Light" : "Dark";
      button.setAttribute("aria-label", `Use ${isDark() ? "light" : "dark"} colours`);
    };
    const kept = storage.get("tilebridge-theme");
    if (kept === "dark" || kept === "light") root.dataset.theme = kept;
    button.hidden = false;
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      storage.set("tilebridge-theme", root.dataset.theme);
      show();
    });
    system.addEventListener("change", show);
    show();
  }

  /// Reads what the address asks for: a section's id, and the rest by name.
  function address() {
    const [id, query = ""] = location.hash.slice(1).split("?", 2);
    return { id, wanted: new URLSearchParams(query) };
  }

  function showView({ id, wanted }) {
    const everything = id === "everything";
    const section = sections.find((one) => one.id === id) ?? sections[0];
    for (const one of sections) one.hidden = !everything && one !== section;
    for (const link of links) {
      const isCurrent = link.hash === (everything ? "#everything" : `#${section.id}`);
      if (isCurrent) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    for (const one of sections)
      if (!one.hidden) one.querySelectorAll(".scroll > table").forEach(setUpTable);
    markVariant(section, wanted.get("variant"));
    return section;
  }

  function setUpViews() {
    const contents = document.getElementById("contents");
    const navigation = document.querySelector("nav");
    const open = (isOpen) => {
      navigation.classList.toggle("open", isOpen);
      contents.setAttribute("aria-expanded", String(isOpen));
    };
    for (const one of document.querySelectorAll(".scripted")) one.hidden = false;
    contents.hidden = false;
    contents.addEventListener("click", () => open(!navigation.classList.contains("open")));
    addEventListener("hashchange", () => {
      if (address().id === "content") return;  // the skip link
      open(false);
      scrollTo(0, 0);
      const heading = showView(address()).querySelector("h2");
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
    root.classList.add("scripted-views");
    showView(address());
  }

  /// Opens a variant's code and the tables that have rows of it, marks these and goes to the first.
  function markVariant(section, variant) {
    for (const row of document.querySelectorAll("tr.wanted")) row.classList.remove("wanted");
    if (!variant) return;
    const code = [...section.querySelectorAll("summary")]
      .find(({ textContent }) => textContent.startsWith(`${variant}: `));
    if (code) code.parentElement.open = true;
    const rows = [...section.querySelectorAll("tbody tr")].filter(({ cells }) => cells[0].textContent === variant);
    for (const row of rows) {
      row.classList.add("wanted");
      for (let fold = row.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    }
    (code ?? rows[0])?.scrollIntoView({ block: "center" });
  }

  /// "604.00 µs" in seconds, "82.9%" and "0.537 …" as numbers; NaN for words.
  function quantity(text) {
    const [, number, unit] = /^([-+]?[\d.]+(?:e[-+]?\d+)?)\s*(ns|µs|ms|[KMGT]i)?/.exec(text.trim()) ?? [];
    const scale = { ns: 1e-9, "µs": 1e-6, ms: 1e-3, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 };
    return number === undefined ? NaN : Number(number) * (scale[unit] ?? 1);
  }

  /// Sorts the rows within each group; what has no value comes last, either way.
  function sortRows(table, column, isDown) {
    const textOf = (row) => row.cells[column]?.textContent ?? "";
    const compare = (a, b) => {
      const [x, y] = [quantity(textOf(a)), quantity(textOf(b))];
      if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1;
      const order = Number.isNaN(x) ? textOf(a).localeCompare(textOf(b)) : x - y;
      return isDown ? -order : order;
    };
    for (const body of table.tBodies) {
      const rows = [...body.rows].filter((row) => !row.querySelector("[scope=rowgroup]"));
      body.append(...rows.sort(compare));
    }
  }

  /// The heads of columns sort; on a telephone each cell has its head as a label.
  function setUpTable(table) {
    if (table.dataset.ready) return;
    table.dataset.ready = "yes";
    const headCells = [...table.tHead.rows[0].cells];
    const heads = headCells.map((head) => head.textContent);
    for (const row of table.querySelectorAll("tbody tr"))
      [...row.cells].forEach((cell, i) => { cell.dataset.label = heads[i] ?? ""; });
    headCells.forEach((head, column) => {
      if (head.tagName !== "TH") return;
      const button = element("button", { type: "button", className: "sort", textContent: heads[column] });
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const isDown = head.ariaSort === "ascending";
        for (const other of headCells) other.ariaSort = null;
        head.ariaSort = isDown ? "descending" : "ascending";
        sortRows(table, column, isDown);
      });
    });
  }

  /// Hides the rows of the view without the text in a field of the header.
  function setUpFilter() {
    const field = element("input", { type: "search", name: "text" });
    document.getElementById("theme").after(element("label", {}, "filter rows ", field));
    const apply = () => {
      const text = field.value.trim().toLowerCase();
      for (const row of document.querySelectorAll("main > section:not([hidden]) tbody tr"))
        row.hidden = !row.querySelector("[scope=rowgroup]") && !row.textContent.toLowerCase().includes(text);
    };
    const takeFromAddress = () => {
      field.value = address().wanted.get("text") ?? "";
      apply();
    };
    field.addEventListener("input", () => {
      const { id, wanted } = address();
      if (field.value) wanted.set("text", field.value);
      else wanted.delete("text");
      history.replaceState(null, "", `#${id || sections[0].id}${wanted.size ? "?" : ""}${wanted}`);
      apply();
    });
    addEventListener("hashchange", takeFromAddress);
    takeFromAddress();
  }

  root.classList.add("scripted");
  addEventListener("DOMContentLoaded", () => {
    setUpTheme();
    setUpViews();
    setUpFilter();
  });
})();
