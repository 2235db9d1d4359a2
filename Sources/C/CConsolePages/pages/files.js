// SPDX-License-Identifier: Apache-2.0
import * as api from "./api.js";
import { card, element, empty, icon, part } from "./elements.js";
import { complaint, sheet } from "./sheet.js";
import { bytes, date, word } from "./words.js";

/** What is known of folders, by their paths; a folder that is not here is closed. */
const folders = new Map();
let failure = "";
let open = null;
let asked = false;

async function load(path, redraw) {
  try {
    folders.set(path.join("/"), await api.folder(path));
    failure = "";
  } catch (refusal) {
    folders.delete(path.join("/"));
    failure = complaint(refusal);
  }
  redraw();
}

async function loadOpen(redraw) {
  try { open = (await api.openFiles()).files; } catch { open = null; }
  redraw();
}

/** All folders that are shown, anew. */
function reload(redraw) {
  for (const path of [[], ...[...folders.keys()].filter(Boolean).map((name) => name.split("/"))]) load(path, redraw);
  loadOpen(redraw);
}

const tag = (name) => name ? element("span", { class: "tag " + name }, word("class." + name)) : null;

// MARK: - The tree

function row(entry, path, redraw) {
  const place = [...path, entry.name];
  const known = folders.get(place.join("/"));
  const label = [icon(entry.folder ? "folder" : "file", "sign"), element("span", { class: "name" }, entry.name)];
  const size = entry.folder ? null : element("span", { class: "quiet size" }, bytes(entry.size));
  if (!entry.folder) return element("li", {}, element("div", { class: "entry" }, label, size, tag(entry.class)));
  const toggle = element("button", {
    class: "entry", "aria-expanded": String(Boolean(known)), "data-path": place.join("/"),
    onclick() {
      if (!known) return load(place, redraw);
      for (const name of [...folders.keys()]) if (name === place.join("/") || name.startsWith(place.join("/") + "/")) folders.delete(name);
      redraw();
    },
  }, icon("next", "turn"), label, tag(entry.class));
  return element("li", {}, toggle, known ? list(known, place, redraw) : null);
}

function list({ entries, more }, path, redraw) {
  if (entries.length === 0) return element("p", { class: "quiet nothing" }, word("emptyFolder"));
  const sorted = entries.toSorted((one, two) => two.folder - one.folder || one.name.localeCompare(two.name));
  return element("ul", {}, sorted.map((entry) => row(entry, path, redraw)),
    more > 0 ? element("li", { class: "quiet" }, word("more", { count: more })) : null);
}

function treeCard(mount, redraw) {
  const root = folders.get("");
  const refresh = element("button", { onclick: () => reload(redraw) }, word("refresh"));
  if (root?.entries.length === 0) return empty("files", word("noFiles"), word("noFilesText"), element("code", {}, mount), refresh);
  return card(word("tree"), element("div", { class: "row tools" }, element("code", {}, mount), refresh),
    failure ? element("p", { class: "bad", role: "alert" }, failure) : null,
    root ? element("div", { class: "tree" }, list(root, [], redraw)) : null,
    element("details", {}, element("summary", {}, word("classes")), element("dl", {},
      ["complete", "completeUnlessOpen", "completeUntilFirstUserAuthentication", "none"].flatMap((name) =>
        [element("dt", {}, tag(name)), element("dd", {}, word("class." + name + "Text"))]))));
}

// MARK: - What is open

function openCard() {
  if (!open?.length) return card(word("openNow"), element("p", { class: "quiet" }, word("nothingOpen")));
  return card(word("openNow"), element("ul", { class: "lines" }, open.map((file) => element("li", { class: "line" },
    element("div", {}, element("span", { class: "name" }, file.path), element("span", { class: "quiet" }, `${file.program} · ${word("process", { number: file.process })}`)),
    element("span", { class: "tag " + (file.closes ? "complete" : "none") }, word(file.closes ? "closesAtLock" : "staysOpen"))))));
}

// MARK: - The check

function ask() {
  sheet({
    title: word("checkAsk"), action: word("checkNow"), body: [element("p", {}, word("checkText"))], run: () => api.check(),
  });
}

function checkCard(check) {
  const running = check?.stage === "running";
  const button = element("button", { onclick: ask, disabled: running }, word("checkNow") + "…");
  const result = [];
  if (!check) result.push(element("p", { class: "quiet" }, word("neverChecked")));
  else if (running) {
    result.push(element("p", { role: "status" }, word("checking", { done: check.done, total: check.total })),
      element("progress", { max: check.total || 1, value: check.total ? check.done : undefined, "aria-label": word("check") }));
  } else if (check.stage === "failed") result.push(element("p", { class: "bad" }, word("checkFailed")));
  else {
    const sound = check.findings.length === 0;
    result.push(element("p", { class: sound ? "good" : "bad" }, word(sound ? "checkSound" : "checkDamaged", { count: check.findings.length + check.more, done: check.done })),
      element("p", { class: "quiet" }, date(check.end), check.unchecked > 0 ? " · " + word("unchecked", { count: check.unchecked }) : ""));
  }
  if (check?.findings.length) {
    result.push(element("ul", { class: "lines" }, check.findings.map((finding) => element("li", { class: "line" },
      element("div", {}, element("span", { class: "name" }, finding.path), element("span", { class: "quiet" }, word("problem." + finding.problem)))))),
    element("p", { class: "note" }, word("repair"), " ", element("code", {}, "bailey files fsck --repair")));
  }
  return card(word("check"), ...result, element("div", { class: "row" }, button));
}

function spaceCard(space) {
  return card(word("space"), element("p", {}, word("spaceText", { free: bytes(space.free), total: bytes(space.total) })),
    element("meter", { min: 0, max: space.total, value: space.total - space.free, high: space.total * .95, "aria-label": word("space") }));
}

export function filesPage({ status, instance, check, redraw }) {
  const away = instance?.files !== "mounted";
  if (!asked && !away) {
    asked = true;
    reload(redraw);
  }
  if (away) asked = false;
  return [
    away ? part(check?.stage, () => empty("files", word("filesAway"), word(check?.stage === "running" ? "filesChecking" : "filesAwayText")))
      : part([[...folders], failure, instance.mount], () => treeCard(instance.mount, redraw)),
    away ? null : part([open, status.state], openCard),
    part(check ?? "none", () => checkCard(check)),
    instance?.space ? part(instance.space, () => spaceCard(instance.space)) : null,
  ];
}

/** When the page is entered again, what it shows is read again. */
export const leaveFiles = () => { asked = false; };
