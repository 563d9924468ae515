import type { FunctionDefinition } from "../../formula/definition";
import type { Say } from "../text/say";
import { isExpression } from "./written";

/** Records per page, look-ups per call (specification, "Limits"). */
const perPage = 1000;
const perSearch = 500;
const shared: readonly string[] = ["searchEntities", "getDocuments", "getLegacyDocuments"];

/** What a function is asked with, by parameter. */
export type Written = Readonly<Record<string, string>>;

/** How many pages the limit takes at most; undefined where a cell decides. */
const pagesOf = (definition: FunctionDefinition, written: Written, rowCap: number): number | undefined => {
  const limit = (written["limit"] ?? "").trim();
  if (!definition.parameters.some(({ control }) => control === "limit") || limit === "") return 1;
  if (isExpression(limit)) return undefined;
  const records = limit.toLowerCase() === "all" ? rowCap : Number(limit);
  return Number.isFinite(records) ? Math.max(1, Math.ceil(records / perPage)) : undefined;
};

/** One sentence: what the formula will fetch and with how many calls. */
export const forecast = (
  say: Say,
  definition: FunctionDefinition,
  { written, rowCap }: { readonly written: Written; readonly rowCap: number },
): string => {
  if (definition.routes.length === 0) return say("build.noCalls");
  const lists = definition.routes.filter((route) => route.startsWith("list"));
  const batches = definition.routes.filter((route) => shared.includes(route));
  const pages = pagesOf(definition, written, rowCap);
  const parts = [
    lists.length > 0 &&
      (pages === undefined ? say("build.pagesUnknown") : say("build.pages", { count: pages * lists.length })),
    batches.length > 0 && lists.length > 0 && say("build.joins", { size: perSearch }),
    batches.length > 0 && lists.length === 0 && say("build.batches", { size: perSearch }),
    lists.length === 0 && batches.length === 0 && say("build.single"),
    /translate\s*=/i.test(written["options"] ?? "") && say("build.translates"),
  ];
  return parts.filter((part) => part !== false).join(" ");
};
