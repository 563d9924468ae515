import { iso6392 } from "iso-639-2";

const bibliographic = new Map(
  iso6392.flatMap(({ iso6391, iso6392B }) => (iso6391 === undefined ? [] : [[iso6391, iso6392B] as const])),
);

// eld has one Norwegian, and calls it by its larger form.
bibliographic.set("no", "nor").set("nb", "nor");

/** Names the language of a text by its code in ISO 639-2/B (`eng`, `ger`); undefined where the text says too little. */
export type LanguageDetector = (text: string) => string | undefined;

/** More of a text makes nothing surer. */
const longestSample = 1_000;

/** Loads the detector: about 50 MB, so only a process that enriches documents loads it. */
export const loadLanguageDetector = async (): Promise<LanguageDetector> => {
  const { eld } = await import("eld/small");
  return (text) => bibliographic.get(eld.detect(text.slice(0, longestSample)).language);
};
