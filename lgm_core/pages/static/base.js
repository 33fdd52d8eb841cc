"use strict";
// What all pages share: the data that came with the page, and the choice between light and dark.
const lgm = (() => {
  const element = document.getElementById("data");
  const data = element ? JSON.parse(element.textContent) : null;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const button = document.getElementById("theme");
  const key = "lgm-theme";

  // A page in a notebook's frame has no storage, so its choice lasts only while it is open.
  const stored = () => { try { return localStorage.getItem(key); } catch { return null; } };
  const store = (theme) => { try { localStorage.setItem(key, theme); } catch { /* kept only for this page */ } };

  const isDark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";

  function show() {
    if (button) {
      button.textContent = isDark() ? "Light" : "Dark";
      button.setAttribute("aria-label", `${button.textContent} colors`);
    }
    document.dispatchEvent(new CustomEvent("themechange"));
  }

  function choose(theme) {
    root.dataset.theme = theme;
    store(theme);
    show();
  }

  if (["light", "dark"].includes(stored())) root.dataset.theme = stored();
  if (button) {
    button.hidden = false;
    button.addEventListener("click", () => choose(isDark() ? "light" : "dark"));
  }
  system.addEventListener("change", show);
  show();

  // In a notebook's frame, which has the notebook's address, a link within the page would open the notebook.
  addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (!link || event.defaultPrevented || location.protocol !== "about:") return;
    event.preventDefault();
    location.hash = link.getAttribute("href");
  });

  // A colour of the present theme by its variable: lgm.color("--is-a") is "rgb(0, 111, 174)".
  function color(name) {
    const probe = document.createElement("i");
    probe.style.color = `var(${name})`;
    root.append(probe);
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found;
  }

  return { data, color };
})();
