// SPDX-License-Identifier: Apache-2.0
import * as api from "./api.js";
import { element, icon } from "./elements.js";
import { word } from "./words.js";

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
        const seconds = refusal.body?.waitSeconds ?? 0;
        complaint = seconds > 0 ? word("waitSeconds", { seconds }) : word(refusal.status === 403 ? "wrong" : "noConnection");
        // The form that is there now may be a newer one.
        const shown = document.querySelector("main form") ?? event.target;
        shown.querySelector("[role=alert]").textContent = complaint;
        shown.querySelector("input").focus();
      }
      button.disabled = false;
    },
  }, element("label", { class: "field" }, word("passcode"), field), message, element("div", { class: "row" }, button));
}

function lockButton() {
  return element("div", { class: "row" }, element("button", { class: "main", async onclick(event) {
    event.target.disabled = true;
    try { await api.lock(); } finally { event.target.disabled = false; }
  } }, word("lock")));
}

function warnings(status) {
  const texts = [];
  if (status.keyFiles !== "whole") texts.push(word("keyFiles"));
  if (!status.passcode) texts.push(word("noPasscode"));
  if (status.lost > 0) texts.push(`${word("lost")}: ${status.lost}`);
  if (texts.length === 0) return null;
  return element("section", { class: "card" }, element("h2", {}, word("warnings")), texts.map((text) => element("p", { class: "note" }, text)));
}

export function overviewPage(status) {
  const open = status.state === "unlocked";
  const state = element("section", { class: "card" },
    element("div", { class: "state" },
      icon(open ? "unlocked" : "locked", kind(status.state)),
      element("div", {}, element("p", { class: "title " + kind(status.state) }, word(status.state)), element("p", { class: "quiet" }, word(status.state + "Text")))),
    open ? (status.passcode ? lockButton() : null) : unlockForm(status));
  const details = element("section", { class: "card" }, element("h2", {}, word("details")),
    element("dl", {},
      element("dt", {}, word("root")), element("dd", {}, word(status.root)),
      element("dt", {}, word("failures")), element("dd", {}, status.failures > 0 ? String(status.failures) : word("none"))));
  return [element("h1", {}, word("overview")), state, warnings(status), details].filter(Boolean);
}
