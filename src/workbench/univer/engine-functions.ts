import type { Injector } from "@univerjs/core";
import {
  type ArrayValueObject,
  type BaseFunction,
  type BaseValueObject,
  ErrorType,
  ErrorValueObject,
  FUNCTION_NAMES_FINANCIAL,
  IFunctionService,
  LexerTreeBuilder,
} from "@univerjs/engine-formula";
import { limitTake } from "./private-hooks";

/**
 * Lets a function of the engine that fails return `#CALC!`: the engine would end the whole calculation, and other cells would stay `#BUSY!`.
 * As in Excel, HYPERLINK returns a plain value instead of formatted text, and TAKE returns all rows and columns where fewer
 * are there than asked for. Results of financial functions have no format: the engine would show dollars.
 */
export const guardFunctions = (injector: Injector): void => {
  const service = injector.get(IFunctionService);
  const register = service.registerExecutors.bind(service);
  for (const executor of service.getExecutors().values()) guard(executor);
  service.registerExecutors = (...executors) => {
    for (const executor of executors) guard(executor);
    register(...executors);
  };
};

const guard = (executor: BaseFunction): void => {
  if (executor.name === "TAKE") limitTake(executor);
  if (executor.name === "HYPERLINK") executor.calculate = linkLabel;
  const calculate = executor.calculate.bind(executor);
  executor.calculate = (...variants) => {
    try {
      const result = calculate(...variants);
      return financial.has(executor.name) ? withoutFormat(result) : result;
    } catch {
      return ErrorValueObject.create(ErrorType.CALC);
    }
  };
};

const financial: ReadonlySet<unknown> = new Set(Object.values(FUNCTION_NAMES_FINANCIAL));

type Result = ReturnType<BaseFunction["calculate"]>;

const withoutFormat = (result: Result): Result => {
  if (result.isReferenceObject() || result.isAsyncObject()) return result;
  const value = result as ArrayValueObject;
  (value.isArray() ? value.getFirstCell() : value).setPattern("");
  return result;
};

const linkLabel = (address: BaseValueObject, text?: BaseValueObject): BaseValueObject =>
  address.isError() ? address : (text ?? address);

/** Call it when names may mean something else than before. */
export const forgetParsedFormulas = (injector: Injector): void => {
  // Every formula contains the empty text. Disposing of the lexer's tree builder empties its cache, and nothing else.
  injector.get(IFunctionService).deleteFormulaAstCacheKey("");
  injector.get(LexerTreeBuilder).dispose();
};
