// SPDX-License-Identifier: Apache-2.0
// How long a passcode that is typed withstands whoever has a copy of the disk: as the enclave judges it, which has the last word.

import { word } from "./words.js";

export const fewestCharacters = 4;

const wellKnown = ("password passwort passwd qwerty qwertz azerty asdf yxcv zxcv iloveyou letmein welcome monkey dragon football baseball "
  + "princess sunshine master shadow superman batman michael jordan hunter charlie login admin secret hello love trustno starwars bailey").split(" ");
const year = 365.25 * 86400;
const units = [[60, 1, "aboutSeconds"], [3600, 60, "aboutMinutes"], [86400, 3600, "aboutHours"], [year, 86400, "aboutDays"], [1e6 * year, year, "aboutYears"]];

export const characters = (passcode) => [...passcode].length;

/** How many tries find it for certain, at the most. */
export function tries(passcode) {
  const has = (pattern) => pattern.test(passcode) ? 1 : 0;
  const alphabet = has(/[0-9]/) * 10 + has(/[a-z]/) * 26 + has(/[A-Z]/) * 26 + has(/[\0-\/:-@[-`{-\x7f]/) * 33 + has(/[^\0-\x7f]/) * 100;
  const bytes = new TextEncoder().encode(passcode);
  const repeated = bytes.filter((byte, index) => byte < 128 && Math.abs(byte - (index > 0 ? bytes[index - 1] : 0)) < 2).length;
  const lower = passcode.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  let known = 0;
  for (const text of wellKnown) {
    for (let at = lower.indexOf(text); at >= 0; at = lower.indexOf(text, at + 1)) known += text.length - 2;
  }
  return alphabet ** Math.max(1, characters(passcode) - repeated - known);
}

export const isLong = (passcode, triesPerSecond) => tries(passcode) / 2 / triesPerSecond >= 100 * year;

/** In words; nothing while nothing is typed. */
export function estimate(passcode, { root, triesPerSecond }) {
  if (!passcode) return "";
  if (characters(passcode) < fewestCharacters) return word("passcodeTooShort", { count: fewestCharacters });
  if (root === "tpm") return "";
  const seconds = tries(passcode) / 2 / triesPerSecond;
  const [, size, key] = units.find(([limit]) => seconds < limit) ?? [];
  const time = !key ? word("millionYears") : seconds < 1 ? word("noTime") : word(key, { count: Math.round(seconds / size) });
  return word(isLong(passcode, triesPerSecond) ? "passcodeLasts" : "passcodeFalls", { time });
}
