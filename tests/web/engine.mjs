// Compares the WebAssembly module with the program: in every variant legal moves and the search's choice at a fixed
// number of positions, for a few plies from the start; and the tools of inventors.
//
// usage: node engine.mjs MODULE PROGRAM

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const [modulePath, program] = process.argv.slice(2).map((path) => resolve(path));
const PLIES = 3;
const NODES = 1500;
const SPEED_NODES = 300000;
// over UCI this name means the variant that other programs know by it
const OTHER_OVER_UCI = "courier";

// The module, used as the page's worker does

async function load(path) {
  let reports = [];
  let engine;
  const decode = (at, length) => new TextDecoder().decode(new Uint8Array(engine.memory.buffer, at, length));
  const imports = {
    page: {
      now: () => performance.now(),
      report: (at, length) => reports.push(JSON.parse(decode(at, length))),
      failed: (at, length) => { throw new Error(decode(at, length)); },
    },
  };
  engine = (await WebAssembly.instantiate(readFileSync(path), imports)).instance.exports;
  return (command) => {
    const bytes = new TextEncoder().encode(command);
    const at = engine.buffer(bytes.length);
    new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
    reports = [];
    const length = engine.command();
    const answer = JSON.parse(decode(engine.answer(), length));
    return { ...answer, reports, memory: engine.memory.buffer.byteLength };
  };
}

// The program, over UCI

function uci() {
  const child = spawn(program, [], { stdio: ["pipe", "pipe", "ignore"] });
  const lines = createInterface({ input: child.stdout });
  let wanted = null;
  let read = [];
  lines.on("line", (line) => {
    read.push(line);
    if (wanted?.until.test(line)) {
      const { resolve } = wanted;
      wanted = null;
      resolve(read);
    }
  });
  return (command, until) => {
    read = [];
    child.stdin.write(`${command}\n`);
    return until ? new Promise((resolve) => { wanted = { until, resolve }; }) : undefined;
  };
}

// UCI writes passing the turn as a piece that stays where it is.
const withPass = (move) => /^([a-p]\d+)\1$/.test(move) ? "@@@@" : move;

const ask = uci();
await ask("uci", /^uciok/);
ask("setoption name Hash value 16");
const begun = performance.now();
const fmax = await load(modulePath);
const loaded = performance.now();
const { variants } = fmax("ini\n");
console.log(`module loaded in ${Math.round(loaded - begun)} ms, variants read in ${Math.round(performance.now() - loaded)} ms`);

const wrong = [];
let compared = 0;
for (const { name } of variants.filter((entry) => entry.name !== OTHER_OVER_UCI)) {
  let { variant, state, error } = fmax(`variant ${name}`);
  if (error) {
    wrong.push(`${name}: ${error}`);
    continue;
  }
  ask("ucinewgame");
  ask(`setoption name UCI_Variant value ${name}`);
  const moves = [];
  // on boards of ten ranks UCI counts them from 1, and the engine from 0
  const renumber = (move, by) => variant.ranks !== 10 ? move : move.replace(/([a-p])(\d+)/g, (_, file, rank) => file + (Number(rank) + by));
  for (let ply = 0; ply < PLIES && !state.result; ply++) {
    ask(`position startpos${moves.length ? " moves " : ""}${moves.join(" ")}`);
    const counted = await ask("go perft 1", /^Nodes searched/);
    const theirs = counted.map((line) => line.match(/^(\S+): 1$/)?.[1]).filter(Boolean).map(withPass).sort();
    const ours = state.moves.map(({ m }) => renumber(m, 1)).sort();
    if (theirs.join() !== ours.join()) {
      wrong.push(`${name} after ${moves.join(" ") || "no move"}: ${ours.length} legal moves, ${theirs.length} in the program`);
    }
    const answer = await ask(`go nodes ${NODES}`, /^bestmove/);
    const best = withPass(answer.at(-1).split(" ")[1]);
    const found = fmax(`search nodes=${NODES}`);
    const ourBest = renumber(found.best, 1);
    if (ourBest !== best) wrong.push(`${name} after ${moves.join(" ") || "no move"}: ${ourBest}, the program ${best}`);
    compared++;
    moves.push(best);
    ({ state, error } = fmax(`play ${renumber(best, -1)}`));
    if (error) {
      wrong.push(`${name}: ${best}: ${error}`);
      break;
    }
  }
}
console.log(`${variants.length} variants, ${compared} positions compared`);
if (variants.length < 150 || compared < 2 * variants.length) wrong.push("too few variants or positions were compared");

