/** One statement of the specification that a test has to prove. */
export interface Row {
  readonly section: string;
  readonly says: string;
}

/** Gives every statement of one section its place in the specification. */
export const rows = <Id extends string>(section: string, statements: Readonly<Record<Id, string>>): Record<Id, Row> =>
  Object.fromEntries(Object.entries<string>(statements).map(([id, says]) => [id, { section, says }])) as Record<
    Id,
    Row
  >;
