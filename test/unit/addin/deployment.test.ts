import { changeAddresses, readDeployment, type Deployment } from "../../../src/addin/deployment";
import type { KeyValueStorage } from "../../../src/engine/storage";

const memory = (): KeyValueStorage => {
  const values = new Map<string, unknown>();
  return {
    get: (key) => Promise.resolve(values.get(key)),
    set: (key, value) => Promise.resolve(void values.set(key, value)),
    delete: (key) => Promise.resolve(void values.delete(key)),
    keys: () => Promise.resolve([...values.keys()]),
  };
};

const here: Deployment = {
  baseUrl: "https://here.example",
  authUrl: "https://here.example",
  audience: "https://here.example/",
  clientId: "id",
  data: "own",
  settingsAllowed: true,
};
const fetchHere = (): Promise<Response> => Promise.resolve(Response.json(here));

test("a deployment says what the data behind its address are", async () => {
  expect((await readDeployment(fetchHere, memory())).data).toBe("own");
});

test("of the data behind an address that somebody typed nothing is said", async () => {
  const storage = memory();
  await changeAddresses(storage, {
    baseUrl: "https://there.example",
    authUrl: "https://there.example",
    clientId: "id",
  });
  const changed = await readDeployment(fetchHere, storage);
  expect([changed.baseUrl, changed.data]).toEqual(["https://there.example", undefined]);
  await changeAddresses(storage, undefined);
  expect((await readDeployment(fetchHere, storage)).data).toBe("own");
});

test("the deployment of a team says it too", async () => {
  const ofTeam = (): Promise<Response> => Promise.resolve(Response.json({ ...here, team: { keys: true } }));
  expect(await readDeployment(ofTeam, memory())).toMatchObject({ data: "own", settingsAllowed: false });
});
