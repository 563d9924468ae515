import type { Injector } from "@univerjs/core";
import {
  type ArrayValueObject,
  type BaseFunction,
  type BaseValueObject,
  ErrorType,
  ErrorValueObject,
  FUNCTION_NAMES_FINANCIAL,
  IFunctionService,
  type FunctionVariantType,
  LexerTreeBuilder,
  NumberValueObject,
} from "@univerjs/engine-formula";
import { unixToSerial } from "../../facts/dates";
import type { DateSystem } from "./display-formats";
import { limitTake, refuseInfinity } from "./private-hooks";

/**
 * Lets a function of the engine that fails return `#CALC!`: the engine would end the whole calculation, and other cells would stay `#BUSY!`.
 * As in Excel, HYPERLINK returns a plain value instead of formatted text, and TAKE returns all rows and columns where fewer
 * are there than asked for. Results of financial functions have no format: the engine would show dollars. TODAY is the day here and not
 * in London, VALUE of a number that is too large is an error, and both clocks know the date system.
 */
export const guardFunctions = (injector: Injector, dateSystem: DateSystem): void => {
  const service = injector.get(IFunctionService);
  const register = service.registerExecutors.bind(service);
  for (const executor of service.getExecutors().values()) guard(executor, dateSystem);
  service.registerExecutors = (...executors) => {
    for (const executor of executors) guard(executor, dateSystem);
    register(...executors);
  };
};

const guard = (executor: BaseFunction, dateSystem: DateSystem): void => {
  if (executor.name === "TODAY")
    executor.calculate = () => NumberValueObject.create(Math.floor(localSerial(dateSystem)), "yyyy-mm-dd");
  if (executor.name === "NOW")
    executor.calculate = () => NumberValueObject.create(localSerial(dateSystem), "yyyy-mm-dd hh:mm");
  if (executor.name === "VALUE") refuseInfinity(executor);
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

/** The serial of this second on the clock of the page. */
const localSerial = ({ from1904 }: DateSystem): number => {
  const now = new Date();
  const day = [now.getFullYear(), now.getMonth(), now.getDate()] as const;
  return unixToSerial(Date.UTC(...day, now.getHours(), now.getMinutes(), now.getSeconds()), from1904);
};

/** A result in which each number that is not finite is `#NUM!`, as in Excel. Files can have no such number. */
export const withFiniteNumbers = (result: FunctionVariantType): FunctionVariantType => {
  if (result.isReferenceObject()) return result;
  if (!(result as BaseValueObject).isArray()) return isInfinite(result as BaseValueObject) ? numberError() : result;
  const array = result as ArrayValueObject;
  array.iterator((value, row, column) => {
    if (value && isInfinite(value)) array.set(row, column, numberError());
  });
  return array;
};

const isInfinite = (value: BaseValueObject): boolean => value.isNumber() && !Number.isFinite(Number(value.getValue()));

const numberError = (): ErrorValueObject => ErrorValueObject.create(ErrorType.NUM);

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
