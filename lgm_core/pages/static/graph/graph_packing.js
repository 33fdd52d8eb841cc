"use strict";
// Places connected parts side by side without overlap, the largest in the middle, so that together they have about the
// proportions of the window.
const graphPacking = (() => {
  const FEW = 300; // concepts of a graph that leaves room for the names of all

  // The rows of squares that a part covers, each from its first to its last square.
  function rowsOf(part, square) {
    const rows = new Map();
    const take = (left, right, y) => {
      const [first, last] = rows.get(y) ?? [Infinity, -Infinity];
      rows.set(y, [Math.min(first, left), Math.max(last, right)]);
    };
    const takeAround = (x, y, room) => {
      const [left, right] = [x - 6, x + 6 + room].map((at) => Math.floor(at / square));
      for (let row = Math.floor((y - 6) / square); row <= Math.floor((y + 6) / square); row += 1) take(left, right, row);
    };
    for (const { x, y, room } of part.circles) takeAround(x, y, room);
    for (const [from, to] of part.lines) {
      const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / square);
      for (let step = 1; step < steps; step += 1) {
        takeAround(from.x + ((to.x - from.x) * step) / steps, from.y + ((to.y - from.y) * step) / steps, 0);
      }
    }
    return [...rows].map(([y, [left, right]]) => [y, left, right]);
  }

  // Returns how far to move each part, the largest first; `proportion` is the window's width divided by its height.
  function packed(parts, proportion, square) {
    const shapes = parts.map((part) => rowsOf(part, square));
    const area = shapes.flat().reduce((sum, [, left, right]) => sum + right - left + 1, 0);
    const reach = shapes.reduce((most, rows) => rows.reduce((far, row) => Math.max(far, ...row.map(Math.abs)), most), 0);
    const half = Math.ceil(Math.max(Math.sqrt((3 * area) / proportion) / 2, reach)) + 2;
    const wide = Math.ceil(Math.max(half * proportion, half));
    const columns = 2 * (wide + reach) + 1;
    const taken = new Uint8Array(columns * (2 * (half + reach) + 1));
    const at = (x, y) => (y + half + reach) * columns + x + wide + reach;
    const places = [];
    for (let y = -half; y <= half; y += 1) {
      for (let x = -wide; x <= wide; x += 1) places.push({ x, y, far: (x / proportion) ** 4 + y ** 4 });
    }
    places.sort((a, b) => a.far - b.far || a.y - b.y || a.x - b.x);

    const fits = (rows, { x, y }) => rows.every(([row, left, right]) => {
      for (let column = left; column <= right; column += 1) if (taken[at(x + column, y + row)]) return false;
      return true;
    });
    const begun = new Map(); // small parts of a size look alike: the next one begins where the last was put
    let first = 0;
    return shapes.map((rows, number) => {
      const size = parts[number].circles.length;
      while (first < places.length - 1 && taken[at(places[first].x, places[first].y)]) first += 1;
      let place = Math.max(first, size <= 3 ? begun.get(size) ?? 0 : 0);
      while (place < places.length - 1 && !fits(rows, places[place])) place += 1;
      begun.set(size, place);
      const { x, y } = places[place];
      for (const [row, left, right] of rows) taken.fill(1, at(x + left, y + row), at(x + right, y + row) + 1);
      return { x: x * square, y: y * square };
    });
  }

  // About how much room a name takes to the right of its concept, in a graph with this many.
  const roomOf = (name, order) => 1.6 * Math.min(name.length, 14) * Math.min(FEW / order, 1);

  return { packed, roomOf };
})();
