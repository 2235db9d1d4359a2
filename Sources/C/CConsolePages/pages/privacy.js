// SPDX-License-Identifier: Apache-2.0
// What apps may have: by service, and by app. What is taken back counts at once.

import * as api from "./api.js";
import { choice as list, offerUndo } from "./choice.js";
import { back, card, element, empty, icon, line, part, tag, tile } from "./elements.js";
import { growing, growingOf } from "./growing.js";
import { heldCard } from "./held.js";
import { lookAt, useOf } from "./report.js";
import { complaint, sheet } from "./sheet.js";
import { date, language, moment, named, number, times, word } from "./words.js";

const signs = {
  Location: "place", LocationButton: "place", PreciseLocation: "place", TemporaryPreciseLocation: "place", Camera: "camera", Microphone: "microphone", ScreenCapture: "screen", Photos: "picture", PhotosAdd: "picture",
  AddressBook: "people", Calendar: "calendar", Reminders: "calendar", BluetoothAlways: "radio", LocalNetwork: "world",
  MediaLibrary: "file", UserTracking: "world", UserNotification: "bell", SystemPolicyAppData: "app", Motion: "report",
};
const sign = (service) => signs[service] ?? (service.startsWith("SystemPolicy") ? "folder" : "privacy");
/** Parts of the location, which are found with it. */
const finer = ["PreciseLocation", "TemporaryPreciseLocation", "LocationButton"];
const grants = ["allowed", "limited", "writeOnly", "whileInUse", "provisional", "provisionalAlways"];
/** Of answers: those that let the app have something now. */
const counts = (row) => grants.includes(row.answer) && (row.condition === "counts" || row.condition === "once");

let data = null;
let failure = "";
let loadFailure = "";
/** What was asked for last: answers as of this count, or the app's page. */
let asked = null;
let details = null;
/** What apps used in the last days, where an app's page shows it. */
let used = null;
/** What apps use at this moment. */
let inUse = [];

async function load(key, identifier, redraw) {
  asked = key;
  try {
    const found = await api.privacy();
    const app = identifier && found.apps.some((app) => app.identifier === identifier) ? await api.app(identifier) : null;
    // Where that cannot be told, the page is there without it.
    const uses = app ? await api.accesses().catch(() => null) : null;
    if (asked !== key) return;
    [data, details, used, loadFailure] = [found, app, uses, ""];
  } catch (refusal) {
    if (asked === key) loadFailure = complaint(refusal);
  }
  redraw();
}

/** When the page is entered again, what it shows is read again. */
export const leavePrivacy = () => {
  asked = null;
  failure = "";
};

// MARK: - Names

const appOf = (identifier) => data.apps.find((app) => app.identifier === identifier);
const nameOf = (client) => appOf(client)?.name ?? (data.answers.find((row) => row.client === client)?.name || client.split("/").pop());
/** As people count: 2 before 10. */
const byName = (one, two) => nameOf(one).localeCompare(nameOf(two), language, { numeric: true });
/** Those who have an answer for a service, or say that they want one. */
const clientsOf = (service) => [...new Set([
  ...data.answers.filter((row) => row.service === service).map((row) => row.client),
  ...data.apps.filter((app) => app.asks.includes(service)).map((app) => app.identifier),
])].sort(byName);

/** What an answer means, in words: what was said, and why it may not count. */
function says(row) {
  if (!row) return word("notAsked");
  const policy = row.reason !== "mdmPolicy" ? "" : ` · ${data.policyName ? word("byPolicy", { policy: data.policyName }) : word("bySomePolicy")}`;
  const text = word("answer." + row.answer) + policy;
  return row.condition === "counts" ? text : `${text} · ${word("condition." + row.condition)}`;
}

/** By what a client is held to an answer, as the server's table has it. */
const enforcementOf = (service, client) => client.startsWith("/") ? "outside"
  : appOf(client)?.enforcement[service] ?? data.services.find(({ name }) => name === service)?.enforcement ?? "frameworks";
const held = (enforcement) => !["frameworks", "bypassed", "outside"].includes(enforcement);

const usesOf = (client) => inUse.filter(({ app }) => app === client).map((use) => tag(word("usesNow", { service: useOf(use) }), "using"));

