// SPDX-License-Identifier: Apache-2.0
// Draws the page that the address names, anew whenever something changes. What is typed is kept, but for passcodes.

import * as api from "./api.js";
import { begun } from "./begin.js";
import { forgetUndo } from "./choice.js";
import { element, empty, icon, part } from "./elements.js";
import { filesPage, leaveFiles } from "./files.js";
import { kind, overviewPage } from "./overview.js";
import { forgetPasswords, passwordsPage } from "./passwords.js";
import { forgetPasskeys, passkeysPage } from "./passkeys.js";
import { developersPage } from "./developers.js";
import { forgetPictures, leaveLockScreen, lockScreenPage } from "./lockscreen.js";
import { leavePrivacy, privacyHeading, privacyPage, privacyTitle } from "./privacy.js";
import { leaveReport, reportPage, useOf } from "./report.js";
import { requestsPage, showAlert } from "./requests.js";
import { leaveSecrets } from "./secrets.js";
import { securityPage } from "./security.js";
import { closeSheet, complaint, sheet } from "./sheet.js";
import { leaveWelcome, welcomePage } from "./welcome.js";
import { choose, language, word } from "./words.js";

const pages = {
  overview: overviewPage, requests: requestsPage, privacy: privacyPage, report: reportPage, lockscreen: lockScreenPage,
  passwords: passwordsPage, passkeys: passkeysPage, files: filesPage, security: securityPage, developers: developersPage, welcome: welcomePage,
};
const place = (id) => document.getElementById(id);
const known = { status: null, instance: null, check: null, requests: [], inUse: [], answers: 0, apps: 0, accesses: 0, widgetSettings: 0, files: 0, items: 0, passkeys: 0, secrets: 0 };
let isIdle = false;
/** How many programs ask while the console is idle, which is told nothing else of them. */
let askingWhileIdle = 0;
/** Bailey does not run, or does not answer: what is known of it is how it was. */
let isStopped = false;
let isErased = false;
/** Of the console's own process nothing is known: "lost" until it answers again, "ended" for good. */
let absence = null;
let drawn = [];
/** The name of what the banner says. */
let complained = null;

/** The page that the address names, and the place in it. */
const address = () => location.hash.slice(1).split("/").map(decodeURIComponent);
const current = () => Object.hasOwn(pages, address()[0]) ? address()[0] : "overview";

function drawLinks() {
  const now = JSON.stringify([current(), language, known.requests.length]);
  if (place("links").dataset.now === now) return;
  place("links").dataset.now = now;
  place("links").replaceChildren(...Object.keys(pages).map((name) => element("li", {},
    element("a", { href: "#" + name, "aria-current": name === current() ? "page" : undefined }, icon(name), element("span", {}, word(name)),
      name === "requests" && known.requests.length > 0 ? element("span", { class: "count" }, String(known.requests.length)) : null))));
  place("menu").replaceChildren(icon(current()), element("span", { class: "grow" }, word(current())), icon("next", "turn"));
  place("menu").setAttribute("aria-label", `${word("pages")}: ${word(current())}`);
}

/** On narrow screens the pages are a menu, which goes once one is chosen. */
const showMenu = (isOpen) => place("menu").setAttribute("aria-expanded", String(isOpen));
place("menu").addEventListener("click", () => showMenu(place("menu").getAttribute("aria-expanded") === "false"));
place("links").addEventListener("click", ({ target }) => { if (target.closest("a")) showMenu(false); });
document.querySelector("nav").addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || place("menu").getAttribute("aria-expanded") === "false") return;
  showMenu(false);
  place("menu").focus();
});

/** On every page: what apps use at this moment. */
function drawInUse(uses) {
  const badge = place("inuse");
  badge.hidden = uses.length === 0;
  if (badge.hidden) return;
  const text = uses.length === 1 ? `${uses[0].name}: ${useOf(uses[0])}` : word("inUseSome", { count: uses.length });
  badge.title = uses.map((use) => `${use.name}: ${useOf(use)}`).join(", ");
  badge.setAttribute("aria-label", `${word("inUse")}: ${badge.title}`);
  badge.replaceChildren(element("span", { class: "dot", "aria-hidden": "true" }), element("span", { class: "long" }, text), element("span", { class: "short" }, String(uses.length)));
}

