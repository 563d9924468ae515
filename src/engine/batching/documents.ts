import { isObject } from "../../facts/json";
import { t } from "../../i18n/t";
import { AddinError } from "../http/addin-error";
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
type Found = WireRecord | null;

/** Document look-ups. Those of one translation share calls. */
export class DocumentLoader {
  readonly #client: Client;
  readonly #deps: LoaderDeps;
  readonly #byTranslation = new Map<string, Loader<ContentItem, Found>>();
  readonly #legacy: Loader<LegacyItem, Found>;

  constructor(client: Client, deps: LoaderDeps) {
    this.#client = client;
    this.#deps = deps;
    this.#legacy = new Loader<LegacyItem, Found>(
      {
        route: "getLegacyDocuments",
        load: async (documents, { fields }, attempt) => {
          const { value } = await client({ route: "getLegacyDocuments", body: { documents, fields } }, attempt);
          return inOrder(
            documents.map(({ id }) => id),
            readRecords(value),
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
    const named = fields.filter((field) => field !== "id");
    const { value } = await this.#legacy.load({ key, item: document, fields: named, max: 1 }, requestContext);
    return value ?? undefined;
  }

  #translatedTo(language: string): Loader<ContentItem, Found> {
    const known = this.#byTranslation.get(language);
    if (known !== undefined) return known;
    const loader = new Loader<ContentItem, Found>(
      {
        route: "getDocuments",
        load: async (documents, { fields }, attempt) => {
          const query = { fields, ...(language === "" ? {} : { translate: language }) };
          const { value } = await this.#client({ route: "getDocuments", query, body: { documents } }, attempt);
          return inOrder(
            documents.map((each) => each.datamarts_document_id),
            readRecords(dataOf(value)),
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

const singleRecord = { complete: () => true, empty: (value: Found) => value === null };

/** The service returns documents without order and omits unknown ones: matches them by id. */
const inOrder = (ids: readonly string[], records: readonly WireRecord[], idField: string): readonly Found[] => {
  const byId = new Map(records.map((record) => [record[idField], record]));
  return ids.map((id) => byId.get(id) ?? null);
};

const readRecords = (value: unknown): readonly WireRecord[] => {
  if (Array.isArray(value)) return value as readonly WireRecord[];
  throw new AddinError("unavailable", t("runtime.unreadable"), { cause: value });
};

const dataOf = (value: unknown): unknown => (isObject(value) && "data" in value ? value["data"] : undefined);
