import fc from "fast-check";
import { dataset, download, start, subjects } from "./analysis";
import { operations } from "./contract";
import { requestsTo } from "./fuzz-requests";
import type { Known } from "./fuzz-values";
import { startWorld } from "./world";
import type { EsgDocument } from "./shapes";

const world = startWorld();
const patience = 5000;
/** Longer runs and other seeds: FUZZ_SECONDS=300 FUZZ_SEED=7 npx jest test/conformance/fuzz */
const budget = Number(process.env["FUZZ_SECONDS"] ?? 30) * 1000;
const seed = Number(process.env["FUZZ_SEED"] ?? 20260630);
const all = operations();

const known = async (): Promise<Known> => {
  const { universes, entities } = await world.demo();
  const documents = await world.all<EsgDocument>(`/v3/universes/${await world.universe("EU Banks")}/esg/documents`);
  const ids = [...universes.map(({ universe_id }) => universe_id), ...entities.slice(0, 20).map((each) => each.id)];
  const instance = await start(world, dataset((await subjects(world)).slice(0, 2)));
  await download(world, { instance, limit: 1 });
  return {
    ids: [...ids, ...documents.slice(0, 20).flatMap((each) => [each.id, each.datamarts_document_id])],
    universe: await world.universe("Demo Portfolio"),
    instance,
    grant: await world.grant(),
  };
};

let held: Promise<Known> | undefined;

const inTime = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patience} ms`)), patience);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

for (const { method, template, operation } of all) {
  it(`${method} ${template} answers anything with something documented (fuzz)`, async () => {
    const property = fc.asyncProperty(
      requestsTo({ method, template, operation }, await (held ??= known())),
      async (ask) => {
        const { status } = await inTime(world.send(ask));
        expect(status).toBeLessThan(500);
      },
    );
    await fc.assert(property, {
      seed,
      numRuns: process.env["FUZZ_SECONDS"] === undefined ? 200 : 1_000_000,
      interruptAfterTimeLimit: budget / all.length,
      endOnFailure: true,
    });
  });
}
