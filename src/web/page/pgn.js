// The text of a game in PGN.

// A game with these tags besides the unknown ones of the seven, and the words of its moves.
export function written(tags, words) {
  const all = [["Event", "?"], ["Site", "?"], ["Date", "????.??.??"], ["Round", "?"], ...tags];
  const quoted = (value) => value.replace(/[\\"]/g, "\\$&");
  return `${all.map(([name, value]) => `[${name} "${quoted(value)}"]\n`).join("")}\n${words.join(" ")}\n`;
}

export function tagValue(text, name) {
  return text.match(new RegExp(`\\[${name}\\s+"((?:[^"\\\\]|\\\\.)*)"\\]`, "i"))?.[1].replace(/\\(.)/g, "$1");
}

// The moves of the main line: no tags, comments, variations, numbers, results.
export function pgnMoves(text) {
  const body = text.replace(/^[ \t]*\[[^\n]*$/gm, " ").replace(/\{[^}]*(\}|$)/g, " ").replace(/;[^\n]*/g, " ");
  let depth = 0;
  const main = (body.match(/[()]|[^\s()]+/g) ?? []).filter((word) => {
    if (word === "(") depth++;
    else if (word === ")") depth = Math.max(depth - 1, 0);
    else return depth === 0;
    return false;
  });
  return main.map((word) => word.replace(/^\d+\.+/, ""))
    .filter((word) => word && !/^(\$\d+|1-0|0-1|1\/2-1\/2|\*|\d+)$/.test(word));
}
