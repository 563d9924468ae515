import type { Client } from "../http/client";
import type { RequestContext } from "../requests/request-context";
import type { WireRecord } from "../../contract/page";
import { Loader, type LoaderDeps } from "./loader";

/** A document of `POST /v3/documents`. */
interface ContentItem {
  readonly datamarts_document_id: string;
  /** ISO UTC. */
  readonly extract_date: string;
}

/** A document of the legacy route `POST /api/2.0/documents`. */
interface LegacyItem {
  readonly id: string;
  /** ISO UTC. */
  readonly extracted: string;
}

/** Null where the service has no such document. */
type FoundDocument = WireRecord | null;

/** Document look-ups. Those of one translation share calls. */
export class DocumentLoader {
  readonly #client: Client;
  readonly #deps: LoaderDeps;
  readonly #byTranslation = new Map<string, Loader<ContentItem, FoundDocument>>();
  readonly #legacy: Loader<LegacyItem, FoundDocument>;

  constructor(client: Client, deps: LoaderDeps) {
    this.#client = client;
    this.#deps = deps;
    this.#legacy = new Loader<LegacyItem, FoundDocument>(
      {
        route: "getLegacyDocuments",
        load: async (documents, { fields }, attempt) => {
          const { value } = await client({ route: "getLegacyDocuments", body: { documents, fields } }, attempt);
          return orderByIds(
            documents.map(({ id }) => id),
            value as readonly WireRecord[],
            "id",
          );
        },
        ...singleRecord,
      },
      deps,
    );
  }

  /** Undefined if the service has no such document. */
  async content(
    document: ContentItem,
    { fields, translate = "" }: { readonly fields: readonly string[]; readonly translate?: string },
    requestContext: RequestContext,
  ): Promise<WireRecord | undefined> {
    const { datamarts_document_id: id, extract_date: date } = document;
    const key = `document ${translate} ${id} ${date}`;
    const lookup = { key, item: document, fields: [...fields, "datamarts_document_id"], max: 1 };
    const { value } = await this.#translatedTo(translate).load(lookup, requestContext);
    return value ?? undefined;
  }

  /** Undefined if the service has no such document. */
  async legacy(
    document: LegacyItem,
    { fields }: { readonly fields: readonly string[] },
    requestContext: RequestContext,
  ): Promise<WireRecord | undefined> {
    const key = `legacy ${document.id} ${document.extracted}`;
    // The service always adds `id`, and refuses it in `fields`.
    const otherFields = fields.filter((field) => field !== "id");
    const { value } = await this.#legacy.load({ key, item: document, fields: otherFields, max: 1 }, requestContext);
    return value ?? undefined;
  }

  #translatedTo(language: string): Loader<ContentItem, FoundDocument> {
    const known = this.#byTranslation.get(language);
    if (known !== undefined) return known;
    const loader = new Loader<ContentItem, FoundDocument>(
      {
        route: "getDocuments",
        load: async (documents, { fields }, attempt) => {
          const query = { fields, ...(language === "" ? {} : { translate: language }) };
          const { value } = await this.#client({ route: "getDocuments", query, body: { documents } }, attempt);
          return orderByIds(
            documents.map((each) => each.datamarts_document_id),
            (value as { readonly data: readonly WireRecord[] }).data,
            "datamarts_document_id",
          );
        },
        ...singleRecord,
      },
      this.#deps,
    );
    this.#byTranslation.set(language, loader);
    return loader;
  }
}

const singleRecord = { complete: () => true, empty: (value: FoundDocument) => value === null };

/** The service returns documents without order and omits unknown ones: matches them by id. */
const orderByIds = (
  ids: readonly string[],
  records: readonly WireRecord[],
  idField: string,
): readonly FoundDocument[] => {
  const byId = new Map(records.map((record) => [record[idField], record]));
  return ids.map((id) => byId.get(id) ?? null);
};
