// SPDX-License-Identifier: Apache-2.0
// The accounts of one site, in a window of the extension's own.
const api = globalThis.browser ?? globalThis.chrome;
const { id, origin, passkeys } = JSON.parse(decodeURIComponent(location.hash.slice(1)));

document.querySelector("#site").textContent = origin;
for (const passkey of passkeys) {
  const button = document.createElement("button");
  const name = passkey.name || passkey.displayName || "An account without a name";
  button.textContent = name + (passkey.label ? ` (${passkey.label})` : "") + (passkey.isReplaced ? ", replaced" : "");
  button.addEventListener("click", () => api.runtime.sendMessage({ id, credential: passkey.credential }));
  document.querySelector("#accounts").append(button);
}
document.querySelector("#other").addEventListener("click", () => api.runtime.sendMessage({ id, browser: true }));
