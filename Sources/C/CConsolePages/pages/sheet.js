// SPDX-License-Identifier: Apache-2.0
// A dialog that asks for something, does it, and says why when it could not. What is typed into it leaves the page with
// it.

import { element, empty } from "./elements.js";
import { word } from "./words.js";

const dialog = () => document.getElementById("sheet");

/** In words, why something was not done. */
export function complaint(refusal) {
  const seconds = refusal.body?.waitSeconds ?? 0;
  if (seconds > 0) return word("waitSeconds", { seconds });
  if (refusal.body?.error === "passcode") return word("wrong");
  if (refusal.body?.error === "locked") return word("lockedNow");
  if (["there", "differs"].includes(refusal.body?.error)) return word("isThere");
  return word(refusal.status === 503 ? "noConnection" : "refused");
}

/** What had the focus, which may have been drawn anew meanwhile. */
let opener = "";

export function closeSheet() {
  const shown = dialog();
  if (shown.open) shown.close();
  shown.replaceChildren();
  if (document.activeElement === document.body && opener) document.getElementById(opener)?.focus();
}

/** Where there is a passcode, what is wanted besides the unlocked state. */
export const passcodeField = ({ passcode }) => passcode ? [{ label: word("passcode") }] : [];

/**
 * The card in the place of a list that is not open: with a passcode it asks for that. `keys` are the words of its title, its text
 * with and without a passcode, and its button; `open` opens the list, and `search` is where the person goes on then.
 */
export function openingCard({ sign, keys, search }, { passcode }, open, redraw) {
  const message = element("p", { class: "bad", role: "alert" });
  const field = passcode ? element("input", { type: "password", name: "passcode", autocomplete: "off", required: true }) : null;
  const button = element("button", { class: "main" }, word(keys.action));
  return empty(sign, word(keys.title), word(passcode ? keys.text : keys.openText), element("form", {
    async onsubmit(event) {
      event.preventDefault();
      const given = field?.value ?? "";
      if (field) field.value = "";
      button.disabled = true;
      try {
        await open(given);
        redraw();
        document.getElementById(search)?.focus();
      } catch (refusal) {
        message.textContent = complaint(refusal);
        field?.focus();
      }
      button.disabled = false;
    },
  }, field ? element("label", { class: "field" }, word("passcode"), field) : null, message, button));
}

const choice = (options, value) => element("select", {}, options.map((one) => element("option", { value: one.value, selected: one.value === value }, one.title)));

/**
 * `fields` are `{ label, type, check, hint }`, or have `options` of `{ title, value }` to choose from; `value` is there at first, `isOptional` may be left empty, `beside` makes what stands below the field; `check` says of all values why one cannot be taken, `hint` something of what is typed. `run` is given
 * the values, and the dialog closes when it has done its work. Where `typed` is given, it must be typed first, and is the
 * first value.
 */
export function sheet({ title, body = [], fields = [], action, danger, typed, run }) {
  if (typed) {
    const wanted = word("eraseType", { word: typed });
    body = [...body, element("p", { class: "quiet" }, wanted)];
    fields = [{ label: word("eraseLabel"), type: "text", check: (text) => text.trim() === typed ? null : wanted }, ...fields];
  }
  const message = element("p", { class: "bad", role: "alert" });
  const inputs = fields.map(({ label, type = "password", hint, value, isOptional, beside, options }) => {
    const said = hint ? element("span", { class: "quiet small hint", role: "status" }) : null;
    const oninput = hint ? (event) => { said.textContent = hint(event.target.value); } : undefined;
    const input = options ? choice(options, value) : element("input", { type, autocomplete: "off", required: !isOptional, value, spellcheck: "false", oninput });
    return { label, said, input, below: beside?.(input) };
  });
  const submit = action ? element("button", { class: danger ? "main danger" : "main" }, action) : null;
  const form = element("form", {
    method: "dialog",
    async onsubmit(event) {
      event.preventDefault();
      const values = inputs.map(({ input }) => input.value);
      const wrong = fields.map(({ check }) => check?.(...values)).find(Boolean);
      if (wrong) {
        message.textContent = wrong;
        return;
      }
      submit.disabled = true;
      try {
        await run(...values);
        closeSheet();
      } catch (refusal) {
        message.textContent = complaint(refusal);
        for (const { input } of inputs) if (input.type === "password") input.value = "";
        inputs[0]?.input.focus();
      }
      submit.disabled = false;
    },
  }, element("h2", { id: "sheet-title" }, title), ...body,
    inputs.flatMap(({ label, input, said, below }) => [element("label", { class: "field" }, label, input, said), below ? element("div", { class: "row" }, below) : null]), message,
    element("div", { class: "actions" }, element("button", { type: "button", onclick: closeSheet }, word(action ? "cancel" : "close")), submit));
  const shown = dialog();
  shown.replaceChildren(form);
  shown.oncancel = (event) => { event.preventDefault(); closeSheet(); };
  if (!shown.open) {
    opener = document.activeElement?.id ?? "";
    shown.showModal();
  }
  inputs[0]?.input.focus();
}
