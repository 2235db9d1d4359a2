// SPDX-License-Identifier: Apache-2.0
// The questions of programs: the first of them over whatever page is shown, the others behind it.

import * as api from "./api.js";
import { chooser } from "./chooser.js";
import { card, element, empty, part, tile } from "./elements.js";
import { complaint } from "./sheet.js";
import { language, word } from "./words.js";

const program = (request) => request.program?.split("/").pop() ?? word("hidden");

/** The app as Bailey knows it, where it asks for something of its person's. */
const asking = ({ consent, file }) => consent ?? file;

function title(request) {
  const { consent, file, passkey } = request;
  if (passkey) return word(passkey.operation + "Passkey", { program: passkey.browser ?? program(request), name: passkey.account, site: passkey.unicode ?? passkey.site });
  if (file) return word("fileAsks." + file.use, { program: file.name || file.identifier, name: file.suggestion });
  if (request.once) return word("asksPermission", { program: program(request) });
  if (!consent) return word(request.kind === "passcode" ? "asks" : request.kind + "Asks", { program: program(request), name: request.keychain });
  return word("consentAsks", { program: consent.name || consent.identifier, operation: consent.service ? word("operation." + consent.service) : consent.identifier ? consent.operation : word("operation.Desktop") });
}

const quoted = (text) => text ? [element("p", { class: "quiet" }, word("says")), element("blockquote", {}, text)] : null;

/** Where a name may be made to look like another app's. */
const doubt = ({ look }) => look === "plain" ? null : element("p", { class: "note" }, word(look + "Name"));

/** Of a passkey, the page that asks, where it is not the site's own. */
const place = (page) => page ? element("p", { class: "note" }, word(page.top ? "pageInside" : "pageAsks", page)) : null;

function about(request) {
  const { consent, file } = request;
  if (request.isForLater) {
    const app = asking(request);
    return [element("p", { class: "quiet identifier" }, app.identifier), doubt(app), element("p", { class: "note" }, word("forLater"))];
  }
  if (file) {
    return [element("p", { class: "quiet identifier" }, file.identifier), doubt(file),
      element("p", {}, word("fileGets." + file.use))];
  }
  if (request.passkey) {
    return [element("p", { class: "quiet identifier" }, request.passkey.site), place(request.passkey.page), doubt(request.passkey),
      request.passkey.browser ? null : element("p", { class: "note" }, word("unknownBrowser")),
      element("p", { class: "quiet" }, [request.program, word("process", { number: request.process })].filter(Boolean).join(" · "))];
  }
  if (!consent) {
    return [element("p", { class: "quiet" }, [request.program, word("process", { number: request.process })].filter(Boolean).join(" · ")),
      quoted(request.reason), request.kind === "finger" ? element("p", { class: "note" }, word("waitsForFinger")) : null];
  }
  return [
    element("p", { class: "quiet identifier" }, consent.identifier),
    quoted(consent.purpose),
    doubt(consent),
    consent.enforced ? null : element("p", { class: "note" }, word(consent.hold)),
  ];
}

// MARK: - The buttons

/** So that a click or a key that was meant for what was there before is no answer. */
const settleMilliseconds = 400;

function consentButtons(request, message) {
  const buttons = request.consent.choices.map((choice) => element("button", {
    // None stands out: the page wants no answer rather than another.
    type: "button", disabled: true,
    async onclick() {
      for (const button of buttons) button.disabled = true;
      try {
        await api.choose(request.number, choice);
      } catch (refusal) {
        message.textContent = complaint(refusal);
        for (const button of buttons) button.disabled = false;
      }
    },
  }, word("choice." + choice)));
  setTimeout(() => { for (const button of buttons) button.disabled = false; }, settleMilliseconds);
  return element("div", { class: "stack" }, buttons);
}

/** While locked a request for files can be refused, and no more: no name of a file stands on a locked screen. */
const denyButton = (request) => element("div", { class: "stack" }, element("button", {
  type: "button", async onclick() { await api.cancel(request.number).catch(() => {}); },
}, word("choice.deny")));

const elsewhereButton = (request) => element("button", {
  type: "button", async onclick() { await api.elsewhere(request.number).catch(() => {}); },
}, word("anotherDevice"));

/** Which account signs in, by a button each. */
function accountButtons(request, message) {
  const buttons = request.accounts.map(({ name, label, isReplaced }, place) => element("button", {
    type: "button", disabled: true,
    async onclick() {
      for (const button of buttons) button.disabled = true;
      try {
        await api.pick(request.number, place);
      } catch (refusal) {
        message.textContent = complaint(refusal);
        for (const button of buttons) button.disabled = false;
      }
    },
  }, element("span", { class: "name" }, name), label ? element("span", { class: "quiet" }, " " + label) : null,
  isReplaced ? element("span", { class: "quiet" }, " " + word("replacedPasskey")) : null));
  setTimeout(() => { for (const button of buttons) button.disabled = false; }, settleMilliseconds);
  const deny = element("button", { type: "button", async onclick() { await api.cancel(request.number).catch(() => {}); } }, word("deny"));
  return element("div", { class: "stack" }, buttons, elsewhereButton(request), deny);
}

