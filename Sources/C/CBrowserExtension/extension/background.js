// SPDX-License-Identifier: Apache-2.0
// Passes requests of pages to `bailey-browser`, with the origin that the browser states, and its answers back. Nothing is kept. Who is
// asked, and what there is to choose from, is Bailey's: nothing of that comes here.
import { words } from "./words.js";

const api = globalThis.browser ?? globalThis.chrome;
const HOST = "bailey.browser";
/// Of one document.
const MOST_REQUESTS = 4;
/// Of all documents of one tab: what `bailey-browser` takes at one time is for the other tabs, too.
const MOST_OF_TAB = 8;
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
  // An offer that comes to nothing stays one.
  if (request.isOffer && !reply.credential && reply.error !== "SecurityError") return;
  try {
    request.port.postMessage({ number: request.number, ...reply });
  } catch {
    // The document is gone.
  }
};

const connect = () => {
  if (native) return native;
  const port = api.runtime.connectNative(HOST);
  port.onMessage.addListener((message) => {
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

const cancel = (id) => native?.postMessage({ id, kind: "cancel" });

/// A page that nobody looks at asks nobody: the browser's own dialogue refuses it, too.
const isShown = async ({ tab }) => (await api.tabs.get(tab.id)).active;

// MARK: Offers

/// Requests of pages that ask nobody until the person wants to sign in with a passkey: by the extension's button in the browser's
/// own frame, which no page can cover, press or hide.
const offers = new Set();

const showOffers = (tab) => {
  const isThere = [...offers].some((offer) => offer.tab === tab);
  // The tab may be gone.
  api.action.setBadgeText({ tabId: tab, text: isThere ? "1" : "" })?.catch?.(() => {});
};

const takeBack = (isMeant) => {
  for (const offer of [...offers]) {
    if (!isMeant(offer)) continue;
    offers.delete(offer);
    showOffers(offer.tab);
  }
};

api.action.onClicked.addListener(({ id }) => {
  for (const offer of offers) if (offer.tab === id) offer.begin();
});

// In the language of the browser, which the manifest does not know.
api.action.setTitle({ title: words.button });

// MARK: Frames

/// The origin of the whole tab where a document around this one has another origin than it; null where none has.
const topOrigin = async ({ tab, frameId, origin }) => {
  let [frame, isAlone, top] = [frameId, true, null];
  while (frame !== 0) {
    const { parentFrameId } = await api.webNavigation.getFrame({ tabId: tab.id, frameId: frame });
    const parent = await api.webNavigation.getFrame({ tabId: tab.id, frameId: parentFrameId });
    top = new URL(parent.url).origin;
    if (top !== origin) isAlone = false;
    frame = parentFrameId;
  }
  return isAlone ? null : top;
};

// MARK: Related origins (WebAuthn Level 3, 5.11)

const MOST_RELATED_BYTES = 256 * 1024;
const MOST_RELATED = 256;
const RELATED_MILLISECONDS = 5000;

const isHost = (host, identifier) => host === identifier || host.endsWith("." + identifier);

const boundedText = async ({ body }) => {
  const reader = body.getReader();
  const [parts, decoder] = [[], new TextDecoder()];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts.join("") + decoder.decode();
    size += value.length;
    if (size > MOST_RELATED_BYTES) throw await reader.cancel();
    parts.push(decoder.decode(value, { stream: true }));
  }
};

/// Which relying party a request names: of all that a page may write into its options the member that counts, and no other.
const namedParty = ({ kind, options }) => (kind === "create" ? options.rp?.id : options.rpId);

/// The origins that a relying party lists as its own, where the page is none of its hosts, as members of what `bailey-browser` is told.
/// It looks whether they count, and whether they are of the relying party that it is asked for.
const relatedOrigins = async (origin, request) => {
  const identifier = namedParty(request);
  if (typeof identifier !== "string" || isHost(new URL(origin).hostname, identifier)) return {};
  // What is no plain name is refused there. An address, or a name without a dot, is a machine of the person's own network: nobody asks it.
  if (!/^[a-z0-9._-]{1,253}$/.test(identifier) || !/\.[a-z][a-z0-9-]*$/.test(identifier)) return {};
  try {
    const response = await fetch(`https://${identifier}/.well-known/webauthn`, {
      // Each step of a redirection would have to be `https`, which cannot be seen from here; nor does a page choose the address.
      credentials: "omit", referrerPolicy: "no-referrer", redirect: "error", cache: "no-store",
      signal: AbortSignal.timeout(RELATED_MILLISECONDS),
    });
    const type = response.headers.get("content-type")?.split(";")[0].trim().toLowerCase();
    if (!response.ok || type !== "application/json" || !response.url.startsWith("https://")) return {};
    const { origins } = JSON.parse(await boundedText(response));
    const related = origins.filter((text) => typeof text === "string" && text.length <= 512).slice(0, MOST_RELATED);
    return related.length === 0 ? {} : { related, relatedTo: identifier };
  } catch {
    return {};
  }
};

// MARK: Documents

api.runtime.onConnect.addListener((port) => {
  const { sender } = port;
  const known = new Map();
  let isOpen = true;
  let [beginning, signalling] = [0, 0];

  const begin = async (request) => {
    const back = (reply) => { if (isOpen) port.postMessage({ number: request.number, ...reply }); };
    if (request.options === null || typeof request.options !== "object") return back({ browser: true });
    note(sender.origin, request.options);
    if (beginning >= MOST_REQUESTS) return back({ error: "NotAllowedError" });
    beginning += 1;
    try {
      if (!sender.origin || sender.origin === "null" || !sender.tab || !(await isShown(sender))) return back({ browser: true });
      const top = await topOrigin(sender);
      // A document inside one of another origin may ask only where the page's policy says so.
      if (top !== null && request.mayInside !== true) return back({ browser: true });
      if (JSON.stringify(request.options).length > MOST_CHARACTERS) return back({ browser: true });
      const related = await relatedOrigins(sender.origin, request);
      if (!isOpen) return;
      const open = [...requests.values()].map((other) => other.port);
      const isFull = open.filter((other) => other === port).length >= MOST_REQUESTS
        || open.filter((other) => other.sender?.tab.id === sender.tab.id).length >= MOST_OF_TAB;
      if (isFull) return back({ error: "NotAllowedError" });
      // The page may have given it up meanwhile, and the person may have pressed the button twice: one question is enough, and one that is
      // given up is to be found.
      const before = known.get(request.number);
      if (before === "given up" || requests.has(before)) return;
      const id = ++count;
      known.set(request.number, id);
      requests.set(id, { port, number: request.number, isOffer: request.conditional === true });
      connect().postMessage({
        id, kind: request.kind, origin: sender.origin, options: request.options,
        ...(top === null ? {} : { topOrigin: top }), ...related,
        ...(request.immediate === true ? { immediate: true } : {}),
        ...(request.activation === true ? { activation: true } : {}),
      });
    } catch {
      back({ browser: true });
    } finally {
      beginning -= 1;
    }
  };

  const end = (number) => {
    takeBack((offer) => offer.port === port && offer.number === number);
    const id = known.get(number);
    known.set(number, "given up");
    if (!requests.delete(id)) return;
    cancel(id);
  };

  port.onMessage.addListener((request) => {
    if (request.kind === "cancel") end(request.number);
    else if (request.kind === "signal") signal(request);
    else if (request.kind === "get" && request.conditional === true) offer(request);
    else if (request.kind === "create" || request.kind === "get") begin(request);
  });

  const offer = (request) => {
    if (!sender.tab || [...offers].filter((other) => other.port === port).length >= MOST_REQUESTS) return;
    const tab = sender.tab.id;
    offers.add({ port, number: request.number, tab, begin: () => begin({ ...request, activation: true }) });
    showOffers(tab);
  };

  /// What a site says of its accounts. Nobody is asked, and nothing is answered.
  const signal = async ({ options }) => {
    if (signalling >= MOST_REQUESTS) return;
    signalling += 1;
    try {
      if (!sender.origin || sender.origin === "null" || JSON.stringify(options).length > MOST_CHARACTERS) return;
      if ((await topOrigin(sender)) !== null) return;
      const related = await relatedOrigins(sender.origin, { kind: "signal", options });
      connect().postMessage({ id: ++count, kind: "signal", origin: sender.origin, ...related, options });
    } catch {
      // Bailey is not there.
    } finally {
      signalling -= 1;
    }
  };

  port.onDisconnect.addListener(() => {
    isOpen = false;
    takeBack((offer) => offer.port === port);
    for (const [id, request] of [...requests]) {
      if (request.port !== port) continue;
      requests.delete(id);
      cancel(id);
    }
  });
});

// MARK: Pages that the script cannot reach

/// Requests that came by a script: one that is left to the browser comes again by way of `webAuthenticationProxy`, and nobody is asked twice.
const seen = new Set();
const MOST_SEEN = 256;
/// A challenge may be as long as a page likes.
const MOST_OF_CHALLENGE = 512;
const mark = (origin, { challenge }) => `${origin} ${typeof challenge === "string" ? challenge.slice(0, MOST_OF_CHALLENGE) : ""}`;

const note = (origin, options) => {
  if (seen.size >= MOST_SEEN) seen.delete(seen.values().next().value);
  seen.add(mark(origin, options));
};

/// Chromium says of such a request which origin it has, and nothing of its document. It is answered where a page of that origin is looked at,
/// and none of it lies inside a page of another origin: that would have to be signed.
const tabsOf = async (origin) => {
  const found = [];
  let isLookedAt = false;
  for (const tab of await api.tabs.query({})) {
    const frames = (await api.webNavigation.getAllFrames({ tabId: tab.id })) ?? [];
    const top = frames.find(({ frameId }) => frameId === 0);
    const isOf = ({ url }) => URL.canParse(url) && new URL(url).origin === origin;
    if (!top || !frames.some(isOf)) continue;
    if (!isOf(top)) return [];
    // What is between the two may be another one's.
    if (frames.some((frame) => isOf(frame) && frame.parentFrameId > 0 && !frames.some((other) => other.frameId === frame.parentFrameId && isOf(other)))) return [];
    isLookedAt ||= tab.active;
    found.push(tab.id);
  }
  return isLookedAt ? found : [];
};

const proxy = api.webAuthenticationProxy;
/// By Chromium's number.
const proxied = new Map();

const serveProxied = (kind, complete) => async ({ requestId, requestDetailsJson }) => {
  const end = ({ credential, error, message }) => {
    proxied.delete(requestId);
    const reply = credential ? { responseJson: JSON.stringify(credential) } : { error: { name: error ?? "NotAllowedError", message: message ?? "" } };
    complete({ requestId, ...reply })?.catch?.(() => {});
  };
  const request = { id: null, tabs: [], end };
  proxied.set(requestId, request);
  try {
    const options = JSON.parse(requestDetailsJson);
    const { origin } = options.extensions.remoteDesktopClientOverride;
    delete options.extensions.remoteDesktopClientOverride;
    const wantsOther = ["security-key", "hybrid"].includes(options.hints?.[0])
      || options.authenticatorSelection?.authenticatorAttachment === "cross-platform";
    if (wantsOther || seen.has(mark(origin, options)) || proxied.size > MOST_REQUESTS || JSON.stringify(options).length > MOST_CHARACTERS) return end({});
    request.tabs = await tabsOf(origin);
    if (request.tabs.length === 0) return end({});
    const related = await relatedOrigins(origin, { kind, options });
    if (!proxied.has(requestId)) return;
    request.id = ++count;
    requests.set(request.id, { port: { postMessage: end }, number: requestId, isOffer: false });
    connect().postMessage({ id: request.id, kind, origin, options, ...related });
  } catch {
    end({});
  }
};

const giveUp = (request) => {
  requests.delete(request.id);
  if (request.id !== null) cancel(request.id);
};

/// Whose page it was is not known: all of that origin's are taken back.
const endOfTab = (tab) => {
  for (const request of [...proxied.values()]) {
    if (!request.tabs.includes(tab)) continue;
    giveUp(request);
    request.end({});
  }
};

const setProxy = async (isOn) => {
  await api.storage.local.set({ proxy: isOn });
  const failure = await (isOn ? proxy.attach() : proxy.detach());
  if (isOn && failure) await api.storage.local.set({ proxy: false });
  return failure;
};

if (proxy) {
  proxy.onCreateRequest.addListener(serveProxied("create", (reply) => proxy.completeCreateRequest(reply)));
  proxy.onGetRequest.addListener(serveProxied("get", (reply) => proxy.completeGetRequest(reply)));
  proxy.onIsUvpaaRequest.addListener(({ requestId }) => proxy.completeIsUvpaaRequest({ requestId, isUvpaa: true }));
  proxy.onRequestCanceled.addListener((requestId) => {
    const request = proxied.get(requestId);
    if (!request) return;
    proxied.delete(requestId);
    giveUp(request);
  });
  api.webNavigation.onCommitted.addListener(({ tabId, frameId }) => { if (frameId === 0) endOfTab(tabId); });
  api.tabs.onRemoved.addListener(endOfTab);
  // From the page of settings alone: pages have no way to send this, and content scripts have a tab's address.
  api.runtime.onMessage.addListener((message, { id, url }, answer) => {
    if (id !== api.runtime.id || url !== api.runtime.getURL("options.html") || typeof message?.proxy !== "boolean") return false;
    setProxy(message.proxy).then((failure) => answer({ failure }), (error) => answer({ failure: String(error) }));
    return true;
  });
  api.storage.local.get("proxy").then(({ proxy: isOn }) => { if (isOn === true) proxy.attach(); });
}
