// Plays in the page with a real Chromium, by clicks, touch and keys.
//
// usage: node browser.mjs FOLDER FILE.html PROGRAM
//
// docs/build-web makes FOLDER and FILE.html. FMAX_SHOTS=DIR keeps pictures. FMAX_AXE names the file axe.min.js of the
// npm package axe-core; without it the audit for accessibility is skipped.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";
import { Chromium, serve } from "./chromium.mjs";

const [folder, file, program] = process.argv.slice(2).map((path) => resolve(path));
const shots = process.env.FMAX_SHOTS;
const server = await serve(folder);
const browser = new Chromium();

const work = mkdtempSync(join(tmpdir(), "fmax-play-"));
await browser.keepDownloads(work);

const square = (name) => `#board [aria-label^="${name},"]`;
const count = (page) => page.value("document.querySelectorAll('#moves button').length");

async function choose(page, variant) {
  await page.set("sides", "wb");
  await page.value("document.title = ''");
  await page.set("variant", variant);
  await page.until(`document.title.startsWith(${JSON.stringify(variant)})`);
}

const settled = "!document.getElementById('verdict').dataset.checking";

// Opens the view of inventors, which has a text.
async function invent(page) {
  await page.click("#to-invent");
  await page.until(`document.getElementById("ini").value !== "" && ${settled}`, "a draft");
}

// Writes a text into the editor; the page has checked it afterwards.
async function write(page, text) {
  await invent(page);
  await page.set("ini", text);
  await page.until(settled, `${text.slice(0, 60)}… is checked`);
}

async function loadIni(page, text) {
  await write(page, text);
  await page.value("document.title = ''");
  await page.click("#load-ini");
}

// Returns to the variants of the page.
async function builtin(page) {
  await page.click("#to-play");
  await page.value("document.getElementById('builtin').click()");
  await page.until("document.getElementById('variant').options.length > 100");
}

async function setUp(page, fen) {
  await page.set("text", fen);
  await page.value("document.getElementById('load').click()");
  const board = fen.split(" ")[0];
  await page.until(`(document.getElementById("copy-fen").click(), document.getElementById("text").value.startsWith(${JSON.stringify(board)}))`, `${fen} is shown`);
}

// Clicks the squares of a move, or pieces in hand, and then a choice; waits for the move.
async function move(page, squares, choice) {
  const before = await count(page);
  for (const name of squares) await page.click(name.startsWith("[") ? name : square(name));
  if (choice) {
    await page.until("document.getElementById('choice').open", `a choice after ${squares}`);
    const value = await page.value(`[...document.querySelectorAll("#choice div button")].find((b) => b.textContent === ${JSON.stringify(choice)})?.value ?? [...document.querySelectorAll("#choice div button")].map((b) => b.textContent).join(" | ")`);
    await page.click(`#choice div button[value=${JSON.stringify(value)}]`);
  }
  await page.until(`document.querySelectorAll("#moves button").length === ${before + 1}`, `the move ${squares} ${choice ?? ""}`);
}

const last = (page) => page.value("[...document.querySelectorAll('#moves button')].at(-1).textContent");
const status = (page) => page.text("status");

// Plays squares such as "e2 e4", with a choice behind a colon, until the game is over.
async function toTheEnd(page, moves, result) {
  for (const text of moves) {
    const [squares, choice] = text.split(": ");
    await move(page, squares.split(" "), choice);
  }
  assert.match(await status(page), result);
  assert.equal(await page.value("document.querySelectorAll('.movable').length"), 0);
}

