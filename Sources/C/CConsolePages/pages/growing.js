// SPDX-License-Identifier: Apache-2.0
// Lists of any length: what is seen is asked for and drawn, and the rest as it comes into view. Nothing is left out.

import { element } from "./elements.js";
import { complaint } from "./sheet.js";
import { number, word } from "./words.js";

/**
 * `load(from)` gives the rows from there on, and `total`; `draw(row)` makes the element of one. Whoever has no wheel asks for more
 * with the button. Without a box of its own the list scrolls with what is around it. `ready` of what is returned comes with the first
 * rows.
 */
export function growing(label, load, draw, nothing, isBox = true) {
  const list = element("ul", { class: "lines" });
  const note = element("span", { class: "quiet" });
  const button = element("button", { type: "button", onclick: () => next() }, word("showMore"));
  const foot = element("div", { class: "row foot" }, note, button);
  const box = element("div", isBox ? { class: "scroll", tabindex: "0", role: "group", "aria-label": label } : {}, list, foot);
  let [shown, isAsking] = [0, false];
  const observer = new IntersectionObserver((seen) => { if (seen.some(({ isIntersecting }) => isIntersecting)) next(); }, { root: isBox ? box : null, rootMargin: "200px" });

  async function next() {
    if (isAsking) return;
    isAsking = true;
    try {
      const { total, rows } = await load(shown);
      list.append(...rows.flatMap(draw));
      shown += rows.length;
      const isWhole = shown >= total || rows.length === 0;
      note.textContent = total === 0 ? nothing : isWhole ? "" : word("shownOf", { shown: number(shown), total: number(total) });
      button.hidden = isWhole;
      foot.hidden = isWhole && total > 0;
      // Observed anew, it says at once whether it is still in view.
      observer.unobserve(foot);
      if (!isWhole) observer.observe(foot);
    } catch (refusal) {
      note.textContent = complaint(refusal);
    }
    isAsking = false;
  }
  button.hidden = true;
  box.ready = next();
  return box;
}

/** The same of what is there already. */
export const growingOf = (label, all, draw, nothing, step = 100, isBox = true) =>
  growing(label, async (from) => ({ total: all.length, rows: all.slice(from, from + step) }), draw, nothing, isBox);
