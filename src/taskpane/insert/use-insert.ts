import type { Workbook } from "../../office/workbook-door";
import { useAttempts, type Attempts } from "../parts/use-attempts";
import type { Job, JobState } from "../state/job";
import { usePane } from "../state/pane-context";
import { useDraft, useJob, useStore } from "../state/use-store";
import { useText } from "../text/use-text";
import { areaFrom } from "./cell-of";
import { isCellAddress, onSheetOf, quotedSheet, type Insertion, type InsertionState } from "./insertion";

/** What the insert bar shows and does. */
export interface Insert {
  readonly state: InsertionState;
  readonly job: Job & { readonly now: JobState };
  /** The cell it would go to. */
  readonly target: string;
  /** What is wrong with the cell that is typed. */
  readonly wrong: string | undefined;
  readonly attempts: Attempts;
  readonly setTarget: (target: string) => void;
  readonly insert: () => void;
  readonly insertOnNewSheet: () => void;
  readonly insertValues: (() => void) | undefined;
}

const empty: InsertionState = { target: "", problem: undefined, written: undefined, manual: false, from1904: false };

/** Inserts a formula, or what it would show as values, after looking at the place; nothing is written where something is in the way. */
export const useInsert = (insertion: Insertion): Insert => {
  const say = useText();
  const { workbook } = usePane().world;
  const place = useStore(workbook.place);
  const [state, change] = useDraft(`insert:${insertion.key}`, empty);
  const job = useJob(`insert:${insertion.key}`);
  const { target, invalid } = targetOf(state.target.trim(), insertion.target ?? place?.activeCell ?? "");
  const attempts = useAttempts();
  const wrong = invalid ? say("insert.targetInvalid") : undefined;

  const work = (write: () => Promise<string | undefined>): void => {
    if (insertion.check?.() === false || !attempts.pass({ wrong })) return;
    void job.start({ what: say("insert.what"), query: (insertion.formula ?? "").slice(0, 200) }, async () => {
      // Looked at before: what is written counts days as the workbook does now.
      const peculiar = await peculiarities(workbook);
      const written = await write();
      change({ written, ...peculiar, ...(written !== undefined && { problem: undefined }) });
      return written === undefined ? undefined : insertion.size.rows;
    });
  };
  const free = async (cell: string, values = false): Promise<boolean> => {
    const problem = await workbook.checkTarget(cell, insertion.size);
    change({ problem, written: undefined });
    return problem === undefined || (values && problem.kind === "table" && (await isEmpty(workbook, insertion, cell)));
  };
  const write = writerOf(workbook, insertion, place?.activeCell);
  const writing = (values: NonNullable<Insertion["values"]>) => (): void =>
    work(async () => ((await free(target, true)) ? workbook.writeValues(target, await values()) : undefined));
  return {
    ...{ state, job, target, wrong, attempts },
    setTarget: (text) => change({ target: text, problem: undefined, written: undefined }),
    insert: () => work(async () => ((await free(target)) ? write(target) : undefined)),
    insertOnNewSheet: () =>
      work(async () => {
        const cell = `${quotedSheet(await workbook.addSheet(insertion.sheetName))}!A1`;
        change({ problem: undefined });
        return write(cell);
      }),
    insertValues: insertion.values && writing(insertion.values),
  };
};

/** What of the workbook is worth a word beside an insertion. */
const peculiarities = async (workbook: Workbook): Promise<Pick<InsertionState, "manual" | "from1904">> => {
  const { manual, dates1904: from1904 = false } = await workbook.facts();
  return { manual, from1904 };
};

const writerOf =
  (workbook: Workbook, insertion: Insertion, active: string | undefined) =>
  (cell: string): Promise<string> =>
    writeTo(workbook, onSheetWith(cell, active) ? insertion : forElsewhere(insertion), cell);

const onSheetWith = (cell: string, active: string | undefined): boolean =>
  cell.slice(0, cell.lastIndexOf("!")) === active?.slice(0, active.lastIndexOf("!"));

/** On another sheet a reference without its sheet would mean cells there. */
const forElsewhere = ({ formulaElsewhere, ...insertion }: Insertion): Insertion => ({
  ...insertion,
  ...(formulaElsewhere !== undefined && { formula: formulaElsewhere }),
});

const writeTo = async (workbook: Workbook, insertion: Insertion, cell: string): Promise<string> => {
  if (insertion.formula !== undefined) return workbook.writeFormula(cell, insertion.formula, optionsOf(insertion));
  return workbook.writeValues(cell, (await insertion.values?.()) ?? []);
};

/** Values may stand in a table, where nothing spills, as long as its cells there are empty. */
const isEmpty = async (workbook: Workbook, { size }: Insertion, cell: string): Promise<boolean> => {
  const { values } = await workbook.read(areaFrom(cell, size.rows, size.columns));
  return values.flat().every((value) => value === "");
};

const targetOf = (typed: string, active: string): { readonly target: string; readonly invalid: boolean } => ({
  target: typed === "" ? active : onSheetOf(typed, active),
  invalid: typed !== "" && !isCellAddress(typed),
});

const optionsOf = ({ headers, numberFormats }: Insertion): object => ({
  ...(headers === undefined ? {} : { headers }),
  ...(numberFormats === undefined ? {} : { numberFormats }),
});
