import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { addressSheet } from "../../../../facts/sheet-names";
import { isUuid } from "../../../../contract/values";
import { t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore } from "../../state/use-store";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Row, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { universeArgument } from "../universes/universe";
import { blockCells, companySheet, type SheetInput } from "./company-sheet";
import type { CompanyFile } from "./use-company-file";

/** Puts the file on a new sheet of formulas that follow one company cell. */
export const InsertFile = ({ file }: { readonly file: CompanyFile }): ReactNode => {
  const { deps, runtime } = usePane();
  const [draft, change] = useDraft(`company-sheet:${file.draft.company?.id ?? ""}`, { written: "" });
  const job = useJob("company-sheet");
  const input = useSheetInput(file);
  const isInserting = job.now.status === "running";
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
  const isBusy = isInserting || file.job.now.status === "running" || input === undefined;
  return (
    <Stack>
      <Row>
        <Button disabledFocusable={isBusy} onClick={insert}>
          {t("file.insert")}
        </Button>
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
