// SPDX-License-Identifier: Apache-2.0
// What one app holds of the owner's, and what is done with it: exported, deleted, taken back, removed with the app.

import * as api from "./api.js";
import { card, element, icon, line, tag } from "./elements.js";
import { complaint, sheet } from "./sheet.js";
import { bytes, number, word } from "./words.js";

/** What was counted last, shown until it is counted anew. */
const known = new Map();

export function heldCard(client, name, places, changed) {
  const list = element("ul", { class: "lines" });
  const message = element("p", { role: "status" });
  const say = (text, kind = "") => { message.className = text ? "note " + kind : "hidden"; message.textContent = text; };
  say("");
  const draw = () => list.replaceChildren(...rows(client, known.get(client), places, async (path) => {
    try {
      await api.unshare(client, path);
      load();
    } catch (refusal) { say(complaint(refusal), "bad"); }
  }));
  async function load() {
    try {
      known.set(client, await api.held(client));
      draw();
    } catch (refusal) { say(complaint(refusal), "bad"); }
  }
  draw();
  load();
  const act = (text, run, kind = "") => element("button", { class: kind, onclick: run }, text + "…");
  return card(word("holds"), list, message, element("div", { class: "row" },
    act(word("exportData"), () => askToExport(client, name, (path) => say(word("exportedData", { path })))),
    act(word("deleteData"), () => askToRemove(client, name, "data", changed), "danger"),
    act(word("removeApp"), () => askToRemove(client, name, "everything", changed), "danger")));
}

function rows(client, held, places, takeBack) {
  const sizeOf = (path) => held?.folders.find((folder) => folder.path === path);
  return [
    ...places.map((place) => {
      const size = sizeOf(place.path);
      return line(element("code", {}, place.path), [size ? word("amount", { count: number(size.files), size: bytes(size.bytes) }) : null, place.class ? word("class." + place.class + "Text") : word("noFolder")].filter(Boolean).join(" · "),
        place.class ? tag(word("class." + place.class), place.class) : null);
    }),
    held ? line(word("itemsHeld"), number(held.keychainItems)) : line(word("loading")),
    ...(held?.handed ?? []).map((path) => element("li", { class: "line" }, icon("folder", "sign"), element("div", { class: "grow" }, element("span", { class: "name path" }, path), element("span", { class: "quiet" }, word("handed"))),
      element("button", { onclick: () => takeBack(path), "aria-label": `${word("takeBack")}: ${path}` }, word("takeBack")))),
    ...[["policyAddress", held?.privacyPolicy], ["deletionAddress", held?.dataDeletion]].filter(([, address]) => address).map(([key, address]) => line(word(key), address)),
  ];
}

function askToExport(client, name, say) {
  sheet({
    title: word("exportDataAsk", { app: name }), body: [element("p", {}, word("exportDataText"))], action: word("exportData"),
    async run() { say((await api.exportData(client)).path); },
  });
}

function askToRemove(client, name, part, changed) {
  const keeps = element("input", { type: "checkbox", id: "keep-data" });
  const isApp = part === "everything";
  sheet({
    title: word(isApp ? "removeAppAsk" : "deleteDataAsk", { app: name }), danger: true, typed: word("deleteWord"),
    body: [element("p", {}, word(isApp ? "removeAppText" : "deleteDataText")), isApp ? element("label", { class: "check" }, keeps, word("keepData")) : null].filter(Boolean),
    action: word(isApp ? "removeApp" : "deleteData"),
    async run() {
      await api.removeApp(client, isApp && keeps.checked ? "app" : part);
      known.delete(client);
      changed(isApp);
    },
  });
}
