import { LRUCache } from "lru-cache";
import type { Numbered } from "../listing/page";

/** Computes one member of a record. The record lacks a member that is undefined. */
export type Member<T, C> = (source: T, context: C) => unknown;

/** All members of a resource, by their name in JSON. */
export type Members<T, C> = Readonly<Record<string, Member<T, C>>>;

/** Creates records with the requested fields only. */
export const project =
  <T, C>(members: Members<T, C>, fields: readonly string[], context: C) =>
  (source: T): Record<string, unknown> => {
    const record: Record<string, unknown> = {};
    for (const field of fields) record[field] = members[field]?.(source, context);
    return record;
  };

const translatedPrefix = "translated_";

/**
 * The fields to return. `translated_` fields are returned only if a language is given, for each translatable field
 * that is requested by its own or its translated name.
 */
export const effectiveFields = (
  fields: readonly string[],
  translatable: readonly string[],
  translating: boolean,
): string[] => {
  const plain = fields.filter((field) => !field.startsWith(translatedPrefix));
  if (!translating) return plain;
  const translated = translatable.filter(
    (field) => fields.includes(field) || fields.includes(translatedPrefix + field),
  );
  return [...plain, ...translated.map((field) => translatedPrefix + field)];
};

/** Caches the JSON of records that never change, as those of the made-up world. */
export interface RecordCache {
  /**
   * Returns a function that serializes a record. `shape` names everything else that the JSON depends on: resource,
   * fields, language and, where it matters, the company that reads.
   */
  readonly serializer: <T extends Numbered>(shape: string, make: (source: T) => object) => (source: T) => string;
}

/** Serializes each record anew. */
export const noRecordCache: RecordCache = { serializer: (_, make) => (source) => JSON.stringify(make(source)) };

interface Shape {
  readonly texts: Map<number, string>;
  characters: number;
}

/** Creates a cache of about `maxCharacters` characters of JSON. */
export const createRecordCache = (maxCharacters: number): RecordCache => {
  // A shape without records weighs 1, because every weight must be positive.
  const shapes = new LRUCache<string, Shape>({
    maxSize: maxCharacters,
    sizeCalculation: ({ characters }) => characters + 1,
  });
  const shapeOf = (name: string): Shape => {
    const known = shapes.get(name);
    if (known !== undefined) return known;
    const cache = { texts: new Map<number, string>(), characters: 0 };
    shapes.set(name, cache);
    return cache;
  };
  return {
    serializer: (name, make) => {
      const shape = shapeOf(name);
      return (source) => {
        const known = shape.texts.get(source.ordinal);
        if (known !== undefined) return known;
        const text = JSON.stringify(make(source));
        shape.texts.set(source.ordinal, text);
        shape.characters += text.length;
        // Weighs the shape again; without it the cache would take the same value for unchanged.
        shapes.delete(name);
        shapes.set(name, shape);
        if (!shapes.has(name)) {
          // The records of this shape alone exceed the limit: start again.
          shape.texts.clear();
          shape.characters = 0;
        }
        return text;
      };
    },
  };
};
