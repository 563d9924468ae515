import { renderFunctionsJson } from "../../scripts/generate-functions";
import { functions } from "../../src/functions";
import { helpLanguages, loadHelpVoice } from "../../src/text/help-voice";
import { fieldDescriptions } from "../../src/wire/field-descriptions";

const ofFunctions = functions.flatMap(({ description, parameters, options, examples }) => [
  description,
  ...[...parameters, ...options].map((one) => one.description),
  ...examples.map(({ shows }) => shows),
]);
const ofFields = Object.values(fieldDescriptions).flatMap((fields) => Object.values(fields));
const sentences = [...new Set([...ofFunctions, ...ofFields])].filter((sentence) => sentence !== "");

/** What is typed as it stands, whatever the language: quoted texts, and names with a dot, an underscore, a colon or brackets in them. */
const typed = (sentence: string): readonly string[] => [
  ...(sentence.match(/"[^"]+"/g) ?? []),
  ...(sentence.match(/#[A-Z]+[/!?A-Z]*|\b[A-Z]+\.[A-Z]+\b|\b[a-z]+_[a-z_]+\b|\b\w+\[\d\]/g) ?? []),
];

const fileOf: Readonly<Record<string, string>> = { fr: "french", de: "german", es: "spanish" };

describe.each(helpLanguages)("The help in %s", (language) => {
  test("has every sentence of functions, arguments, options, examples and fields", async () => {
    const voice = await loadHelpVoice(language);
    // A short one may be the same word in both.
    const missing = sentences.filter((sentence) => voice(sentence) === sentence && sentence.includes(" "));
    expect(missing).toEqual([]);
  });

  test("holds no sentence that nobody says any more", async () => {
    const { default: dictionary } = (await import(`../../src/text/help/${fileOf[language] ?? ""}.json`)) as {
      readonly default: Readonly<Record<string, string>>;
    };
    expect(Object.keys(dictionary).filter((sentence) => !sentences.includes(sentence))).toEqual([]);
  });

  test("keeps what is typed: quoted texts, names and errors stay as they are", async () => {
    const voice = await loadHelpVoice(language);
    const changed = sentences.flatMap((sentence) =>
      typed(sentence)
        .filter((part) => !voice(sentence).includes(part))
        .map((part) => `${part} in: ${voice(sentence)}`),
    );
    expect(changed).toEqual([]);
  });

  test("functions.json says it where Excel shows it, and registers the same functions", async () => {
    const english = renderFunctionsJson();
    const translated = renderFunctionsJson(undefined, await loadHelpVoice(language));
    const withoutTexts = (metadata: typeof english): unknown =>
      JSON.parse(JSON.stringify(metadata, (name, value: unknown) => (name === "description" ? "" : value)));
    expect(withoutTexts(translated)).toEqual(withoutTexts(english));
    expect(
      translated.functions.filter(({ description }, at) => description === english.functions[at]?.description),
    ).toEqual([]);
  });
});

describe("The help in any other language", () => {
  test("is English", async () => {
    const voice = await loadHelpVoice("ja-JP");
    expect(sentences.every((sentence) => voice(sentence) === sentence)).toBe(true);
  });
});
