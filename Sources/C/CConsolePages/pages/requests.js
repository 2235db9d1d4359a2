// SPDX-License-Identifier: Apache-2.0
import * as api from "./api.js";
import { card, element, empty, part } from "./elements.js";
import { word } from "./words.js";

const title = (request) => word(request.kind === "passcode" ? "asks" : request.kind + "Asks",
  { program: request.program?.split("/").pop() ?? word("hidden"), name: request.keychain });

function about(request) {
  return [
    element("p", { class: "quiet" }, [request.program, word("process", { number: request.process })].filter(Boolean).join(" · ")),
    request.reason ? element("p", {}, word("says")) : null,
    request.reason ? element("blockquote", {}, request.reason) : null,
  ];
}

/** The question that the agent of this page has in hand, over whatever page is shown. */
export function showAlert(dialog, request) {
  if (!request) {
    if (dialog.open) dialog.close();
    dialog.replaceChildren();
    return;
  }
  if (dialog.dataset.number === request.number && dialog.open) return;
  dialog.dataset.number = request.number;
  const message = element("p", { class: "bad", role: "alert" });
  const field = element("input", { type: "password", name: "passcode", autocomplete: "off", required: true });
  const deny = element("button", { type: "button", async onclick() { await api.cancel(request.number).catch(() => {}); } }, request.cancelTitle ?? word("deny"));
  const allow = element("button", { class: "main" }, word("allow"));
  dialog.replaceChildren(element("form", {
    method: "dialog",
    async onsubmit(event) {
      event.preventDefault();
      const passcode = field.value;
      field.value = "";
      allow.disabled = true;
      try {
        await (request.kind === "passcode" ? api.prove : api.give)(request.number, passcode);
      } catch (refusal) {
        const seconds = refusal.body?.waitSeconds ?? 0;
        message.textContent = seconds > 0 ? word("waitSeconds", { seconds }) : word("wrong");
        field.focus();
      }
      allow.disabled = false;
    },
  }, element("h2", { id: "alert-title" }, title(request)), about(request), element("label", { class: "field" }, word(request.kind === "passcode" ? "passcode" : "keychainPassword"), field), message,
    element("div", { class: "actions" }, deny, allow)));
  dialog.oncancel = (event) => { event.preventDefault(); deny.click(); };
  if (!dialog.open) dialog.showModal();
  field.focus();
}

export const requestsPage = ({ request }) => [part(request?.number ?? null, () => request
  ? card(title(request), ...about(request), element("p", { class: "quiet" }, word("waiting")))
  : empty("quiet", word("noRequests"), word("noRequestsText")))];
