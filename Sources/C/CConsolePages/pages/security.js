// SPDX-License-Identifier: Apache-2.0
import * as api from "./api.js";
import { card, element, icon, line, part } from "./elements.js";
import { sheet } from "./sheet.js";
import { word } from "./words.js";

const graceChoices = [0, 10, 60, 300, 900, 3600];

export function duration(seconds) {
  if (seconds === 0) return word("immediately");
  if (seconds % 3600 === 0) return word(seconds === 3600 ? "oneHour" : "hours", { count: seconds / 3600 });
  if (seconds % 60 === 0) return word(seconds === 60 ? "oneMinute" : "minutes", { count: seconds / 60 });
  return word("seconds", { count: seconds });
}

const same = (_, one, two) => one === two ? null : word("notSame");
const newFields = () => [{ label: word("newPasscode") }, { label: word("repeatPasscode") }];

function setPasscode() {
  const [first, second] = newFields();
  sheet({
    title: word("setPasscode"), body: [element("p", { class: "quiet" }, word("forgetPasscode"))], action: word("setPasscode"),
    fields: [first, { ...second, check: (one, two) => same(null, one, two) }], run: (passcode) => api.setPasscode(passcode),
  });
}

function changePasscode() {
  const [first, second] = newFields();
  sheet({
    title: word("changePasscode"), body: [element("p", { class: "quiet" }, word("forgetPasscode"))], action: word("changePasscode"),
    fields: [{ label: word("oldPasscode") }, first, { ...second, check: same }], run: (old, passcode) => api.changePasscode(old, passcode),
  });
}

function passcodeCard(status) {
  const open = status.state === "unlocked";
  const button = element("button", { onclick: status.passcode ? changePasscode : setPasscode, disabled: !open, class: status.passcode ? "" : "main" },
    word(status.passcode ? "changePasscode" : "setPasscode") + "…");
  return card(word("passcode"), element("ul", { class: "lines" },
    line(word(status.passcode ? "passcodeSet" : "passcodeNotSet"), word(!open ? "unlockFirst" : status.passcode ? "passcodeSetText" : "passcodeNotSetText"), button)));
}

let failed = "";
/** What was chosen and has not come back yet: a second choice must not undo the first. */
let wanted = null;
/** As they came last: a dialog may be older. */
let latest = null;

async function change(choice, redraw) {
  failed = "";
  wanted = { ...wanted ?? latest, ...choice };
  try {
    await api.settings(wanted);
  } catch {
    [failed, wanted] = [word("refused"), null];
  }
  redraw();
}

function settingsCard(settings, redraw) {
  const { current } = settings;
  const next = wanted ?? settings.next;
  const choices = [...new Set([...graceChoices, next.graceSeconds])].sort((one, two) => one - two);
  const grace = element("select", {
    id: "grace", onchange: (event) => change({ graceSeconds: Number(event.target.value) }, redraw),
  }, choices.map((seconds) => element("option", { value: seconds, selected: seconds === next.graceSeconds }, duration(seconds))));
  const erase = element("input", {
    type: "checkbox", role: "switch", id: "erase-after-ten", checked: next.eraseAfterTen,
    onchange(event) {
      if (!event.target.checked) return change({ eraseAfterTen: false }, redraw);
      event.target.checked = false;
      sheet({
        title: word("eraseAfterTenAsk"), body: [element("p", {}, word("eraseAfterTenLost"))], action: word("turnOn"), danger: true,
        run: () => change({ eraseAfterTen: true }, redraw),
      });
    },
  });
  const isPending = !wanted && JSON.stringify(current) !== JSON.stringify(next);
  return card(word("whenLocked"), element("ul", { class: "lines" },
    line(element("label", { for: "grace" }, word("gracePeriod")), word("gracePeriodText"), grace),
    line(element("label", { for: "erase-after-ten" }, word("eraseAfterTen")), word("eraseAfterTenText"), erase)),
    isPending ? element("p", { class: "note", role: "status" }, word("afterRestart"), " ", element("code", {}, "bailey restart")) : null,
    failed ? element("p", { class: "bad", role: "alert" }, failed) : null);
}

function rootCard(root) {
  return card(word("root"), element("div", { class: "state small" }, icon(root === "tpm" ? "security" : "warning", root === "tpm" ? "good" : "wait"),
    element("div", {}, element("p", { class: "name" }, word(root)), element("p", { class: "quiet" }, word(root + "Text")))));
}

function eraseCard(onErased) {
  const typed = word("eraseWord");
  const ask = () => sheet({
    title: word("eraseAsk"), danger: true, action: word("eraseAll"),
    body: [element("p", {}, word("eraseLost"))], typed,
    async run() { await api.erase(); onErased(); },
  });
  return card(word("eraseAll"), element("ul", { class: "lines" },
    line(word("eraseTitle"), word("eraseText"), element("button", { class: "danger", onclick: ask }, word("eraseAll") + "…"))));
}

export function securityPage({ status, instance, redraw, erased }) {
  latest = instance?.settings?.next ?? latest;
  if (JSON.stringify(wanted) === JSON.stringify(latest)) wanted = null;
  return [
    part([status.state, status.passcode], () => passcodeCard(status)),
    instance?.settings ? part([instance.settings, failed], () => settingsCard(instance.settings, redraw)) : null,
    part(status.root, () => rootCard(status.root)),
    part("erase", () => eraseCard(erased)),
  ];
}
