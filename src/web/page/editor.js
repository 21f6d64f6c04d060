// A text area with line numbers, and marks at the places of diagnostics. Only the visible lines are drawn.

import { counted, element, pushButton, shortened } from "./dom.js";

const MOST_LISTED = 50;
const TAB = 8;
const CONTEXT_LINES = 4;

export class Editor {
  // `onedit` is called after a change of the text, `oncursor` after one of the place.
  constructor({ area, gutter, marks, list }, onedit, oncursor) {
    Object.assign(this, { area, gutter, marks, list, found: [], starts: [0] });
    area.addEventListener("input", () => {
      this.measure();
      onedit();
    });
    area.addEventListener("scroll", () => this.draw());
    for (const event of ["keyup", "click", "focus"]) area.addEventListener(event, oncursor);
    new ResizeObserver(() => this.draw()).observe(area);
  }

  get text() {
    return this.area.value;
  }

  set text(text) {
    this.area.value = text;
    this.found = [];
    this.list.replaceChildren();
    this.measure();
  }

  // Finds the beginnings of the lines.
  measure() {
    const { text } = this;
    this.starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
    this.gutter.style.width = `${String(this.starts.length).length + 2}ch`;
    this.draw();
  }

  // A line, counted from 1.
  line(number) {
    const begin = this.starts[number - 1];
    return begin === undefined ? "" : this.text.slice(begin, (this.starts[number] ?? Infinity) - 1);
  }

  // Line and column of the cursor, counted from 1 in characters.
  place() {
    const at = this.area.selectionStart;
    let [low, high] = [0, this.starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle] <= at) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: [...this.text.slice(this.starts[low], at)].length + 1 };
  }

  goTo(line, column) {
    const text = this.line(line);
    const at = (this.starts[line - 1] ?? 0) + [...text].slice(0, column - 1).join("").length;
    this.area.focus();
    this.area.setSelectionRange(at, at);
    this.scrollTo(line);
  }

  // Shows the first line that begins with this text.
  find(start) {
    const { text } = this;
    const line = this.starts.findIndex((at) => text.startsWith(start, at)) + 1;
    if (line === 0) return;
    this.area.setSelectionRange(this.starts[line - 1], this.starts[line - 1]);
    this.scrollTo(line);
  }

  scrollTo(line = this.place().line) {
    this.area.scrollTop = Math.max(line - CONTEXT_LINES, 0) * this.row();
    this.draw();
  }

  // Lists and marks the diagnostics of the text.
  show(diagnostics) {
    const inOrder = diagnostics.toSorted((one, other) => one.line - other.line || one.column - other.column);
    this.found = inOrder.slice(0, MOST_LISTED);
    const items = this.found.map(({ line, column, error, message, hint }) => {
      const item = element("li", "", { className: error ? "error" : "warning" });
      const kind = error ? "error" : "warning";
      const text = shortened(`${kind}: ${message}${hint ? ` (hint: ${hint})` : ""}`);
      if (line > 0) item.append(pushButton(`line ${line}, column ${column}: ${text}`, () => this.goTo(line, column)));
      else item.append(text);
      return item;
    });
    const more = diagnostics.length - items.length;
    if (more > 0) items.push(element("li", `and ${counted(more, "other finding")}`));
    this.list.replaceChildren(...items);
    this.draw();
  }

  row() {
    return parseFloat(getComputedStyle(this.area).lineHeight);
  }

  draw() {
    const { area, starts } = this;
    const row = this.row();
    const first = Math.floor(area.scrollTop / row);
    const last = Math.min(first + Math.ceil(area.clientHeight / row) + 1, starts.length);
    const kinds = new Map();
    for (const { line, error } of this.found) if (error || !kinds.has(line)) kinds.set(line, error ? "error" : "warning");
    const numbers = [];
    for (let line = first + 1; line <= last; line++) numbers.push(element("div", String(line), { className: kinds.get(line) ?? "" }));
    const visible = this.found.filter(({ line }) => line > first && line <= last);
    this.gutter.replaceChildren(...numbers);
    this.marks.replaceChildren(...visible.map((mark) => this.drawMark(mark, first, row)));
    const offset = `0 ${first * row - area.scrollTop}px`;
    this.gutter.style.translate = offset;
    this.marks.style.translate = offset;
  }

  // A line below the word where a diagnostic is.
  drawMark({ line, column, error }, first, row) {
    const characters = [...this.line(line).slice(0, 10000)];
    const before = width(characters.slice(0, column - 1));
    const word = characters.slice(column - 1).join("").match(/^\S+/)?.[0] ?? " ";
    const mark = element("div", "", { className: error ? "error" : "warning" });
    mark.style.top = `${(line - first - 1) * row}px`;
    mark.style.height = `${row}px`;
    mark.style.left = `calc(${before}ch - ${this.area.scrollLeft}px)`;
    mark.style.width = `${Math.max(width([...word]), 1)}ch`;
    return mark;
  }
}

// The width of characters at the beginning of a line, in columns.
function width(characters) {
  return characters.reduce((at, character) => character === "\t" ? at + TAB - at % TAB : at + 1, 0);
}
