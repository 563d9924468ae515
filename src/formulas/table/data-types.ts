import type { CardSections, CardValue, EntityCell, FormattedCell } from "./matrix";

/** The JSON of a value on a card or in a property ("Data types core concepts" of the Office documentation). */
const toDataType = (value: CardValue): object => {
  if (typeof value === "object") return { type: "Array", elements: [value.map(toDataType)] };
  if (typeof value === "number") return { type: "Double", basicValue: value };
  if (typeof value === "boolean") return { type: "Boolean", basicValue: value };
  return { type: "String", basicValue: value };
};

/** An entity value with a card; "Use cards with entity value data types" of the Office documentation. */
export class EntityCard implements EntityCell {
  readonly kind = "entity";
  readonly text: string;
  readonly sections: CardSections;

  constructor(text: string, sections: CardSections) {
    this.text = text;
    this.sections = sections;
  }

  toDataType(): object {
    const labelled = Object.values(this.sections).flatMap((section) => Object.entries(section));
    return {
      type: "Entity",
      text: this.text,
      properties: Object.fromEntries(labelled.map(([label, value]) => [label, toDataType(value)])),
      layouts: {
        card: {
          title: { property: labelled[0]?.[0] ?? "" },
          sections: Object.entries(this.sections).map(([title, section]) => ({
            layout: "List",
            title,
            properties: Object.keys(section),
          })),
        },
      },
    };
  }
}

/** Properties of a number in the JSON that Excel takes, and the bytes of that JSON. The numbers of a row share them. */
export interface NumberProperties {
  readonly json: Readonly<Record<string, object>>;
  readonly bytes: number;
}

/** `moments` are Excel date serials; they are shown as dates. */
export const numberProperties = (
  values: Readonly<Record<string, CardValue>>,
  moments: Readonly<Record<string, number>>,
): NumberProperties => {
  const plain = Object.entries(values).map(([name, value]) => [name, toDataType(value)] as const);
  const dates = Object.entries(moments).map(
    ([name, basicValue]) => [name, { type: "FormattedNumber", basicValue, numberFormat: "yyyy-mm-dd hh:mm" }] as const,
  );
  const json = Object.fromEntries([...plain, ...dates]);
  return { json, bytes: new TextEncoder().encode(JSON.stringify(json)).length };
};

/** The format of a number that has none. */
const general = "General";

/** A number with properties: `=A1.source`. In calculations it is the number ("Add properties to basic cell values"). */
export class NumberWithProperties implements FormattedCell {
  readonly kind = "formatted";
  readonly value: number;
  readonly numberFormat: string;
  readonly #properties: NumberProperties;

  constructor(cell: number | FormattedCell, properties: NumberProperties) {
    this.value = typeof cell === "number" ? cell : cell.value;
    this.numberFormat = typeof cell === "number" ? general : cell.numberFormat;
    this.#properties = properties;
  }

  toDataType(): object {
    const { value, numberFormat } = this;
    return {
      type: "Double",
      basicValue: value,
      ...(numberFormat !== general && { numberFormat }),
      properties: this.#properties.json,
    };
  }

  /** On the pipe to Excel. */
  get bytes(): number {
    const outside = '{"type":"Double","basicValue":,"numberFormat":"","properties":},'.length;
    return outside + String(this.value).length + this.numberFormat.length + this.#properties.bytes;
  }
}
