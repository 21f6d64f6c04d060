// Games of the engine against itself, in a worker of their own, and the report on them.

import { $, counted, element, shortened } from "./dom.js";
import { Engine } from "./engine.js";

const EXPLANATION = "The engine plays against itself, and counts what happens.";
// with fewer games only gross faults show
const FEW_GAMES = 30;

export class Playtest {
  constructor(loaded, draft) {
    Object.assign(this, { loaded, draft, engine: null });
    $("playtest-form").addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.engine) this.cancel("Cancelled.");
      else this.run();
    });
  }

  // Ends a run; the rules or the user no longer want it.
  cancel(reason) {
    const { engine } = this;
    if (!engine) return;
    this.finish(reason);
    engine.end();
  }

  // Other rules are shown: what was found before is not about them. A run goes on, and says so at its end.
  clear() {
    if (this.engine) return;
    $("playtest-report").replaceChildren();
    $("playtest-state").textContent = EXPLANATION;
  }

  finish(text) {
    this.engine = null;
    $("playtest-start").formNoValidate = false;
    $("playtest-start").textContent = "Start";
    $("playtest-bar").hidden = true;
    $("playtest-state").textContent = text;
  }

  async run() {
    const { good } = this.draft;
    if (!good) return;
    const engine = this.engine = new Engine(this.loaded);
    const numbers = ["games", "nodes", "seed"].map((name) => `${name}=${$(`playtest-${name}`).value}`).join(" ");
    // a run can be cancelled whatever the fields say
    Object.assign($("playtest-start"), { textContent: "Cancel", formNoValidate: true });
    $("playtest-state").textContent = "Loading the rules…";
    $("playtest-report").replaceChildren();
    engine.onreport = ({ played, games }) => {
      if (engine !== this.engine) return;
      Object.assign($("playtest-bar"), { hidden: false, max: games, value: played });
      $("playtest-state").textContent = `${played} of ${counted(games, "game")}`;
    };
    const games = Number($("playtest-games").value);
    let answer;
    for (const command of [`ini\n${good.text}`, `variant ${good.name}`, `playtest ${numbers}`]) {
      answer = await engine.ask(command);
      if (engine !== this.engine) return;
      if (answer.error) break;
    }
    const since = good === this.draft.good ? "" : "The rules have changed since this run began. ";
    this.finish(since + shortened(answer.error ?? answer.introduction.join("; ")));
    engine.end();
    if (!answer.error) $("playtest-report").replaceChildren(worries(answer.worries, games), ...answer.sections.map(section));
  }
}

function worries(all, games) {
  const box = element("section", "", { className: "worries" });
  box.append(element("h2", "What to worry about"));
  if (!all.length) box.append(element("p", "Nothing was found."));
  if (games < FEW_GAMES) box.append(element("p", `${counted(games, "game")} show only gross faults: play ${FEW_GAMES} or more.`));
  const list = element("ul");
  list.append(...all.map(({ worry, sure, found, reason }) => {
    const item = element("li", "", { className: sure ? "error" : "warning" });
    item.append(element("strong", `${sure ? "" : "Perhaps: "}${worry}`), `: ${shortened(found)}`);
    if (reason) item.append(element("div", shortened(reason)));
    return item;
  }));
  box.append(list);
  return box;
}

function section({ title, lines, table, notes }) {
  const box = element("section");
  box.append(element("h2", title.charAt(0).toUpperCase() + title.slice(1)));
  const list = element("dl");
  for (const [label, text] of lines ?? []) list.append(element("dt", label), element("dd", shortened(text)));
  if (list.children.length) box.append(list);
  if (table?.length) box.append(tableOf(table, title));
  box.append(...(notes ?? []).map((note) => element("p", shortened(note))));
  return box;
}

// A table from rows of texts, the first of them the heading.
function tableOf([heading, ...rows], title) {
  const [table, head, body] = [element("table"), element("thead"), element("tbody")];
  const line = (cells, isHead) => {
    const row = element("tr");
    row.append(...cells.map((text, i) => isHead || i === 0 ? element("th", text, { scope: isHead ? "col" : "row" }) : element("td", text)));
    return row;
  };
  head.append(line(heading, true));
  body.append(...rows.map((cells) => line(cells, false)));
  table.append(head, body);
  const wide = element("div", "", { className: "wide", tabIndex: 0, role: "region", ariaLabel: title });
  wide.append(table);
  return wide;
}
