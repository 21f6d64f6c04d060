// The page: the game, its settings, and what the buttons do.

import { Engine, Thinker, loadModule } from "./engine.js";
import { Board } from "./board.js";
import { $, element, pushButton, shortened, variantOptions } from "./dom.js";
import { Invent } from "./invent.js";
import { fragment, parseFragment } from "./link.js";
import { pgnMoves, tagValue, written } from "./pgn.js";
import { Puzzle } from "./puzzle.js";

const FULL_STRENGTH = 10;
const ANALYSIS_MS = 60000;
// characters of a game
const MOST_LOADED = 2 ** 17;

let rules, thinker, board, invent;
let puzzle = null;
let variant;
// the commands that load the variants; the name of the variant; the FEN that the game begins with, if that is not the
// usual start
const game = { files: [], variant: "", start: "", moves: [] };
// the variant that was put into this page, with the files that belong to it
let embedded;
// the states after each move, and which one is shown
let states = [];
let shown = 0;
// counts what has been begun, so that late answers are not used
let turn = 0;
let thinking = null;

const state = () => states[states.length - 1];
const isOver = () => state().result !== null;
const isUsersTurn = () => $("sides").value.includes(state().side);

function message(text) {
  $("message").textContent = shortened(text);
}

// Variants

// Loads the text of an ini file, empty for the built-in one, and other files that belong to it.
async function loadIni(text, others = []) {
  const answer = await rules.ask(`ini\n${text}`);
  if (answer.error) {
    message(answer.error);
    return false;
  }
  for (const file of others) await rules.ask(file);
  game.files = [`ini\n${text}`, ...others];
  $("variant").replaceChildren(...variantOptions(answer.variants));
  $("variants").hidden = answer.variants.length < 2;
  $("builtin").hidden = text === "";
  // the rules in the page are those of its variant
  const isEmbedded = text !== "" && text === embedded.ini;
  $("rulebook").hidden = !isEmbedded || !$("rulebook").children.length;
  $("rule-list").hidden = !$("rulebook").hidden;
  return true;
}

// Begins a game, where the variant has several start positions with any of them.
async function chooseVariant(name, shuffle = true) {
  stopThinking();
  let answer = await rules.ask(`variant ${name}`);
  if (answer.error) return message(answer.error);
  variant = answer.variant;
  setPuzzle(null);
  const shuffled = variant.shuffled && shuffle;
  if (shuffled) answer = await rules.ask(`shuffle ${Math.floor(Math.random() * 2 ** 53)}`);
  Object.assign(game, { variant: name, start: shuffled ? answer.state.fen : "", moves: [] });
  states = [answer.state];
  shown = 0;
  $("variant").value = name;
  $("title").textContent = shortened(variant.name);
  document.title = `${variant.name} – fmax`;
  $("description").textContent = shortened(variant.description);
  $("rule-list").querySelector("ul").replaceChildren(...variant.rules.map((line) => element("li", line)));
  board.setVariant(variant);
  message("");
  refresh();
  go();
}

// Playing

async function play(text, showsIt = true) {
  const turnBefore = ++turn;
  const answer = await rules.ask(`play ${text}`);
  if (turnBefore !== turn) return false;
  if (answer.error) {
    message(`${text}: ${answer.error}`);
    return false;
  }
  game.moves.push(answer.state.move);
  states.push(answer.state);
  shown = states.length - 1;
  if (showsIt) {
    message("");
    refresh();
  }
  return true;
}

async function userMove(move) {
  stopThinking();
  if (await play(move.m) && await judge()) go();
}

// Judges the last move if it is one of a puzzle; a wrong one is taken back. Returns whether the game goes on.
async function judge() {
  const verdict = puzzle?.judge(state());
  const { san, move } = state();
  if (verdict === "wrong") {
    await takeBack();
    message(`${san ?? move} is not the solution. Try another move.`);
    return false;
  }
  if (verdict === "solved") {
    setPuzzle(null);
    $("sides").value = "wb";
    refresh();
    message(`${san ?? move} solves it. You can play on.`);
    return false;
  }
  return true;
}

