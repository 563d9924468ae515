import { industryCodes, isic4, schemes } from "./industries";
import { describedValues, map, type Nested, objectField, plainText, toScalar } from "./values";
import { revenue } from "./revenue";

/** How fields with nested values are shown, by wire name. Lists of texts need no entry. Those of analyses are in `nestedInAnalyses`. */
export const nestedKinds: Readonly<Record<string, Nested>> = {
  revenue,
  isic4,
  industry_codes: schemes,
  unspsc: industryCodes,
  client_code: map,
  registration_codes: describedValues,
  error: objectField("message", { message: plainText, code: { type: "integer", read: toScalar }, reason: plainText }),
};
