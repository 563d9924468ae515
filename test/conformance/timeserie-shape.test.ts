import { dataset, download, settled, start, subjects, type Subject } from "./analysis";
import { choice, proves } from "./proves";
import type { Answer } from "./request";
import { startClient } from "./service-client";
import type { AnalysisDocument } from "./shapes";

type Row = Readonly<Record<string, number | string>>;
const client = startClient();
let some: Subject[] = [];
let instance = "";
let documents: AnalysisDocument[] = [];
beforeAll(async () => {
  some = (await subjects(client)).slice(0, 3);
  instance = await start(client, dataset(some, { workers: ["quality-score", "raw-matcher", "entity-similarity"] }));
  documents = (
    await download(client, {
      instance,
      limit: 500,
      fields: ["extract_date", "the service", "language", "mentions", "sentences"],
    })
  ).body;
});
const ask = <T = Row[]>(body: object = {}, query = ""): Promise<Answer<T>> =>
  settled(() => client.post<T>(`/api/2.0/analyze/timeserie${query}`, { instance, ...body }));
const series = async (body: object = {}): Promise<Row[]> => {
  const { status, body: found } = await ask(body);
  expect(status).toBe(200);
  return found;
};
const refused = async (body: object, member: string): Promise<void> => {
  const { status, body: error } = await ask<Record<string, string[]>>(body);
  expect([JSON.stringify(body), status]).toEqual([JSON.stringify(body), 400]);
  expect(Object.keys(error)).toContain(member);
};
const volumes = ["volume_document", "volume_sentence"];

proves(["timeserie.volume_only"], "volume_only leaves the metrics out; false is the default", async () => {
  for (const row of await series({ volume_only: true }))
    expect(Object.keys(row).sort()).toEqual(["entity", "extract_day", ...volumes].sort());
  expect(await series({ volume_only: false })).toEqual(await series());
});

proves(
  ["timeserie.time_granularity"],
  "day is the default; hour and minute make more rows of the same documents",
  async () => {
    const sizes: number[] = [];
    for (const time_granularity of ["day", "hour", "minute"]) {
      const rows = await series({ pivots: ["extract_day"], volume_only: true, time_granularity });
      sizes.push(rows.length);
      expect(rows.reduce((sum, row) => sum + Number(row["volume_document"]), 0)).toBe(documents.length);
    }
    expect(sizes[0]).toBe((await series({ pivots: ["extract_day"], volume_only: true })).length);
    expect(sizes[0]).toBeLessThan(sizes[1] ?? 0);
    expect(sizes[1]).toBeLessThan(sizes[2] ?? 0);
  },
);

proves(["timeserie.output_format"], "csv holds the rows that json holds", async () => {
  const rows = await series({ operands: ["mean"] });
  expect((await ask({ operands: ["mean"] }, "?output_format=json")).body).toEqual(rows);
  const { text, type, status } = await ask<string>({ operands: ["mean"] }, "?output_format=csv");
  expect(status).toBe(200);
  expect(type).toMatch(/^text\/csv/);
  const [header = "", ...lines] = text.trim().split(/\r?\n/);
  expect(header.split(",").sort()).toEqual(Object.keys(rows[0] ?? {}).sort());
  expect(lines).toHaveLength(rows.length);
  const names = header.split(",");
  const cellsOf = (line: string): string[] =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
      ([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain,
    );
  for (const [index, line] of lines.entries())
    expect(cellsOf(line)).toEqual(names.map((name) => String(rows[index]?.[name] ?? "")));
  expect((await ask({}, "?output_format=xml")).status).toBe(400);
});

const wrong = {
  instance: { instance: "mine" },
  operands: { operands: ["sum"] },
  pivots: { pivots: ["author"] },
  time_granularity: { time_granularity: "week" },
  volume_only: { volume_only: "yes" },
};
for (const [member, change] of Object.entries(wrong)) {
  proves(
    ["legacy-error.download-400", `timeserie.${member as keyof typeof wrong}`],
    `${JSON.stringify(change)} is 400 naming ${member}`,
    () => refused(change, member),
  );
}

choice(["timeserie.pivots"], "no pivots at all give one total row", async () => {
  const rows = await series({ pivots: [], volume_only: true });
  expect(rows).toEqual([{ volume_document: documents.length, volume_sentence: expect.any(Number) as number }]);
});
