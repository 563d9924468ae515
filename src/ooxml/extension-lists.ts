import { mapElements, parseXml } from "./xml";

/** Removes the extensions of a sheet that hold nothing but an empty list of this name. */
export const withoutEmptyExtensions = (part: string, extensions: string, list: string): string =>
  mapElements(part, extensions, "ext", (text) => {
    const [only, ...others] = parseXml(part, text).children;
    return only?.name === list && only.children.length === 0 && others.length === 0 ? "" : text;
  });
