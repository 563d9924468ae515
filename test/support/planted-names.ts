import { seededRandom } from "./seeded-random";

// Names of companies as people misspell them, for measuring what is taken without a question.

export type NameChange = "as it is" | "typing mistake" | "legal form" | "word order" | "accents" | "absent company";

export interface PlantedName {
  readonly text: string;
  readonly change: NameChange;
  /** The id of the company that is meant; undefined where it is not in the data. */
  readonly id: string | undefined;
}

export interface NamedCompany {
  readonly id: string;
  readonly name: string;
}

const letters = Array.from("abcdefghijklmnopqrstuvwxyz");

const replaceAt = (text: string, at: number, length: number, by: string): string =>
  text.slice(0, at) + by + text.slice(at + length);

const pick = <Item>(random: () => number, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

/** One letter is missing, doubled, wrong, or has changed places with its neighbour. */
const mistype = (name: string, random: () => number): string => {
  const at = 1 + Math.floor(random() * Math.max(1, name.length - 2));
  const letter = name[at] ?? "";
  return pick(random, [
    replaceAt(name, at, 1, ""),
    replaceAt(name, at, 0, letter),
    replaceAt(name, at, 1, pick(random, letters)),
    replaceAt(name, at, 2, `${name[at + 1] ?? ""}${letter}`),
  ]);
};

const legalForm =
  /[ ,]+(?:AG|SE|SA|S\.A\.|NV|N\.V\.|Plc|plc|PLC|Oyj|Oy|AB|ASA|A\/S|SpA|S\.p\.A\.|GmbH|Ltd|Limited|Inc|Inc\.|Corp|Corp\.|Corporation|Co)$/;

const accented: Readonly<Record<string, string>> = { a: "á", e: "é", i: "í", o: "ö", u: "ü", c: "ç", n: "ñ" };

const withAccents = (name: string, random: () => number): string =>
  /[^\p{ASCII}]/u.test(name)
    ? name.normalize("NFD").replaceAll(/\p{M}/gu, "")
    : name.replace(/[aeioucn](?=\p{L})/u, (letter) => (random() < 2 ? (accented[letter] ?? letter) : letter));

const changes: Readonly<Record<Exclude<NameChange, "absent company">, (name: string, random: () => number) => string>> =
  {
    "as it is": (name, random) => pick(random, [name, name.toUpperCase(), name.toLowerCase()]),
    "typing mistake": mistype,
    "legal form": (name, random) =>
      legalForm.test(name)
        ? name.replace(
            legalForm,
            pick(random, ["", (form: string) => form.toUpperCase().replaceAll(".", "")]) as string,
          )
        : name,
    "word order": (name) => {
      const words = name.split(" ");
      return words.length < 2 ? name : [...words.slice(1), words[0]].join(" ");
    },
    accents: withAccents,
  };

/** So many names with planted changes, each kind as often; every sixth company is missing in the data that are searched. */
export const plantNames = (
  present: readonly NamedCompany[],
  absent: readonly NamedCompany[],
  count: number,
  seed: number,
): readonly PlantedName[] => {
  const random = seededRandom(seed);
  const kinds = Object.keys(changes) as (keyof typeof changes)[];
  return Array.from({ length: count }, (_, index): PlantedName => {
    const change = kinds[index % kinds.length] ?? "as it is";
    const missing = absent.length > 0 && index % 6 === 5;
    const company = pick(random, missing ? absent : present);
    return {
      text: changes[change](company.name, random),
      change: missing ? "absent company" : change,
      id: missing ? undefined : company.id,
    };
  });
};
