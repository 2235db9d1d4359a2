// SPDX-License-Identifier: Apache-2.0
import * as api from "./api.js";
import { card, element, icon, part } from "./elements.js";
import { inUseCard } from "./report.js";
import { complaint as inWords } from "./sheet.js";
import { bytes, word } from "./words.js";

const kinds = { unlocked: "good", grace: "wait", locked: "calm", beforeFirstUnlock: "calm" };
export const kind = (state) => kinds[state] ?? "bad";

/** Why the last try failed: it outlives the form, which is drawn anew when the number of tries changes. */
let complaint = "";

function unlockForm(status) {
  if (status.waitSeconds > 0) complaint = word("waitSeconds", { seconds: status.waitSeconds });
  const message = element("p", { class: "bad", role: "alert" }, complaint);
  const field = element("input", { type: "password", name: "passcode", autocomplete: "off", required: true });
  const button = element("button", { class: "main" }, word("unlock"));
  return element("form", {
    async onsubmit(event) {
      event.preventDefault();
      const passcode = field.value;
      field.value = "";
      button.disabled = true;
      try {
        await api.unlock(passcode);
        complaint = "";
      } catch (refusal) {
        complaint = inWords(refusal);
        // The form that is there now may be a newer one.
        const shown = document.querySelector("main form") ?? event.target;
        shown.querySelector("[role=alert]").textContent = complaint;
        shown.querySelector("input").focus();
      }
      button.disabled = false;
    },
  }, element("label", { class: "field" }, word("passcode"), field), message, element("div", { class: "row" }, button));
}

function lockButton(forget) {
  return element("div", { class: "row" }, element("button", { class: "main", async onclick(event) {
    event.target.disabled = true;
    // What is shown of secrets leaves the page before the keys go.
    forget();
    try { await api.lock(); } finally { event.target.disabled = false; }
  } }, word("lock")));
}

/** The weightiest first: what may cost data, then what lets others in, then what is merely to be known. */
function warnings(status, instance) {
  const found = [];
  const warn = (kind, key, values, page) => found.push({ kind, text: word(key, values), page });
  if (status.keyFiles !== "whole") warn("bad", "keyFiles");
  if (instance?.health === "damaged") warn("bad", "keychainDamaged");
  if (instance?.health === "newer") warn("bad", "keychainNewer");
  if (status.lost > 0) warn("bad", "lost", { count: status.lost });
  if (instance?.files === "away" || instance?.keychain === "away") warn("bad", "away");
  const space = instance?.space;
  if (space && space.free < Math.min(space.total / 20, 1e9)) warn("bad", "littleSpace", { free: bytes(space.free) }, "files");
  if (!status.passcode) warn("wait", "noPasscode", {}, "welcome");
  if (status.failures > 0) warn("wait", "failuresWarning", { count: status.failures });
  if (status.passcode && status.root === "file" && status.strength === "short") warn("calm", "noHardware", {}, "security");
  if (instance?.swappable) warn("calm", "swappable");
  return found;
}

function warningCard(found) {
  return card(word("warnings"), element("ul", { class: "notes" }, found.map(({ kind, text, page }) =>
    element("li", { class: "note " + kind }, icon("warning", kind), element("span", {}, text),
      page ? element("a", { href: "#" + page }, word("show")) : null))));
}

function details(status, instance) {
  const row = (name, value) => [element("dt", {}, word(name)), element("dd", {}, value)];
  const space = instance?.space;
  return card(word("details"), element("dl", {},
    row("root", word(status.root)),
    row("failures", status.failures > 0 ? [String(status.failures), element("p", { class: "quiet small" }, word("failuresTimes"))] : word("none")),
    status.waitSeconds > 0 ? row("nextTry", word("seconds", { count: status.waitSeconds })) : [],
    instance ? row("filesAt", instance.mount) : [],
    space ? row("space", [word("spaceText", { free: bytes(space.free), total: bytes(space.total) }),
      element("meter", { min: 0, max: space.total, value: space.total - space.free, high: space.total * .95, "aria-label": word("space") })]) : []));
}

function stateCard(status, forget) {
  const open = status.state === "unlocked";
  return element("section", { class: "card lead" },
    element("div", { class: "state" }, icon(open ? "unlocked" : "locked", kind(status.state)),
      element("div", {}, element("p", { class: "title " + kind(status.state) }, word(status.state)), element("p", { class: "quiet" }, word(status.state + "Text")))),
    status.state === "stopped" ? element("div", { class: "row" }, element("code", {}, "bailey up")) : open ? (status.passcode ? lockButton(forget) : null) : unlockForm(status));
}

export function overviewPage({ status, instance, inUse, forget }) {
  // Of what has stopped nothing is known any more.
  const found = status.state === "stopped" ? [] : warnings(status, instance);
  const { state, passcode, failures, waitSeconds } = status;
  return [
    part([state, passcode, failures, waitSeconds], () => stateCard(status, forget)),
    inUse.length > 0 && status.state !== "stopped" ? part([inUse, "now"], () => inUseCard(inUse)) : null,
    found.length > 0 ? part(found, () => warningCard(found)) : null,
    status.state === "stopped" ? null : part([status.root, failures, waitSeconds, instance?.mount, instance?.space], () => details(status, instance)),
  ];
}
