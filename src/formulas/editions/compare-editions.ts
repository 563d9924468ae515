import { normalizeAddress } from "../../facts/sheet-names";
import type { YieldToHost } from "../../engine/clock";
import { compareAnswers } from "../changes/compare-answers";
import type { FormulaChanges, NotCompared, RefreshChanges } from "../changes/refresh-changes";
import type { Calculation, FormulaResult } from "../table/formula-result";
import { comparableText } from "./edition-file";

/** An answer on one side of a comparison. */
export interface SideAnswer {
  /** The cell that had the formula when it was answered. */
  readonly address: string;
  readonly function: string;
  /** The function with its arguments. */
  readonly formula: string;
  /** The hash of what is stored; undefined for what a cell shows. Equal ones need not be loaded. */
  readonly content?: string | undefined;
  /** @throws Error where it is not complete on this device. */
  readonly load: () => Promise<Calculation>;
}

/** What was answered at a moment (ms since 1970), by the hash of what was asked. */
export interface EditionSide {
  readonly at: number;
  readonly answers: ReadonlyMap<string, SideAnswer>;
  /** Cells of which nobody knows what they show, because they were not calculated since the workbook was opened. */
  readonly unknown?: readonly string[];
}

/** The cell that holds a formula now, by the hash of what it asks and the cell that had it; undefined where none does. */
export type FindCell = (query: string, address: string) => string | undefined;

/** What is different between two editions. `same`: how many formulas have the same records. */
export interface EditionComparison {
  readonly changes: RefreshChanges;
  readonly same: number;
}

/** What came, went and changed from one edition to another, by formula. An address is blank where no cell holds the formula any more. */
export const compareEditions = async (
  before: EditionSide,
  after: EditionSide,
  findCell: FindCell,
  yieldToHost: YieldToHost,
): Promise<EditionComparison> => {
  const formulas: FormulaChanges[] = [];
  const notCompared: NotCompared[] = [];
  let same = 0;
  const unknown = new Set([...(before.unknown ?? []), ...(after.unknown ?? [])].map(normalizeAddress));
  const isUnknown = ({ address }: SideAnswer): boolean => unknown.has(normalizeAddress(address));
  const name = (query: string, answer: SideAnswer) => {
    const address = findCell(query, answer.address) ?? "";
    return { address, function: answer.function, query: answer.formula };
  };
  const compare = async (query: string, earlier: SideAnswer, later: SideAnswer): Promise<void> => {
    if (earlier.content !== undefined && earlier.content === later.content) return void (same += 1);
    const [one, other] = [await earlier.load(), await later.load()];
    const found = await compareAnswers(one, other, yieldToHost);
    if (found === undefined && differingRows(one.result, other.result) > 0)
      notCompared.push({ ...name(query, later), reason: "unnamed" });
    else if (found === undefined || isUnchanged(found)) same += 1;
    else formulas.push({ ...name(query, later), ...found });
  };
  for (const [query, later] of after.answers) {
    const earlier = before.answers.get(query);
    if (earlier === undefined)
      notCompared.push({ ...name(query, later), reason: isUnknown(later) ? "notCalculated" : "onlyLater" });
    else
      await compare(query, earlier, later).catch((error: unknown) => {
        const detail = error instanceof Error ? error.message : String(error);
        notCompared.push({ ...name(query, later), reason: "failed", detail });
      });
  }
  for (const [query, earlier] of before.answers)
    if (!after.answers.has(query))
      notCompared.push({ ...name(query, earlier), reason: isUnknown(earlier) ? "notCalculated" : "onlyEarlier" });
  return { changes: { at: after.at, isWhole: true, formulas, notCompared }, same };
};

const isUnchanged = ({
  changes,
  newUnknown,
  goneUnknown,
}: Pick<FormulaChanges, "changes" | "newUnknown" | "goneUnknown">): boolean =>
  changes.length === 0 && newUnknown === undefined && goneUnknown === undefined;

/** How many rows of the longer result the other one does not have, in any order. 0: at most the order or the header differs. */
const differingRows = (one: FormulaResult, other: FormulaResult): number => {
  const counts = new Map<string, number>();
  const count = (result: FormulaResult, step: number): void => {
    for (const line of comparableText(result.rows()).split("\n")) counts.set(line, (counts.get(line) ?? 0) + step);
  };
  count(one, 1);
  count(other, -1);
  const sums = [...counts.values()];
  const sum = (sign: number): number => sums.reduce((all, each) => all + Math.max(0, sign * each), 0);
  return Math.max(sum(1), sum(-1));
};

/** What a check of an edition says of one formula. */
export interface FormulaCheck {
  /** Blank where no cell holds it now. */
  readonly address: string;
  readonly function: string;
  readonly formula: string;
  readonly state: "same" | "different" | "onlyMine" | "onlyTheirs" | "unreadable";
  /** The hashes of the values on both sides. */
  readonly mine: string | undefined;
  readonly theirs: string | undefined;
  /** Rows that differ; 0 where only their order or the header does. */
  readonly rows: number;
}

/** Checks an edition of somebody else against one of this workbook, by the hashes of values. Those that differ come first. */
export const checkEdition = async (
  mine: EditionSide,
  theirs: EditionSide,
  findCell: FindCell,
  hash: (result: FormulaResult) => Promise<string>,
): Promise<readonly FormulaCheck[]> => {
  const load = (answer: SideAnswer | undefined): Promise<FormulaResult | undefined> =>
    answer === undefined ? Promise.resolve(undefined) : answer.load().then(({ result }) => result);
  const check = async (query: string): Promise<FormulaCheck> => {
    const [own, other] = [mine.answers.get(query), theirs.answers.get(query)];
    const { address = "", formula = "", function: name = "" } = own ?? other ?? {};
    const known = { address: findCell(query, address) ?? "", function: name, formula };
    try {
      const [one, two] = [await load(own), await load(other)];
      const hashes = { mine: one && (await hash(one)), theirs: two && (await hash(two)) };
      if (one === undefined) return { ...known, ...hashes, state: "onlyTheirs", rows: 0 };
      if (two === undefined) return { ...known, ...hashes, state: "onlyMine", rows: 0 };
      const isSame = hashes.mine === hashes.theirs;
      return { ...known, ...hashes, state: isSame ? "same" : "different", rows: isSame ? 0 : differingRows(one, two) };
    } catch {
      return { ...known, mine: undefined, theirs: undefined, state: "unreadable", rows: 0 };
    }
  };
  const checks: FormulaCheck[] = [];
  for (const query of new Set([...mine.answers.keys(), ...theirs.answers.keys()])) checks.push(await check(query));
  const order = ["different", "unreadable", "onlyMine", "onlyTheirs", "same"] as const;
  return checks.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
};
