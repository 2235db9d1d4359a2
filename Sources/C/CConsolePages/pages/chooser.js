// SPDX-License-Identifier: Apache-2.0
// Which file an app gets: a path that is typed, or found in the folders that the program which started the app shows.
// The console itself reads none of them.

import * as api from "./api.js";
import { element, icon } from "./elements.js";
import { complaint } from "./sheet.js";
import { word } from "./words.js";

const below = (folder, name) => (folder === "/" ? "" : folder) + "/" + name;
const above = (folder) => folder.slice(0, folder.lastIndexOf("/")) || "/";

/** What stands in the field at first: what was typed, and of a file to be saved its place and name. */
function start({ use, suggestion, problem, typed, folder }) {
  if (use !== "save" || !folder || problem) return typed;
  return below(folder.path, typed.split("/").pop() || suggestion);
}

/** The part of what was typed that can be the beginning of a name in this folder. */
function beginning(typed, folder) {
  const line = typed.split("\n").pop();
  const place = below(folder.path, "");
  if (line.startsWith(place)) return line.slice(place.length);
  return line.includes("/") ? "" : line;
}

/** `message` says why something was not done; `settle` is when buttons can be pressed. */
export function chooser(request, message, settle) {
  const { file } = request;
  const { use, folder } = file;
  const several = use === "openSeveral";
  const buttons = [];
  const field = element(several ? "textarea" : "input", {
    type: several ? undefined : "text", rows: several ? 3 : undefined, name: "path", autocomplete: "off", spellcheck: "false",
    required: true, "aria-describedby": "alert-problem", oninput: () => narrow(),
  });
  field.value = start(file);
  // The name is what is changed, at the end of a path that may be longer than the field.
  field.addEventListener("focus", () => {
    field.setSelectionRange(use === "save" ? field.value.lastIndexOf("/") + 1 : field.value.length, field.value.length);
    field.scrollLeft = field.scrollWidth;
  }, { once: true });

  async function say(answer) {
    for (const button of buttons) button.disabled = true;
    try {
      await answer();
    } catch (refusal) {
      message.textContent = complaint(refusal);
      for (const button of buttons) button.disabled = false;
      field.focus();
    }
  }
  const made = (attributes, ...children) => {
    const button = element("button", { disabled: true, ...attributes }, ...children);
    buttons.push(button);
    return button;
  };
  /** What stands in the field for another folder: the name of a file to be saved, of several those that were found. */
  const kept = { open: () => "", save: () => field.value, folder: (path) => path,
    openSeveral: () => field.value.split("\n").filter((line) => line.includes("/")).join("\n") };
  const look = (path) => say(() => api.look(request.number, path, kept[use](path)));

  function take(name) {
    const path = below(folder.path, name);
    const lines = field.value.split("\n").filter((line) => line.trim() && line !== path);
    // What was only begun gives way to what was found.
    if (lines.length && !lines.at(-1).includes("/")) lines.pop();
    field.value = several ? [...lines, path].join("\n") : path;
    field.focus();
  }
  const entry = ({ name, isFolder }) => element("li", { "data-name": name }, made({
    type: "button", class: "entry", onclick: () => isFolder ? look(below(folder.path, name)) : take(name),
  }, icon(isFolder ? "folder" : "file", "sign"), element("span", { class: "name" }, name),
  isFolder ? icon("next", "next") : null, isFolder ? element("span", { class: "hidden" }, word("folder")) : null));

  const entries = (folder?.entries ?? []).filter(({ isFolder }) => isFolder || use !== "folder").map(entry);
  const nothing = element("p", { class: "quiet small", role: "status" });
  function narrow() {
    if (!folder) return;
    const begun = use === "save" ? "" : beginning(field.value, folder).toLowerCase();
    for (const shown of entries) shown.hidden = !shown.dataset.name.toLowerCase().startsWith(begun);
    const none = entries.every((shown) => shown.hidden);
    nothing.textContent = entries.length === 0 ? word(folder.entries.length > 0 ? "noFolders" : "emptyFolder") : none ? word("nothingFound") : folder.isWhole ? "" : word("notAllShown");
  }

  const choose = made({ class: "main" }, word("do." + use));
  const form = element("form", {
    method: "dialog",
    onsubmit(event) {
      event.preventDefault();
      if (!choose.disabled) say(() => api.path(request.number, field.value.trim()));
    },
  }, element("label", { class: "field" }, word(several ? "paths" : "path"), field), message,
  folder ? element("section", { class: "places", "aria-labelledby": "places-title" },
    element("div", { class: "row" },
      made({ type: "button", "aria-label": word("folderAbove"), title: word("folderAbove"), class: "up", onclick: () => look(above(folder.path)) }, icon("next", "next")),
      element("h3", { id: "places-title" }, element("span", { class: "path" }, folder.path))),
    element("ul", {}, entries), nothing) : null,
  element("div", { class: "actions" }, made({ type: "button", onclick: () => say(() => api.cancel(request.number)) }, word("cancel")), choose));
  message.id = "alert-problem";
  message.textContent = file.problem ? word("problem." + file.problem) : "";
  narrow();
  setTimeout(() => { for (const button of buttons) button.disabled = false; }, settle);
  return form;
}
