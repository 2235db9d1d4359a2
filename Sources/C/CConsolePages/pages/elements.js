// SPDX-License-Identifier: Apache-2.0
// Elements from text and elements. Text never becomes markup.

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return made;
}

const paths = {
  locked: "M20 30v-7a12 12 0 0 1 24 0v7M14 30h36v24H14z M32 39v7",
  unlocked: "M20 30v-9a12 12 0 0 1 23-5M14 30h36v24H14z M32 39v7",
  quiet: "M14 34l12 12 24-26",
};

export function icon(name, kind) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  made.setAttribute("viewBox", "0 0 64 64");
  made.setAttribute("aria-hidden", "true");
  if (kind) made.setAttribute("class", kind);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", paths[name]);
  for (const [key, value] of Object.entries({ fill: "none", stroke: "currentColor", "stroke-width": "4", "stroke-linecap": "round", "stroke-linejoin": "round" })) {
    path.setAttribute(key, value);
  }
  made.append(path);
  return made;
}
