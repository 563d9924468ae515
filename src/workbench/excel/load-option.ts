/** What `load` was asked for: members, each with what of it; an empty one means everything. */
export interface LoadOption {
  readonly [member: string]: LoadOption;
}

/** Reads the forms `load` takes: `"address, worksheet/name"`, a list of these, or `{ address: true, worksheet: { name: true } }`. */
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
      .filter(([member, wanted]) => !member.startsWith("$") && wanted !== false && wanted !== undefined)
      .map(([member, wanted]) => [member, typeof wanted === "object" ? readLoadOption(wanted) : {}]),
  );
