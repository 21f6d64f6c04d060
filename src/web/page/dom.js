// Small functions that the parts of the page share.

const MOST_SHOWN = 400;

export const $ = (id) => document.getElementById(id);

export function element(name, text = "", properties = {}) {
  const node = document.createElement(name);
  node.textContent = text;
  return Object.assign(node, properties);
}

export function pushButton(text, onclick, properties = {}) {
  return element("button", text, { type: "button", onclick, ...properties });
}

// A text that may quote input of any length.
export function shortened(text) {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

export function counted(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

// The entries of a list of variants, for a field.
export function variantOptions(variants) {
  return variants.map(({ name, description }) => element("option", shortened(name), { value: name, title: shortened(description) }));
}