// A net that was learned for the user's own file: only for a few seconds, so that it is a bad one and chooses other moves
const work = mkdtempSync(join(tmpdir(), "fmax-net-"));
const own = join(work, "own.ini");
writeFileSync(own, "version 4.8(w)\n\nGame: own\n8x8\n6 4 5 7 3 5 4 6\n6 4 5 7 3 5 4 6\np:100 fmWfceFifmnD\np:100 fmWfceFifmnD\n"
  + "k:-1 K\nn:320 N\nb:330 B\nr:500 R\nq:900 Q\n");
const learn = (...options) => execFileSync(program, ["learn", "--ini", own, "--variant", "own", "--data", work, ...options], { stdio: ["ignore", "ignore", "pipe"] });
const choices = [];
for (const withNet of [false, true]) {
  let net = "";
  if (withNet) {
    // the match rejects it, which ends with an error after the net has been written
    try { learn("--games", "40", "--nodes", "100", "--mode", "replace"); } catch { /* see below */ }
    const bytes = readFileSync(join(work, "own.seed1.round1.net"));
    writeFileSync(join(work, "own.net"), bytes);
    net = bytes.toString("latin1");
  }
  fmax(`ini\n${readFileSync(own, "utf8")}`);
  if (net) fmax(`net\n${net}`);
  if (fmax("variant own").variant.learned !== withNet) wrong.push(`own: ${withNet ? "the net is not used" : "there is a net"}`);
  ask(`setoption name Ini File value ${own}`);
  ask("setoption name UCI_Variant value own");
  for (let ply = 0; ply < 6; ply++) {
    ask(`position startpos${ply ? ` moves ${choices.slice(-ply).join(" ")}` : ""}`);
    const best = (await ask(`go nodes ${NODES}`, /^bestmove/)).at(-1).split(" ")[1];
    const found = fmax(`search nodes=${NODES}`).best;
    if (found !== best) wrong.push(`own ${withNet ? "with" : "without"} a net, ply ${ply}: ${found}, the program ${best}`);
    choices.push(best);
    fmax(`play ${best}`);
  }
}
if (choices.slice(0, 6).join() === choices.slice(6).join()) wrong.push("own: the net changes no move");
rmSync(work, { recursive: true });
fmax("ini\n");
ask("setoption name Ini File value");

