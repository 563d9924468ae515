import type { FastifyReply } from "fastify";
import type { Account } from "../world/accounts";
import type { Backend } from "../backend";
import type { RequestParameters } from "../http/query";
import { type ApiError, forbidden, invalid, noLicence, notFound, wrongElement } from "../http/problems";
import { isVisibleTo, type Universe } from "../store/universes";
import { findLanguage, type Language } from "../text/languages";
import type { Period } from "../data/monitoring";
import type { Company } from "../data/source";
import type { PageRequest } from "../listing/page";

/** A validated request with the data that it works on. */
export interface RouteRequest {
  readonly backend: Backend;
  readonly account: Account;
  readonly parameters: RequestParameters;
  /** The body with its defaults. */
  readonly body: unknown;
  /** The members of the body as they were sent. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly reply: FastifyReply;
}

/** Handles a request. Returns what is sent as JSON, or sends the reply itself and returns undefined. */
export type RouteHandler = (request: RouteRequest) => unknown;

/** Requires the permission to read ESG and SDG signals. @throws 403. */
export const requireReadPermission = ({ account }: RouteRequest): void => {
  if (!account.reads) throw forbidden("The account may not read ESG and SDG signals.");
};

const unknown = (why: string): ApiError =>
  invalid([wrongElement("data", `The service's data cannot answer this: ${why}.`)]);

/** Requires documents that were read and are of these days. @throws 400. */
export const requireKnownPeriod = async ({ backend }: RouteRequest, period: Period): Promise<void> => {
  const why = await backend.monitoring.whyUnknown(period);
  if (why !== undefined) throw unknown(why);
};

/** Requires of an empty listing of a universe that it means that nothing happened. @throws 400. */
export const requireKnownSilence = async (
  { backend }: RouteRequest,
  universe: Universe,
  { items }: { readonly items: readonly unknown[] },
): Promise<void> => {
  const why = items.length > 0 ? undefined : await backend.monitoring.whyNothing(universe);
  if (why !== undefined) throw unknown(why);
};

/** The same of a company. @throws 400. */
export const requireKnownSilenceOf = async (
  { backend }: RouteRequest,
  company: Company,
  { items }: { readonly items: readonly unknown[] },
): Promise<void> => {
  const why = items.length > 0 ? undefined : (await backend.monitoring.unmonitored([company])).get(company.ordinal);
  if (why !== undefined) throw unknown(why.replace(/\.$/, ""));
};

/** The universe in the path. @throws 404. */
export const requestedUniverse = async ({ backend, account, parameters }: RouteRequest): Promise<Universe> => {
  const universe = await backend.universes.byId(parameters.path("universe_id"));
  if (universe === undefined || !isVisibleTo(account, universe)) throw notFound("The universe");
  return universe;
};

/** The universe in the path, whose signals the account may read. @throws 404, or 402 if no member is licensed. */
export const requestedLicensedUniverse = async (request: RouteRequest): Promise<Universe> => {
  const universe = await requestedUniverse(request);
  if (await request.backend.data.isUnlicensed(universe)) throw noLicence();
  return universe;
};

/** The company in the path. @throws 404, or 402 without a licence. */
export const requestedLicensedEntity = async ({ backend, parameters }: RouteRequest): Promise<Company> => {
  const company = await backend.data.company(parameters.path("entity_id"));
  if (company === undefined) throw notFound("The entity");
  if (company.unlicensed) throw noLicence();
  return company;
};

/** The language of `translate`; undefined if nothing is to be translated. @throws 400. */
export const readTranslation = (text: string | undefined, field = "query.translate"): Language | undefined => {
  if (text === undefined || text === "") return undefined;
  const language = findLanguage(text);
  if (language === undefined) throw invalid([wrongElement(field, `"${text.slice(0, 100)}" is no known language`)]);
  return language;
};

/** The code of the language of `translate`; empty if nothing is to be translated. */
export const translationCode = (language: Language | undefined): string => language?.code ?? "";

export const toPageRequest = ({ parameters }: RouteRequest): PageRequest => ({
  size: parameters.integer("size"),
  cursor: parameters.text("search_after"),
});
