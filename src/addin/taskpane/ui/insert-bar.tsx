import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { isCellAddress, resizeAddress } from "../../../facts/addresses";
import { normalizeAddress, quoteSheet, withSheetFrom } from "../../../facts/sheet-names";
import { t } from "../../../i18n/t";
import type { TargetProblem } from "../../excel/sheet/check-target";
import type { CellContent } from "../../excel/sheet/ranges";
import type { Workbook } from "../../excel/sheet/workbook";
import { usePane } from "../state/pane-state";
import { useDraft, useJob, useStore } from "../state/use-store";
import { type InsertPlace, writeListFirst } from "./beside-list";
import { Written } from "./cell-link";
import { TextField } from "./fields";
import { JobButton, JobNotice } from "./job-form";
import { Code, Quiet, Row, Stack } from "./layout";
import { Notice } from "./notice";
import { useAttempts } from "./use-attempts";

/** What the pane offers to put into the workbook. */
export interface Insertion {
  /** Part of the keys of the draft and the job. */
  readonly id: string;
  /** The formula for a target cell, whose sheet decides whether references name theirs. Undefined where only values make sense. */
  readonly formula?: (cell: string) => string;
  /** The formula with its header row, where `formula` has none because its rows are those of a list. */
  readonly headedFormula?: (cell: string) => string;
  /** The list whose rows the result has: on a new sheet it stands before the result. */
  readonly list?: string;
  /** How it is written: a header row above the formula, the widths of the columns. */
  readonly options?: NonNullable<Parameters<Workbook["writeFormula"]>[2]>;
  /** The expected size, headers included. */
  readonly size: { readonly rows: number; readonly columns: number };
  /** The same result as values with a header row, where the pane has it. */
  readonly values?: () => Promise<readonly (readonly CellContent[])[]>;
  /** The default target, in place of the active cell. */
  readonly target?: string;
  /** Where a result for this target may stand, the best place first. Without it, at the target with its header. */
  readonly places?: (target: string) => readonly [InsertPlace, ...InsertPlace[]];
  /** The cell and its formula, where this formula is being changed and may be overwritten. */
  readonly replaces?: { readonly address: string; readonly formula: string };
  /** Checks the form before anything is written and shows its problems; false stops the insertion. */
  readonly check?: () => boolean;
  /** The form is not filled in: its formula, which has gaps, is not shown. */
  readonly isIncomplete?: boolean;
  /** The element with the fields of the form: Ctrl+Enter in it inserts the formula. */
  readonly form?: RefObject<HTMLElement>;
  /** The name for a new sheet, if the user asks for one. */
  readonly sheetName: string;
}

/** A problem of the target, or another formula in the cell whose formula is being changed. */
type InsertProblem =
  TargetProblem | { readonly kind: "otherFormula"; readonly where: string; readonly formula: string };

interface InsertDraft {
  /** As typed; empty means the default target. */
  readonly target: string;
  readonly problem: InsertProblem | undefined;
  /** The address of what was inserted last. */
  readonly written: string | undefined;
  /** The formula that the changed cell has had since then, as it is read from there. */
  readonly replaced: string | undefined;
  readonly manual: boolean;
  readonly from1904: boolean;
}

const emptyInsert: InsertDraft = {
  target: "",
  problem: undefined,
  written: undefined,
  replaced: undefined,
  manual: false,
  from1904: false,
};

type Insert = ReturnType<typeof useInsert>;

