import { functions } from "../../../../src/formulas/functions";
import { calculate, readFormula } from "./formula-reader";
import type { Office } from "./office";

type ArgumentsByFunction = Readonly<Record<string, readonly unknown[]>>;

/** Arguments that work, by function: those of its first example where none are written here. */
export const goodArguments = async (office: Office): Promise<ArgumentsByFunction> => {
  const explicit = await explicitArguments(office);
  const others = functions.filter(({ name }) => !(name in explicit));
  const entries = others.map(async ({ name, examples }) => [
    name,
    await exampleArguments(office, examples[0]?.formula),
  ]);
  return { ...Object.fromEntries((await Promise.all(entries)) as [string, readonly unknown[]][]), ...explicit };
};

const exampleArguments = async (office: Office, formula = ""): Promise<readonly unknown[]> => {
  const expression = readFormula(formula);
  return expression.kind === "call" ? Promise.all(expression.given.map((given) => calculate(office, given))) : [];
};

const explicitArguments = async (office: Office): Promise<ArgumentsByFunction> => {
  const [, bank, other] = office.demo.entities;
  const isin = bank?.isin;
  const ids = [[isin], [other?.isin]];
  const instance = office.demo.analyses[0]?.instance;
  const universe = "Demo Portfolio";
  const documents = await office.run(
    "ESG.DOCUMENTS",
    universe,
    null,
    null,
    null,
    null,
    "id,datamarts_document_id,extract_date,case_id",
    5,
    "headers=no",
  );
  const [document, content, date] = documents[0] ?? [];
  const caseId = documents.find((row) => row[3] !== "")?.[3];
  const impact = (await office.run("SDG.DOCUMENTS", ids, null, null, null, null, "id", 1, "headers=no"))[0]?.[0];
  const analysed = await office.run("ANALYSIS.DOCUMENTS", instance, "id,extract_date", 2, null, null, "headers=no");
  const [sentence, extracted] = analysed[0] ?? [];
  const filters = [3, "-1y", "today"];
  return {
    "ENTITY.SEARCH": [bank?.name, "auto", "sweden", "name", 2, "headers=no"],
    "ENTITY.RESOLVE": [ids, "auto", null, "name", ""],
    "ENTITY.MATCH": [
      [
        ["name", "country"],
        [bank?.name, "sweden"],
      ],
      "name",
      "",
    ],
    "ENTITY.ID": [isin, "isin", "sweden"],
    "ENTITY.GET": [ids, "name", ""],
    "ENTITY.CARD": [isin, "name"],
    "ENTITY.IDENTIFIERS": [ids, "isin", ""],
    "ENTITY.REVENUE": [ids, "latest=yes"],
    "ENTITY.INDUSTRIES": [ids, "ISIC4", ""],
    "ENTITY.UNIVERSES": [isin, 5, ""],
    "UNIVERSE.ENTITIES": [universe, "a", "france", "name", 5, ""],
    "UNIVERSE.COUNT": [universe, "a", "france", ""],
    "UNIVERSE.CONTAINS": [ids, universe, ""],
    "UNIVERSE.ID": [universe],
    "UNIVERSE.LIST": ["SHARED"],
    "ESG.EVENTS": [universe, ...filters, ids, "title", 5, ""],
    "ESG.DOCUMENTS": [universe, ...filters, ids, "title", 5, ""],
    "ESG.DOCUMENT": [document, "title", ""],
    "ESG.CASE": [caseId, universe, "title", 5, ""],
    "ESG.SUMMARY": [universe, ...filters, ids, "category", ""],
    "SDG.DOCUMENTS": [ids, ...filters, "7", "title", 5, ""],
    "SDG.DOCUMENT": [impact, "title", ""],
    "SDG.MATRIX": [ids, ...filters, ""],
    "SDG.SUMMARY": [ids, ...filters, "goal", ""],
    "DOC.CONTENT": [content, date, "title", ""],
    "DOC.TITLE": [content, date, ""],
    "DOC.TEXT": [content, date, ""],
    "DOC.SUMMARY": [content, date, ""],
    "DOC.FIELDS": [sentence, extracted, "title", ""],
    "ANALYSIS.STATUS": [instance],
    "ANALYSIS.DOCUMENTS": [instance, "title", 2, "qscore", null, ""],
    "ANALYSIS.SENTENCES": [instance, 2, null, ""],
    "ANALYSIS.MENTIONS": [instance, 2, ""],
    "ANALYSIS.ENTITIES": [instance, 2, ""],
    "ANALYSIS.CONCEPTS": [instance, 2, ""],
    "ANALYSIS.SENTIMENT": [instance, 2, ""],
    "ANALYSIS.SERIES": [instance, "polarity", "entity", "mean", "day", ""],
    "ANALYSIS.VOLUME": [instance, "entity", "day", ""],
    "ANALYSIS.LIST": ["ready"],
    "KG.CANDIDATES": [bank?.name, 2, "corporate_kg", ""],
    "TASKS.LIST": ["pending", "export", 5, ""],
    "TASKS.STATUS": [instance],
    "QUERY.INFO": [null, "rows"],
    "QUERY.CHANGES": [null, "today", ""],
    "QUERY.PENDING": ["sheet"],
  };
};
