import { notHere } from "../office/strict";
import { readLoadOption, type LoadOption } from "./load-option";
import { itemNotFound, notLoaded, OfficeError } from "./office-error";
import type { RequestContext } from "./request-context";

/** A member that must be loaded before it is read; without `set` it is read-only. */
export interface Property<Target> {
  readonly get: (target: Target) => unknown;
  readonly set?: (target: Target, value: never) => unknown;
}

/** What an object of the model has besides its methods. */
export interface Shape<Target> {
  /** `Range`, for messages. */
  readonly name: string;
  readonly properties: Readonly<Record<string, Property<Target>>>;
  /** Members that are objects: `range.worksheet`. Made once, so that what was loaded of them is still there. */
  readonly links?: Readonly<Record<string, (target: Target) => ClientObject>>;
}

const quiet = new Set(["then", "constructor", "toString", "valueOf", "nodeType", "asymmetricMatch", "$$typeof"]);

/**
 * Base of the object model, with Excel's rules: nothing happens before `sync`, nothing is read before it was loaded, and what the
 * workbench does not have says so.
 */
export abstract class ClientObject {
  readonly context: RequestContext;
  /** Public for the handler below only: a Proxy has no private members. */
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

  toJSON(): Record<string, unknown> {
    return Object.fromEntries(this.loadedMembers);
  }

  /** Takes what was asked for from the workbook. */
  fetch(option: LoadOption): void {
    if (this.nullObject === true) return;
    const { properties } = this.shape;
    const members = Object.keys(option).length === 0 ? everything(properties) : option;
    for (const [member, rest] of Object.entries(members)) this.fetchMember(member, rest);
  }

  protected fetchMember(member: string, rest: LoadOption): void {
    const { name, properties, links = {} } = this.shape;
    if (member in properties) this.loadedMembers.set(member, properties[member]?.get(this as never));
    else if (member in links) linkOf(this, member).fetch(rest);
    else if (member !== "isNullObject") throw notHere(`${name}.${member}`);
  }

  /** Finds, at the next `sync`, what the object stands for; where there is nothing, the error or the null object. */
  protected resolve<Found>(find: () => Found | undefined, keep: (found: Found) => void, orNull: boolean): void {
    this.context.queue(() => {
      const found = find();
      if (found === undefined && !orNull) throw itemNotFound();
      this.nullObject = found === undefined;
      if (found !== undefined) keep(found);
    });
  }
}

const everything = (properties: Shape<never>["properties"]): LoadOption =>
  Object.fromEntries(Object.keys(properties).map((name) => [name, {}]));

const linkOf = (object: ClientObject, member: string): ClientObject => {
  const made = object.madeLinks.get(member) ?? object.shape.links?.[member]?.(object as never);
  if (made === undefined) throw notHere(`${object.shape.name}.${member}`);
  object.madeLinks.set(member, made);
  return made;
};

const memberRules: ProxyHandler<ClientObject> = {
  get: (target, key, receiver): unknown => {
    if (typeof key === "symbol" || key in target) return Reflect.get(target, key, receiver);
    const { properties, links = {}, name } = target.shape;
    if (key in links) return linkOf(target, key);
    if (key in properties) {
      if (!target.loadedMembers.has(key)) throw notLoaded(key);
      return target.loadedMembers.get(key);
    }
    if (quiet.has(key)) return undefined;
    throw notHere(`${name}.${key}`);
  },
  set: (target, key, value): boolean => {
    if (typeof key === "symbol" || key in target) return Reflect.set(target, key, value);
    const property = target.shape.properties[key];
    if (property === undefined) throw notHere(`${target.shape.name}.${key}`);
    const { set } = property;
    if (set === undefined) throw new OfficeError("InvalidOperation", `The property '${key}' is read-only.`);
    target.context.queue(() => set(target as never, value as never));
    return true;
  },
};
