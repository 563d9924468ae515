import type { WireRecord } from "../../contract/page";
import { toMembership } from "../../engine/batching/memberships";
import { AddinError } from "../../engine/http/addin-error";
import { forLookups } from "../../engine/requests/request-context";
import { functions as texts } from "../../i18n/locales/en/functions";
import { addMessages, t } from "../../i18n/t";
import type { EngineAccess } from "../table/context";
import type { CellError } from "../table/matrix";
import { toScalar } from "../table/nested/values";
import { findEntities } from "../table/table-builder";
import { inTargetCell } from "../table/target-cell";
import type { ListRow } from "./alignment";

// The listings of events and documents load this module late, and their script has only the texts of first functions.
addMessages("en", texts);

/** Licences are asked for one call a company, so for so many companies of a formula at most. */
const mostLicences = 25;

/**
 * What a company of a list is in a universe. Only a covered one may show 0, and one whose licence was not asked for. Of one that is not
 * monitored the service does not know what happened.
 */
export type CoverageStatus =
  | "covered"
  | "licence not checked"
  | "not in universe"
  | "not monitored"
  | "no access"
  | "not found"
  | "ambiguous"
  | "blank"
  | "failed";

/** The coverage of a company; `error` says why it has no number, and is undefined where it may show 0. */
export interface CompanyCoverage {
  readonly status: CoverageStatus;
  readonly error?: AddinError | CellError;
}

/** By id of the company. A company that is missing has records, and is covered. */
export type ListCoverage = ReadonlyMap<string, CompanyCoverage>;

/** The error of a blank cell beside counts and measures: a blank row would read as 0. */
export const blankRow = (): AddinError => new AddinError("no-rows", t("formula.blankRow"));

const covered: CompanyCoverage = { status: "covered" };

/** The coverage that the error of a cell or of a call means. */
const failedCoverage = (error: AddinError | CellError): CompanyCoverage => {
  const code = error instanceof AddinError ? error.code : "unexpected";
  // A wrong check digit and a text that cannot be searched for name no company.
  if (code === "not-found" || code === "invalid-argument") return { status: "not found", error };
  if (code === "ambiguous") return { status: "ambiguous", error };
  return { status: code === "no-access" ? "no access" : "failed", error };
};

/** The coverage of a member of which the service does not know what happened, and says why. */
const unmonitoredCoverage = (why: string): CompanyCoverage => ({
  status: "not monitored",
  error: new AddinError("not-found", why),
});

/** The coverage of a row of a list. */
export const rowCoverage = (row: ListRow, coverage: ListCoverage): CompanyCoverage => {
  if (row === undefined) return { status: "blank", error: blankRow() };
  return typeof row === "string" ? (coverage.get(row) ?? covered) : failedCoverage(row);
};

/** Logs how many companies of a list are covered, each counted once, for QUERY.INFO. */
export const logCoverage = (
  { requestContext }: EngineAccess,
  rows: readonly ListRow[],
  coverage: ListCoverage,
): void => {
  const listed = [...new Set(rows)].filter((row) => row !== undefined);
  const covered = listed.filter((row) => rowCoverage(row, coverage).error === undefined);
  requestContext.log.setCoverage(`${covered.length} of ${listed.length}`);
};

/** The errors of the companies of a list that are not covered, each company once. */
export const uncoveredErrors = (coverage: ListCoverage): readonly (AddinError | CellError)[] =>
  [...coverage.values()].flatMap(({ error }) => error ?? []);

/**
 * Why companies have no records in a universe: they are covered and nothing happened, are not in the universe, are not monitored, or may
 * not be read. Asks for memberships, 100 companies a call, then for the names of those outside, and for the licences of at most
 * `mostLicences` members.
 * `ids`: only companies without any record, because a company with a record is covered. `licences`: false asks for none.
 */
