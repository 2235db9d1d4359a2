// SPDX-License-Identifier: Apache-2.0
// The items of the keychain. A secret is asked for one at a time, is shown for half a minute at most, and leaves the
// page before a lock is shown.

import * as api from "./api.js";
import { card, element, empty, icon, part, tag } from "./elements.js";
import { growing } from "./growing.js";
import { editPassword, importButton, isTakingIn } from "./own.js";
import { desktopSecrets } from "./secrets.js";
import { closeSheet, complaint, openingCard, sheet } from "./sheet.js";
import { date, number, word } from "./words.js";

const shownSeconds = 30;
const passwordClasses = ["genericPassword", "internetPassword"];
const signs = { genericPassword: "passwords", internetPassword: "world", certificate: "certificate", key: "passwords" };

/** Whether the owner has opened the page. */
let isOpened = false;
/** Counts how often the list was asked for anew. */
let version = 0;
let wanted = "";
/** What came of the last file that was taken in. */
let news = null;
let hide = null;
let clearing = false;
/** Counts how often everything was taken out. */
let generation = 0;
/** How many items pages had deleted when the list was asked for. */
let deletions = 0;

/** Takes everything out of the page that the passcode opened. */
export function forgetPasswords() {
  generation += 1;
  isOpened = false;
  [wanted, news] = ["", null];
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

const closed = {
  sign: "passwords", search: "search",
  keys: { title: "passwordsClosed", text: "passwordsClosedText", openText: "passwordsOpenText", action: "showPasswords" },
};
const openForm = (status, redraw) => openingCard(closed, status, async (passcode) => {
  await api.openPasswords(passcode);
  isOpened = true;
}, redraw);

/** Which items are shown: those of a kind, or all. */
const kinds = { all: null, passwordKind: passwordClasses, certificateKind: ["certificate"], keyKind: ["key"] };
let kind = "all";
const title = (item) => item.title ?? word(item.class);
const kindOf = (item) => word(item.identity ? "identity" : item.keyClass ? "key." + item.keyClass : item.class);
const subtitle = (item) => item.class === "certificate" || item.class === "key" ? kindOf(item) : [item.account, item.server ?? item.service].filter((text) => text && text !== title(item)).join(" · ") || word(item.class);
/** What programs of the desktop store through the Secret Service. */
const desktopGroup = "bailey.private.secret-service";
const privateOwner = (group) => word(group === desktopGroup ? "desktopSecrets" : "privateGroup");
const owner = (item) => item.kept ? word(item.kept === "made" ? "keptMade" : "keptOwn") : item.app ?? (item.private ? privateOwner(item.group) : item.group);

// MARK: - One item

/** What a certificate says of itself, in the dialog that shows it. */
async function showCertificate(item, list, message) {
  const row = (name, value) => value ? [element("dt", {}, word(name)), element("dd", {}, value)] : [];
  try {
    const found = await api.certificate(item.reference);
    if (!isOpened || !list.isConnected) return;
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
    if (!isOpened || !secret.isConnected) return;
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
    row("kind", kindOf(item)), row("keySize", item.bits ? String(item.bits) : null), row("account", item.account), row("server", item.server), row("service", item.service), row(item.group === desktopGroup ? "collection" : "path", item.path),
    row("label", item.label), row("app", owner(item)), row("group", item.group === desktopGroup ? null : item.group), row("comment", item.comment),
    row("readable", word("accessible." + item.accessible)), row("asksItem", item.asks ? word("asksText") : null),
    row("created", date(item.created)), row("modified", date(item.modified)));
  sheet({
    title: title(item),
    body: [element("div", { class: "secrets" },
      passwordClasses.includes(item.class) ? element("div", { class: "reveal" }, secret, button, copy) : null,
      item.identity ? element("p", { class: "note calm" }, word("identityText")) : null,
      item.class === "key" ? element("p", { class: "quiet" }, word("keyText")) : null, message, list,
      element("div", { class: "row" }, passwordClasses.includes(item.class) && item.kept !== "made" && item.group !== desktopGroup ? element("button", { type: "button", onclick: () => editPassword(item, () => { version += 1; redraw(); }) }, word("edit") + "…") : null, remove))],
  });
  if (item.class === "certificate") showCertificate(item, list, message);
}

function askToRemove(item, redraw) {
  sheet({
    title: word("deleteAsk", { name: title(item) }), danger: true, action: word("delete"),
    body: [element("p", { class: "secrets" }, word("deleteLost", { app: owner(item) }))], typed: word("deleteWord"),
    async run() {
      await api.remove(item.reference);
      version += 1;
      redraw();
    },
  });
}

// MARK: - The list

function row(item, redraw) {
  return element("li", {}, element("button", { class: "item", onclick: () => show(item, redraw) }, icon(signs[item.class] ?? "passwords", "sign"),
    element("span", {}, element("span", { class: "name" }, title(item)), element("span", { class: "quiet" }, subtitle(item))), icon("next", "next")));
}

/** The items that have the text, under the name of who has them, as far as somebody scrolls. */
function found(redraw, heard) {
  const own = generation;
  let last = null;
  const draw = (item) => {
    const head = owner(item) === last ? [] : [element("li", { class: "head" }, element("h2", { class: "group" }, owner(item)))];
    last = owner(item);
    return [...head, row(item, redraw)];
  };
  return growing(word("passwords"), async (from) => {
    try {
      const answer = await api.passwords(wanted.trim(), kinds[kind], from);
      // What comes after everything was taken out of the page stays out.
      if (own !== generation) return { total: 0, rows: [] };
      heard(answer);
      return { total: answer.total, rows: answer.items };
    } catch (refusal) {
      if (refusal.body?.error === "permit") {
        forgetPasswords();
        redraw();
      }
      throw refusal;
    }
  }, draw, word("nothingFound"), false);
}

function list(redraw) {
  const place = element("div", { id: "items" });
  const count = element("p", { class: "quiet small", role: "status" });
  const choice = element("select", {
    id: "kind", hidden: true, "aria-label": word("kind"), onchange(event) { kind = event.target.value; look(); },
  });
  const nothing = element("div", { hidden: true }, element("p", { class: "quiet" }, word("noPasswordsText")));
  const heard = ({ all, total, kinds: present }) => {
    const names = Object.keys(kinds).filter((name) => name === "all" || kinds[name].some((one) => present.includes(one)));
    choice.hidden = names.length < 3;
    if (choice.options.length !== names.length) choice.replaceChildren(...names.map((name) => element("option", { value: name, selected: name === kind }, word(name))));
    count.textContent = all === 0 ? word("noPasswords") : word("shownOf", { shown: number(total), total: number(all) });
    nothing.hidden = all > 0;
  };
  /** What is there stays until the next is, and with it what is said of it: an answer to an older search says nothing. */
  async function look() {
    const [own, text] = [generation, wanted + kind];
    const isCurrent = () => own === generation && text === wanted + kind;
    const next = found(redraw, (answer) => { if (isCurrent()) heard(answer); });
    await next.ready;
    if (isCurrent()) place.replaceChildren(next);
  }
  const search = element("input", {
    type: "search", id: "search", placeholder: word("search"), "aria-label": word("search"), value: wanted,
    oninput(event) { wanted = event.target.value; look(); },
  });
  look();
  const close = element("button", { onclick() { forgetPasswords(); redraw(); } }, word("closePasswords"));
  const saved = () => { version += 1; redraw(); };
  const add = element("button", { id: "add-password", onclick: () => editPassword(null, saved) }, word("addPassword") + "…");
  return card(null, element("div", { class: "row tools" }, search, choice, close), element("div", { class: "row" }, add, importButton((...said) => { news = said; saved(); })),
    news ? element("p", { class: "note calm", role: "status" }, word(...news)) : null, count, nothing, place);
}

export function passwordsPage({ status, items: deleted, secrets, answers, requests, redraw }) {
  if (status.state !== "unlocked") {
    return [part("locked", () => empty("locked", word("passwordsLocked"), word("passwordsLockedText"), element("a", { class: "button", href: "#overview" }, word("goUnlock"))))];
  }
  // Another window changed something.
  if (deletions !== deleted && !isTakingIn()) {
    version += 1;
    deletions = deleted;
  }
  return [part([status.passcode, isOpened, version], () => isOpened ? list(redraw) : openForm(status, redraw)),
    desktopSecrets([secrets, answers, requests.length], redraw)];
}
