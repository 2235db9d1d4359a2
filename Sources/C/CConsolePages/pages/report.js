// SPDX-License-Identifier: Apache-2.0
// What apps used in the last seven days, as the server adds it up: by day, by app and by service, and each access itself.

import * as api from "./api.js";
import { card, element, empty, icon, line, part, tag, tile, toggle } from "./elements.js";
import { growing, growingOf } from "./growing.js";
import { complaint, sheet } from "./sheet.js";
import { brief, few, language, length, moment, number, times, word } from "./words.js";

const dayCount = 7;
const day = 86_400_000;

let data = null;
let failure = "";
let asked = null;
/** Which day, app and service are looked at, and by which of the two the uses are listed. */
let [filter, order] = [{}, "apps"];
/** As of which news each access is listed: a list that somebody has scrolled into stays as it is. */
let listed = 0;
/** The rows that are open. */
const open = new Set();

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

/** What the report is to show when it is opened. */
export const lookAt = (change) => { filter = change; };

export const leaveReport = () => { asked = null; };

// MARK: - Words

const dayName = (index, form) => new Intl.DateTimeFormat(language, form).format(new Date(data.now).setHours(12, 0, 0, 0) - (dayCount - 1 - index) * day);
const longDay = (index) => dayName(index, { weekday: "long", day: "numeric", month: "long" });
const sum = (days) => filter.day === undefined ? days.reduce((one, two) => one + two, 0) : days[filter.day];
/** What was used, and whether nothing was given in its place. */
export const useOf = ({ service, empty }) => word("service." + service) + (empty ? ` · ${word("emptyTag")}` : "");
/** What a program of the desktop read: it runs in no sandbox. */
const isOfProgram = ({ service }) => service === "Passwords";
const subject = ({ service, empty }) => service + (empty ? "-empty" : "");
const added = (one, two) => one.map((count, index) => count + two[index]);

// MARK: - Days

/** A bar a day, each of which shows that day alone. */
function bars(title, days, kind, redraw) {
  const most = Math.max(1, ...days);
  return element("div", { class: "bars " + kind, role: "group", "aria-label": title }, days.map((count, index) => {
    const fill = element("span", { class: "fill" });
    fill.style.height = count === 0 ? "0" : `max(3px, ${count / most * 100}%)`;
    const text = `${longDay(index)}: ${number(count)}`;
    return element("button", {
      id: `day-${kind}-${index}`, "aria-pressed": String(filter.day === index), "aria-label": text, title: text,
      onclick() { choose({ day: filter.day === index ? undefined : index }, redraw); },
    }, element("span", { class: "count-of" }, brief(count)), element("span", { class: "column" }, fill), element("span", { class: "day" }, dayName(index, { weekday: "short" })));
  }));
}

function choose(change, redraw) {
  filter = { ...filter, ...change };
  redraw();
}

function dayCards(redraw) {
  const { uses, connections } = data;
  return element("div", { class: "charts" },
    card(word("usesADay"), bars(word("usesADay"), uses, "uses", redraw)),
    card(word("connectionsADay"), bars(word("connectionsADay"), connections, "network", redraw)));
}

function tiles() {
  const uses = sum(data.uses);
  const connections = sum(data.connections);
  const made = [["tileApps", data.apps.length], ["tileUses", uses], ["tileConnections", connections], ["tileHosts", data.hosts], ["tileTrackers", data.trackers], ["tileRefused", data.refused]];
  return element("ul", { class: "tiles" }, made.map(([key, count]) => element("li", { class: "card" }, element("strong", {}, number(count)), element("span", { class: "quiet" }, word(key)))));
}

/** What is looked at, each of which can be taken back. */
function chips(redraw) {
  const made = (key, text) => element("button", { class: "chip", id: "chip-" + key, "aria-label": word("endFilter", { text }), onclick() { choose({ [key]: undefined }, redraw); } }, text, element("span", { "aria-hidden": "true" }, "×"));
  const named = data.apps.find(({ app }) => app === filter.app)?.name ?? filter.app;
  return element("div", { class: "row chips", role: "status" }, element("span", { class: "quiet" }, word("onlyShown")),
    filter.day === undefined ? null : made("day", longDay(filter.day)), filter.app ? made("app", named) : null,
    filter.what ? made("what", filter.what === "network" ? word("network") : useOf({ service: filter.what.replace("-empty", ""), empty: filter.what.endsWith("-empty") })) : null);
}

// MARK: - In use now

export const inUseCard = (inUse) => card(word("inUse"), element("ul", { class: "lines" }, inUse.map((use) => element("li", { class: "line" },
  tile(use.app, use.name), element("div", { class: "grow" }, element("a", { class: "name", href: "#privacy/app/" + encodeURIComponent(use.app) }, use.name),
    element("span", { class: "quiet" }, word("sinceTime", { time: moment(use.began) }))), tag(useOf(use), "using")))));

// MARK: - By app and by service

