// SPDX-License-Identifier: Apache-2.0
// The extension's background script, given as the only argument, in the place of a browser: of a page that offers a sign-in the person
// presses the extension's button twice, and the page then gives it up. Prints what Bailey is told, a line each.
import { pathToFileURL } from "node:url";

const listeners = () => {
  const all = [];
  return { addListener: (body) => all.push(body), tell: (...words) => all.forEach((body) => body(...words)) };
};
const native = { onMessage: listeners(), onDisconnect: listeners(), postMessage: ({ id, kind }) => console.log(kind, id) };
const [clicked, connected] = [listeners(), listeners()];
globalThis.navigator ??= { language: "en" };
globalThis.chrome = {
  action: { onClicked: clicked, setBadgeText: async () => {}, setTitle: async () => {} },
  runtime: { connectNative: () => native, onConnect: connected },
  tabs: { get: async () => ({ active: true }) },
  webNavigation: {},
};
await import(pathToFileURL(process.argv[2]));

const document = {
  sender: { origin: "https://example.org", tab: { id: 1 }, frameId: 0 }, onMessage: listeners(), onDisconnect: listeners(),
  postMessage: () => {},
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
connected.tell(document);
document.onMessage.tell({ kind: "get", number: 1, options: {}, conditional: true });
clicked.tell({ id: 1 });
clicked.tell({ id: 1 });
await settled();
clicked.tell({ id: 1 });
await settled();
// A second one would be refused, as there is a question already.
native.onMessage.tell({ id: 2, error: "NotAllowedError" });
document.onMessage.tell({ kind: "cancel", number: 1 });
await settled();
