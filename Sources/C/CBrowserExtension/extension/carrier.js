// SPDX-License-Identifier: Apache-2.0
// Carries what the page's script asks to the extension, over one port for this document: the browser says there whose port it
// is, and closes it when the document goes. What the page says of itself is not passed on.
(() => {
  const api = globalThis.browser ?? globalThis.chrome;
  let port = null;

  const connect = () => {
    port = api.runtime.connect({ name: "document" });
    port.onMessage.addListener((answer) => {
      document.dispatchEvent(new CustomEvent("bailey-passkey-answer", { detail: JSON.stringify(answer) }));
    });
    port.onDisconnect.addListener(() => {
      port = null;
      document.dispatchEvent(new CustomEvent("bailey-passkey-answer", { detail: JSON.stringify({ lost: true }) }));
    });
  };

  document.addEventListener("bailey-passkey-request", (event) => {
    try {
      const request = JSON.parse(event.detail);
      if (!port) connect();
      port.postMessage(request);
    } catch {
      // The extension was removed or renewed: the page goes on with the browser's own dialogue.
      document.dispatchEvent(new CustomEvent("bailey-passkey-answer", { detail: JSON.stringify({ lost: true }) }));
    }
  });
})();