function passcodeForm(request, message) {
  const field = element("input", { type: "password", name: "passcode", autocomplete: "off", required: true });
  const deny = element("button", { type: "button", async onclick() { await api.cancel(request.number).catch(() => {}); } }, request.cancelTitle ?? word("deny"));
  const allow = element("button", { class: "main" }, word(request.once ? "choice.allow" : "allow"));
  const once = request.once ? element("button", { value: "once" }, word("choice.allowOnce")) : null;
  return element("form", {
    method: "dialog",
    async onsubmit(event) {
      event.preventDefault();
      const passcode = field.value;
      field.value = "";
      const buttons = [allow, once].filter(Boolean);
      for (const button of buttons) button.disabled = true;
      try {
        const prove = event.submitter === once && once ? api.proveOnce : api.prove;
        await ({ passcode: prove, unlock: api.unlockFor }[request.kind] ?? api.give)(request.number, passcode);
      } catch (refusal) {
        message.textContent = complaint(refusal);
        field.focus();
      }
      for (const button of buttons) button.disabled = false;
    },
  }, element("label", { class: "field" }, word(request.kind === "passcode" || request.kind === "unlock" ? "passcode" : "keychainPassword"), field), message,
  element("div", { class: "actions" }, request.kind === "passcode" && request.passkey ? elsewhereButton(request) : null, deny, once, allow));
}

/** The passcode was given with the unlock: what it is for can be read now, and a button is enough. */
function agreeButtons(request, message) {
  const agree = element("button", {
    type: "button", class: "main", disabled: true,
    async onclick() {
      agree.disabled = true;
      try {
        await api.agree(request.number);
      } catch (refusal) {
        message.textContent = complaint(refusal);
      }
    },
  }, word("allow"));
  const deny = element("button", { type: "button", async onclick() { await api.cancel(request.number).catch(() => {}); } }, word("deny"));
  setTimeout(() => { agree.disabled = false; }, settleMilliseconds);
  return [element("p", {}, word("passcodeGiven")), message, element("div", { class: "actions" }, elsewhereButton(request), deny, agree)];
}

// MARK: - The alert

let ticking = 0;

/** How long there is for an answer. Not said by screen readers each second. */
function countdown(request) {
  const end = Date.now() + request.secondsLeft * 1000;
  const shown = element("span", { "aria-hidden": "true" });
  const show = () => { shown.textContent = word("timeLeft", { seconds: Math.max(0, Math.round((end - Date.now()) / 1000)) }); };
  clearInterval(ticking);
  ticking = setInterval(show, 1000);
  show();
  return shown;
}

/** The first question of those that wait, over whatever page is shown. */
export function showAlert(dialog, requests) {
  const request = requests[0];
  if (!request) {
    clearInterval(ticking);
    if (dialog.open) dialog.close();
    dialog.replaceChildren();
    return;
  }
  const more = requests.length > 1 ? word("moreRequests", { count: requests.length - 1 }) : "";
  const shown = `${request.number} ${language} ${request.isForLater} ${request.given}`;
  if (dialog.dataset.shown === shown && dialog.open) {
    dialog.querySelector(".queue").textContent = more;
    return;
  }
  dialog.dataset.shown = shown;
  const message = element("p", { class: "bad", role: "alert" });
  const { consent, file } = request;
  const app = asking(request);
  dialog.replaceChildren(...[
    app ? tile(app.identifier, app.name, "large") : null,
    element("h2", { id: "alert-title", tabindex: "-1" }, title(request)), ...about(request).flat().filter(Boolean),
    ...consent ? [message, consentButtons(request, message)] : request.accounts ? [message, accountButtons(request, message)] : request.given ? agreeButtons(request, message) : request.kind === "finger" ? [denyButton(request)] : [!file ? passcodeForm(request, message)
      : request.isForLater ? denyButton(request) : chooser(request, message, settleMilliseconds)],
    element("p", { class: "quiet small row" }, request.isForLater ? null : countdown(request), element("span", { class: "queue" }, more)),
  ].filter(Boolean));
  dialog.className = consent || request.accounts ? "consent" : file ? request.isForLater ? "consent" : "consent choosing" : "";
  // Closing the window decides nothing: the app may ask again.
  dialog.oncancel = (event) => { event.preventDefault(); api.cancel(request.number).catch(() => {}); };
  if (!dialog.open) dialog.showModal();
  (dialog.querySelector("input, textarea") ?? dialog.querySelector("h2")).focus();
}

// MARK: - The page

const requestCard = (request) => element("li", { class: "line" },
  asking(request) ? tile(asking(request).identifier, asking(request).name) : tile(null, program(request)),
  element("div", { class: "grow" }, element("span", { class: "name" }, title(request)),
    element("span", { class: "quiet" }, asking(request)?.identifier ?? request.program ?? word("process", { number: request.process }))));

export const requestsPage = ({ requests }) => [part(requests.map(({ number }) => number), () => requests.length > 0
  ? card(word("waiting"), element("ul", { class: "lines" }, requests.map(requestCard)))
  : empty("quiet", word("noRequests"), word("noRequestsText")))];
