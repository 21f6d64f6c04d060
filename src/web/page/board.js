// The board and the hands: pieces, marks, and choosing a move square by square.

import { followPointer } from "./drag.js";

const SVG = "http://www.w3.org/2000/svg";
// added to the number of a piece in hand
export const HAND = 1000;
// the bits of a cell: the number of the piece, black, the second board
export const KINDS = 63;
export const BLACK = 64;
const SECOND = 128;

export function svg(name, attributes) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

export function picture(piece, base, black, second) {
  const { outline, lines, frame } = piece.pictures[black ? 1 : 0];
  const node = svg("svg", { viewBox: "4 -2 92 96", class: `piece ${black ? "black" : "white"}`, "aria-hidden": "true" });
  node.append(svg("path", { d: outline }), svg("path", { d: base }), svg("path", { d: lines, class: "lines" }));
  if (frame) {
    const text = svg("text", { x: 50, y: 58, "text-anchor": "middle", "font-size": piece.letter.length > 1 ? 32 : 38 });
    text.textContent = black ? piece.letter.toLowerCase() : piece.letter;
    node.append(text);
  }
  if (second) node.classList.add("second");
  return node;
}

export class Board {
  // `onmove` gets the move that was chosen; `choose` asks which of several moves is meant.
  constructor(element, hands, onmove, choose) {
    Object.assign(this, { element, hands, onmove, choose, flipped: false, chosen: [], cursor: 0 });
    element.addEventListener("keydown", (event) => this.key(event));
    followPointer([element, ...hands], {
      lift: (square) => this.lift(square),
      drop: (square) => this.drop(square),
      click: (square) => this.click(square),
    });
  }

  setVariant(variant) {
    this.variant = variant;
    this.cursor = 0;
    this.pieces = new Map(variant.pieces.map((piece) => [piece.id, piece]));
    this.element.style.setProperty("--files", variant.files);
    this.element.style.setProperty("--ranks", variant.ranks);
    this.build();
  }

