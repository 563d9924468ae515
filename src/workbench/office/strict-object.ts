import { notImplemented } from "./office-error";

const languageMembers = new Set([
  "then",
  "toJSON",
  "constructor",
  "prototype",
  "nodeType",
  "asymmetricMatch",
  "$$typeof",
]);

/** An object that throws when a member is read that the workbench does not implement. */
export const strict = <Members extends object>(name: string, members: Members): Members =>
  new Proxy(members, {
    get: (target, key, receiver): unknown => {
      if (typeof key === "string" && !(key in target) && !languageMembers.has(key))
        throw notImplemented(`${name}.${key}`);
      return Reflect.get(target, key, receiver);
    },
  });
