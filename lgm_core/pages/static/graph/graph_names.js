"use strict";
// The names of concepts in the picture, as many as fit without overlap, first those of the chosen concept and its
// neighbours. A name is on the side of its circle where it covers least.
const graphNames = (() => {
  const SQUARE = 4; // pixels of the squares in which it is remembered what is covered
  const TAKEN = 200;
  const MOST = 600; // names that are tried at once
  const ALWAYS = 25; // names that may cover circles and lines
  const ROOM = 12000; // square pixels for each concept, from which the names of all may
  const COVERS = 8; // squares of circles and lines that another name may cover

  const shortened = (name) => (name.length > 42 ? `${name.slice(0, 40)}…` : name);

  // The covered squares of a picture.
  function coverOf(width, height) {
    const [columns, rows] = [Math.ceil(width / SQUARE), Math.ceil(height / SQUARE)];
    const squares = new Uint8Array(columns * rows);
    const add = (x, y, weight) => {
      const [column, row] = [Math.floor(x / SQUARE), Math.floor(y / SQUARE)];
      if (column < 0 || row < 0 || column >= columns || row >= rows) return;
      const at = row * columns + column;
      squares[at] = Math.min(squares[at] + weight, TAKEN);
    };
    return {
      circle({ x, y, size }) {
        if (x < -size || y < -size || x > width + size || y > height + size) return;
        for (let dx = -size; dx <= size; dx += SQUARE) {
          for (let dy = -size; dy <= size; dy += SQUARE) if (dx * dx + dy * dy <= size * size) add(x + dx, y + dy, 2);
        }
      },
      line(from, to) {
        const steps = Math.min(Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / SQUARE), 1000);
        for (let step = 0; step <= steps; step += 1) {
          add(from.x + ((to.x - from.x) * step) / steps, from.y + ((to.y - from.y) * step) / steps, 2);
        }
      },
      take({ left, top, right, bottom }) {
        for (let y = top; y < bottom + SQUARE; y += SQUARE) {
          for (let x = left; x < right + SQUARE; x += SQUARE) add(Math.min(x, right), Math.min(y, bottom), TAKEN);
        }
      },
      under({ left, top, right, bottom }) {
        if (left < 2 || top < 2 || right > width - 2 || bottom > height - 2) return Infinity;
        let sum = 0;
        for (let row = Math.floor(top / SQUARE); row <= Math.floor(bottom / SQUARE); row += 1) {
          for (let column = Math.floor(left / SQUARE); column <= Math.floor(right / SQUARE); column += 1) {
            const here = squares[row * columns + column];
            if (here >= TAKEN) return Infinity;
            sum += here;
          }
        }
        return sum;
      },
    };
  }

  const SIDES = [
    ({ x, y, size }, width, height) => ({ left: x + size + 4, top: y - height / 2, width, height }),
    ({ x, y, size }, width, height) => ({ left: x - size - 4 - width, top: y - height / 2, width, height }),
    ({ x, y, size }, width, height) => ({ left: x - width / 2, top: y - size - 2 - height, width, height }),
    ({ x, y, size }, width, height) => ({ left: x - width / 2, top: y + size + 2, width, height }),
  ];

  // `settings` are those of the renderer; names keep the side on which they were last drawn if possible.
  function namesOf(settings) {
    const widths = new Map();
    let places = new Map(); // of the names that were drawn last: their sides, and rectangles

    const fontOf = (isChosen) => `${isChosen ? 650 : 500} ${settings.labelSize + (isChosen ? 2 : 0)}px ${settings.labelFont}`;

    function write(context, circle, side, palette) {
      const isChosen = Boolean(circle.isChosen);
      const height = settings.labelSize + (isChosen ? 5 : 3);
      context.font = fontOf(isChosen);
      const label = shortened(circle.label);
      const { left, top } = SIDES[side](circle, context.measureText(label).width, height);
      context.textAlign = "left";
      context.lineJoin = "round";
      context.lineWidth = 4;
      context.strokeStyle = palette.ground;
      context.strokeText(label, left, top + height - 4);
      context.fillStyle = palette.text;
      context.fillText(label, left, top + height - 4);
    }

    function widthOf(context, { label, isChosen }) {
      const key = `${label}${isChosen ? " chosen" : ""}`;
      if (!widths.has(key)) {
        context.font = fontOf(isChosen);
        widths.set(key, context.measureText(shortened(label)).width);
      }
      return widths.get(key);
    }

    // Draw the names of circles in the picture, in this order; `hidden` are rectangles covered by other elements.
    function draw(context, { width, height }, circles, lines, hidden, palette) {
      context.clearRect(0, 0, width, height);
      const cover = coverOf(width, height);
      circles.forEach(cover.circle);
      for (const [from, to] of lines) cover.line(from, to);
      hidden.forEach(cover.take);
      const drawn = new Map();
      const inside = circles.filter(({ x, y, label }) => label && x > 0 && y > 0 && x < width && y < height).slice(0, MOST);
      const isRoomy = width * height > ROOM * inside.length;
      inside.forEach((circle, rank) => {
        const size = [widthOf(context, circle), settings.labelSize + 3];
        let best = { cost: isRoomy || rank < ALWAYS || circle.isNear ? 1e6 : COVERS };
        SIDES.forEach((boxOf, side) => {
          const box = boxOf(circle, ...size);
          const place = { left: box.left, top: box.top, right: box.left + box.width, bottom: box.top + box.height };
          const cost = cover.under(place) + side / 2 - (places.get(circle.node)?.side === side ? 2 : 0);
          if (cost < best.cost) best = { cost, side, place };
        });
        if (!best.place) return;
        cover.take(best.place);
        drawn.set(circle.node, best);
        write(context, circle, best.side, palette);
      });
      places = drawn;
    }

    return {
      draw,
      write: (context, circle, palette) => write(context, circle, places.get(circle.node)?.side ?? 0, palette),
      get places() { return places; },
    };
  }

  return { namesOf };
})();
