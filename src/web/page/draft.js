// The text that is being written, and the engine that checks it meanwhile. An engine that does not answer is replaced.

import { Engine } from "./engine.js";

const DELAY_MS = 300;
const PATIENCE_MS = 8000;

export class Draft {
  // `onchecked` gets this object after each check.
  constructor(loaded, onchecked) {
    Object.assign(this, { engine: new Engine(loaded), onchecked, text: "", wanted: "", checking: null, stale: false });
    // the answer to the last check with its text; the last rules without errors: text, name, variants, variant and state
    this.checked = null;
    this.good = null;
    // an engine that takes the place of one that failed gets the rules that are shown
    this.engine.onrestart = () => {
      if (this.good) for (const each of [`ini\n${this.good.text}`, `variant ${this.good.name}`]) this.engine.ask(each);
    };
  }

  // Asks the engine; after some seconds it is replaced.
  async ask(command) {
    const { engine } = this;
    const seconds = PATIENCE_MS / 1000;
    const error = `the engine did not answer within ${seconds} seconds, so it was stopped and another one was started`;
    const timer = setTimeout(() => {
      engine.stop({ error });
    }, PATIENCE_MS);
    const answer = await engine.ask(command);
    clearTimeout(timer);
    return answer;
  }

  // Takes a new text, which is checked when the user pauses. `name` is the variant to show, if the text has it.
  edit(text, name = this.wanted) {
    Object.assign(this, { text, wanted: name });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), DELAY_MS);
  }

  // Checks the text now. A check that runs is repeated afterwards if the text has changed.
  check() {
    clearTimeout(this.timer);
    this.stale = true;
    this.checking ??= this.checkAll();
    return this.checking;
  }

  async checkAll() {
    try {
      while (this.stale) {
        this.stale = false;
        await this.checkOnce(this.text);
      }
    } finally {
      this.checking = null;
    }
  }

  async checkOnce(text) {
    let answer = { diagnostics: [] };
    if (text) {
      answer = await this.ask(`ini\n${text}`);
      if (!answer.error) answer = { ...answer, ...await this.choose(text, answer.variants) };
    }
    this.checked = { text, error: answer.error, diagnostics: answer.diagnostics ?? [] };
    this.onchecked(this);
  }

  async choose(text, variants) {
    const name = variants.some((each) => each.name === this.wanted) ? this.wanted : variants[0].name;
    const answer = await this.ask(`variant ${name}`);
    if (answer.error) return { error: answer.error };
    if (this.good?.text === text && this.good.name === name) return {};
    this.good = { text, name, variants, variant: answer.variant, state: answer.state };
    return {};
  }

  // True if the text is the one whose rules are shown.
  isShown() {
    return this.good !== null && this.good.text === this.text;
  }
}
