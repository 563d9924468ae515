import { lastSerial } from "../../../../facts/dates";
import { routes } from "../../../../contract/routes";
import type { FunctionDefinition, ParameterDescription } from "../../../../formulas/define/definition";
import { columnLabel } from "../../../../formulas/table/columns";
import { fromSerial } from "../../../../formulas/table/dates";
import { parseFormula } from "../formula/formula-input";

/** What a call asks for, in words: the purpose of the function, and its arguments with their labels. `query` is the call, `NAME(…)`. */
export const inWords = (query: string, definitions: readonly FunctionDefinition[]): string => {
  const set = argumentsInWords(query, definitions);
  return [describePurpose(query, definitions), ...(set === "" ? [] : [`${set}.`])].join(" ");
};

const findDefinition = (query: string, definitions: readonly FunctionDefinition[]): FunctionDefinition | undefined => {
  const call = parseFormula(`=${query}`);
  return definitions.find(({ name }) => name === call?.name);
};

/** What the function of a call is for; empty where there is no such function. */
export const describePurpose = (query: string, definitions: readonly FunctionDefinition[]): string =>
  findDefinition(query, definitions)?.description ?? "";

/** The arguments of a call that are set, with their labels. */
export const argumentsInWords = (query: string, definitions: readonly FunctionDefinition[]): string => {
  const { parameters = [] } = findDefinition(query, definitions) ?? {};
  const inputs = parseFormula(`=${query}`)?.inputs ?? [];
  return inputs
    .flatMap((input, place) => {
      const { label, control } = parameters[place] ?? {};
      if (input === "" || label === undefined) return [];
      return [`${label}: ${showInput(input, control)}`];
    })
    .join("; ");
};

const showInput = (input: string, control: ParameterDescription["control"] | undefined): string => {
  if (control === "date") return showDay(input);
  const text = input.replace(/^[='](?=.)/, "");
  // A list of names, and not a reference, "default", "*" or "+id".
  const areColumns = control === "fields" && text === input && /^[\w.,\s]+$/.test(text) && text !== "default";
  return areColumns
    ? text
        .split(",")
        .map((name) => columnLabel(name.trim()))
        .join(", ")
    : text;
};

/** A date as ISO text where it stands as the number that Excel has for it. */
const showDay = (input: string): string => {
  const serial = Number(input);
  const at = Number.isInteger(serial) && serial >= 1 && serial <= lastSerial ? fromSerial(serial) : undefined;
  return at === undefined ? input.replace(/^[='](?=.)/, "") : new Date(at).toISOString().slice(0, 10);
};

/** Method and path of the requests that a function makes, the main one first. Values stand in the arguments. */
export const listRequests = (name: string, definitions: readonly FunctionDefinition[]): readonly string[] =>
  (definitions.find((definition) => definition.name === name)?.routes ?? []).map((route) => {
    const { method, path } = routes[route];
    return `${method} ${path}`;
  });