/** On every page: to lock, or to unlock. */
function drawLock() {
  const button = place("lock");
  const state = known.status?.state;
  button.hidden = isIdle || isErased || isStopped || absence !== null || !known.status?.passcode;
  if (button.hidden) return;
  const text = word(state === "unlocked" ? "lock" : "unlock");
  if (button.getAttribute("aria-label") === text) return;
  button.setAttribute("aria-label", text);
  button.title = text;
  button.replaceChildren(icon(state === "unlocked" ? "locked" : "unlocked"));
}

place("lock").addEventListener("click", async () => {
  if (known.status?.state !== "unlocked") {
    return sheet({ title: word("unlock"), fields: [{ label: word("passcode") }], action: word("unlock"), run: (passcode) => api.unlock(passcode) });
  }
  place("lock").disabled = true;
  // What is shown of secrets leaves the page before the keys go.
  forget();
  try { await api.lock(); } finally { place("lock").disabled = false; }
});
// The address names pages: what is skipped to has no address.
place("skip").addEventListener("click", (event) => {
  event.preventDefault();
  place("page").focus();
});

// MARK: - Instead of a page

function idlePage() {
  const message = element("p", { class: "bad", role: "alert" });
  const field = element("input", { type: "password", name: "passcode", autocomplete: "off" });
  return empty("locked", word("idle"), word("idleText"), element("form", {
    async onsubmit(event) {
      event.preventDefault();
      const passcode = field.value;
      field.value = "";
      try {
        await api.resume(passcode);
        isIdle = false;
        draw();
      } catch (refusal) {
        message.textContent = complaint(refusal);
        field.focus();
      }
    },
  }, element("label", { class: "field" }, word("passcode"), field), message, element("button", { class: "main" }, word("goOn"))));
}

const askingNote = (count) => element("p", { class: "note wait", role: "status" }, element("strong", {}, word(count === 1 ? "oneAsks" : "someAsk", { count })), " · ", word("goOnToSee"));

const erasedPage = () => empty("quiet", word("erased"), word("erasedText"), element("code", {}, "bailey up"));

// MARK: - Pages

function parts(name) {
  if (isErased) return [part("erased", erasedPage)];
  // Apart, so that a passcode that is half typed stays.
  if (isIdle) return [part("idle", idlePage), askingWhileIdle > 0 ? part(askingWhileIdle, () => askingNote(askingWhileIdle)) : null].filter(Boolean);
  const title = name === "privacy" && address()[1] ? privacyTitle(address().slice(1)) : word(name);
  const heading = part(title, () => title === word(name) ? element("h1", {}, title) : privacyHeading(title));
  const status = isStopped ? { ...known.status, state: "stopped" } : known.status;
  const context = { ...known, status, path: address().slice(1), redraw: draw, forget, erased: () => { isErased = true; forget(); draw(); } };
  return [heading, ...pages[name](context).filter(Boolean)];
}

/** Builds anew the parts whose data have changed; the focus stays where it was. */
function drawPage() {
  const wanted = parts(current()).map(({ data, build }) => ({ key: JSON.stringify([location.hash, language, data, build.name]), build }));
  const focused = document.activeElement;
  const next = wanted.map(({ key, build }, index) => drawn[index]?.key === key ? drawn[index] : { key, node: build() });
  if (next.length === drawn.length && next.every((made, index) => made === drawn[index])) return;
  next.forEach(({ node }, index) => {
    const now = place("page").children[index];
    if (now !== node) now ? now.replaceWith(node) : place("page").append(node);
  });
  while (place("page").children.length > next.length) place("page").lastChild.remove();
  drawn = next;
  if (focused.isConnected) return;
  // Ids are made of names, with all that is in those.
  const again = focused.dataset.path ? document.querySelector(`[data-path="${CSS.escape(focused.dataset.path)}"]`)
    : focused.id ? document.getElementById(focused.id) : null;
  again?.focus();
}

