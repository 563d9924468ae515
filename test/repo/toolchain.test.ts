import { SignJWT } from "jose";
import { stemmer } from "stemmer";

test("ESM-only libraries load under the test runner", async () => {
  const token = await new SignJWT({}).setProtectedHeader({ alg: "HS256" }).sign(new Uint8Array(32));
  expect(token.split(".")).toHaveLength(3);
  expect(stemmer("wording")).toBe("word");
});
