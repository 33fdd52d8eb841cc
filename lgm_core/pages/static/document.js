"use strict";
// The page of a document: switches for marks, a concept with its mentions and statements, search, keys.
(() => {
  const article = document.querySelector("article");
  const chosen = document.getElementById("chosen");
  const tools = document.getElementById("tools");
  const find = document.getElementById("find");
  const unfold = document.getElementById("unfold");
  const names = lgm.data.names;
  const mostNames = 8;
  const mostStatements = 200;

  let hits = [];
  let at = -1;

  tools.hidden = false;
  if (matchMedia("(max-width: 75rem)").matches) document.getElementById("contents")?.removeAttribute("open");

  for (const place of document.querySelectorAll("[data-language]")) {
    try {
      place.textContent = new Intl.DisplayNames(["en"], { type: "language" }).of(place.dataset.language);
    } catch { /* the code stays */ }
  }

  const made = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  function showTarget() {
    const target = document.querySelector(":target");
    if (target?.matches(".s, pre")) target.scrollIntoView({ block: "center" });
  }

  function go(step) {
    if (!hits.length) return;
    hits[at]?.classList.remove("current");
    at = (at + step + hits.length) % hits.length;
    const hit = hits[at];
    hit.classList.add("current");
    hit.scrollIntoView({ block: "center" });
    const counter = document.getElementById("counter");
    if (counter) counter.textContent = `${at + 1} of ${hits.length}`;
  }

  function clear() {
    for (const hit of article.querySelectorAll(".on, .current, .found")) hit.classList.remove("on", "current", "found");
    hits = [];
    at = -1;
    chosen.hidden = true;
    chosen.replaceChildren();
  }

  function stepper() {
    const button = (text, label, step) => {
      const it = made("button", { type: "button", textContent: text, title: label });
      it.setAttribute("aria-label", label);
      it.addEventListener("click", () => go(step));
      return it;
    };
    const counter = made("span", { id: "counter", textContent: `${hits.length}` });
    return made("div", { className: "go" }, button("‹", "Previous (p)", -1), counter, button("›", "Next (n)", 1));
  }

  function head(text) {
    const title = made("h2", {}, made("bdi", { textContent: text }));
    const close = made("button", { type: "button", className: "quiet", textContent: "×", title: "Clear (Esc)" });
    close.setAttribute("aria-label", "Clear");
    close.addEventListener("click", clear);
    return made("div", { className: "head" }, title, close);
  }

  // The statements about a concept, without duplicates, with links to the sentences that state them.
  function statements(concept) {
    const list = made("ul", { className: "statements" });
    const seen = new Set();
    for (const item of article.querySelectorAll(`li[data-c~="${concept}"]`)) {
      const said = item.textContent;
      if (seen.has(said)) continue;
      seen.add(said);
      if (list.children.length === mostStatements) break;
      const copy = item.cloneNode(true);
      const sentence = item.closest(".stated")?.previousElementSibling;
      if (sentence?.id) copy.append(" ", made("a", { href: `#${sentence.id}`, textContent: "go to it" }));
      list.append(copy);
    }
    return list;
  }

  function choose(concept, from) {
    clear();
    const marks = [...article.querySelectorAll(`.s [data-c="${concept}"]`)];
    for (const mark of marks) mark.classList.add("on");
    hits = marks.filter((mark) => !mark.classList.contains("rest"));
    const pronouns = hits.filter((mark) => mark.classList.contains("ref")).length;
    const under = lgm.data.under[concept];
    const counted = [`${hits.length - pronouns} by name`, pronouns && `${pronouns} by pronoun`,
      under && `${under} ${under === 1 ? "sentence" : "sentences"} under its heading`].filter(Boolean).join(", ");
    const list = statements(concept);
    chosen.append(head(names[concept]));
    if (hits.length) chosen.append(stepper());
    chosen.append(made("p", { className: "muted small", textContent: counted }));
    if (lgm.data.graph) {
      const address = `${lgm.data.graph}?start=${encodeURIComponent(names[concept].replace(/ \(\d+\)$/, ""))}`;
      chosen.append(made("p", {}, made("a", { href: address, textContent: "Show it in the graph" })));
    }
    if (list.children.length) chosen.append(list);
    chosen.hidden = false;
    chosen.scrollTop = 0;
    const start = from ? hits.indexOf(from) : -1;
    if (start >= 0) {
      at = start;
      hits[at].classList.add("current");
      document.getElementById("counter").textContent = `${at + 1} of ${hits.length}`;
      if (getComputedStyle(chosen).position === "fixed") hits[at].scrollIntoView({ block: "center" });
    } else {
      go(1);
    }
  }

  function search(text) {
    clear();
    const wanted = text.trim().toLowerCase();
    if (!wanted) return;
    const named = [...names.keys()].filter((number) => names[number].toLowerCase().includes(wanted));
    named.sort((a, b) => names[a].length - names[b].length || a - b);
    hits = [...article.querySelectorAll(".s, pre.code")].filter((it) => it.textContent.toLowerCase().includes(wanted));
    for (const hit of hits) hit.classList.add("found");
    chosen.append(head(text.trim()));
    if (hits.length) chosen.append(stepper());
    chosen.append(made("p", { className: "muted small", textContent: hits.length === 1 ? "in one sentence" : `in ${hits.length} sentences` }));
    const list = made("ul", { className: "concepts" });
    for (const number of named.slice(0, mostNames)) {
      const button = made("button", { type: "button", className: "quiet" }, made("bdi", { textContent: names[number] }));
      button.addEventListener("click", () => choose(number));
      list.append(made("li", {}, button));
    }
    if (list.children.length) chosen.append(made("p", { textContent: "Concepts" }), list);
    chosen.hidden = false;
  }

  document.addEventListener("click", (event) => {
    const mark = event.target.closest(".s [data-c], b[data-c], a[data-c]");
    if (!mark || mark.closest(".legend")) return;
    // A click on nested marks selects the widest one, unless the selected one is clicked again.
    let widest = mark;
    for (let up = mark; (up = up.parentElement?.closest(".s [data-c]")); ) widest = up;
    if (mark.matches("a") && !mark.getAttribute("href").startsWith("#")) return;
    event.preventDefault();
    const inner = widest.classList.contains("current") && mark !== widest ? mark : widest;
    choose(Number(inner.dataset.c), inner.closest(".s") ? inner : null);
  });

  for (const box of tools.querySelectorAll("[data-show]")) {
    box.addEventListener("change", () => article.classList.toggle(`no-${box.dataset.show}`, !box.checked));
  }

  unfold.addEventListener("click", () => {
    const all = [...article.querySelectorAll(".stated")];
    const open = !all.every((it) => it.open);
    for (const it of all) it.open = open;
    unfold.textContent = open ? "Hide all relations" : "Show all relations";
  });
  if (!article.querySelector(".stated")) unfold.hidden = true;

  let waiting = 0;
  find.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => search(find.value), 150);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches("input, textarea, select");
    if (event.key === "Escape") {
      if (typing) find.value = "";
      clear();
      document.activeElement.blur();
    } else if (typing && event.key === "Enter") {
      if (!hits.length) search(find.value);
      go(event.shiftKey ? -1 : 1);
    } else if (typing) {
      return;
    } else if (event.key === "/") {
      event.preventDefault();
      find.focus();
    } else if (event.key === "n") {
      go(1);
    } else if (event.key === "p") {
      go(-1);
    }
  });

  addEventListener("hashchange", showTarget);
  if (location.hash) showTarget();
})();
