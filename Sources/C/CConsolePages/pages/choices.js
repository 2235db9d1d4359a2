// SPDX-License-Identifier: Apache-2.0
// What the owner chooses for the parameters of a widget. The page asks for it when somebody opens the dialog, and keeps nothing of it.

import * as api from "./api.js";
import { element, line } from "./elements.js";
import { complaint, sheet } from "./sheet.js";
import { word } from "./words.js";

const yesOrNo = "true | false";

function field({ title, value, chosen, form, options }) {
  const now = chosen ? value : "";
  const none = { title: word("choiceNone"), value: "" };
  const texts = form === yesOrNo ? [{ title: word("choiceYes"), value: "true" }, { title: word("choiceNo"), value: "false" }] : options;
  if (texts.length > 0) return { label: title, value: now, options: [none, ...texts] };
  const type = form === "a date" ? "datetime-local" : "text";
  return { label: title, type, value: type === "text" ? now : now.replace(" ", "T"), isOptional: true };
}

async function open({ extension, kind, name }, done) {
  let parameters = [];
  try {
    parameters = await api.widgetChoices(extension, kind);
  } catch (refusal) {
    return sheet({ title: name, body: [element("p", { class: "note bad", role: "alert" }, complaint(refusal))] });
  }
  const fields = parameters.map(field);
  sheet({
    title: name, fields, action: word("save"),
    async run(...values) {
      for (const [index, value] of values.entries()) {
        if (value !== fields[index].value) await api.chooseForWidget(extension, kind, parameters[index].name, value);
      }
      done();
    },
  });
}

/** A line for a widget that has parameters: chosen is while unlocked only. */
export const choiceLine = (widget, index, isOpen, done) => line(widget.name, null,
  element("button", { id: "choose-" + index, disabled: !isOpen, onclick: () => open(widget, done) }, word("chooseWidget")));
