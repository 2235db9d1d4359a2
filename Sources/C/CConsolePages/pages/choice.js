// SPDX-License-Identifier: Apache-2.0
// Lists to choose from. What the arrow keys pass over is no choice yet: it counts on Enter, or when the list closes over it.

import { element } from "./elements.js";
import { word } from "./words.js";

const passing = (key) => key.startsWith("Arrow") || ["Home", "End", "PageUp", "PageDown"].includes(key) || [...key].length === 1 && key !== " ";

/**
 * `options` are `[value, text, disabled]`; `choose` is called with a value other than `now`. The list shows `now` until the page is
 * drawn with another.
 */
export function choice({ now, options, choose, ...attributes }) {
  let lastKey = "";
  const select = element("select", attributes, options.map(([value, text, disabled]) => element("option", { value, selected: value === now, disabled }, text)));
  const isPending = () => select.classList.contains("pending");
  const settle = () => {
    if (isPending()) announce("");
    select.classList.remove("pending");
    select.title = "";
  };
  function take() {
    const { value } = select;
    settle();
    select.value = now;
    if (value !== now) choose(value);
  }
  select.addEventListener("keydown", (event) => {
    lastKey = event.key;
    if (!isPending() || !["Enter", "Escape"].includes(event.key)) return;
    event.preventDefault();
    if (event.key === "Enter") return take();
    settle();
    select.value = now;
  });
  select.addEventListener("pointerdown", () => { lastKey = ""; });
  select.addEventListener("change", () => {
    if (!passing(lastKey)) return take();
    if (select.value === now) return settle();
    select.classList.add("pending");
    select.title = word("pendingChoice");
    announce(word("pendingChoice"));
  });
  // Whoever goes on has chosen nothing.
  select.addEventListener("blur", () => {
    if (!isPending()) return;
    settle();
    select.value = now;
  });
  return select;
}

const place = () => document.getElementById("done");

function announce(text) {
  place().hidden = !text;
  place().setAttribute("aria-label", word("lastChange"));
  place().replaceChildren(...text ? [element("span", { role: "status" }, text)] : []);
}

/** Says what was done, and takes it back when asked to. What is not done is taken back by nobody: it is gone with the page. */
export function offerUndo(text, undo) {
  announce(text);
  place().append(element("button", {
    onclick() {
      announce("");
      undo();
    },
  }, word("undo")));
}

export const forgetUndo = () => announce("");
