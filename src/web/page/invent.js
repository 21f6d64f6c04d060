// The view where variants are invented: an editor, what the rules make of the board and the pieces, and ways to share them.

import { BLACK, Board, HAND, KINDS } from "./board.js";
import { distinct, drawLegend, drawings, moveWords, pieceTitle } from "./diagram.js";
import { $, counted, element, shortened, variantOptions } from "./dom.js";
import { Draft } from "./draft.js";
import { Editor } from "./editor.js";
import { byNumber, showPieces, showValues } from "./panels.js";
import { Playtest } from "./playtest.js";
import { downloadPage, saveIni, shareLink } from "./share.js";
import { Template } from "./template.js";

const EXPLAIN_MS = 150;
// longer texts would keep the browser busy for minutes
const MOST_LINES = 50000;
const TABS = ["pieces", "values", "playtest"];
// the draft is kept per page, the view per tab of the browser
const STORED_DRAFT = `fmax-draft ${location.pathname}`;
const STORED_VIEW = "fmax-view";

export class Invent {
  // `onplay` gets a text and the name of its variant to play; `current` returns those of the variant that is played, without text
  // for a built-in one.
  constructor(loaded, { onplay, current }) {
    Object.assign(this, { onplay, current, previous: "", isEdited: false, shown: null, tab: "pieces", rendered: {}, diagrams: new Map(), peeked: "" });
    this.draft = new Draft(loaded, () => this.refresh());
    this.board = new Board($("sketch"), document.querySelectorAll(".sketch .hand"), () => {}, () => {});
    const parts = { area: $("ini"), gutter: $("gutter"), marks: $("marks"), list: $("diagnostics") };
    this.editor = new Editor(parts, () => this.edited(), () => this.explainSoon());
    this.template = new Template(loaded, this.draft, (text, name, notes) => this.open(text, name, notes));
    this.playtest = new Playtest(loaded, this.draft);
    this.connect();
  }

  connect() {
    const on = (id, event, action) => $(id).addEventListener(event, action);
    on("to-play", "click", () => this.show(false));
    on("to-invent", "click", () => this.enter());
    on("change", "click", () => this.changeCurrent());
    on("start-from", "click", () => this.template.open(this.current().name));
    on("file", "change", async () => {
      const [file] = $("file").files;
      $("file").value = "";
      if (file) this.open(await file.slice(0, 2 ** 21).text());
    });
    on("restore", "click", () => this.open(this.previous));
    on("draft-variant", "change", () => {
      this.draft.edit(this.editor.text, $("draft-variant").value);
      this.draft.check();
    });
    on("load-ini", "click", () => this.withRules(({ text, name }) => {
      this.show(false);
      return this.onplay(text, name);
    }));
    on("draft-link", "click", () => this.withRules(({ text, name }) => shareLink($("link"), name, text)));
    on("download", "click", () => this.withRules(({ text, name }) => downloadPage(name, text)));
    on("save-ini", "click", () => saveIni(this.draft.good?.name ?? "variant", this.editor.text));
    for (const event of ["pointerover", "focusin", "click"]) document.querySelector(".sketch").addEventListener(event, ({ target }) => this.peekAt(target));
    this.connectTabs();
  }

