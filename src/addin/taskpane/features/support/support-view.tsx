import { Fragment, type ReactNode, useState } from "react";
import type { CallRecord, RequestLogEntry } from "../../../../engine/requests/request-log";
import { currentLocale, formatNumber, t } from "../../../../i18n/t";
import { comparableText } from "../../../../i18n/typed-text";
import type { HealthItem, PaneDeps } from "../../pane-deps";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore, useThrottledStore } from "../../state/use-store";
import { AskButton } from "../../ui/confirm";
import { Facts } from "../../ui/facts";
import { bindField, ChoiceField, TextField } from "../../ui/fields";
import { GrowingList } from "../../ui/growing-list";
import { JobAction, JobNotice } from "../../ui/job-form";
import { Pair, Quiet, Row, Stack, Strong, Tight } from "../../ui/layout";
import { Mark } from "../../ui/mark";
import { Page, Section } from "../../ui/page";
import { PlainTable } from "../../ui/plain-table";
import { saveFile } from "../../ui/save-file";
import { EntryLine, isPartial, useReadableQuery } from "../workbook/entry-line";

/** What somebody reads who looks for a fault: the health check, usage and memory, a file for support, the history and all calls. */
export const SupportView = (): ReactNode => (
  <Page title={t("view.support")}>
    <Health />
    <Usage />
    <Section title={t("activity.history")}>
      <History />
    </Section>
    <Section title={t("activity.calls")}>
      <CallList />
    </Section>
  </Page>
);

const healthColors = { good: "success", bad: "danger", unknown: "informative" } as const;

interface HealthDraft {
  readonly items: readonly HealthItem[];
  readonly session: string;
}

const Health = (): ReactNode => {
  const { deps, runtime } = usePane();
  const session = useStore(runtime.session.state).status;
  const [draft, change] = useDraft<HealthDraft>("health", { items: [], session: "" });
  const job = useJob("health");
  const check = (): void => {
    void job.start(t("settings.check"), "", async () => {
      const items = await deps.health();
      change({ items, session: runtime.session.state.get().status });
      return items.length;
    });
  };
  return (
    <Section title={t("settings.health")} lead={t("settings.healthLead")}>
      <JobAction job={job} run={check}>
        {t("settings.check")}
      </JobAction>
      <Stack>
        {(draft.session === session ? draft.items : []).map(({ name, state, sentence }) => (
          <Tight key={name}>
            <Row>
              <Mark color={healthColors[state]}>{t(`settings.${state}`)}</Mark>
              <Strong>{name}</Strong>
            </Row>
            <Quiet>{sentence}</Quiet>
          </Tight>
        ))}
      </Stack>
    </Section>
  );
};

const historyStates = ["all", "running", "done", "partial", "failed", "cancelled"] as const;

/** The state that the filter shows: `done` means complete. */
const entryState = (entry: RequestLogEntry): (typeof historyStates)[number] =>
  isPartial(entry) ? "partial" : entry.status;

/** The request log since the add-in started, newest first, with filters. */
const History = (): ReactNode => {
  const entries = useThrottledStore(usePane().runtime.requestLog.entries);
  const [draft, change] = useDraft("history", { text: "", state: "all" });
  const readable = useReadableQuery();
  const text = comparableText(draft.text);
  const matches = (entry: RequestLogEntry): boolean =>
    (draft.state === "all" || entryState(entry) === draft.state) &&
    comparableText(`${entry.what} ${entry.address ?? ""} ${entry.query} ${readable(entry)}`).includes(text);
  const shown = entries.filter(matches).toSorted((one, other) => other.id - one.id);
  return (
    <>
      <Pair>
        <TextField label={t("activity.filter")} type="search" {...bindField({ draft, change }, "text")} />
        <ChoiceField
          label={t("activity.ended")}
          choices={historyStates.map((state) => ({ value: state, label: t(`activity.state.${state}`) }))}
          {...bindField({ draft, change }, "state")}
        />
      </Pair>
      <Quiet>{t("activity.shown", { count: shown.length })}</Quiet>
      <GrowingList
        label={t("activity.history")}
        items={shown}
        keyOf={({ id }) => String(id)}
        show={(entry) => <EntryLine entry={entry} />}
      />
    </>
  );
};

const failed = ({ status }: CallRecord): boolean => status === "failed" || status >= 400;

/** All HTTP calls, newest first, with filters. */
const CallList = (): ReactNode => {
  const calls = useThrottledStore(usePane().runtime.requestLog.calls);
  const [draft, change] = useDraft("calls", { route: "", outcome: "all" });
  const routes = [...new Set(calls.map(({ route }) => route))].toSorted();
  const shown = calls
    .filter((call) => draft.route === "" || call.route === draft.route)
    .filter((call) => draft.outcome === "all" || failed(call))
    .toReversed();
  return (
    <>
      <Pair>
        <ChoiceField
          label={t("activity.route")}
          choices={[{ value: "", label: t("activity.state.all") }, ...routes.map((value) => ({ value, label: value }))]}
          {...bindField({ draft, change }, "route")}
        />
        <ChoiceField
          label={t("activity.ended")}
          choices={(["all", "failed"] as const).map((value) => ({ value, label: t(`activity.state.${value}`) }))}
          {...bindField({ draft, change }, "outcome")}
        />
      </Pair>
      <Quiet>{t("pane.calls", { count: shown.length })}</Quiet>
      {shown.length > 0 && <Calls calls={shown} />}
    </>
  );
};

const mostCalls = 100;

