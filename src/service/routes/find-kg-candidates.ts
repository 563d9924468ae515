import type { Handler } from "./route";

interface KgRequest {
  readonly keyword_of_interest: string;
  readonly max_results: number;
}

/** POST /api/2.0/kg/candidates: entities by name, then by alias; `uuid` is the entity's permanent id. */
export const findKgCandidates: Handler = ({ backend, body }) => {
  const { keyword_of_interest: keyword, max_results: most } = body as KgRequest;
  const { catalogue, ids } = backend.world;
  const wanted = keyword.replace(/[%_]/g, " ").trim();
  const found = wanted === "" ? [] : backend.search.byName(wanted).slice(0, most);
  return found.map((entity) => ({
    itemDescription: catalogue.profile(entity).description ?? "",
    item_id: `KG${String(entity + 1).padStart(8, "0")}`,
    label: catalogue.identity(entity).name,
    uuid: ids.entity.idOf(entity),
  }));
};
