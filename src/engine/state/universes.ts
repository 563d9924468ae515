import { isObject } from "../../facts/json";
import { isUuid } from "../../contract/values";
import { AddinError } from "../http/addin-error";
import { nearest } from "../../i18n/nearest";
import { t } from "../../i18n/t";
import type { RequestContext } from "../requests/request-context";
import type { DocumentSettings, KeyValueStorage } from "../storage";
import { createStore } from "../store";

/** One universe of the catalogue. The service has no route that lists universes, so the user adds them here. */
export interface KnownUniverse {
  readonly universe_id: string;
  /** The service's name, or the one the user gave it here. */
  readonly name: string;
  readonly type?: string;
  readonly description?: string | null;
  readonly entities?: number;
  /** True for a universe of the demo that shows unusual data: lists put it last. */
  readonly forTests?: boolean;
}

const inDocument = { selected: "universe", names: "universes" };
const isUniverse = (value: unknown): value is KnownUniverse =>
  isObject(value) && "universe_id" in value && "name" in value;

const readCatalogue = (value: unknown): readonly KnownUniverse[] =>
  Array.isArray(value) ? value.filter((item) => isUniverse(item)) : [];

/** Where the times of `changedAt` are stored on this device. */
export const changesKey = "changed universes";

const uniteCatalogues = (lists: readonly (readonly KnownUniverse[])[]): readonly KnownUniverse[] => [
  ...new Map(lists.flat().map((universe) => [universe.universe_id, universe])).values(),
];

/** The catalogue is stored on this device under `key`; names and selection also in the workbook. */
export interface UniverseDeps {
  readonly storage: KeyValueStorage;
  readonly key: string;
  readonly document: () => DocumentSettings | undefined;
  /** Somebody is signed in: then the catalogue has all universes that it can have. */
  readonly usable: () => boolean;
}

/**
 * Functions read what a person typed without invisible characters and in usual width (i18n/typed-text.ts), which is too large for the first
 * script. Names of the service have any form.
 */
const comparableName = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/\p{DI}/gu, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();

/** The catalogue of universes (added on this device or named in the workbook) and the one selected for this workbook. */
export class Universes {
  readonly catalogue = createStore<readonly KnownUniverse[]>([]);
  readonly selected = createStore<KnownUniverse | undefined>(undefined);
  /**
   * When universes were changed from this device, by lower-case id, and under "" when any was (ms since 1970). Answers about a universe that
   * were fetched before are old.
   */
  readonly changedAt = createStore<Readonly<Record<string, number>>>({});
  readonly #deps: UniverseDeps;

  constructor(deps: UniverseDeps) {
    this.#deps = deps;
  }

  /** Loads the catalogue from the device and from the workbook. */
  async read(): Promise<void> {
    const { storage, key, document } = this.#deps;
    const onDevice = readCatalogue(await storage.get(key));
    this.catalogue.set(
      uniteCatalogues([readCatalogue(document()?.get(inDocument.names)), onDevice, this.catalogue.get()]),
    );
    this.changedAt.set({ ...((await storage.get(changesKey)) as object), ...this.changedAt.get() });
    const selected = document()?.get(inDocument.selected);
    if (isUniverse(selected)) this.selected.set(selected);
  }

  /**
   * Resolves an id or a name to the id; `undefined` or blank means the selected universe.
   * @throws {AddinError} `signed-out`: the name is unknown and nobody is signed in.
   * @throws {AddinError} `not-found`: with the nearest name, or no universe is selected.
   * @throws {AddinError} `invalid-argument`: the name is ambiguous; the message has all ids.
   */
  idOf(nameOrId: string | undefined, { log }: Pick<RequestContext, "log">): string {
    const text = nameOrId?.trim() ?? "";
    if (text === "") return this.#selectedId(log);
    if (isUuid(text)) return text.toLowerCase();
    log.dependsOn("catalogue");
    const all = this.catalogue.get();
    const wanted = comparableName(text);
    const matches = all.filter(({ name }) => comparableName(name) === wanted);
    if (matches.length > 1) throw this.#ambiguous(text, matches);
    if (matches[0] === undefined && !this.#deps.usable()) {
      log.dependsOn("session");
      throw new AddinError("signed-out", t("runtime.signedOut"));
    }
    return matches[0]?.universe_id ?? this.#unknown(text, all);
  }

  /** The name of a universe in the catalogue, or of the selected one; its id where it is neither. */
  nameOf(universe_id: string, { log }: Pick<RequestContext, "log">): string {
    log.dependsOn("catalogue");
    const known = [...this.catalogue.get(), this.selected.get()];
    return known.find((universe) => universe?.universe_id === universe_id)?.name ?? universe_id;
  }

  add(universe: KnownUniverse): void {
    this.#store([...this.catalogue.get().filter(({ universe_id }) => universe_id !== universe.universe_id), universe]);
    if (this.selected.get()?.universe_id === universe.universe_id) this.selected.set(universe);
  }

  remove(universe_id: string): void {
    this.#store(this.catalogue.get().filter((universe) => universe.universe_id !== universe_id));
  }

  select(universe_id: string | undefined): void {
    const known = this.catalogue.get().find((universe) => universe.universe_id === universe_id);
    const universe = universe_id === undefined ? undefined : (known ?? { universe_id, name: universe_id });
    this.#deps.document()?.set(inDocument.selected, universe);
    this.#store(this.catalogue.get());
    this.selected.set(universe);
  }

  /** Replaces the number of companies of a universe in the catalogue. The workbook does not have it, so it is not changed. */
  counted(universe_id: string, entities: number): void {
    const withCount = (universe: KnownUniverse) =>
      universe.universe_id === universe_id ? { ...universe, entities } : universe;
    this.#set(this.catalogue.get().map(withCount));
  }

  #store(universes: readonly KnownUniverse[]): void {
    this.#deps.document()?.set(
      inDocument.names,
      universes.map(({ universe_id, name }) => ({ universe_id, name })),
    );
    this.#set(universes);
  }

  #set(universes: readonly KnownUniverse[]): void {
    const { storage, key } = this.#deps;
    void storage.set(key, universes).catch(() => undefined);
    this.catalogue.set(universes);
  }

  #selectedId(log: RequestContext["log"]): string {
    log.dependsOn("selected-universe");
    const selected = this.selected.get();
    if (selected === undefined) throw new AddinError("not-found", t("runtime.noUniverse"));
    return selected.universe_id;
  }

  #ambiguous(name: string, matches: readonly KnownUniverse[]): AddinError {
    const ids = matches.map(({ universe_id }) => universe_id).join(", ");
    return new AddinError("invalid-argument", t("runtime.ambiguousUniverse", { name, ids, count: matches.length }));
  }

  #unknown(name: string, all: readonly KnownUniverse[]): never {
    const close = nearest(
      name,
      all.map((universe) => universe.name),
    );
    const sentence =
      close === undefined
        ? t("runtime.unknownUniverseAlone", { name })
        : t("runtime.unknownUniverse", { name, nearest: close });
    throw new AddinError("not-found", sentence);
  }
}
