// SPDX-License-Identifier: Apache-2.0
// How the page knows the console's process: by a secret that came with the address, and that is never sent. Whoever has the port
// when that process is gone can read what is sent there, and answers without a code that fits.

const fragment = new URLSearchParams(location.hash.slice(1));
const secret = fragment.get("secret") ?? localStorage.getItem("secret");

const encoder = new TextEncoder();
const bytes = (hexadecimal) => Uint8Array.from(hexadecimal.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexadecimal = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const hmac = (raw) => crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
const purpose = async (name) => new Uint8Array(await crypto.subtle.sign("HMAC", await hmac(bytes(secret)), encoder.encode(name)));

/** Both are made once. Without a secret there are none, and nothing is asked. */
const keys = secret ? {
  answers: purpose("bailey-console answers").then(hmac),
  requests: purpose("bailey-console requests").then((raw) => crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt"])),
} : null;

export const hasSecret = keys !== null;

/** The secret stays with this address, for windows that are opened later, until the console ends. */
export const keepSecret = () => localStorage.setItem("secret", secret);
export function forgetSecret() {
  if (localStorage.getItem("secret") === secret) localStorage.clear();
}

const random = (count) => crypto.getRandomValues(new Uint8Array(count));
export const newNonce = () => hexadecimal(random(16));

/** Whether the answer to the request with this nonce is from the process that has the secret. */
export async function isProved(nonce, response, content) {
  const head = encoder.encode(`${nonce}\n${response.status}\n`);
  const message = new Uint8Array(head.length + content.length);
  message.set(head);
  message.set(content, head.length);
  return crypto.subtle.verify("HMAC", await keys.answers, bytes(response.headers.get("X-Bailey-Proof") ?? ""), message);
}

const lengthSize = 4;
const step = 256;

/** What a request says, for that process alone. Its length is hidden: how long a passcode is is a part of it. */
export async function sealed(nonce, text) {
  const content = encoder.encode(text);
  const padded = new Uint8Array(Math.ceil((lengthSize + content.length) / step) * step);
  new DataView(padded.buffer).setUint32(0, content.length);
  padded.set(content, lengthSize);
  const iv = random(12);
  const key = { name: "AES-GCM", iv, additionalData: encoder.encode(nonce) };
  const encrypted = new Uint8Array(await crypto.subtle.encrypt(key, await keys.requests, padded));
  padded.fill(0);
  content.fill(0);
  const body = new Uint8Array(iv.length + encrypted.length);
  body.set(iv);
  body.set(encrypted, iv.length);
  return body;
}