/** Seven bars without words. */
function spark(days) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 74 22", class: "spark", "aria-hidden": "true" })) made.setAttribute(key, value);
  const most = Math.max(1, ...days);
  days.forEach((count, index) => {
    if (count === 0) return;
    const bar = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const tall = Math.max(2, Math.round(20 * count / most));
    for (const [key, value] of Object.entries({ x: index * 11, y: 22 - tall, width: 8, height: tall, rx: 1.5 })) bar.setAttribute(key, value);
    made.append(bar);
  });
  return made;
}

/** One line: what it is, how often and how long it was, and when last. */
function summary({ count, days, milliseconds, last, running }) {
  const parts = [times(count), filter.day === undefined && milliseconds >= 1000 ? length(milliseconds) : null, running > 0 ? null : word("lastUsed", { time: moment(last) })];
  return [element("span", { class: "quiet" }, parts.filter(Boolean).join(" · ")), spark(days), running > 0 ? tag(word("inUseTag"), "using") : null];
}

const more = (change, redraw) => element("button", { class: "small", onclick() { choose(change, redraw); document.getElementById("each")?.scrollIntoView({ block: "start" }); } }, word("showEach"));

/** What is inside is made when somebody opens it: of hundreds of apps, few are. */
function row(key, sign, name, about, totals, inner) {
  const list = element("ul", { class: "lines inner" }, open.has(key) ? inner() : null);
  const opened = ({ target }) => {
    if (!target.open) return open.delete(key);
    open.add(key);
    if (!list.firstChild) list.append(...inner());
  };
  return element("li", {}, element("details", { open: open.has(key), ontoggle: opened },
    element("summary", { class: "use", id: "use-" + key }, icon("next", "turn"), sign, element("span", { class: "grow" }, element("span", { class: "name" }, name), element("span", { class: "quiet" }, about)),
      element("span", { class: "totals" }, summary(totals))),
    list));
}

const networkText = ({ hosts, refused }) => [word(hosts === 1 ? "oneHost" : "hosts", { count: number(hosts) }), refused > 0 ? word("refusedHits", { count: number(refused) }) : null].filter(Boolean).join(" · ");

function appRows(redraw) {
  return data.apps.map((app) => {
    const uses = app.uses.map((use) => ({ ...use, count: sum(use.days) })).filter(({ count }) => count > 0);
    const connections = sum(app.network);
    return { app, uses, connections, days: app.uses.reduce((all, use) => added(all, use.days), app.network), count: uses.reduce((all, { count }) => all + count, connections) };
  }).filter(({ app, count }) => count > 0 || app.refused > 0 && filter.day === undefined).map(({ app, uses, connections, days, count }) => () => row("app " + app.app, tile(app.app, app.name), app.name,
    [...uses.map(useOf), connections > 0 || app.refused > 0 ? networkText(app) : null].filter(Boolean).join(", "),
    { count, days, milliseconds: 0, last: app.last, running: app.uses.some(({ running }) => running > 0) ? 1 : 0 },
    () => [...uses.map((use) => element("li", { class: "line" }, element("div", { class: "grow" }, element("span", { class: "name" }, useOf(use)), element("span", { class: "totals" }, summary(use))), more({ app: app.app, what: subject(use) }, redraw))),
      connections > 0 || app.refused > 0 ? element("li", { class: "line" }, element("div", { class: "grow" }, element("span", { class: "name" }, word("network")),
        element("span", { class: "quiet" }, `${word("contactsOf", { count: number(connections) })} · ${networkText(app)}`)), more({ app: app.app, what: "network" }, redraw)) : null,
      element("li", { class: "line" }, app.uses.some(isOfProgram) ? element("p", { class: "note" }, word("pretendable"))
        : element("a", { href: "#privacy/app/" + encodeURIComponent(app.app) }, word("whatItMay", { app: app.name })))].filter(Boolean)));
}

function serviceRows(redraw) {
  const found = new Map();
  for (const app of data.apps) {
    for (const use of app.uses) {
      const known = found.get(subject(use)) ?? { use, days: Array(dayCount).fill(0), milliseconds: 0, last: 0, running: 0, apps: [] };
      found.set(subject(use), { ...known, days: added(known.days, use.days), milliseconds: known.milliseconds + use.milliseconds, last: Math.max(known.last, use.last),
        running: known.running + use.running, apps: [...known.apps, { app, ...use }] });
    }
  }
  return [...found].map(([key, service]) => ({ key, ...service, count: sum(service.days) })).filter(({ count }) => count > 0).sort((one, two) => two.count - one.count).map(({ key, use, apps, ...totals }) => () =>
    row("service " + key, icon("privacy", "sign"), useOf(use), few(apps.filter(({ days }) => sum(days) > 0).map(({ app }) => app.name)), totals,
      () => apps.map((own) => ({ ...own, count: sum(own.days) })).filter(({ count }) => count > 0).map((own) => element("li", { class: "line" }, tile(own.app.app, own.app.name),
        element("div", { class: "grow" }, element("span", { class: "name" }, own.app.name), element("span", { class: "totals" }, summary(own))), more({ app: own.app.app, what: key }, redraw)))));
}

