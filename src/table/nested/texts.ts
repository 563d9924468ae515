import { joined, listFrom, type Nested, partsAt, positionIn, scalarOf } from "./reading";

const has = (value: unknown, wanted: string): boolean =>
  listFrom(value).some((item) => {
    const text = String(scalarOf(item)).toLowerCase();
    return text === wanted || text === `sdg:${wanted}`;
  });

/** Most lists hold one text: nothing to join, and no lists to make on the way. */
const onlyText = (value: unknown): string | undefined => {
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : undefined;
  return typeof only === "string" && only !== "" ? only : undefined;
};

/** A list of texts: joined, `[1]`, `count`, and whether it holds a value (`categories.E`, `categories.7` for `SDG:7`). */
export const texts: Nested = {
  members: ["[1]", "count"],
  whole: { type: "text", read: (value, look) => onlyText(value) ?? joined(listFrom(value).map(scalarOf), look) },
  split: (value) => listFrom(value).map((item) => [item]),
  at: (path) => {
    if (path.toLowerCase() === "count" || positionIn(path)?.rest === "")
      return partsAt(path, listFrom, () => ({ type: "text", read: scalarOf }));
    if (path === "" || path.startsWith("[")) return undefined;
    const wanted = path.toLowerCase();
    return {
      type: "boolean",
      read: (value) => (value === undefined || value === null ? undefined : has(value, wanted)),
    };
  },
};
