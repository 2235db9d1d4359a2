// SPDX-License-Identifier: Apache-2.0
// The extension's background script, given as the only argument, in the place of a browser: a page with ten frames of its own asks in each of
// them, and so does a page in another tab. Prints how many of each tab Bailey is asked for, and how many are refused.
import { pathToFileURL } from "node:url";

const listeners = () => {
  const all = [];
  return { addListener: (body) => all.push(body), tell: (...words) => all.forEach((body) => body(...words)) };
};
const asked = [];
const native = { onMessage: listeners(), onDisconnect: listeners(), postMessage: ({ origin }) => asked.push(origin) };
const connected = listeners();
globalThis.navigator ??= { language: "en" };
globalThis.chrome = {
  action: { onClicked: listeners(), setBadgeText: async () => {}, setTitle: async () => {} },
  runtime: { connectNative: () => native, onConnect: connected },
  tabs: { get: async () => ({ active: true }) },
  webNavigation: { getFrame: async ({ frameId }) => ({ parentFrameId: frameId === 0 ? -1 : 0, url: "https://many.example/" }) },
};
await import(pathToFileURL(process.argv[2]));

const refused = [];
const ask = (tab, frameId, origin) => {
  const document = {
    sender: { origin, tab: { id: tab }, frameId }, onMessage: listeners(), onDisconnect: listeners(),
    postMessage: ({ error }) => refused.push(`${origin} ${error}`),
  };
  connected.tell(document);
  document.onMessage.tell({ kind: "get", number: 1, options: {} });
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
for (let frame = 0; frame < 10; frame += 1) ask(1, frame, "https://many.example");
await settled();
ask(2, 0, "https://other.example");
await settled();
for (const origin of new Set(asked)) console.log("asked", origin, asked.filter((other) => other === origin).length);
for (const what of new Set(refused)) console.log("refused", what, refused.filter((other) => other === what).length);
