import { isObject } from "../../facts/json";
import { unixToSerial } from "../../facts/dates";
import { type Comparison, comparisons } from "../../ooxml/conditional-format";
import {
  type AlertStyle,
  canBeShown,
  type DataValidation,
  isCompared,
  listItems,
  type ValidationType,
} from "../../ooxml/data-validation";
import { notHere } from "../office/strict-object";
import { type Area, contains, intersect } from "../univer/addresses";
import { areaOf, rangeText } from "../univer/conditional-rules";
import { validationFor } from "../univer/validation-rules";
import { invalidArgument } from "./errors";
import { ClientObject, type RequestContext, type Shape } from "./object-model";
import { requireWritable } from "./range-actions";

/** The values of `Excel.DataValidationType`. */
const typeNames: Readonly<Record<ValidationType, string>> = {
  none: "None",
  whole: "WholeNumber",
  decimal: "Decimal",
  list: "List",
  date: "Date",
  time: "Time",
  textLength: "TextLength",
  custom: "Custom",
};

/** The members of `Excel.DataValidationRule`. */
const ruleNames: Readonly<Record<Exclude<ValidationType, "none">, string>> = {
  whole: "wholeNumber",
  decimal: "decimal",
  list: "list",
  date: "date",
  time: "time",
  textLength: "textLength",
  custom: "custom",
};

const operatorNames: Readonly<Record<Comparison, string>> = {
  between: "Between",
  notBetween: "NotBetween",
  equal: "EqualTo",
  notEqual: "NotEqualTo",
  greaterThan: "GreaterThan",
  lessThan: "LessThan",
  greaterThanOrEqual: "GreaterThanOrEqualTo",
  lessThanOrEqual: "LessThanOrEqualTo",
};

const styleNames: Readonly<Record<AlertStyle, string>> = {
  stop: "Stop",
  warning: "Warning",
  information: "Information",
};

/** The enumerations of data validation. */
export const validationEnumerations = {
  DataValidationType: [...Object.values(typeNames), "Inconsistent", "MixedCriteria"],
  DataValidationOperator: Object.values(operatorNames),
  DataValidationAlertStyle: Object.values(styleNames),
} as const;

type Members = Readonly<Record<string, unknown>>;
type Settings = Omit<DataValidation, "id" | "ranges">;

/** What a cell without data validation has. */
const nothing: Settings = {
  type: "none",
  formulas: [],
  ignoreBlanks: true,
  alert: { shown: true, style: "stop", title: "", message: "" },
  prompt: { shown: true, title: "", message: "" },
};

const shape: Shape<RangeValidation> = {
  name: "DataValidation",
  properties: {
    type: { get: (validation) => validation.currentType() },
    rule: {
      get: (validation) => validation.read(ruleOf),
      set: (validation, rule: unknown) => validation.change((now) => readRule(validation, rule, now)),
    },
    ignoreBlanks: {
      get: (validation) => validation.read(({ ignoreBlanks }) => ignoreBlanks),
      set: (validation, on: unknown) => {
        if (typeof on !== "boolean") throw invalidArgument("ignoreBlanks is true or false");
        validation.change((now) => ({ ...now, ignoreBlanks: on }));
      },
    },
    errorAlert: {
      get: (validation) =>
        validation.read(({ alert: { shown, style, title, message } }) => ({
          message,
          showAlert: shown,
          style: styleNames[style],
          title,
        })),
      set: (validation, alert: unknown) => validation.change((now) => ({ ...now, alert: readAlert(alert, now.alert) })),
    },
    prompt: {
      get: (validation) =>
        validation.read(({ prompt: { shown, title, message } }) => ({ message, showPrompt: shown, title })),
      set: (validation, prompt: unknown) =>
        validation.change((now) => ({ ...now, prompt: readPrompt(prompt, now.prompt) })),
    },
    valid: { get: (validation) => validation.currentValidity() },
  },
};

/** `Excel.DataValidation` of a range. */
export class RangeValidation extends ClientObject {
  readonly areaOf: () => Area;

  constructor(context: RequestContext, place: () => Area) {
    super(context);
    this.areaOf = place;
    this.nullObject = false;
  }

  override get shape(): typeof shape {
    return shape;
  }

  clear(): void {
    this.context.queue(() => {
      requireWritable({ area: this.areaOf(), context: this.context });
      this.context.host.book.dataValidations.clear(this.areaOf());
    });
  }

  currentType(): string {
    const found = this.touching();
    const [first] = found;
    if (first === undefined) return typeNames.none;
    if (found.length > 1) return "Inconsistent";
    return this.covers(first) ? typeNames[first.type] : "MixedCriteria";
  }

