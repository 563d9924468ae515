import { createContext, useContext, useEffect, useState } from "react";
import { createSay, loadTexts, type Say } from "./say";

/** Carries the voice down the tree. */
export const TextContext = createContext<Say>(createSay("en"));

/** The voice of the pane. */
export const useText = (): Say => useContext(TextContext);

/** The voice of a locale: English at once, the locale's language as soon as its sentences have come. */
export const useVoice = (locale: string): Say => {
  const [say, setSay] = useState(() => createSay(locale));
  useEffect(() => {
    let wanted = true;
    void loadTexts(locale).then((texts) => {
      if (wanted && texts !== undefined) setSay(() => createSay(locale, texts));
    });
    return () => {
      wanted = false;
    };
  }, [locale]);
  return say;
};
