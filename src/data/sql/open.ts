import { checkPlace, isServerAddress } from "./address";
import type { Database } from "./database";
import { migrate } from "./migrations";
import { openPglite } from "./pglite";
import { openPostgres } from "./postgres";

/**
 * Opens the data in a folder or, by an address (`postgres://…`), in a server, with the tables of this version.
 * Undefined: in memory. @throws if another process uses the folder, the server cannot be reached or the tables are newer.
 */
export const openData = async (place: string | undefined): Promise<Database> => {
  if (place !== undefined) checkPlace(place);
  const database = place !== undefined && isServerAddress(place) ? await openPostgres(place) : await openPglite(place);
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
};
