// SPDX-License-Identifier: Apache-2.0
// The items of the keychain. A secret is asked for one at a time, is shown for half a minute at most, and leaves the
// page before a lock is shown.

import * as api from "./api.js";
import { card, element, empty, icon, part, tag } from "./elements.js";
import { closeSheet, complaint, sheet } from "./sheet.js";
import { date, word } from "./words.js";

const shownSeconds = 30;
const passwordClasses = ["genericPassword", "internetPassword"];
const signs = { genericPassword: "passwords", internetPassword: "world", certificate: "certificate", key: "passwords" };

/** Nil until the owner has opened the page. */
let items = null;
let more = 0;
let wanted = "";
let hide = null;
let clearing = false;
/** Counts how often everything was taken out. */
let generation = 0;
/** How many items pages had deleted when the list was loaded. */
let deletions = 0;

/** Takes everything out of the page that the passcode opened. */
export function forgetPasswords() {
  generation += 1;
  items = null;
  wanted = "";
  hide?.();
  hide = null;
  if (document.querySelector("#sheet .secrets")) closeSheet();
  document.getElementById("items")?.replaceChildren();
  clearClipboard();
}

async function clearClipboard() {
  if (!clearing) return;
  // A browser refuses while another window has the focus: the next focus tries again.
  try {
    await navigator.clipboard.writeText("");
    clearing = false;
  } catch { /* Tried again with the next focus. */ }
}
addEventListener("focus", () => { if (clearing === "due") clearClipboard(); });

/** What comes after everything was taken out of the page stays out. */
async function load() {
  const own = generation;
  const found = await api.passwords();
  if (own === generation) ({ items, more } = found);
}

function openForm(status, redraw) {
  const message = element("p", { class: "bad", role: "alert" });
  const field = status.passcode ? element("input", { type: "password", name: "passcode", autocomplete: "off", required: true }) : null;
  const button = element("button", { class: "main" }, word("showPasswords"));
  return empty("passwords", word("passwordsClosed"), word(status.passcode ? "passwordsClosedText" : "passwordsOpenText"), element("form", {
    async onsubmit(event) {
      event.preventDefault();
      const passcode = field?.value ?? "";
      if (field) field.value = "";
      button.disabled = true;
      try {
        await api.openPasswords(passcode);
        await load();
        redraw();
        document.getElementById("search")?.focus();
      } catch (refusal) {
        message.textContent = complaint(refusal);
        field?.focus();
      }
      button.disabled = false;
    },
  }, field ? element("label", { class: "field" }, word("passcode"), field) : null, message, button));
}

/** Which items are shown: those of a kind, or all. */
const kinds = { all: null, passwordKind: passwordClasses, certificateKind: ["certificate"], keyKind: ["key"] };
let kind = "all";
const title = (item) => item.server ?? item.service ?? item.label ?? item.account ?? word(item.class);
const kindOf = (item) => word(item.identity ? "identity" : item.keyClass ? "key." + item.keyClass : item.class);
const subtitle = (item) => item.class === "certificate" || item.class === "key" ? kindOf(item) : [item.account, item.label].filter((text) => text && text !== title(item))[0] ?? word(item.class);
const owner = (item) => item.app ?? (item.private ? word("privateGroup") : item.group);

// MARK: - One item

/** What a certificate says of itself, in the dialog that shows it. */
async function showCertificate(item, list, message) {
  const row = (name, value) => value ? [element("dt", {}, word(name)), element("dd", {}, value)] : [];
  try {
    const found = await api.certificate(item.reference);
    if (!items || !list.isConnected) return;
    const over = found.now > found.until ? "expired" : found.now < found.from ? "notYet" : null;
    list.prepend(...[row("subject", found.subject), row("issuer", found.subject === found.issuer ? word("selfSigned") : found.issuer),
      row("validFrom", date(found.from)), row("validUntil", [date(found.until), over ? [" ", tag(word(over), "none")] : null].flat()),
      row("names", found.names.join(", ")), row("publicKey", found.key),
      row("serial", element("code", {}, found.serial)), row("fingerprint", element("code", {}, found.fingerprint))].flat());
  } catch (refusal) {
    message.textContent = complaint(refusal);
  }
}

