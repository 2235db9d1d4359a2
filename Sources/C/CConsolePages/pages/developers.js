// SPDX-License-Identifier: Apache-2.0
// For who writes apps: what a query would do and why, what is amiss in a bundle, and how widgets look.

import * as api from "./api.js";
import { card, element, empty, part, tag } from "./elements.js";
import { pickFolder } from "./places.js";
import { complaint } from "./sheet.js";
import { word } from "./words.js";

const example = `{
  "kSecClass": "kSecClassGenericPassword",
  "kSecAttrService": "example.org",
  "kSecReturnData": true
}`;
/** What was typed and what came of it stay for as long as the page is open. */
const tools = {
  query: { text: example, answer: null, failure: "" },
  bundle: { text: "", answer: null, failure: "" },
};
/** Where a bundle was found last. */
let lastFolder = "";
let extensions = null;
let asked = false;

const kinds = { error: "bad", warning: "wait", note: "calm" };

async function run(tool, ask, text, redraw) {
  [tool.text, tool.failure] = [text, ""];
  try {
    tool.answer = await ask(text);
    if (tool.answer.failure) [tool.failure, tool.answer] = [tool.answer.failure, null];
  } catch (refusal) {
    [tool.failure, tool.answer] = [refusal.status === 400 ? word("notUnderstood") : complaint(refusal), null];
  }
  redraw();
}

const complain = (tool) => element("p", { class: "bad", role: "alert" }, tool.failure);
const finding = (weight, text, detail) => element("li", { class: "note " + (kinds[weight] ?? "calm") },
  element("div", { class: "grow" }, element("strong", { class: kinds[weight] ?? "calm" }, word("weight." + weight)), " ", text, detail ? element("p", { class: "quiet" }, detail) : null));

// MARK: - Queries

function call(found) {
  const outcome = found.status === null ? word(found.asks ? "callAsks" : "callDepends")
    : found.status === 0 ? found.items === null ? "errSecSuccess" : word("callItems", { count: found.items }) : String(found.status);
  return element("div", { class: "page" }, element("h3", {}, element("code", {}, found.call), tag(outcome, found.status === 0 ? "complete" : "none")),
    found.findings.length === 0 ? element("p", { class: "good" }, word("callClean"))
      : element("ul", { class: "notes" }, found.findings.map(({ weight, text, keys }) => finding(weight, text, keys.join(", ")))));
}

function queryCard(redraw) {
  const field = element("textarea", { id: "query", rows: "9", spellcheck: "false", oninput: (event) => { tools.query.text = event.target.value; } });
  field.value = tools.query.text;
  return card(word("queries"), element("p", { class: "quiet" }, word("queriesText")), element("form", {
    class: "wide",
    onsubmit(event) {
      event.preventDefault();
      run(tools.query, api.explain, field.value, redraw);
    },
  }, element("label", { class: "field" }, word("query"), field), complain(tools.query), element("div", { class: "row" }, element("button", { class: "main" }, word("explain")))),
  element("div", { id: "explained", role: "status" }, tools.query.answer?.calls.map(call)));
}

// MARK: - Bundles

function bundleCard(redraw) {
  const { answer } = tools.bundle;
  const field = element("input", { id: "bundle", type: "text", placeholder: "/home/me/Ledger.app", spellcheck: "false", autocomplete: "off", oninput: (event) => { tools.bundle.text = event.target.value; } });
  field.value = tools.bundle.text;
  const pick = () => pickFolder({ title: word("pickBundle"), from: lastFolder, isWanted: (name) => name.endsWith(".app"), choose(path) {
    lastFolder = path.slice(0, path.lastIndexOf("/"));
    run(tools.bundle, api.inspect, path, redraw);
  } });
  return card(word("bundles"), element("p", { class: "quiet" }, word("bundlesText")), element("form", {
    class: "wide",
    onsubmit(event) {
      event.preventDefault();
      run(tools.bundle, api.inspect, field.value.trim(), redraw);
    },
  }, element("label", { class: "field" }, word("bundlePath"), field), complain(tools.bundle), element("div", { class: "row" }, element("button", {}, word("inspect")), element("button", { type: "button", id: "pick-bundle", onclick: pick }, word("pickBundle") + "…"))),
  element("div", { id: "inspected", role: "status" }, answer ? element("div", { class: "page" },
    element("h3", {}, element("code", {}, answer.identifier), answer.signature ? tag(answer.signature.signer ?? word("adHoc"), "complete") : tag(word("notSigned"), "none")),
    lints(answer.lints)) : null));
}

const lints = (found) => found.length === 0 ? element("p", { class: "good" }, word("bundleClean"))
  : element("ul", { class: "notes" }, found.filter(({ ignored }) => ignored === null)
    .map(({ rule, level, message, file, line, key }) => finding(level, message, [rule, `${file}:${line}`, key].filter(Boolean).join(" · "))));

// MARK: - Widgets

async function loadWidgets(redraw) {
  asked = true;
  try { extensions = (await api.widgets()).extensions; } catch { extensions = []; }
  redraw();
}

const size = { systemSmall: [158, 158], systemMedium: [338, 158], systemLarge: [338, 354] };

function preview(extension, widget, family) {
  const place = element("div", { class: `widget ${family}`, role: "img", "aria-label": `${widget.name}, ${family}` });
  const dark = family.startsWith("accessory") || matchMedia("(prefers-color-scheme: dark)").matches;
  api.widget(extension, widget.kind, family, "home", dark ? "dark" : "light").then((address) => place.replaceChildren(element("img", { src: address, alt: "" })))
    .catch(() => { place.classList.add("covered"); });
  return element("figure", { class: "preview" + (family.startsWith("accessory") ? " onDark" : "") }, place, element("figcaption", { class: "quiet" }, family));
}

function widgetCards() {
  const found = extensions.flatMap(({ extension, name, widgets }) => (widgets ?? []).map((widget) => ({ extension, name, widget })));
  if (found.length === 0) return empty("lockscreen", word("noWidgets"), word("noWidgetsText"), element("code", {}, "bailey widget gallery --output widgets.html"));
  return element("div", { class: "page" }, found.map(({ extension, name, widget }) => card(`${name}: ${widget.name}`, element("p", { class: "quiet" }, widget.description),
    element("div", { class: "previews" }, widget.families.filter((family) => family.startsWith("accessory") || size[family]).map((family) => preview(extension, widget, family))))));
}

// MARK: - The page

export function developersPage({ status, redraw }) {
  if (!asked) loadWidgets(redraw);
  return [
    part([tools.query.answer, tools.query.failure], () => queryCard(redraw)),
    part([tools.bundle.answer, tools.bundle.failure], () => bundleCard(redraw)),
    extensions ? part([extensions, status.state], widgetCards) : null,
  ];
}
