import type { FieldType } from "../../wire/fields";
import { joined, memberAt, membersOf, type Nested, oneOf, type Reading, scalarOf } from "./reading";

/** The statistics of a sentiment over the sentences of a document. */
export const statistics = ["max", "mean", "median", "min"] as const;

const members: Readonly<Record<string, FieldType>> = { max: "number", mean: "number", median: "number", min: "number" };

const own: Reading = { type: "number", read: (value) => scalarOf(membersOf(value)["mean"]) ?? scalarOf(value) };

/** `{ max, mean, median, min }`: the mean in the cell. */
export const aggregates: Nested = {
  members: statistics,
  whole: own,
  split: (value) => [value],
  at: (path) => oneOf(members, path),
};

/** A number or statistics per entity name: that of the entity asked for, else `name=mean; …`; `Acme`, `Acme.max`. */
export const byEntity: Nested = {
  members: ["Acme", "Acme.max", "Acme.mean"],
  whole: {
    type: "number",
    read: (value, look) => {
      if (look.entity !== undefined) return own.read(memberAt(value, look.entity)?.value, look);
      return joined(
        Object.entries(membersOf(value)).map(([name, held]) => `${name}=${String(own.read(held, look) ?? "")}`),
        look,
      );
    },
  },
  split: (value) => Object.entries(membersOf(value)).map(([name, held]) => ({ [name]: held })),
  at: (path) =>
    path === "" || path.startsWith("[")
      ? undefined
      : {
          type: "number",
          read: (value, look) => {
            const found = memberAt(value, path);
            if (found === undefined) return undefined;
            return found.rest === ""
              ? own.read(found.value, look)
              : oneOf(members, found.rest)?.read(found.value, look);
          },
        },
};
