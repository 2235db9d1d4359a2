// SPDX-License-Identifier: Apache-2.0
// Elements from text and elements. Text never becomes markup.

import { icon as appIcon } from "./api.js";

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
  passkeys: "M24 30a10 10 0 1 0-.1 0M6 54c0-10 8-17 18-17M48 34a8 8 0 1 0-.1 0M48 34v20l-4 4-4-4M48 46h5",
  files: "M9 16h17l6 7h23v29H9z",
  security: "M32 9l21 7v14c0 13-9 21-21 26-12-5-21-13-21-26V16zM23 32l7 7 12-13",
  folder: "M9 16h17l6 7h23v29H9z",
  welcome: "M32 8l6 16 17 1-13 11 4 17-14-9-14 9 4-17L9 25l17-1z",
  file: "M16 9h21l12 12v34H16zM36 9v13h13",
  warning: "M32 11l24 42H8zM32 27v12M32 46v.5",
  certificate: "M12 12h40v28H12zM20 21h24M20 29h12M40 36v18l-5-4-5 4V36",
  next: "M25 16l16 16-16 16",
  app: "M14 14h15v15H14zM35 14h15v15H35zM14 35h15v15H14zM35 35h15v15H35z",
  privacy: "M20 34a6 6 0 0 1 6-6V17a4 4 0 0 1 8 0v11-15a4 4 0 0 1 8 0v15-11a4 4 0 0 1 8 0v22c0 10-7 17-16 17-8 0-12-4-15-10l-6-11a4 4 0 0 1 7-4z",
  report: "M10 54h44M16 46V32M27 46V18M38 46V26M49 46V12",
  lockscreen: "M20 8h24a4 4 0 0 1 4 4v40a4 4 0 0 1-4 4H20a4 4 0 0 1-4-4V12a4 4 0 0 1 4-4zM26 34h12v10H26zM28 34v-4a4 4 0 0 1 8 0v4",
  developers: "M24 18L10 32l14 14M40 18l14 14-14 14",
  camera: "M8 20h32v26H8zM40 29l16-7v22l-16-7",
  microphone: "M32 9a7 7 0 0 1 7 7v14a7 7 0 0 1-14 0V16a7 7 0 0 1 7-7zM17 29c0 9 7 15 15 15s15-6 15-15M32 44v11",
  place: "M32 8c-10 0-17 7-17 17 0 13 17 31 17 31s17-18 17-31c0-10-7-17-17-17zM32 31a6 6 0 1 0-.1 0",
  picture: "M9 13h46v38H9zM9 43l14-13 12 11 8-7 12 10M43 25a3 3 0 1 0-.1 0",
  people: "M26 30a9 9 0 1 0-.1 0M9 54c0-10 7-17 17-17s17 7 17 17M42 13a9 9 0 0 1 0 17M48 38c5 3 8 8 8 16",
  calendar: "M10 15h44v38H10zM10 26h44M21 9v10M43 9v10",
  bell: "M14 45V30c0-11 8-19 18-19s18 8 18 19v15l5 4H9zM27 54h10",
  radio: "M20 20l24 24-12 12V8l12 12-24 24",
  screen: "M8 12h48v32H8zM24 54h16M32 44v10",
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

/** What an app is shown as: its icon where it has one, else its first letter. */
const icons = new Map();
/** What shows the icon of a tile that comes into view: of hundreds of apps few are seen. */
const pictured = new WeakMap();
const coming = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) {
    if (!isIntersecting) continue;
    coming.unobserve(target);
    pictured.get(target)?.();
  }
}, { rootMargin: "200px" });

export function tile(identifier, name, size = "") {
  const made = element("span", { class: "tile " + size, "aria-hidden": "true" }, [...name || identifier || "?"][0].toUpperCase());
  if (!identifier || identifier.startsWith("/")) return made;
  const show = () => {
    if (!icons.has(identifier)) icons.set(identifier, appIcon(identifier).catch(() => null));
    icons.get(identifier).then((address) => { if (address) made.replaceChildren(element("img", { src: address, alt: "" })); });
  };
  if (icons.has(identifier)) {
    show();
  } else {
    pictured.set(made, show);
    coming.observe(made);
  }
  return made;
}

export const back = (href, text) => element("p", {}, element("a", { class: "back", href }, icon("next", "next"), text));

export const toggle = (id, checked, change) => element("input", { type: "checkbox", role: "switch", id, checked, onchange: (event) => change(event.target) });

export const tag = (text, kind = "") => element("span", { class: "tag " + kind }, text);

/** A line of a list: what it is and what it says, and what can be done about it. */
export const line = (name, value, action) => element("li", { class: "line" },
  element("div", {}, element("span", { class: "name" }, name), value ? element("span", { class: "quiet" }, value) : null), action);

export const empty = (sign, title, text, ...more) => element("section", { class: "card empty" },
  icon(sign), element("h2", {}, title), element("p", { class: "quiet" }, text), ...more);
