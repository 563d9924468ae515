import type { Code, Entity } from "./shapes";
import { utc, uuid } from "./shapes";
import type { RowId } from "./specification-rows";

const string = (value: unknown): void => expect(typeof value).toBe("string");
/** A text, where the value is known. */
const text = (value: unknown): void => {
  if (value !== undefined) string(value);
};
const whole = (value: unknown): void => expect(Number.isInteger(value)).toBe(true);

const isicNode = (node: Code): void => {
  string(node.code);
  string(node.description);
  expect("values" in node).toBe(!("priority" in node));
  if (node.values) for (const child of node.values) isicNode(child);
  else whole(node.priority);
};

const code = (node: Code): void => {
  expect(Object.keys(node).sort()).toEqual(["code", "description", "priority"]);
  string(node.code);
  string(node.description);
  whole(node.priority);
};

/** What the specification's table of the entity says of each field; a value that is not known is an absent member. */
export const entityChecks: Partial<Record<RowId, (entity: Entity) => void>> = {
  "entity.id": ({ id }) => expect(id).toMatch(uuid),
  "entity.name": ({ name }) => string(name),
  "entity.description": ({ description }) => text(description),
  "entity.figi": ({ figi }) => text(figi),
  "entity.lists": ({ isin, ticker, alias }) => {
    for (const list of [isin, ticker, alias]) expect(list.every((each) => typeof each === "string")).toBe(true);
  },
  "entity.website": ({ website }) => text(website),
  "entity.country": ({ country }) => {
    text(country);
    if (country !== undefined) expect(country).toBe(country.toLowerCase());
    if (country !== undefined) expect(country.length).toBeGreaterThan(2);
  },
  "entity.employee_count": ({ employee_count }) => {
    if (employee_count !== undefined) whole(employee_count);
  },
  "entity.revenue": ({ revenue }) => {
    for (const each of revenue) {
      expect(Object.keys(each).sort()).toEqual(["currency", "date", "value"]);
      whole(each.value);
      string(each.currency);
      expect(each.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  },
  "entity.isic4": ({ isic4 }) => {
    for (const node of isic4) isicNode(node);
  },
  "entity.industry_codes": ({ industry_codes }) => {
    for (const scheme of industry_codes) {
      expect(Object.keys(scheme).sort()).toEqual(["description", "values"]);
      string(scheme.description);
      for (const each of scheme.values) code(each);
    }
  },
  "entity.unspsc": ({ unspsc }) => {
    for (const each of unspsc) code(each);
  },
  "entity.places": ({ city, region }) => {
    for (const place of [city, region]) if (place !== undefined) expect(place).toBe(place.toLowerCase());
  },
  "entity.lei": ({ lei }) => {
    if (lei !== undefined) expect(lei).toMatch(/^[0-9A-Z]{20}$/i);
  },
  "entity.client_code": ({ client_code }) => {
    for (const value of Object.values(client_code ?? {})) expect(typeof value).toBe("string");
  },
  "entity.registration_codes": ({ registration_codes }) => {
    for (const each of registration_codes) {
      expect(Object.keys(each).sort()).toEqual(["description", "value"]);
      string(each.value);
      string(each.description);
    }
  },
  "entity.created_at": ({ created_at }) => expect(created_at).toMatch(utc),
};

/** The default fields of the universe entity listing. */
export const listingFields = [
  ...[
    "id",
    "description",
    "name",
    "figi",
    "isin",
    "ticker",
    "alias",
    "website",
    "country",
    "employee_count",
    "revenue",
  ],
  ...["isic4", "industry_codes", "unspsc", "city", "region", "lei", "client_code", "registration_codes", "created_at"],
];

/** The members that an entity may lack, because the table marks none of them with null. */
const unknownMembers = ["description", "figi", "website", "country", "employee_count", "city", "region", "lei"];

/** The members of a record without those that it may lack. */
export const certain = (members: readonly string[]): string[] =>
  members.filter((member) => !unknownMembers.includes(member)).sort();
