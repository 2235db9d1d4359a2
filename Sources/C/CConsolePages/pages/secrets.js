// SPDX-License-Identifier: Apache-2.0
// What programs of the desktop may read of each other's passwords: each yes can be taken back, and each collection has a setting.

import * as api from "./api.js";
import { card, element, part, tag } from "./elements.js";
import { complaint } from "./sheet.js";
import { date, word } from "./words.js";

const settings = ["own", "ask", "open"];

let data = null;
let asked = null;
let failure = "";

/** An answer to a question counts a moment after the question has gone: then it is asked once more. */
const momentMilliseconds = 1000;

async function load(key, redraw, isLast = false) {
  asked = key;
  try {
    const found = await api.secrets();
    if (asked !== key) return;
    [data, failure] = [found, ""];
  } catch (refusal) {
    if (asked === key) failure = complaint(refusal);
  }
  redraw();
  if (!isLast) setTimeout(() => { if (asked === key) load(key, redraw, true); }, momentMilliseconds);
}

export const leaveSecrets = () => { asked = null; };

/** Asks anew afterwards: what was refused is shown as it was. */
async function change(body, redraw) {
  failure = "";
  try { await body(); } catch (refusal) { failure = complaint(refusal); }
  asked = null;
  redraw();
}

/** What lives in memory is always its programs' own. */
const isSet = (path) => !path.endsWith("/session");

const collection = ({ path, label, access }, redraw) => element("li", { class: "line" },
  element("div", { class: "grow" }, isSet(path) ? element("label", { class: "name", for: "access-" + path }, label) : element("span", { class: "name" }, label), element("span", { class: "quiet" }, word("access." + access))),
  !isSet(path) ? null : element("select", { id: "access-" + path, onchange: ({ target }) => change(() => api.secretAccess(path, target.value), redraw) },
    settings.map((name) => element("option", { value: name, selected: name === access }, word("accessName." + name)))));

const program = ({ reader, title, owner, since }, redraw) => element("li", { class: "line" },
  element("div", { class: "grow" }, element("span", { class: "name identifier" }, title), element("span", { class: "quiet" }, word("readsOf", { owner: owner || word("unknownProgram") }) + " · " + date(since))),
  tag(word("notSandboxed"), "none"),
  element("button", { class: "small", "aria-label": word("forgetReader", { program: title }), onclick: () => change(() => api.forgetReader(reader), redraw) }, word("takeBack")));

function draw(redraw) {
  const { answers, programs = [], collections = [] } = data;
  if (!answers) return card(word("desktopSecrets"), element("p", { class: "quiet" }, word("desktopSecretsOff")), element("code", {}, "bailey secrets enable"));
  const list = (rows) => element("ul", { class: "lines" }, rows);
  return card(word("desktopSecrets"), element("p", { class: "quiet" }, word("desktopSecretsText")), failure ? element("p", { class: "bad", role: "alert" }, failure) : null,
    collections.length > 0 ? list(collections.map((one) => collection(one, redraw))) : null,
    element("h3", {}, word("allowedReaders")), programs.length > 0 ? list(programs.map((one) => program(one, redraw))) : element("p", { class: "quiet" }, word("noReaders")),
    programs.length > 0 ? element("p", { class: "note" }, word("pretendable")) : null);
}

/** The part of a page; `news` are the numbers that change with what it shows. */
export function desktopSecrets(news, redraw) {
  const key = JSON.stringify(news);
  if (asked !== key) load(key, redraw);
  return data ? part([data, failure, "desktop"], () => draw(redraw)) : null;
}
