import type { Matrix } from "../../../../src/formulas/table/matrix";
import { failure } from "./failure";
import { type Office, openOffice } from "./office";
import { readPlain, type ReadListing } from "./plain-records";

let office: Office;
let isins: readonly (readonly [string])[] = [];
let instance = "";
let list: ReadListing;

beforeAll(async () => {
  office = await openOffice();
  isins = office.demo.entities.slice(0, 12).flatMap(({ isin }) => (isin === null ? [] : [[isin] as const]));
  instance = office.demo.analyses[0]?.instance ?? "";
  list = await readPlain(office);
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.forget());

type PlainEntity = Readonly<Record<"id" | "country" | "city" | "region", string | undefined>>;

/** The companies of the universe as the service spells them. */
const plainEntities = async (): Promise<readonly PlainEntity[]> =>
  (await list(
    `universes/${office.universe(universe)}/entities`,
    "fields=id,country,city,region",
  )) as unknown as readonly PlainEntity[];

const universe = "EU Banks";
/** A cell as text; errors and formatted numbers as none. */
const textOf = (cell: unknown): string => (typeof cell === "string" ? cell : "");

const texts = (matrix: Matrix): readonly string[] =>
  [...new Set(matrix.flat().filter((cell) => typeof cell === "string" && cell !== ""))] as readonly string[];

/** Every function whose records have such texts, with columns of them only, and what its cells may look like. */
const shown: Readonly<Record<string, () => readonly [name: string, ...values: readonly unknown[]]>> = {
  "ENTITY.SEARCH": () => ["ENTITY.SEARCH", isins, null, null, "country,query", 1],
  "ENTITY.RESOLVE": () => ["ENTITY.RESOLVE", isins, null, null, "country,city,region"],
  "ENTITY.MATCH": () => ["ENTITY.MATCH", [["isin"], ...isins], "country,city,region"],
  "ENTITY.GET": () => ["ENTITY.GET", isins, "country,city,region"],
  "ENTITY.UNIVERSES": () => ["ENTITY.UNIVERSES", isins[0]?.[0], "all"],
  "UNIVERSE.ENTITIES": () => ["UNIVERSE.ENTITIES", universe, null, null, "country,city,region", 100],
  "ESG.EVENTS": () => ["ESG.EVENTS", universe, null, null, null, null, "entity.country,entity.city", 50],
  "ESG.DOCUMENTS": () => ["ESG.DOCUMENTS", universe, null, null, null, null, "country,language,entity.region", 50],
  "ESG.SUMMARY": () => ["ESG.SUMMARY", universe, null, null, null, null, "country"],
  "ESG.SUMMARY across": () => ["ESG.SUMMARY", universe, null, null, null, null, "year", "wide=country; show=events"],
  "SDG.DOCUMENTS": () => ["SDG.DOCUMENTS", isins, null, null, null, null, "categories,language,country", 20],
  "SDG.SUMMARY": () => ["SDG.SUMMARY", isins, null, null, null, "country,goal"],
  "SDG.MATRIX": () => ["SDG.MATRIX", isins, null, null, null, "headers=yes"],
  "ANALYSIS.DOCUMENTS": () => ["ANALYSIS.DOCUMENTS", instance, "language,source.country", 50, null, null],
  "ANALYSIS.SERIES": () => ["ANALYSIS.SERIES", instance, "polarity", "country,language", null, null],
  "ANALYSIS.VOLUME": () => ["ANALYSIS.VOLUME", instance, "site_type,country", null],
  "TASKS.LIST": () => ["TASKS.LIST", null, null, null, "fields=type,status"],
};

/** The same call with one more option in its last argument. */
const withOption = (call: readonly [string, ...(readonly unknown[])], option: string): typeof call => {
  const last = call.at(-1);
  return typeof last === "string" && last.includes("=")
    ? ([...call.slice(0, -1), `${last}; ${option}`] as unknown as typeof call)
    : [...call, option];
};

const codes = /^(?:[A-Z]{2,3}|[a-z]{2,3}|SDG:\d+|[a-z_]+_[a-z_]+|[A-Z_]{4,})$/;
const inSmallLetters = /^[\p{Ll}\s'’&.()-]+$/u;

describe("Names of places and values of enumerations", () => {
  test.each(Object.keys(shown))(
    "%s shows them as people write them, and as the service does with texts=raw",
    async (key) => {
      const call = shown[key]!();
      const usual = await office.run(...withOption(call, "dates=iso"));
      const raw = await office.run(...withOption(call, "dates=iso; texts=raw"));
      expect(usual).toHaveLength(raw.length);
      const changed = texts(usual).filter((text) => !texts(raw).includes(text));
      expect(changed.length).toBeGreaterThan(0);
      for (const text of texts(raw).filter((each) => !texts(usual).includes(each)))
        expect([codes.test(text) || inSmallLetters.test(text), text]).toEqual([true, text]);
      for (const text of changed) expect([codes.test(text), text]).toEqual([false, text]);
    },
  );

  test("are the same records in the same rows, in both spellings", async () => {
    const wire = await plainEntities();
    const fields = "id,country,city,region";
    const listed = (options: string) => office.run("UNIVERSE.ENTITIES", universe, null, null, fields, null, options);
    expect((await listed("headers=no; texts=raw")).map(String)).toEqual(
      wire.map(({ id, country, city, region }) => String([id, country, city, region])),
    );
    const lower = (await listed("headers=no")).map(([id, ...places]) =>
      [id, ...places].map(textOf).join().toLowerCase(),
    );
    expect(lower).toEqual(wire.map(({ id, country, city, region }) => String([id, country, city, region])));
  });

  test("are shown so on a card, in a status, in the list of universes and in a sentence", async () => {
    const company = office.demo.entities[0]!;
    const host = { formattedValues: true, entityCards: true, maxCharacters: 1_900_000, maxCells: 5_000_000 };
    const [[card] = []] = await office.runWith({ host }, "ENTITY.CARD", company.isin);
    expect(card).toMatchObject({
      sections: { Identity: { Country: "Germany", City: expect.stringMatching(/^\p{Lu}\p{Ll}+/u) as string } },
    });
    expect(texts(await office.run("UNIVERSE.LIST"))).toEqual(expect.arrayContaining(["private", "provider"]));
    expect(await failure(office.run("ENTITY.GET", "Bank", "name"))).toMatchObject({
      message: expect.stringMatching(/: [^,]+ \(\p{Lu}\p{Ll}[\p{L} ]+\), /u) as string,
    });
  });
});

describe("Filters take what is shown", () => {
  test("every country, city and region that a listing shows finds its companies", async () => {
    const wire = await plainEntities();
    const rows = await office.run("UNIVERSE.ENTITIES", universe, null, null, "country,city,region", null, "headers=no");
    const count = async (...values: readonly unknown[]) =>
      (await office.run("UNIVERSE.COUNT", universe, null, ...values))[0]?.[0];
    for (const country of texts(rows.map(([cell = ""]) => [cell]))) {
      const expected = wire.filter((entity) => entity.country === country.toLowerCase()).length;
      for (const written of [country, country.toLowerCase(), country.toUpperCase()])
        expect([written, await count(written)]).toEqual([written, expected]);
    }
    for (const city of texts(rows.map(([, cell = ""]) => [cell])))
      expect([city, await count(null, `city='eq:${city}'`)]).toEqual([
        city,
        wire.filter((entity) => entity.city === city.toLowerCase()).length,
      ]);
    for (const region of texts(rows.map(([, , cell = ""]) => [cell])))
      expect([region, await count(null, `region='in:${region};x'`)]).toEqual([
        region,
        wire.filter((entity) => entity.region === region.toLowerCase()).length,
      ]);
    expect(
      office.sent
        .filter((line) => line.includes("city="))
        .every((line) => line === line.replace(/city=\S*\p{Lu}/u, "")),
    ).toBe(true);
  });

  test("languages, types and goals are filtered in both spellings", async () => {
    const documents = (language: string) =>
      office.run(
        "ESG.DOCUMENTS",
        universe,
        null,
        null,
        null,
        null,
        "id,language",
        20,
        `language=${language}; headers=no`,
      );
    const french = await documents("fre");
    expect(french[0]?.[1]).toBe("French");
    expect(await documents("French")).toEqual(french);
    expect(await documents("FRENCH")).toEqual(french);
    for (const same of ["fra", "fr", "FR"]) expect(await documents(same)).toEqual(french);
    for (const unknown of ["xx", "Frnch", "France", "limit=5"])
      await expect(documents(unknown)).rejects.toMatchObject({
        code: "invalid-argument",
        message: `language must be a language by its English name or code, such as German or deu, got "${unknown}".`,
      });
    const tasks = (type: string) => office.run("TASKS.LIST", null, type, null, "fields=id,type; headers=no");
    const extensions = await tasks("coverage_extension");
    expect(extensions[0]?.[1]).toBe("coverage extension");
    expect(await tasks("Coverage extension")).toEqual(extensions);
    office.forget();
    await office.run("SDG.DOCUMENTS", isins[1], null, null, null, [["SDG 7", "sdg:13"]], "id", 5);
    expect(office.sent.at(-1)).toContain("category=SDG:7&category=SDG:13");
  });

  test("sub-categories and principles are found whatever their case, and unknown ones are sent as they are", async () => {
    const events = (options: string) =>
      office.run("ESG.EVENTS", universe, null, null, null, null, "id", 5, `${options}; headers=no`);
    await events("sub_category=Air Pollution");
    expect(office.sent.at(-1)).toContain("sub_category=air+pollution");
    const principle = "Businesses should uphold the effective abolition of child labour";
    await events(`ungc_principles=${principle.toUpperCase()}`);
    expect(office.sent.at(-1)).toContain(`ungc_principles=${principle.replaceAll(" ", "+")}`);
    expect(await failure(events("sub_category=Something Else"))).toMatchObject({ code: "rejected" });
    expect(office.sent.at(-1)).toContain("sub_category=Something+Else");
  });

  test("a language to translate into may be written as it is shown", async () => {
    await office.run("ESG.EVENTS", universe, null, null, null, null, "title", 1, "translate=French");
    expect(office.sent.at(-1)).toContain("translate=french");
  });

  test("a hint of a country may be written as it is shown", async () => {
    for (const hint of ["Sweden", "sweden", "SE"])
      expect(await office.run("ENTITY.RESOLVE", [["Bank"]], "name", [[hint]], "candidates,status")).toEqual(
        await office.run("ENTITY.RESOLVE", [["Bank"]], "name", [["SWEDEN"]], "candidates,status"),
      );
    // The name, and because it is ambiguous the other names.
    expect(office.sent).toHaveLength(2);
    for (const line of office.sent) expect(line).toContain('"country":"sweden"');
  });

  test("sort and distinct go by what is shown", async () => {
    const rows = await office.run(
      "ESG.DOCUMENTS",
      universe,
      null,
      "-1y",
      null,
      null,
      "country",
      null,
      "distinct=country; sort=country; headers=no",
    );
    const countries = rows.map(([cell]) => textOf(cell)).filter((cell) => cell !== "");
    expect(countries.length).toBeGreaterThan(3);
    expect(countries).toEqual([...new Set(countries)].sort((one, other) => one.localeCompare(other, "en")));
  });

  test("an unknown spelling of texts is refused before any call", async () => {
    expect(await failure(office.run("UNIVERSE.ENTITIES", universe, null, null, "name", 5, "texts=wire"))).toMatchObject(
      {
        message: 'texts must be readable or raw, got "wire".',
      },
    );
    expect(office.sent).toEqual([]);
  });
});