  /** Null if the cells of the range differ. */
  read<Value>(get: (settings: Settings) => Value): Value | null {
    const [first, ...others] = this.touching();
    if (others.length > 0 || (first !== undefined && !this.covers(first))) return null;
    return get(first === undefined ? nothing : this.here(first));
  }

  change(next: (now: Settings) => Settings): void {
    const area = this.areaOf();
    requireWritable({ area, context: this.context });
    const [first, ...others] = this.touching();
    const isOne = first !== undefined && others.length === 0 && this.covers(first);
    this.context.host.book.dataValidations.set(area, next(isOne ? this.here(first) : nothing));
  }

  currentValidity(): boolean | null {
    const { book } = this.context.host;
    const area = book.clip(this.areaOf());
    const seen = new Set<boolean>();
    const checked = this.touching().flatMap(({ ranges }) =>
      ranges.flatMap((range) => intersect({ ...areaOf(range), sheetId: area.sheetId }, area) ?? []),
    );
    const cells = checked.reduce((sum, one) => sum + sizeOf(one), 0);
    if (cells < sizeOf(area)) seen.add(true);
    for (const { sheetId, startRow, endRow, startColumn, endColumn } of checked)
      for (let row = startRow; row <= endRow && seen.size < 2; row += 1)
        for (let column = startColumn; column <= endColumn && seen.size < 2; column += 1)
          seen.add(book.dataValidations.isValid({ sheetId, row, column }));
    return seen.size > 1 ? null : !seen.has(false);
  }

  /** A rule with formulas for the first cell of the range. */
  here(validation: DataValidation): DataValidation {
    return validationFor(validation, [rangeText(this.areaOf())]);
  }

  touching(): DataValidation[] {
    return this.context.host.book.dataValidations.touching(this.areaOf());
  }

  /** Whether all cells of the range have this data validation. */
  covers({ ranges }: DataValidation): boolean {
    const area = this.areaOf();
    const within = ranges.flatMap((range) => intersect({ ...areaOf(range), sheetId: area.sheetId }, area) ?? []);
    return (
      within.reduce((sum, one) => sum + sizeOf(one), 0) >= sizeOf(area) || within.some((one) => contains(one, area))
    );
  }
}

const sizeOf = ({ startRow, endRow, startColumn, endColumn }: Area): number =>
  (endRow - startRow + 1) * (endColumn - startColumn + 1);

const ruleOf = ({ type, operator = "between", formulas, dropDownHidden }: Settings): Members => {
  const [first = "", second] = formulas;
  if (type === "none") return {};
  if (type === "custom") return { custom: { formula: `=${first}` } };
  if (type === "list") {
    const items = listItems(first);
    return { list: { inCellDropDown: dropDownHidden !== true, source: items?.join(",") ?? `=${first}` } };
  }
  return {
    [ruleNames[type]]: {
      formula1: `=${first}`,
      ...(second !== undefined && { formula2: `=${second}` }),
      operator: operatorNames[operator],
    },
  };
};

/** The only criterion of a rule. */
const criterionOf = (rule: unknown): readonly [Exclude<ValidationType, "none">, Members] => {
  const given = isObject(rule) ? Object.entries(rule).filter(([, value]) => value !== undefined && value !== null) : [];
  const [[name, criterion] = [], ...others] = given;
  const types = Object.keys(ruleNames) as (keyof typeof ruleNames)[];
  const type = types.find((one) => ruleNames[one] === name);
  if (type === undefined || others.length > 0 || !isObject(criterion))
    throw invalidArgument(`a rule has one of ${Object.values(ruleNames).join(", ")}`);
  return [type, criterion];
};

const readRule = (owner: RangeValidation, rule: unknown, now: Settings): Settings => {
  const { ignoreBlanks, alert, prompt } = now;
  const [type, criterion] = criterionOf(rule);
  const settings: Settings = { ignoreBlanks, alert, prompt, type, ...criteria(owner, type, criterion) };
  if (!canBeShown({ ...settings, id: "", ranges: [rangeText(owner.areaOf())] }))
    throw notHere("a list whose source differs by cell: write it with $, as in =$A$1:$A$9");
  return settings;
};

