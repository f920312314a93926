// SPDX-License-Identifier: Apache-2.0
// Theme, views, filters and tables of the report. Works without the charts; they listen to the
// events "tilebridge:theme", "tilebridge:shown" (of a section) and "tilebridge:filtered".
//
// The address says what is shown, so that it can be shared: "#overview?verdict=slower&text=dot" has
// the filters, "#transpose?variant=padded_tile" the variant whose rows are marked.
(() => {
  "use strict";

  const root = document.documentElement;
  const sections = [...document.querySelectorAll("main > section")];
  const links = [...document.querySelectorAll("nav a")];

  const announce = (name, detail) =>
    document.dispatchEvent(new CustomEvent(`tilebridge:${name}`, { detail }));

  // A page opened from a file may not have storage.
  const storage = {
    get: (key) => { try { return localStorage.getItem(key); } catch { return null; } },
    set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* not kept */ } },
  };

  function setUpTheme() {
    const button = document.getElementById("theme");
    const system = matchMedia("(prefers-color-scheme: dark)");
    const isDark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
    const show = () => {
      button.textContent = isDark() ? "Light" : "Dark";
      button.setAttribute("aria-label", `Use ${isDark() ? "light" : "dark"} colours`);
      announce("theme");
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

  /// What the address asks for: a section's id, and the rest by name.
  function address() {
    const [id, query = ""] = location.hash.slice(1).split("?", 2);
    return { id, wanted: new URLSearchParams(query) };
  }

  function showView(id) {
    const everything = id === "everything";
    const wanted = sections.find((section) => section.id === id) ?? sections[0];
    for (const section of sections) section.hidden = !everything && section !== wanted;
    for (const link of links) {
      const isCurrent = link.hash === (everything ? "#everything" : `#${wanted.id}`);
      if (isCurrent) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    for (const section of sections) if (!section.hidden) announce("shown", section);
    return wanted;
  }

  function setUpViews() {
    const contents = document.getElementById("contents");
    const navigation = document.querySelector("nav");
    const open = (isOpen) => {
      navigation.classList.toggle("open", isOpen);
      contents.setAttribute("aria-expanded", String(isOpen));
    };
    for (const element of document.querySelectorAll(".scripted")) element.hidden = false;
    contents.hidden = false;
    contents.addEventListener("click", () => open(!navigation.classList.contains("open")));
    addEventListener("hashchange", () => {
      const { id, wanted } = address();
      if (id === "content") return;  // the skip link
      open(false);
      const section = showView(id);
      scrollTo(0, 0);
      const heading = section.querySelector("h2");
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      markVariant(section, wanted.get("variant"));
    });
    root.classList.add("scripted-views");
    const { id, wanted } = address();
    markVariant(showView(id), wanted.get("variant"));
  }

  /// Opens the tables that have rows of a variant, marks these and goes to the first.
  function markVariant(section, variant) {
    for (const row of document.querySelectorAll("tr.wanted")) row.classList.remove("wanted");
    if (!variant) return;
    const rows = [...section.querySelectorAll("tbody tr")].filter(({ cells }) => cells[0].textContent === variant);
    for (const row of rows) {
      row.classList.add("wanted");
      const table = row.closest("details");
      if (table) table.open = true;
    }
    rows[0]?.scrollIntoView({ block: "center" });
  }

  function setUpFilters() {
    const form = document.getElementById("filters");
    const table = document.getElementById("comparisons");
    if (!form || !table) return;
    const rows = [...table.tBodies[0].rows];
    const texts = rows.map((row) => row.textContent.toLowerCase());
    const status = document.getElementById("shown");
    const apply = () => {
      const wanted = Object.fromEntries(new FormData(form));
      const words = wanted.text.trim().toLowerCase();
      const shown = rows.map((row, i) =>
        texts[i].includes(words) &&
        ["family", "form", "verdict"].every((name) => !wanted[name] || row.dataset[name] === wanted[name]));
      rows.forEach((row, i) => { row.hidden = !shown[i]; });
      const count = shown.filter(Boolean).length;
      status.textContent = `${count} of ${rows.length} comparisons`;
      announce("filtered", { rows: wanted.rows, form: wanted.form, shown });
    };
    const keepInAddress = () => {
      const set = [...new FormData(form)].filter(([name, value]) => value && value !== form[name].options?.[0].value);
      const query = new URLSearchParams(set).toString();
      history.replaceState(null, "", `#overview${query && "?"}${query}`);
    };
    const takeFromAddress = () => {
      const { id, wanted } = address();
      if (id !== "overview" && id !== "") return;
      form.reset();
      for (const [name, value] of wanted) {
        const field = form.elements.namedItem(name);  // not "length", which is no field
        if (field) field.value = value;
      }
      // A value that a list does not have leaves it empty.
      for (const list of form.querySelectorAll("select")) if (list.selectedIndex < 0) list.selectedIndex = 0;
      apply();
    };
    form.hidden = false;
    form.addEventListener("input", () => { apply(); keepInAddress(); });
    form.addEventListener("submit", (event) => event.preventDefault());
    form.querySelector("button").addEventListener("click", () => { form.reset(); apply(); keepInAddress(); });
    addEventListener("hashchange", takeFromAddress);
    takeFromAddress();
    apply();
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
      const rows = [...body.rows].filter((row) => !row.querySelector(".setting"));
      body.append(...rows.sort(compare));
    }
  }

  /// The heads of columns sort; on a telephone each cell has its head as a label.
  function setUpTable(table) {
    const heads = [...(table.tHead?.rows[0].cells ?? [])];
    if (table.dataset.ready || heads.length === 0) return;
    table.dataset.ready = "yes";
    for (const row of table.querySelectorAll("tbody tr"))
      [...row.cells].forEach((cell, i) => { cell.dataset.label = heads[i]?.textContent ?? ""; });
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const isDown = head.ariaSort === "ascending";
        for (const other of heads) other.ariaSort = null;
        head.ariaSort = isDown ? "descending" : "ascending";
        sortRows(table, column, isDown);
      });
    });
  }

  const setUpTables = () => document.addEventListener("tilebridge:shown", ({ detail: section }) => {
    for (const table of section.querySelectorAll(".scroll > table")) setUpTable(table);
  });

  root.classList.add("scripted");
  const start = () => {
    setUpTheme();
    setUpFilters();
    setUpTables();
    setUpViews();
  };
  // The charts' script comes after this one and must receive the first events.
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