// Runs an action, and measures for how long the page does not respond.
async function longestPause(page, action) {
  // what was done before has been drawn
  await page.value("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
  await page.value("window.pause = 0; window.before = performance.now(); window.timer = setInterval(() => { const now = performance.now(); window.pause = Math.max(window.pause, now - window.before); window.before = now; }, 20); 0");
  await action();
  return page.value("clearInterval(window.timer), window.pause");
}

// far more than the page needs, because the tests may run beside other work
const MOST_PAUSE_MS = 5000;
const SCHOLARS_MATE = ["e2 e4", "e7 e5", "d1 h5", "b8 c6", "f1 c4", "g8 f6", "h5 f7"];
const OWN = "version 4.8(w)\n\nGame: <img/src=x> # <script>alert(1)</script>\n8x8\n6 4 5 7 3 5 4 6\n6 4 5 7 3 5 4 6\n"
  + "p:100 fmWfceFifmnD\np:100 fmWfceFifmnD\nk:-1 K\nn:320 N\nb:330 B\nr:500 R\nq:900 Q\n";

const linkTo = (text) => `#ini=${deflateRawSync(text).toString("base64url")}`;

// A game on 16x16 with this number of kinds of pieces.
function crowded(kinds) {
  const letters = Array.from({ length: kinds - 3 }, (_, i) => `${i % 52 < 26 ? "" : "+"}${String.fromCharCode(65 + i % 26)}`);
  const rank = Array.from({ length: 16 }, (_, file) => file === 8 ? 3 : 4 + file).join(" ");
  return `version 4.8(w)\n\nGame: crowded\n16x16\n${rank}\n${rank}\np:100 fmWfceF\np:100 fmWfceF\nk:-1 K\n`
    + letters.map((letter, i) => `${letter}:${300 + i} ${["N", "BN", "RN", "Q", "WA", "FD", "C", "Z"][i % 8]}\n`).join("");
}

writeFileSync(join(work, "own.ini"), OWN);

const tests = {
  async "chess: mate, castling, en passant, promotion"(page) {
    await choose(page, "normal");
    await toTheEnd(page, SCHOLARS_MATE, /1-0: White mates/);
    await setUp(page, "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1");
    await move(page, ["e1", "g1"]);
    assert.match(await last(page), /O-O$/);
    // castling on the rook
    await move(page, ["e8", "a8"]);
    assert.match(await last(page), /O-O-O$/);
    await setUp(page, "4k3/3p4/8/4P3/8/8/P7/4K3 b - - 0 1");
    await move(page, ["d7", "d5"]);
    await move(page, ["e5", "d6"]);
    assert.match(await last(page), /exd6/);
    await setUp(page, "8/P6k/8/8/8/8/8/K7 w - - 0 1");
    await move(page, ["a7", "a8"], "Promote to Knight");
    assert.match(await last(page), /a8=N/);
    await page.click("#undo");
    await page.until("document.querySelectorAll('#moves button').length === 0");
  },

  async "the engine plays, moves now, and gives a hint"(page) {
    await choose(page, "normal");
    await page.set("seconds", "0.2");
    await page.set("sides", "w");
    await page.click(square("e2"));
    assert.equal(await page.value("document.querySelectorAll('.target').length"), 2);
    await page.click(square("e4"));
    await page.until("document.querySelectorAll('#moves button').length === 2", "the engine's reply");
    await page.click("#hint");
    await page.until("document.getElementById('status').textContent.startsWith('Hint: ')");
    await page.set("seconds", "300");
    await move(page, ["d2", "d4"]).catch(() => {});
    await page.until("!document.getElementById('now').disabled");
    await page.click("#now");
    await page.until("document.querySelectorAll('#moves button').length === 4", "a move at once");
    await page.set("seconds", "0.2");
    await page.click("#analyse");
    await page.until("/depth \\d+/.test(document.getElementById('analysis').textContent)", "an evaluation");
    await page.click("#analyse");
  },

  async "crazyhouse: a drop"(page) {
    await choose(page, "crazyhouse");
    for (const squares of [["e2", "e4"], ["d7", "d5"], ["e4", "d5"], ["d8", "d5"]]) await move(page, squares);
    await page.until("document.querySelectorAll('.held').length === 2");
    await move(page, ["[aria-label='white Pawn in hand, 1']", "d4"]);
    assert.match(await last(page), /@d4/);
    await choose(page, "crazyhouse");
    await toTheEnd(page, SCHOLARS_MATE, /1-0: White mates/);
  },

  async "seirawan: gating"(page) {
    await choose(page, "seirawan");
    const label = await page.value("document.querySelectorAll('.held').length");
    assert.ok(label > 0, "pieces in hand");
    const before = await count(page);
    await page.click(square("b1"));
    await page.click(square("c3"));
    await page.until("document.getElementById('choice').open");
    await page.value("[...document.querySelectorAll('#choice div button')].find((b) => b.textContent.startsWith('Gate')).click()");
    await page.until(`document.querySelectorAll("#moves button").length === ${before + 1}`);
    await page.until(`!document.querySelector(${JSON.stringify(square("b1"))}).ariaLabel.includes("empty")`);
    await choose(page, "seirawan");
    const bare = { "d1 h5": "d1h5", "b8 c6": "b8c6", "f1 c4": "f1c4", "g8 f6": "g8f6" };
    await toTheEnd(page, SCHOLARS_MATE.map((text) => bare[text] ? `${text}: ${bare[text]} and nothing else` : text), /1-0: White mates/);
  },

  async "shogi: promotion by choice"(page) {
    await choose(page, "shogi");
    await setUp(page, "4k4/9/9/P8/9/9/9/9/4K4[] w - - 0 1");
    await page.click(square("a6"));
    await page.click(square("a7"));
    await page.until("document.getElementById('choice').open");
    const choices = await page.value("[...document.querySelectorAll('#choice div button')].map((b) => b.textContent)");
    assert.equal(choices.length, 2, choices.join());
    await page.value("[...document.querySelectorAll('#choice div button')].find((b) => b.textContent.startsWith('Promote')).click()");
    await page.until("document.querySelectorAll('#moves button').length === 1");
    await setUp(page, "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1");
    await toTheEnd(page, ["[aria-label*=hand] e8"], /1-0: White mates/);
  },

  async "xiangqi"(page) {
    await choose(page, "xiangqi");
    const names = await page.value("[...document.querySelectorAll('#board .square')].map((s) => s.ariaLabel)");
    assert.equal(names.length, 90);
    assert.equal(names.filter((name) => name.includes(", closed zone")).length, 18);
    await move(page, ["h2", "e2"]);
    await move(page, ["h9", "g7"]);
    await setUp(page, "4k4/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1");
    await toTheEnd(page, ["b0 b9"], /1-0: White mates/);
  },

  async "alice: pieces change boards"(page) {
    await choose(page, "alice");
    await move(page, ["e2", "e4"]);
    assert.match(await page.value(`document.querySelector(${JSON.stringify(square("e4"))}).ariaLabel`), /Pawn on the second board/);
    await toTheEnd(page, ["d7 d5", "f1 e2", "d5 e4", "e2 b5"], /1-0: White mates/);
  },

  async "duck: the duck is placed after the move"(page) {
    await choose(page, "duck");
    await move(page, ["e2", "e4", "e5"]);
    assert.match(await page.value(`document.querySelector(${JSON.stringify('#board [aria-label^="e5,"]')}).ariaLabel`), /wall/);
    await move(page, ["d7", "d5", "e6"]);
    await setUp(page, "4k3/8/8/8/8/8/8/4RK2 w - - 0 1");
    await toTheEnd(page, ["e1 e8 a1"], /1-0: White wins/);
  },

  async "a board of 16x16"(page) {
    await choose(page, "pieces-tester");
    assert.equal(await page.value("document.querySelectorAll('#board .square').length"), 256);
    await move(page, ["a2", "a3"]);
    await setUp(page, "k15/16/1K14/16/16/16/16/16/16/16/16/16/16/16/16/15G w - - 0 1");
    await toTheEnd(page, ["p1 o15"], /1-0: White mates/);
  },

  async "drags: to a target, back, to a wrong square, from the hand"(page) {
    await choose(page, "crazyhouse");
    const moves = () => page.value("document.querySelectorAll('#moves button').length");
    await page.drag(square("e2"), square("e4"));
    await page.until("document.querySelectorAll('#moves button').length === 1", "the move e2e4");
    await page.drag(square("d7"), square("d6"));
    await page.until("document.querySelectorAll('#moves button').length === 2", "the move d7d6");
    await page.drag(square("g1"), square("g4"));
    assert.equal(await page.value("document.querySelectorAll('.chosen, .dragged').length"), 0);
    // a piece that is not to move
    await page.drag(square("b8"), square("c6"));
    assert.equal(await moves(), 2);
    await setUp(page, "4k3/8/8/8/8/8/8/R3K2R[N] w KQ - 0 1");
    await page.drag(square("e1"), square("h1"));
    await page.until("/O-O$/.test([...document.querySelectorAll('#moves button')].at(-1)?.textContent)", "castling");
    await move(page, ["e8", "d8"]);
    await page.drag("[aria-label='white Knight in hand, 1']", square("c6"));
    await page.until("/N@c6/.test([...document.querySelectorAll('#moves button')].at(-1)?.textContent)", "the drop");
  },

  async "shuffled starts differ, and their PGN can be loaded"(page) {
    await choose(page, "fischerandom");
    const starts = new Set();
    for (let game = 0; game < 4; game++) {
      await page.value("document.getElementById('text').value = ''; document.getElementById('new').click()");
      await page.until("(document.getElementById('copy-fen').click(), document.getElementById('text').value.includes('/pppppppp/'))");
      starts.add(await page.value("document.getElementById('text').value"));
      await new Promise((done) => setTimeout(done, 100));
    }
    assert.ok(starts.size > 1, [...starts].join());
    await move(page, ["e2", "e4"]);
    await page.set("seconds", "0.2");
    await page.set("sides", "w");
    await page.until("document.querySelectorAll('#moves button').length === 2", "the engine's reply");
    await page.value("document.getElementById('copy-pgn').click()");
    const pgn = await page.value("document.getElementById('text').value");
    assert.match(pgn, /\[FEN "/);
    await choose(page, "normal");
    await page.set("text", pgn);
    await page.value("document.getElementById('load').click()");
    await page.until("document.title.startsWith('fischerandom') && document.querySelectorAll('#moves button').length === 2", "the game is loaded");
  },

  async "an ini with an error is mended in the editor, and played"(page) {
    await write(page, OWN.replace("r:500 R", "r:500 Rz"));
    assert.match(await page.text("verdict"), /^1 error\./);
    assert.equal(await page.value("document.querySelectorAll('#gutter .error, #marks .error').length"), 2);
    await page.click("#load-ini");
    await page.until("document.getElementById('draft-message').textContent !== ''", "a message");
    await page.click("#diagnostics button");
    await page.until("document.activeElement.id === 'ini'");
    const { before, after } = await page.value(`(() => { const { value, selectionStart } = document.getElementById("ini");
      return { before: value.slice(0, selectionStart), after: value.slice(selectionStart) }; })()`);
    const at = before.length - before.lastIndexOf("r:500");
    assert.ok(at <= 8 && after.length < 30, `the cursor is at ${before.slice(-10)}|${after}`);
    for (let step = at; step < 7; step++) await page.press("ArrowRight");
    await page.press("Delete");
    await page.until(`${settled} && /no errors/.test(document.getElementById("verdict").textContent)`, "the error is mended");
    assert.equal(await page.value("document.querySelectorAll('#diagnostics li').length"), 0);
    await page.value("document.title = ''");
    await page.click("#load-ini");
    await page.until("document.title.startsWith('<img')", "the variant is opened");
    assert.equal(await page.value("document.querySelectorAll('img, #rule-list b, #rule-list i, h1 *').length"), 0);
    await page.set("sides", "wb");
    await toTheEnd(page, SCHOLARS_MATE, /1-0: White mates/);
    await builtin(page);
  },

  async "a word is explained, a piece shows its moves, and the draft survives a reload"(page) {
    await write(page, `${OWN}Stalemate: loss\n`);
    await page.value(`(() => { const e = document.getElementById("ini"); e.focus(); const at = e.value.indexOf("Stalemate") + 2; e.setSelectionRange(at, at); e.click(); })()`);
    await page.until("/^Stalemate.*stalemate/s.test(document.getElementById('explanation').textContent)", "an explanation");
    const { x, y } = await page.middle('#sketch [aria-label^="b1,"]');
    await page.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
    await page.until("/Knight/.test(document.querySelector('#peek h2').textContent) && document.querySelectorAll('#peek .sign.both').length >= 8", "the knight's moves");
    await page.click("#tab-values");
    await page.until("document.querySelectorAll('#panel-values tbody tr').length === 7", "values");
    await page.press("ArrowLeft");
    await page.until("document.querySelectorAll('#panel-pieces:not([hidden]) .card').length === 7", "diagrams");
    await page.value("delete document.body.dataset.ready; location.reload()");
    await page.until("document.body.dataset.ready === 'yes'", "the page is loaded again");
    await page.until(`document.getElementById("ini").value === ${JSON.stringify(`${OWN}Stalemate: loss\n`)}`, "the draft");
    assert.equal(await page.value("document.body.dataset.view"), "invent");
    await page.click("#to-play");
  },

  async "a puzzle of a link is solved, and a game of a link replayed"() {
    const fen = "1K5k/8/2R5/1R6/8/8/8/8 w - - 0 1";
    const link = (values) => `${server.address}#normal&${Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
    const puzzle = await browser.open(link({ fen, task: "White to move mates in two moves.", solution: "b5b7 h8g8 c6c8" }));
    assert.match(await puzzle.text("task"), /mates in two/);
    await puzzle.set("seconds", "0.2");
    await puzzle.click(square("b5"));
    await puzzle.click(square("b6"));
    await puzzle.until("/^Rbb6 is not the solution/.test(document.getElementById('message').textContent)", "a wrong move is taken back");
    assert.equal(await count(puzzle), 0);
    await puzzle.click(square("b5"));
    await puzzle.click(square("b7"));
    await puzzle.until("document.querySelectorAll('#moves button').length === 2", "the reply");
    // a move that is taken back can be found again
    await puzzle.click("#undo");
    await puzzle.until("document.querySelectorAll('#moves button').length === 0", "both moves are taken back");
    await puzzle.click(square("b5"));
    await puzzle.click(square("b7"));
    await puzzle.until("document.querySelectorAll('#moves button').length === 2", "the reply");
    await move(puzzle, ["c6", "c8"]);
    await puzzle.until("/^Rc8# solves it/.test(document.getElementById('message').textContent)", "it is solved");
    assert.equal(await puzzle.value("document.getElementById('task').hidden"), true);
    await puzzle.close();
    const game = await browser.open(link({ fen, moves: "b5b7 h8g8 c6c8" }));
    assert.equal(await count(game), 3);
    assert.match(await status(game), /Position 0 of 3/);
    await game.click("#last");
    assert.match(await status(game), /1-0: White mates/);
    await game.close();
    const hostile = await browser.open(link({ fen: "<img src=x>", task: "<b>x</b>", solution: "e2e4" }));
    assert.equal(await hostile.value("document.getElementById('task').hidden"), true);
    assert.notEqual(await hostile.text("message"), "");
    assert.equal(await hostile.value("document.querySelectorAll('#play img, #task *').length"), 0);
    await hostile.close();
  },

  async "a variant is built from the template by clicks and typing, and played"(page) {
    await invent(page);
    await page.click("#start-from");
    await page.until("document.getElementById('template').dataset.filled === 'yes'", "the form");
    await page.type("template-name", "citadel");
    await page.type("template-files", "12");
    await page.type("template-ranks", "10");
    await page.type("template-own", "phoenix=WA");
    await page.click("#template-army");
    await page.until("document.querySelectorAll('#template-white select').length === 12", "an army for 12 files");
    await page.press("Tab");
    for (let file = 0; file < 4; file++) await page.press("Tab");
    await page.pick("phoenix");
    await page.click("#template-rules input[value=drops]");
    await page.type("template-lines", "Goal: K=11");
    await page.click("#template-make");
    await page.until("/11/.test(document.getElementById('template-error').textContent)", "a wrong goal is refused");
    await page.type("template-lines", "Goal: K=10");
    await page.click("#template-make");
    await page.until("!document.getElementById('template').open && document.getElementById('ini').value.includes('Game: citadel')", "the text");
    await page.until("/citadel: no errors/.test(document.getElementById('verdict').textContent)", "a variant without errors");
    await page.value("document.title = ''");
    await page.click("#load-ini");
    await page.until("document.title.startsWith('citadel')", "the variant is opened");
    await page.set("sides", "wb");
    for (const squares of [["a1", "a3"], ["b8", "b6"], ["a3", "a4"], ["b6", "b5"], ["a4", "b5"]]) await move(page, squares);
    await move(page, ["l8", "l7"]);
    await move(page, ["[aria-label='white Pawn in hand, 1']", "f5"]);
    assert.match(await last(page), /@f5/);
    await setUp(page, "k11/12/11K/12/12/12/12/12/12/12[] w - - 0 1");
    await toTheEnd(page, ["l7 l8", "a9 a8", "l8 l9"], /1-0/);
    await builtin(page);
  },

  async "a playtest in the page has the figures of the program"(page) {
    await write(page, OWN);
    await page.click("#tab-playtest");
    for (const [field, value] of [["games", "5"], ["nodes", "200"], ["seed", "7"]]) await page.type(`playtest-${field}`, value);
    await page.click("#playtest-start");
    await page.until("document.getElementById('playtest-report').children.length > 3", "the report");
    const shown = await page.value(`[...document.querySelectorAll("#playtest-report :is(dl, tbody)")].flatMap((part) => part.matches("dl")
      ? [...part.querySelectorAll("dt")].map((term) => term.textContent + " " + term.nextSibling.textContent)
      : [...part.rows].map((row) => [...row.cells].map((cell) => cell.textContent).join(" ")))`);
    const ini = join(work, "own.ini");
    const report = execFileSync(program, ["playtest", "--ini", ini, "--variant", "<img/src=x>", "--games", "5", "--nodes", "200", "--seed", "7"], { cwd: work });
    const lines = new Set(String(report).split("\n").map((line) => line.trim().replace(/\s+/g, " ")));
    assert.ok(shown.length > 20, `${shown.length} lines`);
    assert.deepEqual(shown.map((line) => line.trim().replace(/\s+/g, " ")).filter((line) => !lines.has(line)), []);
    // one that is cancelled
    await page.type("playtest-games", "2000");
    await page.click("#playtest-start");
    await page.until("document.getElementById('playtest-bar').value > 0 && !document.getElementById('playtest-bar').hidden", "progress");
    await page.click("#playtest-start");
    await page.until("document.getElementById('playtest-state').textContent === 'Cancelled.'");
    await page.click("#to-play");
  },

  async "a link holds the user's own file, and a fresh browser plays it"(page) {
    await write(page, OWN);
    await page.click("#draft-link");
    await page.until("document.getElementById('link').value.includes('#ini=')", "the link");
    const link = await page.value("document.getElementById('link').value");
    await page.click("#to-play");
    await choose(page, "xiangqi");
    await page.value("document.getElementById('share').click()");
    await page.until("document.getElementById('text').value.endsWith('#xiangqi')", "the link to a built-in variant");
    const other = new Chromium();
    const fresh = await other.open(link);
    await fresh.set("sides", "wb");
    assert.equal(await fresh.value("document.getElementById('ini').value"), OWN);
    await toTheEnd(fresh, SCHOLARS_MATE, /1-0: White mates/);
    assert.deepEqual(fresh.problems, []);
    await fresh.close();
    await other.close();
  },

  async "the rules of a built-in variant are changed"(page) {
    await choose(page, "normal");
    await page.click("#change");
    await page.until("/Game: normal/.test(document.getElementById('ini').value) && /^normal: no errors/.test(document.getElementById('verdict').textContent)", "the rules of chess");
    await page.click("#to-play");
  },

  async "an engine that does not answer is replaced"(page) {
    await write(page, OWN);
    await page.value(`window.post = Worker.prototype.postMessage; Worker.prototype.postMessage = function (data) {
      if (!data.command?.includes("Game: endless")) window.post.call(this, data); }`);
    await page.set("ini", OWN.replace(/Game: .*/, "Game: endless"));
    await page.until("/did not answer/.test(document.getElementById('verdict').textContent)", "a message");
    await page.value("Worker.prototype.postMessage = window.post");
    await page.set("ini", OWN.replace(/Game: .*/, "Game: other"));
    await page.until("/^other: no errors/.test(document.getElementById('verdict').textContent)", "the next engine");
    await page.click("#to-play");
  },

  async "hostile files: a message, and the page responds"(page) {
    const body = OWN.slice(OWN.indexOf("8x8"));
    const games = Array.from({ length: 900 }, (_, i) => `Game: g${i}\n${body}// ${"n".repeat(900)}\n`).join("\n");
    const broken = Array.from({ length: 900 }, (_, i) => `Game: g${i}\n8x8\n${"x: 1 ".repeat(200)}\n`).join("\n");
    await invent(page);
    const verdict = (pattern) => `${pattern}.test(document.getElementById("verdict").textContent)`;
    for (const [text, done] of [
      [`version 4.8(w)\n\n${games.slice(0, 1000000)}`, "document.getElementById('draft-variant').options.length > 500"],
      [`version 4.8(w)\n\n${broken}`.slice(0, 1 << 20), verdict("/^\\d+ errors?/")],
      ["x".repeat(3 << 20), verdict("/more than \\d+ bytes/")],
      [`version 4.8(w)\n\nGame: ${"<b>".repeat(300000)}\n`, verdict("/^\\d+ errors?/")],
      [crowded(60), verdict("/^crowded: no errors|crowded can be played/")],
    ]) {
      const pause = await longestPause(page, async () => {
        await page.set("ini", text);
        await page.until(`${settled} && ${done}`, `${text.slice(0, 60)}… is answered`);
      });
      assert.ok(pause < MOST_PAUSE_MS, `${text.slice(0, 60)}: the page did not respond for ${pause} ms`);
    }
    await page.click("#load-ini");
    await page.until("document.title.startsWith('crowded') && document.querySelectorAll('#board .square').length === 256");
    await page.set("sides", "wb");
    await move(page, ["a2", "a3"]);
    await page.set("seconds", "0.3");
    await page.set("sides", "w");
    await page.until("document.querySelectorAll('#moves button').length === 2", "the engine's reply");
    for (const text of ['[Variant "nothing"]', '[FEN "x"]', `[FEN "${"k".repeat(1e5)}"]`, `[FEN "${"k".repeat(1e6)}"]`, `${"(".repeat(6e4)}${")".repeat(6e4)}x`,
      `x ${"{".repeat(1e5)}`, `x${"\n".repeat(1e5)}x`, `1. ${"e4 ".repeat(4e4)}`]) {
      await page.value("document.getElementById('message').textContent = ''");
      await page.set("text", text);
      const pause = await longestPause(page, async () => {
        await page.value("document.getElementById('load').click()");
        await page.until("document.getElementById('message').textContent !== ''", text.slice(0, 60));
      });
      assert.ok(pause < MOST_PAUSE_MS, `${text.slice(0, 60)}: the page did not respond for ${pause} ms`);
    }
    await builtin(page);
  },

  async "moves by keys, stepping, PGN out and in"(page) {
    await choose(page, "normal");
    await page.value(`document.querySelector(${JSON.stringify(square("a1"))}).focus()`);
    await page.press("ArrowUp");
    await page.press("Enter");
    await page.press("ArrowUp");
    await page.press("ArrowUp");
    await page.press("Enter");
    await page.until("document.querySelectorAll('#moves button').length === 1");
    await move(page, ["e7", "e5"]);
    await page.click("#first");
    assert.match(await status(page), /Position 0 of 2/);
    await page.click("#last");
    await page.value("document.getElementById('copy-pgn').click()");
    const pgn = await page.value("document.getElementById('text').value");
    assert.match(pgn, /1\. a4 e5 \*/);
    const annotated = pgn.replace("e5", "{a comment (1. e4)} (1. d4 (1. c4) d5) 1... e5 $1 ; the end");
    await page.click("#new");
    await page.until("document.querySelectorAll('#moves button').length === 0");
    await page.set("text", annotated);
    await page.value("document.getElementById('load').click()");
    await page.until("document.querySelectorAll('#moves button').length === 2");
    await page.set("text", "garbage/ x");
    await page.value("document.getElementById('load').click()");
    await page.until("document.getElementById('message').textContent !== ''");
  },
};

// Expects no serious finding of axe-core.
async function audit(page) {
  const found = await page.value(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations, passes }) => ({ passes: passes.length,
    violations: violations.map(({ id, impact, help, nodes }) => ({ id, impact, help, nodes: nodes.length, first: nodes[0].html.slice(0, 200) + " " + nodes[0].failureSummary })) }))`);
  if (process.env.FMAX_SHOTS) console.log(`     ${found.passes} rules passed, ${found.violations.length} failed: ${found.violations.map(({ id, impact, nodes }) => `${id} (${impact}, ${nodes})`).join(", ")}`);
  const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(serious, []);
}

async function waitFor(isDone, what) {
  const end = Date.now() + 20000;
  while (!isDone()) {
    if (Date.now() > end) throw new Error(`${what}: not in time`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

const failures = [];

async function run(name, page, test) {
  try {
    await test(page);
    assert.deepEqual(page.problems, []);
    console.log(`ok   ${name}`);
  } catch (error) {
    failures.push(name);
    console.log(`FAIL ${name}: ${error.message}`);
    if (shots) await page.picture(`${shots}/failed-${failures.length}.png`).catch(() => {});
  }
}

const begun = Date.now();
const desktop = await browser.open(server.address);
console.log(`the page is ready after ${Date.now() - begun} ms`);
for (const [name, test] of Object.entries(tests)) {
  desktop.problems.length = 0;
  await run(name, desktop, test);
  if (shots) await desktop.picture(`${shots}/${name.replace(/\W+/g, "-")}.png`);
}
await desktop.close();

for (const hash of ["#%E0%A4%A", "#%3Cimg%20src=x%20onerror=alert(1)%3E", `#${"x".repeat(1e5)}`, "#nothing"]) {
  const page = await browser.open(`${server.address}${hash}`);
  await run(`a link with garbage: ${hash.slice(0, 20)}`, page, async () => {
    assert.match(await page.text("message"), /^There is no variant /);
    assert.match(await status(page), /White to move/);
  });
  await page.close();
}

for (const [hash, reason] of [["#ini=!", /cannot be read/], ["#ini=AAAA", /cannot be read/], [linkTo(" ".repeat(40 << 20)), /too large/],
  [linkTo("\n".repeat(1 << 19)), /more than \d+ lines/],
  [linkTo("nonsense\n"), /error/]]) {
  const page = await browser.open(`${server.address}${hash}`);
  await run(`a link with a file that is not one: ${hash.slice(0, 12)}`, page, async () => {
    await page.until(`${reason}.test(document.getElementById("diagnostics").textContent + document.getElementById("message").textContent + document.getElementById("draft-message").textContent)`, `${reason}`);
    await page.until("document.querySelectorAll('#board .square').length === 64", "chess");
  });
  await page.close();
}

const phone = await browser.open(server.address, { width: 390, height: 760, touch: true });
await run("a phone: the board fits, moves by touch", phone, async (page) => {
  assert.ok(await page.value("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the screen");
  await choose(page, "normal");
  await move(page, ["e2", "e4"]);
  await choose(page, "pieces-tester");
  assert.ok(await page.value("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the screen");
  if (shots) await page.picture(`${shots}/phone.png`);
  await choose(page, "crazyhouse");
  await setUp(page, "4k3/8/8/8/8/8/8/R3K2R[N] w KQ - 0 1");
  await page.drag(square("a1"), square("a7"));
  await page.until("document.querySelectorAll('#moves button').length === 1", "the move a1a7");
  await move(page, ["e8", "d8"]);
  await page.drag("[aria-label='white Knight in hand, 1']", square("c6"));
  await page.until("/N@c6/.test([...document.querySelectorAll('#moves button')].at(-1)?.textContent)", "the drop");
});
await phone.close();

const single = await browser.open(pathToFileURL(file).href);
await run("one file from disk", single, async (page) => {
  await page.set("seconds", "0.2");
  await page.set("sides", "w");
  const first = await page.value("[...document.querySelectorAll('#board .square')].length");
  assert.ok(first > 0);
  await page.click("#hint");
  await page.until("document.getElementById('status').textContent.startsWith('Hint: ')");
  if (shots) await page.picture(`${shots}/single.png`);
});
await single.close();

const incomplete = join(work, "incomplete");
cpSync(folder, incomplete, { recursive: true });
rmSync(join(incomplete, "worker.js"));
const second = await serve(incomplete);
const broken = await browser.open(second.address, { ready: "document.getElementById('message')?.textContent" });
await run("without the worker's script: a message, and no endless attempts", broken, async (page) => {
  assert.match(await page.text("message"), /^the engine does not start: /);
  await new Promise((done) => setTimeout(done, 300));
  assert.ok(second.requests.filter((url) => url === "/worker.js").length <= 2);
  page.problems.length = 0;
});
await broken.close();
second.close();

// The page saves a variant as a file, and a browser opens it from disk.
for (const address of [server.address, pathToFileURL(file).href]) {
  const page = await browser.open(address);
  const kind = address.slice(0, 4);
  await run(`the download of a page from ${kind}`, page, async () => {
    await write(page, `${OWN.replace(/Game: .*/, `Game: ${kind}`)}// </script><script>alert(1)</script>\n`);
    await page.click("#download");
    const saved = join(work, `${kind}.html`);
    await waitFor(() => existsSync(saved), "the download");
    const copy = await browser.open(pathToFileURL(saved).href);
    assert.equal(await copy.text("title"), kind);
    assert.equal(await copy.value("document.getElementById('variant').options.length"), 1);
    await copy.set("sides", "wb");
    await toTheEnd(copy, SCHOLARS_MATE, /1-0: White mates/);
    await copy.click("#change");
    await copy.until(`new RegExp("^${kind}: no errors").test(document.getElementById("verdict").textContent)`, "its rules");
    assert.deepEqual(copy.problems, []);
    await copy.close();
  });
  await page.close();
}

// The user's way from a file to a page: the program writes it, and a browser opens it from disk.
const own = join(work, "horse.ini");
writeFileSync(own, `${OWN}Name: N=Horse\n`);
for (const [variant, source] of [["<img/src=x>", ["--ini", own]], ["xiangqi", []]]) {
  const made = join(work, `${variant.replace(/\W/g, "")}.html`);
  execFileSync(program, ["show", ...source, "--variant", variant, "--play", made, "--page", file]);
  const page = await browser.open(pathToFileURL(made).href);
  await run(`fmax show --play: ${variant}`, page, async () => {
    assert.equal(await page.text("title"), variant);
    assert.equal(await page.value("document.getElementById('variant').options.length"), 1);
    assert.equal(await page.value("document.querySelectorAll('img').length"), 0);
    assert.match(await page.text("rulebook"), variant === "xiangqi" ? /Cannon/ : /Horse/);
    await page.set("seconds", "0.2");
    await page.set("sides", "w");
    const [from, to] = variant === "xiangqi" ? ["b2", "e2"] : ["b1", "c3"];
    await page.drag(square(from), square(to));
    await page.until("document.querySelectorAll('#moves button').length === 2", "the engine's reply");
    // of these, fmax has a net for xiangqi alone
    await page.click("#analyse");
    await page.until("/depth/.test(document.getElementById('analysis').textContent)", "an evaluation");
    assert.equal(/learned evaluation/.test(await page.text("analysis")), variant === "xiangqi");
    if (shots) await page.picture(`${shots}/play-${variant.replace(/\W/g, "")}.png`);
  });
  await page.close();
}

// Accessibility, light and dark, on a wide and a narrow screen
if (process.env.FMAX_AXE) {
  const scripts = [readFileSync(process.env.FMAX_AXE, "utf8")];
  for (const [address, variant] of [[server.address, "crazyhouse"], [pathToFileURL(join(work, "xiangqi.html")).href, ""]]) {
    for (const [scheme, width] of [["light", 1280], ["dark", 1280], ["light", 390], ["dark", 390]]) {
      const page = await browser.open(address, { width, height: 800, touch: width < 600, scripts });
      await run(`accessibility: ${variant || "a file of fmax show --play"}, ${scheme}, ${width} pixels wide`, page, async () => {
        await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
        if (variant) await choose(page, variant);
        await page.value("for (const part of document.querySelectorAll('details')) part.open = true");
        if (variant) await setUp(page, "4k3/P7/8/8/8/8/8/R3K2R[N] w KQ - 0 1");
        if (variant) await page.click(square("a7"));
        if (shots) await page.picture(`${shots}/axe-${variant}-${scheme}-${width}.png`);
        await audit(page);
        if (!variant) return;
        await page.click(square("a8"));
        await page.until("document.getElementById('choice').open");
        await audit(page);
        if (shots) await page.picture(`${shots}/axe-dialog-${scheme}-${width}.png`);
      });
      await page.close();
    }
  }
  for (const [scheme, width] of [["light", 1280], ["dark", 1280], ["light", 390], ["dark", 390]]) {
    const page = await browser.open(server.address, { width, height: 800, touch: width < 600, scripts });
    await run(`accessibility: the view of inventors, ${scheme}, ${width} pixels wide`, page, async () => {
      await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
      await write(page, OWN);
      await page.until("document.querySelectorAll('.card').length === 7", "diagrams");
      await write(page, OWN.replace("r:500 R", "r:500 Rz"));
      assert.match(await page.text("verdict"), /^1 error\./);
      assert.ok(await page.value("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the screen");
      await audit(page);
      if (shots) await page.picture(`${shots}/invent-${scheme}-${width}.png`);
      await page.click("#tab-values");
      await page.until("document.querySelectorAll('#panel-values tbody tr').length === 7", "values");
      await audit(page);
      if (shots) await page.picture(`${shots}/values-${scheme}-${width}.png`);
      await page.click("#tab-playtest");
      await page.type("playtest-games", "2");
      await page.type("playtest-nodes", "50");
      await page.click("#playtest-start");
      await page.until("document.getElementById('playtest-report').children.length > 3", "the report");
      await page.value("document.getElementById('tab-playtest').scrollIntoView()");
      await audit(page);
      assert.ok(await page.value("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the screen");
      if (shots) await page.picture(`${shots}/playtest-${scheme}-${width}.png`);
      await page.value("scrollTo(0, 0)");
      await page.click("#start-from");
      await page.until("document.getElementById('template').dataset.filled === 'yes'", "the form");
      await page.click("#template-army");
      await audit(page);
      if (shots) await page.picture(`${shots}/template-${scheme}-${width}.png`);
    });
    await page.close();
  }
} else {
  console.log("no FMAX_AXE: accessibility is not tested");
}
rmSync(work, { recursive: true });
await browser.close();
server.close();
process.exit(failures.length > 0 ? 1 : 0);
