// SPDX-License-Identifier: Apache-2.0
// The setting of the extension, with what it costs beside it.
const api = globalThis.browser ?? globalThis.chrome;

if (api.webAuthenticationProxy) {
  const input = document.getElementById("proxy");
  document.getElementById("absent").hidden = true;
  document.getElementById("setting").hidden = false;
  input.checked = (await api.storage.local.get("proxy")).proxy === true;
  input.onchange = async () => {
    const { failure } = await api.runtime.sendMessage({ proxy: input.checked });
    input.checked = input.checked && !failure;
    document.getElementById("state").textContent = failure ?? (input.checked ? "On." : "Off.");
  };
}
