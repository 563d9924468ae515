import { functions } from "../../../i18n/locales/en/functions";
import { onDemand } from "../../../i18n/on-demand";
import { addMessages, t } from "../../../i18n/t";
import { wrongArgument } from "../../arguments/argument";

// Here, because these texts may not be loaded with the first functions.
addMessages("en", functions);

const names = onDemand(() => new Intl.DisplayNames(["en"], { type: "language", fallback: "none" }));

const letters = Array.from("abcdefghijklmnopqrstuvwxyz");

/** The English names, in lower case, of the languages that have a code of two letters. */
const common = onDemand(
  () =>
    new Set(
      letters.flatMap((one) =>
        letters.flatMap(
          (other) =>
            names()
              .of(one + other)
              ?.toLowerCase() ?? [],
        ),
      ),
    ),
);

/**
 * The English names of languages that are named or given by a code of two or three letters. A filter by a language that does not exist
 * keeps nothing, and nothing would look like a true 0.
 * @throws AddinError `invalid-argument`.
 */
export const languageNames = (texts: readonly string[]): readonly string[] =>
  texts.map((text) => {
    const lower = text.trim().toLowerCase();
    const name = /^[a-z]{2,3}$/.test(lower) ? names().of(lower) : undefined;
    if (name === undefined && !common().has(lower)) throw wrongArgument("language", t("allowed.language"), text);
    return name ?? lower;
  });
