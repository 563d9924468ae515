import { isObject } from "../facts/json";

export const borderStyles = [
  "thin",
  "hair",
  "dotted",
  "dashed",
  "dashDot",
  "dashDotDot",
  "double",
  "medium",
  "mediumDashed",
  "mediumDashDot",
  "mediumDashDotDot",
  "slantDashDot",
  "thick",
] as const;

export const borderSides = ["left", "right", "top", "bottom"] as const;

export interface Border {
  readonly style: (typeof borderStyles)[number];
  /** `#rrggbb`; black if it is left out. */
  readonly color?: string;
}

/** The format of a cell. What is left out is as in the workbook's default format. */
export interface CellFormat {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  /** The name of the font. */
  readonly font?: string;
  /** In points. */
  readonly size?: number;
  /** Text colour, `#rrggbb`. */
  readonly color?: string;
  /** Background, `#rrggbb`. */
  readonly fill?: string;
  readonly numberFormat?: string;
  readonly align?: "left" | "center" | "right";
  /** At the bottom if it is left out. */
  readonly vertical?: "top" | "center";
  readonly wrap?: boolean;
  readonly borders?: Readonly<Partial<Record<(typeof borderSides)[number], Border>>>;
}

/** A text that is equal for values with equal members, in whatever order. */
export const sortedKey = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );

/** Equal for formats that look the same, whatever the order of their members. */
export const formatKey = (format: CellFormat | undefined): string => sortedKey(format ?? {});
