import { Link } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { RequestLogEntry } from "../../../../engine/requests/request-log";
import type { FunctionDefinition } from "../../../../formulas/define/definition";
import { t } from "../../../../i18n/t";
import type { SourceFormula, SourceRecord, WhereFrom as Trace } from "../../../excel/trace/where-from";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, usePromised, useStore } from "../../state/use-store";
import { CellLink } from "../../ui/cell-link";
import { CompanyButton } from "../../ui/company-button";
import { Facts } from "../../ui/facts";
import { Fold } from "../../ui/fold";
import { GrowingList } from "../../ui/growing-list";
import { JobAction } from "../../ui/job-form";
import { Code, Line, Quiet, Row, Stack, Strong, Tight } from "../../ui/layout";
import { Mark } from "../../ui/mark";
import { Notice } from "../../ui/notice";
import { Page, Section } from "../../ui/page";
import { entryFacts } from "./entry-line";
import { inWords, listRequests } from "./formula-words";

/** Where the value of the selected cell comes from. Nothing is followed before the user asks, and nothing is fetched at all. */
export const WhereFromView = (): ReactNode => {
  const { deps } = usePane();
  const place = useStore(deps.workbook.place);
  const job = useJob("where-from");
  // Kept while another view is shown: the user comes back from the file of a company.
  const [{ trace }, change] = useDraft<{ readonly trace: Trace | undefined }>("where-from", { trace: undefined });
  const setTrace = (found: Trace | undefined): void => change({ trace: found });
  // None until they are loaded, or where they cannot be.
  const definitions = usePromised(deps.functions, [deps]) ?? [];
  const cell = place?.activeCell;
  const show = (): void => {
    if (cell === undefined) return;
    setTrace(undefined);
    void job.start(t("view.where-from"), cell, async () => setTrace(await deps.whereFrom.trace(cell)));
  };
  return (
    <Page title={t("view.where-from")}>
      <JobAction appearance="primary" job={job} run={show} isUnready={cell === undefined}>
        {cell === undefined ? t("whereFrom.select") : t("whereFrom.show", { address: cell })}
      </JobAction>
      {trace !== undefined && <SourceList trace={trace} definitions={definitions} />}
    </Page>
  );
};

interface WithDefinitions {
  readonly definitions: readonly FunctionDefinition[];
}

const SourceList = ({
  trace: { address, formula, sources, unknown },
  definitions,
}: WithDefinitions & { readonly trace: Trace }): ReactNode => {
  const problems = sources.filter(({ problem }) => problem !== undefined);
  return (
    <Section title={t("whereFrom.cell", { address })}>
      {problems.length > 0 && (
        <Notice intent="warning" title={t("whereFrom.care")}>
          {problems.map((source) => `${source.address}: ${source.problem ?? ""}`).join(" ")}
        </Notice>
      )}
      {formula !== undefined && <Code>{formula}</Code>}
      {unknown.length > 0 && (
        <Tight>
          <Strong>{t("whereFrom.unknown")}</Strong>
          {unknown.map((sentence) => (
            <Line key={sentence}>{sentence}</Line>
          ))}
        </Tight>
      )}
      {sources.length > 0 && (
        <Tight>
          <Strong>{t("whereFrom.sources", { count: sources.length })}</Strong>
          <GrowingList
            label={t("whereFrom.sources", { count: sources.length })}
            items={sources}
            keyOf={(source) => source.address}
            show={(source) => <SourcePart source={source} definitions={definitions} />}
          />
        </Tight>
      )}
    </Section>
  );
};

const SourcePart = ({ source, definitions }: WithDefinitions & { readonly source: SourceFormula }): ReactNode => {
  const { address, formula, entries, problem, cut, records, rowsUsed, rowsWithoutRecord } = source;
  return (
    <Stack>
      <Tight>
        <Row>
          <CellLink address={address} />
          <SourceState source={source} />
        </Row>
        {(problem ?? cut) !== undefined && <Line>{problem ?? cut}</Line>}
        <Code>{formula}</Code>
        {entries.map((entry) => (
          <Request key={entry.id} entry={entry} definitions={definitions} />
        ))}
      </Tight>
      {rowsUsed > 0 && entries.length > 0 && (
        <Tight>
          <Quiet>{t("whereFrom.rows", { count: rowsUsed })}</Quiet>
          {records.length > 0 && records.length + rowsWithoutRecord < rowsUsed && (
            <Quiet>{t("whereFrom.moreRows", { shown: records.length })}</Quiet>
          )}
          {rowsWithoutRecord > 0 && <Line>{t("whereFrom.noRecord", { count: rowsWithoutRecord })}</Line>}
        </Tight>
      )}
      {records.length > 0 && (
        <GrowingList
          label={t("whereFrom.rows", { count: rowsUsed })}
          items={records}
          keyOf={(record) => record.address}
          show={(record) => <RecordLines record={record} />}
        />
      )}
      {entries.length > 0 && (
        <Fold title={t("pane.diagnostics")}>
          {entries.map((entry) => (
            <RequestDetails key={entry.id} entry={entry} definitions={definitions} />
          ))}
        </Fold>
      )}
    </Stack>
  );
};

/** Nothing where a limit of the formula ends the result: its sentence says so. */
const SourceState = ({ source: { entries, problem, cut } }: { readonly source: SourceFormula }): ReactNode => {
  if (problem !== undefined) return <Mark color="warning">{t("whereFrom.care")}</Mark>;
  if (entries.length === 0) return <Quiet>{t("share.calculated")}</Quiet>;
  if (cut !== undefined) return null;
  return <Mark color="success">{t("whereFrom.complete")}</Mark>;
};

const Request = ({ entry, definitions }: WithDefinitions & { readonly entry: RequestLogEntry }): ReactNode => {
  const words = inWords(entry.query, definitions);
  return (
    <>
      {words !== "" && <Line>{words}</Line>}
      <Quiet>{entryFacts(entry)}</Quiet>
    </>
  );
};

/** What the service was asked, in its own names. */
const RequestDetails = ({ entry, definitions }: WithDefinitions & { readonly entry: RequestLogEntry }): ReactNode => {
  const requests = listRequests(entry.what, definitions);
  return (
    <Tight>
      {requests.length > 0 && <Quiet>{t("whereFrom.request", { request: requests.join(", ") })}</Quiet>}
      <Quiet>{t("whereFrom.asked", { query: entry.query })}</Quiet>
    </Tight>
  );
};

const RecordLines = ({ record }: { readonly record: SourceRecord }): ReactNode => (
  <Tight>
    <Row>
      <Strong>{record.title === "" ? record.address : record.title}</Strong>
      <CellLink address={record.address} />
      {record.entityId !== undefined && (
        <CompanyButton
          company={record.entityId}
          name={record.company === "" ? record.title : record.company}
          place={`where-from ${record.address}`}
        />
      )}
    </Row>
    <Facts facts={record.facts.map(({ label, value }) => ({ name: label, value }))} />
    {record.links.length === 0 ? (
      <Quiet>{t("whereFrom.noLink")}</Quiet>
    ) : (
      <Row>
        {record.links.map(({ label, href }) => (
          <Link key={label} href={href} target="_blank" rel="noopener noreferrer">
            {label}
          </Link>
        ))}
      </Row>
    )}
  </Tight>
);
