/** Office's display language (`de-DE`). */
export const readLocale = (): string => Office.context.displayLanguage || "en-US";