function setPuzzle(next) {
  puzzle = next;
  $("task").textContent = shortened(next?.task ?? "");
  $("task").hidden = next === null;
}

// Lets the engine move if it is its turn, or analyse.
function go() {
  if (!states.length || isOver()) return;
  if (!isUsersTurn()) return think();
  if ($("analyse").checked) analyse();
}

function stopThinking() {
  turn++;
  thinking = null;
  thinker.cancel();
  $("now").disabled = true;
}

async function think() {
  const before = ++turn;
  thinking = { best: null, hurry: false };
  $("now").disabled = false;
  refresh();
  const skill = Number($("skill").value);
  const ms = Math.round(Math.min(Math.max(Number($("seconds").value) || 1, 0.1), 600) * 1000);
  const held = skill < FULL_STRENGTH ? ` skill=${skill} seed=${Math.floor(Math.random() * 2 ** 31)}` : "";
  const answer = await thinker.search(game, `ms=${ms}${held}`, (report) => {
    if (before !== turn) return;
    thinking.best = report.pv[0] ?? null;
    showReport(report);
    if (thinking.hurry) moveNow();
  });
  if (before !== turn) return;
  thinking = null;
  $("now").disabled = true;
  if (answer.stopped) return;
  if (answer.error) return message(answer.error);
  if (answer.best && await play(answer.best)) go();
}

// Plays the best move found so far, at once.
async function moveNow() {
  if (!thinking) return;
  const { best } = thinking;
  if (!best) {
    thinking.hurry = true;
    return;
  }
  stopThinking();
  if (await play(best)) go();
}

async function analyse() {
  const before = ++turn;
  const answer = await thinker.search(game, `ms=${ANALYSIS_MS}`, (report) => {
    if (before === turn) showReport(report);
  });
  if (before === turn && answer.error) message(answer.error);
}

async function hint() {
  if (thinking || isOver()) return;
  stopThinking();
  const before = turn;
  message("");
  $("status").textContent = "Looking for a move…";
  const answer = await thinker.search(game, "ms=1000", () => {});
  if (before !== turn) return;
  refresh();
  if (answer.error) return message(answer.error);
  if (answer.best) $("status").textContent = `Hint: ${answer.best}`;
  go();
}

function showReport({ depth, score, nodes, ms, pv }) {
  if (!$("analyse").checked) return;
  // scores are shown as White sees them
  const sign = state().side === "w" ? 1 : -1;
  const text = "mate" in score ? `#${sign * score.mate}` : ((sign * score.cp) / 100).toFixed(2);
  const speed = ms > 0 ? `, ${Math.round(nodes / ms)} kN/s` : "";
  const evaluation = variant.learned ? ", learned evaluation" : "";
  $("analysis").textContent = `${text} (depth ${depth}${speed}${evaluation}) ${pv.join(" ")}`;
}

async function takeBack() {
  stopThinking();
  const before = turn;
  // back to where the user moves, if there is such a position
  const sides = $("sides").value;
  let length = states.length - 1;
  while (length > 1 && sides && !sides.includes(states[length - 1].side)) length--;
  if (length < 1) return;
  while (states.length > length) {
    const answer = await rules.ask("undo");
    if (answer.error || before !== turn) return;
    states.pop();
    game.moves.pop();
  }
  shown = states.length - 1;
  message("");
  refresh();
  go();
}

// Showing

function refresh() {
  const now = states[shown];
  const live = shown === states.length - 1;
  const free = live && !isOver() && isUsersTurn();
  board.show(now, free ? now.moves : []);
  $("pass").hidden = !(free && now.moves.some(({ p }) => p.length === 0));
  $("status").textContent = statusText(now, live);
  $("undo").disabled = states.length < 2;
  $("analysis").hidden = !$("analyse").checked;
  showMoves();
}

