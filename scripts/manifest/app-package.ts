import { readFileSync } from "node:fs";
import path from "node:path";
import { zipSync } from "fflate";

interface Named {
  readonly icons: { readonly outline: string; readonly color: string };
  readonly localizationInfo: { readonly additionalLanguages: readonly { readonly file: string }[] };
}

/** The earliest date that a zip file can have: the same files make the same package. */
const mtime = new Date(1980, 0, 1);

/** The app package that an administrator uploads: manifest.json of a built folder, with the translations and icons that it names. */
export const packApp = (built: string): Uint8Array => {
  const manifest = JSON.parse(readFileSync(path.join(built, "manifest.json"), "utf8")) as Named;
  const { icons, localizationInfo } = manifest;
  const languages = localizationInfo.additionalLanguages.map(({ file }) => file);
  const files = ["manifest.json", ...languages, icons.outline, icons.color];
  return zipSync(Object.fromEntries(files.map((file) => [file, readFileSync(path.join(built, file))])), { mtime });
};
