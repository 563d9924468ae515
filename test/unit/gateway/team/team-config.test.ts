import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readTeamConfig } from "../../../../src/gateway/team/team-config";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "team-config-"));
  writeFileSync(path.join(folder, "service-secret"), "the secret\n");
  writeFileSync(path.join(folder, "empty"), "\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

const account = {
  name: "firm",
  key: { env: "SERVICE_KEY" },
  secret: { file: "service-secret" },
  audience: "https://api.example.com/",
  clientId: "client",
};
const provider = {
  name: "Contoso",
  issuer: "https://login.example.com/tenant",
  audience: "api://spillway",
  clientId: "add-in",
};
const least = {
  service: "https://api.example.com",
  accounts: [account],
  administratorKey: { env: "ADMINISTRATOR_KEY" },
};
const environment = { SERVICE_KEY: "the key", ADMINISTRATOR_KEY: "a".repeat(32), SHORT: "short" };

const read = (config: unknown) => {
  const file = path.join(folder, "team.json");
  writeFileSync(file, typeof config === "string" ? config : JSON.stringify(config));
  return readTeamConfig(file, environment);
};

test("secrets come from the environment or from files beside the configuration; what is not named has its usual value", () => {
  expect(read(least)).toEqual({
    address: "https://api.example.com",
    accounts: [{ ...account, groups: undefined, key: "the key", secret: "the secret" }],
    administratorKey: "a".repeat(32),
    keys: true,
    provider: undefined,
    store: undefined,
    budgets: undefined,
    freshFor: undefined,
    privateAnalyses: false,
    universes: [],
    usageDays: undefined,
    proxies: [],
  });
});

test("a universe may be named for some groups only", () => {
  const universes = [
    { id: "0ff0a96f-945c-41d7-ab54-5581426fd621", name: "EU Banks" },
    { id: "1ff0a96f-945c-41d7-ab54-5581426fd621", name: "Takeovers", groups: ["deals"] },
  ];
  expect(read({ ...least, universes }).universes).toEqual([{ ...universes[0], groups: undefined }, universes[1]]);
  expect(() => read({ ...least, universes: [{ ...universes[1], groups: [] }] })).toThrow(
    "universes[0].groups must be a list of groups",
  );
});

test("a provider needs a name, an issuer, an audience and the add-in's id; the rest is usual", () => {
  expect(read({ ...least, keys: false, provider, freshMinutes: 5 })).toMatchObject({
    keys: false,
    freshFor: 300_000,
    provider: { ...provider, scope: "openid profile", groupsMember: "groups", adminGroups: [] },
  });
});

test.each([
  ["{", "cannot be read as JSON."],
  [[], "team.json must be an object, got a list."],
  [
    { ...least, servce: 1 },
    'team.json has no member "servce"; there are service, accounts, keys, provider, administratorKey, store, budgets, freshMinutes, privateAnalyses, universes, mcp, usageDays, proxies.',
  ],
  [
    { ...least, service: "https://user@api.example.com" },
    'team.json.service must be an http or https address without user, query and fragment, got "https://user@api.example.com".',
  ],
  [{ ...least, accounts: [] }, "team.json.accounts must be a list of at least one account, got []."],
  [
    { ...least, accounts: [{ ...account, name: "a/b" }] },
    'team.json.accounts[0].name must be a name of 1 to 40 letters, digits and hyphens, got "a/b".',
  ],
  [{ ...least, accounts: [{ ...account, groups: [] }] }, "accounts[0].groups must be a list of groups, got []."],
  [{ ...least, accounts: [{ ...account, clientId: undefined }] }, "clientId must be the client id that the service"],
  [{ ...least, keys: "yes" }, 'team.json.keys must be true or false, got "yes".'],
  [{ ...least, keys: false }, "team.json: nobody could sign in: name a provider, or set keys to true."],
  [{ ...least, administratorKey: undefined }, "team.json: nobody could open the admin page"],
  [{ ...least, administratorKey: { env: "SHORT" } }, "administratorKey must have at least 32 characters, got 5."],
  [
    { ...least, provider: { ...provider, issuer: "http://login.example.com" } },
    'team.json.provider.issuer must be an https address without query and fragment, got "http://login.example.com".',
  ],
  [{ ...least, budgets: { person: 0 } }, "budgets.person must be a whole number from 1 to 1000000000, got 0."],
  [{ ...least, budgets: { groups: { emea: "9" } } }, "budgets.groups.emea must be a whole number from 1 to"],
  [{ ...least, freshMinutes: 2_000 }, "freshMinutes must be a whole number from 0 to 1440, got 2000."],
  [{ ...least, accounts: [account, { ...account, name: "Firm" }] }, 'two accounts have the name "firm".'],
  [{ ...least, accounts: [account, { ...account, name: "other" }] }, 'nobody would use the account "other"'],
])("a wrong configuration is refused in a sentence: %#", (config, sentence) => {
  expect(() => read(config)).toThrow(sentence);
});

test.each([
  [
    "hunter2",
    'accounts[0].secret must be {"env": the name of an environment variable} or {"file": a file}, got the secret itself.',
  ],
  [{ text: "hunter2" }, "got something else."],
  [{ env: "A", file: "hunter2" }, "got something else."],
  [{ env: "NOT_SET" }, "accounts[0].secret: the environment variable NOT_SET is not set."],
  [{ file: "missing" }, "cannot be read (ENOENT)."],
  [{ file: "empty" }, "accounts[0].secret: the file empty is empty."],
])("a secret that is written into the file is refused and not repeated: %#", (secret, sentence) => {
  let message = "";
  try {
    read({ ...least, accounts: [{ ...account, secret }] });
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toContain(sentence);
  expect(message).not.toContain("hunter2");
});
