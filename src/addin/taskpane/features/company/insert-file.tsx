import { Button } from "@fluentui/react-components";
import { type ReactNode, useEffect, useState } from "react";
import { addressSheet } from "../../../../facts/sheet-names";
import { RequestLog } from "../../../../engine/requests/request-log";
import type { Runtime } from "../../../../engine/runtime";
import { isUuid } from "../../../../contract/values";
import { t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore } from "../../state/use-store";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Row, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { universeArgument } from "../universes/universe";
import {
  askFunctions,
  callsOfTimeLine,
  identityQuestion,
  listings,
  type FileQuestion,
  fileQuestions,
  sectionNames,
  textQuestion,
  timeLineQuestion,
} from "./company-file";
import { blockCells, companySheet, type SheetInput } from "./company-sheet";
import type { CompanyFile } from "./use-company-file";

/** Puts the file on a new sheet of formulas that follow one company cell. Says before how many calls the sheet makes. */
export const InsertFile = ({ file }: { readonly file: CompanyFile }): ReactNode => {
  const { deps, runtime } = usePane();
  const [draft, change] = useDraft(`company-sheet:${file.draft.company?.id ?? ""}`, { written: "" });
  const job = useJob("company-sheet");
  const input = useSheetInput(file);
  const isInserting = job.now.status === "running";
  const calls = useCalls(file, input, isInserting);
  const insert = (): void => {
    change({ written: "" });
    void job.start({ what: t("file.insert"), query: input?.company ?? "" }, async () => {
      if (input === undefined) return undefined;
      const report = companySheet(input);
      const written = await deps.workbook.writeReport(report, true);
      change({ written });
      if (runtime.settings.get().formatInserted)
        for (const cell of blockCells(addressSheet(written) ?? "", report)) await deps.formats.formatNext(cell);
      return undefined;
    });
  };
  const isBusy = isInserting || file.job.now.status === "running" || input === undefined;
  return (
    <Stack>
      <Row>
        <Button disabledFocusable={isBusy} onClick={insert}>
          {t("file.insert")}
        </Button>
        {!isBusy && calls !== undefined && <Quiet>{callsInWords(calls)}</Quiet>}
      </Row>
      {input === undefined && file.job.now.status !== "running" && <Quiet>{t("file.noSheet")}</Quiet>}
      <JobNotice job={job} retry={insert} />
      {draft.written !== "" && !isInserting && (
        <Notice
          intent="success"
          actions={[
            {
              label: t("pane.goToCell", { address: draft.written }),
              run: () => void deps.workbook.goTo(draft.written),
            },
          ]}
        >
          {t("insert.written", { address: draft.written })}
        </Notice>
      )}
    </Stack>
  );
};

/** What the cells of the sheet hold first; undefined without a company and a universe. */
const useSheetInput = ({ draft: { company, universe, from } }: CompanyFile): SheetInput | undefined => {
  const { universes } = usePane().runtime;
  const catalogue = useStore(universes.catalogue);
  if (company === undefined || universe === undefined) return undefined;
  const { asked, identity } = company;
  const isKnown = catalogue.some(({ universe_id }) => universe_id === universe.universe_id);
  const first = (field: string): string => String(identity[field] ?? "").split(";", 1)[0] ?? "";
  return {
    // What was asked for is in memory, but nobody can read an id.
    company: isUuid(asked) ? ([first("isin"), first("lei"), asked].find((id) => id !== "") ?? asked) : asked,
    // A name counts only where the catalogue knows it.
    universe: isKnown ? universeArgument(universe, catalogue).slice(1, -1).replaceAll('""', '"') : universe.universe_id,
    from,
    identity,
  };
};

interface SheetCalls {
  /** Of inserting the sheet: at most, or at least one for each list that is not in memory. */
  readonly now: number;
  /** Some sections were not read, so the calls of their lists are not known. */
  readonly isOpen: boolean;
}

const callsInWords = ({ now, isOpen }: SheetCalls): string => {
  if (isOpen) return t("file.callsAtLeast", { count: now });
  return now === 0 ? t("build.fromMemory") : t("file.calls", { count: now });
};

const unlisted = ({ clock }: Runtime): RequestLog =>
  new RequestLog({ clock, aliveAt: () => clock.now(), busy: () => undefined });

/** Asks memory for what the sheet asks: what is not there takes calls. */
const useCalls = (file: CompanyFile, input: SheetInput | undefined, isInserting: boolean): SheetCalls | undefined => {
  const { deps, runtime } = usePane();
  const [calls, setCalls] = useState<SheetCalls>();
  const { sections } = file.draft;
  const isRunning = isInserting || file.job.now.status === "running";
  const key = input && JSON.stringify([input.company, input.universe, input.from]);
  useEffect(() => {
    if (input === undefined || isRunning) return undefined;
    const controller = new AbortController();
    const count = async (): Promise<SheetCalls> => {
      const own = { ...runtime, requestLog: unlisted(runtime) };
      const ask = askFunctions(await deps.functions(), own, controller.signal, true);
      const isMissing = async (question: FileQuestion): Promise<boolean> =>
        ask(question).then(
          () => false,
          () => true,
        );
      const questions = fileQuestions(input.company, input.universe, input.from);
      const missing = await Promise.all(sectionNames.map((name) => isMissing(questions[name])));
      const needsCompany = await isMissing(identityQuestion(input.company));
      const [event] = sections.events?.answer?.rows ?? [];
      const [document] = sections.documents?.answer?.rows ?? [];
      const needsCase = event !== undefined && (await isMissing(timeLineQuestion(event["case_id"], input.universe)));
      const moment = document?.["extract_date"];
      const needsText =
        typeof moment === "number" &&
        (await isMissing(textQuestion(document?.["datamarts_document_id"], new Date(moment).toISOString())));
      // Without the company in memory no section can be looked up there.
      const isLacking = needsCompany ? sectionNames.map((name) => sections[name]?.answer === undefined) : missing;
      const lacking = sectionNames.filter((_, place) => isLacking[place]);
      const lists = listings.filter((names) => names.some((name) => lacking.includes(name)));
      return {
        now: (needsCompany ? 1 : 0) + lists.length + (needsCase ? callsOfTimeLine : 0) + (needsText ? 1 : 0),
        isOpen: lists.length > 0,
      };
    };
    setCalls(undefined);
    count().then(
      (counted) => controller.signal.aborted || setCalls(counted),
      () => undefined,
    );
    return () => controller.abort();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `input` is new in each rendering, `key` is not.
  }, [deps, runtime, key, sections, isRunning]);
  return calls;
};
