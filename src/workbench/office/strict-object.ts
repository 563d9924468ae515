const quiet = new Set(["then", "toJSON", "constructor", "prototype", "nodeType", "asymmetricMatch", "$$typeof"]);

/** An object that throws when a member is read that the workbench does not implement. */
export const strict = <Members extends object>(name: string, members: Members): Members =>
  new Proxy(members, {
    get: (target, key, receiver): unknown => {
      if (typeof key === "string" && !(key in target) && !quiet.has(key)) throw notHere(`${name}.${key}`);
      return Reflect.get(target, key, receiver);
    },
  });

/** The error for a member of Office.js that the workbench lacks. */
export const notHere = (member: string): Error => new Error(`not in the workbench: ${member}`);
