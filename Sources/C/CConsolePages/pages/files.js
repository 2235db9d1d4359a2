// SPDX-License-Identifier: Apache-2.0
import * as api from "./api.js";
import { choice as list, offerUndo } from "./choice.js";
import { card, element, empty, icon, part, tag, tile } from "./elements.js";
import { growing, growingOf } from "./growing.js";
import { complaint, sheet } from "./sheet.js";
import { bytes, date, number, word } from "./words.js";

/** The folders that are open, by their paths, and which of what is in them is shown in which order. */
const opened = new Set();
const view = { text: "", order: "name" };
/** Counts how often all is asked for anew. */
let version = 0;
let isEmpty = false;
/** What had the focus when the list was asked for anew, until it is there again. */
let held = null;
/** Nobody who has gone on meanwhile is called back. */
function restore() {
  const found = held && document.activeElement === document.body ? document.getElementById(held) ?? document.querySelector(`[data-path="${CSS.escape(held)}"]`) : null;
  if (!found) return;
  held = null;
  found.focus();
}

let failure = "";
/** How many files kept their class at the last change. */
let left = 0;
let open = null;
let containers = null;
/** What was asked for last: files as of this count. */
let asked = null;

async function loadOthers(redraw) {
  try { open = (await api.openFiles()).files; } catch { open = null; }
  redraw();
  try { ({ containers } = await api.containers()); } catch { containers = null; }
  redraw();
}

/** Shows the tree anew in its place: what is typed above it stays, and whoever has scrolled far keeps their place and is told. */
let follow = null;
/** The person has changed something here, which is shown whatever they have scrolled to. */
let isOwn = false;

/** All folders that are shown, anew. */
function reload(redraw, isOthers = false) {
  if (!isOthers || !follow?.()) version += 1;
  isEmpty = false;
  loadOthers(redraw);
}

const classTag = (name) => name ? tag(word("class." + name), name) : null;

// MARK: - Classes

const classes = ["complete", "completeUnlessOpen", "completeUntilFirstUserAuthentication", "none"];

async function change(path, name, before, everything, redraw) {
  [failure, left] = ["", 0];
  try {
    isOwn = true;
    left = (await api.setClass(path, name, everything)).left;
    // What was in a folder had classes of its own.
    if (!everything) {
      offerUndo(word("doneClass", { name: path.at(-1), class: word("class." + name) }), () => change(path, before, name, false, redraw));
    }
  } catch (refusal) {
    failure = complaint(refusal);
  }
  redraw();
}

/** What protects less is asked for once more. */
function askForLess(path, name, before, redraw) {
  sheet({
    title: word("classAsk", { name: path.at(-1), class: word("class." + name) }), action: word("change"), danger: true,
    body: [element("p", {}, word("classLess", { before: word("class." + before) })), element("p", { class: "quiet" }, word(`class.${name}Text`))],
    run: () => change(path, name, before, false, redraw),
  });
}

/** A file has its new class at once. A folder may keep what is in it as it is. */
function askForFolder(path, name, before, redraw) {
  const everything = element("input", { type: "checkbox", id: "everything" });
  sheet({
    title: word("classAsk", { name: path.at(-1), class: word("class." + name) }), action: word("change"),
    body: [element("p", { class: "quiet" }, word(`class.${name}Text`)), element("p", { class: "quiet" }, word("classFolder")),
      element("label", { class: "check" }, everything, word("classEverything"))],
    run: () => change(path, name, before, everything.checked, redraw),
  });
}

/** Where it cannot be changed, which it is. */
function chooser(entry, path, isOpen, redraw) {
  if (!entry.class || !isOpen) return classTag(entry.class);
  return list({
    now: entry.class, class: "tag " + entry.class, "aria-label": word("classOf", { name: entry.name }), id: "class-" + path.join("/"),
    options: classes.map((name) => [name, word("class." + name)]),
    choose(value) {
      held = "class-" + path.join("/");
      if (entry.folder) askForFolder(path, value, entry.class, redraw);
      else if (classes.indexOf(value) > classes.indexOf(entry.class)) askForLess(path, value, entry.class, redraw);
      else change(path, value, entry.class, false, redraw);
    },
  });
}

// MARK: - The tree

function row(entry, path, isOpen, redraw) {
  const place = [...path, entry.name];
  const label = [icon(entry.folder ? "folder" : "file", "sign"), element("span", { class: "name" }, entry.name)];
  const choice = chooser(entry, place, isOpen, redraw);
  if (!entry.folder) {
    const about = [entry.size === undefined ? null : bytes(entry.size), view.order === "newest" ? date(entry.modified) : null].filter(Boolean).join(" · ");
    return element("li", {}, element("div", { class: "node" }, element("div", { class: "entry" }, label, element("span", { class: "quiet size" }, about)), choice));
  }
  const key = place.join("/");
  const line = element("li", {});
  const toggle = element("button", {
    class: "entry", "aria-expanded": String(opened.has(key)), "data-path": key,
    onclick() {
      const isShown = !opened.has(key);
      if (isShown) opened.add(key);
      else for (const name of [...opened]) if (name === key || name.startsWith(key + "/")) opened.delete(name);
      toggle.setAttribute("aria-expanded", String(isShown));
      if (isShown) line.append(entriesOf(place, isOpen, redraw));
      else line.lastChild.remove();
    },
  }, icon("next", "turn"), label);
  line.append(element("div", { class: "node" }, toggle, choice));
  if (opened.has(key)) line.append(entriesOf(place, isOpen, redraw));
  return line;
}