function tags(row, client, service) {
  return [
    row && counts(row) && row.condition === "once" ? tag(word("onceTag"), "none") : null,
    row?.answer === "empty" ? tag(word("emptyTag"), "none") : null,
    row?.condition === "needsApprovalAgain" ? tag(word("approveAgain"), "none") : null,
    held(enforcementOf(service, client)) ? null : tag(word("notEnforced"), "none"),
  ].filter(Boolean);
}

// MARK: - Changing

async function attempt(body, redraw) {
  failure = "";
  try { await body(); } catch (refusal) { failure = complaint(refusal); }
  asked = null;
  redraw();
  return !failure;
}

const done = { ask: "doneAsk", deny: "doneDeny", empty: "doneEmpty", allow: "doneAllow" };

/** What was there before is chosen as anything is: to allow takes the passcode. */
function sayDone(choice, service, client, before, context) {
  offerUndo(word(done[choice], { app: nameOf(client), service: word("service." + service) }), () =>
    setAnswer(before, service, client, data.answers.find((row) => row.client === client && row.service === service), choice, context));
}

function setAnswer(choice, service, client, row, before, context) {
  const { status, redraw } = context;
  const change = async (body) => { if (await attempt(body, redraw)) sayDone(choice, service, client, before, context); };
  if (choice === "ask") return change(() => api.resetAccess(service, client));
  if (choice === "deny" || choice === "empty") {
    const refuse = () => change(() => choice === "empty" ? api.emptyAccess(service, client) : api.denyAccess(service, client));
    if (!row || !counts(row) || !appOf(client)?.running) return refuse();
    return sheet({
      title: word("revokeAsk", { app: nameOf(client), service: word("service." + service) }), action: word("revoke"), danger: true,
      body: [element("p", {}, word("revokeRuns", { app: nameOf(client) }))],
      run: refuse,
    });
  }
  const enforcement = enforcementOf(service, client);
  sheet({
    title: word("grantAsk", { app: nameOf(client), service: word("service." + service) }), action: word("choice.allow"),
    body: [element("p", { class: "quiet" }, word(client.startsWith("/") ? "grantPath" : "grantText")),
      ["frameworks", "bypassed", "absent"].includes(enforcement) ? element("p", { class: "quiet" }, word("enforcement." + enforcement)) : null].filter(Boolean),
    fields: status.passcode ? [{ label: word("passcode") }] : [],
    async run(passcode = "") {
      await api.grantAccess(service, client, passcode);
      asked = null;
      redraw();
      sayDone("allow", service, client, before, context);
    },
  });
}

function chooser(service, client, row, label, context) {
  const now = !row ? "ask" : row.answer === "denied" ? "deny" : row.answer === "empty" ? "empty" : counts(row) ? "allow" : "ask";
  const special = now === "allow" && row.answer !== "allowed" ? word("answer." + row.answer) : null;
  const { empty, available } = data.services.find(({ name }) => name === service) ?? {};
  return list({
    now, "aria-label": label, id: `access-${service}-${client}`,
    disabled: row?.reason === "mdmPolicy" && row.condition === "counts",
    choose: (value) => setAnswer(value, service, client, row, now, context),
    options: [["ask", word("ask")], ["deny", word("choice.deny")], ...empty ? [["empty", word("choice.empty")]] : [],
      ...available === false ? [] : [["allow", special ?? word("choice.allow")]]],
  });
}

// MARK: - All services, all apps

function serviceRow({ name }) {
  const clients = clientsOf(name);
  const granted = data.answers.filter((row) => row.service === name && counts(row)).length;
  return element("li", {}, element("a", { class: "item", href: "#privacy/service/" + name }, icon(sign(name), "sign"),
    element("span", {}, element("span", { class: "name" }, word("service." + name)),
      element("span", { class: "quiet" }, clients.length === 0 ? word("nobodyAsks") : word("grantedOf", { granted, count: clients.length }))),
    icon("next", "next")));
}

/** Whether an app may use a service now. */
const isGranted = (service, client) => data.answers.some((row) => row.service === service && row.client === client && counts(row));
/** A part of the location that an app may use without the location itself, as by a button, is not looked for there. */
const isAlone = (part) => data.answers.some((row) => row.service === part && counts(row) && !isGranted("Location", row.client));

