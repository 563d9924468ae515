import { joinSentences } from "../text/statement";
import type { Document } from "./source";

/** The text of a document in a language; undefined if it cannot be rendered in it. */
export const documentText = (document: Document, language: string): string | undefined => {
  const wording = document.wording(language);
  return wording === undefined ? undefined : joinSentences(wording.sentences, language);
};
