// SPDX-License-Identifier: Apache-2.0
// What others see while nobody has unlocked: pictures of the surfaces as they would be drawn now, and what they may show.
// Pictures leave the page before it says that it is locked, and are drawn anew.

import * as api from "./api.js";
import { card, element, empty, icon, line, part, toggle } from "./elements.js";
import { complaint, passcodeField, sheet } from "./sheet.js";
import { language, word } from "./words.js";

const accessory = ["accessoryInline", "accessoryRectangular", "accessoryCircular", "accessoryCorner"];
const mostOfSurface = 6;
const surfaces = [
  { name: "lockScreen", families: ["accessoryRectangular", "accessoryCircular", "systemSmall", "systemMedium"] },
  { name: "alwaysOn", families: ["accessoryRectangular", "accessoryCircular", "systemSmall", "systemMedium"] },
  { name: "home", families: ["systemSmall", "systemMedium"] },
];

let data = null;
let failure = "";
let asked = null;
/** Counts what makes pictures old: one that was asked for before is not shown any more. */
let generation = 0;

async function load(key, redraw) {
  asked = key;
  try {
    const found = await api.widgets();
    if (asked !== key) return;
    [data, failure] = [found, ""];
  } catch (refusal) {
    if (asked === key) failure = complaint(refusal);
  }
  redraw();
}

export const leaveLockScreen = () => { asked = null; };

/** Takes every picture out of the page. */
export function forgetPictures() {
  generation += 1;
  for (const shown of document.querySelectorAll(".widget img")) {
    URL.revokeObjectURL(shown.src);
    shown.parentElement.classList.add("covered");
    shown.remove();
  }
}

// MARK: - Pictures

/** All widgets that come in one of these sizes, each in the first of them that it has. */
function placed(families) {
  const found = [];
  for (const { extension, widgets } of data.extensions) {
    for (const widget of widgets ?? []) {
      const family = families.find((family) => widget.families.includes(family));
      if (family) found.push({ extension, kind: widget.kind, name: widget.name, family });
    }
  }
  return found.sort((one, two) => families.indexOf(one.family) - families.indexOf(two.family)).slice(0, mostOfSurface);
}

function widget(surface, { extension, kind, name, family }) {
  const place = element("div", { class: `widget ${family}`, role: "img", "aria-label": name });
  const own = generation;
  const appearance = surface !== "home" || matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  api.widget(extension, kind, family, surface, appearance).then((address) => {
    if (own !== generation) return URL.revokeObjectURL(address);
    place.replaceChildren(element("img", { src: address, alt: "" }));
  }).catch(() => {
    place.classList.add("covered");
    place.title = word("notDrawn");
  });
  return place;
}

function device({ name, families }, state) {
  const now = new Date();
  const clock = name === "home" ? null : element("div", { class: "clock" },
    element("span", {}, new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" }).format(now)),
    element("strong", {}, new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" }).formatToParts(now)
      .filter(({ type }) => type === "hour" || type === "minute").map(({ value }) => value).join(":")));
  const widgets = placed(families);
  return element("figure", { class: "surface" },
    element("div", { class: `device ${name}` }, name === "home" ? null : icon(state === "unlocked" ? "unlocked" : "locked", "sign"), clock,
      element("div", { class: "widgets" }, widgets.filter(({ family }) => accessory.includes(family)).map((one) => widget(name, one))),
      element("div", { class: "widgets" }, widgets.filter(({ family }) => !accessory.includes(family)).map((one) => widget(name, one)))),
    element("figcaption", {}, element("strong", {}, word("surface." + name)), element("span", { class: "quiet" }, word(`surface.${name}Text`))));
}

// MARK: - Switches

const setting = (surface) => data.settings.find((entry) => entry.surface === surface)?.choice === "show";

async function hide(surface, redraw) {
  failure = "";
  forgetPictures();
  try {
    data = { ...data, settings: await api.widgetSetting(`${surface}=hide`) };
  } catch (refusal) {
    failure = complaint(refusal);
  }
  redraw();
}

/** What hides takes nothing; to show takes the passcode, and the switch stays as it was until it was right. */
function change(input, surface, name, shows, status, redraw) {
  if (!shows) return hide(surface, redraw);
  input.checked = !input.checked;
  sheet({
    title: word("showAsk", { name }), body: [element("p", {}, word("showLost"))], action: word("showWhileLocked"), fields: passcodeField(status),
    async run(passcode) {
      failure = "";
      data = { ...data, settings: await api.widgetSetting(`${surface}=show`, passcode) };
      forgetPictures();
      redraw();
    },
  });
}

function switches(status, redraw) {
  const locked = status.state !== "unlocked";
  /** On a locked screen more can be hidden, and nothing shown. */
  const made = (id, surface, name, shows, inverted) => {
    const input = toggle(id, shows !== inverted, (input) => change(input, surface, name, input.checked !== inverted, status, redraw));
    input.disabled = locked && !shows;
    return input;
  };
  const row = (id, surface, name, text, inverted) => line(element("label", { for: id }, name), text,
    made(id, surface, inverted ? word("complications") : name, setting(surface), Boolean(inverted)));
  const kinds = data.extensions.flatMap(({ widgets }) => widgets ?? []).filter(({ families }) => families.some((family) => accessory.includes(family)));
  // A single complication follows the switch for all until it has one of its own.
  const single = (kind) => data.settings.find((entry) => entry.surface === "watchFace:" + kind)?.choice ?? (setting("watchFace") ? "show" : "hide");
  return [
    card(word("whenLockedShow"), element("ul", { class: "lines" },
      row("show-lock", "lockScreen", word("allowLockScreen"), word("allowLockScreenText")),
      row("show-always-on", "alwaysOn", word("allowAlwaysOn"), word("allowAlwaysOnText")),
      row("show-column", "column", word("allowColumn"), word("allowColumnText")))),
    card(word("complications"), element("ul", { class: "lines" },
      row("hide-all", "watchFace", word("hideAll"), word("hideAllText"), true),
      kinds.map(({ kind, name }, index) => line(element("label", { for: "hide-" + index }, name), null,
        made("hide-" + index, "watchFace:" + kind, name, single(kind) === "show", true))))),
  ];
}

// MARK: - The page

export function lockScreenPage({ status, widgetSettings, answers, redraw }) {
  const key = JSON.stringify([widgetSettings]);
  if (asked !== key) load(key, redraw);
  const complain = failure ? part(failure, () => element("p", { class: "note bad", role: "alert" }, failure)) : null;
  if (!data) return [complain ?? part("loading", () => element("p", { class: "quiet", role: "status" }, word("loading")))];
  const none = data.extensions.every(({ widgets }) => !widgets?.length);
  return [
    complain,
    none ? part("none", () => empty("lockscreen", word("noWidgets"), word("noWidgetsText")))
      : part([status.state, data, generation], () => card(null, element("p", { class: "quiet" }, word("state." + status.state)),
        element("div", { class: "surfaces" }, surfaces.map((surface) => device(surface, status.state))))),
    part([data.settings, data.extensions, status.state, status.passcode, "switches"], () => element("div", { class: "page" }, switches(status, redraw))),
  ];
}
