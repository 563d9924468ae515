import { codes, isic4, schemes } from "./industries";
import { describedValues, map, type Nested, object, plainText, scalarOf } from "./values";
import { revenue } from "./revenue";

/** How fields with nested values are shown, by wire name. Lists of texts need no entry. Those of analyses are in `nestedInAnalyses`. */
export const nestedKinds: Readonly<Record<string, Nested>> = {
  revenue,
  isic4,
  industry_codes: schemes,
  unspsc: codes,
  client_code: map,
  registration_codes: describedValues,
  error: object("message", { message: plainText, code: { type: "integer", read: scalarOf }, reason: plainText }),
};
