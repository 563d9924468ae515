import { type Area } from "../univer/addresses";
import type { SheetTable } from "../univer/sheet-tables";
import type { OfficeHost } from "../office/office-host";
import { notImplemented, OfficeError } from "../office/office-error";
import { itemNotFound, notLoaded } from "./errors";
import type { WorkbookEvent, WorkbookEventKind } from "../univer/workbook-events";

/** The members to load, each with its own members; an empty object means all. */
export interface LoadOption {
  readonly [member: string]: LoadOption;
}

/**
 * Parses the parameter of `load`: `"address, worksheet/name"`, a list of these, or `{ address: true, worksheet: {
 * name: true } }`.
 */
export const readLoadOption = (option: unknown): LoadOption => {
  if (option === undefined || option === null) return {};
  if (typeof option === "string") return fromPaths(option.split(","));
  if (Array.isArray(option)) return fromPaths(option.map(String));
  return fromObject(option);
};

type Building = Record<string, LoadOption>;

const fromPaths = (paths: readonly string[]): LoadOption => {
  const option: Building = {};
  for (const path of paths) {
    let at = option;
    for (const member of path.trim().split("/")) {
      const next: Building = at[member] ?? {};
      at[member] = next;
      at = next;
    }
  }
  return option;
};

const fromObject = (option: object): LoadOption =>
  Object.fromEntries(
    Object.entries(option)
      .filter(([member, value]) => !member.startsWith("$") && value !== false && value !== undefined)
      .map(([member, value]) => [member, typeof value === "object" ? readLoadOption(value) : {}]),
  );

type SyncStep = () => unknown;

/** Creates objects that modules cannot import from each other: a range knows its worksheet, a worksheet its ranges. */
export interface ObjectModel {
  readonly workbook: (context: RequestContext) => ClientObject;
  readonly worksheet: (context: RequestContext, find: () => string | undefined, orNull?: boolean) => ClientObject;
  readonly range: (context: RequestContext, find: () => Area | undefined, orNull?: boolean) => ClientObject;
  readonly tables: (context: RequestContext, listTables: () => readonly SheetTable[]) => ClientObject;
}

/** The batch of an `Excel.run`. Steps wait for `sync`, as in Excel. */
export class RequestContext {
  readonly host: OfficeHost;
  readonly model: ObjectModel;
  readonly workbook: ClientObject;
  #steps: { readonly step: SyncStep; readonly reads: boolean }[] = [];
  #running = false;

  /** Called before each batch. Waits, or throws, while a cell is edited. */
  readonly #whenEditable: () => Promise<void>;

  constructor(host: OfficeHost, model: ObjectModel, whenEditable: () => Promise<void>) {
    this.host = host;
    this.model = model;
    this.#whenEditable = whenEditable;
    this.workbook = model.workbook(this);
  }

  /** Queues a step for the next `sync`. During a `sync` it runs at once. */
  queue(step: SyncStep, reads = false): void {
    if (this.#running) step();
    else this.#steps.push({ step, reads });
  }

  /**
   * Runs the steps in order. A read sees the calculated results of the writes before it; pending functions are not
   * awaited.
   */
  async sync<Value>(passThrough?: Value): Promise<Value | undefined> {
    await this.#whenEditable();
    const steps = this.#steps.splice(0);
    await this.#calculated();
    let wrote = false;
    for (const { step, reads } of steps) {
      if (reads && wrote) await this.#calculated();
      wrote = !reads;
      await this.#run(step);
    }
    await this.#calculated();
    return passThrough;
  }

  async #run(step: SyncStep): Promise<void> {
    this.#running = true;
    try {
      await step();
    } finally {
      this.#running = false;
    }
  }

  async #calculated(): Promise<void> {
    const { calculation } = this.host.functions;
    const until = performance.now() + longestSyncWait;
    while (calculation.running && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  readonly trackedObjects = { add: (): void => undefined, remove: (): void => undefined };
}

/** Milliseconds. With a stream the calculation never ends; Excel does not wait for it either. */
const longestSyncWait = 3_000;

/** A member that must be loaded before it is read; without `set` it is read-only. */
export interface Property<Target> {
  readonly get: (target: Target) => unknown;
  readonly set?: (target: Target, value: never) => unknown;
}

/** The members of an object besides its methods. */
export interface Shape<Target> {
  /** The class name for messages, such as `Range`. */
  readonly name: string;
  readonly properties: Readonly<Record<string, Property<Target>>>;
  /** Members that are objects, such as `range.worksheet`. Each is created once, so that its loaded values stay. */
  readonly links?: Readonly<Record<string, (target: Target) => ClientObject>>;
}

const probedMembers = new Set([
  "then",
  "constructor",
  "toString",
  "valueOf",
  "nodeType",
  "asymmetricMatch",
  "$$typeof",
]);

/**
 * Base of the object model with Excel's rules: nothing runs before `sync`, nothing can be read before it is loaded,
 * and members that the workbench lacks throw.
 */
export abstract class ClientObject {
  readonly context: RequestContext;
  /** Public only for the proxy handler below: a Proxy has no private members. */
  readonly loadedMembers = new Map<string, unknown>();
  readonly madeLinks = new Map<string, ClientObject>();
  nullObject: boolean | undefined = undefined;

  constructor(context: RequestContext) {
    this.context = context;
    return new Proxy(this, memberRules);
  }

  abstract get shape(): Shape<never>;

