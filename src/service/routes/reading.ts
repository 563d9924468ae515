import type { Backend } from "../backend";
import { forbidden, invalid, noLicence, notFound, wrongElement } from "../http/api-error";
import type { Members, Universe } from "../store/universes";
import { findLanguage, renderable, type Language } from "../text/languages";
import type { World } from "../world/world";
import type { TextLanguage } from "../world/topics";
import type { Wanted } from "../listing/page";
import type { Call } from "./route";

/** Refuses accounts that may not read ESG and SDG signals. */
export const needReading = ({ account }: Call): void => {
  if (!account.reads) throw forbidden("The account may not read ESG and SDG signals.");
};

/** The universe of the path, or 404. */
export const universeOf = ({ backend, account, asked }: Call): Universe => {
  const universe = backend.universes.byId(asked.path("universe_id"));
  if (universe === undefined || !backend.universes.visibleTo(account, universe)) throw notFound("The universe");
  return universe;
};

/** Whether no demo account has a licence for the entity. */
export const isUnlicensed = ({ fixtures }: World, entity: number): boolean => fixtures.unlicensed.includes(entity);

/** The entity of the path, or 404. */
export const entityOf = ({ backend, asked }: Call): number => {
  const entity = backend.world.ids.entity.ordinalOf(asked.path("entity_id"));
  if (entity === undefined || entity >= backend.world.catalogue.count()) throw notFound("The entity");
  return entity;
};

/** The entity of the path, or 404, or 402 without a licence. */
export const licensedEntityOf = (call: Call): number => {
  const entity = entityOf(call);
  if (isUnlicensed(call.backend.world, entity)) throw noLicence();
  return entity;
};

/** The members whose signals the account may read; 402 where there are members but none that it may. */
export const licensedMembers = ({ world }: Backend, members: Members): Int32Array => {
  if (!world.fixtures.unlicensed.some((entity) => members.has(entity))) return members.list;
  const licensed = members.list.filter((entity) => !isUnlicensed(world, entity));
  if (licensed.length === 0) throw noLicence();
  return licensed;
};

/** The language of `translate`, or undefined where nothing is to be translated. */
export const translationOf = (text: string | undefined, field = "query.translate"): Language | undefined => {
  if (text === undefined || text === "") return undefined;
  const language = findLanguage(text);
  if (language === undefined) throw invalid([wrongElement(field, `"${text.slice(0, 100)}" is no known language`)]);
  return language;
};

/** The language to render in. */
export const textLanguageOf = (language: Language | undefined): TextLanguage | undefined =>
  language === undefined ? undefined : renderable(language);

/** The page asked for. */
export const wantedOf = ({ asked }: Call): Wanted => ({
  size: asked.integer("size"),
  cursor: asked.text("search_after"),
});