/** A route name that may wrap between its words. */
const breakableRoute = (route: string): ReactNode =>
  route.split(/(?=[A-Z])/).map((word, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));

const Calls = ({ calls }: { readonly calls: readonly CallRecord[] }): ReactNode => {
  const [start] = useState(() => new Intl.DateTimeFormat(currentLocale(), { timeStyle: "medium" }));
  return (
    <PlainTable
      label={t("activity.calls")}
      headers={[t("activity.route"), t("activity.at"), t("activity.status"), "ms"]}
      rows={calls
        .slice(0, mostCalls)
        .map(({ route, at, status, attempts, milliseconds }) => [
          breakableRoute(route),
          start.format(at),
          `${status}${attempts > 1 ? ` (${t("activity.attempts", { count: attempts })})` : ""}`,
          formatNumber(Math.round(milliseconds)),
        ])}
    />
  );
};

/** Usage since the add-in started, the cache, and diagnostics for support. */
const Usage = (): ReactNode => {
  const { requestLog } = usePane().runtime;
  const calls = useThrottledStore(requestLog.calls);
  const entries = useThrottledStore(requestLog.entries);
  const usage = countUsage(calls, entries);
  const facts = [
    { name: t("usage.calls"), value: formatNumber(usage.calls) },
    { name: t("usage.failed"), value: formatNumber(usage.failed) },
    { name: t("usage.translated"), value: formatNumber(usage.translated) },
    { name: t("usage.fromMemory"), value: formatNumber(usage.fromMemory) },
  ];
  return (
    <>
      <Section title={t("usage.title")} lead={t("usage.lead")}>
        <Facts facts={facts} />
        {usage.routes.length > 0 && (
          <Facts facts={usage.routes.map(([name, count]) => ({ name, value: formatNumber(count) }))} />
        )}
      </Section>
      <CacheUsage />
      <Diagnostics />
    </>
  );
};

const CacheUsage = (): ReactNode => {
  const { cache } = usePane().runtime;
  const size = useThrottledStore(cache.size);
  const job = useJob("clear-memory");
  return (
    <Section title={t("usage.memory")}>
      <Quiet>{t("usage.memorySize", { count: size.records, kilobytes: Math.ceil(size.bytes / 1000) })}</Quiet>
      <JobNotice job={job} />
      <AskButton
        size="small"
        label={`${t("usage.clear")}…`}
        question={t("usage.clearAsk")}
        yes={t("usage.clear")}
        run={() => void job.start(t("usage.clear"), "", () => cache.clear())}
      />
    </Section>
  );
};

const Diagnostics = (): ReactNode => {
  const { deps } = usePane();
  const job = useJob("diagnostics");
  const save = (): void => {
    void job.start(t("usage.export"), "", async () =>
      saveFile("spillway-diagnostics.json", "application/json", await collectDiagnostics(deps)),
    );
  };
  return (
    <Section title={t("usage.diagnostics")} lead={t("usage.diagnosticsLead")}>
      <JobAction size="small" job={job} run={save}>
        {t("usage.export")}
      </JobAction>
    </Section>
  );
};

const translates = ({ query }: RequestLogEntry): boolean => /translat/i.test(query);

/** Usage since the add-in started; the routes with the most calls first. */
const countUsage = (calls: readonly CallRecord[], entries: readonly RequestLogEntry[]) => {
  const routes = new Map<string, number>();
  for (const { route } of calls) routes.set(route, (routes.get(route) ?? 0) + 1);
  const live = entries.filter(({ source, status }) => status === "done" && (source === "live" || source === undefined));
  return {
    calls: calls.length,
    failed: calls.filter(({ status }) => status === "failed" || status >= 400).length,
    /** Rows of requests with a translation. */
    translated: live.filter(translates).reduce((sum, { rows }) => sum + (rows ?? 0), 0),
    fromMemory: entries.filter(({ status, source }) => status === "done" && source === "memory").length,
    routes: [...routes].toSorted((one, other) => other[1] - one[1]),
  };
};

/** The most entries and calls in the diagnostics. */
const last = 500;

/** Removes everything that looks like a token, a gateway key or an authorization header. */
const withoutSecrets = (text: string): string =>
  text
    .replaceAll(/eyJ[\w-]+\.[\w-]+(\.[\w-]*)?|spw_[\w-]+/g, "[removed]")
    .replaceAll(
      /((?:api[_-]?key|secret|password|authorization|token)["']?\s*[:=]\s*["']?)(?:(?:basic|bearer)\s+)?[^"',;\s}]+/gi,
      "$1[removed]",
    );

/** Diagnostics as JSON: state, settings, health, the last entries and calls. Contains no key, secret, token or account. */
const collectDiagnostics = async (deps: PaneDeps): Promise<string> => {
  const { runtime, deployment } = deps;
  const session = runtime.session.state.get();
  const report = {
    written: new Date(runtime.clock.now()).toISOString(),
    service: deployment.baseUrl,
    locale: deps.locale,
    session: session.status,
    settings: runtime.settings.get(),
    memory: runtime.cache.size.get(),
    health: await deps.health(),
    entries: runtime.requestLog.entries
      .get()
      .slice(-last)
      .map(({ reads, error, ...entry }) => ({
        ...entry,
        reads: [...reads],
        ...(error === undefined
          ? {}
          : { error: { code: error.code, sentence: error.message, status: error.details.status } }),
      })),
    calls: runtime.requestLog.calls.get().slice(-last),
  };
  return withoutSecrets(JSON.stringify(report, undefined, 2));
};
