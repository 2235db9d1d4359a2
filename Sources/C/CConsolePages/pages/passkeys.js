// SPDX-License-Identifier: Apache-2.0
// At which sites the owner signs in with passkeys, and as whom. A list is asked for with the passcode, and leaves the page before
// a lock is shown; what a passkey signs with never comes here.

import * as api from "./api.js";
import { card, element, empty, icon, part, tag } from "./elements.js";
import { growingOf } from "./growing.js";
import { openingCard, passcodeField, sheet } from "./sheet.js";
import { date, number, word } from "./words.js";

const longestName = 256;

/** What the passcode opened; null before. */
let listed = null;
/** Counts how often a list came. */
let version = 0;
/** Counts how often everything was taken out. */
let generation = 0;
let wanted = "";
/** A change of this page's own is on its way. */
let isChanging = false;

/** Takes everything out of the page that the passcode opened. */
export function forgetPasskeys() {
  generation += 1;
  listed = null;
  wanted = "";
  document.getElementById("passkeys")?.replaceChildren();
}

/** What comes after everything was taken out of the page stays out. */
async function take(ask) {
  const own = generation;
  const answer = await ask();
  if (own !== generation) return;
  listed = answer;
  version += 1;
}

const closed = {
  sign: "passkeys", search: "search-passkeys",
  keys: { title: "passkeysClosed", text: "passkeysClosedText", openText: "passkeysOpenText", action: "showPasskeys" },
};
const openForm = (status, redraw) => openingCard(closed, status, (passcode) => take(() => api.passkeys(passcode)), redraw);

const site = (passkey) => passkey.unicode ?? passkey.site;
const account = (passkey) => passkey.account || word("noAccountName");
const used = (passkey) => passkey.lastUsed ? word("signedInLast", { date: date(passkey.lastUsed) }) : word("neverSignedIn");
const isDeleted = (passkey) => passkey.state === "deleted";
/** Restoring makes the account's own again what was deleted, replaced or hidden. */
const restores = (passkey) => passkey.state !== "current";

// MARK: - One passkey

/** Asks for what is needed, and does it. */
function change(operation, passkey, status, redraw, more) {
  const values = { account: account(passkey), site: site(passkey) };
  sheet({
    title: word(operation + "Passkey", values), action: word(operation), body: [element("p", { class: "quiet" }, word(operation + "PasskeyText"))], ...more,
    fields: [...more.fields ?? [], ...passcodeField(status)],
    async run(...typed) {
      const name = more.fields ? typed.shift().trim() : "";
      isChanging = true;
      try {
        await take(() => api.changePasskey(operation, passkey.credential, name, typed[0]));
      } finally {
        isChanging = false;
      }
      redraw();
    },
  });
}

const nameField = (passkey) => ({
  label: word("passkeyName"), type: "text", value: passkey.label, isOptional: true,
  check: (name) => new TextEncoder().encode(name.trim()).length > longestName ? word("nameTooLong") : null,
});

function show(passkey, status, redraw) {
  const row = (name, value) => value ? [element("dt", {}, word(name)), element("dd", {}, value)] : [];
  const button = (operation, more = {}) => element("button", { type: "button", class: more.danger ? "danger" : undefined, onclick: () => change(operation, passkey, status, redraw, more) }, word(operation) + "…");
  sheet({
    title: site(passkey),
    body: [element("p", { class: "note calm" }, word("passkeyState." + passkey.state + "Text", { date: date(passkey.goneAt) })),
      element("dl", { tabindex: "0", "aria-label": site(passkey) },
        row("siteSigned", passkey.unicode ? passkey.site : null), row("account", account(passkey)), row("passkeyName", passkey.label), row("created", date(passkey.created)),
        row("signedIn", passkey.lastUsed ? date(passkey.lastUsed) : word("never")), row("leavesDevice", word("reach." + passkey.reach)),
        row("keptForSite", passkey.blobSize ? word("bytesKept", { count: number(passkey.blobSize) }) : null)),
      element("div", { class: "row" }, isDeleted(passkey) ? null : button("rename", { fields: [nameField(passkey)] }),
        restores(passkey) ? button("restore") : null, isDeleted(passkey) ? null : button("delete", { danger: true }))],
  });
}

// MARK: - The list

const row = (passkey, status, redraw) => element("li", {}, element("button", { class: "item", onclick: () => show(passkey, status, redraw) }, icon("passkeys", "sign"),
  element("span", {}, element("span", { class: "name" }, site(passkey)),
    element("span", { class: "quiet" }, [account(passkey), passkey.label].filter(Boolean).join(" · ")),
    element("span", { class: "quiet small" }, [word("madeOn", { date: date(passkey.created) }), used(passkey), word("reachShort." + passkey.reach)].join(" · ")),
    restores(passkey) ? element("span", {}, tag(isDeleted(passkey) ? word("goneOn", { date: date(passkey.goneAt) }) : word("passkeyState." + passkey.state), "none")) : null), icon("next", "next")));

function list(status, redraw) {
  const place = element("div", { id: "passkeys" });
  const count = element("p", { class: "quiet small", role: "status" });
  const all = listed.passkeys;
  const matches = (passkey) => [passkey.site, passkey.unicode, passkey.account, passkey.label].some((text) => text?.toLowerCase().includes(wanted.trim().toLowerCase()));
  const group = (title, passkeys) => passkeys.length === 0 ? [] : [title ? element("h2", { class: "group" }, title) : null,
    growingOf(title ?? word("passkeys"), passkeys, (passkey) => [row(passkey, status, redraw)], word("nothingFound"), 100, false)];
  function look() {
    const found = all.filter(matches);
    count.textContent = all.length === 0 ? word("noPasskeys") : word("shownOf", { shown: number(found.length), total: number(all.length) });
    place.replaceChildren(...[...group(null, found.filter((one) => !isDeleted(one))), ...group(word("deletedPasskeys"), found.filter(isDeleted))].filter(Boolean));
  }
  const search = element("input", {
    type: "search", id: "search-passkeys", placeholder: word("search"), "aria-label": word("search"), value: wanted,
    oninput(event) { wanted = event.target.value; look(); },
  });
  const close = element("button", { onclick() { forgetPasskeys(); redraw(); } }, word("closePasswords"));
  const nothing = all.length > 0 ? null : element("div", {}, element("p", { class: "quiet" }, word("noPasskeysText")), element("code", {}, "sudo bailey browser install"));
  look();
  return card(null, element("div", { class: "row tools" }, search, close), count, nothing, place);
}

export function passkeysPage({ status, passkeys: changes, redraw }) {
  if (status.state !== "unlocked") {
    return [part("locked", () => empty("locked", word("passwordsLocked"), word("passkeysLockedText"), element("a", { class: "button", href: "#overview" }, word("goUnlock"))))];
  }
  // Another window changed something: the passcode that showed these is not kept.
  if (listed && !isChanging && changes > listed.changes) forgetPasskeys();
  return [part([status.passcode, listed !== null, version], () => listed ? list(status, redraw) : openForm(status, redraw))];
}