function overview() {
  const services = data.services.filter(({ name }) => !finer.includes(name) || isAlone(name));
  const used = services.filter(({ name }) => clientsOf(name).length > 0);
  const unused = services.filter(({ name }) => clientsOf(name).length === 0);
  const clients = [...new Set([...data.apps.map((app) => app.identifier), ...data.answers.map((row) => row.client)])]
    .sort(byName);
  const list = (services) => element("ul", { class: "lines" }, services.map(serviceRow));
  return [
    data.policy ? element("p", { class: "note calm" }, word("policyThere")) : null,
    clients.length === 0 ? empty("privacy", word("noApps"), word("noAppsText"), element("code", {}, "bailey app install APP")) : card(word("services"),
      used.length > 0 ? list(used) : element("p", { class: "quiet" }, word("nothingAsked")),
      element("details", {}, element("summary", {}, word("otherServices", { count: unused.length })), list(unused))),
    clients.length === 0 ? null : appsCard(clients),
  ];
}

/** Which text was looked for among the apps. */
let wanted = "";
const fewApps = 8;

function appRow(client) {
  const [app, granted] = [appOf(client), data.answers.filter((row) => row.client === client && counts(row))];
  return element("li", {}, element("a", { class: "item", href: "#privacy/app/" + encodeURIComponent(client) }, tile(client, nameOf(client)),
    element("span", {}, element("span", { class: "name" }, nameOf(client)),
      element("span", { class: "quiet" }, granted.length > 0 ? granted.map((row) => word("service." + row.service)).join(", ") : word("hasNothing"))),
    ...usesOf(client), app?.running ? tag(word("runs"), "complete") : null, client.startsWith("/") ? tag(word("notEnforced"), "none") : null, icon("next", "next")));
}

function appsCard(clients) {
  const place = element("div", {});
  const count = element("p", { class: "quiet small", role: "status" });
  function look() {
    const text = wanted.trim().toLowerCase();
    const found = clients.filter((client) => nameOf(client).toLowerCase().includes(text) || client.toLowerCase().includes(text));
    if (clients.length > fewApps) count.textContent = word("shownOf", { shown: number(found.length), total: number(clients.length) });
    place.replaceChildren(growingOf(word("apps"), found, appRow, word("nothingFound")));
  }
  look();
  const search = clients.length > fewApps ? element("input", {
    type: "search", id: "app-search", placeholder: word("search"), "aria-label": word("search"), value: wanted,
    oninput(event) { wanted = event.target.value; look(); },
  }) : null;
  return card(word("apps"), search, search ? count : null, place);
}

// MARK: - One service

function servicePage(service, context) {
  const clients = clientsOf(service.name);
  const rows = clients.map((client) => {
    const row = data.answers.find((row) => row.client === client && row.service === service.name);
    return element("li", { class: "line" }, tile(client, nameOf(client)),
      element("div", { class: "grow" }, element("a", { class: "name", href: "#privacy/app/" + encodeURIComponent(client) }, nameOf(client)),
        element("span", { class: "quiet" }, says(row)), element("span", { class: "row" }, tags(row, client, service.name))),
      chooser(service.name, client, row, word("accessOf", { app: nameOf(client), service: word("service." + service.name) }), context));
  });
  return [card(null, element("div", { class: "state small" }, icon(sign(service.name), "calm"),
    element("div", {}, element("p", {}, word("serviceText", { operation: word("operation." + service.name) })),
      element("p", { class: "quiet" }, word("enforcement." + service.enforcement)))),
  service.inSettings ? element("p", { class: "note calm" }, word("onlyHere")) : null,
  service.available ? null : element("p", { class: "note calm" }, word("notAvailableHere"))),
  service.name === "Location" ? card(null, element("ul", { class: "lines" }, data.services.filter(({ name }) => finer.includes(name)).map(serviceRow))) : null,
  card(word("apps"), rows.length > 0 ? element("ul", { class: "lines" }, rows) : element("p", { class: "quiet" }, word("nobodyAsks")))];
}

// MARK: - One app

