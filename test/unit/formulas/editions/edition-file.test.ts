import zlib from "node:zlib";
import { gunzipSync, gzipSync } from "fflate";
import { systemClock } from "../../../../src/engine/clock";
import { AddinError } from "../../../../src/engine/http/addin-error";
import { FormulaResult } from "../../../../src/formulas/table/formula-result";
import { checkAnswerLines, resultToLines } from "../../../../src/formulas/editions/edition-file";
import type { AnswerToStore } from "../../../../src/formulas/editions/edition-store";
import { Editions } from "../../../../src/formulas/editions/editions";
import { EntityCard } from "../../../../src/formulas/table/data-types";
import { CellError, type CellValue } from "../../../../src/formulas/table/matrix";
import { mapStorage } from "../../../support/map-storage";
import { seededRandom } from "../../../support/seeded-random";
import { failure } from "../functions/failure";

const start = Date.parse("2026-09-30T08:00:00Z");
let now = start + 86_400_000;

const workbook = { workbook: "one", family: "one" };

/** The editions of an account on a device of its own. */
const deviceOf = (account = "account one"): Editions => {
  const storage = mapStorage();
  return new Editions({
    account: () => ({ account, storage }),
    workbook: { current: () => Promise.resolve(workbook), names: () => Promise.resolve([workbook]) },
    crypto: globalThis.crypto,
    // Moves on with each look, so that nothing is taken from an earlier one.
    clock: { ...systemClock, now: () => (now += 3_000) },
  });
};

const randomCell = (random: () => number): CellValue => {
  const cells: readonly CellValue[] = [
    String(random()),
    random(),
    random() < 0.5,
    "",
    "line one\nline two \u2028 \u{1F600} \u0000",
    { kind: "formatted", value: Math.floor(random() * 50_000), numberFormat: "yyyy-mm-dd" },
    new CellError("#DIV/0!"),
    new AddinError("not-found", "No such company."),
    new EntityCard("Alpha", { Company: { ISIN: "X1", Numbers: [1, 2, [3, "four"]], Active: true } }),
  ];
  return cells[Math.floor(random() * cells.length)] ?? "";
};

const answersOf = async (seed: number) => {
  const random = seededRandom(seed);
  const whole = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const hash = (place: number): string => (seed * 1_000 + place).toString(16).padStart(32, "0");
  return Promise.all(
    Array.from({ length: whole(1, 12) }, async (_, place) => {
      const width = whole(1, 5);
      const matrix = Array.from({ length: whole(1, 30) }, () =>
        Array.from({ length: width }, () => randomCell(random)),
      );
      return {
        query: hash(place),
        address: "Sheet1!A1",
        formula: `ESG.EVENTS(${place})`,
        function: "ESG.EVENTS",
        fetchedAt: random() < 0.5 ? start - 1 : undefined,
        total: random() < 0.5 ? whole(0, 9_000) : undefined,
        incomplete: random() < 0.3 ? "The row cap ended it." : undefined,
        partial: random() < 0.3,
        lines: await resultToLines(FormulaResult.ofCells(matrix), () => undefined),
      };
    }),
  );
};

const store = (device: Editions, answers: readonly AnswerToStore[], name?: string) =>
  device.store()?.add({ ...workbook, at: start, name, answers });

/** The id of the newest edition. */
const onlyOne = async (device: Editions): Promise<string> => (await device.list())[0]?.id ?? "";

/** A device with one named edition, and its file. */
const saved = async (seed = 1) => {
  const device = deviceOf();
  await store(device, await answersOf(seed), "Q3 report");
  const id = await onlyOne(device);
  return { device, file: await device.toFile(id) };
};

let given: Awaited<ReturnType<typeof saved>>;
beforeAll(async () => {
  given = await saved();
});

