import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { resizeAddress } from "../../../../facts/addresses";
import { quoteSheet } from "../../../../facts/sheet-names";
import { readable } from "../../../../formulas/table/readable";
import { t } from "../../../../i18n/t";
import type { CellContent } from "../../../excel/sheet/ranges";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { TextField } from "../../ui/fields";
import { JobAction } from "../../ui/job-form";
import { Code, Quiet, Row, Stack, Strong } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { useAttempts } from "../../ui/use-attempts";
import type { FillCompany } from "./fill-universe";

/** The columns of a portfolio. They are not translated, because formulas name them. */
const portfolioHeader = ["Name", "ISIN", "LEI", "Country", "Website", "Entity ID"];

/** Points per column. */
const portfolioWidths = [190, 96, 140, 96, 140, 72];

const exampleFormula = (table: string): string => `=ENTITY.GET(${table}[ISIN],"country")`;

/** Severe events of the last quarter, of the universe that is selected for the workbook. */
const eventsFormula = (table: string): string => `=ESG.EVENTS(,3,"-90d",,${table}[ISIN])`;

const toPortfolioRow = ({ entity_id, facts }: FillCompany): readonly CellContent[] => [
  facts.name ?? facts.external_id,
  facts.isin ?? "",
  facts.lei ?? "",
  facts.country === undefined ? "" : readable("country", facts.country),
  facts.website ?? "",
  entity_id ?? "",
];

/** Makes an Excel table of companies on a new sheet. */
export const PortfolioForm = ({ companies }: { readonly companies: readonly FillCompany[] }): ReactNode => {
  const { deps, state } = usePane();
  const { workbook, runtime } = deps;
  const [draft, change] = useDraft("portfolio", { name: "MyBook", made: "", fewerLinks: "" });
  const job = useJob("portfolio");
  const attempts = useAttempts();
  const name = draft.name.trim();
  const problem = /^\p{L}[\p{L}\p{N}_]*$/u.test(name) ? undefined : t("portfolio.nameWrong");
  const make = (): void => {
    if (!attempts.pass({ problem })) return;
    void job.start(t("portfolio.do"), name, async ({ signal }) => {
      const cell = `${quoteSheet(await workbook.addSheet(name))}!A1`;
      const rows = [portfolioHeader, ...companies.map(toPortfolioRow)];
      const links = runtime.settings.get().formatInserted ? [portfolioHeader.indexOf("Website")] : [];
      change({ fewerLinks: "" });
      const onFewerLinks = (linked: number, count: number): void =>
        change({ fewerLinks: t("pane.fewerLinks", { linked, count }) });
      await workbook.writeValues(cell, rows, { signal, widths: portfolioWidths, links, onFewerLinks });
      const made = await workbook.addTable(resizeAddress(cell, rows.length, portfolioHeader.length), name);
      change({ made });
      await workbook.goTo(cell);
      return companies.length;
    });
  };
  const showEvents = (): void => {
    state.formulaToOpen.set({ formula: eventsFormula(draft.made), address: "" });
    state.view.set("build");
  };
  if (companies.length === 0) return null;
  return (
    <Stack box={attempts.fields}>
      <Strong>{t("portfolio.title")}</Strong>
      <Quiet>{t("portfolio.lead", { example: "MyBook[ISIN]" })}</Quiet>
      <TextField
        label={t("portfolio.name")}
        required
        value={draft.name}
        problem={attempts.tried ? problem : undefined}
        onChange={(text) => change({ name: text, made: "" })}
      />
      <JobAction job={job} run={make}>
        {t("portfolio.do")}
      </JobAction>
      {draft.made !== "" && job.now.status === "done" && (
        <>
          <Notice intent="success">{t("portfolio.made", { name: draft.made })}</Notice>
          {draft.fewerLinks !== "" && <Quiet>{draft.fewerLinks}</Quiet>}
          <Code>{exampleFormula(draft.made)}</Code>
          <Quiet>{t("portfolio.eventsLead")}</Quiet>
          <Row>
            <Button onClick={showEvents}>{t("portfolio.events")}</Button>
          </Row>
        </>
      )}
    </Stack>
  );
};
