import type { Injector } from "@univerjs/core";
import { ErrorValueObject } from "@univerjs/engine-formula";
import { errorType, interceptResults } from "../univer/private-hooks";
import { busy } from "./function-error";
import type { FunctionHost } from "./function-host";

/** Shows `#BUSY!` for every formula in which a call has not answered, whatever the formula makes of it. */
export const interceptPending = (injector: Injector, functions: FunctionHost): void => {
  interceptResults(injector, (result, runtime) => {
    const { currentUnitId: unitId, currentSubUnitId: sheetId, currentRow: row, currentColumn: column } = runtime;
    const pending = functions.evaluated({ unitId, sheetId, row, column });
    return pending ? ErrorValueObject.create(errorType(busy)) : result;
  });
};
