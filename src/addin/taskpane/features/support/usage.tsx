import type { ReactNode } from "react";
import type { CallRecord, RequestLogEntry } from "../../../../engine/requests/request-log";
import { formatNumber, t } from "../../../../i18n/t";
import type { PaneDeps } from "../../pane-deps";
import { usePane } from "../../state/pane-state";
import { useJob, useThrottledStore } from "../../state/use-store";
import { AskButton } from "../../ui/confirm";
import { Facts } from "../../ui/facts";
import { JobAction, JobNotice } from "../../ui/job-form";
import { Quiet } from "../../ui/layout";
import { Section } from "../../ui/page";
import { saveFile } from "../../ui/save-file";

/** Usage since the add-in started, the cache, and diagnostics for support. */
export const Usage = (): ReactNode => {
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
