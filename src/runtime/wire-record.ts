/** One record as it travelled; the wire's types are in wire/types.ts. */
export type WireRecord = Readonly<Record<string, unknown>>;
