"use strict";
// Places concepts: first within each connected part, then all parts side by side. The same graph always looks the same
// in a window of the same proportions, since nothing is random or depends on the clock.
const graphLayout = (() => {
  const { UndirectedGraph, forceAtlas2 } = graphLibraries;
  const SPACE = 10; // between neighbours, about
  const MOST_WIDENED = 1.7;

  function connectedParts(graph) {
    const seen = new Set();
    const parts = [];
    graph.forEachNode((start) => {
      if (seen.has(start)) return;
      seen.add(start);
      const part = [start];
      for (const node of part) {
        graph.forEachNeighbor(node, (neighbour) => {
          if (!seen.has(neighbour)) {
            seen.add(neighbour);
            part.push(neighbour);
          }
        });
      }
      parts.push(part);
    });
    return parts.sort((a, b) => b.length - a.length);
  }

  // The concept with the most neighbours is in the middle, its neighbours around it, and so on; two concepts are placed
  // one above the other, so that both names have room.
  function placeAsTree(graph, part) {
    const root = part.reduce((best, node) => (graph.degree(node) > graph.degree(best) ? node : best), part[0]);
    const children = new Map([[root, []]]);
    const order = [root];
    for (const node of order) {
      graph.forEachNeighbor(node, (neighbour) => {
        if (children.has(neighbour)) return;
        children.set(neighbour, []);
        children.get(node).push(neighbour);
        order.push(neighbour);
      });
    }
    const leaves = new Map();
    for (const node of [...order].reverse()) {
      leaves.set(node, children.get(node).reduce((sum, child) => sum + leaves.get(child), 0) || 1);
    }
    const begin = part.length === 2 ? -Math.PI / 2 : 0;
    const places = new Map([[root, { x: 0, y: 0, from: begin, to: begin + 2 * Math.PI, depth: 0 }]]);
    for (const node of order) {
      const { from, to, depth } = places.get(node);
      let angle = from;
      for (const child of children.get(node)) {
        const width = ((to - from) * leaves.get(child)) / leaves.get(node);
        const middle = angle + width / 2;
        const radius = SPACE * (depth + 1);
        places.set(child, {
          x: radius * Math.cos(middle), y: radius * Math.sin(middle), from: angle, to: angle + width, depth: depth + 1,
        });
        angle += width;
      }
    }
    return places;
  }

  function* settle(graph, part, places) {
    const inside = new UndirectedGraph();
    for (const node of part) inside.addNode(node, { x: places.get(node).x, y: places.get(node).y });
    for (const node of part) {
      graph.forEachNeighbor(node, (neighbour) => {
        if (node < neighbour) inside.addEdge(node, neighbour);
      });
    }
    const settings = {
      ...forceAtlas2.inferSettings(part.length), strongGravityMode: false, gravity: 1, barnesHutOptimize: part.length > 400,
      barnesHutTheta: 1.2, linLogMode: false, adjustSizes: false, outboundAttractionDistribution: false,
    };
    const steps = part.length > 1500 ? 50 : part.length > 300 ? 150 : 300;
    for (let done = 0; done < steps; done += 10) {
      forceAtlas2.assign(inside, { iterations: 10, settings, getEdgeWeight: null });
      yield;
    }
    inside.forEachNode((node, { x, y }) => Object.assign(places.get(node), { x, y }));
    yield;
    stretch(part, places);
    for (let done = 0; done < 30 && separate(part, places); done += 1) yield;
  }

  // Push apart concepts that are too close, found through a grid of squares.
  function separate(part, places) {
    const least = SPACE * 0.85;
    const squares = new Map();
    const column = (place) => [Math.floor(place.x / least), Math.floor(place.y / least)];
    for (const node of part) {
      const [x, y] = column(places.get(node));
      const square = x * 65536 + y;
      if (!squares.has(square)) squares.set(square, []);
      squares.get(square).push(node);
    }
    let moved = 0;
    for (const node of part) {
      const place = places.get(node);
      const [x, y] = column(place);
      for (let dx = -1; dx <= 1; dx += 1) {
        for (let dy = -1; dy <= 1; dy += 1) {
          for (const other of squares.get((x + dx) * 65536 + y + dy) ?? []) {
            if (other <= node) continue;
            const there = places.get(other);
            const [wayX, wayY] = [there.x - place.x, there.y - place.y];
            const distance = Math.hypot(wayX, wayY);
            if (distance >= least) continue;
            const push = (least - distance) / 2;
            const [unitX, unitY] = distance > 1e-6 ? [wayX / distance, wayY / distance] : [1, 0];
            place.x -= unitX * push;
            place.y -= unitY * push;
            there.x += unitX * push;
            there.y += unitY * push;
            moved += 1;
          }
        }
      }
    }
    return moved;
  }

  // Move a part so that its middle is 0, 0, and stretch it so that each concept has about SPACE.
  function stretch(part, places) {
    const middle = { x: 0, y: 0 };
    for (const node of part) {
      middle.x += places.get(node).x / part.length;
      middle.y += places.get(node).y / part.length;
    }
    const distances = part.map((node) => Math.hypot(places.get(node).x - middle.x, places.get(node).y - middle.y));
    const typical = distances.sort((a, b) => a - b)[Math.floor(part.length * 0.8)] || 1;
    const scale = (SPACE * 0.9 * Math.sqrt(part.length)) / typical;
    for (const node of part) {
      const place = places.get(node);
      place.x = (place.x - middle.x) * scale;
      place.y = (place.y - middle.y) * scale;
    }
  }

  const extent = (values) => values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);

  // Move a part so that its extent is centred at 0, 0. A part of more than three concepts is turned if it is long in the
  // other direction than the window, and a part with most of the graph is widened towards the window's proportions.
  function centre(part, places, proportion, order) {
    const all = part.map((node) => places.get(node));
    const [[left, right], [low, high]] = ["x", "y"].map((axis) => extent(all.map((place) => place[axis])));
    const [width, height] = [right - left, high - low];
    const isTurned = part.length > 3 && width > height !== proportion > 1;
    const lacking = proportion * (isTurned ? width / height : height / width); // of its width, in parts of it
    const isMost = part.length > 3 && part.length > order / 2;
    const [wider, higher] = [lacking, 1 / lacking].map((times) => (isMost ? Math.min(Math.max(times, 1), MOST_WIDENED) : 1));
    for (const place of all) {
      const [x, y] = [place.x - (left + right) / 2, place.y - (low + high) / 2];
      Object.assign(place, isTurned ? { x: -y * wider, y: x * higher } : { x: x * wider, y: y * higher });
    }
  }

  // Sets x and y of all nodes; yields often, so that the page stays responsive.
  function* arrange(graph, proportion) {
    const parts = connectedParts(graph);
    const arrangedParts = [];
    for (const part of parts) {
      const places = placeAsTree(graph, part);
      if (part.length > 3) yield* settle(graph, part, places);
      if (part.length > 1) stretch(part, places);
      centre(part, places, proportion, graph.order);
      const lines = [];
      const circles = part.map((node) => {
        graph.forEachNeighbor(node, (neighbour) => { if (node < neighbour) lines.push([places.get(node), places.get(neighbour)]); });
        return { ...places.get(node), room: graphPacking.roomOf(graph.getNodeAttribute(node, "label"), graph.order) };
      });
      arrangedParts.push({ part, places, circles, lines });
    }
    const moves = graphPacking.packed(arrangedParts, proportion, graph.order > 1000 ? SPACE : SPACE / 2);
    arrangedParts.forEach(({ part, places }, number) => {
      for (const node of part) {
        const { x, y } = places.get(node);
        graph.mergeNodeAttributes(node, { x: x + moves[number].x, y: y + moves[number].y });
      }
    });
  }

  // Resolves to the milliseconds of computing when everything is in place.
  async function arranged(graph, proportion) {
    const steps = arrange(graph, proportion);
    let spent = 0;
    for (;;) {
      const start = performance.now();
      let done = false;
      while (!done && performance.now() - start < 30) done = steps.next().done;
      spent += performance.now() - start;
      if (done) return spent;
      await new Promise((resume) => setTimeout(resume));
    }
  }

  return { arranged };
})();
