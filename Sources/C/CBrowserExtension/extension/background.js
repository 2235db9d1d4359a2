// SPDX-License-Identifier: Apache-2.0
// Passes requests of pages to `bailey-browser`, with the origin that the browser states, and its answers back. Nothing is kept.
const api = globalThis.browser ?? globalThis.chrome;
const HOST = "bailey.browser";
/// Of one document.
const MOST_REQUESTS = 4;
/// Characters of what a page asks for: written in any way, that is less than `bailey-browser` reads.
const MOST_CHARACTERS = 80000;

let native = null;
let count = 0;
/// By the number under which `bailey-browser` knows a request.
const requests = new Map();

const answer = (id, reply) => {
  const request = requests.get(id);
  if (!request) return;
  requests.delete(id);
  close(request);
  try {
    request.port.postMessage({ number: request.number, ...reply });
  } catch {
    // The document is gone.
  }
};

const close = ({ window }) => {
  if (window !== undefined) api.windows.remove(window).catch(() => {});
};

const connect = () => {
  if (native) return native;
  const port = api.runtime.connectNative(HOST);
  port.onMessage.addListener((message) => {
    const request = requests.get(message.id);
    if (!request) return;
    if (message.choose) return choose(message.id, request, message.choose);
    if (message.locked) return;
    if (message.none) return answer(message.id, { browser: true });
    if (message.error) return answer(message.id, { error: message.error, message: message.message });
    answer(message.id, { credential: message.credential });
  });
  port.onDisconnect.addListener(() => {
    native = null;
    // Bailey is not there: the browser's own dialogue is.
    for (const id of [...requests.keys()]) answer(id, { browser: true });
  });
  native = port;
  return port;
};

/// In a window of the extension's own, which no page can cover or press.
const choose = async (id, request, passkeys) => {
  const page = api.runtime.getURL("choose.html") + "#" + encodeURIComponent(JSON.stringify({ id, origin: request.origin, passkeys }));
  try {
    const window = await api.windows.create({ url: page, type: "popup", width: 420, height: 480 });
    request.window = window.id;
    // The page may have gone in the meantime.
    if (!requests.has(id)) close(request);
  } catch {
    answer(id, { error: "NotAllowedError" });
  }
};

api.windows.onRemoved.addListener((closed) => {
  for (const [id, request] of requests) {
    if (request.window !== closed) continue;
    request.window = undefined;
    if (!request.isChosen) { cancel(id); answer(id, { error: "NotAllowedError" }); }
  }
});

api.runtime.onMessage.addListener((message, sender) => {
  // From the extension's own window alone.
  if (sender.origin !== undefined && !api.runtime.getURL("").startsWith(sender.origin)) return;
  if (sender.url === undefined || !sender.url.startsWith(api.runtime.getURL("choose.html"))) return;
  const request = requests.get(message.id);
  if (!request) return;
  if (message.browser) { cancel(message.id); return answer(message.id, { browser: true }); }
  request.isChosen = true;
  native?.postMessage({ id: message.id, kind: "choose", credential: message.credential });
});

const cancel = (id) => native?.postMessage({ id, kind: "cancel" });

/// A page that nobody looks at asks nobody: the browser's own dialogue refuses it, too.
const isShown = async ({ tab }) => (await api.tabs.get(tab.id)).active;

/// Every document around this one has its origin. Where that cannot be told, it has not.
const isAlone = async (sender) => {
  let frame = sender.frameId;
  while (frame !== 0) {
    const details = await api.webNavigation.getFrame({ tabId: sender.tab.id, frameId: frame });
    if (!details || details.parentFrameId < 0) return false;
    const parent = await api.webNavigation.getFrame({ tabId: sender.tab.id, frameId: details.parentFrameId });
    if (!parent || new URL(parent.url).origin !== sender.origin) return false;
    frame = details.parentFrameId;
  }
  return true;
};

api.runtime.onConnect.addListener((port) => {
  const { sender } = port;
  const known = new Map();
  let isOpen = true;

  port.onMessage.addListener(async (request) => {
    if (request.kind === "cancel") {
      const id = known.get(request.number);
      const open = requests.get(id);
      if (!open) return;
      requests.delete(id);
      close(open);
      cancel(id);
      return;
    }
    if (request.kind !== "create" && request.kind !== "get") return;
    const back = () => { if (isOpen) port.postMessage({ number: request.number, browser: true }); };
    try {
      if (!sender.origin || sender.origin === "null" || !(await isShown(sender)) || !(await isAlone(sender)) || !isOpen) return back();
      if (JSON.stringify(request.options).length > MOST_CHARACTERS) return back();
      const open = [...requests.values()].filter((other) => other.port === port).length;
      if (open >= MOST_REQUESTS) return port.postMessage({ number: request.number, error: "NotAllowedError" });
      const id = ++count;
      known.set(request.number, id);
      requests.set(id, { port, number: request.number, origin: sender.origin });
      connect().postMessage({ id, kind: request.kind, origin: sender.origin, options: request.options });
    } catch {
      back();
    }
  });

  port.onDisconnect.addListener(() => {
    isOpen = false;
    for (const [id, request] of [...requests]) {
      if (request.port !== port) continue;
      requests.delete(id);
      close(request);
      cancel(id);
    }
  });
});
