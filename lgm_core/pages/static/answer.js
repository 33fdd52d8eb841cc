"use strict";
// Highlights what belongs to a citation under the pointer, and lets keys move between citations.
(() => {
  const cites = (number) => document.querySelectorAll(`[data-cite="${number}"]`);
  const cited = (number) => document.getElementById(`c${number}`);

  function light(number, isOn) {
    cited(number)?.classList.toggle("lit", isOn);
    for (const link of cites(number)) {
      link.classList.toggle("lit", isOn);
      link.closest(".node")?.classList.toggle("lit", isOn);
    }
  }

  for (const element of document.querySelectorAll("[data-cite], [data-cited]")) {
    const number = element.dataset.cite ?? element.dataset.cited;
    for (const [event, isOn] of [["mouseenter", true], ["mouseleave", false], ["focusin", true], ["focusout", false]])
      element.addEventListener(event, () => light(number, isOn));
  }

  // The target of a key: the citation with a number, the next or the previous one, or the answer.
  const numbers = [...document.querySelectorAll("[data-cited]")].map((element) => Number(element.dataset.cited)).sort((a, b) => a - b);
  const current = () => Number((location.hash.match(/^#c(\d+)$/) ?? [])[1] ?? 0);

  function go(id) {
    if (!document.getElementById(id)) return;
    location.hash = id;
    document.getElementById(id).focus({ preventScroll: true });
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
    if (/^[1-9]$/.test(event.key)) go(`c${event.key}`);
    else if (event.key === "n") go(`c${numbers.find((number) => number > current()) ?? numbers[0]}`);
    else if (event.key === "p") go(`c${numbers.findLast((number) => number < current()) ?? numbers.at(-1)}`);
    else if (event.key === "Escape" && current()) {
      go(document.getElementById("answer") ? "answer" : "main");
      scrollTo({ top: 0 });
    }
  });
})();
