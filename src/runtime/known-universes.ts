import { AddinError } from "../error/addin-error";
import { nearest } from "../text/nearest";
import { say } from "../text/say";
import type { Inquiry } from "./inquiry";
import type { DocumentSettings, KeyValueStorage } from "./storage";
import { createStore } from "./store";
import type { KnownUniverse, Universes } from "./universes";

const inDocument = { selected: "universe", names: "universes" };
const uuidShape = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

const isUniverse = (value: unknown): value is KnownUniverse =>
  typeof value === "object" && value !== null && "universe_id" in value && "name" in value;

const readUniverses = (value: unknown): readonly KnownUniverse[] =>
  Array.isArray(value) ? value.filter((item) => isUniverse(item)) : [];

const together = (lists: readonly (readonly KnownUniverse[])[]): readonly KnownUniverse[] => [
  ...new Map(lists.flat().map((universe) => [universe.universe_id, universe])).values(),
];

/** What the catalogue is kept in: this device, under a key, and the workbook. */
export interface UniverseDoors {
  readonly storage: KeyValueStorage;
  readonly key: string;
  readonly document: () => DocumentSettings | undefined;
}

/** The catalogue: what the user added on this device, and the names that came with the workbook. */
export class KnownUniverses implements Universes {
  readonly catalogue = createStore<readonly KnownUniverse[]>([]);
  readonly selected = createStore<KnownUniverse | undefined>(undefined);
  readonly #doors: UniverseDoors;

  constructor(doors: UniverseDoors) {
    this.#doors = doors;
  }

  /** Reads the catalogue of this device and what travelled with the workbook. */
  async read(): Promise<void> {
    const { storage, key, document } = this.#doors;
    const onDevice = readUniverses(await storage.get(key));
    this.catalogue.set(together([readUniverses(document()?.get(inDocument.names)), onDevice, this.catalogue.get()]));
    const selected = document()?.get(inDocument.selected);
    if (isUniverse(selected)) this.selected.set(selected);
  }

  idOf(nameOrId: string | undefined, { trace }: Pick<Inquiry, "trace">): string {
    const text = nameOrId?.trim() ?? "";
    if (text === "") return this.#selectedId(trace);
    if (uuidShape.test(text)) return text.toLowerCase();
    trace.reads("catalogue");
    const all = this.catalogue.get();
    const named = all.filter(({ name }) => name.trim().toLowerCase() === text.toLowerCase());
    if (named.length > 1) throw this.#ambiguous(text, named);
    return named[0]?.universe_id ?? this.#unknown(text, all);
  }

  add(universe: KnownUniverse): void {
    this.#keep([...this.catalogue.get().filter(({ universe_id }) => universe_id !== universe.universe_id), universe]);
    if (this.selected.get()?.universe_id === universe.universe_id) this.selected.set(universe);
  }

  remove(universe_id: string): void {
    this.#keep(this.catalogue.get().filter((universe) => universe.universe_id !== universe_id));
  }

  select(universe_id: string | undefined): void {
    const known = this.catalogue.get().find((universe) => universe.universe_id === universe_id);
    const universe = universe_id === undefined ? undefined : (known ?? { universe_id, name: universe_id });
    this.#doors.document()?.set(inDocument.selected, universe);
    this.#keep(this.catalogue.get());
    this.selected.set(universe);
  }

  #keep(universes: readonly KnownUniverse[]): void {
    const { storage, key, document } = this.#doors;
    void storage.set(key, universes).catch(() => undefined);
    document()?.set(
      inDocument.names,
      universes.map(({ universe_id, name }) => ({ universe_id, name })),
    );
    this.catalogue.set(universes);
  }

  #selectedId(trace: Inquiry["trace"]): string {
    trace.reads("selected-universe");
    const selected = this.selected.get();
    if (selected === undefined) throw new AddinError("not-found", say("runtime.noUniverse"));
    return selected.universe_id;
  }

  #ambiguous(name: string, named: readonly KnownUniverse[]): AddinError {
    const ids = named.map(({ universe_id }) => universe_id).join(", ");
    return new AddinError("invalid-argument", say("runtime.ambiguousUniverse", { name, ids, count: named.length }));
  }

  #unknown(name: string, all: readonly KnownUniverse[]): never {
    const close = nearest(
      name,
      all.map((universe) => universe.name),
    );
    const sentence =
      close === undefined
        ? say("runtime.unknownUniverseAlone", { name })
        : say("runtime.unknownUniverse", { name, nearest: close });
    throw new AddinError("not-found", sentence);
  }
}
