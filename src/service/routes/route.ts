import type { FastifyReply } from "fastify";
import type { Account } from "../world/accounts";
import type { Backend } from "../backend";
import type { RequestParameters } from "../http/query";
import { forbidden, invalid, noLicence, notFound, wrongElement } from "../http/problems";
import type { Members, Universe } from "../store/universes";
import { findLanguage, type Language, renderable } from "../text/languages";
import type { World } from "../world/world";
import type { TextLanguage } from "../text/topics";
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

/** The universe in the path. @throws 404. */
export const requestedUniverse = ({ backend, account, parameters: parameters }: RouteRequest): Universe => {
  const universe = backend.universes.byId(parameters.path("universe_id"));
  if (universe === undefined || !backend.universes.visibleTo(account, universe)) throw notFound("The universe");
  return universe;
};

/** Whether no demo account has a licence for the entity. */
export const isUnlicensed = ({ fixtures }: World, entity: number): boolean => fixtures.unlicensed.includes(entity);

/** The entity in the path. @throws 404. */
export const requestedEntity = ({ backend, parameters: parameters }: RouteRequest): number => {
  const entity = backend.world.ids.entity.ordinalOf(parameters.path("entity_id"));
  if (entity === undefined || entity >= backend.world.catalogue.count()) throw notFound("The entity");
  return entity;
};

/** The entity in the path. @throws 404, or 402 without a licence. */
export const requestedLicensedEntity = (request: RouteRequest): number => {
  const entity = requestedEntity(request);
  if (isUnlicensed(request.backend.world, entity)) throw noLicence();
  return entity;
};

/** The members whose signals the account may read. @throws 402 if there are members but none is licensed. */
export const licensedMembers = ({ world }: Backend, members: Members): Int32Array => {
  if (!world.fixtures.unlicensed.some((entity) => members.has(entity))) return members.list;
  const licensed = members.list.filter((entity) => !isUnlicensed(world, entity));
  if (licensed.length === 0) throw noLicence();
  return licensed;
};

/** The language of `translate`; undefined if nothing is to be translated. @throws 400. */
export const readTranslation = (text: string | undefined, field = "query.translate"): Language | undefined => {
  if (text === undefined || text === "") return undefined;
  const language = findLanguage(text);
  if (language === undefined) throw invalid([wrongElement(field, `"${text.slice(0, 100)}" is no known language`)]);
  return language;
};

export const toTextLanguage = (language: Language | undefined): TextLanguage | undefined =>
  language === undefined ? undefined : renderable(language);

export const toPageRequest = ({ parameters: parameters }: RouteRequest): PageRequest => ({
  size: parameters.integer("size"),
  cursor: parameters.text("search_after"),
});
