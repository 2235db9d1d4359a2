// SPDX-License-Identifier: Apache-2.0
// All that is said to the console's process. Each request carries a word that only this page knows, so that no other
// page can have the browser ask.

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

async function fetched(method, path, body) {
  let response;
  // A stream has no end to wait for.
  const timer = path === "/api/events" ? 0 : setTimeout(() => say(true), slowMilliseconds);
  const headers = { "X-Bailey-CSRF": csrf };
  if (isTouched()) [headers["X-Bailey-Person"], told] = ["yes", performance.now()];
  try {
    response = await fetch(path, { method, body, cache: "no-store", credentials: "same-origin", headers });
  } catch {
    throw new Refusal(503, { error: "notRunning" });
  } finally {
    clearTimeout(timer);
    say(false);
  }
  const isText = response.headers.get("Content-Type")?.startsWith("application/json");
  if (!response.ok) throw new Refusal(response.status, isText ? await response.json() : {});
  return response;
}

async function ask(method, path, body) {
  const response = await fetched(method, path, body);
  return response.status === 200 ? response.json() : {};
}

/** The token in the address is good once: it becomes a cookie, and leaves the address. */
export async function begin() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token) {
    history.replaceState(null, "", location.pathname + "#overview");
    csrf = (await ask("POST", "/api/session", token)).csrf;
    localStorage.setItem("csrf", csrf);
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
export const settings = ({ graceSeconds, eraseAfterTen }) => ask("POST", "/api/settings", `${graceSeconds} ${eraseAfterTen ? "yes" : "no"}`);
export const erase = () => ask("POST", "/api/erase", "erase");
export const prove = (number, passcode) => ask("POST", `/api/requests/${number}/prove`, passcode);
export const give = (number, password) => ask("POST", `/api/requests/${number}/give`, password);
export const choose = (number, choice) => ask("POST", `/api/requests/${number}/choose`, choice);
export const path = (number, path) => ask("POST", `/api/requests/${number}/path`, path);
export const look = (number, folder, typed) => ask("POST", `/api/requests/${number}/look`, `${folder}\n${typed}`);
export const cancel = (number) => ask("POST", `/api/requests/${number}/cancel`);
export const openPasswords = (passcode) => ask("POST", "/api/keychain/open", passcode);
export const passwords = () => ask("GET", "/api/keychain");
export const reveal = async (reference) => (await fetched("POST", "/api/keychain/reveal", reference)).text();
export const certificate = (reference) => ask("POST", "/api/keychain/certificate", reference);
export const remove = (reference) => ask("POST", "/api/keychain/delete", reference);
export const folder = (path) => ask("GET", "/api/files/" + path.map(encodeURIComponent).join("/"));
export const setClass = (path, name, everything) => ask("POST", "/api/files/class", `${name}\n${everything ? "everything" : "itself"}\n${path.join("/")}`);
export const containers = () => ask("GET", "/api/containers");
export const openFiles = () => ask("GET", "/api/open-files");
export const check = () => ask("POST", "/api/check");
export const privacy = () => ask("GET", "/api/privacy");
export const app = (identifier) => ask("GET", "/api/apps/" + encodeURIComponent(identifier));
export const emptyAccess = (service, app) => ask("POST", "/api/privacy/empty", `${service}\n${app}`);
export const denyAccess = (service, app) => ask("POST", "/api/privacy/deny", `${service}\n${app}`);
export const resetAccess = (service, app) => ask("POST", "/api/privacy/reset", `${service}\n${app}`);
export const grantAccess = (service, app, passcode) => ask("POST", "/api/privacy/grant", `${service}\n${app}\n${passcode}`);
export const accesses = () => ask("GET", "/api/accesses");
export const accessLog = (isOn) => ask("POST", "/api/accesses/log", isOn ? "on" : "off");
export const exportAccesses = async () => (await fetched("GET", `/api/accesses/export/${-new Date().getTimezoneOffset()}`)).blob();
export const widgets = () => ask("GET", "/api/widgets");
export const widgetSetting = (change) => ask("POST", "/api/widgets/settings", change);
export const explain = (text) => ask("POST", "/api/explain", text);
export const inspect = (path) => ask("POST", "/api/inspect", path);

const hexadecimal = (text) => [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const picture = async (path) => {
  const response = await fetched("GET", path);
  return response.status === 200 ? URL.createObjectURL(await response.blob()) : null;
};
/** Addresses of pictures, which are to be revoked when they are no longer shown. */
export const icon = (identifier) => picture(`/api/apps/${encodeURIComponent(identifier)}/icon`);
export const widget = (extension, kind, family, surface, appearance) =>
  picture(`/api/widgets/${encodeURIComponent(extension)}/${hexadecimal(kind)}/${family}/${surface}/${appearance}`);

/** Calls back with each event, and with `null` whenever the connection is lost; makes a new one by itself. */
export async function listen(hear, refused) {
  for (;;) {
    try {
      const response = await fetched("GET", "/api/events");
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const events = (text + part.value).split("\n\n");
        text = events.pop();
        for (const event of events) if (event.startsWith("data: ")) hear(JSON.parse(event.slice(6)));
      }
    } catch (refusal) {
      if (refusal.status === 401 || refusal.status === 403) return refused();
    }
    hear(null);
    await new Promise((done) => setTimeout(done, 1000));
  }
}
