import { runProgram } from "../../support/run-program";

test("hostile bodies, broken-off transfers, full disks and kills stop neither service nor gateway, and no answered write is lost", async () => {
  // It ends with 1, and so fails, if anything is wrong.
  const printed = await runProgram("bench/attack.ts", "--sample", "--seed", "20260630");
  const count = (name: string): number => Number(new RegExp(`${name} (\\d+)`).exec(printed)?.[1] ?? NaN);
  expect(printed).toMatch(/^attack with seed 20260630\n[^]*\nwrong: 0\n$/);
  expect(count("writes answered")).toBeGreaterThan(10);
  expect(count("found again")).toBe(count("writes answered"));
  expect(count("transfers cut off")).toBeGreaterThan(100);
  expect(count("kills")).toBe(2);
  expect(printed).toMatch(process.platform === "win32" ? /left out/ : /5xx by kind: full disk 503: \d+\n/);
}, 300_000);

test("forged sign-ins, crossed accounts, hostile assistants, poisoned and smuggled requests and unread answers get the right refusal from a team's gateway", async () => {
  const printed = await runProgram("bench/attack.ts", "--sample", "--team", "--seed", "20260630");
  expect(printed).toMatch(/^attack with seed 20260630\n[^]*\nwrong: 0\n$/);
  const count = (name: string): number => Number(new RegExp(`${name} (\\d+)`).exec(printed)?.[1] ?? NaN);
  expect(count("requests")).toBeGreaterThan(500);
  expect(count("transfers cut off")).toBeGreaterThan(100);
}, 300_000);
