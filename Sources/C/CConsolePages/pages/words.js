// SPDX-License-Identifier: Apache-2.0
// The page's texts: one file a language. A text that a language lacks is the English one.
// All are loaded with the page: what is fetched later could come from whoever has the port then.

import en from "./en.js";
import it from "./it.js";
import zh from "./zh.js";

const all = { en, it, zh };
const wanted = localStorage.getItem("language") ?? navigator.languages.map((name) => name.slice(0, 2)).find((name) => Object.hasOwn(all, name));
export let language = Object.hasOwn(all, wanted) ? wanted : "en";

export function choose(name) {
  language = name;
  localStorage.setItem("language", language);
}

/** `{name}` in a text stands for the value of that name. */
export function word(key, values = {}) {
  const text = all[language][key] ?? en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** The text of a key that may be a stranger's, else what it says itself. */
export const named = (key, text) => all[language][key] ?? en[key] ?? text;

export function bytes(count) {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
  const step = Math.min(units.length - 1, count > 0 ? Math.floor(Math.log10(count) / 3) : 0);
  return new Intl.NumberFormat(language, { style: "unit", unit: units[step], unitDisplay: step ? "short" : "long", maximumFractionDigits: 1 }).format(count / 1000 ** step);
}

export const number = (count) => new Intl.NumberFormat(language).format(count);

/** A number that fits above a bar: from a thousand on the first digits, with what the language says for thousands. */
export const brief = (count) => new Intl.NumberFormat(language, count < 1000 ? {} : { notation: "compact", ...count < 10_000 ? { maximumFractionDigits: 1 } : { maximumSignificantDigits: count < 100_000 ? 2 : 3 } }).format(count);

const fewNames = 5;

/** The first names, and how many others there are. */
export const few = (names) => names.length <= fewNames + 1 ? names.join(", ")
  : word("andMore", { names: names.slice(0, fewNames).join(", "), count: number(names.length - fewNames) });

/** How often. */
export const times = (count) => word(count === 1 ? "once" : "times", { count: number(count) });

/** Of milliseconds. */
export function length(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const [unit, count] = seconds < 60 ? ["second", seconds] : seconds < 3600 ? ["minute", Math.round(seconds / 60)] : ["hour", Math.round(seconds / 3600)];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(count);
}

/** Of milliseconds since 1970, in the last days. */
export const moment = (milliseconds) => new Intl.DateTimeFormat(language, { weekday: "short", hour: "2-digit", minute: "2-digit" }).format(milliseconds);

/** Of seconds since 1970. */
export const date = (seconds) => seconds ? new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(seconds * 1000) : "";