function appPage(client, context) {
  const app = appOf(client);
  const row = (name, value) => value ? [element("dt", {}, word(name)), element("dd", {}, value)] : [];
  const services = [...new Set([...(app?.asks ?? []), ...data.answers.filter((row) => row.client === client).map((row) => row.service)])];
  const purposes = details?.purposes ?? [];
  const doubt = data.answers.find((row) => row.client === client && row.look !== "plain")?.look;
  const isWithin = (service) => finer.includes(service) && services.includes("Location");
  const answerOf = (service) => data.answers.find((row) => row.client === client && row.service === service);
  const accessRow = (service) => {
    const answer = answerOf(service);
    const purpose = purposes.find((purpose) => purpose.service === service);
    // What is asked for once, or by a button, has a row when there is an answer.
    const inner = service === "Location" ? services.filter((part) => isWithin(part) && (part === "PreciseLocation" || answerOf(part))) : [];
    return element("li", {}, element("div", { class: "line" }, isWithin(service) ? null : icon(sign(service), "sign"),
      element("div", { class: "grow" }, element("span", { class: "name" }, word("service." + service)), element("span", { class: "quiet" }, says(answer),
        answer?.changed ? ` · ${date(answer.changed)}` : ""),
      purpose ? element("span", { class: "purpose" }, "“", purpose.text, "”") : null,
      element("span", { class: "row" }, tags(answer, client, service))),
      chooser(service, client, answer, word("accessOf", { app: nameOf(client), service: word("service." + service) }), context)),
    inner.length > 0 ? element("ul", { class: "lines inner" }, inner.map(accessRow)) : null);
  };
  const outer = services.filter((service) => !isWithin(service));
  const has = (service) => [service, ...service === "Location" ? services.filter(isWithin) : []].some((one) => { const row = answerOf(one); return row && counts(row); });
  const asks = app?.asks ?? services;
  const groups = [["accessGranted", outer.filter(has)], ["accessAsked", outer.filter((service) => !has(service) && asks.includes(service))]];
  const undeclared = outer.filter((service) => !has(service) && !asks.includes(service));
  const list = (some) => element("ul", { class: "lines" }, some.map(accessRow));
  const access = services.length === 0 ? [element("p", { class: "quiet" }, word("asksNothing"))] : [
    ...groups.filter(([, some]) => some.length > 0).flatMap(([title, some]) => [element("h3", {}, word(title)), list(some)]),
    undeclared.length > 0 ? element("details", {}, element("summary", {}, word("accessUndeclared", { count: undeclared.length })), list(undeclared)) : null,
    enforcementText(services, client),
    data.answers.some((row) => row.client === client && row.reason !== "mdmPolicy") ? element("div", { class: "row" }, element("button", { onclick: () => askToReset(client, context) }, word("resetAll") + "…")) : null,
  ];
  return [
    card(null, element("div", { class: "state small" }, tile(client, nameOf(client), "large"),
      element("div", {}, element("p", {}, [client, details?.version].filter(Boolean).join(" · ")),
        element("span", { class: "row" }, usesOf(client), app?.running ? tag(word("runs"), "complete") : null, client.startsWith("/") ? tag(word("notEnforced"), "none") : null))),
    doubt ? element("p", { class: "note" }, word(doubt + "Name")) : null,
    client.startsWith("/") ? element("p", { class: "note" }, word("pathText")) : null),
    card(word("access"), ...access),
    used ? useCard(client) : null,
    details ? heldCard(client, nameOf(client), details.places, (isGone) => {
      asked = null;
      if (isGone) location.hash = "privacy";
      else context.redraw();
    }) : null,
    details ? card(word("signature"), element("div", { class: "state small" }, icon(details.signature.adHoc ? "warning" : "certificate", details.signature.adHoc ? "wait" : "good"),
      element("div", {}, element("p", { class: "name" }, details.signature.adHoc ? word("adHoc") : details.signature.signer), element("p", { class: "quiet" }, word(details.signature.adHoc ? "adHocText" : "signedText")))),
    element("dl", {}, details.signature.adHoc ? [] : row("team", details.signature.team), row("seal", element("code", {}, details.signature.seal)))) : null,
    details ? labelCard(details.label) : null,
    details?.entitlements.length ? card(null, element("details", {}, element("summary", {}, word("entitlements", { count: details.entitlements.length })),
      element("dl", {}, details.entitlements.flatMap(({ key, value }) => [element("dt", {}, element("code", {}, key)), element("dd", {}, value)])))) : null,
  ];
}

/** By what the answers are held, each sentence once. */
function enforcementText(services, client) {
  const found = new Map();
  for (const service of services) found.set(enforcementOf(service, client), [...found.get(enforcementOf(service, client)) ?? [], word("service." + service)]);
  return element("details", {}, element("summary", {}, word("enforcementTitle")), element("dl", {}, [...found].flatMap(([enforcement, names]) =>
    [element("dt", {}, names.join(", ")), element("dd", {}, word("enforcement." + enforcement))])));
}

