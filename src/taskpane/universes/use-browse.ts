import { formulaText } from "../../formula/text";
import type { KnownUniverse } from "../../runtime/universes";
import type { WireRecord } from "../../runtime/wire-record";
import { useAttempts, type Attempts } from "../parts/use-attempts";
import type { Job, JobState } from "../state/job";
import { usePane } from "../state/pane-context";
import { useDraft, useJob } from "../state/use-store";
import { useText } from "../text/use-text";

/** The filters of the listing that take one text or number (specification, "Universe and entity routes"). */
export const entityFilters = [
  ...["name", "country", "alias", "isin", "ticker", "lei", "figi", "duns", "entity_id", "website", "city", "region"],
  ...["registration_code", "client_code", "sector", "isic4", "industry_code", "unspsc", "employee_count", "revenue"],
] as const;

const similar: readonly string[] = ["name", "alias", "website", "city", "region"];
const numeric: readonly string[] = ["employee_count", "revenue"];
const hasOperator = /^(?:eq|neq|lt|lte|gt|gte|in|nin|between|ilike):/;

interface BrowseDraft {
  readonly by: string;
  readonly value: string;
  readonly order: string;
  readonly found: readonly WireRecord[] | undefined;
  readonly total: number | undefined;
}

/** Browsing the entities of a universe. */
export interface Browse {
  readonly draft: BrowseDraft;
  readonly job: Job & { readonly now: JobState };
  readonly attempts: Attempts;
  readonly problem: string | undefined;
  readonly formula: string;
  readonly change: (part: Partial<BrowseDraft>) => void;
  readonly search: () => void;
}

/** A value as the listing takes it: with the operator typed, else the obvious one. */
const conditionOf = (by: string, value: string): string => {
  if (by === "country") return value.toLowerCase();
  if (hasOperator.test(value)) return value;
  if (numeric.includes(by)) return `gte:${value}`;
  return similar.includes(by) ? `ilike:%${value}%` : `eq:${value}`;
};

const shown = ["id", "name", "country", "isin", "lei"] as const;
const portion = 200;

const formulaOf = (universe: KnownUniverse | undefined, { by, value, order }: BrowseDraft): string => {
  const options = [
    order === "name:asc" ? "" : `order=${order}`,
    value === "" || by === "name" || by === "country" ? "" : `${by}=${/[;,]/.test(value) ? `'${value}'` : value}`,
  ].filter((option) => option !== "");
  return `=${formulaText("UNIVERSE.ENTITIES", [
    universe?.name,
    by === "name" ? value : undefined,
    by === "country" ? value : undefined,
    undefined,
    undefined,
    options.join("; "),
  ])}`;
};

/** The listing of a universe's entities, one page of up to 200 at a time. */
export const useBrowse = (universe: KnownUniverse | undefined): Browse => {
  const say = useText();
  const { runtime } = usePane();
  const initial = { by: "name", value: "", order: "name:asc", found: undefined, total: undefined };
  const [draft, change] = useDraft<BrowseDraft>(`browse:${universe?.universe_id ?? ""}`, initial);
  const job = useJob(`browse:${universe?.universe_id ?? ""}`);
  const value = draft.value.trim();
  const odd = numeric.includes(draft.by) && value !== "" && !hasOperator.test(value) && !/^\d+$/.test(value);
  const problem = odd ? say("browse.number") : undefined;
  const attempts = useAttempts();
  const search = (): void => {
    if (!attempts.pass({ problem }) || universe === undefined) return;
    const query = { order: draft.order, ...(value === "" ? {} : { [draft.by]: conditionOf(draft.by, value) }) };
    void job.start({ what: say("universes.browse"), query: `${draft.by} ${value}` }, async ({ inquiry }) => {
      const path = { universe_id: universe.universe_id };
      const request = { route: "listUniverseEntities", path, query, fields: shown } as const;
      const { records, total } = await runtime.listings.read(request, { limit: portion }, inquiry);
      change({ found: records, total });
      return records.length;
    });
  };
  return {
    ...{ draft, job, search, attempts, problem },
    formula: formulaOf(universe, { ...draft, value }),
    change: (part) => change({ ...part, found: undefined, total: undefined }),
  };
};
