// Engines in workers: one for the rules, one that searches, and those of the inventor's view. Stopping a search terminates its worker and starts a
// new one, which needs no threads.

// The compiled module, and the address of the worker's script.
export async function loadModule() {
  const embedded = document.getElementById("module");
  if (!embedded) {
    // not compiled while it loads, which needs a server that knows the type of the file
    const response = await fetch("fmax.wasm");
    if (!response.ok) throw new Error(`fmax.wasm: ${response.status}`);
    return { module: await WebAssembly.compile(await response.arrayBuffer()), script: "worker.js" };
  }
  const packed = atob(embedded.textContent.trim());
  const bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; i++) bytes[i] = packed.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  const worker = new Blob([document.getElementById("worker").textContent], { type: "text/javascript" });
  return { module, script: URL.createObjectURL(worker) };
}

export class Engine {
  constructor({ module, script }) {
    this.module = module;
    this.script = script;
    this.start();
  }

  start() {
    this.waiting = [];
    this.onreport = null;
    this.worker = new Worker(this.script);
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => this.giveUp(event.message ?? "its script cannot be loaded");
    this.worker.postMessage({ module: this.module });
  }

  receive(data) {
    if (data.report) this.onreport?.(data.report);
    else if (data.failed) this.fail(data.failed);
    else if (data.answer) this.waiting.shift()?.(data.answer);
  }

  fail(reason) {
    this.stop({ error: `the engine has failed: ${reason}` });
  }

  // A worker that does not start would not start the next time either.
  giveUp(reason) {
    this.broken = { error: `the engine does not start: ${reason}` };
    for (const resolve of this.waiting.splice(0)) resolve(this.broken);
  }

  ask(command) {
    if (this.broken) return Promise.resolve(this.broken);
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.worker.postMessage({ command });
    });
  }

  // Replaces the worker; pending requests get `answer`.
  stop(answer = { stopped: true }) {
    this.worker.terminate();
    const waiting = this.waiting;
    this.start();
    this.onrestart?.();
    for (const resolve of waiting) resolve(answer);
  }

  // Ends the engine for good.
  end() {
    this.worker.terminate();
  }
}

// An engine that follows a game and searches its positions.
export class Thinker extends Engine {
  constructor(loaded) {
    super(loaded);
    this.turn = 0;
  }

  start() {
    super.start();
    this.known = null;
  }

  // Searches the position after the moves of `game`: its files, variant, start and moves.
  async search(game, limits, onreport) {
    this.cancel();
    const turn = this.turn;
    for (const command of this.commands(game)) {
      const answer = await this.ask(command);
      if (answer.error || answer.stopped) {
        if (turn === this.turn) this.known = null;
        return answer;
      }
    }
    this.onreport = onreport;
    return this.ask(`search ${limits}`);
  }

  // Ends a search, or the commands before it.
  cancel() {
    if (this.waiting.length > 0) this.stop();
    this.turn++;
  }

  // The commands that bring the engine to the position of a game from the one that it has.
  commands(game) {
    const { files, variant, start, moves } = game;
    const commands = [];
    let known = this.known;
    if (known?.files !== files) commands.push(...files);
    if (known?.files !== files || known.variant !== variant || known.start !== start) {
      commands.push(`variant ${variant}`);
      if (start) commands.push(`fen ${start}`);
      known = { moves: [] };
    }
    let same = 0;
    while (same < moves.length && moves[same] === known.moves[same]) same++;
    for (let i = same; i < known.moves.length; i++) commands.push("undo");
    for (const move of moves.slice(same)) commands.push(`play ${move}`);
    this.known = { files, variant, start, moves: [...moves] };
    return commands;
  }
}
