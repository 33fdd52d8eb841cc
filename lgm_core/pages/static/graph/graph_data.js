"use strict";
// The concepts, relations and sentences of the page. A relation leads from a concept (a number) to another one, or to
// the text of a value.
const graphData = (() => {
  const { concepts, relations, sentences, documents, mentioning, starts, graph } = lgm.data;
  const related = concepts.map(() => []);

  const data = {
    concepts: concepts.map(([key, name, forms, mentions], number) => ({
      number, key, name, forms, mentions, related: related[number], mentioning: mentioning[number] ?? [],
    })),
    relations: relations.map(([kind, subject, object, verdict, stating, stated, words = "", further = ""]) => ({
      kind, subject, object, verdict, stating, stated, words, further, leads: typeof object === "number" && subject !== object,
    })),
    sentences: sentences.map(([text, document, path, place, address]) => ({
      text, document: documents[document], path, place, address,
    })),
    starts,
    page: graph,
  };
  for (const relation of data.relations) {
    related[relation.subject].push(relation);
    if (relation.leads) related[relation.object].push(relation);
  }
  data.byKey = new Map(data.concepts.map((concept) => [concept.key, concept]));
  return data;
})();
