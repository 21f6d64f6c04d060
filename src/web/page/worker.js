// A worker with one engine. It answers each command, and passes on the reports of a search while it runs.
"use strict";

let engine;
const decoder = new TextDecoder();
const text = (at, length) => decoder.decode(new Uint8Array(engine.memory.buffer, at, length));

const imports = {
  page: {
    now: () => performance.now(),
    report: (at, length) => postMessage({ report: JSON.parse(text(at, length)) }),
    failed: (at, length) => postMessage({ failed: text(at, length) }),
  },
};

function execute(command) {
  const bytes = new TextEncoder().encode(command);
  const at = engine.buffer(bytes.length);
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
  const length = engine.command();
  return JSON.parse(text(engine.answer(), length));
}

let loaded;
onmessage = async ({ data }) => {
  if (data.module) {
    loaded = WebAssembly.instantiate(data.module, imports);
    return;
  }
  try {
    engine = (await loaded).exports;
    postMessage({ answer: execute(data.command) });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
};
