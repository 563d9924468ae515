import type { Clock } from "../../engine/clock";
import type { KnownUniverse } from "../../engine/state/universes";
import type { Table, TableRequest } from "../tables/tables";
import type { Person } from "../team/person";
import type { Store } from "../team/store";

/** Calculates formulas for people: the evaluator that also answers formulas in addresses. */
export interface Evaluator {
  readonly calculate: (person: Person, request: TableRequest) => Promise<Table>;
}

/** What the server of assistants depends on. */
export interface McpDeps {
  readonly evaluator: Evaluator;
  readonly clock: Clock;
  /** Where earlier answers are kept. */
  readonly store: Store;
  /** The universes that a person's formulas can name. */
  readonly universesFor: (person: Person) => readonly KnownUniverse[];
  /** The firm's account that serves a person. */
  readonly accountOf: (person: Person) => string | undefined;
}

/** One call of a tool: who asks, and how it can be followed and cancelled. */
export interface ToolCall {
  readonly deps: McpDeps;
  readonly person: Person;
  readonly signal: AbortSignal;
  /** Tells the client how far the work is. */
  readonly progress: (message: string) => void;
}

/** Rows that a tool answers where its call names no number. */
export const usualRows = 50;

/** What a tool answers: content with the schema of the tool, and a short text. */
export interface ToolAnswer {
  readonly text: string;
  readonly content?: object;
}

/** An argument of a tool is not allowed. The message is one sentence. */
export class WrongToolArgument extends Error {
  override readonly name = "WrongToolArgument";
}

/** How a formula is calculated. */
export interface FormulaUse {
  readonly fresh?: boolean;
  readonly links?: boolean;
  /** How many texts the service may translate. */
  readonly translations?: number;
}

/** Calculates a formula for the person who asks. */
export const calculateFormula = (
  { deps, person, signal, progress }: ToolCall,
  formula: string,
  { fresh = false, links = false, translations = 0 }: FormulaUse = {},
): Promise<Table> =>
  deps.evaluator.calculate(person, {
    ...{ formula, fresh, signal, links, translations },
    onProgress: (name) => progress(`${name} is calculated.`),
  });