const everything = async (device: Editions): Promise<unknown> => {
  const store = device.store();
  const list = (await store?.list()) ?? [];
  return Promise.all(
    list.map(async ({ at, name, answers }) => ({
      at,
      name,
      answers: await Promise.all(answers.map(async (each) => ({ ...each, lines: await store?.lines(each.content) }))),
    })),
  );
};

test("whatever an edition holds, another device of the account has the same from its file, and the file is the same again", async () => {
  for (let seed = 1; seed <= 4; seed += 1) {
    const { device, file } = await saved(seed);
    const other = deviceOf();
    expect(await other.fromFile(file)).toBe("Q3 report");
    expect(await everything(other)).toEqual(await everything(device));
  }
}, 60_000);

test("a file carries neither the account nor anything that is equal in two files of it", async () => {
  const { device, file } = await saved();
  const id = await onlyOne(device);
  const again = await device.toFile(id);
  const headers = [file, again].map((bytes) => new TextDecoder().decode(gunzipSync(bytes)).split("\n")[0] ?? "");
  expect(headers.join()).not.toContain("account one");
  const [one, other] = headers.map((text) => (JSON.parse(text) as { account: Record<string, unknown> }).account);
  expect(one).toMatchObject({ kdf: "PBKDF2-SHA-256", iterations: 600_000 });
  expect(one?.["salt"]).not.toBe(other?.["salt"]);
  expect(one?.["hash"]).not.toBe(other?.["hash"]);
});

test("another account cannot load it", async () => {
  const { file } = given;
  const colleague = deviceOf("account two");
  expect((await failure(colleague.fromFile(file))).message).toBe(
    "This edition was stored by another account. Only that account can load it.",
  );
  expect(await colleague.list()).toEqual([]);
});

test("a name that is taken is refused, and so is a file where nothing is kept or no room is left", async () => {
  const { device, file } = await saved();
  expect((await failure(device.fromFile(file))).message).toContain("There is an edition “Q3 report” already.");
  const off = deviceOf();
  await off.setLimit(0);
  expect((await failure(off.fromFile(file))).message).toContain("Settings say to keep nothing on this device");
  const small = deviceOf();
  await store(small, await answersOf(2));
  const before = await everything(small);
  await small.setLimit(((await small.store()?.used()) ?? 0) + 10);
  await device.delete(await device.list());
  await store(device, [...(await answersOf(3)), ...(await answersOf(4)), ...(await answersOf(5))], "Large");
  const id = await onlyOne(device);
  expect((await failure(small.fromFile(await device.toFile(id)))).message).toContain(
    "Editions with a name take all the space",
  );
  expect(await everything(small)).toEqual(before);
});

const textOf = (file: Uint8Array): string => new TextDecoder().decode(gunzipSync(file));
const fileOf = (text: string): Uint8Array => gzipSync(new TextEncoder().encode(text));
const withHeader = (text: string, changes: object): string => {
  const [first = "", ...rest] = text.split("\n");
  return [JSON.stringify({ ...(JSON.parse(first) as object), ...changes }), ...rest].join("\n");
};

