// SPDX-License-Identifier: Apache-2.0
// A dialog in which a folder of this computer is found, in the place of a path that is typed.

import * as api from "./api.js";
import { element, icon } from "./elements.js";
import { closeSheet, complaint, sheet } from "./sheet.js";
import { word } from "./words.js";

const below = (folder, name) => (folder === "/" ? "" : folder) + "/" + name;
const above = (folder) => folder.slice(0, folder.lastIndexOf("/")) || "/";

/** `isWanted` says of a name whether it is what is looked for; other folders are looked into. `choose` is given the path. */
export function pickFolder({ title, from, isWanted, choose }) {
  const list = element("div", { class: "places" });
  const message = element("p", { class: "bad", role: "alert" });
  const take = (path) => {
    closeSheet();
    choose(path);
  };
  const entry = (folder, name) => element("li", {}, element("button", {
    type: "button", class: "entry", onclick: () => isWanted(name) ? take(below(folder, name)) : look(below(folder, name)),
  }, icon(isWanted(name) ? "app" : "folder", "sign"), element("span", { class: "name" }, name),
  isWanted(name) ? null : icon("next", "next"), isWanted(name) ? null : element("span", { class: "hidden" }, word("folder"))));
  async function look(path) {
    message.textContent = "";
    try {
      const { path: folder, names, isWhole } = await api.places(path);
      const up = element("button", { type: "button", class: "up", "aria-label": word("folderAbove"), title: word("folderAbove"), disabled: folder === "/", onclick: () => look(above(folder)) }, icon("next", "next"));
      list.replaceChildren(element("div", { class: "row" }, up, element("h3", { id: "places-title" }, element("span", { class: "path" }, folder))),
        element("ul", { "aria-labelledby": "places-title" }, names.map((name) => entry(folder, name))),
        element("p", { class: "quiet small", role: "status" }, names.length === 0 ? word("noFolders") : isWhole ? "" : word("notAllShown")));
      if (!list.contains(document.activeElement)) list.querySelector("li button, .up:not([disabled])")?.focus();
    } catch (refusal) {
      message.textContent = refusal.status === 404 || refusal.status === 409 ? word("folderClosed") : complaint(refusal);
    }
  }
  sheet({ title, body: [list, message] });
  look(from);
}