function askToReset(client, context) {
  sheet({
    title: word("resetAsk", { app: nameOf(client) }), body: [element("p", {}, word("resetText"))], action: word("resetAll"), danger: true,
    run: () => attempt(async () => {
      for (const row of data.answers.filter((row) => row.client === client && row.reason !== "mdmPolicy")) await api.resetAccess(row.service, client);
    }, context.redraw),
  });
}

/** What it used in the last seven days, where that is written down. */
function useCard(client) {
  const own = used.apps.find(({ app }) => app === client);
  const sum = (days) => days.reduce((one, two) => one + two, 0);
  if (!used.on) return card(word("report"), element("p", { class: "quiet" }, word("reportOff")), element("a", { href: "#report" }, word("show")));
  if (!own) return card(word("report"), element("p", { class: "quiet" }, word("noUse")));
  return card(word("report"), element("ul", { class: "lines" },
    own.uses.map((use) => line(useOf(use), `${times(sum(use.days))} · ${word("lastUsed", { time: moment(use.last) })}`, use.running > 0 ? tag(word("inUseTag"), "using") : null)),
    own.hosts > 0 ? line(word("network"), [word("contactsOf", { count: number(sum(own.network)) }), word(own.hosts === 1 ? "oneHost" : "hosts", { count: number(own.hosts) }), own.refused > 0 ? word("refusedHits", { count: number(own.refused) }) : null].filter(Boolean).join(" · ")) : null),
  own.hosts > 0 ? hostsOf(client, own.hosts) : null,
  element("a", { href: "#report", onclick: () => lookAt({ app: client }) }, word("report")));
}

/** Whom it contacted, asked for when somebody looks. */
function hostsOf(client, count) {
  const place = element("div", {});
  const draw = (host) => line(host.domain || word("otherHosts"), `${word("contactsOf", { count: number(host.hits) })}${host.refused > 0 ? ` · ${word("refusedHits", { count: number(host.refused) })}` : ""}`, host.tracker ? tag(word("tracker"), "none") : null);
  return element("details", {
    ontoggle({ target }) {
      if (!target.open || place.firstChild) return;
      place.append(growing(word("domains"), async (from) => { const { total, hosts } = await api.accessHosts({ app: client }, from); return { total, rows: hosts }; }, draw, word("noDomains")));
    },
  }, element("summary", {}, word(count === 1 ? "oneHost" : "hosts", { count: number(count) })), place);
}

function labelCard(label) {
  if (!label) return card(word("privacyLabel"), element("p", { class: "quiet" }, word("noLabel")));
  return card(word("privacyLabel"), element("p", { class: "quiet" }, word("labelText")),
    element("ul", { class: "lines" },
      line(word("labelTracking"), label.tracking ? label.domains.join(", ") || word("yes") : word("no")),
      label.collected.map((entry) => line(named("data." + entry.type, entry.title), [entry.linked ? word("linked") : null, entry.tracking ? word("forTracking") : null, ...entry.purposes.map((name) => named("purpose." + name, name))].filter(Boolean).join(" · "))),
      label.collected.length === 0 ? line(word("collectsNothing")) : null,
      label.accessed.map((entry) => line(word("usesAPI", { name: named("api." + entry.type, entry.type) }), entry.reasons.join(", ")))));
}

// MARK: - The page

/** Of a service or an app: its name, which is known once its data are there. */
export const privacyTitle = ([view, name]) => view === "service" ? word("service." + name) : data ? nameOf(name) : name;

/** The name, and the way back. */
export const privacyHeading = (title) => element("div", {}, back("#privacy", word("privacy")), element("h1", {}, title));

export function privacyPage(context) {
  const { answers, apps, path, redraw, status } = context;
  inUse = context.inUse;
  const [view, name] = path;
  const key = JSON.stringify([answers, apps, path]);
  if (asked !== key) load(key, view === "app" ? name : null, redraw);
  const text = failure || loadFailure;
  const complain = text ? part(text, () => element("p", { class: "note bad", role: "alert" }, text)) : null;
  if (!data) return [complain ?? part("loading", () => element("p", { class: "quiet", role: "status" }, word("loading")))];
  const service = view === "service" ? data.services.find((service) => service.name === name) : null;
  const isApp = view === "app" && name;
  const shown = isApp && details?.identifier !== name ? null : details;
  const build = () => element("div", { class: "page" }, service ? servicePage(service, context) : isApp ? appPage(name, context) : overview());
  return [complain, part([data, isApp ? [shown, used?.apps.find(({ app }) => app === name)] : null, inUse, status.passcode, path], build)];
}
