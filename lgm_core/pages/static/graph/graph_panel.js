"use strict";
// The panel of one concept: its relations by kind, with the sentences that state them.
const graphPanel = (() => {
  const panel = document.getElementById("panel");
  const FIRST = 8; // relations of a group, before the others are asked for

  const { verdicts = { valid: "checked: valid", unknown: "not checked" }, facts = ["Facts", "Facts that lead here"] } = lgm.data;
  const GROUPS = [
    { kind: "is_a", style: "is-a", out: "Is a", into: "Kinds of it" },
    { kind: "has_part", style: "has-part", out: "Has part", into: "Is part of" },
    { kind: "alias_of", style: "alias", out: "Also called", into: null },
    { kind: "fact", style: "fact", out: facts[0], into: facts[1] },
  ];

  function element(name, className = "", text = "") {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text) made.textContent = text;
    return made;
  }

  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

  // The text with the names of concepts marked, as text: nothing in it is markup.
  function marked(text, concepts) {
    const forms = concepts.flatMap(({ name, forms }) => [name, ...forms]).filter((form) => form.length > 1);
    const quote = element("blockquote");
    if (!forms.length) {
      quote.textContent = text;
      return quote;
    }
    forms.sort((a, b) => b.length - a.length);
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${forms.map(escaped).join("|")})(?![\\p{L}\\p{N}])`, "giu");
    text.split(pattern).forEach((piece, number) => quote.append(number % 2 ? element("mark", "", piece) : piece));
    return quote;
  }

  function sentence(number, concepts) {
    const { text, document: title, path, place, address } = graphData.sentences[number];
    const figure = element("figure");
    const caption = element("figcaption", "muted");
    const words = [title, path, `sentence ${place}`].filter(Boolean).join(" · ");
    if (address) {
      const link = element("a", "", words);
      link.href = address;
      caption.append(link);
    } else caption.textContent = words;
    figure.append(marked(text, concepts), caption);
    return figure;
  }

  function conceptButton(concept, go) {
    const button = element("button", "concept", concept.name);
    button.type = "button";
    button.addEventListener("click", () => go(concept.number));
    return button;
  }

  function statement(relation, concept, go) {
    const item = element("li");
    const line = element("p", "statement");
    const isSubject = relation.subject === concept.number;
    const other = !relation.leads ? null : graphData.concepts[isSubject ? relation.object : relation.subject];
    // The object of a fact is the number of a concept, or the text of a value, which may also be a number: "2".
    const words = typeof relation.object === "number" ? graphData.concepts[relation.object].name : relation.object;
    const end = other ? conceptButton(other, go) : element("strong", "", words);
    if (relation.kind === "fact") {
      const said = element("span", "fact", relation.words);
      line.append(...(isSubject ? [said, " ", end] : [end, " ", said, ` ${concept.name}`]));
      if (relation.further) line.append(element("span", "muted", ` (${relation.further})`));
    } else line.append(end);
    line.append(" ", element("span", `verdict ${relation.verdict}`, verdicts[relation.verdict]));
    item.append(line);
    const about = other ? [concept, other] : [concept];
    const [first, ...others] = relation.stating;
    if (first !== undefined) item.append(sentence(first, about));
    if (others.length) {
      const more = element("details");
      more.append(element("summary", "small", `${others.length} more of ${relation.stated} sentences`));
      more.append(...others.map((number) => sentence(number, about)));
      item.append(more);
    }
    return item;
  }

  function group(title, style, relations, concept, go) {
    const section = element("section");
    const heading = element("h3", style, title);
    heading.append(" ", element("span", "count", String(relations.length)));
    const list = element("ul");
    list.append(...relations.slice(0, FIRST).map((relation) => statement(relation, concept, go)));
    section.append(heading, list);
    if (relations.length > FIRST) {
      const all = element("button", "quiet small", `Show all ${relations.length}`);
      all.type = "button";
      all.addEventListener("click", () => {
        const shown = relations.slice(FIRST).map((relation) => statement(relation, concept, go));
        list.append(...shown);
        all.remove();
        shown[0].querySelector("button, summary")?.focus();
      });
      section.append(all);
    }
    return section;
  }

  // `go` is called with the number of a concept to show, `close` when the panel is closed.
  function show(concept, { go, close }) {
    const head = element("header");
    const title = element("h2", "", concept.name);
    title.tabIndex = -1;
    const button = element("button", "quiet close", "×");
    button.type = "button";
    button.setAttribute("aria-label", "Close");
    button.addEventListener("click", close);
    head.append(title, button);
    const told = [];
    if (concept.forms.length) told.push(`Also written ${concept.forms.slice(0, 4).join(", ")}.`);
    if (concept.mentions !== null) told.push(concept.mentions === 1 ? "Mentioned in one sentence." : `Mentioned in ${concept.mentions} sentences.`);
    const groups = GROUPS.flatMap(({ kind, style, out, into }) => {
      const all = concept.related.filter((relation) => relation.kind === kind);
      const from = all.filter((relation) => into === null || relation.subject === concept.number);
      const to = all.filter((relation) => !from.includes(relation));
      return [[out, from], [into, to]].filter(([, found]) => found.length)
        .map(([title, found]) => group(title, style, found, concept, go));
    });
    const parts = [head, element("p", "muted small", told.join(" ")), ...groups];
    if (!groups.length) parts.push(element("p", "", "No relation or fact of it is shown."));
    if (concept.mentioning.length) {
      const heading = concept.mentioning.length < concept.mentions ? "The first sentences that mention it" : "Sentences that mention it";
      parts.push(element("h3", "", heading), ...concept.mentioning.map((number) => sentence(number, [concept])));
    }
    if (graphData.page) {
      const link = element("a", "small", "Show the graph around it");
      link.href = `${graphData.page}?${new URLSearchParams({ start: concept.name })}`;
      parts.push(link);
    }
    panel.replaceChildren(...parts);
    panel.hidden = false;
    panel.scrollTop = 0;
  }

  function hide() {
    panel.hidden = true;
    panel.replaceChildren();
  }

  return { show, hide, focus: () => panel.querySelector("h2")?.focus(), element: panel };
})();
