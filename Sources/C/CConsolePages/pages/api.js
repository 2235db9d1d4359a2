// SPDX-License-Identifier: Apache-2.0
// All that is said to the console's process. Each request carries a word that only this page knows, so that no other
// page can have the browser ask; each answer a code that only that process can make, or it is none.

import { forgetSecret, hasSecret, isProved, keepSecret, newNonce, sealed } from "./proof.js";

let csrf = localStorage.getItem("csrf") ?? "";

export class Refusal extends Error {
  constructor(status, body) {
    super(body.error ?? String(status));
    this.status = status;
    this.body = body;
  }
}

/** Whether somebody has just touched the page: what it asks by itself keeps nobody signed in. */
let touched = -Infinity;
let told = 0;
const touchMilliseconds = 5000;
const isTouched = () => performance.now() - touched < touchMilliseconds;
for (const kind of ["pointerdown", "keydown", "wheel", "touchmove"]) {
  addEventListener(kind, () => {
    touched = performance.now();
    // Reading and typing are use too.
    if (touched - told > 60_000) overview().catch(() => {});
  }, { capture: true, passive: true });
}

const slowMilliseconds = 3000;
const say = (isSlow) => dispatchEvent(new CustomEvent("slow", { detail: isSlow }));

/** While no stream of events comes from the console, nothing is asked of whoever has its port. */
let isLost = false;
/** Somebody answered who is not the console, or nobody for long: the page is over. */
export let hasEnded = false;
function end() {
  hasEnded = true;
  forgetSecret();
  dispatchEvent(new Event("ended"));
}

const events = "/api/events";
/** How long the beginning of a stream may take. */
const streamMilliseconds = 3000;
const largestBody = 60_000;
const noConnection = () => new Refusal(503, { error: "notRunning" });

/** What came, its content too unless it is a stream. */
async function fetched(method, path, text) {
  if (!hasSecret) throw new Refusal(401, {});
  if (hasEnded || isLost && path !== events) throw noConnection();
  if (text && new Blob([text]).size > largestBody) throw new Refusal(413, {});
  const nonce = newNonce();
  const headers = { "X-Bailey-CSRF": csrf, "X-Bailey-Nonce": nonce };
  if (isTouched()) [headers["X-Bailey-Person"], told] = ["yes", performance.now()];
  const stop = new AbortController();
  // A stream has no end to wait for.
  const timer = path === events ? setTimeout(() => stop.abort(), streamMilliseconds) : setTimeout(() => say(true), slowMilliseconds);
  let response, content;
  try {
    const body = text ? await sealed(nonce, text) : undefined;
    response = await fetch(path, { method, body, cache: "no-store", credentials: "same-origin", headers, signal: stop.signal });
    content = path === events && response.ok ? new Uint8Array() : new Uint8Array(await response.arrayBuffer());
  } catch {
    throw noConnection();
  } finally {
    clearTimeout(timer);
    say(false);
  }
  if (!(await isProved(nonce, response, content))) {
    end();
    throw noConnection();
  }
  const type = response.headers.get("Content-Type") ?? "";
  if (!response.ok) throw new Refusal(response.status, type.startsWith("application/json") ? JSON.parse(decode(content)) : {});
  return { status: response.status, content, type, stream: response.body };
}

const decode = (content) => new TextDecoder().decode(content);

async function ask(method, path, body) {
  const { status, content } = await fetched(method, path, body);
  return status === 200 ? JSON.parse(decode(content)) : {};
}

/** The token in the address is good once: it becomes a cookie, and leaves the address. */
export async function begin() {
  const words = new URLSearchParams(location.hash.slice(1));
  const token = words.get("token");
  if (token) {
    history.replaceState(null, "", location.pathname + (words.get("page") === "welcome" ? "#welcome" : "#overview"));
    csrf = (await ask("POST", "/api/session", token)).csrf;
    localStorage.setItem("csrf", csrf);
    keepSecret();
  }
  return overview();
}

