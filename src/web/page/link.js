// Links to variants: `#NAME` for a built-in one, or the whole text of an ini file, compressed. Links of rules pages go on with
// a position and what to do there: `&fen=`, and `&moves=` of a game, or `&task=` and `&solution=` of a puzzle. A fragment
// stays in the browser.

const TEXT = "ini=";
// bytes; the engine reads no larger file
const MOST_TEXT = 2 ** 20;

// The fragment for a variant, with the text of its file unless it is a built-in one.
export async function fragment(variant, text) {
  if (!text) return encodeURIComponent(variant);
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const safe = base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${TEXT}${safe}&${encodeURIComponent(variant)}`;
}

// The variant, the text and the other values that a fragment has. Throws an error if the text cannot be read.
export async function parseFragment(fragment) {
  const packed = fragment.startsWith(TEXT) ? fragment.split("&", 1)[0].slice(TEXT.length) : "";
  const [variant = "", ...rest] = fragment.split("&").slice(packed ? 1 : 0);
  const text = packed ? await unpacked(packed) : "";
  const { fen, moves, task, solution } = Object.fromEntries(new URLSearchParams(rest.join("&")));
  return { variant: decoded(variant), text, fen, moves, task, solution };
}

async function unpacked(packed) {
  const base64 = packed.replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return inflated(bytes);
}

async function inflated(bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).text();
    length += value.length;
    if (length > MOST_TEXT) {
      await reader.cancel();
      throw new Error("its text is too large");
    }
    parts.push(value);
  }
}

function decoded(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
