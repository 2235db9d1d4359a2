// SPDX-License-Identifier: Apache-2.0
// All that is said to the console's process. Each request carries a word that only this page knows, so that no other
// page can have the browser ask.

let csrf = sessionStorage.getItem("csrf") ?? "";

export class Refusal extends Error {
  constructor(status, body) {
    super(body.error ?? String(status));
    this.status = status;
    this.body = body;
  }
}

async function ask(method, path, body) {
  const response = await fetch(path, { method, body, cache: "no-store", credentials: "same-origin", headers: { "X-Bailey-CSRF": csrf } });
  const answer = response.headers.get("Content-Type")?.startsWith("application/json") ? await response.json() : {};
  if (!response.ok) throw new Refusal(response.status, answer);
  return answer;
}

/** The token in the address is good once: it becomes a cookie, and leaves the address. */
export async function begin() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token) {
    history.replaceState(null, "", location.pathname + "#overview");
    csrf = (await ask("POST", "/api/session", token)).csrf;
    sessionStorage.setItem("csrf", csrf);
  }
  return overview();
}

// A passcode is a request's whole body: no text that holds it is made on the way.
export const overview = () => ask("GET", "/api/overview");
export const lock = () => ask("POST", "/api/lock");
export const unlock = (passcode) => ask("POST", "/api/unlock", passcode);
export const prove = (number, passcode) => ask("POST", `/api/requests/${number}/prove`, passcode);
export const cancel = (number) => ask("POST", `/api/requests/${number}/cancel`);

/** Calls back with each event, and with `null` whenever the connection is lost; the browser makes a new one by itself. */
export function listen(hear) {
  const source = new EventSource("/api/events");
  source.onmessage = (event) => hear(JSON.parse(event.data));
  source.onerror = () => hear(null);
}