  connectTabs() {
    for (const [i, name] of TABS.entries()) {
      const tab = $(`tab-${name}`);
      tab.addEventListener("click", () => this.choose(name));
      tab.addEventListener("keydown", ({ key }) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
        if (!step) return;
        const next = TABS[(i + step + TABS.length) % TABS.length];
        this.choose(next);
        $(`tab-${next}`).focus();
      });
    }
  }

  // Begins with a text that was loaded with the page, or with the draft that the browser has kept.
  begin(text, name) {
    let kept = stored("localStorage", STORED_DRAFT);
    if (typeof kept?.text !== "string") kept = null;
    if (kept?.previous) this.offerPrevious(String(kept.previous));
    const isNewer = kept && (!text || kept.hash === location.hash);
    if (isNewer) [text, name] = [kept.text, kept.name];
    if (text) this.open(text, name, [], false);
    if (isNewer) this.isEdited = kept.isEdited ?? true;
    else if (kept?.isEdited ?? kept) this.offerPrevious(kept.text);
    if (stored("sessionStorage", STORED_VIEW)) this.enter();
  }

  show(invents) {
    document.body.dataset.view = invents ? "invent" : "play";
    for (const [id, isOpen] of [["to-play", !invents], ["to-invent", invents]]) $(id).ariaCurrent = isOpen ? "page" : null;
    store("sessionStorage", STORED_VIEW, invents);
    if (invents) this.editor.scrollTo();
  }

  // Shows the view; an empty draft begins with the variant that is played, unless a message says why it is empty.
  async enter() {
    this.show(true);
    if (!this.editor.text && !$("draft-message").textContent) await this.changeCurrent();
  }

  async changeCurrent() {
    this.show(true);
    const { text, name } = this.current();
    if (text) return this.open(text, name);
    const answer = await this.draft.ask(`source ${name}`);
    if (answer.error) this.say(answer.error);
    else this.open(answer.text, name);
  }

  // Replaces the text. The one before can be restored if the user has written in it.
  open(text, name = "", notes = [], keeps = true) {
    if (text.split("\n", MOST_LINES + 1).length > MOST_LINES) return this.say(`The text has more than ${MOST_LINES} lines.`);
    const before = this.editor.text;
    if (this.isEdited && before && before !== text) this.offerPrevious(before);
    this.isEdited = false;
    this.editor.text = text;
    this.editor.find("Game:");
    $("link").hidden = true;
    this.say(notes.join(" "));
    $("verdict").dataset.checking = "yes";
    // the text area has its own ends of lines
    this.draft.edit(this.editor.text, name);
    if (keeps) this.keep();
    this.draft.check();
  }

  offerPrevious(text) {
    this.previous = text;
    $("restore").hidden = false;
  }

  edited() {
    this.isEdited = true;
    $("verdict").dataset.checking = "yes";
    this.draft.edit(this.editor.text);
    this.keep();
  }

  keep() {
    store("localStorage", STORED_DRAFT, { text: this.editor.text, name: this.draft.wanted, hash: location.hash, previous: this.previous, isEdited: this.isEdited });
  }

  say(text) {
    $("draft-message").textContent = shortened(text);
  }

  // Does something with the rules of the text as it is now; shows the message that it returns.
  async withRules(action) {
    await this.draft.check();
    if (!this.draft.isShown()) {
      this.say(this.editor.text ? "Fix the errors in the text first." : "Write or choose a variant first.");
      return $("diagnostics").querySelector("button")?.focus();
    }
    try {
      this.say(await action(this.draft.good) ?? "");
    } catch (error) {
      this.say(`This did not work: ${error.message}`);
    }
  }

  // Shows the result of a check.
  refresh() {
    const { checked, good, text } = this.draft;
    if (text !== checked.text) return;
    this.editor.show(checked.diagnostics);
    $("verdict").textContent = verdict(checked, good);
    delete $("verdict").dataset.checking;
    $("preview").classList.toggle("stale", !this.draft.isShown());
    this.explainSoon();
    if (good && good !== this.shown) this.showRules(good);
  }

  showRules(good) {
    this.shown = good;
    this.diagrams.clear();
    this.playtest.clear();
    this.peeked = "";
    $("draft-variant").replaceChildren(...variantOptions(good.variants));
    $("draft-variant").value = good.name;
    $("drafts").hidden = good.variants.length < 2;
    $("draft-title").textContent = shortened(good.variant.name);
    $("draft-rules").replaceChildren(...[good.variant.description, ...good.variant.rules].filter(Boolean).map((line) => element("li", shortened(line))));
    this.board.setVariant(good.variant);
    this.board.show(good.state, []);
    this.peek(distinct(good.variant.pieces).at(-1).id, false);
    this.render();
  }

  choose(name) {
    this.tab = name;
    for (const each of TABS) {
      const isOpen = each === name;
      $(`tab-${each}`).ariaSelected = String(isOpen);
      $(`tab-${each}`).tabIndex = isOpen ? 0 : -1;
      $(`panel-${each}`).hidden = !isOpen;
    }
    this.render();
  }

  // Fills the open tab, unless it has the rules that are shown.
  async render() {
    const { tab, shown } = this;
    const fill = { pieces: showPieces, values: showValues }[tab];
    if (!fill || !shown || this.rendered[tab] === shown) return;
    this.rendered[tab] = shown;
    await fill(this.draft, () => this.shown !== shown);
  }

  // Shows how the piece on a square of the board moves, or one in hand.
  peekAt(target) {
    const held = target.closest(".held");
    const number = Number(target.closest("[data-square]")?.dataset.square ?? NaN);
    if (held && number >= HAND) return this.peek(number - HAND, held.ariaLabel.startsWith("black"));
    const cell = this.shown?.state.cells[number];
    if (cell > 0) this.peek(cell & KINDS, (cell & BLACK) > 0);
  }

  async peek(id, black) {
    const { shown } = this;
    const key = `${id} ${black ? "b" : "w"}`;
    if (this.peeked === key) return;
    this.peeked = key;
    if (!this.diagrams.has(key)) this.diagrams.set(key, this.draft.ask(`diagram ${key}`));
    const answer = await this.diagrams.get(key);
    if (this.peeked !== key || this.shown !== shown || answer.error) return;
    const pieces = byNumber(shown.variant);
    const { base } = shown.variant;
    $("peek").replaceChildren(pieceTitle(pieces.get(id), base, black), drawings(answer, id, pieces, base, black), moveWords(answer.moves),
      drawLegend(answer.legend));
  }

  explainSoon() {
    clearTimeout(this.explaining);
    this.explaining = setTimeout(() => this.explain(), EXPLAIN_MS);
  }

  // Explains the word under the cursor.
  async explain() {
    const { text } = this.editor;
    if (!text || this.draft.checked?.text !== text) return;
    const { line, column } = this.editor.place();
    const answer = await this.draft.ask(`explain ${line} ${column}`);
    if (text !== this.editor.text) return;
    const lines = answer.lines?.length ? answer.lines : ["Put the cursor on a word to have it explained."];
    const word = [...this.editor.line(line)].slice(answer.from - 1, answer.to - 1).join("");
    $("explanation").replaceChildren(element("strong", answer.lines?.length ? shortened(word) : ""), element("span", lines.map(shortened).join("\n")));
  }
}

function verdict({ text, error, diagnostics }, good) {
  if (!text) return "Choose “Start from…”, open a file, or write the rules here.";
  const errors = diagnostics.filter((each) => each.error).length;
  const warnings = diagnostics.length - errors;
  const counts = [errors && counted(errors, "error"), warnings && counted(warnings, "warning")].filter(Boolean).join(", ");
  if (error) return `${counts || shortened(error)}.${good ? " The board shows the last rules without errors." : ""}`;
  return counts ? `${good.name} can be played: ${counts}.` : `${good.name}: no errors.`;
}

// The browser may refuse to store anything.
function stored(storage, key) {
  try {
    return JSON.parse(window[storage].getItem(key));
  } catch {
    return null;
  }
}

function store(storage, key, value) {
  try {
    window[storage].setItem(key, JSON.stringify(value));
  } catch {
    // the page works without
  }
}
