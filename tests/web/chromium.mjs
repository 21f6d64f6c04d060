// A Chromium driven through its DevTools protocol over a pipe, and a server for the page. No packages are needed.

import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
const PATIENCE_MS = 20000;
const READY = `document.body?.dataset.ready === "yes"`;

export function serve(folder) {
  const requests = [];
  const server = createServer((request, response) => {
    requests.push(request.url);
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    const file = join(folder, path === "/" ? "index.html" : path);
    try {
      const body = readFileSync(file);
      response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "text/plain" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => {
    resolve({ address: `http://127.0.0.1:${server.address().port}/`, requests, close: () => server.close() });
  }));
}

export class Chromium {
  constructor() {
    this.profile = mkdtempSync(join(tmpdir(), "fmax-chromium-"));
    this.child = spawn("chromium", ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
      `--user-data-dir=${this.profile}`, "--remote-debugging-pipe", "about:blank"],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.answers = new Map();
    this.listeners = [];
    this.count = 0;
    let rest = "";
    this.child.stdio[4].on("data", (data) => {
      const parts = (rest + data).split("\0");
      rest = parts.pop();
      for (const part of parts) this.receive(JSON.parse(part));
    });
  }

  receive(message) {
    const waiting = this.answers.get(message.id);
    if (waiting) {
      this.answers.delete(message.id);
      message.error ? waiting.reject(new Error(message.error.message)) : waiting.resolve(message.result);
    } else {
      for (const listener of this.listeners) listener(message);
    }
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.count;
    this.child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.answers.set(id, { resolve, reject }));
  }

  // Downloads go to this folder.
  keepDownloads(folder) {
    return this.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
  }

  // A page of this size, in pixels, with touch or without.
  async open(address, { width = 1280, height = 900, touch = false, scripts = [], ready = READY } = {}) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId, touch);
    await page.send("Page.enable");
    await page.send("Runtime.enable");
    await page.send("Log.enable");
    await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: touch });
    if (touch) await page.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    for (const source of scripts) await page.send("Page.addScriptToEvaluateOnNewDocument", { source });
    await page.send("Page.navigate", { url: address });
    await page.until(ready, "the page is ready");
    return page;
  }

  close() {
    this.child.kill();
    return new Promise((resolve) => this.child.once("exit", () => {
      try {
        rmSync(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
      } catch {
        // a child of the browser still writes there; the system empties its folder of temporary files
      }
      resolve();
    }));
  }
}

class Page {
  constructor(browser, session, target, touch) {
    Object.assign(this, { browser, session, target, touch, problems: [] });
    browser.listeners.push(({ sessionId, method, params }) => {
      if (sessionId !== session) return;
      if (method === "Runtime.exceptionThrown") this.problems.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
      if (method === "Log.entryAdded" && params.entry.level === "error") this.problems.push(params.entry.text);
    });
  }

  send(method, params) {
    return this.browser.send(method, params, this.session);
  }

  async value(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
    return result.value;
  }

  async until(expression, what = expression) {
    const end = Date.now() + PATIENCE_MS;
    while (!await this.value(expression).catch(() => false)) {
      if (Date.now() > end) {
        const status = await this.value(`document.getElementById("status")?.textContent + " / " + document.getElementById("message")?.textContent`);
        throw new Error(`${what}: not within ${PATIENCE_MS / 1000} s; the page shows: ${status}; problems: ${this.problems.join("; ")}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  // The middle of an element, which is scrolled into view.
  async middle(selector) {
    const found = JSON.stringify(selector);
    await this.until(`document.querySelector(${found}) !== null`, `${selector} is there`);
    const [x, y] = await this.value(`(() => { const e = document.querySelector(${found}); e.scrollIntoView({ block: "nearest" });
      const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`);
    return { x, y };
  }

  // A real click or touch in the middle of an element.
  async click(selector) {
    await this.stroke([await this.middle(selector)]);
  }

  // A real drag from one element to another.
  async drag(from, to) {
    const start = await this.middle(from);
    const end = await this.middle(to);
    const part = (i) => ({ x: start.x + (end.x - start.x) * i / 4, y: start.y + (end.y - start.y) * i / 4 });
    await this.stroke([0, 1, 2, 3, 4].map(part));
  }

  // Presses at the first place, moves along the others, and releases at the last one.
  async stroke(places) {
    for (const [i, place] of places.entries()) {
      if (this.touch) await this.send("Input.dispatchTouchEvent", { type: i === 0 ? "touchStart" : "touchMove", touchPoints: [place] });
      else await this.send("Input.dispatchMouseEvent", { type: i === 0 ? "mousePressed" : "mouseMoved", ...place, button: "left", buttons: 1, clickCount: 1 });
    }
    if (this.touch) await this.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    else await this.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...places.at(-1), button: "left", clickCount: 1 });
  }

  async press(key) {
    const codes = { Tab: 9, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Delete: 46 };
    const letter = { windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0), text: key };
    const code = key === "Enter" ? { windowsVirtualKeyCode: 13, text: "\r" } : key.length === 1 ? letter : { windowsVirtualKeyCode: codes[key] };
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", key, code: key, ...code });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key, code: key, ...code });
  }

  // Sets a field or a list as a user does, with the events that the page hears.
  set(id, value) {
    return this.value(`(() => { const e = document.getElementById(${JSON.stringify(id)}); e.value = ${JSON.stringify(value)};
      for (const event of ["input", "change"]) e.dispatchEvent(new Event(event)); })()`);
  }

  // Clicks a field and types a text, which replaces the one before.
  async type(id, text) {
    await this.click(`#${id}`);
    const key = { key: "a", code: "KeyA", windowsVirtualKeyCode: 65, modifiers: 2 };
    await this.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key, commands: ["selectAll"] });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
    await this.send("Input.insertText", { text });
  }

  // Chooses an entry of the list that has the focus by typing its beginning.
  async pick(text) {
    for (const letter of text) await this.press(letter);
    await this.until(`document.activeElement.selectedOptions[0].textContent.startsWith(${JSON.stringify(text)})`, `${text} is chosen`);
  }

  text(id) {
    return this.value(`document.getElementById(${JSON.stringify(id)}).textContent`);
  }

  async picture(path) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    writeFileSync(path, Buffer.from(data, "base64"));
  }

  close() {
    return this.browser.send("Target.closeTarget", { targetId: this.target });
  }
}
