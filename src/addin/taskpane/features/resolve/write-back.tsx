import type { ReactNode } from "react";
import { cellAtPosition } from "../../../../facts/addresses";
import { listFrom } from "../../../../formulas/table/nested/values";
import { identify } from "../../../../formulas/arguments/identifiers";
import { t } from "../../../../i18n/t";
import type { CellChange } from "../../../excel/sheet/write-cells";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { AskButton } from "../../ui/confirm";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import type { MatchResult } from "./match-result";
import type { ResolveForm, ListCorrection } from "./resolve-form";

/** Offers to write corrections into the cells of the list, after a question. */
export const WriteBack = ({ form }: { readonly form: ResolveForm }): ReactNode => {
  const { workbook } = usePane().deps;
  const [done, change] = useDraft("resolve-written", { cells: 0, skipped: 0 });
  const job = useJob("resolve-write");
  const { address, inputs } = form.draft;
  if (address === undefined) return null;
  const corrections = form.results.flatMap((result) => toCorrection(result) ?? []);
  const changes = corrections.flatMap((correction) => listCorrections(correction, address, inputs));
  const write = (): void => {
    void job.start(t("resolve.writeBack"), address, async () => {
      const written = new Set(await workbook.replaceCells(changes));
      form.corrected(
        corrections.filter((correction) =>
          listCorrections(correction, address, inputs).every((each) => written.has(each.address)),
        ),
      );
      change({ cells: written.size, skipped: changes.length - written.size });
      return written.size;
    });
  };
  return (
    <Stack>
      <JobNotice job={job} retry={write} />
      {corrections.length > 0 && (
        <>
          <Quiet>{t("resolve.corrections", { count: corrections.length })}</Quiet>
          <AskButton
            size="small"
            label={t("resolve.writeBack")}
            question={t("resolve.writeBackAsk", { count: changes.length, address })}
            isBusy={job.now.status === "running"}
            run={write}
          />
        </>
      )}
      {job.now.status === "done" && done.cells > 0 && (
        <Notice intent="success">{t("resolve.writtenBack", { count: done.cells })}</Notice>
      )}
      {job.now.status === "done" && done.skipped > 0 && (
        <Notice intent="warning">{t("resolve.skipped", { count: done.skipped })}</Notice>
      )}
    </Stack>
  );
};

/** What the list gets for a corrected input: the identifier that was accepted or typed, else one of the chosen company, else its name. */
const toCorrection = (result: MatchResult): ListCorrection | undefined => {
  const { correction, entity, status } = result;
  if (correction === undefined || entity === undefined || status !== "chosen") return undefined;
  if (identify(correction.text)?.valid === true) return { result, text: correction.text };
  const [isin, lei] = [listFrom(entity["isin"])[0], entity["lei"]];
  const text = [isin, lei, entity["name"]].find((value) => typeof value === "string" && value !== "");
  return typeof text === "string" ? { result, text } : undefined;
};

const listCorrections = (
  { result, text }: ListCorrection,
  address: string,
  inputs: ResolveForm["draft"]["inputs"],
): readonly CellChange[] =>
  result.input.rows.flatMap((row) => {
    const [cell, from] = [cellAtPosition(address, row), inputs[row]];
    return cell === undefined || from === undefined ? [] : [{ address: cell, from, to: text }];
  });
