// SPDX-License-Identifier: Apache-2.0
import * as api from "./api.js";
import { choice as list } from "./choice.js";
import { card, element, icon, line, part } from "./elements.js";
import { complaint, passcodeField, sheet } from "./sheet.js";
import { characters, estimate, fewestCharacters } from "./strength.js";
import { word } from "./words.js";

const graceChoices = [0, 10, 60, 300, 900, 3600];

export function duration(seconds) {
  if (seconds === 0) return word("immediately");
  if (seconds % 3600 === 0) return word(seconds === 3600 ? "oneHour" : "hours", { count: seconds / 3600 });
  if (seconds % 60 === 0) return word(seconds === 60 ? "oneMinute" : "minutes", { count: seconds / 60 });
  return word("seconds", { count: seconds });
}

const same = (_, one, two) => one === two ? null : word("notSame");
const tooShort = (passcode) => characters(passcode) < fewestCharacters ? word("passcodeTooShort", { count: fewestCharacters }) : null;
const newFields = (status) => [{ label: word("newPasscode"), hint: (passcode) => estimate(passcode, status) }, { label: word("repeatPasscode") }];

function setPasscode(status) {
  const [first, second] = newFields(status);
  sheet({
    title: word("setPasscode"), body: [element("p", { class: "quiet" }, word("forgetPasscode"))], action: word("setPasscode"),
    fields: [first, { ...second, check: (one, two) => tooShort(one) ?? same(null, one, two) }], run: (passcode) => api.setPasscode(passcode),
  });
}

function changePasscode(status) {
  const [first, second] = newFields(status);
  sheet({
    title: word("changePasscode"), body: [element("p", { class: "quiet" }, word("forgetPasscode"))], action: word("changePasscode"),
    fields: [{ label: word("oldPasscode") }, first, { ...second, check: (old, one, two) => tooShort(one) ?? same(old, one, two) }], run: (old, passcode) => api.changePasscode(old, passcode),
  });
}

export function passcodeCard(status) {
  const open = status.state === "unlocked";
  const button = element("button", { onclick: () => (status.passcode ? changePasscode : setPasscode)(status), disabled: !open, class: status.passcode ? "" : "main" },
    word(status.passcode ? "changePasscode" : "setPasscode") + "…");
  return card(word("passcode"), element("ul", { class: "lines" },
    line(word(status.passcode ? "passcodeSet" : "passcodeNotSet"), word(!open ? "unlockFirst" : status.passcode ? "passcodeSetText" : "passcodeNotSetText"), button)));
}

let failed = "";
/** What was chosen and has not come back yet: a second choice must not undo the first. */
let wanted = null;
/** As they came last: a dialog may be older. */
let latest = null;

async function change(choice, passcode) {
  const before = wanted;
  wanted = { ...wanted ?? latest, ...choice };
  try {
    await api.settings(wanted, passcode);
  } catch (refusal) {
    wanted = before;
    throw refusal;
  }
}

/** A shorter grace period takes no passcode, in no state. */
async function shorten(choice, redraw) {
  failed = "";
  await change(choice).catch((refusal) => { failed = complaint(refusal); });
  redraw();
}

function settingsCard(status, redraw) {
  const next = wanted ?? latest;
  const open = status.state === "unlocked";
  /** The page shows what counts until the passcode was right. */
  const ask = (title, body, action, choice) => sheet({
    title, body: body ? [element("p", {}, body)] : [], action, danger: choice.eraseAfterTen, fields: passcodeField(status),
    async run(passcode) {
      failed = "";
      // What was wanted may have been drawn before it was refused.
      try { await change(choice, passcode); } finally { redraw(); }
    },
  });
  const choices = [...new Set([...graceChoices, next.graceSeconds])].sort((one, two) => one - two);
  const grace = list({
    id: "grace", now: String(next.graceSeconds),
    options: choices.map((seconds) => [String(seconds), duration(seconds), !open && seconds > next.graceSeconds]),
    choose(value) {
      const seconds = Number(value);
      if (seconds <= next.graceSeconds) return shorten({ graceSeconds: seconds }, redraw);
      ask(word("graceAsk", { duration: duration(seconds) }), null, word("gracePeriodChange"), { graceSeconds: seconds });
    },
  });
  const erase = element("input", {
    type: "checkbox", role: "switch", id: "erase-after-ten", checked: next.eraseAfterTen, disabled: !open,
    onchange(event) {
      const turnsOn = event.target.checked;
      event.target.checked = !turnsOn;
      ask(word(turnsOn ? "eraseAfterTenAsk" : "eraseAfterTenEnd"), turnsOn ? word("eraseAfterTenLost") : null,
        word(turnsOn ? "turnOn" : "turnOff"), { eraseAfterTen: turnsOn });
    },
  });
  return card(word("whenLocked"), element("ul", { class: "lines" },
    line(element("label", { for: "grace" }, word("gracePeriod")), word("gracePeriodText"), grace),
    line(element("label", { for: "erase-after-ten" }, word("eraseAfterTen")), word("eraseAfterTenText"), erase)),
    open ? null : element("p", { class: "quiet" }, word("unlockFirst")),
    status.ignored ? element("p", { class: "note", role: "status" }, word("ignoredSettings")) : null,
    failed ? element("p", { class: "bad", role: "alert" }, failed) : null);
}

function rootCard({ root, strength }) {
  return card(word("root"), element("div", { class: "state small" }, icon(root === "tpm" ? "security" : "warning", root === "tpm" ? "good" : "wait"),
    element("div", {}, element("p", { class: "name" }, word(root)), element("p", { class: "quiet" }, [root === "file" && strength !== "long" ? word("chooseLong") + " " : "", word(root + "Text")]))));
}

function eraseCard(status, onErased) {
  const typed = word("eraseWord");
  const ask = () => sheet({
    title: word("eraseAsk"), danger: true, action: word("eraseAll"),
    body: [element("p", {}, word("eraseLost"))], typed, fields: passcodeField(status),
    async run(_, passcode) { await api.erase(passcode); onErased(); },
  });
  return card(word("eraseAll"), element("ul", { class: "lines" },
    line(word("eraseTitle"), word("eraseText"), element("button", { class: "danger", onclick: ask }, word("eraseAll") + "…"))));
}

export function securityPage({ status, redraw, erased }) {
  latest = { graceSeconds: status.graceSeconds, eraseAfterTen: status.eraseAfterTen };
  if (JSON.stringify(wanted) === JSON.stringify(latest)) wanted = null;
  return [
    part([status.state, status.passcode, status.root, status.triesPerSecond], () => passcodeCard(status)),
    part([latest, wanted, failed, status.state, status.passcode, status.ignored], () => settingsCard(status, redraw)),
    part([status.root, status.strength], () => rootCard(status)),
    part(["erase", status.passcode], () => eraseCard(status, erased)),
  ];
}