  build() {
    const { files, ranks, squares } = this.variant;
    this.squares = [];
    const rows = [];
    for (let row = 0; row < ranks; row++) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      for (let column = 0; column < files; column++) {
        const rank = this.flipped ? row : ranks - 1 - row;
        const file = this.flipped ? files - 1 - column : column;
        const number = rank * files + file;
        const cell = document.createElement("button");
        cell.type = "button";
        cell.setAttribute("role", "gridcell");
        cell.className = (file + rank) % 2 ? "square light" : "square dark";
        cell.dataset.square = number;
        cell.tabIndex = -1;
        if (row === ranks - 1) cell.dataset.file = squares[number].replace(/\d+$/, "");
        if (column === 0) cell.dataset.rank = squares[number].replace(/^\D+/, "");
        this.squares[number] = cell;
        line.append(cell);
      }
      rows.push(line);
    }
    this.element.replaceChildren(...rows);
    this.drawZones();
    this.squares[this.cursor].tabIndex = 0;
  }

  // Draws the borders of zones, and notes the names of each square's zones.
  drawZones() {
    const { files, ranks, zones, squares } = this.variant;
    this.zoneNames = squares.map(() => []);
    const sign = this.flipped ? -1 : 1;
    const sides = [["Top", 0, sign], ["Right", sign, 0], ["Bottom", 0, -sign], ["Left", -sign, 0]];
    for (const { kind, squares: own, name, words } of zones) {
      const inside = new Set(own);
      const bordered = kind !== "lines" && kind !== "hole";
      for (const number of own) {
        const cell = this.squares[number];
        for (const [side, right, up] of sides) {
          const file = (number % files) + right;
          const rank = Math.floor(number / files) + up;
          const edge = file < 0 || rank < 0 || file >= files || rank >= ranks;
          // the edge of the board needs no line, except around goals
          const open = inside.has(rank * files + file);
          if (bordered && (edge ? kind === "goal" : !open)) cell.style[`border${side}`] = `var(--${kind})`;
        }
        cell.title = [cell.title, words].filter((text, i, all) => text && all.indexOf(text) === i).join(" ");
        if (name && !this.zoneNames[number].includes(name)) this.zoneNames[number].push(name);
      }
    }
  }

  flip() {
    this.flipped = !this.flipped;
    this.build();
    this.show(this.state, this.moves);
  }

  picture(id, black, second) {
    return picture(this.pieces.get(id), this.variant.base, black, second);
  }

  // Describes the contents of a square.
  words(number) {
    return [this.contents(number), ...this.zoneNames[number]].join(", ");
  }

  contents(number) {
    const cell = this.state.cells[number];
    const square = this.variant.squares[number];
    if (cell === -1) return `${square}, no square`;
    if (cell === -2) return `${square}, wall`;
    if (cell === 0) return `${square}, empty`;
    const second = cell & SECOND ? " on the second board" : "";
    const black = cell & BLACK;
    return `${square}, ${black ? "black" : "white"} ${this.pieces.get(cell & KINDS).names[black ? 1 : 0]}${second}`;
  }

  // Shows a state; `moves` may be played, none if it is not the user's turn.
  show(state, moves) {
    Object.assign(this, { state, moves, chosen: [] });
    const movable = new Set(moves.map(({ p }) => p[0]));
    this.squares.forEach((square, number) => {
      const cell = state.cells[number];
      square.classList.toggle("movable", movable.has(number));
      square.classList.toggle("hole", cell === -1);
      square.classList.toggle("wall", cell === -2);
      square.classList.toggle("last", state.last.includes(number));
      square.classList.toggle("check", state.check.includes(number));
      square.disabled = cell === -1;
      square.replaceChildren();
      if (cell > 0) square.append(this.picture(cell & KINDS, cell & BLACK, cell & SECOND));
    });
    const order = this.flipped ? [0, 1] : [1, 0];
    this.hands.forEach((hand, place) => this.showHand(hand, order[place]));
    this.mark();
  }

  showHand(hand, color) {
    const held = this.state.hands[color].map(([id, count]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "held";
      const own = (this.state.side === "w") === (color === 0);
      if (own) button.dataset.square = HAND + id;
      const piece = this.pieces.get(id);
      button.setAttribute("aria-label", `${color ? "black" : "white"} ${piece.names[color]} in hand, ${count}`);
      button.append(this.picture(id, color === 1, false), String(count));
      return button;
    });
    hand.replaceChildren(...held);
    hand.hidden = held.length === 0;
  }

  // The ways to play a move, as lists of squares: castling can also be chosen by the rook.
  candidates() {
    const found = [];
    for (const move of this.moves) {
      for (const path of [move.p, move.q]) {
        if (path && this.chosen.every((square, i) => path[i] === square)) found.push({ move, path });
      }
    }
    return found;
  }

  mark() {
    const candidates = this.candidates();
    const depth = this.chosen.length;
    const next = new Set(candidates.map(({ path }) => path[depth]));
    const marked = (number) => depth > 0 && next.has(number);
    this.squares.forEach((square, number) => {
      square.classList.toggle("chosen", this.chosen.includes(number));
      square.classList.toggle("target", marked(number));
      const target = marked(number) ? ", possible" : "";
      square.setAttribute("aria-label", this.words(number) + target);
    });
    for (const hand of this.hands) {
      for (const button of hand.children) {
        button.classList.toggle("chosen", this.chosen.includes(Number(button.dataset.square)));
      }
    }
  }

  async click(target) {
    if (!this.moves?.length) return;
    const number = Number(target.dataset.square);
    if (number < HAND) this.moveCursor(number, false);
    const last = this.chosen.length - 1;
    // a second click on the last square ends a move that could go on
    if (last >= 0 && number === this.chosen[last] && !this.candidates().some(({ path }) => path[last + 1] === number)) {
      const complete = this.candidates().filter(({ path }) => path.length === this.chosen.length);
      this.chosen = [];
      if (complete.length) await this.finish(complete);
      this.mark();
      return;
    }
    this.chosen.push(number);
    let candidates = this.candidates();
    if (!candidates.length) {
      this.chosen = [number];
      candidates = this.candidates();
      if (!candidates.length) this.chosen = [];
    }
    const complete = candidates.filter(({ path }) => path.length === this.chosen.length);
    if (complete.length && complete.length === candidates.length) {
      this.mark();
      await this.finish(complete);
    }
    this.mark();
  }

  // Begins a drag at a square if its piece may move, or go on moving.
  lift(square) {
    const number = Number(square.dataset.square);
    const before = this.chosen;
    if (before.at(-1) !== number) this.chosen = [number];
    if (!this.moves?.length || !this.candidates().length) {
      this.chosen = before;
      return false;
    }
    this.mark();
    return true;
  }

  // Ends a drag: with a move, with the piece back on its square and still chosen, or with nothing.
  drop(target) {
    const number = target && Number(target.dataset.square);
    const depth = this.chosen.length;
    if (depth === 0 || this.chosen[depth - 1] === number) return;
    if (this.candidates().some(({ path }) => path[depth] === number)) {
      this.click(target);
    } else {
      this.chosen = [];
      this.mark();
    }
  }

  async finish(complete) {
    const moves = [...new Set(complete.map(({ move }) => move))];
    const state = this.state;
    const move = moves.length === 1 ? moves[0] : await this.choose(moves);
    if (state !== this.state) return;
    this.chosen = [];
    if (move) this.onmove(move);
  }

  moveCursor(number, focus) {
    this.squares[this.cursor].tabIndex = -1;
    this.cursor = number;
    this.squares[number].tabIndex = 0;
    if (focus) this.squares[number].focus();
  }

  key(event) {
    const { files, ranks } = this.variant;
    const step = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (event.key === "Escape") {
      this.chosen = [];
      this.mark();
    }
    if (!step) return;
    event.preventDefault();
    const sign = this.flipped ? -1 : 1;
    const file = (this.cursor % files) + sign * step[0];
    const rank = Math.floor(this.cursor / files) + sign * step[1];
    if (file >= 0 && file < files && rank >= 0 && rank < ranks) this.moveCursor(rank * files + file, true);
  }
}