const criteria = (
  owner: RangeValidation,
  type: Exclude<ValidationType, "none">,
  criterion: Members,
): Pick<Settings, "formulas" | "operator" | "dropDownHidden"> => {
  if (type === "custom") {
    const { formula } = criterion;
    if (typeof formula !== "string" || formula.replace(/^=/, "") === "") throw invalidArgument("formula is a text");
    return { formulas: [formula.replace(/^=/, "")] };
  }
  if (type === "list") {
    const { source, inCellDropDown = true } = criterion;
    return { formulas: [readSource(owner, source)], ...(inCellDropDown === false && { dropDownHidden: true }) };
  }
  const operator = comparisons.find((one) => operatorNames[one] === criterion["operator"]);
  if (operator === undefined) throw invalidArgument(`operator is one of ${Object.values(operatorNames).join(", ")}`);
  const isRange = operator === "between" || operator === "notBetween";
  return {
    operator,
    formulas: (isRange ? ["formula1", "formula2"] : ["formula1"]).map((name) =>
      readOperand(owner, type, criterion[name], name),
    ),
  };
};

const mostListText = 255;

const readSource = (owner: RangeValidation, source: unknown): string => {
  const address = addressOf(owner, source);
  if (address !== undefined) return address;
  if (typeof source === "string" && /^=./.test(source)) return source.slice(1);
  if (typeof source !== "string" || source.trim() === "" || source.length > mostListText)
    throw invalidArgument(`source is a Range, a formula, or a text of up to ${mostListText} characters`);
  return `"${source.replaceAll('"', '""')}"`;
};

/** The absolute address of a range that stands for a formula. */
const addressOf = ({ context }: RangeValidation, value: unknown): string | undefined => {
  if (!(value instanceof ClientObject) || !("area" in value)) return undefined;
  const address = context.host.book.address(value.area as Area);
  const bang = address.lastIndexOf("!") + 1;
  return address.slice(0, bang) + address.slice(bang).replace(/[A-Z]+|\d+/g, "$$$&");
};

const numeric = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

const readOperand = (owner: RangeValidation, type: ValidationType, value: unknown, name: string): string => {
  const address = addressOf(owner, value);
  if (address !== undefined) return address;
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value === "string" && /^=./.test(value)) return value.slice(1);
  if (typeof value === "string" && numeric.test(value)) return value;
  const days = type === "date" || type === "time" ? daysOf(owner, type, value) : undefined;
  if (days === undefined || !isCompared(type)) throw invalidArgument(`${name} is a number, a Range or a formula`);
  return String(days);
};

/** The number of a date or time in the form of ISO 8601; undefined for other texts. */
const daysOf = ({ context }: RangeValidation, type: "date" | "time", value: unknown): number | undefined => {
  // A Date of the add-in's page is none of this page.
  const isDate = Object.prototype.toString.call(value) === "[object Date]";
  const text = isDate ? (value as Date).toISOString() : typeof value === "string" ? value.trim() : "";
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text);
  if (type === "time" && clock !== null)
    return (Number(clock[1]) * 3_600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0)) / 86_400;
  if (!/^\d{4}-\d{2}-\d{2}(T|$)/.test(text)) return undefined;
  const time = Date.parse(/T.*(Z|[+-]\d{2}:\d{2})$/.test(text) || !text.includes("T") ? text : `${text}Z`);
  if (Number.isNaN(time)) return undefined;
  const days = unixToSerial(time, context.host.book.engine.dateSystem.from1904);
  return type === "time" ? days - Math.floor(days) : days;
};

const longestTitle = 32;
const longestMessage = 255;

const textOf = (members: Members, name: string, longest: number, now: string): string => {
  const { [name]: text = now } = members;
  if (typeof text !== "string" || text.length > longest)
    throw invalidArgument(`${name} is a text of up to ${longest} characters`);
  return text;
};

const flagOf = (members: Members, name: string, now: boolean): boolean => {
  const { [name]: on = now } = members;
  if (typeof on !== "boolean") throw invalidArgument(`${name} is true or false`);
  return on;
};

const readAlert = (alert: unknown, now: DataValidation["alert"]): DataValidation["alert"] => {
  if (!isObject(alert)) throw invalidArgument("errorAlert is an object");
  const { style: name = styleNames[now.style] } = alert;
  const style = (Object.keys(styleNames) as AlertStyle[]).find((one) => styleNames[one] === name);
  if (style === undefined) throw invalidArgument(`style is one of ${Object.values(styleNames).join(", ")}`);
  return {
    shown: flagOf(alert, "showAlert", now.shown),
    style,
    title: textOf(alert, "title", longestTitle, now.title),
    message: textOf(alert, "message", longestMessage, now.message),
  };
};

const readPrompt = (prompt: unknown, now: DataValidation["prompt"]): DataValidation["prompt"] => {
  if (!isObject(prompt)) throw invalidArgument("prompt is an object");
  return {
    shown: flagOf(prompt, "showPrompt", now.shown),
    title: textOf(prompt, "title", longestTitle, now.title),
    message: textOf(prompt, "message", longestMessage, now.message),
  };
};
