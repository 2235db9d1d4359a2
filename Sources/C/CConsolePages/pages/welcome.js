// SPDX-License-Identifier: Apache-2.0
// The first page: what there is to decide at the beginning, and what Bailey may join. `bailey setup` asks the same in a terminal,
// and carries out here too what is chosen.

import * as api from "./api.js";
import { card, element, icon, line, part, tag } from "./elements.js";
import { passcodeCard } from "./security.js";
import { complaint } from "./sheet.js";
import { word } from "./words.js";

const joins = ["login", "adopt", "git", "desktop", "agent", "browser", "screen-lock"];
const firsts = ["recording", "folder"];

/** What `bailey setup --list` says; null until it has. */
let found = null;
let isAsked = false;
/** The step that is being taken. */
let busy = null;
/** Why a step was not taken, by its name. */
let failed = {};

async function load(redraw) {
  isAsked = true;
  try { found = await api.setup(); } catch { found = { failure: word("refused") }; }
  found.steps ??= [];
  redraw();
}

export function leaveWelcome() {
  [found, isAsked, failed] = [null, false, {}];
}

async function take(name, direction, redraw) {
  busy = name;
  failed = {};
  redraw();
  try {
    const { failure } = await api.setupStep(name, direction);
    if (failure) failed = { [name]: failure };
  } catch (refusal) {
    failed = { [name]: complaint(refusal) };
  }
  busy = null;
  await load(redraw);
  document.getElementById("step-" + name)?.focus();
}

/** What a step can be: still to be taken here, or in a terminal, or taken. */
function action({ name, done, terminal }, open, redraw) {
  const button = (text, direction) => element("button", { id: "step-" + name, class: "small", disabled: !open || busy !== null, "aria-label": `${text}: ${word("step." + name)}`, onclick: () => take(name, direction, redraw) }, text);
  if (done) return element("div", { class: "row" }, tag(word("stepDone"), "complete"), button(word("stepBack"), "back"));
  return terminal ? element("code", {}, terminal) : button(word(firsts.includes(name) ? "stepDo" : "stepJoin"), "there");
}

function stepLine(step, { open, redraw, instance }) {
  const text = word("stepText." + step.name, { mount: instance?.mount ?? "", browsers: found.browsers?.join(", ") || "Chromium, Firefox" });
  const plain = step.name === "adopt" && !step.done && found.plain?.length
    ? element("details", {}, element("summary", {}, word("stepFiles")), element("pre", {}, found.plain.join("\n"))) : null;
  return element("li", { class: "line" }, element("div", { class: "grow" }, element("span", { class: "name" }, word("step." + step.name)), element("span", { class: "quiet" }, text), plain,
    failed[step.name] ? element("p", { class: "bad", role: "alert" }, failed[step.name]) : null), action(step, open, redraw));
}

const steps = (names) => names.flatMap((name) => found.steps.filter((step) => step.name === name));

function joinCard(context) {
  const lines = steps(joins).map((step) => stepLine(step, context));
  if (found.withoutExtension?.length) lines.push(line(word("extensionMissing"), word("extensionMissingText", { browsers: found.withoutExtension.join(", ") }), element("code", {}, "sudo bailey browser install")));
  if (found.screenLock === "missing") lines.push(line(word("step.screen-lock"), word("screenLockMissing"), null));
  return card(word("join"), element("p", { class: "quiet" }, word("joinText")),
    found.failure ? element("p", { class: "bad", role: "alert" }, found.failure) : null,
    lines.length > 0 ? element("ul", { class: "lines" }, lines) : element("p", { class: "good" }, word("joinedAll")),
    context.open ? null : element("p", { class: "quiet" }, word("unlockFirst")));
}

function firstsCard(context) {
  return card(word("firsts"), element("ul", { class: "lines" }, steps(firsts).map((step) => stepLine(step, context)),
    line(element("a", { class: "name", href: "#files" }, word("files")), word("firstFilesText"), icon("next", "next")),
    element("li", { class: "line" }, element("div", { class: "grow" }, element("span", { class: "name" }, word("firstApp")), element("span", { class: "quiet" }, word("firstAppText")),
      element("pre", {}, ["app new --executable PROGRAM Notes", "app sign --adhoc Notes.app", "app install Notes.app", "run Notes"].map((words) => "bailey " + words).join("\n"))),
    element("a", { href: "#privacy" }, word("privacy")))));
}

function placeCard(status, instance) {
  const row = (name, ...value) => [element("dt", {}, name), element("dd", {}, ...value)];
  return card(word("whereItIs"), element("dl", {},
    row(word("filesAt"), instance?.mount ?? "", element("p", { class: "quiet small" }, word("mountChange"), " ", element("code", {}, "bailey up --mount DIR"))),
    row(word("root"), word(status.root), element("p", { class: "quiet small" }, word(status.root === "file" && found?.tpm ? "tpmUnused" : status.root + "Text")))));
}

export function welcomePage({ status, instance, redraw }) {
  if (status.state === "stopped") return [part("stopped", () => element("p", { class: "note" }, word("stoppedText")))];
  if (!isAsked) load(redraw);
  const open = status.state === "unlocked";
  const context = { open, redraw, instance };
  return [
    part("lead", () => element("p", { class: "quiet" }, word("welcomeText"), " ", element("code", {}, "bailey setup --undo"))),
    part([status.state, status.passcode, status.triesPerSecond], () => passcodeCard(status)),
    part([status.root, instance?.mount, found?.tpm], () => placeCard(status, instance)),
    found ? part(["join", open, found, busy, failed], () => joinCard(context)) : part("wait", () => element("p", { class: "quiet", role: "status" }, word("waitSteps"))),
    found ? part(["firsts", open, found, busy, failed, instance?.mount], () => firstsCard(context)) : null,
  ];
}
