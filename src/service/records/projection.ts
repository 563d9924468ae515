/** Makes one member of a record. */
export type Member<C> = (ordinal: number, context: C) => unknown;

/** Every member a resource has, by wire name. */
export type Members<C> = Readonly<Record<string, Member<C>>>;

/** Makes records with just the members asked for. */
export const project =
  <C>(members: Members<C>, fields: readonly string[], context: C) =>
  (ordinal: number): Record<string, unknown> => {
    const record: Record<string, unknown> = {};
    for (const field of fields) record[field] = members[field]?.(ordinal, context);
    return record;
  };

const translatedPrefix = "translated_";

/**
 * The members to return: translated ones are given when a language is asked for and they, or what they translate, are among the
 * fields; never without a language.
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
