import type { ReactNode } from "react";
import { millisecondsPerDay } from "../../../../facts/dates";
import { type ListingResult, mostRecords } from "../../../../engine/pagination/listing";
import type { RequestContext } from "../../../../engine/requests/request-context";
import type { Runtime } from "../../../../engine/runtime";
import type { KnownUniverse } from "../../../../engine/state/universes";
import { currentLocale, t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { BarPlot, type Tone } from "../../ui/bar-plot";
import { JobAction } from "../../ui/job-form";
import { Quiet, Stack } from "../../ui/layout";
import { countEvents, type Counts } from "./count-events";
import { useShownUniverse } from "../../state/use-shown-universe";

const Plots = ({ counts }: { readonly counts: Counts }): ReactNode => {
  const category = (name: string): string => t(`overview.category.${name as "E" | "S" | "G"}`);
  const band = (name: string): string => t(`overview.band.${name as "neutral"}`);
  return (
    <>
      <BarPlot title={t("overview.overTime")} bars={counts.overTime} />
      <BarPlot
        title={t("overview.byCategory")}
        bars={counts.byCategory.map((bar) => ({ ...bar, name: category(bar.name) }))}
      />
      <BarPlot
        title={t("overview.byScore")}
        bars={counts.byScore.map((bar) => ({ ...bar, tone: severityTones[bar.name] ?? "calm" }))}
      />
      <BarPlot
        title={t("overview.bySentiment")}
        bars={counts.bySentiment.map((bar) => ({
          ...bar,
          name: band(bar.name),
          tone: sentimentTones[bar.name] ?? "calm",
        }))}
      />
      {counts.withoutSentiment > 0 && (
        <Quiet>{t("overview.withoutSentiment", { count: counts.withoutSentiment })}</Quiet>
      )}
    </>
  );
};

/** 5 is the most severe score. */
const severityTones: Readonly<Record<string, Tone>> = { 3: "attention", 4: "serious", 5: "severe" };

const sentimentTones: Readonly<Record<string, Tone>> = {
  veryNegative: "severe",
  negative: "serious",
  positive: "good",
  veryPositive: "good",
};

interface OverviewDraft {
  readonly counts: Counts | undefined;
  readonly events: number;
  readonly documents: number;
  readonly truncated: boolean;
}

const overviewDays = 84;

/** Reads the events and documents of the last twelve weeks, all of them up to 100,000 each. */
const readOverview = (
  runtime: Runtime,
  universe: KnownUniverse,
  now: number,
  requestContext: RequestContext,
): Promise<readonly [ListingResult, ListingResult]> => {
  const since = `gte:${new Date(now - overviewDays * millisecondsPerDay).toISOString().slice(0, 10)}`;
  const path = { universe_id: universe.universe_id };
  const eventFields = ["last_activity", "score", "categories"];
  return Promise.all([
    runtime.listings.read(
      {
        route: "listEsgEvents",
        path,
        query: { last_activity: since, order: ["last_activity:desc"] },
        fields: eventFields,
      },
      { limit: mostRecords },
      requestContext,
    ),
    runtime.listings.read(
      { route: "listEsgDocuments", path, query: { extract_date: since }, fields: ["polarity"] },
      { limit: mostRecords },
      requestContext,
    ),
  ]);
};

/** The last twelve weeks of the universe that is shown: events over time, by category and score, sentiment of documents. */
export const Overview = (): ReactNode => {
  const { runtime } = usePane();
  const { universe } = useShownUniverse();
  const initial = { counts: undefined, events: 0, documents: 0, truncated: false };
  const [draft, change] = useDraft<OverviewDraft>(`overview:${universe?.universe_id ?? ""}`, initial);
  const job = useJob(`overview:${universe?.universe_id ?? ""}`);
  const load = (): void => {
    if (universe === undefined) return;
    void job.start(t("universes.overview"), universe.name, async ({ requestContext }) => {
      const now = runtime.clock.now();
      const [events, documents] = await readOverview(runtime, universe, now, requestContext);
      change({
        counts: countEvents(events.records, documents.records, {
          now,
          cut: events.truncated,
          nameOf: shortDay,
        }),
        events: events.records.length,
        documents: documents.records.length,
        truncated: events.truncated || documents.truncated,
      });
      return events.records.length;
    });
  };
  return (
    <Stack>
      <JobAction job={job} run={load} beside={<Quiet>{t("overview.reads")}</Quiet>}>
        {t(draft.counts === undefined ? "overview.load" : "pane.refresh")}
      </JobAction>
      {draft.counts !== undefined && (
        <>
          <Quiet>
            {t(draft.truncated ? "overview.cut" : "overview.basis", {
              events: draft.events,
              documents: draft.documents,
            })}
          </Quiet>
          <Plots counts={draft.counts} />
        </>
      )}
    </Stack>
  );
};

const shortDay = (at: number): string =>
  new Intl.DateTimeFormat(currentLocale(), { day: "numeric", month: "short", timeZone: "UTC" }).format(at);
