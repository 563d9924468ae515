import { serializePage, toSliceRequest } from "../listing/page";
import { esgEventMembers } from "../records/esg-event";
import { effectiveFields, project } from "../records/projection";
import {
  type RouteHandler,
  requireKnownPeriod,
  requireKnownSilence,
  requireReadPermission,
  translationCode,
  readTranslation,
  requestedLicensedUniverse,
  toPageRequest,
} from "./route";

const translatable = ["title", "summary"];

/** GET /v3/universes/{universe_id}/esg/events (specification, "ESG and SDG routes"). */
export const listEsgEvents: RouteHandler = async (request) => {
  const { backend, parameters } = request;
  requireReadPermission(request);
  const universe = await requestedLicensedUniverse(request);
  const translation = readTranslation(parameters.text("translate"));
  const key = `events ${universe.id} ${parameters.filters()}`;
  const page = toPageRequest(request);
  const filter = {
    score: parameters.numberConditions("score"),
    start: parameters.numberConditions("start_date"),
    last: parameters.numberConditions("last_activity"),
    cases: parameters.texts("case_id"),
    categories: parameters.texts("category"),
    subCategories: parameters.texts("sub_category"),
    classifications: parameters.texts("ungc_classification"),
    principles: parameters.texts("ungc_principles"),
    content: parameters.texts("content"),
    sector: parameters.textConditions("sector"),
  };
  const listing = { key, universe, filter, order: parameters.texts("order") };
  await requireKnownPeriod(request, { time: [...filter.start, ...filter.last], isOfEvents: true });
  const slice = await backend.data.listEvents(listing, toSliceRequest(key, page));
  if (page.cursor === undefined) await requireKnownSilence(request, universe, slice);
  const fields = effectiveFields(parameters.texts("fields"), translatable, translation !== undefined);
  const language = translationCode(translation);
  const make = project(esgEventMembers, fields, { language });
  const serialize = backend.records.serializer(`event ${language} ${fields.join()}`, make);
  return serializePage(key, page.size, slice, serialize);
};
