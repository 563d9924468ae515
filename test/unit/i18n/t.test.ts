import {
  addMessages,
  currentLocale,
  formatMoment,
  formatNumber,
  type Key,
  formatList,
  setLocale,
  t,
} from "../../../src/i18n/t";

afterEach(() => setLocale("en-US"));

test("replaces placeholders with values, once", () => {
  expect(t("formula.wrong", { name: "minScore", allowed: "x", came: 7 })).toBe("minScore must be x, got 7.");
  expect(t("formula.missing", { name: "{allowed}", allowed: "x" })).toBe("{allowed} is missing: it must be x.");
});

test("`count` selects the plural form by the rules of the language", () => {
  addMessages("pl", { "pane.rows": { one: "{count} wiersz", other: "{count} wierszy" } });
  addMessages("fr", { "pane.rows": { one: "{count} ligne", other: "{count} lignes" } });
  expect([0, 1, 2].map((count) => t("pane.rows", { count }))).toEqual(["0 rows", "1 row", "2 rows"]);
  setLocale("fr-FR");
  expect([0, 1, 2].map((count) => t("pane.rows", { count }))).toEqual(["0 ligne", "1 ligne", "2 lignes"]);
  setLocale("pl");
  expect([1, 2].map((count) => t("pane.rows", { count }))).toEqual(["1 wiersz", "2 wierszy"]);
});

test("a text without a translation is English, with English plurals", () => {
  setLocale("fr-FR");
  addMessages("fr", { "table.noRows": "Aucune ligne." });
  expect(t("table.noRows")).toBe("Aucune ligne.");
  expect(t("runtime.preview")).toBe("(preview)");
  expect(t("pane.calls", { count: 0 })).toBe("0 calls");
});

test("numbers, dates and lists follow the locale, also where the texts are English", () => {
  expect(formatNumber(1_900.5)).toBe("1,900.5");
  expect(formatNumber(2, 1)).toBe("2.0");
  expect(formatList(["a", "b", "c"])).toBe("a, b or c");
  setLocale("it-IT");
  expect(t("pane.calls", { count: 12_345 })).toBe("12.345 calls");
  expect(formatMoment(new Date(2026, 8, 30, 17, 5).getTime())).toBe("30 set 2026, 17:05");
});

test("an invalid locale means English", () => {
  setLocale("not a locale");
  expect(currentLocale()).toBe("en-US");
  expect(t("pane.rows", { count: 2 })).toBe("2 rows");
});

test("a key without any text is shown itself", () => {
  expect(t("no.such.key" as Key & "pane.stop")).toBe("no.such.key");
});

test("the compiler knows keys and placeholders", () => {
  // Each line fails to compile without its @ts-expect-error, and with it if the compiler accepts the call.
  const wrong = (): readonly string[] => [
    // @ts-expect-error -- no such key
    t("pane.stopp"),
    // @ts-expect-error -- a placeholder is missing
    t("pane.progress", { done: 1 }),
    // @ts-expect-error -- all placeholders are missing
    t("pane.progress"),
    // @ts-expect-error -- a placeholder too many
    t("pane.progress", { done: 1, total: 2, more: 3 }),
    // @ts-expect-error -- a value for a text without placeholders
    t("pane.stop", { done: 1 }),
    // @ts-expect-error -- a plural needs a number
    t("pane.rows", { count: "2" }),
  ];
  expect(wrong).toBeDefined();
});
