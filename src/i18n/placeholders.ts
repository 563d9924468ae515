/** A text of a locale file: one text, or one for each plural form that `count` selects. */
export type Message = string | { readonly one?: string; readonly other: string };

/** The texts of a locale file by key. */
export type Messages = Readonly<Record<string, Message>>;

type PlaceholdersIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never;

/** The names in braces of a message, from its own type (`as const`). A plural form has `count` too. */
type Placeholders<Of extends Message> = Of extends string
  ? PlaceholdersIn<Of>
  : "count" | PlaceholdersIn<Of[keyof Of] & string>;

/** The values of a message: exactly its placeholders. */
export type PlaceholderValues<Of extends Message> = {
  readonly [Name in Placeholders<Of>]: Name extends "count" ? number : string | number;
};

/** The arguments after the key: the values, and none where the message has no placeholder. */
export type ValueArguments<Of extends Message> = [Placeholders<Of>] extends [never]
  ? []
  : [values: PlaceholderValues<Of>];

/** The keys of texts without placeholders. */
export type PlainKeys<Texts extends Messages> = {
  [Key in keyof Texts]: [Placeholders<Texts[Key]>] extends [never] ? Key : never;
}[keyof Texts];

/** The text with `{name}` replaced by the value of that name. */
export const fillPlaceholders = (
  text: string,
  values: Readonly<Record<string, string | number>> = {},
  formatNumber: (value: number) => string = String,
): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name] ?? placeholder;
    return typeof value === "number" ? formatNumber(value) : value;
  });
