// SPDX-License-Identifier: Apache-2.0
// The setting of the extension, with what it costs beside it.
import { language, words } from "./words.js";

const api = globalThis.browser ?? globalThis.chrome;

document.documentElement.lang = language;
for (const element of document.querySelectorAll("[data-words]")) element.textContent = words[element.dataset.words] ?? element.textContent;

if (api.webAuthenticationProxy) {
  const input = document.getElementById("proxy");
  document.getElementById("absent").hidden = true;
  document.getElementById("setting").hidden = false;
  input.checked = (await api.storage.local.get("proxy")).proxy === true;
  input.onchange = async () => {
    const { failure } = await api.runtime.sendMessage({ proxy: input.checked });
    input.checked = input.checked && !failure;
    document.getElementById("state").textContent = failure ?? (input.checked ? words.on : words.off);
  };
}
