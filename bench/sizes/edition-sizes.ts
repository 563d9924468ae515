import { createHash } from "node:crypto";
import { systemClock } from "../../src/engine/clock";
import { resultToLines } from "../../src/formulas/editions/edition-file";
import { EditionStore } from "../../src/formulas/editions/edition-store";
import { FormulaResult } from "../../src/formulas/table/formula-result";
import type { CellValue } from "../../src/formulas/table/matrix";
import { mapStorage } from "../../test/support/map-storage";
import { seededRandom } from "../../test/support/seeded-random";
import { eventOf } from "../../test/support/virtual-data";
import { shapedColumns } from "../../test/support/large-listing";
import { table } from "../report";

const weeks = 52;
const rows = 1_300;
const week = 7 * 86_400_000;

const rowOf = (index: number): CellValue[] => {
  const event = eventOf("00000001-0000-4000-8000-000000000000", index);
  return shapedColumns.map((name) => {
    const value = event[name];
    return typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value ?? "");
  });
};

/** A year of refreshes of one listing: each week 25 events are new at the top, as many leave, and 65 have another number of documents. */
export const editionSizes = async (): Promise<string> => {
  const digest = (bytes: Uint8Array): Promise<ArrayBuffer> =>
    Promise.resolve(new Uint8Array(createHash("sha256").update(bytes).digest()).buffer);
  const store = new EditionStore({ storage: mapStorage(), digest, clock: systemClock });
  const random = seededRandom(1);
  let listing = Array.from({ length: rows }, (_, index) => rowOf(index));
  let plain = 0;
  for (let number = 0; number < weeks; number += 1) {
    const fresh = Array.from({ length: 25 }, (_, index) => rowOf(rows + number * 25 + index));
    const changed = new Set(Array.from({ length: 65 }, () => Math.floor(random() * rows)));
    listing = [...fresh, ...listing]
      .slice(0, rows)
      .map((row, place) => (changed.has(place) ? [...row.slice(0, -1), Math.floor(random() * 200)] : row));
    const lines = await resultToLines(FormulaResult.ofCells(listing), () => undefined);
    plain += lines.join("\n").length;
    const known = { query: "events", address: "Sheet1!A1", function: "ESG.EVENTS", formula: "ESG.EVENTS()" };
    const answer = { ...known, fetchedAt: 1, total: rows, incomplete: undefined, partial: false, lines };
    // With a name each stays, as a year of weeks would not without.
    const name = `week ${number}`;
    await store.add({ workbook: "one", family: "one", at: number * week, name, answers: [answer] });
  }
  const [first] = await store.list();
  const kilobytes = (bytes: number): number => Math.round(bytes / 1_000);
  const what = `${weeks} weekly refreshes of ${rows} rows × ${shapedColumns.length} columns`;
  return table(
    ["editions", "first kB", "all kB", "as text kB"],
    [[what, kilobytes(first?.bytes ?? 0), kilobytes(await store.used()), kilobytes(plain)]],
  );
};
