import type { FieldType } from "../../../contract/fields";
import { readableField } from "../readable";
import {
  joined,
  listFrom,
  memberAt,
  membersOf,
  type Nested,
  object,
  oneOf,
  partsAt,
  plainText,
  type ValueReader,
  type Scalar,
  scalarOf,
  textReader,
} from "./values";

const sentenceMembers: Readonly<Record<string, FieldType>> = {
  text: "text",
  sentence_id: "integer",
  type: "integer",
  entities: "text",
};

const sentenceReading = (name: string): ValueReader | undefined => {
  const key = name === "" ? "text" : name.toLowerCase();
  const type = sentenceMembers[key];
  if (type !== undefined)
    return { type, read: (value, look) => joined(listFrom(membersOf(value)[key]).map(scalarOf), look) };
  if (!key.startsWith("results.")) return undefined;
  const result = key.slice("results.".length);
  return { type: "number", read: (value) => scalarOf(membersOf(membersOf(value)["results"])[result]) };
};

/** Sentences: how many; `text` of all joined, `[1].text`, `[1].results.joy`. */
const sentences: Nested = {
  members: ["text", "[1].text", "[1].results.polarity", "count"],
  whole: { type: "integer", read: (value) => (value === undefined ? undefined : listFrom(value).length) },
  split: (value) => listFrom(value).map((sentence) => [sentence]),
  at: (path) => {
    if (path.toLowerCase() === "count" || path.startsWith("[")) return partsAt(path, listFrom, sentenceReading);
    const reading = path === "" ? undefined : sentenceReading(path);
    return (
      reading && {
        type: "text",
        read: (value, look) =>
          joined(
            listFrom(value).map((sentence) => reading.read(sentence, look)),
            look,
          ),
      }
    );
  },
};

const sum = (value: unknown): number =>
  typeof value === "number" ? value : Object.values(membersOf(value)).reduce<number>((all, part) => all + sum(part), 0);

/** Mentions by entity and keyword: the total; `Acme`, `Acme.total`, `Acme.keyword`. */
const mentions: Nested = {
  members: ["Acme", "Acme.total", "Acme.keyword", "total"],
  whole: { type: "integer", read: (value) => (value === undefined ? undefined : sum(value)) },
  split: (value) => Object.entries(membersOf(value)).map(([name, held]) => ({ [name]: held })),
  at: (path) =>
    path === "" || path.startsWith("[") ? undefined : { type: "integer", read: (value) => countAt(value, path) },
};

const countAt = (value: unknown, path: string): Scalar => {
  if (value === undefined) return undefined;
  const entity = memberAt(value, path);
  if (entity === undefined) return path.toLowerCase() === "total" ? sum(value) : 0;
  if (entity.rest === "" || entity.rest.toLowerCase() === "total") return sum(entity.value);
  return scalarOf(memberAt(entity.value, entity.rest)?.value) ?? 0;
};

const labelled = (labelsOf: (value: unknown) => readonly string[]): Nested => ({
  members: ["[1]", "count", "LABEL"],
  whole: { type: "text", read: (value, look) => joined(labelsOf(value), look) },
  split: (value) => Object.entries(membersOf(value)).map(([name, held]) => ({ [name]: held })),
  at: (path) => {
    if (path === "") return undefined;
    if (path.startsWith("[") || path.toLowerCase() === "count")
      return partsAt(path, labelsOf, (rest) => (rest === "" ? { type: "text", read: scalarOf } : undefined));
    const wanted = path.toLowerCase();
    return {
      type: "boolean",
      read: (value) =>
        value === undefined ? undefined : labelsOf(value).some((label) => label.toLowerCase() === wanted),
    };
  },
});

/** Concepts by label: the labels joined; `LABEL` says whether it was found. */
const concepts: Nested = labelled((value) => Object.keys(membersOf(value)));

/** The label and count of an entity found in a document: the first member that is not its type. */
export const foundEntity = (
  value: unknown,
): { readonly label: string; readonly count: Scalar; readonly type: Scalar } => {
  const members = membersOf(value);
  const pair = Object.entries(members).find(([name]) => name !== "entity_type");
  return { label: pair?.[0] ?? "", count: scalarOf(pair?.[1]), type: scalarOf(members["entity_type"]) };
};

/** Entities found, by id: their labels joined. */
const foundEntities: Nested = labelled((value) =>
  Object.values(membersOf(value)).flatMap((found) => listFrom(found).map((one) => foundEntity(one).label)),
);

/** The statistics of a sentiment over the sentences of a document. */
export const statistics = ["max", "mean", "median", "min"] as const;

const members: Readonly<Record<string, FieldType>> = { max: "number", mean: "number", median: "number", min: "number" };

const own: ValueReader = { type: "number", read: (value) => scalarOf(membersOf(value)["mean"]) ?? scalarOf(value) };

/** `{ max, mean, median, min }`: the mean in the cell. */
const aggregates: Nested = {
  members: statistics,
  whole: own,
  split: (value) => [value],
  at: (path) => oneOf(members, path),
};

/** A number or statistics per entity name: that of the entity in the options, else `name=mean; …`; `Acme`, `Acme.max`. */
const byEntity: Nested = {
  members: ["Acme", "Acme.max", "Acme.mean"],
  whole: {
    type: "number",
    read: (value, look) => {
      if (look.entity !== undefined) return own.read(memberAt(value, look.entity)?.value, look);
      return joined(
        Object.entries(membersOf(value)).map(([name, held]) => `${name}=${String(own.read(held, look) ?? "")}`),
        look,
      );
    },
  },
  split: (value) => Object.entries(membersOf(value)).map(([name, held]) => ({ [name]: held })),
  at: (path) =>
    path === "" || path.startsWith("[")
      ? undefined
      : {
          type: "number",
          read: (value, look) => {
            const found = memberAt(value, path);
            if (found === undefined) return undefined;
            return found.rest === ""
              ? own.read(found.value, look)
              : oneOf(members, found.rest)?.read(found.value, look);
          },
        },
};

/** How the fields of analyses with nested values are shown, by wire name. */
export const nestedInAnalyses: Readonly<Record<string, Nested>> = {
  document_negative: aggregates,
  document_neutral: aggregates,
  document_positive: aggregates,
  document_entity_negative: byEntity,
  document_entity_neutral: byEntity,
  document_entity_positive: byEntity,
  document_entity_polarity: byEntity,
  sentences,
  mentions,
  concepts,
  entities: foundEntities,
  source: object("site", {
    country: textReader(readableField("country")),
    site: plainText,
    site_type: textReader(readableField("site_type")),
  }),
};
