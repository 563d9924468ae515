import type { Inquiry } from "../../runtime/inquiry";
import type { ListingResult } from "../../runtime/listing";
import type { Runtime } from "../../runtime/runtime";
import type { KnownUniverse } from "../../runtime/universes";
import type { Job, JobState } from "../state/job";
import { usePane } from "../state/pane-context";
import { useDraft, useJob } from "../state/use-store";
import { useText } from "../text/use-text";
import { countEvents, type Counts } from "./count-events";

interface OverviewDraft {
  readonly counts: Counts | undefined;
  readonly events: number;
  readonly documents: number;
  readonly truncated: boolean;
}

/** The overview of a universe. */
export interface OverviewState {
  readonly draft: OverviewDraft;
  readonly job: Job & { readonly now: JobState };
  readonly load: () => void;
}

const day = 86_400_000;
const days = 84;
const most = 1000;

type Read = Promise<readonly [ListingResult, ListingResult]>;

const read = (
  runtime: Runtime,
  universe: KnownUniverse,
  { now, inquiry }: { readonly now: number; readonly inquiry: Inquiry },
): Read => {
  const since = `gte:${new Date(now - days * day).toISOString().slice(0, 10)}`;
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
      { limit: most },
      inquiry,
    ),
    runtime.listings.read(
      { route: "listEsgDocuments", path, query: { extract_date: since }, fields: ["polarity"] },
      { limit: most },
      inquiry,
    ),
  ]);
};

/** Reads the last twelve weeks: one page of events, one of documents. */
export const useOverview = (universe: KnownUniverse | undefined): OverviewState => {
  const say = useText();
  const { runtime } = usePane();
  const initial = { counts: undefined, events: 0, documents: 0, truncated: false };
  const [draft, change] = useDraft<OverviewDraft>(`overview:${universe?.universe_id ?? ""}`, initial);
  const job = useJob(`overview:${universe?.universe_id ?? ""}`);
  const load = (): void => {
    if (universe === undefined) return;
    void job.start({ what: say("universes.overview"), query: universe.name }, async ({ inquiry }) => {
      const now = runtime.clock.now();
      const [events, documents] = await read(runtime, universe, { now, inquiry });
      change({
        counts: countEvents(events.records, documents.records, {
          now,
          cut: events.truncated,
          nameOf: (at) => shortDay(say.locale, at),
        }),
        events: events.records.length,
        documents: documents.records.length,
        truncated: events.truncated || documents.truncated,
      });
      return events.records.length;
    });
  };
  return { draft, job, load };
};

const shortDay = (locale: string, at: number): string =>
  new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" }).format(at);
