import type { Client } from "../client/client";
import { AddinError } from "../error/addin-error";
import { say } from "../text/say";
import type { DocumentLoader } from "./document-loader";
import type { Inquiry } from "./inquiry";
import { Loader, type LoaderDoors } from "./loader";
import type { WireRecord } from "./wire-record";

type Content = Parameters<DocumentLoader["content"]>[0];
type Legacy = Parameters<DocumentLoader["legacy"]>[0];
type Found = WireRecord | null;

const recordsOf = (value: unknown): readonly WireRecord[] => {
  if (Array.isArray(value)) return value as readonly WireRecord[];
  throw new AddinError("unavailable", say("runtime.unreadable"), { cause: value });
};

/** The answer comes unordered and incomplete: matched by id, null where the service knows none. */
const inOrder = (ids: readonly string[], records: readonly WireRecord[], member: string): readonly Found[] => {
  const byId = new Map(records.map((record) => [record[member], record]));
  return ids.map((id) => byId.get(id) ?? null);
};

const dataOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "data" in value ? value.data : undefined;

const ends = { complete: () => true, empty: (value: Found) => value === null };

/** Look-ups of document content; those of one translation share calls. */
export class Documents implements DocumentLoader {
  readonly #client: Client;
  readonly #doors: LoaderDoors;
  readonly #byTranslation = new Map<string, Loader<Content, Found>>();
  readonly #legacy: Loader<Legacy, Found>;

  constructor(client: Client, doors: LoaderDoors) {
    this.#client = client;
    this.#doors = doors;
    this.#legacy = new Loader<Legacy, Found>(
      {
        route: "getLegacyDocuments",
        load: async (documents, { fields }, signal) => {
          const { value } = await client({ route: "getLegacyDocuments", body: { documents, fields } }, signal);
          return inOrder(
            documents.map(({ id }) => id),
            recordsOf(value),
            "id",
          );
        },
        ...ends,
      },
      doors,
    );
  }

  async content(
    document: Content,
    { fields, translate = "" }: { readonly fields: readonly string[]; readonly translate?: string },
    inquiry: Inquiry,
  ): Promise<WireRecord | undefined> {
    const { datamarts_document_id: id, extract_date: date } = document;
    const key = `document ${translate} ${id} ${date}`;
    const wish = { key, item: document, fields: [...fields, "datamarts_document_id"], max: 1 };
    const { value } = await this.#translated(translate).ask(wish, inquiry);
    return value ?? undefined;
  }

  async legacy(
    document: Legacy,
    { fields }: { readonly fields: readonly string[] },
    inquiry: Inquiry,
  ): Promise<WireRecord | undefined> {
    const key = `legacy ${document.id} ${document.extracted}`;
    const { value } = await this.#legacy.ask({ key, item: document, fields, max: 1 }, inquiry);
    return value ?? undefined;
  }

  #translated(translate: string): Loader<Content, Found> {
    const known = this.#byTranslation.get(translate);
    if (known !== undefined) return known;
    const loader = new Loader<Content, Found>(
      {
        route: "getDocuments",
        load: async (documents, { fields }, signal) => {
          const query = { fields, ...(translate === "" ? {} : { translate }) };
          const { value } = await this.#client({ route: "getDocuments", query, body: { documents } }, signal);
          return inOrder(
            documents.map((each) => each.datamarts_document_id),
            recordsOf(dataOf(value)),
            "datamarts_document_id",
          );
        },
        ...ends,
      },
      this.#doors,
    );
    this.#byTranslation.set(translate, loader);
    return loader;
  }
}
