import { AddinError } from "../../../../src/engine/http/addin-error";
import { CellError, type CellValue } from "../../../../src/formulas/table/matrix";
import { fromSerial } from "../../../../src/formulas/table/dates";
import { failure } from "../functions/failure";
import { type Office, openOffice } from "../functions/office";

// An analysis must not show a part as a whole, or what is not known as 0. True values come from plain HTTP answers.

interface PlainRow {
  readonly extract_day: string;
  readonly entity?: string;
  readonly volume_document: number;
  readonly volume_sentence: number;
  readonly mean_polarity?: number | null;
}

let office: Office;
let instance: string;
let failed: string;
let token: string;

const post = async (path: string, payload: Readonly<Record<string, unknown>>): Promise<unknown> =>
  (
    await office.service.fastify.inject({
      method: "POST",
      url: `/api/2.0/analyze/${path}`,
      headers: { authorization: `Bearer ${token}` },
      payload,
    })
  ).json();

const plainSeries = async (body: Readonly<Record<string, unknown>>): Promise<readonly PlainRow[]> =>
  (await post("timeserie", { instance, time_granularity: "day", ...body })) as readonly PlainRow[];

const add = (rows: readonly PlainRow[], member: "volume_document" | "volume_sentence"): number =>
  rows.reduce((sum, row) => sum + row[member], 0);

beforeAll(async () => {
  office = await openOffice();
  instance = office.demo.analyses[0]?.instance ?? "";
  failed = office.demo.analyses[1]?.instance ?? "";
  await office.run("ANALYSIS.DOCUMENTS", instance, "id", 1);
  const [account] = office.demo.accounts;
  const answer = await office.service.fastify.inject({
    method: "POST",
    url: "/oauth/token",
    payload: {
      grant_type: "password",
      username: account?.api_key,
      password: account?.api_secret,
      audience: "http://localhost/",
      client_id: office.demo.client_id,
    },
  });
  token = answer.json<{ access_token: string }>().access_token;
}, 60_000);
afterAll(() => office.close());

const dayOf = (cell: CellValue | undefined): string => {
  const value = typeof cell === "object" && "value" in cell ? cell.value : Number(cell);
  return new Date(fromSerial(value)).toISOString().slice(0, 10);
};

/** The first day of the calendar period of a day, counted here in the plainest way. */
const starts: Readonly<Record<string, (day: string) => string>> = {
  week: (day) => {
    const date = new Date(`${day}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
    return date.toISOString().slice(0, 10);
  },
  month: (day) => `${day.slice(0, 7)}-01`,
  quarter: (day) =>
    `${day.slice(0, 5)}${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, "0")}-01`,
  year: (day) => `${day.slice(0, 4)}-01-01`,
};

describe("by period", () => {
  test.each(Object.keys(starts))(
    "ANALYSIS.VOLUME by %s has the documents of all its days, and no day twice",
    async (period) => {
      const days = await plainSeries({ volume_only: true, pivots: ["extract_day"] });
      const sums = new Map<string, number>();
      for (const row of days) {
        const start = starts[period]?.(row.extract_day.slice(0, 10)) ?? "";
        sums.set(start, (sums.get(start) ?? 0) + row.volume_document);
      }
      const rows = await office.run("ANALYSIS.VOLUME", instance, "extract_day", period, "headers=no");
      for (const [start, documents] of rows)
        expect([dayOf(start), Number(documents)]).toEqual([dayOf(start), sums.get(dayOf(start)) ?? 0]);
      expect(rows.reduce((sum, [, documents]) => sum + Number(documents), 0)).toBe(add(days, "volume_document"));
    },
  );

  test("a mean by month is weighted by the sentences of its days, not a mean of means", async () => {
    const days = await plainSeries({ operands: ["mean"], pivots: ["extract_day"] });
    const rows = await office.run(
      "ANALYSIS.SERIES",
      instance,
      "polarity",
      "extract_day",
      "mean",
      "month",
      "headers=no",
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const [start, mean] of rows) {
      const own = days.filter((row) => starts["month"]?.(row.extract_day.slice(0, 10)) === dayOf(start));
      const known = own.filter((row) => typeof row.mean_polarity === "number");
      const sentences = add(known, "volume_sentence");
      if (sentences === 0) {
        expect(mean).toBe("");
        continue;
      }
      const sum = known.reduce((all, row) => all + (row.mean_polarity ?? 0) * row.volume_sentence, 0);
      expect(mean).toBeCloseTo(sum / sentences, 9);
    }
  });
});

const unknown = "00000000-0000-4000-8000-000000000000";

describe("what is not known", () => {
  const functions: [string, ...(string | number)[]][] = [
    ["ANALYSIS.VOLUME", "extract_day"],
    ["ANALYSIS.SERIES", "polarity"],
    ["ANALYSIS.DOCUMENTS", "id", 5],
    ["ANALYSIS.ENTITIES", 5],
    ["ANALYSIS.CONCEPTS", 5],
    ["ANALYSIS.MENTIONS", 5],
    ["ANALYSIS.SENTIMENT", 5],
    ["ANALYSIS.SENTENCES", 5],
  ];

  test.each(functions)(
    "%s of a failed or unknown analysis is an error with a reason, and has no row",
    async (name, ...rest) => {
      expect(await failure(office.run(name, failed, ...rest))).toMatchObject({ code: "stopped" });
      const error = await failure(office.run(name, unknown, ...rest));
      expect(error).toBeInstanceOf(AddinError);
      expect(error.message).not.toBe("");
    },
  );

  test("beside a list ANALYSIS.STATUS keeps each state in its row: ready, failed, unknown, blank and the error of a cell", async () => {
    const list = [[instance], [unknown], [null], [new CellError("#DIV/0!")], [failed], [instance]];
    const rows = (await office.run("ANALYSIS.STATUS", list)).map(([cell]) => cell);
    expect(rows).toHaveLength(list.length);
    expect([rows[0], rows[2], rows[4], rows[5]]).toEqual(["ready", "", "stopped or failed", "ready"]);
    expect(rows[1]).toBe("not found");
    expect(rows[3]).toMatchObject({ excelCode: "#DIV/0!" });
  });
});
