"use strict";
// The page of a graph: search, picture, panel, list and keys, all for the one chosen concept.
(() => {
  const find = (id) => document.getElementById(id);
  const [stage, search, suggestions, list, legend, told] = ["stage", "search", "suggestions", "list", "legend", "told"].map(find);
  const FEW = 10; // suggestions at once
  const { concepts } = graphData;
  let picture = null;
  let chosen = null;

  // Choosing a concept

  function choose(number, { goes = false, focuses = false } = {}) {
    chosen = number;
    if (number === null) graphPanel.hide();
    else graphPanel.show(concepts[number], { go: (next) => choose(next, { goes: true, focuses: true }), close: () => leave() });
    picture?.choose(number);
    if (number !== null && goes) picture?.goTo(number, covered());
    if (number !== null && focuses) graphPanel.focus();
    remember(number);
    markInList(number);
    document.body.classList.toggle("has-chosen", number !== null);
  }

  function leave() {
    choose(null);
    (list.hidden ? stage : list.querySelector("button")).focus();
  }

  // The part of the picture behind the panel: a side of it, or the lower part on a phone.
  function covered() {
    const [panel, { bottom }] = [graphPanel.element, find("picture")].map((element) => element.getBoundingClientRect());
    return innerWidth <= 700 ? { right: 0, bottom: Math.max(bottom - panel.top, 0) } : { right: panel.width, bottom: 0 };
  }

  // The address has the chosen concept, if the page's frame allows this.
  function remember(number) {
    const hash = number === null ? "" : `#${encodeURIComponent(concepts[number].key)}`;
    if (location.hash === hash) return;
    try { history.replaceState(null, "", hash || location.pathname + location.search); } catch { /* no address here */ }
  }

  function remembered() {
    let key = "";
    try { key = decodeURIComponent(location.hash.slice(1)); } catch { /* not ours */ }
    return graphData.byKey.get(key)?.number ?? null;
  }

  // Search

  const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
  const named = concepts.map((concept) => ({ concept, names: [concept.name, concept.key, ...concept.forms].map(folded) }));

  function closeness(names, wanted) {
    let best = 0;
    for (const name of names) {
      if (name === wanted) return 4;
      if (name.startsWith(wanted)) best = Math.max(best, 3);
      else if (name.includes(` ${wanted}`)) best = Math.max(best, 2);
      else if (name.includes(wanted)) best = Math.max(best, 1);
    }
    return best;
  }

  function found(text) {
    const wanted = folded(text);
    if (!wanted) return [];
    return named
      .map(({ concept, names }) => ({ concept, close: closeness(names, wanted) }))
      .filter(({ close }) => close)
      .sort((a, b) => b.close - a.close || b.concept.related.length - a.concept.related.length)
      .slice(0, FEW)
      .map(({ concept }) => concept);
  }

  let active = -1;

  function suggest() {
    const text = search.value;
    const options = found(text).map((concept, number) => {
      const option = document.createElement("li");
      const wanted = folded(text);
      const form = [concept.name, ...concept.forms].find((each) => folded(each).includes(wanted));
      option.textContent = concept.name;
      if (form && form !== concept.name) {
        const also = document.createElement("span");
        also.className = "muted";
        also.textContent = ` ${form}`;
        option.append(also);
      }
      option.dataset.concept = concept.number;
      return option;
    });
    if (!options.length && folded(text)) options.push(...beyond(text));
    options.forEach((option, number) => {
      option.id = `suggestion-${number}`;
      option.setAttribute("role", "option");
    });
    suggestions.replaceChildren(...options);
    open(options.length > 0);
    activate(options.findIndex(canBeTaken));
  }

  // A message for a concept that is not shown, with a link to the whole graph on a server.
  function beyond(text) {
    const none = document.createElement("li");
    none.className = "muted";
    none.textContent = "Not among the concepts shown.";
    none.setAttribute("aria-disabled", "true");
    if (!graphData.page) return [none];
    const whole = document.createElement("li");
    whole.textContent = "Look in the whole graph";
    whole.dataset.address = `${graphData.page}?${new URLSearchParams({ start: text })}`;
    return [none, whole];
  }

  const canBeTaken = ({ dataset }) => dataset.concept !== undefined || dataset.address !== undefined;

  function open(isOpen) {
    suggestions.hidden = !isOpen;
    search.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) activate(-1);
  }

  function activate(number) {
    active = number;
    [...suggestions.children].forEach((option, other) => option.setAttribute("aria-selected", String(other === number)));
    if (number < 0) search.removeAttribute("aria-activedescendant");
    else search.setAttribute("aria-activedescendant", `suggestion-${number}`);
  }

  function take(option) {
    if (!option || !canBeTaken(option)) return;
    if (option.dataset.address) return void location.assign(option.dataset.address);
    search.value = concepts[option.dataset.concept].name;
    open(false);
    choose(Number(option.dataset.concept), { goes: true, focuses: true });
  }

  search.addEventListener("input", suggest);
  search.addEventListener("blur", () => open(false));
  suggestions.addEventListener("mousedown", (event) => event.preventDefault()); // the search keeps the focus, and the list stays
  suggestions.addEventListener("click", (event) => take(event.target.closest("li")));
  search.addEventListener("keydown", (event) => {
    const { length } = suggestions.children;
    if (["ArrowDown", "ArrowUp"].includes(event.key)) {
      event.preventDefault();
      if (suggestions.hidden) suggest();
      else if (length) activate((active + (event.key === "ArrowDown" ? 1 : length - 1)) % length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (suggestions.hidden) suggest();
      take(suggestions.children[Math.max(active, 0)]);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      if (suggestions.hidden) search.value = "";
      open(false);
    }
  });

  // The list of all concepts, for readers who do not use the picture

  function fillList() {
    if (list.childElementCount) return;
    const sorted = [...concepts].sort((a, b) => a.name.localeCompare(b.name));
    list.append(...sorted.map((concept, number) => {
      const button = document.createElement("button");
      button.type = "button";
      button.tabIndex = number ? -1 : 0;
      button.dataset.concept = concept.number;
      button.textContent = concept.name;
      const count = document.createElement("span");
      count.className = "muted";
      count.textContent = ` ${concept.related.length}`;
      button.append(count);
      const item = document.createElement("li");
      item.append(button);
      return item;
    }));
    markInList(chosen);
  }

  function markInList(number) {
    for (const button of list.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    list.querySelector(`[data-concept="${number}"]`)?.setAttribute("aria-current", "true");
  }

  function showList(isShown) {
    if (isShown) fillList();
    list.hidden = !isShown;
    find("as-list").setAttribute("aria-pressed", String(isShown));
    picture?.choose(chosen); // names keep off the list
  }

  function step(from, to) {
    if (!to) return;
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }

  list.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    step(list.querySelector('[tabindex="0"]'), button);
    choose(Number(button.dataset.concept), { goes: true });
  });
  list.addEventListener("keydown", (event) => {
    const from = event.target.closest("button");
    const buttons = { ArrowDown: () => from.parentElement.nextElementSibling, ArrowUp: () => from.parentElement.previousElementSibling,
      Home: () => list.firstElementChild, End: () => list.lastElementChild };
    if (!from || !buttons[event.key]) return;
    event.preventDefault();
    step(from, buttons[event.key]()?.firstElementChild);
  });
  find("as-list").addEventListener("click", () => {
    showList(list.hidden);
    if (!list.hidden) list.querySelector('[tabindex="0"]').focus();
  });

  // Buttons and keys of the picture

  const ways = { "zoom-in": () => picture?.zoom(0.67), "zoom-out": () => picture?.zoom(1.5), fit: () => picture?.fit() };
  for (const [id, way] of Object.entries(ways)) find(id).addEventListener("click", way);
  const keys = {
    "+": ways["zoom-in"], "=": ways["zoom-in"], "-": ways["zoom-out"], 0: ways.fit,
    ArrowLeft: () => picture.pan(-0.1, 0), ArrowRight: () => picture.pan(0.1, 0),
    ArrowUp: () => picture.pan(0, 0.1), ArrowDown: () => picture.pan(0, -0.1),
  };
  stage.addEventListener("keydown", (event) => {
    if (!picture || !keys[event.key] || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && chosen !== null) leave();
    else if (event.key === "/" && !event.target.closest("input")) {
      event.preventDefault();
      search.focus();
    }
  });
  // If there is room, the legend is open beside the buttons.
  const wide = matchMedia("(min-width: 1001px)");
  const unfold = () => { legend.open = wide.matches; };
  wide.addEventListener("change", unfold);
  const showKinds = () => picture?.showKinds([...legend.querySelectorAll("input:checked")].map((input) => input.value));
  legend.addEventListener("change", showKinds);
  addEventListener("hashchange", () => choose(remembered(), { goes: true }));

  // Begin

  async function begin() {
    unfold();
    if (graphPicture.hasWebGL()) {
      picture = await graphPicture.draw(find("picture"), graphData, { choose: (number) => choose(number), overlays: [list, graphPanel.element] });
    } else {
      document.body.classList.add("without-picture");
      find("no-picture").hidden = false;
      showList(true);
    }
    told.classList.remove("busy");
    showKinds(); // which may have been chosen meanwhile
    const first = remembered() ?? (graphData.starts.length === 1 ? graphData.starts[0] : null);
    if (first !== null) choose(first, { goes: true });
    document.documentElement.dataset.ready = "true";
  }
  window.graphPage = { get picture() { return picture; }, get chosen() { return chosen; }, choose };
  begin();
})();