/** What the passcode opened leaves the page. */
function forget() {
  forgetPasswords();
  forgetPasskeys();
  forgetPictures();
  closeSheet();
  forgetUndo();
  for (const field of document.querySelectorAll("input[type=password]")) field.value = "";
}

function draw() {
  document.documentElement.lang = language;
  const asking = isErased || absence || isStopped ? 0 : isIdle ? askingWhileIdle : known.requests.length;
  // Seen where the window is not: among tabs, and in the list of programs.
  document.title = (asking > 0 ? `(${asking}) ` : "") + `Bailey · ${word(current())}`;
  (asking > 0 ? navigator.setAppBadge?.(asking) : navigator.clearAppBadge?.())?.catch(() => {});
  place("asking").hidden = asking === 0;
  place("asking").textContent = asking === 0 ? "" : word(asking === 1 ? "oneAsks" : "someAsk", { count: asking });
  for (const text of document.querySelectorAll("[data-word]")) text.textContent = word(text.dataset.word);
  // What is half typed is still there when the console is.
  place("frame").hidden = absence !== null;
  place("lost").hidden = absence === null;
  place("lost").textContent = absence ? word(absence + "Text") : "";
  drawLinks();
  if (!known.status && !isIdle && !isErased) return;
  const badge = place("badge");
  badge.hidden = isIdle || isErased || absence !== null;
  if (!badge.hidden) {
    const state = isStopped ? "stopped" : known.status.state;
    badge.textContent = word(state);
    badge.className = "badge " + kind(state);
  }
  drawLock();
  drawInUse(isIdle || isErased || isStopped || absence ? [] : known.inUse);
  drawPage();
  showAlert(place("alert"), isIdle || isErased || isStopped || absence ? [] : known.requests);
}

/** By the word's name: the language can be changed while it stands there. */
function complain(name) {
  complained = name;
  place("banner").hidden = !name;
  place("banner").textContent = name ? word(name) : "";
}

function hear(event) {
  // Before anything says that it is locked, nothing of what the lock closes is left in the page.
  // An idle page has nothing of that: what is half typed there stays.
  if (!event?.status && !(isIdle && event?.idle) || event?.status && event.status.state !== "unlocked" && known.status?.state === "unlocked") forget();
  absence = event ? null : "lost";
  isIdle = Boolean(event?.idle);
  askingWhileIdle = event?.asking ?? 0;
  isStopped = Boolean(event && !isIdle && !event.status && !isErased);
  if (event && !isIdle && !event.status) complain(isErased ? null : "noConnection");
  else complain(null);
  if (event && !event.idle) Object.assign(known, event);
  // A new instance is in the place of the erased one.
  if (event?.status) isErased = false;
  draw();
}

place("language").value = language;
place("language").addEventListener("change", (event) => { choose(event.target.value); complain(complained); draw(); });
addEventListener("hashchange", () => { forget(); leaveFiles(); leavePrivacy(); leaveReport(); leaveSecrets(); leaveLockScreen(); leaveWelcome(); drawn = []; draw(); place("page").focus({ preventScroll: true }); scrollTo(0, 0); });
addEventListener("pagehide", forget);

/** Of requests that take long: nothing is lost yet, and the page says that it waits. */
addEventListener("slow", ({ detail }) => {
  if (detail) complain("slow");
  else if (complained === "slow") complain(null);
});

/**
 * Loading this address again would show the pages of whoever has the port then, so the window leaves it: for a text that is
 * nowhere but here.
 */
function leave() {
  absence = "ended";
  forget();
  complain(null);
  draw();
  location.replace(URL.createObjectURL(new Blob([word("endedText")], { type: "text/plain; charset=utf-8" })));
}
addEventListener("ended", leave);
// The first request may have been answered by somebody else before this file was there.
if (api.hasEnded) leave();

const expired = () => complain("noSession");
try {
  known.status = await begun;
} catch (refusal) {
  if (refusal.status === 423) isIdle = true;
  else if (refusal.status === 401 || refusal.status === 403) known.refused = true;
  else complain("noConnection");
}
draw();
// What `bailey bench console` measures.
performance.mark("interactive");
if (absence) draw();
else if (known.refused) expired();
else api.listen(hear, expired);
