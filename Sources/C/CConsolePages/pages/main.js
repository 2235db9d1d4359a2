// SPDX-License-Identifier: Apache-2.0
// Draws the page that the address names, anew whenever something changes. What is typed is kept, but for passcodes.

import * as api from "./api.js";
import { element, empty, icon, part } from "./elements.js";
import { filesPage, leaveFiles } from "./files.js";
import { kind, overviewPage } from "./overview.js";
import { forgetPasswords, passwordsPage } from "./passwords.js";
import { developersPage } from "./developers.js";
import { forgetPictures, leaveLockScreen, lockScreenPage } from "./lockscreen.js";
import { leavePrivacy, privacyHeading, privacyPage, privacyTitle } from "./privacy.js";
import { leaveReport, reportPage } from "./report.js";
import { requestsPage, showAlert } from "./requests.js";
import { securityPage } from "./security.js";
import { closeSheet, complaint } from "./sheet.js";
import { choose, language, word } from "./words.js";

const pages = {
  overview: overviewPage, requests: requestsPage, privacy: privacyPage, report: reportPage, lockscreen: lockScreenPage,
  passwords: passwordsPage, files: filesPage, security: securityPage, developers: developersPage,
};
const place = (id) => document.getElementById(id);
const known = { status: null, instance: null, check: null, requests: [], answers: 0, accesses: 0, widgetSettings: 0, files: 0, items: 0 };
let isIdle = false;
let isErased = false;
/** Of the console's own process nothing is known: "lost" until it answers again, "ended" for good. */
let absence = null;
let drawn = [];

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
  place("links").querySelector("[aria-current]").scrollIntoView({ inline: "center", block: "nearest" });
}

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

const erasedPage = () => empty("quiet", word("erased"), word("erasedText"), element("code", {}, "bailey up"));

// MARK: - Pages

function parts(name) {
  if (isErased) return [part("erased", erasedPage)];
  if (isIdle) return [part("idle", idlePage)];
  const title = name === "privacy" && address()[1] ? privacyTitle(address().slice(1)) : word(name);
  const heading = part(title, () => title === word(name) ? element("h1", {}, title) : privacyHeading(title));
  const context = { ...known, path: address().slice(1), redraw: draw, forget, erased: () => { isErased = true; forget(); draw(); } };
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
  const name = focused.dataset.path ? `[data-path="${CSS.escape(focused.dataset.path)}"]` : focused.id ? "#" + focused.id : null;
  if (name) document.querySelector(name)?.focus();
}

/** What the passcode opened leaves the page. */
function forget() {
  forgetPasswords();
  forgetPictures();
  closeSheet();
  for (const field of document.querySelectorAll("input[type=password]")) field.value = "";
}

function draw() {
  document.documentElement.lang = language;
  document.title = `Bailey · ${word(current())}`;
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
    badge.textContent = word(known.status.state);
    badge.className = "badge " + kind(known.status.state);
  }
  drawPage();
  showAlert(place("alert"), isIdle || isErased || absence ? [] : known.requests);
}

function complain(text) {
  place("banner").hidden = !text;
  place("banner").textContent = text ?? "";
}

function hear(event) {
  // Before anything says that it is locked, nothing of what the lock closes is left in the page.
  if (!event?.status || event.status.state !== "unlocked" && known.status?.state === "unlocked") forget();
  absence = event ? null : "lost";
  isIdle = Boolean(event?.idle);
  if (event && !isIdle && !event.status) complain(isErased ? null : word("noConnection"));
  else complain(null);
  if (event && !event.idle) Object.assign(known, event);
  // A new instance is in the place of the erased one.
  if (event?.status) isErased = false;
  draw();
}

place("language").value = language;
place("language").addEventListener("change", (event) => { choose(event.target.value); draw(); });
addEventListener("hashchange", () => { forget(); leaveFiles(); leavePrivacy(); leaveReport(); leaveLockScreen(); drawn = []; draw(); place("page").focus({ preventScroll: true }); scrollTo(0, 0); });
addEventListener("pagehide", forget);
addEventListener("resize", () => place("links").querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" }));

/** Of requests that take long: nothing is lost yet, and the page says that it waits. */
addEventListener("slow", ({ detail }) => {
  if (detail) complain(word("slow"));
  else if (place("banner").textContent === word("slow")) complain(null);
});

/**
 * Loading this address again would show the pages of whoever has the port then, so the window leaves it: for a text that is
 * nowhere but here.
 */
addEventListener("ended", () => {
  absence = "ended";
  forget();
  complain(null);
  draw();
  location.replace(URL.createObjectURL(new Blob([word("endedText")], { type: "text/plain; charset=utf-8" })));
});

const expired = () => complain(word("noSession"));
try {
  known.status = await api.begin();
} catch (refusal) {
  if (refusal.status === 423) isIdle = true;
  else if (refusal.status === 401 || refusal.status === 403) known.refused = true;
  else complain(word("noConnection"));
}
draw();
// What `bailey bench console` measures.
performance.mark("interactive");
if (absence) draw();
else if (known.refused) expired();
else api.listen(hear, expired);
