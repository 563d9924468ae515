import type { EditionWorkbook } from "../../../formulas/editions/edition-store";
import type { OpenWorkbook } from "../../../formulas/editions/editions";
import { settingsPrefix } from "../document-settings";

/** What of `Office.context.document` names a workbook. */
export interface NamedDocument {
  /** Where the file lies now; empty for a workbook that was never saved. */
  readonly url: string;
  readonly settings: Pick<Office.Settings, "get" | "set"> & { readonly saveAsync: () => void };
}

const idSetting = `${settingsPrefix}workbook`;

/**
 * Names a workbook among the editions of an account: by a hash of a random id in the document and of the address of its file. A copy has the
 * id and another address, another file at the same address has another id, so neither has the name of this workbook. A file that was moved
 * looks like a copy; both are of one family.
 */
export class WorkbookIdentity implements OpenWorkbook {
  readonly #document: NamedDocument;
  readonly #crypto: Pick<Crypto, "getRandomValues"> & { readonly subtle: Pick<SubtleCrypto, "digest"> };

  constructor(
    document: NamedDocument,
    crypto: Pick<Crypto, "getRandomValues"> & { readonly subtle: Pick<SubtleCrypto, "digest"> },
  ) {
    this.#document = document;
    this.#crypto = crypto;
  }

  /** The name now. A workbook without an id gets one: saving it costs the undo history, once. */
  async current(): Promise<EditionWorkbook> {
    const { settings, url } = this.#document;
    let id = this.#id();
    if (id === undefined) {
      id = toHex(this.#crypto.getRandomValues(new Uint8Array(16)));
      settings.set(idSetting, id);
      settings.saveAsync();
    }
    return this.#name(id, url);
  }

  /** The names that it may have been refreshed under: now, and before it was saved. Empty where it has no id. */
  async names(): Promise<readonly EditionWorkbook[]> {
    const id = this.#id();
    if (id === undefined) return [];
    return Promise.all([this.#document.url, ""].map((url) => this.#name(id, url)));
  }

  #id(): string | undefined {
    const id: unknown = this.#document.settings.get(idSetting);
    return typeof id === "string" && id !== "" ? id : undefined;
  }

  /** @param url what some hosts leave out for a new workbook. */
  async #name(id: string, url: string | undefined): Promise<EditionWorkbook> {
    return { workbook: await this.#hash(`${id} ${url ?? ""}`), family: await this.#hash(id) };
  }

  async #hash(text: string): Promise<string> {
    const bytes = await this.#crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return toHex(new Uint8Array(bytes).slice(0, 16));
  }
}

const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