/** Inserts a formula or its values after a check of the target; where something is in the way, nothing is written. */
const useInsert = (insertion: Insertion) => {
  const { formula, size, values } = insertion;
  const { workbook, formats, runtime } = usePane().deps;
  const activeCell = useStore(workbook.place)?.activeCell ?? "";
  const [draft, change] = useDraft(`insert:${insertion.id}`, emptyInsert);
  const job = useJob(`insert:${insertion.id}`);
  const attempts = useAttempts();
  const typed = draft.target.trim();
  const standard = insertion.target ?? activeCell;
  const target = typed === "" ? standard : withSheetFrom(typed, standard);
  const wrong = typed !== "" && !isCellAddress(typed) ? t("insert.targetInvalid") : undefined;
  const places: readonly [InsertPlace, ...InsertPlace[]] =
    wrong === undefined && insertion.places !== undefined
      ? insertion.places(target)
      : [{ cell: target, withHeader: true }];
  const formulaAt = ({ cell, withHeader }: InsertPlace): string | undefined =>
    ((withHeader ? insertion.headedFormula : undefined) ?? formula)?.(cell);
  const shown = formulaAt({ cell: activeCell, withHeader: places[0].withHeader });
  const widths = insertion.options?.widths;
  const looks = widths === undefined ? {} : { widths };

  const start = (write: () => Promise<string | undefined>): void => {
    if (insertion.check?.() === false || !attempts.pass({ wrong })) return;
    void job.start(t("insert.what"), (shown ?? "").slice(0, 200), async () => {
      // Read before writing: dates are written in the date system that the workbook has at this moment.
      const { manual, dates1904: from1904 = false } = await workbook.facts();
      const written = await write();
      change({ written, manual, from1904, ...(written !== undefined && { problem: undefined }) });
      return written === undefined ? undefined : size.rows;
    });
  };
  /** What is in the way, apart from the formula that is being changed. */
  const problemBut = async (
    found: TargetProblem | undefined,
    replaces: Insertion["replaces"],
  ): Promise<InsertProblem | undefined> => {
    const isChanged =
      found?.kind === "occupied" &&
      typed === "" &&
      replaces !== undefined &&
      normalizeAddress(found.where) === normalizeAddress(replaces.address);
    const present = isChanged ? await workbook.formulaAt(replaces.address) : undefined;
    if (replaces === undefined || present === undefined) return found;
    if ([replaces.formula, draft.replaced].includes(present.formula)) return undefined;
    return { kind: "otherFormula", where: present.address, formula: present.formula };
  };
  const sizeAt = ({ withHeader }: InsertPlace): Insertion["size"] =>
    withHeader ? size : { ...size, rows: size.rows - 1 };
  /** The first place where nothing is in the way, else the last one, with the problem of the first. */
  const checkTarget = async (): Promise<{
    readonly place: InsertPlace;
    readonly problem: InsertProblem | undefined;
  }> => {
    let [place] = places;
    let problem: InsertProblem | undefined;
    for (place of places) {
      const found = await problemBut(await workbook.checkTarget(place.cell, sizeAt(place)), insertion.replaces);
      problem = found === undefined ? undefined : (problem ?? found);
      if (problem === undefined) break;
    }
    change({ problem, written: undefined });
    return { place, problem };
  };
  const isFormatting = (): boolean => runtime.settings.get().formatInserted;
  const writeValues = async ({ cell, withHeader }: InsertPlace): Promise<string> => {
    const finish = isFormatting() ? { finish: await formats.valuesFormat() } : {};
    const rows = (await values?.()) ?? [];
    return workbook.writeValues(cell, withHeader ? rows : rows.slice(1), { ...looks, ...finish });
  };
  const write = async (place: InsertPlace): Promise<string> => {
    const text = formulaAt(place);
    if (text === undefined) return writeValues(place);
    const { headers, ...options } = insertion.options ?? {};
    const written = await workbook.writeFormula(place.cell, text, {
      ...options,
      ...(place.withHeader && headers !== undefined && { headers }),
    });
    if (insertion.replaces !== undefined) change({ replaced: (await workbook.formulaAt(written))?.formula });
    if (isFormatting()) await formats.formatNext(written);
    return written;
  };
  /** Nothing spills in a table, but values may go into its empty cells. */
  const isEmpty = async (place: InsertPlace): Promise<boolean> => {
    const { rows, columns } = sizeAt(place);
    const content = await workbook.read(resizeAddress(place.cell, rows, columns));
    return content.values.flat().every((value) => value === "");
  };

  return {
    draft,
    job,
    target,
    wrong,
    shown,
    attempts,
    setTarget: (text: string) => change({ target: text, problem: undefined, written: undefined }),
    /** Where the result would begin, if that is not the target itself. */
    moved: places[0].cell === target ? undefined : places[0].cell,
    insert: () =>
      start(async () => {
        const { place, problem } = await checkTarget();
        return problem === undefined ? write(place) : undefined;
      }),
    /** Overwrites the formula that the person has seen; another one is asked for again. */
    replaceSeen: (seen: string) =>
      start(async () => {
        const { address } = insertion.replaces ?? { address: target };
        const found = await workbook.checkTarget(target, size);
        const problem = await problemBut(found, { address, formula: seen });
        change({ problem, written: undefined });
        return problem === undefined ? write({ cell: target, withHeader: true }) : undefined;
      }),
    insertOnNewSheet: () =>
      start(async () => {
        const sheet = quoteSheet(await workbook.addSheet(insertion.sheetName));
        const { list } = insertion;
        change({ problem: undefined });
        if (list !== undefined) await writeListFirst(workbook, list, sheet);
        const written = await write({ cell: `${sheet}!${list === undefined ? "A" : "B"}1`, withHeader: true });
        await workbook.goTo(written);
        return written;
      }),
    insertValues:
      values &&
      (() =>
        start(async () => {
          const { place, problem } = await checkTarget();
          const free = problem === undefined || (problem.kind === "table" && (await isEmpty(place)));
          return free ? writeValues(place) : undefined;
        })),
  };
};

