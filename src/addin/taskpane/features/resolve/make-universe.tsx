import type { ReactNode } from "react";
import { resizeAddress } from "../../../../facts/addresses";
import { quoteSheet } from "../../../../facts/sheet-names";
import type { WireRecord } from "../../../../contract/page";
import { identify } from "../../../../formulas/arguments/identifiers";
import { listFrom } from "../../../../formulas/table/nested/values";
import { readable } from "../../../../formulas/table/readable";
import { t } from "../../../../i18n/t";
import type { CellContent, RangeContent, SelectionPlace } from "../../../excel/sheet/ranges";
import type { Workbook } from "../../../excel/sheet/workbook";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, usePromised, useStore } from "../../state/use-store";
import { TextField } from "../../ui/fields";
import { JobAction, JobButton } from "../../ui/job-form";
import { Code, Quiet, Row, Stack, Strong } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { RowButton } from "../../ui/row-button";
import { useSelectedCells } from "../../ui/take-selection";
import { useAttempts } from "../../ui/use-attempts";
import type { CoverageEntity, SuggestedCompany } from "../tasks/coverage-request";
import { FillForm } from "./fill-form";
import type { FillCompany } from "./fill-universe";
import { beginsWithHeader, type ResolveInput } from "./inputs";
import { type CompanyFacts, readCompanyList, readFactsBeside } from "./list-columns";
import { type MatchResult, needsAttention } from "./match-result";
import { PlanLine } from "./plan-line";
import { openInResolve, type ResolveForm, useResolveForm } from "./resolve-form";

/** A universe from companies of the sheet: a selection, a list, or a result of a formula. */
export const UniverseFromSheet = (): ReactNode => {
  const pane = usePane();
  const { workbook } = pane.deps;
  const form = useResolveForm("companies-of-sheet");
  const place = useStore(workbook.place);
  const { results } = form;
  const isAnswered = results.some(({ status }) => status !== "waiting" && status !== "invalid");
  const open = results.filter(needsAttention).length;
  const { run, failure } = useSelectedCells(
    () => readListCells(workbook, place),
    (cells) => {
      const { inputs, address } = readCompanyList(cells);
      form.setInputs(inputs.map(firstIdentifier), address);
    },
  );
  return (
    <Stack>
      <Quiet>{t("universes.fromSheetLead")}</Quiet>
      <Row>
        <JobButton job={form.job} run={run}>
          {t("coverage.takeSelection")}
        </JobButton>
      </Row>
      {failure}
      {form.draft.inputs.length > 0 && <PlanLine form={form} />}
      {isAnswered && open > 0 && (
        <Notice
          intent="warning"
          actions={[{ label: t("universes.reviewInResolve"), run: () => openInResolve(pane, form) }]}
        >
          {t("resolve.attention", { count: open })}
        </Notice>
      )}
      {isAnswered && <MakeUniverse form={form} />}
    </Stack>
  );
};

/** The first of several identifiers in a cell: results show all ISINs of a company in one. */
const firstIdentifier = (cell: CellContent): CellContent => {
  const parts = String(cell).split(/\s*;\s*/);
  return parts.length > 1 && parts.every((part) => identify(part)?.valid === true) ? (parts[0] ?? cell) : cell;
};

/** The selected cells; for one cell the whole result of the formula behind it, else the list in its column. */
const readListCells = async (workbook: Workbook, place: SelectionPlace | undefined): Promise<RangeContent> => {
  if (place === undefined || place.rowCount > 1 || place.columnCount > 1) return workbook.selection();
  const formula = await workbook.formulaAt();
  const spill = formula === undefined ? undefined : await workbook.spillAddress(formula.address);
  const list = spill ?? (await workbook.listAtCell());
  return list === undefined ? workbook.selection() : workbook.read(list);
};

/** A universe, or a portfolio, of the companies of all rows and of those that were not found. */
export const MakeUniverse = ({ form }: { readonly form: ResolveForm }): ReactNode => {
  const factsAt = useFacts(form);
  if (factsAt === undefined) return <Quiet>{t("pane.loading")}</Quiet>;
  const companies = fillCompanies(form.results, factsAt);
  return (
    <Stack>
      <FillForm companies={companies} />
      <PortfolioForm companies={companies} />
    </Stack>
  );
};

const fillCompanies = (
  results: readonly MatchResult[],
  factsAt: (position: number) => CompanyFacts,
): readonly FillCompany[] => {
  const companies = results.flatMap((result): readonly FillCompany[] => {
    const { status, input, entity, entity_id } = result;
    if (entity_id !== undefined) return [{ entity_id, facts: toCoverageEntity(entity_id, entity ?? {}) }];
    if (status !== "none") return [];
    const facts = suggestCompany(input, factsAt(input.rows[0] ?? 0));
    return [
      {
        entity_id: undefined,
        facts: { ...facts, external_id: facts.external_id ?? facts.isin ?? facts.lei ?? facts.name ?? input.text },
      },
    ];
  });
  return [...new Map(companies.map((each) => [each.entity_id ?? each.facts.external_id, each])).values()];
};

const toCoverageEntity = (entity_id: string, entity: WireRecord): CoverageEntity => {
  const known = Object.fromEntries(
    (["name", "isin", "lei", "country", "website"] as const).flatMap((member) => {
      const [value] = listFrom(entity[member]);
      return typeof value === "string" && value !== "" ? [[member, value]] : [];
    }),
  ) as SuggestedCompany;
  return { ...known, external_id: known.isin ?? known.lei ?? entity_id };
};

/** What the columns beside the list say about a company, by its position in the list; undefined until they are read. */
export const useFacts = ({ draft }: ResolveForm): ((position: number) => CompanyFacts) | undefined => {
  const { workbook } = usePane().deps;
  const { address, inputs } = draft;
  return usePromised(async () => {
    const none = (): CompanyFacts => ({});
    if (address === undefined) return none;
    return readFactsBeside(workbook, address, beginsWithHeader(inputs)).catch(() => none);
  }, [workbook, address, inputs]);
};

/** What is known about a company that was not found: the input under its own name, and the facts of its row. */
export const suggestCompany = ({ kind, text }: ResolveInput, facts: CompanyFacts): SuggestedCompany => {
  if (kind === "isin" || kind === "lei" || kind === "name" || kind === "website") return { ...facts, [kind]: text };
  return { ...facts, external_id: text };
};

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
const PortfolioForm = ({ companies }: { readonly companies: readonly FillCompany[] }): ReactNode => {
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
          <RowButton onClick={showEvents}>{t("portfolio.events")}</RowButton>
        </>
      )}
    </Stack>
  );
};