/** What is in a folder, as far as somebody scrolls. The text is looked for in the mount itself alone. */
function entriesOf(path, isOpen, redraw, heard = () => {}) {
  const shown = path.length === 0 ? view : { ...view, text: "" };
  const made = growing(path.at(-1) ?? word("tree"), async (from) => {
    try {
      const answer = await api.folder(path, shown, from);
      heard(answer);
      return { total: answer.total, rows: answer.entries };
    } catch (refusal) {
      opened.delete(path.join("/"));
      throw refusal;
    }
  }, (entry) => row(entry, path, isOpen, redraw), word(shown.text ? "nothingFound" : "emptyFolder"), path.length === 0);
  made.ready.then(restore);
  return made;
}

function treeCard(mount, isOpen, redraw) {
  const refresh = element("button", { onclick() { [failure, left] = ["", 0]; reload(redraw); redraw(); } }, word("refresh"));
  if (isEmpty) return empty("files", word("noFiles"), word("noFilesText"), element("code", {}, mount), refresh);
  const place = element("div", { class: "tree" });
  const count = element("p", { class: "quiet small", role: "status" });
  const heard = ({ total, all, unreadable }) => {
    count.textContent = [word("shownOf", { shown: number(total), total: number(all) }), unreadable > 0 ? word("unreadableNames", { count: number(unreadable) }) : null].filter(Boolean).join(" · ");
    if (all > 0) return;
    isEmpty = true;
    redraw();
  };
  const hold = () => {
    const focused = document.activeElement.closest(".tree") ? document.activeElement : null;
    if (focused) held = focused.id || focused.dataset.path;
  };
  follow = () => {
    if (!place.isConnected) return false;
    const box = place.firstChild;
    const isHeld = box?.scrollTop > box?.clientHeight || place.querySelector(".pending");
    refresh.classList.toggle("main", Boolean(isHeld));
    if (!isHeld) look();
    return true;
  };
  async function look() {
    const wanted = JSON.stringify(view);
    const next = entriesOf([], isOpen, redraw, heard);
    await next.ready;
    if (wanted !== JSON.stringify(view)) return;
    hold();
    place.replaceChildren(next);
    restore();
  }
  hold();
  look();
  const search = element("input", {
    type: "search", id: "file-search", placeholder: word("search"), "aria-label": word("search"), value: view.text,
    oninput(event) { view.text = event.target.value.trim(); look(); },
  });
  const order = element("select", { id: "order", "aria-label": word("order"), onchange(event) { view.order = event.target.value; look(); } },
    ["name", "size", "newest"].map((name) => element("option", { value: name, selected: name === view.order }, word("order." + name))));
  return card(word("tree"), element("div", { class: "row tools" }, element("code", {}, mount), refresh), element("div", { class: "row tools" }, search, order), count,
    failure ? element("p", { class: "note bad", role: "alert" }, failure) : null,
    left > 0 ? element("p", { class: "note", role: "alert" }, word("classLeft", { count: left }), " ", element("code", {}, "bailey files class set -R")) : null,
    place,
    isOpen ? null : element("p", { class: "quiet" }, word("classLocked")),
    element("details", {}, element("summary", {}, word("classes")), element("dl", {},
      classes.flatMap((name) => [element("dt", {}, classTag(name)), element("dd", {}, word("class." + name + "Text"))]))));
}

// MARK: - Containers

function containerLine({ path, identifier, group, apps, class: name, files, bytes: size, whole }) {
  const title = apps.length === 0 ? identifier : group ? word("groupOf", { apps: apps.join(", ") }) : apps[0];
  const amount = word(whole ? "amount" : "amountAtLeast", { count: files, size: bytes(size) });
  return element("li", { class: "line" }, group ? icon("people", "sign") : tile(apps.length > 0 ? identifier : null, title),
    element("div", { class: "grow" },
      apps.length > 0 && !group ? element("a", { class: "name", href: "#privacy/app/" + encodeURIComponent(identifier) }, title) : element("span", { class: "name" }, title),
      element("span", { class: "quiet" }, apps.length > 0 ? amount : `${word("containerLeft")} · ${amount}`), element("span", { class: "quiet path" }, path)),
    classTag(name));
}

function containerCard() {
  if (containers.length === 0) return card(word("containers"), element("p", { class: "quiet" }, word("noContainers")));
  const sorted = containers.toSorted((one, two) => two.bytes - one.bytes || one.path.localeCompare(two.path));
  return card(word("containers"), growingOf(word("containers"), sorted, containerLine, ""));
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

export function filesPage({ status, instance, check, files, redraw }) {
  const away = instance?.files !== "mounted";
  if (asked !== files && !away) {
    const isOthers = asked !== null && !isOwn;
    [asked, isOwn] = [files, false];
    reload(redraw, isOthers);
  }
  if (away) asked = null;
  const isOpen = status.state === "unlocked";
  return [
    away ? part(check?.stage, () => empty("files", word("filesAway"), word(check?.stage === "running" ? "filesChecking" : "filesAwayText")))
      : part([version, isEmpty, failure, left, instance.mount, isOpen], () => treeCard(instance.mount, isOpen, redraw)),
    away ? null : part([open, status.state], openCard),
    away || !containers ? null : part(containers, containerCard),
    part(check ?? "none", () => checkCard(check)),
    instance?.space ? part(instance.space, () => spaceCard(instance.space)) : null,
  ];
}

/** When the page is entered again, what it shows is read again. */
export const leaveFiles = () => {
  [asked, follow] = [null, null];
  [failure, left] = ["", 0];
};
