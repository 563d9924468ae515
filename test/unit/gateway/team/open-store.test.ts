import { systemClock } from "../../../../src/engine/clock";
import { openStore } from "../../../../src/gateway/team/open-store";

test.each([
  ["http://localhost:6379", "an address that begins with http:"],
  ["redis://", "redis://HOST:PORT"],
  ["redis", "without redis:// and without a path"],
  ["localhost:6379", "without redis:// and without a path"],
  ["user:secret@localhost/0", "without redis:// and without a path"],
  ["redis://user:secret@host:port", "an address that cannot be read"],
  ["redis://user:secret@localhost/cache", "the number of a database"],
  ["redis://:secret@localhost?prefix=a*", "1 to 64 letters"],
  ["redis://:secret@localhost?tls=yes", '?prefix=NAME only, got "tls"'],
])(
  "the address %s is refused with a sentence that says what is allowed, without the password",
  async (address, sentence) => {
    const error = await openStore(address, systemClock).catch(String);
    expect(error).toContain(sentence);
    expect(error).not.toContain("secret");
  },
);

test("the address memory opens a store of this process", async () => {
  const store = await openStore("memory", systemClock);
  await store.set("person/ann", "1");
  expect([await store.get("person/ann"), store.shared]).toEqual(["1", false]);
  await store.close();
});
