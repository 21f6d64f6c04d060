// Plays in the page with a real Chromium, by clicks, touch and keys.
//
// usage: node browser.mjs FOLDER FILE.html, as docs/build-web makes them; FMAX_SHOTS=DIR keeps pictures

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Chromium, serve } from "./chromium.mjs";

const [folder, file] = process.argv.slice(2);
const shots = process.env.FMAX_SHOTS;
const server = await serve(folder);
const browser = new Chromium();

const square = (name) => `#board [aria-label^="${name},"]`;
const count = (page) => page.value("document.querySelectorAll('#moves button').length");

async function choose(page, variant) {
  await page.set("sides", "wb");
  await page.value("document.title = ''");
  await page.set("variant", variant);
  await page.until(`document.title.startsWith(${JSON.stringify(variant)})`);
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

const tests = {
  async "chess: mate, castling, en passant, promotion"(page) {
    await choose(page, "normal");
    for (const squares of [["e2", "e4"], ["e7", "e5"], ["d1", "h5"], ["b8", "c6"], ["f1", "c4"], ["g8", "f6"], ["h5", "f7"]]) await move(page, squares);
    assert.match(await status(page), /1-0: White mates/);
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
  },

  async "xiangqi"(page) {
    await choose(page, "xiangqi");
    const names = await page.value("[...document.querySelectorAll('#board .square')].map((s) => s.ariaLabel)");
    assert.equal(names.length, 90);
    await move(page, ["h2", "e2"]);
    await move(page, ["h9", "g7"]);
  },

  async "duck: the duck is placed after the move"(page) {
    await choose(page, "duck");
    await move(page, ["e2", "e4", "e5"]);
    assert.match(await page.value(`document.querySelector(${JSON.stringify('#board [aria-label^="e5,"]')}).ariaLabel`), /wall/);
    await move(page, ["d7", "d5", "e6"]);
  },

  async "a board of 16x16"(page) {
    await choose(page, "pieces-tester");
    assert.equal(await page.value("document.querySelectorAll('#board .square').length"), 256);
    await move(page, ["a2", "a3"]);
  },

  async "the user's own file: errors with their place, names that look like markup"(page) {
    await page.set("ini", "version 4.8(w)\n\nGame: x\n8x8\nnonsense\n");
    await page.value("document.getElementById('load-ini').click()");
    await page.until("/line \\d+, column \\d+: error/.test(document.getElementById('diagnostics').textContent)", "errors are listed");
    const own = "version 4.8(w)\n\nGame: <img/src=x> # <script>alert(1)</script>\n8x8\n6 4 5 7 3 5 4 6\n6 4 5 7 3 5 4 6\n"
      + "p:100 fmWfceF\np:100 fmWfceF\nk:-1 K\nn:320 N\nb:330 B\nr:500 R\nq:900 Q\n";
    await page.set("ini", own);
    await page.value("document.getElementById('load-ini').click()");
    await page.until("document.getElementById('title').textContent.includes('<img')", "the variant is opened");
    assert.equal(await page.value("document.querySelectorAll('img, #rules b, #rules i, h1 *').length"), 0);
    await page.set("sides", "wb");
    await move(page, ["b1", "c3"]);
    await page.value("document.getElementById('builtin').click()");
    await page.until("document.getElementById('variant').options.length > 100");
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
    await page.click("#new");
    await page.until("document.querySelectorAll('#moves button').length === 0");
    await page.set("text", pgn);
    await page.value("document.getElementById('load').click()");
    await page.until("document.querySelectorAll('#moves button').length === 2");
    await page.set("text", "garbage/ x");
    await page.value("document.getElementById('load').click()");
    await page.until("document.getElementById('message').textContent !== ''");
  },
};

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

const phone = await browser.open(server.address, { width: 390, height: 760, touch: true });
await run("a phone: the board fits, moves by touch", phone, async (page) => {
  assert.ok(await page.value("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the screen");
  await choose(page, "normal");
  await move(page, ["e2", "e4"]);
  await choose(page, "pieces-tester");
  assert.ok(await page.value("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the screen");
  if (shots) await page.picture(`${shots}/phone.png`);
});
await phone.close();

const single = await browser.open(pathToFileURL(resolve(file)).href);
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
await browser.close();
server.close();
process.exit(failures.length > 0 ? 1 : 0);
