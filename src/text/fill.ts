import { writeNumber } from "./write-number";

/** A sentence with `{name}` replaced by the value of that name; numbers are written as the language writes them, texts as they are. */
export const fill = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name] ?? placeholder;
    return typeof value === "number" ? writeNumber(value) : value;
  });
