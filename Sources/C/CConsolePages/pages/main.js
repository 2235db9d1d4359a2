// SPDX-License-Identifier: Apache-2.0
// Draws the page that the address names, anew whenever something changes. What is typed is kept, but for passcodes.

import * as api from "./api.js";
import { element } from "./elements.js";
import { kind, overviewPage } from "./overview.js";
import { requestsPage, showAlert } from "./requests.js";
import { choose, language, word } from "./words.js";

const pages = ["overview", "requests"];
const place = (id) => document.getElementById(id);
let status = null;
let request = null;
let drawn = "";

const current = () => pages.find((name) => location.hash === "#" + name) ?? "overview";

function drawLinks() {
  place("links").replaceChildren(...pages.map((name) => element("li", {},
    element("a", { href: "#" + name, "aria-current": name === current() ? "page" : undefined }, word(name),
      name === "requests" && request ? element("span", { class: "count" }, "1") : null))));
}

function draw() {
  document.documentElement.lang = language;
  document.title = `Bailey · ${word(current())}`;
  for (const text of document.querySelectorAll("[data-word]")) text.textContent = word(text.dataset.word);
  drawLinks();
  if (!status) return;
  const badge = place("badge");
  badge.textContent = word(status.state);
  badge.className = "badge " + kind(status.state);
  // A form that somebody types into stays while what it shows is the same.
  const now = JSON.stringify([current(), language, status, current() === "requests" ? request : null]);
  if (now !== drawn) place("page").replaceChildren(...(current() === "requests" ? requestsPage(request) : overviewPage(status)));
  drawn = now;
  showAlert(place("alert"), request);
}

function complain(text) {
  place("banner").hidden = !text;
  place("banner").textContent = text ?? "";
}

function hear(event) {
  if (!event) return complain(word("noConnection"));
  complain(null);
  if (event.status) status = event.status;
  if ("request" in event) request = event.request;
  draw();
}

place("language").value = language;
place("language").addEventListener("change", (event) => { choose(event.target.value); draw(); });
addEventListener("hashchange", () => { draw(); place("page").focus(); });

try {
  status = await api.begin();
  draw();
  api.listen(hear);
} catch (refusal) {
  draw();
  complain(word(refusal.status === 401 ? "noSession" : "noConnection"));
}
