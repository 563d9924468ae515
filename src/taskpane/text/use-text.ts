import { createContext, useContext } from "react";
import { createSay, type Say } from "./say";

/** Carries the voice down the tree. */
export const TextContext = createContext<Say>(createSay("en"));

/** The voice of the pane. */
export const useText = (): Say => useContext(TextContext);
