// Ways out of the page: a link with the whole variant, one HTML file, and the ini file.

import { $ } from "./dom.js";
import { fragment } from "./link.js";

// characters; some programs cut longer links
const MOST_LINK = 8000;
const ONE_FILE = "fmax.html";

// the place in a page where its variant is
const EMBEDDED = /(<script type="application\/json" id="embedded">)[^<]*/;

// A page that is one file is copied before it changes; the page in a folder has such a file beside it.
const ownPage = $("module") ? document.documentElement.cloneNode(true) : null;

// Writes the link into its field and copies it; returns a message.
export async function shareLink(field, name, text) {
  const link = `${location.href.split("#")[0]}#${await fragment(name, text)}`;
  field.hidden = false;
  field.value = link;
  field.select();
  const notes = [`The link has ${link.length.toLocaleString("en")} characters.`];
  try {
    await navigator.clipboard.writeText(link);
    notes.unshift("Copied.");
  } catch {
    notes.unshift("Copy the link from the field.");
  }
  if (link.length > MOST_LINK) notes.push(`Some programs cut links of more than ${MOST_LINK.toLocaleString("en")} characters; send the HTML file instead.`);
  if (location.protocol === "file:") notes.push("The link points to this file on your disk. To share the variant, send the HTML file.");
  return notes.join(" ");
}

// Saves a page that plays this variant, also from disk.
export async function downloadPage(name, text) {
  const data = JSON.stringify({ variant: name, ini: text }).replaceAll("<", "\\u003c");
  const page = ownPage ? textOfPage() : await fetchedPage();
  save(`${fileName(name)}.html`, page.replace(EMBEDDED, (_, tag) => tag + data), "text/html");
}

function textOfPage() {
  const page = ownPage.cloneNode(true);
  const rulebook = page.querySelector("#rulebook");
  rulebook.replaceChildren();
  rulebook.hidden = true;
  return `<!DOCTYPE html>\n${page.outerHTML}\n`;
}

async function fetchedPage() {
  const response = await fetch(ONE_FILE);
  if (!response.ok) throw new Error(`${ONE_FILE}: ${response.status}`);
  return response.text();
}

export function saveIni(name, text) {
  save(`${fileName(name)}.ini`, text, "text/plain");
}

function fileName(name) {
  return name.replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "variant";
}

function save(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement("a");
  Object.assign(anchor, { href: address, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}
