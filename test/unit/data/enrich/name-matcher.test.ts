import { NameMatcher } from "../../../../src/data/enrich/name-matcher";

const companies = [
  "JPMORGAN CHASE & CO",
  "EXXON MOBIL CORP",
  "INTERNATIONAL BUSINESS MACHINES CORP",
  "Graham Holdings Co",
  "Apple Inc.",
  "Apple Hospitality REIT, Inc.",
  "Snap-on Inc",
  "Deutsche Bank AG",
  "Ares Capital Corp",
  "Procter & Gamble Co",
  "AMG Advanced Metallurgical Group N.V.",
  "Independent Bank Corp /MI/",
  "Independent Bank Corp",
].map((name) => ({ id: name, names: [name] }));
const matcher = new NameMatcher(companies);

test.each([
  ["JP Morgan Chase & Co.", "JPMORGAN CHASE & CO"],
  ["ExxonMobil Corporation", "EXXON MOBIL CORP"],
  ["Procter & Gamble Company (The)", "Procter & Gamble Co"],
  ["Apple", "Apple Inc."],
])("accepts %s without a review", (text, id) => {
  expect(matcher.search(text).accepted?.id).toBe(id);
});

test.each([
  ["AMG ADVANC.METAL.GR.EO-02", "AMG Advanced Metallurgical Group N.V."],
  ["IBM", "INTERNATIONAL BUSINESS MACHINES CORP"],
  ["Deutche Bank", "Deutsche Bank AG"],
])("offers the company that %s shortens or misspells, and accepts none", (text, id) => {
  const { matches, accepted } = matcher.search(text);
  expect(matches[0]?.id).toBe(id);
  expect(accepted).toBeUndefined();
});

test.each(["Graham Corp", "Ares Capital Management", "Apple Records Ltd", "Deutsche Telekom AG", "…"])(
  "accepts nothing for %s, which is not in the list",
  (text) => {
    expect(matcher.search(text).accepted).toBeUndefined();
  },
);

test("accepts none of two companies with the same name", () => {
  const { matches, accepted } = matcher.search("Independent Bank Corporation");
  expect(matches.slice(0, 2).map(({ id }) => id)).toEqual(["Independent Bank Corp /MI/", "Independent Bank Corp"]);
  expect(accepted).toBeUndefined();
});

test("a company is found by each of its names, once", () => {
  const other = new NameMatcher([{ id: "1", names: ["Meta Platforms, Inc.", "Facebook, Inc."] }]);
  expect(other.search("Facebook").matches).toMatchObject([{ id: "1", name: "Facebook, Inc." }]);
});

test("words weigh as rare as they are in the list", () => {
  const many = new NameMatcher([
    ...companies,
    ...Array.from({ length: 50 }, (_, at) => ({
      id: `bank ${at}`,
      names: [`Bank ${String.fromCharCode(97 + (at % 26))}x${at}`],
    })),
  ]);
  expect(many.compare("Deutsche", "Deutsche Bank")).toBeGreaterThan(many.compare("Bank", "Deutsche Bank"));
});
