import type { Injector } from "@univerjs/core";
import { BooleanNumber } from "@univerjs/core";
import { FunctionType } from "@univerjs/engine-formula";
import { IDescriptionService } from "@univerjs/sheets-formula";
import { toChoices } from "../functions/enum-choices";
import { t } from "../texts";
import type { EnumMetadata, FunctionsFile, ParameterMetadata } from "../functions/metadata";

/** Adds the functions of functions.json to the formula bar: autocompletion, and help for the parameter at the caret. */
export const offerHelp = (injector: Injector, file: FunctionsFile): void => {
  const enums = new Map((file.enums ?? []).map((each) => [each.id, each]));
  const listedFunctions = file.functions.filter(({ options }) => options?.excludeFromAutoComplete !== true);
  injector.get(IDescriptionService).registerDescriptions(
    listedFunctions.map(({ name, description = "", parameters }) => ({
      functionName: name.toUpperCase(),
      functionType: FunctionType.User,
      description,
      abstract: description,
      functionParameter: parameters.map((parameter) => ({
        name: parameter.name,
        detail: parameterDetail(parameter, enums.get(parameter.customEnumId ?? "")),
        example: exampleValue(parameter, enums.get(parameter.customEnumId ?? "")),
        require: parameter.optional === true ? BooleanNumber.FALSE : BooleanNumber.TRUE,
        repeat: parameter.repeating === true ? BooleanNumber.TRUE : BooleanNumber.FALSE,
      })),
    })),
  );
};

const parameterDetail = ({ description = "" }: ParameterMetadata, choices: EnumMetadata | undefined): string => {
  if (choices === undefined) return description;
  const values = toChoices(choices).map(({ formulaText, tooltip }) =>
    tooltip ? `${formulaText} – ${tooltip}` : formulaText,
  );
  return [description, t("help.oneOf"), ...values].join("\n");
};

const exampleValue = ({ name }: ParameterMetadata, choices: EnumMetadata | undefined): string =>
  (choices && toChoices(choices)[0]?.formulaText) ?? name;
