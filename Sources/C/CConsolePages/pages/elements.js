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
  overview: "M10 30L32 12l22 18M16 27v25h32V27M27 52V38h10v14",
  requests: "M12 14h40v28H30L19 52V42h-7zM22 24h20M22 32h12",
  passwords: "M40 38a13 13 0 1 0-9-4L12 53v3h8v-5h5v-5h5l5-9zM44 20h.1",
  files: "M9 16h17l6 7h23v29H9z",
  security: "M32 9l21 7v14c0 13-9 21-21 26-12-5-21-13-21-26V16zM23 32l7 7 12-13",
  folder: "M9 16h17l6 7h23v29H9z",
  file: "M16 9h21l12 12v34H16zM36 9v13h13",
  warning: "M32 11l24 42H8zM32 27v12M32 46v.5",
  certificate: "M12 12h40v28H12zM20 21h24M20 29h12M40 36v18l-5-4-5 4V36",
  next: "M25 16l16 16-16 16",
  app: "M14 14h15v15H14zM35 14h15v15H35zM14 35h15v15H14zM35 35h15v15H35z",
  world: "M32 9a23 23 0 1 0 .1 0M9 32h46M32 9c-17 15-17 31 0 46 17-15 17-31 0-46",
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

/** A part of a page: built anew only when what it shows has changed, so that what somebody types there stays. */
export const part = (data, build) => ({ data, build });

export const card = (title, ...children) => element("section", { class: "card" }, title ? element("h2", {}, title) : null, ...children);

/** A line of a list: what it is and what it says, and what can be done about it. */
export const line = (name, value, action) => element("li", { class: "line" },
  element("div", {}, element("span", { class: "name" }, name), value ? element("span", { class: "quiet" }, value) : null), action);

export const empty = (sign, title, text, ...more) => element("section", { class: "card empty" },
  icon(sign), element("h2", {}, title), element("p", { class: "quiet" }, text), ...more);
