// SPDX-License-Identifier: Apache-2.0
// Theme, views and filters of the report. Works without the charts; they listen to the events
// "tilebridge:theme", "tilebridge:shown" (of a section) and "tilebridge:filtered".
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
      const id = location.hash.slice(1);
      if (id === "content") return;  // the skip link
      open(false);
      const section = showView(id);
      scrollTo(0, 0);
      const heading = section.querySelector("h2");
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
    root.classList.add("scripted-views");
    showView(location.hash.slice(1));
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
        ["family", "level", "verdict"].every((name) => !wanted[name] || row.dataset[name] === wanted[name]));
      rows.forEach((row, i) => { row.hidden = !shown[i]; });
      const count = shown.filter(Boolean).length;
      status.textContent = `${count} of ${rows.length} comparisons`;
      announce("filtered", { rows: wanted.rows, level: wanted.level, shown });
    };
    form.hidden = false;
    form.addEventListener("input", apply);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(apply));
    apply();
  }

  root.classList.add("scripted");
  const start = () => {
    setUpTheme();
    setUpFilters();
    setUpViews();
  };
  // The charts' script comes after this one and must receive the first events.
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