function show(item, redraw) {
  const row = (name, value) => value ? [element("dt", {}, word(name)), element("dd", {}, value)] : [];
  const message = element("p", { class: "quiet", role: "status" });
  const secret = element("output", { class: "secret" }, "••••••••");
  let timer = 0;
  let isShown = false;
  const cover = () => {
    clearTimeout(timer);
    isShown = false;
    secret.textContent = "••••••••";
    button.textContent = word("reveal");
    message.textContent = "";
  };
  hide = cover;
  const attempt = async (body) => {
    try {
      await body(await api.reveal(item.reference));
    } catch (refusal) {
      if (refusal.body?.error === "permit") {
        forgetPasswords();
        return redraw();
      }
      message.textContent = refusal.body ? complaint(refusal) : word("noClipboard");
    }
  };
  const button = element("button", { type: "button", onclick: () => isShown ? cover() : attempt((text) => {
    // Locked in the meantime: what came late is not shown.
    if (!items || !secret.isConnected) return;
    isShown = true;
    secret.textContent = text;
    button.textContent = word("hide");
    message.textContent = word("shownFor", { seconds: shownSeconds });
    timer = setTimeout(cover, shownSeconds * 1000);
  }) }, word("reveal"));
  const copy = element("button", { type: "button", onclick: () => attempt(async (text) => {
    await navigator.clipboard.writeText(text);
    clearing = true;
    message.textContent = word("copied", { seconds: shownSeconds });
    setTimeout(() => { clearing = clearing && "due"; clearClipboard(); }, shownSeconds * 1000);
  }) }, word("copy"));
  const remove = element("button", { type: "button", class: "danger", onclick: () => askToRemove(item, redraw) }, word("delete") + "…");
  const list = element("dl", { tabindex: "0", "aria-label": title(item) },
    row("kind", kindOf(item)), row("keySize", item.bits ? String(item.bits) : null), row("account", item.account), row("server", item.server), row("service", item.service), row("path", item.path),
    row("label", item.label), row("app", owner(item)), row("group", item.group), row("comment", item.comment),
    row("readable", word("accessible." + item.accessible)), row("asksItem", item.asks ? word("asksText") : null),
    row("created", date(item.created)), row("modified", date(item.modified)));
  sheet({
    title: title(item),
    body: [element("div", { class: "secrets" },
      passwordClasses.includes(item.class) ? element("div", { class: "reveal" }, secret, button, copy) : null,
      item.identity ? element("p", { class: "note calm" }, word("identityText")) : null,
      item.class === "key" ? element("p", { class: "quiet" }, word("keyText")) : null, message, list,
      element("div", { class: "row" }, remove))],
  });
  if (item.class === "certificate") showCertificate(item, list, message);
}

function askToRemove(item, redraw) {
  sheet({
    title: word("deleteAsk", { name: title(item) }), danger: true, action: word("delete"),
    body: [element("p", { class: "secrets" }, word("deleteLost", { app: owner(item) }))], typed: word("deleteWord"),
    async run() {
      await api.remove(item.reference);
      await load();
      redraw();
    },
  });
}

// MARK: - The list

function rows(redraw) {
  const text = wanted.trim().toLowerCase();
  const found = items.filter((item) => kinds[kind]?.includes(item.class) ?? true).filter((item) => [title(item), item.account, item.label, item.server, item.service, owner(item), item.group]
    .some((value) => value?.toLowerCase().includes(text)));
  const groups = Map.groupBy ? Map.groupBy(found, owner) : found.reduce((all, item) => all.set(owner(item), [...(all.get(owner(item)) ?? []), item]), new Map());
  if (found.length === 0) return [element("p", { class: "quiet", role: "status" }, word("nothingFound"))];
  return [...groups].sort(([one], [two]) => one.localeCompare(two)).map(([name, members]) => element("section", {},
    element("h2", { class: "group" }, name, element("span", { class: "quiet" }, String(members.length))),
    element("ul", { class: "lines" }, members.sort((one, two) => title(one).localeCompare(title(two))).map((item) => element("li", {},
      element("button", { class: "item", onclick: () => show(item, redraw) }, icon(signs[item.class] ?? "passwords", "sign"),
        element("span", {}, element("span", { class: "name" }, title(item)), element("span", { class: "quiet" }, subtitle(item))), icon("next", "next")))))));
}

function list(redraw) {
  if (items.length === 0) return empty("passwords", word("noPasswords"), word("noPasswordsText"), element("code", {}, "security add-generic-password -s example.org -a me -w"));
  const place = element("div", { id: "items" }, rows(redraw));
  const search = element("input", {
    type: "search", id: "search", placeholder: word("search"), "aria-label": word("search"), value: wanted,
    oninput(event) { wanted = event.target.value; place.replaceChildren(...rows(redraw)); },
  });
  const present = Object.keys(kinds).filter((name) => name === "all" || items.some((item) => kinds[name].includes(item.class)));
  if (!present.includes(kind)) kind = "all";
  const choice = present.length < 3 ? null : element("select", {
    id: "kind", "aria-label": word("kind"), onchange(event) { kind = event.target.value; place.replaceChildren(...rows(redraw)); },
  }, present.map((name) => element("option", { value: name, selected: name === kind }, word(name))));
  const close = element("button", { onclick() { forgetPasswords(); redraw(); } }, word("closePasswords"));
  return card(null, element("div", { class: "row tools" }, search, choice, close), place,
    more > 0 ? element("p", { class: "quiet" }, word("more", { count: more })) : null);
}

export function passwordsPage({ status, items: deleted, redraw }) {
  if (status.state !== "unlocked") {
    return [part("locked", () => empty("locked", word("passwordsLocked"), word("passwordsLockedText"), element("a", { class: "button", href: "#overview" }, word("goUnlock"))))];
  }
  // Another window deleted something.
  if (deletions !== deleted && items) load().then(redraw, () => { forgetPasswords(); redraw(); });
  deletions = deleted;
  return [part([status.passcode, items?.map(({ reference }) => reference) ?? null], () => items ? list(redraw) : openForm(status, redraw))];
}
