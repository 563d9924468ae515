import { isObject } from "../../../../facts/json";
import type { WireRecord } from "../../../../contract/page";
import { sleep } from "../../../../engine/clock";
import { AddinError } from "../../../../engine/http/addin-error";
import { withCacheMode } from "../../../../engine/requests/request-context";
import type { Runtime } from "../../../../engine/runtime";
import { listFrom } from "../../../../formulas/table/nested/values";
import { t } from "../../../../i18n/t";
import type { JobRun } from "../../state/job";
import { type CoverageEntity, mostEntities, mostQueued, pollInterval } from "../tasks/coverage-request";
import { openTasks } from "../tasks/read-tasks";

export interface FillCompany {
  /** Undefined for one that the service does not know yet. */
  readonly entity_id: string | undefined;
  readonly facts: CoverageEntity;
}

/** A company that is not in the universe, and what the service said. Without a reason its request was done without it. */
interface Missing {
  readonly company: FillCompany;
  readonly why: string | undefined;
}

/** Companies on their way into a universe. Stored on this device, so that it goes on after the workbook was closed. */
export interface Fill {
  /** Undefined until the universe is created. */
  readonly universe_id: string | undefined;
  readonly name: string;
  readonly type: string;
  readonly companies: readonly FillCompany[];
  /** How many companies have been requested or refused. */
  readonly sent: number;
  readonly missing: readonly Missing[];
  /** `stopped` by the user, who also lets it go on. */
  readonly state: "filling" | "stopped" | "done";
  /** Which page works on it, and until when the others leave it alone (ms since 1970). */
  readonly owner: string;
  readonly ownedUntil: number;
}

const key = "universe fill";

/** How long other pages leave a fill alone after a sign of life, in milliseconds. Each poll is one. */
const lease = 3 * pollInterval;

const isFill = (value: unknown): value is Fill =>
  isObject(value) && "companies" in value && "sent" in value && "state" in value;

/** The fill of the account on this device. */
export const readFill = async ({ ofAccount }: Runtime): Promise<Fill | undefined> => {
  const stored = await ofAccount.get(key);
  return isFill(stored) ? stored : undefined;
};

export const storeFill = async ({ ofAccount }: Runtime, fill: Fill | undefined): Promise<void> => {
  await ofAccount.set(key, fill);
};

export const requestsLeft = ({ companies, sent }: Pick<Fill, "companies" | "sent">): number =>
  Math.ceil((companies.length - sent) / mostEntities);

/** Whether another page works on the fill. */
export const isElsewhere = (fill: Fill, owner: string, now: number): boolean =>
  fill.state === "filling" && fill.owner !== owner && fill.ownedUntil > now;

/**
 * Creates the universe where there is none, requests coverage in parts while fewer than three tasks wait, waits until the tasks have ended,
 * and looks up which companies are not in the universe. Each step is stored before the next, so that it goes on where it was. `changed`
 * shows a step. @throws AddinError, also where the user stops it.
 */
export const runFill = async (
  runtime: Runtime,
  begun: Fill,
  run: JobRun,
  changed: (fill: Fill) => void,
): Promise<Fill> => {
  let fill = begun;
  const store = async (part: Partial<Fill>): Promise<void> => {
    fill = { ...fill, ...part, ownedUntil: runtime.clock.now() + lease };
    changed(fill);
    run.progress(fill.sent, fill.companies.length);
    await storeFill(runtime, fill);
  };
  try {
    await store({ state: "filling" });
    if (fill.universe_id === undefined) await store({ universe_id: await createUniverse(runtime, fill, run) });
    let size = mostEntities;
    let places = mostQueued - (await openTasks(runtime, run.requestContext));
    const wait = async (): Promise<void> => {
      await store({});
      await sleep(runtime.clock, pollInterval, run.signal);
      places = mostQueued - (await openTasks(runtime, run.requestContext));
    };
    while (fill.sent < fill.companies.length) {
      if (places <= 0) await wait();
      else {
        const part = fill.companies.slice(fill.sent, fill.sent + size);
        const refused = await requestPart(fill.universe_id ?? "", part, run);
        // Another program of the account was faster: the part waits for the next place.
        places = refused === "queue is full" ? 0 : places - 1;
        if (refused === "queue is full") continue;
        // One company that the service refuses makes it refuse all of them: smaller parts find it.
        const smaller = refused !== undefined && part.length > 1;
        size = smaller ? Math.ceil(part.length / 2) : Math.min(mostEntities, size * 2);
        if (smaller) {
          places += 1;
          continue;
        }
        const missing = refused === undefined ? [] : part.map((company) => ({ company, why: refused }));
        await store({ sent: fill.sent + part.length, missing: [...fill.missing, ...missing] });
      }
    }
    do await wait();
    while (places < mostQueued);
    const uncovered = await findMissing(runtime, fill, run);
    await store({ missing: [...fill.missing, ...uncovered], state: "done" });
    return fill;
  } catch (error) {
    fill = { ...fill, ownedUntil: 0, state: isUserStop(runtime, error) ? "stopped" : "filling" };
    changed(fill);
    await storeFill(runtime, fill);
    throw error;
  }
};

