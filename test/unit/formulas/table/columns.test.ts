import { AddinError } from "../../../../src/engine/http/addin-error";
import { analysisDocumentColumns } from "../../../../src/formulas/functions/analysis/document-columns";
import { entityColumns, esgEventColumns } from "../../../../src/formulas/table/column-sets";
import { columnNamed, columnsFor, joinedFields, columnFields } from "../../../../src/formulas/table/columns";

const entity = {
  id: "e1",
  isin: ["DE1", "FR2"],
  ticker: [],
  revenue: [
    { value: 1, currency: "EUR", date: "2024-12-31" },
    { value: 2, currency: "USD", date: "2025-12-31" },
  ],
  isic4: [
    {
      code: "C",
      description: "Manufacturing",
      values: [
        { code: "10", description: "Food", priority: 2 },
        { code: "11", description: "Drinks", priority: 1 },
      ],
    },
  ],
  industry_codes: [{ description: "NAICS", values: [{ code: "3121", description: "Beverages", priority: 1 }] }],
  client_code: { OURS: "007" },
  registration_codes: [{ value: "552", description: "SIREN" }],
};
const read = (path: string) => columnNamed(entityColumns, path).read(entity, { join: "; " });

test.each([
  ["isin", "DE1; FR2"],
  ["isin[2]", "FR2"],
  ["isin[3]", undefined],
  ["ISIN.count", 2],
  ["isin.FR2", true],
  ["ticker", undefined],
  ["ticker.count", 0],
  ["alias.count", undefined],
  ["revenue", 2],
  ["revenue.currency", "USD"],
  ["revenue.date", "2025-12-31"],
  ["revenue[2].value", 1],
  ["revenue[2]", 1],
  ["isic4", "11 Drinks"],
  ["isic4.code", "11"],
  ["isic4.section", "C"],
  ["isic4.path", "C Manufacturing > 11 Drinks"],
  ["isic4[2].code", "10"],
  ["isic4.count", 2],
  ["industry_codes", "NAICS: 3121 Beverages"],
  ["industry_codes.NAICS.code", "3121"],
  ["industry_codes.SIC.code", undefined],
  ["client_code", "OURS=007"],
  ["client_code.ours", "007"],
  ["registration_codes.SIREN", "552"],
  ["Registration codes SIREN", "552"],
])("%s shows %p", (path, value) => {
  expect(read(path)).toBe(value);
});

test.each(["revenue.euros", "isic4.colour", "score", "name.first"])("%s leads nowhere and says so", (path) => {
  expect(() => read(path)).toThrow(AddinError);
});

const analysed = {
  document_negative: { max: 0.9, mean: 0.3, median: 0.2, min: 0 },
  document_entity_polarity: { "Acme Inc.": 0.5, Volta: -0.5 },
  document_entity_negative: { "Acme Inc.": { max: 1, mean: 0.25, median: 0, min: 0 } },
  mentions: { "Acme Inc.": { acme: 2, "acme inc": 1 }, Volta: { volta: 4 } },
  sentences: [
    { text: "One.", results: { joy: 0.5 } },
    { text: "Two.", results: { joy: 1 } },
  ],
  source: { country: "DE", site: "a.example", site_type: "news" },
};
const readAnalysed = (path: string, name?: string) =>
  columnNamed(analysisDocumentColumns, path).read(analysed, { join: "; ", entity: name });

test.each([
  ["document_negative", 0.3],
  ["document_negative.max", 0.9],
  ["document_entity_polarity", "Acme Inc.=0.5; Volta=-0.5"],
  ["document_entity_polarity.Acme Inc.", 0.5],
  ["document_entity_negative.Acme Inc..max", 1],
  ["mentions", 7],
  ["mentions.Volta", 4],
  ["mentions.Acme Inc..total", 3],
  ["mentions.Acme Inc..acme inc", 1],
  ["mentions.Nobody.total", undefined],
  ["sentences", 2],
  ["sentences.text", "One.; Two."],
  ["sentences[2].results.joy", 1],
  ["source", "a.example"],
  ["source.country", "Germany"],
])("of an analysis' document %s shows %p", (path, value) => {
  expect(readAnalysed(path)).toBe(value);
});

test("the entity of the options decides which part is shown", () => {
  expect(readAnalysed("document_entity_polarity", "volta")).toBe(-0.5);
});

test("names with a plus or a minus change the columns that a function shows", () => {
  const namesOf = (names?: readonly string[]) => columnsFor(esgEventColumns, names).map(({ name }) => name);
  const shown = namesOf();
  expect(namesOf(["+ungc_classification", "-title"])).toEqual([
    ...shown.filter((name) => name !== "title"),
    "ungc_classification",
  ]);
  expect(namesOf(["+score"])).toEqual(shown);
});

test("columns come in the order asked for; what has to be requested and joined is known", () => {
  const columns = columnsFor(esgEventColumns, ["score", undefined, "entity.isin[1]", "Entity name", "title"]);
  expect(columns.map(({ name }) => name)).toEqual(["score", "", "entity.isin[1]", "entity.name", "title"]);
  expect(columnFields(columns)).toEqual(["score", "entity_id", "title"]);
  expect(joinedFields(columns)).toEqual(["isin", "name"]);
});
