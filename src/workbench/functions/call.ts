import type { CellPlace } from "./cell-place";
import type { AskedCall } from "./host-function";

/** The object behind the arguments of a custom function. */
export interface Invocation {
  readonly functionName: string;
  readonly address?: string;
  readonly parameterAddresses?: readonly (string | undefined)[];
  readonly isInValuePreview: boolean;
  setResult?: (result: unknown) => void;
  onCanceled?: () => void;
}

/**
 * One call of a custom function from one cell. `pending`: not answered yet. `refused`: answered with more than the host takes, so it stays
 * `#BUSY!`. `arrived`: answered, not shown yet. `shown`: its result is in the sheet.
 */
export interface Call {
  readonly key: string;
  readonly place: CellPlace;
  readonly functionName: string;
  readonly streams: boolean;
  state: "pending" | "refused" | "arrived" | "shown";
  value: unknown;
  /** The calculation that started or showed it. */
  shownIn: number;
  /** The calculation that last asked for it. */
  askedIn: number;
  invocation: Invocation | undefined;
}

/** A short key for the same function with the same arguments (FNV-1a over the arguments' JSON, 2 × 32 bits). */
export const callKey = (functionName: string, values: readonly unknown[]): string => {
  const text = JSON.stringify(values);
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
  }
  return `${functionName}|${text.length}|${(low >>> 0).toString(36)}${(high >>> 0).toString(36)}`;
};

/** A call as it begins: asked for in this calculation, not answered. */
export const newCall = ({ metadata, place }: AskedCall, key: string, calculation: number): Call => ({
  key,
  place,
  functionName: metadata.name,
  streams: metadata.options?.stream === true,
  state: "pending",
  value: undefined,
  shownIn: calculation,
  askedIn: calculation,
  invocation: undefined,
});
