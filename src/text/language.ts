import type { SentenceKey } from "./english";
import type { HealthKey } from "./english-health";
import type { StartKey } from "./english-start";
import type { WorkKey } from "./english-work";

/** Every sentence outside of the task pane in another language: a missing key does not compile. */
export type Translation = Readonly<Record<SentenceKey | HealthKey | StartKey | WorkKey, string>>;

/** A language to speak: how it writes numbers (`fr-FR`), and its sentences; a key that is missing falls back to English. */
export interface Language {
  readonly tag: string;
  readonly sentences: Partial<Translation>;
}

const english: Language = { tag: "en-US", sentences: {} };
let current = english;

/** Speaks this language from now on; `undefined` goes back to English. */
export const chooseLanguage = (language: Language | undefined): void => {
  current = language ?? english;
};

/** The language spoken now. */
export const languageInUse = (): Language => current;