// A passcode is a request's whole body: no text that holds it is made on the way.
export const overview = () => ask("GET", "/api/overview");
export const lock = () => ask("POST", "/api/lock");
export const unlock = (passcode) => ask("POST", "/api/unlock", passcode);
export const resume = (passcode) => ask("POST", "/api/resume", passcode);
export const setPasscode = (passcode) => ask("POST", "/api/set-passcode", passcode);
export const changePasscode = (old, passcode) => ask("POST", "/api/change-passcode", `${old}\n${passcode}`);
export const settings = ({ graceSeconds, eraseAfterTen }, passcode = "") => ask("POST", "/api/settings", `${graceSeconds} ${eraseAfterTen ? "yes" : "no"}\n${passcode}`);
export const erase = (passcode = "") => ask("POST", "/api/erase", `erase\n${passcode}`);
export const unlockFor = (number, passcode) => ask("POST", `/api/requests/${number}/unlock`, passcode);
export const agree = (number) => ask("POST", `/api/requests/${number}/agree`);
export const prove = (number, passcode) => ask("POST", `/api/requests/${number}/prove`, passcode);
export const proveOnce = (number, passcode) => ask("POST", `/api/requests/${number}/prove-once`, passcode);
export const give = (number, password) => ask("POST", `/api/requests/${number}/give`, password);
export const choose = (number, choice) => ask("POST", `/api/requests/${number}/choose`, choice);
export const path = (number, path) => ask("POST", `/api/requests/${number}/path`, path);
export const look = (number, folder, typed) => ask("POST", `/api/requests/${number}/look`, `${folder}\n${typed}`);
export const pick = (number, place) => ask("POST", `/api/requests/${number}/pick`, String(place));
export const elsewhere = (number) => ask("POST", `/api/requests/${number}/elsewhere`);
export const cancel = (number) => ask("POST", `/api/requests/${number}/cancel`);
export const openPasswords = (passcode) => ask("POST", "/api/keychain/open", passcode);
/** Those that have a text, of classes or of all, from one on. */
export const passwords = (text, classes, from) => ask("GET", `/api/keychain/${text ? hexadecimal(text) : "-"}/${classes?.join(",") || "-"}/${from}`);
export const reveal = async (reference) => decode((await fetched("POST", "/api/keychain/reveal", reference)).content);
export const certificate = (reference) => ask("POST", "/api/keychain/certificate", reference);
export const passkeys = (passcode) => ask("POST", "/api/passkeys/list", passcode);
export const changePasskey = (operation, credential, name = "", passcode = "") => ask("POST", "/api/passkeys/change", `${operation} ${credential}\n${name}\n${passcode}`);
export const secrets = () => ask("GET", "/api/secrets");
export const forgetReader = (reader) => ask("POST", "/api/secrets/forget", reader);
export const secretAccess = (path, access) => ask("POST", "/api/secrets/access", `${path}\n${access}`);
/** What is null stays as it is. */
export const savePassword = ({ reference, title, site, account, comment }, secret) =>
  ask("POST", "/api/keychain/save", [reference ?? "-", ...[title, site, account, comment].map((text) => text === null ? "-" : hexadecimal(text)), secret].join("\n"));
