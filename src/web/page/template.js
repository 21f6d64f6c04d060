// The form from which a draft begins: a variant that exists, or a new one from a board, an army and rules.

import { $, element, shortened, variantOptions } from "./dom.js";
import { Engine } from "./engine.js";

const NONE = "-";
const [LEAST_FILES, MOST_FILES] = [3, 16];

export class Template {
  // The engine of the draft makes the texts; `onmade` gets one, the name of its variant, and notes.
  constructor(loaded, draft, onmade) {
    Object.assign(this, { loaded, draft, onmade, pieces: null });
    this.dialog = $("template");
    this.form = this.dialog.querySelector("form");
    for (const id of ["template-files", "template-own", "template-army", "template-two"]) {
      $(id).addEventListener("change", () => this.offerArmies());
    }
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.make(`new\n${this.options().join("\n")}`);
    });
    $("template-copy").addEventListener("click", () => this.make(`source ${$("template-from").value}`));
    $("template-close").addEventListener("click", () => this.dialog.close());
    $("template-name").addEventListener("change", () => { $("template-name").value = nameOf($("template-name").value); });
    $("template-known").addEventListener("change", ({ target }) => {
      const own = $("template-own");
      own.value = [...lines("template-own"), target.value].join("\n");
      target.value = "";
      this.offerArmies();
      own.focus();
    });
  }

  async open(current) {
    this.complain("");
    this.dialog.showModal();
    const error = this.pieces ? "" : await this.fill();
    if (error) return this.complain(error);
    $("template-from").value = current;
    if ($("template-from").selectedIndex < 0) $("template-from").selectedIndex = 0;
    this.dialog.dataset.filled = "yes";
  }

  complain(text) {
    $("template-error").textContent = text;
    if (text) $("template-error").scrollIntoView({ block: "nearest" });
  }

  // Fills the lists; returns an error if there is one.
  async fill() {
    const { error, pieces, pawns, rules, armies } = await this.draft.ask("catalogue");
    if (error) return error;
    // the engine of the draft keeps the draft's variants
    const engine = new Engine(this.loaded);
    const { variants = [] } = await engine.ask("ini\n");
    engine.end();
    this.pieces = pieces;
    this.armies = armies.map((army) => army.split(" "));
    $("template-from").replaceChildren(...variantOptions(variants));
    $("template-pawns").replaceChildren(...pawns.map(({ names: [name], about }) => element("option", about ? `${name}: ${about}` : name, { value: name })));
    const known = pieces.filter(({ moves }) => moves);
    $("template-known").append(...known.map(({ names: [name], moves }) => element("option", `${name}=${moves}`, { value: `my-${name}=${moves}` })));
    $("template-rules").replaceChildren(...rules.map(({ word, about }) => {
      const label = element("label", "", { className: "check" });
      label.append(element("input", "", { type: "checkbox", value: word }), element("span", about));
      return label;
    }));
    this.offerArmies();
    return "";
  }

  files() {
    return Math.min(Math.max(Math.round(Number($("template-files").value)) || 8, LEAST_FILES), MOST_FILES);
  }

  // The user's own pieces, as NAME=BETZA.
  own() {
    return lines("template-own");
  }

  offerArmies() {
    if (!this.pieces) return;
    const chooses = $("template-army").checked;
    for (const [id, shown] of [["template-white", chooses], ["template-black", chooses && $("template-two").checked]]) {
      $(id).hidden = !shown;
      if (shown) this.offerArmy($(id), id === "template-white" ? "white" : "black");
    }
    $("template-two").disabled = !chooses;
  }

  // A field for each file. What was chosen before stays.
  offerArmy(row, side) {
    const before = [...row.querySelectorAll("select")].map((select) => select.value);
    const usual = this.armies[this.files()];
    const isUsual = !before.length || before.join() === this.armies[before.length].join();
    const kept = isUsual ? usual : usual.map((_, file) => before[file] ?? NONE);
    const own = this.own().map((piece) => piece.split("=")[0].trim()).filter(Boolean);
    row.replaceChildren(...kept.map((value, file) => {
      const letter = String.fromCharCode(97 + file);
      const select = element("select", "", { ariaLabel: `${side}, file ${letter}` });
      const known = this.pieces.map(({ names: [name], about }) => element("option", name, { value: name, title: about }));
      select.append(...own.map((name) => element("option", name)), ...known, element("option", "(empty)", { value: NONE }));
      select.value = value;
      if (select.selectedIndex < 0) select.value = NONE;
      const label = element("label", letter);
      label.append(select);
      return label;
    }));
  }

  // The arguments of `fmax new`.
  options() {
    const value = (id) => $(id).value.trim();
    const options = [value("template-name"), "--board", `${this.files()}x${value("template-ranks")}`];
    const add = (option, text) => { if (text) options.push(`${option}=${text}`); };
    add("--description", value("template-description"));
    const army = (id) => $(id).hidden ? "" : [...$(id).querySelectorAll("select")].map((select) => select.value).join(" ");
    add("--army", army("template-white"));
    add("--black-army", army("template-black"));
    for (const piece of this.own()) add("--pieces", piece);
    add("--pawns", value("template-pawns"));
    add("--pawn-rank", value("template-pawn-rank"));
    add("--promotion", value("template-promotion"));
    add("--castling", value("template-castling"));
    for (const box of $("template-rules").querySelectorAll(":checked")) add("--rule", box.value);
    for (const line of lines("template-lines")) add("--rule", line);
    return options;
  }

  async make(command) {
    const answer = await this.draft.ask(command);
    if (answer.error) return this.complain(shortened(answer.error));
    this.dialog.close();
    this.onmade(answer.text, answer.name, answer.notes ?? []);
  }
}

// A text as the name of a variant: small letters, digits and dashes.
function nameOf(text) {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
}

function lines(id) {
  return $(id).value.split("\n").map((line) => line.trim()).filter(Boolean);
}
