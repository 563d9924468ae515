import fc from "fast-check";
import { AddinError } from "../../../../src/engine/http/addin-error";
import {
  compareAnswers,
  type AnswerDifference,
  findDifference,
} from "../../../../src/formulas/changes/compare-answers";
import { type Calculation, FormulaResult } from "../../../../src/formulas/table/formula-result";
import { plainValue } from "../../../../src/formulas/table/matrix";
import { functions } from "../../../../src/formulas/functions";
import type { CellValue } from "../../../../src/formulas/table/matrix";
import { type Office, openOffice } from "../functions/office";

const plainText = (cell: CellValue | undefined): string => String(plainValue(cell));
const atOnce = (): undefined => undefined;

/** An answer of two compared columns; each row begins with its key. */
const answerWith = (rows: readonly (readonly [key: string, ...values: CellValue[]])[]): Calculation => ({
  function: "TEST.ROWS",
  query: "TEST.ROWS()",
  incomplete: undefined,
  input: undefined,
  fetchedAt: undefined,
  total: undefined,
  partial: false,
  result: FormulaResult.ofTable(
    undefined,
    rows.map(([, ...values]) => values),
    {
      identity: { kind: "row", key: ["key"] },
      columns: [
        { name: "score", label: "Score", type: "integer" },
        { name: "title", label: "Title", type: "text" },
      ],
      origins: rows.map(([key]) => ({ key, entityId: undefined })),
    },
  ),
});

const row = fc.tuple(
  fc.constantFrom("a", "b", "c", "d", "e", "f"),
  fc.integer({ min: 1, max: 3 }),
  fc.constantFrom("one", "two"),
);
const rows = fc.array(row, { maxLength: 12 });

const texts = (some: readonly (readonly unknown[])[]): readonly string[] =>
  some.map((each) => JSON.stringify(each)).sort();

describe("two answers, by record", () => {
  test("the earlier rows without those that are gone, with the changed and the new ones, are the later rows", async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, async (before, after) => {
        const { added, gone, changed } = await findDifference(answerWith(before), answerWith(after), atOnce);
        const result: (readonly unknown[] | undefined)[] = [...before];
        for (const place of gone) result[place] = undefined;
        for (const { before: place, after: now, columns } of changed) {
          const patched: unknown[] = [...(before[place] ?? [])];
          for (const column of columns) patched[column + 1] = after[now]?.[column + 1];
          result[place] = patched;
        }
        const applied = [...result.filter((each) => each !== undefined), ...added.map((place) => after[place] ?? [])];
        expect(texts(applied)).toEqual(texts(after));
      }),
    );
  });

  test("the order of the rows makes no difference, also where several rows have one key", async () => {
    const shuffled = fc
      .tuple(rows, rows)
      .chain(([before, after]) =>
        fc.tuple(
          fc.constant([before, after] as const),
          fc.shuffledSubarray(before, { minLength: before.length }),
          fc.shuffledSubarray(after, { minLength: after.length }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(shuffled, async ([[before, after], otherBefore, otherAfter]) => {
        const one = await findDifference(answerWith(before), answerWith(after), atOnce);
        const other = await findDifference(answerWith(otherBefore), answerWith(otherAfter), atOnce);
        const counts = ({ added, gone, changed }: typeof one) => [added.length, gone.length, changed.length];
        expect(counts(other)).toEqual(counts(one));
        const same = await findDifference(answerWith(before), answerWith(otherBefore), atOnce);
        expect(counts(same)).toEqual([0, 0, 0]);
      }),
    );
  });

  test("a long comparison gives the page its turns", async () => {
    const many = Array.from({ length: 2_000 }, (_, index): [string, CellValue, CellValue] => [`${index}`, 1, "title"]);
    let turns = 0;
    const yieldToHost = (): Promise<void> => {
      turns += 1;
      return Promise.resolve();
    };
    await findDifference(answerWith(many), answerWith(many), yieldToHost);
    expect(turns).toBeGreaterThan(15);
  });

  test("a value that could not be fetched is no change", async () => {
    const failed = new AddinError("unavailable", "The service does not answer.");
    const { changed } = await findDifference(answerWith([["a", 1, "one"]]), answerWith([["a", 1, failed]]), atOnce);
    expect(changed).toEqual([]);
  });
});

