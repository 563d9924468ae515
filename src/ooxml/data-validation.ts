import { countCells, parseRange } from "../facts/addresses";
import type { Comparison } from "./conditional-format";
import { moveFormula } from "./moved-formulas";

export const validationTypes = ["none", "whole", "decimal", "list", "date", "time", "textLength", "custom"] as const;
export type ValidationType = (typeof validationTypes)[number];

export const alertStyles = ["stop", "warning", "information"] as const;
export type AlertStyle = (typeof alertStyles)[number];

/** What cells accept, and what the user is told. */
export interface DataValidation {
  readonly id: string;
  /** Such as `A1:B9`. The formulas are written for the first cell, by row, then column. */
  readonly ranges: readonly string[];
  /** `none` accepts everything: there may still be a prompt. */
  readonly type: ValidationType;
  /** `between` and `notBetween` have two formulas. */
  readonly operator?: Comparison;
  /** Without `=`. Dates and times are numbers of days; a list of items is one text, `"low,high"` with its quotes. */
  readonly formulas: readonly string[];
  readonly ignoreBlanks: boolean;
  /** A list without an arrow in its cells. */
  readonly dropDownHidden?: boolean;
  readonly alert: {
    readonly shown: boolean;
    readonly style: AlertStyle;
    readonly title: string;
    readonly message: string;
  };
  readonly prompt: { readonly shown: boolean; readonly title: string; readonly message: string };
}

export const isCompared = (type: ValidationType): boolean => !["none", "list", "custom"].includes(type);

/** How many formulas a data validation has. */
export const formulaCount = (type: ValidationType, operator: Comparison | undefined): number =>
  type === "none" ? 0 : isCompared(type) && (operator === "between" || operator === "notBetween") ? 2 : 1;

/** The items of a list that is a text in quotes; undefined for a range or another formula. */
export const listItems = (formula: string): string[] | undefined => {
  const text = /^"((?:[^"]|"")*)"$/.exec(formula)?.[1];
  return text
    ?.replaceAll('""', '"')
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
};

/** Other workbooks cannot be read, and the engine reads the source of a list for all of its cells alike. */
export const canBeShown = ({ type, operator, formulas, ranges }: DataValidation): boolean => {
  if (formulas.length !== formulaCount(type, operator) || formulas.some((one) => one === "" || /\[\d+\]/.test(one)))
    return false;
  const [source = ""] = formulas;
  return type !== "list" || moveFormula(source, 1, 1) === source || isOneCell(ranges);
};

const isOneCell = ([first = "", ...others]: readonly string[]): boolean => {
  const area = parseRange(first);
  return others.length === 0 && area !== undefined && countCells(area) === 1;
};