  get isNullObject(): boolean {
    if (this.nullObject === undefined) throw notLoaded("isNullObject");
    return this.nullObject;
  }

  load(option?: unknown): this {
    this.context.queue(() => this.fetch(readLoadOption(option)), true);
    return this;
  }

  /** Sets several properties, also of linked objects: `chart.set({ name: "A", title: { text: "B" } })`. */
  set(members: Readonly<Record<string, unknown>>): void {
    for (const [member, value] of Object.entries(members))
      if (member in (this.shape.links ?? {}))
        linkedObject(this, member).set(value as Readonly<Record<string, unknown>>);
      else Object.assign(this, { [member]: value });
  }

  toJSON(): Record<string, unknown> {
    return Object.fromEntries(this.loadedMembers);
  }

  /** Reads the requested members from the workbook. */
  fetch(option: LoadOption): void {
    if (this.nullObject === true) return;
    const { properties } = this.shape;
    const members = Object.keys(option).length === 0 ? loadAll(properties) : option;
    for (const [member, rest] of Object.entries(members)) this.fetchMember(member, rest);
  }

  protected fetchMember(member: string, rest: LoadOption): void {
    const { name, properties, links = {} } = this.shape;
    if (member in properties) this.loadedMembers.set(member, properties[member]?.get(this as never));
    else if (member in links) linkedObject(this, member).fetch(rest);
    else if (member !== "isNullObject") throw notImplemented(`${name}.${member}`);
  }

  /** At the next `sync`, finds what the object refers to. If there is nothing, it throws or becomes a null object. */
  protected resolve<Found>(find: () => Found | undefined, keep: (target: Found) => void, orNull: boolean): void {
    this.context.queue(() => {
      const target = find();
      if (target === undefined && !orNull) throw itemNotFound();
      this.nullObject = target === undefined;
      if (target !== undefined) keep(target);
    });
  }
}

const loadAll = (properties: Shape<never>["properties"]): LoadOption =>
  Object.fromEntries(Object.keys(properties).map((name) => [name, {}]));

const linkedObject = (object: ClientObject, member: string): ClientObject => {
  const link = object.madeLinks.get(member) ?? object.shape.links?.[member]?.(object as never);
  if (link === undefined) throw notImplemented(`${object.shape.name}.${member}`);
  object.madeLinks.set(member, link);
  return link;
};

const memberRules: ProxyHandler<ClientObject> = {
  get: (target, key, receiver): unknown => {
    if (typeof key === "symbol" || key in target) return Reflect.get(target, key, receiver);
    const { properties, links = {}, name } = target.shape;
    if (key in links) return linkedObject(target, key);
    if (key in properties) {
      if (!target.loadedMembers.has(key)) throw notLoaded(key);
      return target.loadedMembers.get(key);
    }
    if (probedMembers.has(key)) return undefined;
    throw notImplemented(`${name}.${key}`);
  },
  set: (target, key, value): boolean => {
    if (typeof key === "symbol" || key in target) return Reflect.set(target, key, value);
    const property = target.shape.properties[key];
    if (property === undefined) throw notImplemented(`${target.shape.name}.${key}`);
    const { set } = property;
    if (set === undefined) throw new OfficeError("InvalidOperation", `The property '${key}' is read-only.`);
    target.context.queue(() => set(target as never, value as never));
    return true;
  },
};

/** A collection. `items` can be read after `load`. */
export abstract class Collection<Item extends ClientObject> extends ClientObject {
  listed: Item[] | undefined = undefined;

  /** The current items of the workbook. Call it only during a batch. */
  abstract list(): Item[];

  get items(): Item[] {
    if (this.listed === undefined) throw notLoaded("items");
    return this.listed;
  }

  getCount(): { readonly value: number } {
    const result = { value: 0 };
    this.context.queue(() => {
      result.value = this.list().length;
    }, true);
    return result;
  }

  /** Loading members of a collection loads them of its items. */
  override fetch(option: LoadOption): void {
    const items = (this.listed = this.list());
    const { items: nested, count, ...own } = option;
    if (count !== undefined) this.loadedMembers.set("count", items.length);
    const ofItems = { ...own, ...nested };
    const everything = Object.keys(option).length === 0 || (nested !== undefined && Object.keys(ofItems).length === 0);
    if (everything || Object.keys(ofItems).length > 0) for (const item of items) item.fetch(ofItems);
  }
}

type EventHandler = (event: WorkbookEvent) => unknown;

/** `OfficeExtension.EventHandlers`. A handler is active from the next `sync` on. */
export class EventHandlers {
  readonly #context: RequestContext;
  readonly #kind: WorkbookEventKind;
  readonly #concerns: (event: WorkbookEvent) => boolean;

  constructor(
    context: RequestContext,
    kind: WorkbookEventKind,
    concerns: (event: WorkbookEvent) => boolean = () => true,
  ) {
    this.#context = context;
    this.#kind = kind;
    this.#concerns = concerns;
  }

  add(handler: EventHandler): { readonly context: RequestContext; readonly remove: () => void } {
    const { events, addinListeners } = this.#context.host;
    const listener = (event: WorkbookEvent): void => {
      if (this.#concerns(event)) void handler(event);
    };
    let stop: () => void = () => undefined;
    this.#context.queue(() => {
      stop = events.on(this.#kind, listener);
      addinListeners.add(stop);
    });
    return { context: this.#context, remove: () => this.#context.queue(() => stop()) };
  }
}
