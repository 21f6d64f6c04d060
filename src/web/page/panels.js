// The tabs with the pieces of the draft and their values.

import { $, element, shortened } from "./dom.js";
import { distinct, drawLegend, drawings, moveWords, pieceTitle } from "./diagram.js";
import { picture } from "./board.js";

export const byNumber = (variant) => new Map(variant.pieces.map((piece) => [piece.id, piece]));

// The diagrams of all pieces of the rules that are shown. `isLate` is true when other rules are shown.
export async function showPieces(draft, isLate) {
  const { variant } = draft.good;
  const pieces = byNumber(variant);
  const cards = [];
  const legend = new Map();
  for (const piece of distinct(variant.pieces)) {
    const black = piece.onlyBlack;
    const answer = await draft.ask(`diagram ${piece.id} ${black ? "b" : "w"}`);
    if (isLate()) return;
    const card = element("section", "", { className: "card" });
    card.append(pieceTitle(piece, variant.base, black));
    if (answer.error) card.append(element("p", answer.error));
    else card.append(drawings(answer, piece.id, pieces, variant.base, black), moveWords(answer.moves));
    for (const { kind, text } of answer.legend ?? []) legend.set(kind, text);
    cards.push(card);
  }
  const key = [...legend].map(([kind, text]) => ({ kind, text }));
  const list = element("div", "", { className: "cards" });
  list.append(...cards);
  $("panel-pieces").replaceChildren(drawLegend(key), list);
}

// The values of the pieces, with a bar for each.
export async function showValues(draft, isLate) {
  const panel = $("panel-values");
  panel.replaceChildren(element("p", "Calculating values…"));
  const answer = await draft.ask("values");
  if (isLate()) return;
  if (answer.error) return panel.replaceChildren(element("p", answer.error));
  const pieces = byNumber(draft.good.variant);
  const most = Math.max(...answer.pieces.map(({ value }) => value), 1);
  const [, ...titles] = answer.heading;
  const head = element("tr");
  head.append(element("td"), element("th", "piece", { scope: "col" }), element("td", "", { className: "bars" }),
    ...titles.map((text) => element("th", text, { scope: "col" })));
  const shown = new Set(distinct(draft.good.variant.pieces).map(({ id }) => id));
  const rows = answer.pieces.filter(({ id }) => shown.has(id)).map(({ id, value, cells }) => {
    const row = element("tr");
    const piece = pieces.get(id);
    const black = piece.onlyBlack;
    const drawn = element("td");
    drawn.append(picture(piece, draft.good.variant.base, black));
    const bar = element("td", "", { className: "bars" });
    const length = element("div", "", { className: "bar" });
    length.style.width = `${Math.max(value / most * 100, 0)}%`;
    bar.append(length);
    row.append(drawn, element("th", shortened(piece.names[black ? 1 : 0]), { scope: "row" }), bar, ...cells.slice(1).map((text) => element("td", text)));
    return row;
  });
  const [top, body] = [element("thead"), element("tbody")];
  top.append(head);
  body.append(...rows);
  const table = element("table", "", { className: "values" });
  table.append(top, body);
  const wide = element("div", "", { className: "wide", tabIndex: 0, role: "region", ariaLabel: "Values of the pieces" });
  wide.append(table);
  panel.replaceChildren(element("p", "Values in centipawns: in the file, estimated, and as the engine uses them. Empty and crowded: the average number of "
    + "squares that the piece reaches on an empty and on a crowded board."),
  wide, ...(answer.notes ?? []).map((note) => element("p", shortened(note))));
}
