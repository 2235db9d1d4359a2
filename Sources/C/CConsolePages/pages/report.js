// SPDX-License-Identifier: Apache-2.0
// What apps used in the last seven days: as a picture, and as the table that the picture is made of.

import * as api from "./api.js";
import { card, element, empty, line, part, tag, tile, toggle } from "./elements.js";
import { complaint, sheet } from "./sheet.js";
import { language, word } from "./words.js";

const day = 86_400_000;
const mostRows = 300;

let data = null;
let failure = "";
let asked = null;

async function load(key, redraw) {
  asked = key;
  try {
    const found = await api.accesses();
    if (asked !== key) return;
    [data, failure] = [found, ""];
  } catch (refusal) {
    if (asked === key) failure = complaint(refusal);
  }
  redraw();
}

export const leaveReport = () => { asked = null; };

const moment = (milliseconds) => new Intl.DateTimeFormat(language, { weekday: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(milliseconds);
const number = (count) => new Intl.NumberFormat(language).format(count);

function length({ began, ended }) {
  const seconds = Math.max(0, Math.round(((ended ?? data.now) - began) / 1000));
  const unit = seconds < 60 ? ["second", seconds] : seconds < 3600 ? ["minute", Math.round(seconds / 60)] : ["hour", Math.round(seconds / 3600)];
  return new Intl.NumberFormat(language, { style: "unit", unit: unit[0], unitDisplay: "short" }).format(unit[1]) + (ended === null ? ` · ${word("goesOn")}` : "");
}

// MARK: - The picture

function drawn(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** What was used, and whether nothing was given in its place. */
const useOf = ({ service, empty }) => word("service." + service) + (empty ? ` · ${word("emptyTag")}` : "");

const laneHeight = 34;
const footHeight = 26;

/** A lane for each service, and a bar for each access from its beginning to its end. Places are parts of the width. */
function timeline(records) {
  const services = [...new Set(records.map(({ service }) => service))];
  // The days of the person who looks, the last one to its end.
  const end = new Date(data.now).setHours(24, 0, 0, 0);
  const start = end - data.days * day;
  const part = (time) => Math.max(0, Math.min(1, (time - start) / (end - start))) * 100;
  const height = services.length * laneHeight + footHeight;
  const days = [...Array(data.days).keys()].map((index) => start + index * day);
  const label = word("timelineLabel", { count: number(records.length) });
  const bar = (record) => {
    const [from, to] = [part(record.began), part(record.ended ?? data.now)];
    const made = drawn("rect", { x: `${from}%`, y: services.indexOf(record.service) * laneHeight + 9, height: laneHeight - 18, rx: 3 },
      drawn("title", {}, `${record.name} · ${useOf(record)} · ${moment(record.began)} · ${length(record)}`));
    // What took a second is seen too.
    made.style.width = `max(5px, ${to - from}%)`;
    return made;
  };
  const chart = element("div", { class: "scrolled", tabindex: "0", role: "group", "aria-label": label }, drawn("svg", { height, role: "img", "aria-label": label },
    ...days.flatMap((time) => [
      drawn("line", { x1: `${part(time)}%`, x2: `${part(time)}%`, y1: 0, y2: height - footHeight }),
      drawn("text", { x: `${part(time)}%`, dx: 6, y: height - 8 }, new Intl.DateTimeFormat(language, { weekday: "short", day: "numeric" }).format(time + day / 2)),
    ]), ...records.map(bar)));
  return element("div", { class: "chart" }, element("ul", { class: "lanes" }, services.map((service) => element("li", {}, word("service." + service)))), chart);
}

const table = (heads, rows) => element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": heads[0] }, element("table", {},
  element("thead", {}, element("tr", {}, heads.map((head, index) => element("th", { scope: "col", class: index > 1 && index === heads.length - 1 ? "number" : undefined }, head)))),
  element("tbody", {}, rows.slice(0, mostRows).map((row) => element("tr", {}, row.map((cell, index) => element("td", { class: index > 1 && index === row.length - 1 ? "number" : undefined }, cell)))))));

// MARK: - Cards

function accessCard(records) {
  if (records.length === 0) return card(word("accesses"), element("p", { class: "quiet" }, word("noAccesses")));
  return card(word("accesses"), timeline(records), element("details", {}, element("summary", {}, word("asTable")),
    table([word("app"), word("service"), word("when"), word("howLong")], records.map((record) =>
      [record.name, useOf(record), moment(record.began), length(record)]))));
}

function appCard(records) {
  const apps = Map.groupBy ? Map.groupBy(records, ({ app }) => app)
    : records.reduce((all, record) => all.set(record.app, [...(all.get(record.app) ?? []), record]), new Map());
  if (apps.size === 0) return null;
  return card(word("apps"), element("ul", { class: "lines" }, [...apps].sort(([, one], [, two]) => two.length - one.length).map(([app, own]) => {
    const uses = [...new Set(own.filter(({ service }) => service).map(({ service }) => word("service." + service)))];
    const hosts = new Set(own.filter(({ domain }) => domain).map(({ domain }) => domain)).size;
    return element("li", {}, element("a", { class: "item", href: "#privacy/app/" + encodeURIComponent(app) }, tile(app, own[0].name),
      element("span", {}, element("span", { class: "name" }, own[0].name),
        element("span", { class: "quiet" }, [...uses, hosts > 0 ? word("hosts", { count: hosts }) : null].filter(Boolean).join(" · ")))));
  })));
}

function domainCard(records) {
  const domains = new Map();
  for (const { domain, tracker, hits, refused, name, ended } of records) {
    const found = domains.get(domain) ?? { apps: new Set(), hits: 0, refused: 0, tracker: false, last: 0 };
    found.apps.add(name);
    Object.assign(found, { hits: found.hits + hits, refused: found.refused + refused, tracker: found.tracker || tracker, last: Math.max(found.last, ended ?? 0) });
    domains.set(domain, found);
  }
  if (domains.size === 0) return card(word("domains"), element("p", { class: "quiet" }, word("noDomains")));
  const rows = [...domains].sort(([, one], [, two]) => two.hits - one.hits).map(([domain, found]) => [
    element("span", {}, domain || word("otherHosts"), " ", found.tracker ? tag(word("tracker"), "none") : "", found.refused > 0 ? tag(word("refusedHits", { count: number(found.refused) }), "none") : ""),
    [...found.apps].join(", "), number(found.hits)]);
  return card(word("domains"), element("p", { class: "quiet" }, word("domainsText")), table([word("domain"), word("apps"), word("contacts")], rows));
}

// MARK: - On and off, and taking it along

async function turn(isOn, redraw) {
  failure = "";
  try { await api.accessLog(isOn); } catch (refusal) { failure = complaint(refusal); }
  asked = null;
  redraw();
}

async function save(redraw) {
  try {
    const address = URL.createObjectURL(await api.exportAccesses());
    element("a", { href: address, download: `App_Privacy_Report_${new Date().toISOString().slice(0, 10)}.ndjson` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch (refusal) {
    failure = complaint(refusal);
    redraw();
  }
}

function switchCard(redraw) {
  const input = toggle("record", data.on, (input) => {
    if (input.checked) return turn(true, redraw);
    input.checked = true;
    sheet({
      title: word("reportOffAsk"), body: [element("p", {}, word("reportOffLost"))], action: word("turnOff"), danger: true,
      // What was never written down is not lost.
      typed: data.records.length > 0 ? word("eraseWord") : null,
      run: () => turn(false, redraw),
    });
  });
  return card(null, element("ul", { class: "lines" },
    line(element("label", { for: "record" }, word("record")), word("recordText"), input),
    data.on ? line(word("exportReport"), word("exportText"), element("button", { onclick: () => save(redraw) }, word("export"))) : null));
}

// MARK: - The page

export function reportPage({ status, accesses, redraw }) {
  const key = JSON.stringify([accesses, status.state]);
  if (asked !== key) load(key, redraw);
  const complain = failure ? part(failure, () => element("p", { class: "note bad", role: "alert" }, failure)) : null;
  if (!data) return [complain ?? part("loading", () => element("p", { class: "quiet", role: "status" }, word("loading")))];
  const used = data.records.filter(({ service }) => service);
  return [
    complain,
    data.on ? null : part("off", () => empty("report", word("reportOff"), word("reportOffText"), element("button", { class: "main", onclick: () => turn(true, redraw) }, word("turnOn")))),
    ...data.on ? [
      part([used, data.now], () => accessCard(used)),
      data.records.length > 0 ? part([data.records, "apps"], () => appCard(data.records)) : null,
      part([data.records, "domains"], () => domainCard(data.records.filter(({ domain }) => domain !== undefined))),
      part([data.on, "switch"], () => switchCard(redraw)),
    ] : [],
  ];
}
