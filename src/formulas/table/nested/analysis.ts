import type { FieldType } from "../../../contract/fields";
import { readableField } from "../readable";
import {
  joined,
  listFrom,
  memberAt,
  toMembers,
  type Nested,
  objectField,
  memberReaderFor,
  partsAt,
  plainText,
  type ValueReader,
  type Scalar,
  toScalar,
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
    return { type, read: (value, look) => joined(listFrom(toMembers(value)[key]).map(toScalar), look) };
  if (!key.startsWith("results.")) return undefined;
  const result = key.slice("results.".length);
  return { type: "number", read: (value) => toScalar(toMembers(toMembers(value)["results"])[result]) };
};

/** Sentences: how many; `text` of all joined, `[1].text`, `[1].results.joy`. */
const sentencesField: Nested = {
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

const sumValues = (value: unknown): number =>
  typeof value === "number"
    ? value
    : Object.values(toMembers(value)).reduce<number>((all, part) => all + sumValues(part), 0);

/** Mentions by entity and keyword: the total; `Acme`, `Acme.total`, `Acme.keyword`. */
const mentionsField: Nested = {
  members: ["Acme", "Acme.total", "Acme.keyword", "total"],
  whole: { type: "integer", read: (value) => (value === undefined ? undefined : sumValues(value)) },
  split: (value) => Object.entries(toMembers(value)).map(([name, mention]) => ({ [name]: mention })),
  at: (path) =>
    path === "" || path.startsWith("[") ? undefined : { type: "integer", read: (value) => countAt(value, path) },
};

const countAt = (value: unknown, path: string): Scalar => {
  if (value === undefined) return undefined;
  const entity = memberAt(value, path);
  // Whether the analysis looks for the entity or the keyword at all is not known here, so what is missing is no 0.
  if (entity === undefined) return path.toLowerCase() === "total" ? sumValues(value) : undefined;
  if (entity.rest === "" || entity.rest.toLowerCase() === "total") return sumValues(entity.value);
  return toScalar(memberAt(entity.value, entity.rest)?.value);
};

const labelledField = (labelsOf: (value: unknown) => readonly string[]): Nested => ({
  members: ["[1]", "count", "LABEL"],
  whole: { type: "text", read: (value, look) => joined(labelsOf(value), look) },
  split: (value) => Object.entries(toMembers(value)).map(([name, item]) => ({ [name]: item })),
  at: (path) => {
    if (path === "") return undefined;
    if (path.startsWith("[") || path.toLowerCase() === "count")
      return partsAt(path, labelsOf, (rest) => (rest === "" ? { type: "text", read: toScalar } : undefined));
    const lowerPath = path.toLowerCase();
    return {
      type: "boolean",
      read: (value) =>
        value === undefined ? undefined : labelsOf(value).some((label) => label.toLowerCase() === lowerPath),
    };
  },
});

/** Concepts by label: the labels joined; `LABEL` says whether it was found. */
const conceptsField: Nested = labelledField((value) => Object.keys(toMembers(value)));

/** The label and count of an entity found in a document: the first member that is not its type. */
export const foundEntity = (
  value: unknown,
): { readonly label: string; readonly count: Scalar; readonly type: Scalar } => {
  const members = toMembers(value);
  const pair = Object.entries(members).find(([name]) => name !== "entity_type");
  return { label: pair?.[0] ?? "", count: toScalar(pair?.[1]), type: toScalar(members["entity_type"]) };
};

/** Entities found, by id: their labels joined. */
const foundEntities: Nested = labelledField((value) =>
  Object.values(toMembers(value)).flatMap((entities) => listFrom(entities).map((one) => foundEntity(one).label)),
);

/** The statistics of a sentiment over the sentences of a document. */
export const statisticNames = ["max", "mean", "median", "min"] as const;

const members: Readonly<Record<string, FieldType>> = { max: "number", mean: "number", median: "number", min: "number" };

const meanReader: ValueReader = {
  type: "number",
  read: (value) => toScalar(toMembers(value)["mean"]) ?? toScalar(value),
};

/** `{ max, mean, median, min }`: the mean in the cell. */
const aggregates: Nested = {
  members: statisticNames,
  whole: meanReader,
  split: (value) => [value],
  at: (path) => memberReaderFor(members, path),
};

/** A number or statistics per entity name: that of the entity in the options, else `name=mean; …`; `Acme`, `Acme.max`. */
const byEntity: Nested = {
  members: ["Acme", "Acme.max", "Acme.mean"],
  whole: {
    type: "number",
    read: (value, look) => {
      if (look.entity !== undefined) return meanReader.read(memberAt(value, look.entity)?.value, look);
      return joined(
        Object.entries(toMembers(value)).map(
          ([name, statistic]) => `${name}=${String(meanReader.read(statistic, look) ?? "")}`,
        ),
        look,
      );
    },
  },
  split: (value) => Object.entries(toMembers(value)).map(([name, statistic]) => ({ [name]: statistic })),
  at: (path) =>
    path === "" || path.startsWith("[")
      ? undefined
      : {
          type: "number",
          read: (value, look) => {
            const member = memberAt(value, path);
            if (member === undefined) return undefined;
            return member.rest === ""
              ? meanReader.read(member.value, look)
              : memberReaderFor(members, member.rest)?.read(member.value, look);
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
  sentences: sentencesField,
  mentions: mentionsField,
  concepts: conceptsField,
  entities: foundEntities,
  source: objectField("site", {
    country: textReader(readableField("country")),
    site: plainText,
    site_type: textReader(readableField("site_type")),
  }),
};
