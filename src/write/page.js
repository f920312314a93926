// SPDX-License-Identifier: Apache-2.0
// Theme, views, search and tables of the report, which can be read without it.
//
// The address says what is shown, so that it can be shared: "#transpose?variant=padded_tile" names
// the variant whose rows are marked.
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
    const header = document.querySelector("header");
    new ResizeObserver(() => root.style.setProperty("--head", `${header.offsetHeight}px`)).observe(header);
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
      const rows = [...body.rows].filter((row) => !row.matches(":has([scope=rowgroup]), .below"));
      const below = new Map(rows.map((row) => [row, row.nextElementSibling]));
      for (const row of rows.sort(compare)) {
        body.append(row);
        if (below.get(row)?.matches(".below")) body.append(below.get(row));
      }
    }
  }

  /// The heads of columns sort; on a telephone each cell has its head as a label.
  function setUpTable(table) {
    if (table.dataset.ready) return;
    table.dataset.ready = "yes";
    if (!table.closest(".heat")) table.dataset.cards = "yes";
    const headCells = [...table.tHead.rows[0].cells];
    const heads = headCells.map((head) => head.textContent);
    for (const row of table.querySelectorAll("tbody tr:not(.below)"))
      [...row.cells].forEach((cell, i) => { cell.dataset.label = heads[i] ?? ""; });
    headCells.forEach((head, column) => {
      if (head.tagName !== "TH") return;
      const button = element("button", { type: "button", className: "sort" }, ...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const isDown = head.ariaSort === "ascending";
        for (const other of headCells) other.ariaSort = null;
        head.ariaSort = isDown ? "descending" : "ascending";
        sortRows(table, column, isDown);
      });
    });
  }

  /// Lower case, with spaces for what joins the words of a name.
  const plain = (text) => text.toLowerCase().replace(/[_/]/g, " ");

  /// The texts that a search goes over: a section's name, question, variants and rows of the heat map.
  function searchIndex() {
    const rows = [...document.querySelectorAll(".heat tbody tr")];
    return sections.map((section) => {
      const name = section.querySelector("h2").textContent;
      const about = [...section.querySelectorAll(":scope > :is(h2 + p, h2 + p + p)")].map((one) => one.textContent);
      const variants = [...section.querySelectorAll(":scope > details > summary")].map((one) => one.textContent);
      const of = (link) => link.hash.slice(1).split("?")[0] === section.id;
      return {
        id: section.id, name, question: about[0] ?? "", text: plain([name, ...about].join(" ")),
        all: plain([name, ...about, ...variants].join(" ")),
        link: links.find((link) => link.hash === `#${section.id}`),
        rows: rows.filter((row) => of(row.querySelector("a"))).map((row) => {
          const variant = new URLSearchParams(row.querySelector("a").hash.split("?")[1]).get("variant");
          const technique = variants.find((text) => text.startsWith(`${variant}: `)) ?? "";
          return { row, text: plain(`${name} ${about.join(" ")} ${row.cells[0].textContent} ${technique}`) };
        }),
      };
    });
  }

  /// Sections that have all words, those with the words in their names first.
  function find(index, words) {
    const has = (text) => words.every((word) => text.includes(word));
    const rank = (one) => (has(plain(one.name)) ? 0 : has(one.text) ? 1 : 2);
    return index.filter((one) => has(one.all)).sort((a, b) => rank(a) - rank(b));
  }

  /// A field that finds sections: it lists them, and leaves them alone in contents and heat map.
  function setUpSearch() {
    const index = searchIndex();
    const field = element("input", { type: "search", autocomplete: "off", placeholder: "Search: spmv, prefix sum …" });
    field.setAttribute("aria-label", "Search experiments and kernels");
    document.getElementById("contents").before(element("label", { className: "search" }, field));
    const list = element("ol");
    const count = element("p", { role: "status" });
    const found = element("div", { id: "found", hidden: true }, count, list);
    document.querySelector("header").append(found);
    const apply = () => {
      const words = plain(field.value).split(/\s+/).filter(Boolean);
      const hits = find(index, words);
      let kernels = 0;
      for (const { all, link, rows } of index) {
        link.parentElement.hidden = !words.every((word) => all.includes(word));
        for (const { row, text } of rows) {
          row.hidden = !words.every((word) => text.includes(word));
          if (!row.hidden) ++kernels;
        }
      }
      root.classList.toggle("searching", words.length > 0);
      found.hidden = words.length === 0;
      count.textContent = hits.length === 0 ? "Nothing found here; tilebridge list names all experiments"
        : `${hits.length} ${hits.length === 1 ? "section" : "sections"}, ${kernels} ${kernels === 1 ? "kernel" : "kernels"} found`;
      list.replaceChildren(...hits.map(({ id, name, question }) =>
        element("li", {}, element("a", { href: `#${id}` }, element("b", { textContent: name }), ` ${question}`))));
      return hits;
    };
    const clear = () => {
      field.value = "";
      apply();
    };
    field.addEventListener("input", apply);
    field.addEventListener("keydown", ({ key }) => {
      const [first] = key === "Enter" && field.value.trim() ? apply() : [];
      if (key === "Escape" || first) clear();
      if (first) location.hash = first.id;
    });
    found.addEventListener("click", ({ target }) => { if (target.closest("a")) clear(); });
  }

  root.classList.add("scripted");
  addEventListener("DOMContentLoaded", () => {
    setUpTheme();
    setUpViews();
    setUpSearch();
  });
})();
