import { enrichData } from "../../../../src/data/enrich/enrich-data";
import { readGaps } from "../../../../src/data/enrich/known-days";
import { importFile } from "../../../../src/data/import/import-file";
import { findKind } from "../../../../src/data/import/run-import";
import type { Database } from "../../../../src/data/sql/database";
import { openData } from "../../../../src/data/sql/open";
import { findPostgresPrograms, type RunningPostgres, startPostgres } from "../../../support/postgres-process";
import { createFiles } from "../import/files";

const files = createFiles();
let server: RunningPostgres | undefined;
beforeAll(async () => {
  if (findPostgresPrograms() !== undefined) server = await startPostgres();
});
afterAll(async () => {
  await server?.stop();
  files.remove();
});

const english = "The company opened a new office in the capital, and the people of the city were glad about it.";
const german =
  "Das Unternehmen hat in der Hauptstadt ein neues Büro eröffnet, und die Leute der Stadt freuten sich darüber.";

const drivers: readonly (readonly [string, () => string | undefined])[] = [
  ["the embedded database", () => undefined],
  ["a server", () => server?.address],
];

it.each(drivers)("a day is covered by its documents only: on %s", async (name, place) => {
  if (name === "a server" && server === undefined) {
    console.warn("PostgreSQL is not there: this test did not run.");
    return;
  }
  const database: Database = await openData(place());
  try {
    const importNews = async (...items: readonly (readonly [number: number, day: string, text: string])[]) => {
      const lines = items.map(([number, date, text]) =>
        JSON.stringify({ url: `https://news.example/${number}`, title: `Report ${number}`, text, date }),
      );
      const file = files.write(`${lines.length}-${items[0]?.join().length ?? 0}.jsonl`, lines.join("\n"));
      await importFile(database, findKind("documents"), file);
      await enrichData(database);
    };
    const days = async (): Promise<readonly string[]> =>
      (await database.query("SELECT language || ' ' || day AS day FROM document_days ORDER BY 1")).map(({ day }) =>
        String(day),
      );
    await importNews([1, "2026-01-05", english], [2, "2026-03-20", english], [3, "2026-03-20", english]);
    await importNews([4, "2026-05-28", english]);
    expect(await days()).toEqual(["eng 2026-01-05", "eng 2026-03-20", "eng 2026-05-28"]);
    expect(await readGaps(database, Date.parse("2026-06-01"))).toHaveLength(2);
    // One of two documents of a day was of another day, and one is written in another language.
    await importNews([2, "2026-03-21", english], [4, "2026-05-28", german]);
    expect(await days()).toEqual(["eng 2026-01-05", "eng 2026-03-20", "eng 2026-03-21", "ger 2026-05-28"]);
    await importNews([3, "2026-03-21", english]);
    expect(await days()).toEqual(["eng 2026-01-05", "eng 2026-03-21", "ger 2026-05-28"]);
  } finally {
    await database.close();
  }
});
