import { createService } from "../../../src/service/service";
import { clientId, readAccounts } from "../../../src/service/world/accounts";

const risk = { name: "risk", company: "Ours", key: "key-of-risk", secret: "a secret of twenty letters" };
const reader = { ...risk, name: "reader", key: "key-of-reader", may: ["read"] };
const read = (...rows: readonly unknown[]) => readAccounts(JSON.stringify(rows));

test("accounts keep their ids, share a company by its name, and may manage and read unless the file says otherwise", () => {
  const [first, second] = read(risk, reader);
  expect(first).toMatchObject({ manages: true, reads: true, premium: false });
  expect(second).toMatchObject({ manages: false, reads: true, premium: false });
  expect([first?.company, first?.user === second?.user]).toEqual([second?.company, false]);
  expect(read(reader, risk)[1]).toEqual(first);
  expect(first?.user).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
});

test.each([
  ["{", "The file of accounts is not JSON."],
  ["{}", "The file of accounts is not an array with accounts."],
  ["[]", "The file of accounts is not an array with accounts."],
  ['["risk"]', "Account 1 is not an object with name, company, key, secret, may."],
  [JSON.stringify([{ ...risk, secret: "short" }]), 'Account 1 needs "secret", a text of 16 characters or more.'],
  [JSON.stringify([{ ...risk, key: 7 }]), 'Account 1 needs "key", a text of 8 characters or more.'],
  [JSON.stringify([{ ...risk, name: " " }]), 'Account 1 needs "name", a text of 1 characters or more.'],
  [
    JSON.stringify([{ ...risk, premium: true }]),
    'Account 1 has "premium"; allowed are name, company, key, secret, may.',
  ],
  [JSON.stringify([{ ...risk, may: "read" }]), 'Account 1 has a "may" that is not a list of manage, read, premium.'],
  [JSON.stringify([{ ...risk, may: ["write"] }]), 'Account 1 has a "may" that is not a list of manage, read, premium.'],
  [JSON.stringify([risk, { ...reader, key: risk.key }]), "Account 2 has the key of an earlier one."],
  [JSON.stringify([risk, { ...risk, key: "another-key" }]), "Account 2 has the name and company of an earlier one."],
])("%s is refused by a sentence without a secret", (text, sentence) => {
  expect(() => readAccounts(text)).toThrow(sentence);
});

test("accounts of a file take the place of the demo accounts, and no address tells their secrets", async () => {
  const service = await createService({ size: "test", seed: 1, today: "2026-06-30", accounts: read(risk) });
  const audience = await service.listen(0);
  const signIn = async (username: string, password: string): Promise<number> => {
    const body = { grant_type: "password", username, password, audience: `${audience}/`, client_id: clientId };
    const answer = await fetch(`${audience}/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return answer.status;
  };
  const statuses = [await signIn(risk.key, risk.secret), await signIn(risk.key, "a secret of other letters")];
  const demo = await fetch(`${audience}/_local/demo`);
  await service.close();
  expect([...statuses, demo.status]).toEqual([200, 403, 404]);
});