/** The formula, the target cell and the buttons that insert. Shows what is in the way of the target, and what was inserted. */
export const InsertBar = ({ insertion }: { readonly insertion: Insertion }): ReactNode => {
  const insert = useInsert(insertion);
  const { insertValues, shown } = insert;
  useInsertKey(insertion.form, insert.insert);
  return (
    <Stack box={insert.attempts.fields}>
      {shown !== undefined && insertion.isIncomplete !== true && <Code>{shown}</Code>}
      <TextField
        label={t("insert.target")}
        value={insert.draft.target}
        placeholder={insert.target}
        hint={t("insert.targetHint")}
        problem={insert.wrong}
        onChange={insert.setTarget}
      />
      {insert.moved !== undefined && <Quiet>{t("insert.besideRows", { address: insert.moved })}</Quiet>}
      <JobNotice job={insert.job} retry={insert.insert} />
      <InTheWay insert={insert} />
      <Row>
        {shown !== undefined && (
          <JobButton appearance="primary" job={insert.job} run={insert.insert} isUnready={insert.target === ""}>
            {t("insert.formula")}
          </JobButton>
        )}
        {/* Where something is in the way, the notice above offers it. */}
        {shown !== undefined && insert.draft.problem === undefined && (
          <JobButton job={insert.job} run={insert.insertOnNewSheet}>
            {t("insert.newSheet")}
          </JobButton>
        )}
        {insertValues !== undefined && (
          <JobButton job={insert.job} run={insertValues} isUnready={insert.target === ""}>
            {t("insert.values")}
          </JobButton>
        )}
      </Row>
      <Inserted insert={insert} />
    </Stack>
  );
};

/** Before the fields see it, because Enter opens their lists. */
const useInsertKey = (form: RefObject<HTMLElement> | undefined, insert: () => void): void => {
  useEffect(() => {
    const element = form?.current;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      insert();
    };
    element?.addEventListener("keydown", onKey, { capture: true });
    return () => element?.removeEventListener("keydown", onKey, { capture: true });
  });
};

const InTheWay = ({ insert }: { readonly insert: Insert }): ReactNode => {
  const { problem } = insert.draft;
  if (problem === undefined) return null;
  const actions = [{ label: t("insert.newSheet"), run: insert.insertOnNewSheet }];
  if (problem.kind === "table" && insert.insertValues !== undefined)
    actions.push({ label: t("insert.values"), run: insert.insertValues });
  if (problem.kind !== "otherFormula")
    return (
      <Notice intent="warning" actions={actions}>
        {t(`insert.${problem.kind}`, { where: problem.where })}
      </Notice>
    );
  const replace = { label: t("insert.replaceFormula"), run: () => insert.replaceSeen(problem.formula) };
  return (
    <Notice intent="warning" actions={[replace, ...actions]}>
      {t("insert.otherFormula", { where: problem.where })}
      <Code>{problem.formula}</Code>
    </Notice>
  );
};

const Inserted = ({ insert }: { readonly insert: Insert }): ReactNode => {
  const { written, manual, from1904 } = insert.draft;
  const isShown = written !== undefined && insert.job.now.status !== "running";
  const box = useRef<HTMLDivElement>(null);
  const wasShown = useRef(isShown);
  // It comes below the button, often below the edge of the pane. A person who returns to the view or types in a field is not moved.
  useEffect(() => {
    const isTyping = document.activeElement instanceof HTMLInputElement;
    if (isShown && !wasShown.current && !isTyping) box.current?.scrollIntoView({ block: "nearest" });
    wasShown.current = isShown;
  }, [isShown]);
  if (!isShown) return null;
  return (
    <Stack box={box}>
      <Written address={written} />
      {manual && <Quiet>{t("insert.manual")}</Quiet>}
      {from1904 && <Quiet>{t("insert.from1904")}</Quiet>}
    </Stack>
  );
};