function statusText(now, live) {
  const side = now.side === "w" ? "White" : "Black";
  const other = now.side === "w" ? "Black" : "White";
  const moved = now.san ? `${other} played ${now.san}. ` : "";
  if (now.result) return `${moved}${now.result.score}: ${now.result.reason}.`;
  const check = now.check.length ? "Check. " : "";
  if (!live) return `${moved}${check}Position ${now.ply} of ${states.length - 1}.`;
  return `${moved}${check}${side} to move${thinking ? ", the engine is thinking…" : "."}`;
}

function showMoves() {
  const list = $("moves");
  list.replaceChildren(...states.slice(1).map((after, i) => {
    const ply = i + 1;
    const button = pushButton(numbered(ply), () => step(ply), { title: after.move });
    if (ply === shown) button.setAttribute("aria-current", "true");
    const item = element("li");
    item.append(button);
    return item;
  }));
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

// A move in SAN with its number, if it is White's or the first one.
function numbered(ply) {
  const halfMoves = ply + (states[0].side === "w" ? 1 : 2);
  const number = Math.floor(halfMoves / 2);
  const { san } = states[ply];
  if (halfMoves % 2 === 0) return `${number}. ${san}`;
  return ply === 1 ? `${number}... ${san}` : san;
}

function step(ply) {
  shown = Math.min(Math.max(ply, 0), states.length - 1);
  refresh();
}

// Asks which of several moves is meant.
function choose(moves) {
  const dialog = $("choice");
  const buttons = moves.map((move) => element("button", move.l || `${move.m} and nothing else`, { type: "button", value: move.m }));
  dialog.querySelector("div").replaceChildren(...buttons);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclick = (event) => {
      if (event.target.closest("button")) dialog.close(event.target.closest("button").value);
    };
    dialog.oncancel = () => { dialog.returnValue = ""; };
    dialog.onclose = () => resolve(moves.find(({ m }) => m === dialog.returnValue));
  });
}

// FEN and PGN

function pgn() {
  const result = state().result?.score ?? "*";
  const tags = [["White", playerName("w")], ["Black", playerName("b")], ["Result", result], ["Variant", variant.name]];
  if (game.start) tags.push(["SetUp", "1"], ["FEN", game.start]);
  return written(tags, [...states.slice(1).map((_, i) => numbered(i + 1)), result]);
}

function playerName(side) {
  return $("sides").value.includes(side) ? "Player" : "fmax";
}

async function copy(text) {
  $("text").value = text;
  $("text").select();
  try {
    await navigator.clipboard.writeText(text);
    message("Copied.");
  } catch {
    message("Copy the text in the field.");
  }
}