function useCard(redraw) {
  const choice = (name, text) => element("button", { id: "by-" + name, "aria-pressed": String(order === name), onclick() { order = name; redraw(); } }, text);
  const rows = order === "apps" ? appRows(redraw) : serviceRows(redraw);
  return card(word("usesTitle"), element("div", { class: "row segments", role: "group", "aria-label": word("usesTitle") }, choice("apps", word("byApp")), choice("services", word("byService"))),
    rows.length > 0 ? growingOf(word("usesTitle"), rows, (make) => make(), "", 50) : element("p", { class: "quiet" }, word(filter.day === undefined ? "noAccesses" : "nothingThatDay")));
}

// MARK: - Hosts, and each access

function hostCard() {
  const draw = (host) => element("li", { class: "line" }, element("div", { class: "grow" }, element("span", { class: "name" }, host.domain || word("otherHosts")), element("span", { class: "quiet" }, few(host.apps))),
    element("span", { class: "row" }, host.tracker ? tag(word("tracker"), "none") : null, host.refused > 0 ? tag(word("refusedHits", { count: number(host.refused) }), "none") : null, element("span", { class: "amount" }, number(host.hits))));
  return card(word("domains"), element("p", { class: "quiet" }, word("domainsText")),
    growing(word("domains"), async (from) => { const { total, hosts } = await api.accessHosts(filter, from); return { total, rows: hosts }; }, draw, word("noDomains")));
}

function eventLine(event) {
  const isHost = event.domain !== undefined;
  const isCounted = isHost || event.secret !== undefined;
  const kept = (event.ended ?? data.now) - event.began;
  const about = isHost ? [event.hits > 0 ? word("contactsOf", { count: number(event.hits) }) : null, event.refused > 0 ? word("refusedHits", { count: number(event.refused) }) : null]
    : isCounted ? [times(event.hits)] : [kept >= 1000 ? length(kept) : null, event.ended === null ? word("goesOn") : null];
  return element("li", { class: "line" }, tile(event.app, event.name), element("div", { class: "grow" }, element("span", { class: "name" }, isHost ? event.domain || word("otherHosts") : isCounted ? event.secret || word("otherPasswords") : useOf(event)),
    element("span", { class: "quiet" }, [event.name, ...about].filter(Boolean).join(" · "))), element("time", { class: "quiet", datetime: new Date(event.began).toISOString() }, moment(isCounted ? event.ended ?? event.began : event.began)));
}

function eventCard() {
  const made = card(word("eachAccess"), growing(word("eachAccess"), async (from) => { const { total, events } = await api.accessEvents(filter, from); return { total, rows: events }; }, eventLine, word("noAccesses")));
  made.id = "each";
  return made;
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
      typed: data.apps.length > 0 ? word("eraseWord") : null,
      run: () => turn(false, redraw),
    });
  });
  return card(null, element("ul", { class: "lines" },
    line(element("label", { for: "record" }, word("record")), word("recordText"), input),
    data.on ? line(word("exportReport"), word("exportText"), element("button", { onclick: () => save(redraw) }, word("export"))) : null));
}

// MARK: - The page

export function reportPage({ status, accesses, inUse, redraw }) {
  const key = JSON.stringify([accesses, status.state]);
  if (asked !== key) load(key, redraw);
  const complain = failure ? part(failure, () => element("p", { class: "note bad", role: "alert" }, failure)) : null;
  if (!data) return [complain ?? part("loading", () => element("p", { class: "quiet", role: "status" }, word("loading")))];
  if (!(document.querySelector("#each .scroll")?.scrollTop > 0)) listed = accesses;
  const isFiltered = filter.day !== undefined || filter.app || filter.what;
  return [
    complain,
    data.on ? null : part("off", () => empty("report", word("reportOff"), word("reportOffText"), element("button", { class: "main", onclick: () => turn(true, redraw) }, word("turnOn")))),
    ...data.on && data.apps.length === 0 ? [part("nothing", () => empty("report", word("noAccesses"), word("noAccessesText")))] : [],
    ...data.on && data.apps.length > 0 ? [
      inUse.length > 0 ? part([inUse, "now"], () => inUseCard(inUse)) : null,
      part([data, filter.day, "tiles"], tiles),
      part([data.uses, data.connections, filter.day, new Date(data.now).toDateString()], () => dayCards(redraw)),
      isFiltered ? part([filter, data.apps], () => chips(redraw)) : null,
      part([data.apps, filter.day, order], () => useCard(redraw)),
      part([data.hosts, data.connections, data.refused, filter.day, filter.app, "hosts"], hostCard),
      part([listed, filter, "each"], eventCard),
    ] : [],
    data.on ? part([data.on, data.apps.length > 0, "switch"], () => switchCard(redraw)) : null,
  ];
}
