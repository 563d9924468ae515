import type { ReactNode } from "react";
import { addressSheet } from "../../../../facts/sheet-names";
import { isUuid } from "../../../../contract/values";
import { t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore } from "../../state/use-store";
import { Written } from "../../ui/cell-link";
import { JobAction } from "../../ui/job-form";
import { Quiet, Stack } from "../../ui/layout";
import { universeArgument } from "../universes/universe";
import { blockCells, companySheet, type SheetInput } from "./company-sheet";
import type { CompanyFile } from "./use-company-file";

/** Puts the file on a new sheet of formulas that follow one company cell. */
export const InsertFile = ({ file }: { readonly file: CompanyFile }): ReactNode => {
  const { deps, runtime } = usePane();
  const [draft, change] = useDraft(`company-sheet:${file.draft.company?.id ?? ""}`, { written: "" });
  const job = useJob("company-sheet");
  const input = useSheetInput(file);
  const insert = (): void => {
    change({ written: "" });
    void job.start(t("file.insert"), input?.company ?? "", async () => {
      if (input === undefined) return;
      const report = companySheet(input);
      const written = await deps.workbook.writeReport(report, true);
      change({ written });
      if (runtime.settings.get().formatInserted)
        for (const cell of blockCells(addressSheet(written) ?? "", report)) await deps.formats.formatNext(cell);
    });
  };
  const isReading = file.job.now.status === "running";
  return (
    <Stack>
      <JobAction job={job} run={insert} isUnready={isReading || input === undefined}>
        {t("file.insert")}
      </JobAction>
      {input === undefined && !isReading && <Quiet>{t("file.noSheet")}</Quiet>}
      {draft.written !== "" && job.now.status !== "running" && <Written address={draft.written} />}
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