async function load(text) {
  const trimmed = text.trim();
  if (!trimmed) return;
  if (trimmed.length > MOST_LOADED) return message("This is too long for a FEN or the PGN of one game.");
  const tag = (name) => tagValue(trimmed, name);
  const isFen = /^[^\s[]*\/[^\n]*$/.test(trimmed);
  const fen = isFen ? trimmed : tag("FEN");
  // the user sees the position first, and plays on when the sides are chosen
  $("sides").value = "wb";
  await chooseVariant(isFen ? game.variant : tag("Variant") ?? game.variant, false);
  await setUp(fen, isFen ? [] : pgnMoves(trimmed));
}

// Shows a position, if it is not the usual start, and plays moves from it.
async function setUp(fen, moves) {
  if (fen) {
    const answer = await rules.ask(`fen ${fen}`);
    if (answer.error) return message(answer.error);
    game.start = fen;
    states = [answer.state];
    shown = 0;
  }
  for (const move of moves) {
    if (!await play(move, false)) break;
  }
  refresh();
  go();
}

// Sets up the position of a link, for a game to be replayed or a puzzle to be solved.
async function openPosition({ fen, moves, task, solution }) {
  stopThinking();
  if ((moves?.length ?? 0) > MOST_LOADED) return message("The game of the link is too long.");
  $("sides").value = "wb";
  await setUp(fen, moves?.split(" ") ?? []);
  if (moves) step(0);
  if (!solution || game.start !== fen) return;
  setPuzzle(new Puzzle({ task: task ?? "Find the best move.", solution, ply: state().ply }));
  $("sides").value = state().side;
  if ((state().side === "b") !== board.flipped) board.flip();
  refresh();
}

// Buttons

function connect() {
  const on = (id, event, action) => $(id).addEventListener(event, action);
  on("variant", "change", () => chooseVariant($("variant").value));
  on("new", "click", () => chooseVariant(game.variant));
  on("undo", "click", takeBack);
  on("pass", "click", () => {
    const passes = state().moves.filter(({ p }) => p.length === 0);
    if (passes.length) userMove(passes[0]);
  });
  on("now", "click", moveNow);
  on("hint", "click", hint);
  on("flip", "click", () => board.flip());
  on("first", "click", () => step(0));
  on("back", "click", () => step(shown - 1));
  on("forward", "click", () => step(shown + 1));
  on("last", "click", () => step(states.length - 1));
  on("copy-fen", "click", () => copy(states[shown].fen));
  on("copy-pgn", "click", () => copy(pgn()));
  on("load", "click", () => load($("text").value));
  on("sides", "change", () => {
    stopThinking();
    if (($("sides").value === "b") !== board.flipped && $("sides").value.length === 1) board.flip();
    refresh();
    go();
  });
  on("analyse", "change", () => {
    $("analysis").textContent = "";
    if (!thinking) stopThinking();
    refresh();
    if (!thinking) go();
  });
  on("theme", "click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
  on("builtin", "click", () => loadAndChoose(""));
  on("share", "click", async () => {
    const address = location.href.split("#")[0];
    copy(`${address}#${await fragment(game.variant, loadedText())}`);
  });
  addEventListener("hashchange", () => location.reload());
}

async function loadAndChoose(text, name) {
  stopThinking();
  if (await loadIni(text)) await chooseVariant(name ?? $("variant").options[0].value);
}

async function begin() {
  for (let level = 0; level <= FULL_STRENGTH; level++) {
    $("skill").append(element("option", level === FULL_STRENGTH ? `${level} (full)` : String(level), { value: level }));
  }
  $("skill").value = FULL_STRENGTH;
  const loaded = await loadModule();
  rules = new Engine(loaded);
  thinker = new Thinker(loaded);
  board = new Board($("board"), document.querySelectorAll("#play .hand"), userMove, choose);
  embedded = JSON.parse($("embedded").textContent);
  connect();
  const others = ["eval", "net"].filter((name) => embedded[name]).map((name) => `${name}\n${embedded[name]}`);
  if (!await loadIni(embedded.ini ?? "", others)) return;
  invent = new Invent(loaded, { onplay: loadAndChoose, current: () => ({ text: loadedText(), name: game.variant }) });
  const linked = await openLink();
  const names = [...$("variant").options].map((option) => option.value);
  const wanted = linked.variant;
  await chooseVariant(names.includes(wanted) ? wanted : names.includes("normal") ? "normal" : names[0]);
  if (linked.problem) message(linked.problem);
  else if (wanted && !names.includes(wanted)) message(`There is no variant ${wanted}.`);
  if (linked.fen && !linked.problem && names.includes(wanted)) await openPosition(linked);
  invent.begin(linked.text || loadedText(), wanted);
  if (linked.text && linked.problem) invent.enter();
  document.body.dataset.ready = "yes";
}

// The variant that the address names, after its file has been loaded if the address holds one.
async function openLink() {
  try {
    const link = await parseFragment(location.hash.slice(1));
    const { variant: name, text } = link;
    if (!text) return { ...link, variant: embedded.variant ?? name };
    if (await loadIni(text)) return { ...link, variant: name || $("variant").options[0].value };
    return { text, problem: "The variant in this link has errors. Fix them in the editor." };
  } catch (error) {
    return { problem: `The link cannot be read: ${error.message}` };
  }
}

// The text of the user's file that is loaded, empty for the built-in variants.
function loadedText() {
  return game.files[0].slice("ini\n".length);
}

begin().catch((error) => message(`The engine cannot be loaded: ${error.message}`));
