import { functions } from "../../src/formulas/functions";

const functionNames = functions.map(({ name }) => name);
const inFamily = /^src\/formulas\/functions\/([\w-]+)\/([\w-]+)\.ts$/;
/** What every function uses. The texts of the pane and of the help are in no cell. */
const shared =
  /^src\/(engine|contract|i18n\/(?!locales\/\w+\/(?:pane|views|analyses|help)\.)|formulas\/(?!functions\/[\w-]+\/))/;

/** The functions whose results may change with these files: those defined in them, the family of a helper, or all. */
export const changedFunctions = (files: readonly string[]): readonly string[] | "all" => {
  if (files.some((file) => shared.test(file))) return "all";
  return files.flatMap((file) => {
    const [, family, name] = inFamily.exec(file) ?? [];
    const own = functionNames.filter((each) => each.toLowerCase().replaceAll(".", "-") === name);
    return own.length > 0 ? own : functionNames.filter((each) => each.toLowerCase().startsWith(`${family}.`));
  });
};
