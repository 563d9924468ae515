import fc from "fast-check";
import { operations } from "./contract";
import { requestsTo } from "./fuzz-requests";
import type { Known } from "./fuzz-values";
import { startWorld } from "./world";
import type { EsgDocument } from "./shapes";

const world = startWorld();
const patience = 5000;
const budget = 36_000;
const all = operations();

const known = async (): Promise<Known> => {
  const { universes, entities } = await world.demo();
  const documents = await world.all<EsgDocument>(`/v3/universes/${await world.universe("EU Banks")}/esg/documents`);
  const ids = [...universes.map(({ universe_id }) => universe_id), ...entities.slice(0, 20).map((each) => each.id)];
  return { ids: [...ids, ...documents.slice(0, 20).flatMap((each) => [each.id, each.datamarts_document_id])] };
};

const inTime = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patience} ms`)), patience);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

for (const { method, template, operation } of all) {
  it(`${method} ${template} answers anything with something documented (fuzz)`, async () => {
    const property = fc.asyncProperty(requestsTo({ method, template, operation }, await known()), async (ask) => {
      const { status } = await inTime(world.send(ask));
      expect(status).toBeLessThan(500);
    });
    await fc.assert(property, {
      seed: 20260630,
      numRuns: 200,
      interruptAfterTimeLimit: budget / all.length,
      endOnFailure: true,
    });
  });
}
