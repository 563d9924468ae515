import { Badge, Button, Link } from "@fluentui/react-components";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import type { RequestLogEntry } from "../../../../engine/requests/request-log";
import type { FunctionDefinition } from "../../../../formulas/define/definition";
import { t } from "../../../../i18n/t";
import type { SourceFormula, SourceRecord, WhereFrom as Trace } from "../../../excel/trace/where-from";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore } from "../../state/use-store";
import { CellLink } from "../../ui/cell-link";
import { CompanyButton } from "../../ui/company-button";
import { Facts } from "../../ui/facts";
import { Fold } from "../../ui/fold";
import { GrowingList } from "../../ui/growing-list";
import { JobNotice } from "../../ui/job-form";
import { Code, Line, Quiet, Row, Stack, Strong, Tight } from "../../ui/layout";
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
  const definitions = useDefinitions();
  const cell = place?.activeCell;
  const show = (): void => {
    if (cell === undefined) return;
    setTrace(undefined);
    void job.start({ what: t("view.where-from"), query: cell }, async () => {
      setTrace(await deps.whereFrom.trace(cell));
      return undefined;
    });
  };
  return (
    <Page title={t("view.where-from")} lead={t("whereFrom.lead")}>
      <Row>
        <Button
          appearance="primary"
          onClick={show}
          disabledFocusable={cell === undefined || job.now.status === "running"}
        >
          {cell === undefined ? t("whereFrom.select") : t("whereFrom.show", { address: cell })}
        </Button>
      </Row>
      <JobNotice job={job} retry={show} />
      {trace !== undefined && <SourceList trace={trace} definitions={definitions} />}
    </Page>
  );
};

/** The functions with their help; none until they are loaded, or where they cannot be. */
const useDefinitions = (): readonly FunctionDefinition[] => {
  const { deps } = usePane();
  const [definitions, setDefinitions] = useState<readonly FunctionDefinition[]>([]);
  const load = useCallback(() => deps.functions(), [deps]);
  useEffect(() => {
    let current = true;
    load().then(
      (found) => current && setDefinitions(found),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [load]);
  return definitions;
};

const SourceList = ({
  trace: { address, formula, sources, unknown },
  definitions,
}: {
  readonly trace: Trace;
  readonly definitions: readonly FunctionDefinition[];
}): ReactNode => {
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

const SourcePart = ({
  source,
  definitions,
}: {
  readonly source: SourceFormula;
  readonly definitions: readonly FunctionDefinition[];
}): ReactNode => {
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
  if (problem !== undefined)
    return (
      <Badge appearance="tint" color="warning">
        {t("whereFrom.care")}
      </Badge>
    );
  if (entries.length === 0) return <Quiet>{t("share.calculated")}</Quiet>;
  if (cut !== undefined) return null;
  return (
    <Badge appearance="tint" color="success">
      {t("whereFrom.complete")}
    </Badge>
  );
};

const Request = ({
  entry,
  definitions,
}: {
  readonly entry: RequestLogEntry;
  readonly definitions: readonly FunctionDefinition[];
}): ReactNode => {
  const words = inWords(entry.query, definitions);
  return (
    <>
      {words !== "" && <Line>{words}</Line>}
      <Quiet>{entryFacts(entry)}</Quiet>
    </>
  );
};

/** What the service was asked, in its own names. */
const RequestDetails = ({
  entry,
  definitions,
}: {
  readonly entry: RequestLogEntry;
  readonly definitions: readonly FunctionDefinition[];
}): ReactNode => {
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
