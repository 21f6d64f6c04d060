// Diagrams of how pieces move.

import { picture, svg } from "./board.js";
import { element, shortened } from "./dom.js";

// the side of a square
const SIDE = 20;
// a direction that differs by no more from a rank, file or diagonal is taken for it, in degrees
const SNAP = 17;

const circle = (radius) => svg("circle", { r: radius });
const path = (d) => svg("path", { d });

// The signs of a target or another square, around its middle.
const SIGNS = {
  both: () => circle(3.6),
  move: () => circle(3),
  capture: () => path("M-3-3L3 3M-3 3L3-3"),
  own: () => path("M-5-6h10M-5 6h10"),
  first: () => circle(6),
  on: () => path("M6-2.8L8.6 0L6 2.8"),
  empty: () => path("M-2.2-2.2h4.4v4.4h-4.4z"),
  hop: () => path("M0-8L8 0L0 8L-8 0z"),
  screen: () => circle(7),
  friend: () => circle(7),
  victim: () => circle(6.5),
  locust: () => path("M0-8L7.5 5.5L-7.5 5.5z"),
  castling: () => path("M-5.6-5.6h11.2v11.2h-11.2z"),
};

// Slides have no sign of their own.
function sign(kind, angle = 0) {
  const node = SIGNS[kind]?.() ?? svg("g", {});
  node.setAttribute("class", `sign ${kind}`);
  if (kind === "on") node.setAttribute("transform", `rotate(${angle})`);
  return node;
}

// The direction of a target from the piece, in degrees.
function direction(right, down) {
  const angle = Math.atan2(down, right) * 180 / Math.PI;
  const near = Math.round(angle / 45) * 45;
  return Math.abs(angle - near) <= SNAP ? near : angle;
}

// A part of the board with a piece of a variant and its moves; `pieces` has the variant's pieces by their numbers.
export function drawDiagram({ square, files, ranks, marks, others, holes }, id, pieces, base, black) {
  const node = svg("svg", { viewBox: `0 0 ${files * SIDE} ${ranks * SIDE}`, class: "diagram", role: "img" });
  node.setAttribute("aria-label", `moves of the ${black ? "black" : "white"} ${pieces.get(id).names[black ? 1 : 0]}`);
  node.style.maxWidth = `${files * 1.7}rem`;
  const corner = (number) => [number % files * SIDE, (ranks - 1 - Math.floor(number / files)) * SIDE];
  const fields = { light: "", dark: "" };
  for (let number = 0; number < files * ranks; number++) {
    if (holes.includes(number)) continue;
    const kind = (number % files + Math.floor(number / files)) % 2 ? "light" : "dark";
    fields[kind] += `M${corner(number).join(" ")}h${SIDE}v${SIDE}h${-SIDE}z`;
  }
  for (const [kind, d] of Object.entries(fields)) node.append(svg("path", { d, class: kind }));
  for (const placed of [{ square, id }, ...others]) {
    const [x, y] = corner(placed.square);
    const shown = picture(pieces.get(placed.id), base, black);
    for (const [key, value] of Object.entries({ x, y, width: SIDE, height: SIDE })) shown.setAttribute(key, value);
    node.append(shown);
  }
  const [fromX, fromY] = corner(square);
  for (const { square: at, kind, signs } of marks) {
    const [x, y] = corner(at);
    const group = svg("g", { transform: `translate(${x + SIDE / 2} ${y + SIDE / 2})` });
    group.append(...[...signs ?? [], kind].map((each) => sign(each, direction(x - fromX, y - fromY))));
    node.append(group);
  }
  return node;
}

// All drawings of a piece: of its usual moves, and of those in some places.
export function drawings(answer, id, pieces, base, black) {
  const list = element("div", "", { className: "drawings" });
  for (const each of [answer, ...answer.more ?? []]) {
    const figure = element("figure");
    const place = each.place ?? "";
    const caption = each.corner ? `${place} (lower left: ${each.corner})`.trim() : place;
    figure.append(drawDiagram(each, id, pieces, base, black));
    if (caption) figure.append(element("figcaption", caption));
    list.append(figure);
  }
  return list;
}

// The signs of diagrams with their meanings.
export function drawLegend(legend) {
  const list = element("ul", "", { className: "signs" });
  list.append(...legend.filter(({ kind }) => kind in SIGNS).map(({ kind, text }) => {
    const item = element("li");
    const node = svg("svg", { viewBox: "-10 -10 20 20", class: "diagram", "aria-hidden": "true" });
    node.append(svg("path", { d: "M-10-10h20v20h-20z", class: "light" }), sign(kind));
    item.append(node, element("span", text));
    return item;
  }));
  return list;
}

// The pieces of a variant without those that differ from another one only by having been promoted.
export function distinct(pieces) {
  const same = (a, b) => a.letter === b.letter && a.names.join() === b.names.join();
  return pieces.filter((piece, i) => pieces.findIndex((other) => same(piece, other)) === i);
}

// A piece's picture, name and letter as a heading.
export function pieceTitle(piece, base, black) {
  const title = element("h2");
  const name = piece.names[black ? 1 : 0];
  title.append(picture(piece, base, black), element("span", shortened(name)));
  if (piece.letter !== name) title.append(element("span", black ? piece.letter.toLowerCase() : piece.letter, { className: "letter" }));
  return title;
}

// The moves of a piece in words.
export function moveWords(words) {
  const list = element("ul", "", { className: "words" });
  list.append(...words.map((text) => element("li", shortened(text))));
  return list;
}
