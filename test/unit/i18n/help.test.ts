import { renderFunctionHelp, renderFunctionsJson } from "../../../scripts/generate/generate-functions";
import { collectHelp, helpIn, readHelp } from "../../../scripts/generate/generate-help";
import { translatedLanguages } from "../../../src/i18n/translations";

const english = readHelp("en");

/** What is typed as it is in every language: quoted texts, and names with a dot, an underscore, an equals sign or brackets in them. */
const typed = (sentence: string): readonly string[] => [
  ...(sentence.match(/"[^"]+"/g) ?? []),
  ...(sentence.match(/#[A-Z]+[/!?A-Z]*|\b[A-Z]+\.[A-Z]+\b|\b[a-z]+_[a-z_]+\b|\b[a-z]+=[a-z]+\b|\b\w+\[\d\]/g) ?? []),
];

test("the English help is that of the definitions and fields: run `npm run generate`", () => {
  expect(english).toEqual(collectHelp(english));
});

test("a key keeps its text as long as a definition has it", () => {
  const shared = english["argument.limit"];
  const differing = english["TASKS.LIST.argument.type"];
  expect(shared).toBeDefined();
  const other = english["SDG.DOCUMENTS.argument.limit"] ?? "";
  expect(collectHelp({ "argument.limit": other })["argument.limit"]).toBe(other);
  expect(collectHelp({ "argument.limit": "Nobody says this any more." })["argument.limit"]).not.toBe(other);
  expect(differing).toBeDefined();
});

describe.each(translatedLanguages)("The help in %s", (language) => {
  const translation = readHelp(language);

  test("holds no key that English does not have", () => {
    expect(Object.keys(translation).filter((key) => !(key in english))).toEqual([]);
  });

  test("keeps what is typed: quoted texts, names and errors stay as they are", () => {
    const changed = Object.entries(translation).flatMap(([key, text]) =>
      typed(english[key] ?? "")
        .filter((part) => !text.includes(part))
        .map((part) => `${part} in: ${text}`),
    );
    expect(changed).toEqual([]);
  });

  test("names nothing to type that English does not name, as one of another text or of an older one would", () => {
    const foreign = Object.entries(translation).flatMap(([key, text]) =>
      typed(text)
        .filter((part) => !part.startsWith('"') && !(english[key] ?? "").includes(part))
        .map((part) => `${key}: ${part}`),
    );
    expect(foreign).toEqual([]);
  });

  test("functions.json has it where Excel shows it, and registers the same functions", () => {
    const inEnglish = renderFunctionsJson();
    const translated = renderFunctionsJson(undefined, language);
    const withoutTexts = (metadata: typeof inEnglish): unknown =>
      JSON.parse(JSON.stringify(metadata, (name, value: unknown) => (name === "description" ? "" : value)));
    expect(withoutTexts(translated)).toEqual(withoutTexts(inEnglish));
    for (const { name, description } of translated.functions)
      expect(description).toBe(translation[name] ?? english[name]);
  });

  test("function-help.json has it for functions and fields", () => {
    const { functions, fields } = renderFunctionHelp(language);
    const events = functions["ESG.EVENTS"];
    expect(events?.parameters.find(({ name }) => name === "minScore")?.description).toBe(
      translation["argument.minScore"],
    );
    expect(events?.examples[0]?.shows).toBe(translation["ESG.EVENTS.example.1"]);
    expect(fields["esgEvent"]?.["score"]).toBe(translation["field.score"]);
    // A text that differs from the shared one has a key of its own.
    expect(functions["TASKS.LIST"]?.parameters.find(({ name }) => name === "type")?.description).toBe(
      translation["TASKS.LIST.argument.type"],
    );
  });
});

test("a text that changed in English, or has no translation, stays English", () => {
  const translate = helpIn("fr");
  expect(translate("ESG.EVENTS", "argument.minScore", "A new text.")).toBe("A new text.");
  expect(translate("NEW.FUNCTION", "", "What it does.")).toBe("What it does.");
});
