import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { englishTexts } from "../../../src/i18n/locales/en";
import type { Messages } from "../../../src/i18n/t";

const root = path.join(__dirname, "../../..");
const locales = path.join(root, "src/i18n/locales");

/** All texts of a language, those of the help too, by key; the forms of a plural in one text. */
const textsOf = (language: string): readonly (readonly [key: string, text: string])[] =>
  [
    ...readdirSync(path.join(locales, language))
      .filter((file) => file.endsWith(".json"))
      .map((file) => JSON.parse(readFileSync(path.join(locales, language, file), "utf8")) as Messages),
    language === "en" ? englishTexts : {},
  ].flatMap((texts: Messages) =>
    Object.entries(texts).map(
      ([key, message]) => [key, typeof message === "string" ? message : Object.values(message).join(" | ")] as const,
    ),
  );

/** The texts of code, without the help of functions, which names arguments, options and fields as they are typed. */
const english: Messages = englishTexts;

/** What testers had to read twice. */
const retired: Readonly<Record<string, readonly RegExp[]>> = {
  en: [
    /Meant was/,
    /need(s)? a person/,
    /duplicates inherit/,
    /Equal: |No key is equal/,
    /older rows kept/,
    /Sign in in the task pane\.$/,
    /No universe is called|Nearest: /,
    /view broke/,
    /stands in no cell/,
    /Empty: the cell/,
    /cannot list its universes/,
    /^For people\.|^Leave out$|^Set…$|^Clear$/,
    /Name on this device|Rename here/,
    /Fill the form, look/,
    /renewed by itself/,
    /its password does not/,
    /Row cap|How far a limit/,
    /not right yet|whatever is not right/,
    /Under way|^Provider(’s|'s)?$/,
    /universe takes one value, got \{count\} cells\.$/,
  ],
  de: [/Gemeint war/, /ältere Zeilen behalten/, /Leer: die/, /Zeilengrenze/, /Name auf diesem Gerät/, /^Vom Anbieter$/],
  fr: [/anciennes lignes gardées/, /Vide : la/, /Plafond de lignes/, /Nom sur cet appareil/, /^Du fournisseur$/],
  es: [/filas anteriores/, /Vacío: la/, /Tope de filas/, /Nombre en este dispositivo/, /^Del proveedor$/],
};

/** What has to be there instead, in the words of finance people or better ones. */
const instead: Readonly<Record<string, string>> = {
  "resolve.didYouMean": "Did you mean {identifier}?",
  "resolve.attention": "{count} row needs your review | {count} rows need your review",
  "resolve.sameResult": "duplicates take the same result",
  "resolve.reason": "{keys} matches | {keys} match",
  "resolve.noReason": "No identifier matches",
  "resolve.status.none": "Not found",
  "resolve.status.single": "One name match",
  "resolve.status.exact": "Exact match",
  "activity.firstOfMore": "first row of more | first {count} rows of more",
  "activity.notRefreshed": "not refreshed: values of {when}",
  "runtime.signedOut": "Please sign in (Spillway pane).",
  "pane.startOver": "Start over",
  "insert.targetHint": "Leave empty to use the cell shown.",
  "universe.descriptionHint": "Optional note for your team.",
  "universes.rename": "Nickname (this computer only)",
  "universes.provider": "Provider list",
  "settings.byKey": "Session ends {until}; renews automatically.",
  "signIn.tokenHint": "Paste an SSO access token, not your SSO password.",
  "settings.rowCap": "Most rows per formula",
  "settings.health": "Check connection and setup",
  "analysis.wrong": "{count} field needs attention. | {count} fields need attention.",
  "formula.oneUniverse": "{name} takes one value, got {count} cells; companies go into entities.",
};

test.each(Object.entries(retired))("no retired phrase is in the texts of %s", (language, phrases) => {
  const found = textsOf(language).filter(([, text]) => phrases.some((phrase) => phrase.test(text)));
  expect(found).toEqual([]);
});

test("what was retired is replaced by the words that were chosen", () => {
  const texts = new Map(textsOf("en"));
  expect(Object.fromEntries(Object.keys(instead).map((key) => [key, texts.get(key)]))).toEqual(instead);
});

test("a translation of a replaced phrase is not the English one", () => {
  for (const language of ["de", "fr", "es"]) {
    const texts = new Map(textsOf(language));
    const english = Object.keys(instead).filter((key) => texts.get(key) === instead[key]);
    expect({ language, english }).toEqual({ language, english: [] });
  }
});

/** Texts that name what a person types into a cell, a formula or the first line of a table, and those under Diagnostics. */
const namesCode =
  /^(?:formula|allowed|functions|table|editions|start|coverage)\.|^(?:runtime\.unknown|activity\.route)/;

test.each(Object.keys(retired))("no text of the pane in %s speaks of routes or has names of code", (language) => {
  const code =
    /\/v\d\/|\b(?:raw-matcher|ner-linking|quality-score|ExcelApi)\b|\b[a-z]+_[a-z_]+\b|\b[Rr](?:oute|uta)\b|deprecated/;
  const found = textsOf(language).filter(
    ([key, text]) => !namesCode.test(key) && code.test(key in english ? text.replaceAll(/\{\w+\}/g, "") : ""),
  );
  expect(found).toEqual([]);
});

test.each(Object.keys(retired))("the help in %s speaks of functions, not of routes", (language) => {
  expect(textsOf(language).filter(([key, text]) => key !== "activity.route" && /\b[Rr]oute\b/.test(text))).toEqual([]);
});

/** Before what costs, and where calls are listed for whoever looks for a fault. */
const saysCalls =
  /^(?:pane\.calls|build\.(?:pages|pagesKnown|readsAll|byDay)|activity\.calls|usage\.|audit\.column|support\.)/;

test("calls are named only before what costs, and in Support", () => {
  const shown = Object.entries(english).filter(([key]) => !/^(?:runtime|formula|functions|table|allowed)\./.test(key));
  const found = shown.filter(([key, message]) => {
    const text = typeof message === "string" ? message : Object.values(message).join(" | ");
    return !saysCalls.test(key) && /\bcalls?\b/i.test(text) && !/call Spillway functions|not a single/.test(text);
  });
  expect(found).toEqual([]);
});

/** What stands beside a field, on a button or above a section; sentences end with a point or name an example. */
const isLabel = (text: string): boolean => text.length <= 40 && !/[.:=…]/.test(text.replace(/…$/, ""));

test.each(["en", "de", "fr", "es"])(
  "no label in %s is a name of code: no underscores, brackets or capitals in a word",
  (language) => {
    const words = /\b[a-z]+_[a-z_]+\b|\b[a-z]+[A-Z]\w*\b|\[\d*\]|\bQscore\b/;
    const labels = textsOf(language).filter(([key, text]) => isLabel(text) || key.startsWith("label."));
    expect(labels.length).toBeGreaterThan(300);
    const found = labels.filter(
      ([key, text]) =>
        !/^(?:formula|allowed|functions|table|choice|option|field)\./.test(key) &&
        words.test(text.replaceAll(/\{\w+\}/g, "")),
    );
    expect(found).toEqual([]);
  },
);

test.each(["en", "de", "fr", "es"])("the help of arguments in %s names columns by their labels", (language) => {
  const named = textsOf(language).filter(([key]) => /^(?:argument|[A-Z.]+\.argument)\./.test(key));
  expect(named.length).toBeGreaterThan(40);
  const code = /datamarts_document_id|\bextract_date\b|\bcase_id\b|\bexternal_id\b|isin\[1\]|document_entity_/;
  expect(named.filter(([, text]) => code.test(text))).toEqual([]);
});
