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

  /// Whether the policy of the pages around this document lets it ask, as the browser says here, where the page cannot speak for it. A
  /// new passkey takes a click there, too.
  const mayInside = (kind) => {
    if (kind !== "get" && kind !== "create") return false;
    const policy = document.featurePolicy;
    if (!policy?.allowsFeature(`publickey-credentials-${kind}`)) return false;
    return kind === "get" || isActive();
  };

  /// Whether the person has just clicked or typed in this document.
  const isActive = () => navigator.userActivation?.isActive === true;

  document.addEventListener("bailey-passkey-request", (event) => {
    try {
      const { kind, number, options, immediate, conditional } = JSON.parse(event.detail);
      if (!port) connect();
      port.postMessage({ kind, number, options, immediate, conditional, mayInside: mayInside(kind), activation: isActive() });
    } catch {
      // The extension was removed or renewed: the page goes on with the browser's own dialogue.
      document.dispatchEvent(new CustomEvent("bailey-passkey-answer", { detail: JSON.stringify({ lost: true }) }));
    }
  });
})();