export const remove = (reference) => ask("POST", "/api/keychain/delete", reference);
export const folder = (path, { text, order }, from) => ask("GET", `/api/files/${text ? hexadecimal(text) : "-"}/${order}/${from}/${path.map(encodeURIComponent).join("/")}`);
export const setClass = (path, name, everything) => ask("POST", "/api/files/class", `${name}\n${everything ? "everything" : "itself"}\n${path.join("/")}`);
export const containers = () => ask("GET", "/api/containers");
export const openFiles = () => ask("GET", "/api/open-files");
export const check = () => ask("POST", "/api/check");
export const privacy = () => ask("GET", "/api/privacy");
export const app = (identifier) => ask("GET", "/api/apps/" + encodeURIComponent(identifier));
export const held = (identifier) => ask("GET", `/api/apps/${encodeURIComponent(identifier)}/data`);
/** `part` is everything, app or data. */
export const removeApp = (identifier, part) => ask("POST", "/api/apps/remove", `remove\n${part}\n${identifier}`);
export const unshare = (identifier, path) => ask("POST", "/api/apps/unshare", `${identifier}\n${path}`);
export const exportData = (identifier) => ask("POST", "/api/apps/export", identifier);
export const emptyAccess = (service, app) => ask("POST", "/api/privacy/empty", `${service}\n${app}`);
export const denyAccess = (service, app) => ask("POST", "/api/privacy/deny", `${service}\n${app}`);
export const resetAccess = (service, app) => ask("POST", "/api/privacy/reset", `${service}\n${app}`);
export const grantAccess = (service, app, passcode) => ask("POST", "/api/privacy/grant", `${service}\n${app}\n${passcode}`);
/** Minutes east of Greenwich, by which days begin here. */
const zone = () => -new Date().getTimezoneOffset();
export const accesses = () => ask("GET", `/api/accesses/${zone()}`);
const filtered = ({ day, app, what }, from) => [day ?? "-", app ? hexadecimal(app) : "-", what ?? "-", from].join("/");
export const accessEvents = (filter, from) => ask("GET", `/api/accesses/${zone()}/events/${filtered(filter, from)}`);
export const accessHosts = ({ day, app }, from) => ask("GET", `/api/accesses/${zone()}/hosts/${filtered({ day, app }, from)}`);
export const accessLog = (isOn) => ask("POST", "/api/accesses/log", isOn ? "on" : "off");
export const exportAccesses = async () => blob(await fetched("GET", `/api/accesses/export/${zone()}`));
export const widgets = () => ask("GET", "/api/widgets");
export const widgetSetting = (change, passcode = "") => ask("POST", "/api/widgets/settings", `${change}\n${passcode}`);
export const widgetChoices = (extension, kind) => ask("GET", `/api/widgets/${encodeURIComponent(extension)}/${hexadecimal(kind)}/choices`);
export const chooseForWidget = (extension, kind, name, value) =>
  ask("POST", "/api/widgets/choose", [extension, hexadecimal(kind), name, value].join("\n"));
export const setup = () => ask("GET", "/api/setup");
export const setupStep = (name, direction) => ask("POST", "/api/setup/step", `${name}\n${direction}`);
/** The folders in a folder of this computer; in the home where none is named. */
export const places = (path) => ask("GET", "/api/places/" + path.split("/").filter(Boolean).map(encodeURIComponent).join("/"));
export const explain = (text) => ask("POST", "/api/explain", text);
export const inspect = (path) => ask("POST", "/api/inspect", path);

const hexadecimal = (text) => [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const blob = ({ content, type }) => new Blob([content], { type });
const picture = async (path) => {
  const answer = await fetched("GET", path);
  return answer.status === 200 ? URL.createObjectURL(blob(answer)) : null;
};
/** Addresses of pictures, which are to be revoked when they are no longer shown. */
export const icon = (identifier) => picture(`/api/apps/${encodeURIComponent(identifier)}/icon`);
/** `state` is `now`, or `locked` for what is seen while locked also while it is not. */
export const widget = (extension, kind, family, surface, appearance, state) =>
  picture(`/api/widgets/${encodeURIComponent(extension)}/${hexadecimal(kind)}/${family}/${surface}/${appearance}/${state}`);

const retryMilliseconds = 1000;
/** How often nobody answers before the page is over. */
const mostFailures = 10;

/** Calls back with each event, and with `null` whenever the connection is lost; makes a new one by itself. */
export async function listen(hear, refused) {
  for (let failures = 0; !hasEnded; failures += 1) {
    try {
      const { stream } = await fetched("GET", events);
      [isLost, failures] = [false, 0];
      const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const parts = (text + part.value).split("\n\n");
        text = parts.pop();
        for (const event of parts) if (event.startsWith("data: ")) hear(JSON.parse(event.slice(6)));
      }
    } catch (refusal) {
      if (refusal.status === 401 || refusal.status === 403) return refused();
    }
    if (hasEnded) return;
    isLost = true;
    hear(null);
    if (failures >= mostFailures) return end();
    await new Promise((done) => setTimeout(done, retryMilliseconds));
  }
}
