// SPDX-License-Identifier: Apache-2.0
// Passwords that somebody keeps here: added, edited, made up, and taken in from another program's file.

import * as api from "./api.js";
import { element } from "./elements.js";
import { sheet } from "./sheet.js";
import { number, word } from "./words.js";

/** Without letters and digits that look alike. */
const alphabet = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const [groups, groupLength] = [4, 5];

function character() {
  const draw = new Uint8Array(1);
  // What would make some more likely than others is drawn again.
  do crypto.getRandomValues(draw); while (draw[0] >= 256 - 256 % alphabet.length);
  return alphabet[draw[0] % alphabet.length];
}

/** 20 characters, of more than 110 bits, in groups that can be read out. */
const made = () => Array.from({ length: groups }, () => Array.from({ length: groupLength }, character).join("")).join("-");

/** Fills the field with a new password, which is seen until the field is typed into. */
const generator = (field) => element("button", {
  type: "button", class: "small", onclick() {
    field.type = "text";
    field.value = made();
    field.addEventListener("input", () => { field.type = "password"; }, { once: true });
    field.select();
  },
}, word("generate"));

/** `item` is nil for a new one. What an app keeps is found by its account and its service: those two stay. */
export function editPassword(item, saved) {
  const isApps = item && !item.kept;
  const fields = [
    { label: word("titleField"), type: "text", value: item?.label ?? "", isOptional: true },
    ...isApps ? [] : [
      { label: word("siteField"), type: "text", value: item?.service ?? item?.server ?? "", isOptional: item && !item.service },
      { label: word("account"), type: "text", value: item?.account ?? "", isOptional: true }],
    { label: word(item ? "secretFieldNew" : "secretField"), isOptional: Boolean(item), beside: generator },
    { label: word("comment"), type: "text", value: item?.comment ?? "", isOptional: true },
  ];
  sheet({
    title: word(item ? "editPassword" : "addPassword"), action: word("save"), fields,
    body: isApps ? [element("p", { class: "note calm" }, word("editOfApp"))] : [],
    async run(...values) {
      const [title, site, account, secret, comment] = isApps ? [values[0], null, null, values[1], values[2]] : values;
      // Of internet passwords the server stays.
      await api.savePassword({ reference: item?.reference, title: title || (item ? "" : null), site: item && !item.service ? null : site, account, comment: comment || (item ? "" : null) }, secret);
      saved();
    },
  });
}

// MARK: - From another program's file

const largestFile = 8 << 20;
const mostRows = 20_000;

/** The rows of comma-separated values (RFC 4180): fields in quotes may have commas, line ends and doubled quotes. */
export function readCSV(text) {
  const rows = [];
  let [row, field, isQuoted] = [[], "", false];
  const endField = () => { row.push(field); field = ""; };
  const endRow = () => { endField(); if (row.length > 1 || row[0]) rows.push(row); row = []; };
  for (let index = text.charCodeAt(0) === 0xfeff ? 1 : 0; index < text.length; index += 1) {
    const letter = text[index];
    if (isQuoted) {
      if (letter !== '"') field += letter;
      else if (text[index + 1] === '"') { field += letter; index += 1; } else isQuoted = false;
    } else if (letter === '"' && field === "") isQuoted = true;
    else if (letter === ",") endField();
    else if (letter === "\n" || letter === "\r") endRow();
    else field += letter;
  }
  endRow();
  return rows;
}

/** How browsers and managers call the columns. */
const columns = {
  title: ["name", "title", "account name"], site: ["url", "login_uri", "website", "web site", "location", "uri"],
  account: ["username", "login_username", "user name", "login", "email", "user"], secret: ["password", "login_password"], comment: ["note", "notes", "comments", "extra"],
};

function passwordsIn(text) {
  const [head, ...rows] = readCSV(text);
  const named = head?.map((name) => name.trim().toLowerCase()) ?? [];
  const at = Object.fromEntries(Object.entries(columns).map(([key, names]) => [key, named.findIndex((name) => names.includes(name))]));
  if (at.secret < 0 || at.site < 0 && at.title < 0) return null;
  // Of a password every character counts, spaces too.
  const read = (row, key) => key === "secret" ? row[at[key]] ?? "" : row[at[key]]?.trim() ?? "";
  return rows.slice(0, mostRows).map((row) => Object.fromEntries(Object.keys(columns).map((key) => [key, read(row, key)])));
}

const hostOf = (site) => { try { return new URL(site).host || site; } catch { return site; } };

let isBusy = false;
/** While a file is taken in, the list stays as it is. */
export const isTakingIn = () => isBusy;

/** One after the other, at the pace that the console takes. */
async function takeIn(found, progress) {
  const counts = { added: 0, there: 0, differs: 0, left: 0 };
  for (const [index, { title, site, account, secret, comment }] of found.entries()) {
    progress(index);
    const service = hostOf(site) || title;
    if (!secret || !service) { counts.left += 1; continue; }
    for (let isDone = false; !isDone;) {
      try {
        await api.savePassword({ title: title || null, site: service, account, comment: comment || null }, secret);
        counts.added += 1;
        isDone = true;
      } catch (refusal) {
        if (refusal.status === 429) { await new Promise((done) => setTimeout(done, 250)); continue; }
        const error = refusal.body?.error;
        if (error !== "there" && error !== "differs") throw refusal;
        counts[error] += 1;
        isDone = true;
      }
    }
  }
  return counts;
}

/** A button that asks for the file, says what is in it, and takes it in. */
export function importButton(say) {
  const field = element("input", {
    type: "file", accept: ".csv,text/csv", class: "hidden", tabindex: "-1", "aria-label": word("importPasswords"), async onchange() {
      const [file] = field.files;
      field.value = "";
      if (!file) return;
      const found = file.size <= largestFile ? passwordsIn(await file.text()) : null;
      if (!found?.length) return say("notCSV");
      const status = element("p", { class: "quiet", role: "status" });
      sheet({
        title: word("importAsk", { count: number(found.length), file: file.name }), action: word("importAction"), body: [element("p", { class: "secrets" }, word("importText")), status],
        async run() {
          isBusy = true;
          let counts;
          try {
            counts = await takeIn(found, (index) => { status.textContent = word("shownOf", { shown: number(index), total: number(found.length) }); });
          } finally { isBusy = false; }
          say("imported", { added: number(counts.added), there: number(counts.there), left: number(counts.left),
            differs: counts.differs > 0 ? " " + word("importDiffers", { count: number(counts.differs) }) : "" });
        },
      });
    },
  });
  return [element("button", { onclick: () => field.click() }, word("importPasswords") + "…"), field];
}