/** Whether the user has stopped it, and not the end of the session. */
const isUserStop = ({ session }: Runtime, error: unknown): boolean =>
  error instanceof AddinError && error.code === "stopped" && session.state.get().status === "signed-in";

const createUniverse = async (runtime: Runtime, { name, type }: Fill, { call }: JobRun): Promise<string> => {
  const { value } = await call("createUniverse", { body: { name, type } });
  const universe_id = isObject(value) && "universe_id" in value ? String(value["universe_id"]) : "";
  runtime.universes.add({ universe_id, name, type, description: null, entities: 0 });
  return universe_id;
};

/** Requests coverage of one part. Why the service refuses these companies; undefined where it takes them. */
const requestPart = async (
  universe_id: string,
  part: readonly FillCompany[],
  { call }: JobRun,
): Promise<string | undefined> => {
  try {
    await call("extendCoverage", {
      body: { universe_ids: [universe_id], entities: part.map(({ facts }) => facts) },
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof AddinError)) throw error;
    const { status } = error.details;
    if (status === 429) return "queue is full";
    if (status === 400 || status === 422) return error.message;
    throw error;
  }
};

/** No universe that a fill makes has more members. */
const mostMembers = 200_000;

const memberFields = ["id", "isin", "lei", "name"] as const;

/** The accepted companies that are not in the universe: known ones by their id, others by ISIN, LEI or name. */
const findMissing = async (runtime: Runtime, fill: Fill, run: JobRun): Promise<readonly Missing[]> => {
  const universe_id = fill.universe_id ?? "";
  const request = {
    route: "listUniverseEntities",
    path: { universe_id },
    query: {},
    fields: [...memberFields],
  } as const;
  const fresh = withCacheMode(run.requestContext, "never");
  const { records } = await runtime.listings.read(request, { limit: mostMembers }, fresh);
  runtime.universes.counted(universe_id, records.length);
  const present = new Set(records.flatMap(identifierKeys));
  const refused = new Set(fill.missing.map(({ company }) => company));
  return fill.companies
    .filter((company) => !refused.has(company) && !isPresent(company, present))
    .map((company) => ({ company, why: undefined }));
};

const identifierKeys = (entity: WireRecord): readonly string[] =>
  memberFields.flatMap((field) => [...listFrom(entity[field])].map((value) => String(value).toLowerCase()));

const isPresent = ({ entity_id, facts }: FillCompany, present: ReadonlySet<string>): boolean =>
  entity_id === undefined
    ? [facts.external_id, facts.isin, facts.lei, facts.name].some((value) => present.has((value ?? "").toLowerCase()))
    : present.has(entity_id.toLowerCase());

export const newFill = (
  target: Pick<Fill, "universe_id" | "name" | "type">,
  companies: readonly FillCompany[],
  owner: string,
): Fill => ({ ...target, companies, sent: 0, missing: [], state: "filling", owner, ownedUntil: 0 });

/** The reason of a company that is missing. */
export const missingReason = ({ why }: Missing): string => why ?? t("fill.notCovered");
