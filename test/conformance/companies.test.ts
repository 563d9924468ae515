import { dataset, start, subjects } from "./analysis";
import { choice, proves } from "./proves";
import { startClient } from "./service-client";
import type { Entity } from "./shapes";

const client = startClient();
const codesOf = async (account: string): Promise<Map<string, Entity["client_code"]>> => {
  const universe = await client.universe("Whole Catalogue");
  const found = await client.all<Entity>(
    `/v3/universes/${universe}/entities?fields=id&fields=client_code&fields=name`,
    account,
  );
  return new Map(found.map(({ id, client_code }) => [id, client_code]));
};

proves(
  ["entity.client_code", "universe-entities.client_code"],
  "client codes are private: two companies never read each other's codes, colleagues read the same",
  async () => {
    const [own, colleague, rival] = [await codesOf("demo"), await codesOf("colleague"), await codesOf("rival")];
    expect(colleague).toEqual(own);
    const valuesOf = (codes: Map<string, Entity["client_code"]>): string[] =>
      [...codes.values()].map((each) => each?.["CRM"] ?? "").filter((value) => value !== "");
    expect(valuesOf(own).length).toBeGreaterThan(0);
    expect(valuesOf(rival).length).toBeGreaterThan(0);
    expect(valuesOf(rival).filter((value) => valuesOf(own).includes(value))).toEqual([]);
  },
);

proves(
  ["entity.client_code", "msearch.keys"],
  "a search by client_code finds the caller's codes, not those of another company",
  async () => {
    const [id, codes] = [...(await codesOf("demo"))].find(([, each]) => each?.["CRM"] !== undefined) ?? [];
    const search = async (account: string): Promise<string[]> => {
      const entities = [{ client_code: `eq:${codes?.["CRM"] ?? ""}` }];
      const { body } = await client.post<{ data: { matches: Entity[] }[] }>(
        "/v3/entities/msearch?fields=id",
        { entities },
        account,
      );
      return (body.data[0]?.matches ?? []).map((match) => match.id);
    };
    expect(await search("demo")).toContain(id);
    expect(await search("rival")).toEqual([]);
  },
);

choice(["download.instance", "timeserie.instance"], "an analysis of another company is 404", async () => {
  const instance = await start(client, dataset((await subjects(client)).slice(0, 1)));
  for (const route of ["download", "timeserie"]) {
    const ask = async (account: string): Promise<number> =>
      (await client.post(`/api/2.0/analyze/${route}`, { instance, limit: 1 }, account)).status;
    expect([route, await ask("rival")]).toEqual([route, 404]);
    expect([200, 202]).toContain(await ask("colleague"));
  }
});
