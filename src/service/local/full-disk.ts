import { type Database, DatabaseError } from "../../data/sql/database";

/** A database that can behave as if its disk were full: it reads, and refuses each change. */
export const createFullDisk = (database: Database): { database: Database; simulateFull: (full: boolean) => void } => {
  let isFull = false;
  const refuse = (): void => {
    if (isFull) throw new DatabaseError("The disk is full (simulated).", "53100");
  };
  return {
    simulateFull: (full) => void (isFull = full),
    database: {
      ...database,
      query: async (sql, values) => {
        if (/^\s*(INSERT|UPDATE|DELETE)/.test(sql)) refuse();
        return database.query(sql, values);
      },
      transaction: async (work) => {
        refuse();
        return database.transaction(work);
      },
    },
  };
};
