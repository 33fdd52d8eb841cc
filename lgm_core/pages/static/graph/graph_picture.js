"use strict";
// The picture of the graph: circles and lines drawn by WebGL; without WebGL, only the list is shown.
const graphPicture = (() => {
  const { UndirectedGraph, Sigma } = graphLibraries;
  const KINDS = {
    is_a: { color: "--is-a", head: 1, size: 1.6, label: "is a" },
    has_part: { color: "--has-part", head: 2, size: 1.6, label: "has part" },
    alias_of: { color: "--alias", head: 0, size: 2.2, label: "also called" },
    fact: { color: "--fact", head: 1, size: 0.8, label: "" },
  };
  const ORDER = Object.keys(KINDS);
  const LINES_AVOIDED = 3000; // lines of a graph, up to which names keep off them
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  const hasWebGL = () => {
    try {
      return Boolean(document.createElement("canvas").getContext("webgl2"));
    } catch {
      return false;
    }
  };

  // One line between two concepts represents all their relations and facts, in the colour of the first kind shown.
  function graphOf(data, room) {
    const graph = new UndirectedGraph();
    for (const { number, name } of data.concepts) graph.addNode(number, { label: name });
    for (const relation of data.relations) {
      if (!relation.leads) continue;
      const { subject, object } = relation;
      if (!graph.hasEdge(subject, object)) graph.addEdge(subject, object, { relations: [] });
      graph.getEdgeAttribute(graph.edge(subject, object), "relations").push(relation);
    }
    graph.forEachEdge((_, { relations }) => relations.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind)));
    const scale = Math.min(Math.sqrt(500 / graph.order), 1) * Math.min(Math.sqrt(room / 800), 1); // the more, or the less room, the smaller
    graph.forEachNode((node) => graph.setNodeAttribute(node, "size", scale * (2.5 + Math.min(1.6 * Math.sqrt(graph.degree(node)), 14))));
    return graph;
  }

  const mixed = (color, ground, share) => {
    const [a, b] = [color, ground].map((each) => each.match(/\d+/g).map(Number));
    return `rgb(${a.map((part, i) => Math.round(part * share + b[i] * (1 - share))).join(", ")})`;
  };

  function colors() {
    const [ground, text, muted, accent, line] = ["--ground", "--text", "--muted", "--accent", "--line"].map(lgm.color);
    const kinds = Object.fromEntries(ORDER.map((kind) => [kind, lgm.color(KINDS[kind].color)]));
    return {
      ground, text, muted, accent, line, kinds, nodes: [0.5, 0.6, 0.7, 0.8, 0.9, 1].map((share) => mixed(muted, ground, share)), faded: mixed(muted, ground, 0.18),
      light: Object.fromEntries(ORDER.map((kind) => [kind, mixed(kinds[kind], ground, 0.55)])),
      start: mixed(accent, ground, 0.9),
    };
  }

  // `choose` is called with the number of a clicked concept, or null for a click elsewhere; `overlays` are elements that
  // may hide a part of the picture.
  async function draw(container, data, { choose, overlays }) {
    const graph = graphOf(data, Math.min(container.clientWidth, container.clientHeight));
    const proportion = Math.min(Math.max(container.clientWidth / Math.max(container.clientHeight, 1), 0.3), 4);
    document.documentElement.dataset.layoutMs = (await graphLayout.arranged(graph, proportion)).toFixed(0);

    const state = { chosen: null, hovered: null, near: new Set(), kinds: new Set(ORDER), starts: new Set(data.starts.map(String)) };
    let palette = colors();

    const shownRelation = (edge) => edge.relations.find(({ kind }) => state.kinds.has(kind));

    function drawHover(context, node) {
      context.beginPath();
      context.arc(node.x, node.y, node.size + 3, 0, 2 * Math.PI);
      context.strokeStyle = palette.accent;
      context.lineWidth = 2;
      context.stroke();
      names.write(context, { ...node, node: node.key, isChosen: true }, palette);
    }

    function drawEdgeLabel(context, edge, source, target, settings) {
      const [dx, dy] = [target.x - source.x, target.y - source.y];
      const room = Math.hypot(dx, dy) - source.size - target.size - 12;
      if (!edge.label || room < 30) return;
      context.font = `${settings.edgeLabelSize}px ${settings.edgeLabelFont}`;
      let label = edge.label;
      while (label.length > 3 && context.measureText(label).width > room) label = `${label.slice(0, -2)}…`;
      if (label.length <= 3) return;
      context.save();
      context.translate((source.x + target.x) / 2, (source.y + target.y) / 2);
      context.rotate(Math.atan2(dy, dx) + (dx < 0 ? Math.PI : 0));
      context.textAlign = "center";
      const half = context.measureText(label).width / 2 + 3;
      context.fillStyle = palette.ground;
      context.fillRect(-half, -7, 2 * half, 14);
      context.fillStyle = edge.color;
      context.fillText(label, 0, 3.5);
      context.restore();
    }

    function look(node, attributes) {
      const isShown = !graph.degree(node) || graph.someEdge(node, (_, edge) => shownRelation(edge));
      if (!isShown && node !== state.chosen) return { ...attributes, hidden: true };
      const color = state.starts.has(node) ? palette.start : palette.nodes[Math.min(graph.degree(node), palette.nodes.length) - 1] ?? palette.nodes[0];
      if (node === state.chosen) return { ...attributes, color: palette.accent, size: attributes.size + 2, zIndex: 2 };
      if (!state.near.size) return { ...attributes, color };
      if (state.near.has(node)) return { ...attributes, color: palette.muted, zIndex: 1 };
      return { ...attributes, color: palette.faded, label: "", zIndex: 0 };
    }

    function lookOfEdge(edge, attributes) {
      const relation = shownRelation(attributes);
      if (!relation) return { hidden: true };
      const { head, size, label } = KINDS[relation.kind];
      const [a, b] = graph.extremities(edge);
      const isNear = state.chosen !== null && (a === state.chosen || b === state.chosen);
      if (state.near.size && !isNear && !(state.near.has(a) && state.near.has(b))) return { hidden: true };
      return {
        head, size: isNear ? size + 0.6 : size, isDashed: relation.verdict === "unknown", isForward: String(relation.subject) === a,
        color: isNear ? palette.kinds[relation.kind] : palette.light[relation.kind], zIndex: isNear ? 1 : 0,
        label: isNear && state.near.size <= 30 ? label || relation.words : "", forceLabel: isNear,
      };
    }

    const renderer = new Sigma(graph, container, {
      allowInvalidContainer: true,
      defaultEdgeType: "relation",
      edgeProgramClasses: { relation: RelationEdgeProgram },
      nodeReducer: look,
      edgeReducer: lookOfEdge,
      defaultDrawNodeHover: drawHover,
      defaultDrawEdgeLabel: drawEdgeLabel,
      labelFont: "system-ui, sans-serif",
      labelSize: 13,
      renderLabels: false, // the names are placed by graphNames
      renderEdgeLabels: true,
      edgeLabelSize: 11,
      edgeLabelFont: "system-ui, sans-serif",
      hideEdgesOnMove: graph.size > 20000,
      zIndex: true,
      zoomToSizeRatioFunction: (ratio) => ratio ** 0.4,
      stagePadding: 40,
      minCameraRatio: 0.01,
      maxCameraRatio: 2,
    });
    const camera = renderer.getCamera();
    const duration = () => (calm.matches ? 0 : 400);
    const move = (place) => (calm.matches ? camera.setState({ ...camera.getState(), ...place }) : camera.animate(place, { duration: duration() }));
    const refresh = () => renderer.refresh({ skipIndexation: true });

    // Names

    const names = graphNames.namesOf({ labelSize: renderer.getSetting("labelSize"), labelFont: renderer.getSetting("labelFont") });
    const rank = (node) => (node === state.chosen ? 2 : Number(state.near.has(node)));
    const hiddenParts = () => {
      const { x, y } = container.getBoundingClientRect();
      return overlays.filter((element) => element.offsetParent).map((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return { left: left - x, top: top - y, right: right - x, bottom: bottom - y };
      });
    };

    function drawNames() {
      const circles = new Map();
      graph.forEachNode((node) => {
        const { hidden, label, size, ...place } = renderer.getNodeDisplayData(node);
        if (hidden) return;
        circles.set(node, {
          ...renderer.framedGraphToViewport(place), node, label, size: renderer.scaleSize(size),
          isChosen: node === state.chosen, isNear: rank(node) > 0,
        });
      });
      const lines = [];
      if (graph.size <= LINES_AVOIDED || state.near.size) {
        graph.forEachEdge((edge, _, from, to) => {
          if (!renderer.getEdgeDisplayData(edge).hidden && circles.has(from) && circles.has(to)) lines.push([circles.get(from), circles.get(to)]);
        });
      }
      const ordered = [...circles.values()].sort((a, b) => rank(b.node) - rank(a.node) || graph.degree(b.node) - graph.degree(a.node));
      names.draw(renderer.getCanvases().labels.getContext("2d"), renderer.getDimensions(), ordered, lines, hiddenParts(), palette);
    }
    renderer.on("afterRender", drawNames);
    drawNames();

    renderer.on("clickNode", ({ node }) => choose(Number(node)));
    renderer.on("clickStage", () => choose(null));
    renderer.on("enterNode", () => { container.classList.add("pointing"); });
    renderer.on("leaveNode", () => { container.classList.remove("pointing"); });
    document.addEventListener("themechange", () => { palette = colors(); refresh(); });

    // Show a concept and its neighbours in the visible part of the picture.
    function goTo(number, covered) {
      const shown = state.near.size ? [String(number), ...state.near] : graph.nodes();
      const places = shown.map((node) => renderer.getNodeDisplayData(node)).filter(Boolean);
      const [xs, ys] = ["x", "y"].map((axis) => places.map((place) => place[axis]));
      const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      const { width, height } = renderer.getDimensions();
      const free = { width: width - covered.right, height: height - covered.bottom };
      const [zero, one] = [0, 1].map((x) => renderer.framedGraphToViewport({ x, y: 0 }));
      const unit = Math.hypot(one.x - zero.x, one.y - zero.y) * camera.getState().ratio; // pixels of the whole graph at ratio 1
      const within = [free.width - 2 * Math.min(130, free.width * 0.2), free.height - 2 * Math.min(60, free.height * 0.2)];
      const needed = Math.max(((right - left) * unit) / within[0], ((high - low) * unit) / within[1]);
      const ratio = Math.min(Math.max(needed, 0.05), 1.6);
      move({
        x: (left + right) / 2 + (covered.right / 2 / unit) * ratio,
        y: (low + high) / 2 - (covered.bottom / 2 / unit) * ratio,
        ratio,
      });
    }

    return {
      renderer,
      graph,
      names,
      choose(number) {
        state.chosen = number === null ? null : String(number);
        state.near = new Set(number === null ? [] : graph.filterNeighbors(number, (near) => shownRelation(graph.getEdgeAttributes(graph.edge(number, near)))));
        refresh();
      },
      goTo,
      showKinds(kinds) {
        state.kinds = new Set(kinds);
        this.choose(state.chosen);
      },
      zoom: (factor) => move({ ratio: renderer.getCamera().getBoundedRatio(camera.getState().ratio * factor) }),
      pan: (x, y) => move({ x: camera.getState().x + x * camera.getState().ratio, y: camera.getState().y + y * camera.getState().ratio }),
      fit: () => move({ x: 0.5, y: 0.5, ratio: 1, angle: 0 }),
    };
  }

  return { draw, hasWebGL };
})();