export const findCoverage = async (
  access: EngineAccess,
  universe_id: string,
  ids: readonly string[],
  { licences = true }: { readonly licences?: boolean } = {},
): Promise<ListCoverage> => {
  const { runtime, requestContext } = access;
  const context = forLookups(requestContext);
  const failed = new Map<string, CompanyCoverage>();
  const [outside, members]: [string[], string[]] = [[], []];
  await Promise.all(
    [...new Set(ids)].map(async (id) => {
      const membership = await inTargetCell(access, () => runtime.memberships.membership(universe_id, id, context));
      if (membership instanceof Error) failed.set(id, failedCoverage(membership));
      else if (membership.unmonitored !== undefined) failed.set(id, unmonitoredCoverage(membership.unmonitored));
      else (membership.isMember ? members : outside).push(id);
    }),
  );
  const [outsiders, licensed] = await Promise.all([
    findOutsiders(access, universe_id, outside),
    checkLicences(access, members, licences ? mostLicences : 0),
  ]);
  return new Map([...failed, ...outsiders, ...licensed]);
};

/** The coverage of members of a universe's listing that have no records. They have the fields id and client_code. */
export const memberCoverage = async (access: EngineAccess, members: readonly WireRecord[]): Promise<ListCoverage> => {
  const memberships = members.map((record) => ({ id: String(record["id"]), ...toMembership(record) }));
  const unmonitored = memberships.flatMap(({ id, unmonitored: why }) =>
    why === undefined ? [] : [[id, unmonitoredCoverage(why)] as const],
  );
  const monitored = memberships.filter((each) => each.unmonitored === undefined).map(({ id }) => id);
  return new Map([...unmonitored, ...(await checkLicences(access, monitored, mostLicences))]);
};

/** The coverage of members of a universe that have no records: the licences of `most` of them are asked for. */
const checkLicences = async (access: EngineAccess, members: readonly string[], most: number): Promise<ListCoverage> => {
  const { runtime, requestContext } = access;
  const context = forLookups(requestContext);
  const coverage = new Map<string, CompanyCoverage>(members.map((id) => [id, { status: "licence not checked" }]));
  // In the order of ids, so that the same companies are asked for, whatever the order of the list.
  const checked = [...members].sort().slice(0, most);
  await Promise.all(
    checked.map(async (id) => {
      const has = await inTargetCell(access, () => runtime.licences.has(id, context));
      if (has === true) coverage.set(id, covered);
      else coverage.set(id, failedCoverage(has === false ? await unlicensedCompany(access, id) : has));
    }),
  );
  return coverage;
};

/** Companies outside a universe by name, and ids that no company has. */
const findOutsiders = async (
  access: EngineAccess,
  universe_id: string,
  ids: readonly string[],
): Promise<ListCoverage> => {
  const { runtime, requestContext } = access;
  const names = await findEntities(access, ids, ["name"]);
  const universe = runtime.universes.nameOf(universe_id, requestContext);
  return new Map(
    ids.map((id) => {
      const name = toScalar(names.get(id)?.["name"]);
      if (name === undefined) return [id, failedCoverage(unknownCompany(id))];
      const sentence = t("formula.notInUniverse", { company: String(name), universe });
      return [id, { status: "not in universe", error: new AddinError("not-found", sentence) }];
    }),
  );
};

/** The error of a company that the account may not read. Names of several share calls; where they cannot be had, the id stands there. */
const unlicensedCompany = async (access: EngineAccess, id: string): Promise<AddinError> => {
  const names = await inTargetCell(access, () => findEntities(access, [id], ["name"]));
  const company = names instanceof Error ? undefined : toScalar(names.get(id)?.["name"]);
  // The full stop of `S.A.` ends the sentence too.
  const sentence = t("formula.noLicence", { company: String(company ?? id) }).replace(/\.\.$/, ".");
  return new AddinError("no-access", sentence);
};

/** The error of a call about one company, which names it where the service refused the company. */
export const explainRefusal = async (access: EngineAccess, id: string, error: AddinError): Promise<AddinError> => {
  if (error.code === "not-found") return unknownCompany(id);
  return error.code === "no-access" ? unlicensedCompany(access, id) : error;
};

/** The error of an id that no company has, for example that of an event or a universe. */
export const unknownCompany = (id: string): AddinError =>
  new AddinError("not-found", t("formula.unknownCompany", { id }));
