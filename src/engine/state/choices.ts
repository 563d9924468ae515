import { canonical, type EntityQuery } from "../batching/entity-query";
import type { DocumentSettings } from "../storage";
import { createStore, type Store } from "../store";

/** The choice of a user who has marked an input as no company. */
export const notACompany = "";

/** The user's choices in the resolve form: search object (canonical JSON) → entity id, or `notACompany`. */
export interface Choices {
  readonly all: Store<ReadonlyMap<string, string>>;
  readonly choose: (query: EntityQuery, entity_id: string | undefined) => void;
  readonly chosen: (query: EntityQuery) => string | undefined;
  /** Notifies readers without a change: the resolve form has fetched answers that formulas lacked. */
  readonly answered: () => void;
}

const documentKey = "choices";

const readChoices = (value: unknown): ReadonlyMap<string, string> =>
  new Map(
    typeof value === "object" && value !== null
      ? Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string")
      : [],
  );

/** Creates the choices, which are stored in the workbook; `read` loads them once the document is available. */
export const createChoices = (
  document: () => DocumentSettings | undefined,
): Choices & { readonly read: () => void } => {
  const all = createStore<ReadonlyMap<string, string>>(new Map());
  return {
    all,
    choose: (query, entity_id) => {
      const next = new Map(all.get());
      if (entity_id === undefined) next.delete(canonical(query));
      else next.set(canonical(query), entity_id);
      document()?.set(documentKey, Object.fromEntries(next));
      all.set(next);
    },
    answered: () => all.set(new Map(all.get())),
    chosen: (query) => all.get().get(canonical(query)),
    read: () => all.set(readChoices(document()?.get(documentKey))),
  };
};