// The tools of inventors: the module answers what the program writes
const run = (...options) => execFileSync(program, options, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const words = (line) => line.trim().split(/\s+/).join(" ");
const lines = (text) => text.trimEnd().split("\n").map(words);
const differ = (what, ours, theirs) => {
  const at = theirs.findIndex((line, index) => line !== ours[index]);
  if (at >= 0 || ours.length !== theirs.length) wrong.push(`${what}: ${ours[at]}, the program ${theirs[at]}`);
};

const options = ["big", "--board", "12x10", "--army", "rook knight griffon bishop camel queen king zebra bishop griffon knight rook",
  "--pieces", "phoenix=WA", "--rule", "drops", "--rule", "Goal: king=10"];
const made = fmax(["new", ...options].join("\n"));
const written = mkdtempSync(join(tmpdir(), "fmax-new-"));
execFileSync(program, ["new", ...options], { cwd: written, stdio: "ignore" });
// the comments around the variant differ
const paragraph = (text) => text.split("\n\n").find((part) => part.startsWith("Game:")).split("\n");
differ("new", paragraph(made.text ?? made.error), paragraph(readFileSync(join(written, "big.ini"), "utf8")));
rmSync(written, { recursive: true });

const { pieces, pawns, rules } = fmax("catalogue");
const listed = run("new", "--list").split("\n").filter((line) => line.startsWith("  "));
const named = [...pieces, ...pawns].map(({ names, about }) => words(`${names.join(", ")} ${about}`));
differ("catalogue", [...named, ...rules.map(({ word, about }) => words(`${word} ${about}`))], listed.map(words));

let drawn = 0;
for (const { name } of variants) {
  const { variant } = fmax(`variant ${name}`);
  for (const { id } of variant.pieces) {
    for (const color of "wb") {
      const { error, marks } = fmax(`diagram ${id} ${color}`);
      if (error && !error.includes("never on the board")) wrong.push(`${name}, diagram ${id} ${color}: ${error}`);
      drawn += marks?.length ?? 0;
    }
  }
}
console.log(`${drawn} marks drawn`);
if (drawn < 20000) wrong.push("too few marks are drawn");

for (const name of ["normal", "crazyhouse", "xiangqi", "sho-shogi"]) {
  fmax(`variant ${name}`);
  const { heading, pieces, notes } = fmax("values");
  const rows = [heading, ...pieces.map(({ cells }) => cells)].map((row) => words(row.join(" ")));
  differ(`values of ${name}`, [...rows, ...notes], lines(run("values", "--variant", name)));
}

// Floating point and endings are the same everywhere, so a playtest has the same figures
const games = mkdtempSync(join(tmpdir(), "fmax-playtest-"));
for (const [name, ...settings] of [["los-alamos", "games=16", "nodes=300", "seed=3"], ["crazyhouse", "games=8", "nodes=200"],
  ["xiangqi", "games=8", "nodes=200", "stronger=2", "openings=3", "max-moves=80"]]) {
  fmax(`variant ${name}`);
  const start = performance.now();
  const { error, introduction, sections, worries, reports } = fmax(`playtest ${settings.join(" ")}`);
  if (error) {
    wrong.push(`playtest of ${name}: ${error}`);
    continue;
  }
  const ours = [...introduction];
  for (const { title, lines, table } of sections) ours.push(title, ...[...lines, ...table].map((row) => words(row.join(" "))));
  ours.push("what to worry about");
  for (const { worry, sure, found, reason } of worries) ours.push(words(`${sure ? "sure" : "perhaps"}: ${worry}: ${found}`), words(reason));
  if (worries.length === 0) ours.push("nothing");
  console.log(`playtest of ${name}: ${reports.length} games in ${Math.round(performance.now() - start)} ms`);
  const file = join(games, `${name}.games`);
  differ(`playtest of ${name}`, ours, lines(run("playtest", name, ...settings.map((option) => `--${option}`), "--records", file)));
}
rmSync(games, { recursive: true });

// Explanations at every place of a file, and commands that make no sense
for (const name of ["seirawan", "xiangqi"]) {
  const { text } = fmax(`source ${name}`);
  fmax(`ini\n${text}`);
  text.split("\n").forEach((line, index) => {
    for (let column = 1; column <= line.length + 2; column++) {
      const { error, from, to } = fmax(`explain ${index + 1} ${column}`);
      if (error || from > to || from < 1) wrong.push(`explain ${index + 1} ${column} in ${name}: ${error ?? `${from} to ${to}`}`);
    }
  });
}
fmax("ini\n");
fmax("variant normal");
for (const command of ["explain", "explain 0 0", "explain 99999999999999999999 1", "source", "source \u{1f600}", "new", "new\n--army", "new\n\n\n",
  "diagram", "diagram 4294967296 w", "diagram -1 b", "playtest games=0", "playtest games=2001", "playtest nodes=100001", "playtest speed=1",
  "playtest seed=-1", `new\n${"x".repeat(2 << 20)}`, `ini\n${"x".repeat(2 << 20)}`]) {
  if (!fmax(command).error) wrong.push(`no error: ${command.slice(0, 60)}`);
}
fmax("ini\n");

// Speed, in one run: both search the same positions
for (const name of ["normal", "crazyhouse", "xiangqi"]) {
  fmax(`variant ${name}`);
  const start = performance.now();
  const { nodes, memory } = fmax(`search nodes=${SPEED_NODES}`);
  const ours = nodes / (performance.now() - start);
  ask("ucinewgame");
  ask(`setoption name UCI_Variant value ${name}`);
  ask("position startpos");
  await ask("isready", /^readyok/);
  const second = performance.now();
  await ask(`go nodes ${SPEED_NODES}`, /^bestmove/);
  const theirs = SPEED_NODES / (performance.now() - second);
  console.log(`${name}: ${Math.round(ours)} kN/s, the program ${Math.round(theirs)} kN/s: ${Math.round(100 * ours / theirs)} %; memory ${Math.round(memory / 2 ** 20)} MB`);
}
ask("quit");
for (const line of wrong) console.log(line);
process.exit(wrong.length > 0 ? 1 : 0);
