import { routes } from "../../../../contract/routes";
import type { FunctionDefinition } from "../../../../formulas/define/definition";
import { parseFormula } from "../formula/formula-input";

/** What a call asks for, in words: the purpose of the function, and its arguments with their labels. `query` is the call, `NAME(…)`. */
export const inWords = (query: string, definitions: readonly FunctionDefinition[]): string => {
  const call = parseFormula(`=${query}`);
  const definition = definitions.find(({ name }) => name === call?.name);
  if (call === undefined || definition === undefined) return "";
  const set = call.inputs.flatMap((input, place) => {
    const { label } = definition.parameters[place] ?? {};
    return input === "" || label === undefined ? [] : [`${label}: ${input.replace(/^[='](?=.)/, "")}`];
  });
  return [definition.description, ...(set.length > 0 ? [`${set.join("; ")}.`] : [])].join(" ");
};

/** Method and path of the requests that a function makes, the main one first. Values stand in the arguments. */
export const requestsOf = (name: string, definitions: readonly FunctionDefinition[]): readonly string[] =>
  (definitions.find((definition) => definition.name === name)?.routes ?? []).map((route) => {
    const { method, path } = routes[route];
    return `${method} ${path}`;
  });
