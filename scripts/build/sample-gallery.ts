import { readFileSync } from "node:fs";
import path from "node:path";
import { samples } from "../../src/workbench/file/samples";
import type { StoredWorkbook } from "../../src/workbench/file/stored-workbook";
import { readWorkbookJson } from "../../src/workbench/file/workbook-json";
import { t } from "../../src/workbench/texts";
import type { MadeFile } from "./demo-workbooks";
import translations from "./sample-texts.json";

const root = path.join(__dirname, "../..");

/**
 * The gallery that Start of the pane shows: a list at /samples/list.json, and for each sample a picture and the workbook as an .xlsx file
 * in base64, as `Excel.createWorkbook` takes it. `made` are the samples that are made from the demo world.
 */
export const sampleGallery = (made: Readonly<Record<string, MadeFile>>): Readonly<Record<string, MadeFile>> => {
  const list = samples.map(({ file, title, about }) => {
    const address = `samples/${path.basename(file, ".json")}`;
    const translated = Object.entries(translations).map(([language, text]) => [
      language,
      { title: text[title], about: text[about] },
    ]);
    const texts = { en: { title: t(title), about: t(about) }, ...Object.fromEntries(translated) } as object;
    return { file: `${address}.xlsx.txt`, picture: `${address}.svg`, texts };
  });
  const files = samples.flatMap(({ file }): readonly (readonly [string, MadeFile])[] => {
    const read = async (): Promise<StoredWorkbook> => {
      const text = await (made[`/workbench/${file}`]?.text ?? readFileSync(path.join(root, file), "utf8"));
      return readWorkbookJson(JSON.parse(text));
    };
    const address = `/samples/${path.basename(file, ".json")}`;
    return [
      [`${address}.svg`, fileOf("image/svg+xml", async () => toPicture(await read()))],
      [`${address}.xlsx.txt`, fileOf("text/plain", async () => toBase64(await read()))],
    ];
  });
  return {
    "/samples/list.json": { type: "application/json", text: JSON.stringify(list) },
    ...Object.fromEntries(files),
  };
};

/** Made when it is asked for: the report needs calls to the service. */
const fileOf = (type: string, make: () => Promise<string>): MadeFile => ({
  type,
  get text() {
    return make();
  },
});

const toPicture = async (file: StoredWorkbook): Promise<string> =>
  (await import("../../src/workbench/page/workbook-picture")).drawWorkbook(file);

const toBase64 = async (file: StoredWorkbook): Promise<string> => {
  const [{ functions }, { writeXlsx }] = await Promise.all([
    import("../../src/formulas/functions"),
    import("../../src/workbench/file/xlsx"),
  ]);
  const custom = functions.map(({ name }) => name);
  return Buffer.from(writeXlsx(file, { custom })).toString("base64");
};