describe("answers of the service, whose world changes", () => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice();
  }, 60_000);
  afterAll(() => office.close());
  afterEach(() => (office.alter = undefined));

  type Json = Record<string, unknown>;
  /** Changes the events that the service lists. */
  const alterEvents = (change: (events: readonly Json[]) => readonly Json[]): void => {
    office.alter = (path, _, answer) =>
      path.includes("/esg/events")
        ? { ...(answer as Json), data: change((answer as { readonly data: readonly Json[] }).data) }
        : answer;
  };

  const ask = async (name: string, ...values: readonly unknown[]): Promise<Calculation> => {
    const answers: Calculation[] = [];
    const answered = (answer: Calculation): void => void answers.push(answer);
    await office.runWith({ onCalculated: answered, reloadSince: office.runtime.clock.now() + 1 }, name, ...values);
    const [answer] = answers;
    if (answer === undefined) throw new Error("The answer is not described.");
    return answer;
  };

  const compare = async (
    change: (events: readonly Json[]) => readonly Json[],
    ...call: readonly [name: string, ...values: unknown[]]
  ): Promise<AnswerDifference> => {
    office.alter = undefined;
    const before = await ask(...call);
    alterEvents(change);
    const comparison = await compareAnswers(before, await ask(...call), atOnce);
    if (comparison === undefined) throw new Error("Nothing was compared.");
    return comparison;
  };

  const kinds = ({ changes }: AnswerDifference): readonly string[] => changes.map(({ change }) => change);

  const worse = (events: readonly Json[]): readonly Json[] => {
    const [first, , ...others] = events;
    const risen = { ...first, score: 5, title: "A title" };
    const added = { ...first, id: "00000000-0000-4000-8000-000000000001", title: "Another event" };
    return [added, ...others.toReversed(), risen];
  };

  test("a new event, one that is gone and a changed one are told by id, also where no id is shown and the rows are sorted", async () => {
    for (const options of [undefined, "sort=title:desc", "headers=no; transpose=yes"]) {
      const call = ["ESG.EVENTS", "Holdings", 3, null, null, null, "score,title", null, options] as const;
      const comparison = await compare(worse, ...call);
      expect(kinds(comparison).toSorted()).toEqual(["changed", "gone", "new"]);
      const changed = comparison.changes.find(({ change }) => change === "changed");
      expect(changed).toMatchObject({ title: "A title", score: 5 });
      expect(changed?.fields.map(({ field }) => field)).toContain("title");
      expect(comparison).toMatchObject({ kind: "event", newUnknown: undefined, goneUnknown: undefined });
    }
  });

  test("a result that shows a part tells what changed, but neither what is new nor what is gone", async () => {
    const comparison = await compare(worse, "ESG.EVENTS", "Holdings", 3, null, null, null, "score,title", 2);
    expect(comparison.newUnknown).toMatch(/more/i);
    expect(comparison.goneUnknown).toMatch(/more/i);
    expect(kinds(comparison).filter((kind) => kind !== "changed")).toEqual([]);
  });

  test("of an exploded result each part of a record is a row of its own", async () => {
    const call = [
      "ESG.EVENTS",
      "Holdings",
      3,
      null,
      null,
      null,
      "title,categories",
      null,
      "explode=categories",
    ] as const;
    const before = await ask(...call);
    const again = await compareAnswers(before, await ask(...call), atOnce);
    expect(again?.changes).toEqual([]);
    const [first] = await office.run("ESG.EVENTS", "Holdings", 3, null, null, null, "id,categories", 1, "headers=no");
    const comparison = await compare(
      (events) => events.map((event) => (event["id"] === first?.[0] ? { ...event, categories: ["X"] } : event)),
      ...call,
    );
    const count = plainText(first?.[1]).split("; ").length;
    expect(kinds(comparison).toSorted()).toEqual([...Array<string>(count).fill("gone"), "new"].toSorted());
  });

  test("a row beside a list is named by its cell, so that another latest event is a change of the row", async () => {
    const company = plainText(
      (await office.run("ESG.EVENTS", "Holdings", 3, null, null, null, "entity_id", 1))[1]?.[0],
    );
    const newer = (events: readonly Json[]): readonly Json[] => [
      {
        ...events.find((event) => event["entity_id"] === company),
        id: "00000000-0000-4000-8000-000000000002",
        last_activity: "2026-12-31T00:00:00.000Z",
        title: "The latest event",
      },
      ...events,
    ];
    const comparison = await compare(
      newer,
      ...([
        "ESG.EVENTS",
        "Holdings",
        3,
        null,
        null,
        company,
        "title",
        null,
        "align=yes; sort=last_activity:desc",
      ] as const),
    );
    expect(comparison.changes).toMatchObject([
      { change: "changed", title: company, fields: [{ field: "title", after: "The latest event" }] },
    ]);
  });

  test("a pivot is compared by its dimensions, a single value with the one before", async () => {
    const fewer = (events: readonly Json[]): readonly Json[] => events.slice(1);
    const pivot = await compare(fewer, "ESG.SUMMARY", "Holdings", 3, null, null, null, "score", "show=events");
    expect(pivot.changes).toMatchObject([{ change: "changed", fields: [{ field: "events" }] }]);
    expect(["3", "4", "5"]).toContain(pivot.changes[0]?.title);
    const before = await ask("UNIVERSE.COUNT", "Holdings");
    office.alter = (path, _, answer) => (path.includes("/entities") ? { ...(answer as Json), total: 3 } : answer);
    const single = await compareAnswers(before, await ask("UNIVERSE.COUNT", "Holdings"), atOnce);
    expect(single?.changes).toMatchObject([{ change: "changed", fields: [{ after: 3 }] }]);
  });

  test("every function with a table says what names its records, unless its dimensions or the cells of a list do", () => {
    const silent = functions.filter(({ columns, identity }) => columns.length > 0 && identity === undefined);
    const byDimension = ["ANALYSIS.SERIES", "ANALYSIS.VOLUME", "ESG.SUMMARY", "SDG.SUMMARY"];
    const byList = ["DOC.CONTENT", "DOC.FIELDS", "ENTITY.CARD", "ENTITY.MATCH", "ENTITY.RESOLVE", "SDG.MATRIX"];
    expect(silent.map(({ name }) => name).sort()).toEqual([...byDimension, ...byList, "QUERY.CHANGES"].sort());
  });
});
