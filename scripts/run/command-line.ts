import { parseArgs } from "node:util";
import { withoutPasswords } from "../../src/data/sql/address";

/** One option of a program: what it takes (a switch nothing), how that is read (`undefined`: it cannot be meant) and what holds without it. */
export interface Option<Value> {
  readonly takes?: string;
  readonly unless: Value;
  read(text: string, before: Value): Value | undefined;
}

type Options = Readonly<Record<string, Option<unknown>>>;
type Values<Given extends Options> = { readonly [Name in keyof Given]: Given[Name]["unless"] };

/** A whole number in a range. */
export const whole = <Unless extends number | undefined>(
  [lowest, highest]: readonly [number, number],
  unless: Unless,
): Option<number | Unless> => ({
  takes: `a whole number from ${lowest} to ${highest}`,
  unless,
  read: (text) => {
    const value = Number(text);
    return /^\d+$/.test(text) && value >= lowest && value <= highest ? value : undefined;
  },
});

/** A port of this machine; where 0 is allowed it means any free one. */
export const port = (unless: number, lowest = 0): Option<number> => whole([lowest, 65_535], unless);

/** One of a few words. */
export const oneOf = <const Allowed extends string, Unless extends Allowed | undefined>(
  allowed: readonly Allowed[],
  unless: Unless,
): Option<Allowed | Unless> => ({
  takes: `one of ${allowed.join(", ")}`,
  unless,
  read: (text) => allowed.find((one) => one === text),
});

/** Any text but an empty one; `takes` says what it is. */
export const text = <Unless extends string | undefined>(takes: string, unless: Unless): Option<string | Unless> => ({
  takes,
  unless,
  read: (given) => (given === "" ? undefined : given),
});

/** A switch: it takes nothing. */
export const flag: Option<boolean> = { unless: false, read: () => true };

/** Reads a program's options, or throws one sentence: which option, what is allowed, what came. */
export const readOptions = <Given extends Options>(
  given: Given,
  args: readonly string[] = process.argv.slice(2),
): Values<Given> => {
  const values = Object.fromEntries(Object.entries(given).map(([name, { unless }]) => [name, unless]));
  const { tokens } = parseArgs({ args: [...args], options: kindsOf(given), strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional")
      throw new Error(`There are only options (${namesOf(given)}), got "${token.value}".`);
    const option = given[token.name];
    if (option === undefined) throw new Error(`There is no option ${token.rawName}; there are ${namesOf(given)}.`);
    values[token.name] = readOption(option, token, values[token.name]);
  }
  return values as Values<Given>;
};

const kindsOf = (given: Options): Record<string, { readonly type: "boolean" | "string" }> =>
  Object.fromEntries(
    Object.entries(given).map(([name, { takes }]) => [name, { type: takes === undefined ? "boolean" : "string" }]),
  );

const namesOf = (given: Options): string =>
  Object.keys(given)
    .map((name) => `--${name}`)
    .join(", ");

const readOption = (
  option: Option<unknown>,
  { rawName, value }: { readonly rawName: string; readonly value?: string | undefined },
  before: unknown,
): unknown => {
  const { takes } = option;
  if (takes === undefined && value !== undefined) throw new Error(`${rawName} takes no value, got "${value}".`);
  const read = takes !== undefined && value === undefined ? undefined : option.read(value ?? "", before);
  if (read !== undefined) return read;
  throw new Error(`${rawName} must be ${takes ?? ""}, got ${value === undefined ? "nothing" : `"${value}"`}.`);
};

/** Runs a program: what it throws is told by its sentence alone, and the exit code is 1. Passwords in addresses are left out. */
export const runProgram = (program: () => void | Promise<void>): void => {
  const run = async (): Promise<void> => program();
  run().catch((error: unknown) => {
    process.stderr.write(`${withoutPasswords(error instanceof Error ? error.message : String(error))}\n`);
    process.exit(1);
  });
};