test.each<[string, (file: Uint8Array) => Uint8Array, RegExp]>([
  ["an empty file", () => new Uint8Array(), /not an edition file|damaged/],
  ["a text", () => new TextEncoder().encode("a;b\n1;2"), /not an edition file/],
  ["another gzip", () => fileOf("hello\n"), /not an edition file/],
  ["a zip", () => new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0]), /not an edition file/],
  ["a file that ends too early", (file) => file.slice(0, file.length - 40), /not an edition file|damaged/],
  ["a later version", (file) => fileOf(withHeader(textOf(file), { version: 4 })), /another release/],
  ["a header of null", () => fileOf("null\n{}\n"), /not an edition file/],
  ["another name than its hash says", (file) => fileOf(withHeader(textOf(file), { name: "Q4" })), /damaged/],
  ["a moment of the far future", (file) => fileOf(withHeader(textOf(file), { at: 9e15 })), /damaged/],
  ["a changed value", (file) => fileOf(textOf(file).replace(/"0\.\d/, '"7.0')), /damaged/],
  ["a missing last line", (file) => fileOf(textOf(file).replace(/\n[^\n]*\n$/, "\n")), /damaged/],
  ["fewer answers than it says", (file) => fileOf(withHeader(textOf(file), { answers: 0 })), /damaged/],
  ["a count that is no number", (file) => fileOf(withHeader(textOf(file), { answers: "1e9" })), /damaged/],
  ["a text that is no UTF-8", () => gzipSync(new Uint8Array([0xff, 0xfe, 0x0a])), /not an edition file/],
])("%s ends with one sentence, and nothing is loaded", async (_, spoil, sentence) => {
  const { file } = given;
  const other = deviceOf();
  expect((await failure(other.fromFile(spoil(file)))).message).toMatch(sentence);
  expect(await other.list()).toEqual([]);
});

test("a file may not choose how long its account is checked", async () => {
  const { file } = given;
  const header = JSON.parse(textOf(file).split("\n")[0] ?? "") as { readonly account: object };
  const spoilt = fileOf(withHeader(textOf(file), { account: { ...header.account, iterations: 1_000_000_000 } }));
  expect((await failure(deviceOf().fromFile(spoilt))).message).toMatch(/damaged/);
});

test("a small file that unzips to gigabytes is refused before it does", async () => {
  const [header = ""] = textOf(given.file).split("\n");
  const bomb = zlib.gzipSync(Buffer.concat([Buffer.from(`${header}\n`), Buffer.alloc(200_000_000)]));
  expect(bomb.length).toBeLessThan(1_000_000);
  expect((await failure(deviceOf().fromFile(new Uint8Array(bomb)))).message).toBe(
    "This file is too large: an edition file has at most 128 MB of text.",
  );
  const oneLine = new Uint8Array(zlib.gzipSync(Buffer.alloc(20_000_000)));
  expect((await failure(deviceOf().fromFile(oneLine))).message).toMatch(/not an edition file/);
}, 60_000);

test("values that no answer could have are refused, also with the right hashes", async () => {
  const bad = ['{"number":1e999,"format":"0"}', "1e999", "null", '{"code":"no such code","message":""}', '{"text":1}'];
  const lists = [...bad.map((cell) => [`[${cell}]`]), ["[1]", "[1,2]"], ["[]"], ["{}"], []];
  const records = { columns: [{ name: "a", label: "A", type: "text" }], headers: 0, transposed: false };
  const first = { cells: 1, formats: null, records };
  const check = (head: unknown, ...rows: readonly string[]): Promise<boolean> =>
    checkAnswerLines([JSON.stringify(head), ...rows], () => undefined);
  for (const rows of lists) expect(await check({ ...first, cells: rows.length }, ...rows)).toBe(false);
  expect(await check(first, "[1]")).toBe(true);
  const identity = { kind: "event", key: ["id"] };
  expect(await check({ ...first, records: { ...records, identity } }, "[1]", '["k",null]')).toBe(true);
  const badHeads: readonly unknown[] = [
    null,
    { ...first, formats: [1] },
    { ...first, cells: 2 },
    { ...first, cells: 1.5 },
    { ...first, records: undefined },
    { ...first, records: { ...records, headers: 2 } },
    { ...first, records: { ...records, columns: [{ name: "a" }] } },
    { ...first, records: { ...records, identity: { kind: "event", key: "id" } } },
  ];
  for (const head of badHeads) expect(await check(head, "[1]")).toBe(false);
  for (const origin of ['["k"]', "[1,null]", '["k",1]', "{}"]) expect(await check(first, "[1]", origin)).toBe(false);
  const device = deviceOf();
  const [known] = await answersOf(1);
  await store(device, [{ ...known!, lines: [JSON.stringify(first), "[1e999]"] }], "Forged");
  const id = await onlyOne(device);
  expect((await failure(deviceOf().fromFile(await device.toFile(id)))).message).toMatch(/damaged/);
});
