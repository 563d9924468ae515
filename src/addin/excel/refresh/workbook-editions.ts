import type { Clock } from "../../../engine/clock";
import type { Runtime } from "../../../engine/runtime";
import type { KeyValueStorage } from "../../../engine/storage";
import type { ReadEarlier, RefreshedFormula } from "../../../formulas/changes/refresh-changes";
import type { EditionReader } from "../../../formulas/define/invocation";
import { loadTimeZone } from "../../../formulas/table/calendar";
import type { EditionWorkbook } from "../../../formulas/editions/edition-store";
import { type CaptureResult, Editions, type OpenWorkbook } from "../../../formulas/editions/editions";
import { settingsPrefix } from "../document-settings";
import { ShownFormulas } from "../sheet/shown-formula";
import type { Recalculation } from "./recalculation";
import type { LatestResults } from "./latest-results";

interface WorkbookEditionsDeps {
  readonly runtime: Pick<Runtime, "ofAccount" | "session" | "settings">;
  readonly recalculation: Pick<Recalculation, "follow">;
  /** The answers that cells show. */
  readonly answers: Pick<LatestResults, "of">;
  readonly clock: Clock;
  readonly crypto: Pick<Crypto, "subtle" | "getRandomValues">;
  /** Two windows of Excel share the editions of the device. */
  readonly locks: Pick<LockManager, "request">;
  /** The workbook that is refreshed. */
  readonly document: NamedDocument;
}

/** What cells, a refresh and the pane do with editions. */
export interface WorkbookEditions extends EditionReader {
  /** Stores what a refresh answered. Never rejects. */
  readonly capture: (refreshed: readonly RefreshedFormula[], isWhole: boolean) => Promise<CaptureResult>;
  /** What the last refreshes of this workbook stored. */
  readonly earlierAnswers: () => Promise<ReadEarlier>;
  readonly all: Editions;
}

export const openEditions = (deps: WorkbookEditionsDeps): WorkbookEditions => {
  const { runtime, recalculation, answers, clock, crypto, locks, document } = deps;
  const shownFormulas = new ShownFormulas();
  const all = new Editions({
    account: () => storageNow(runtime.ofAccount),
    workbook: new WorkbookIdentity(document, crypto),
    timeZone: () => loadTimeZone(runtime.settings.get().timeZone),
    crypto,
    clock,
    exclusive: async (work) => await locks.request("spillway editions", work),
  });
  recalculation.follow("editions", all.changes);
  // The list of editions is kept for seconds. After a sign-out it would name deleted ones.
  const { state } = runtime.session;
  state.subscribe(() => (state.get().status === "signed-in" ? undefined : all.forget()));
  return {
    all,
    readResult: (...query) => all.readResult(...query),
    hashOf: async (address, query) => {
      const shown = answers.of(address).findLast((answer) => answer.query === query);
      return shown && all.hash(shown.result);
    },
    formulaAt: (address) => shownFormulas.at(address),
    capture: (refreshed, isWhole) => all.capture(refreshed.flatMap(renewedAnswers), isWhole),
    earlierAnswers: () => all.earlierAnswers(),
  };
};

/** An answer that stands was not given anew: the formula had other arguments then. */
const renewedAnswers = ({ address, before, after, error }: RefreshedFormula) =>
  error === undefined
    ? after.filter((answer) => !before.includes(answer)).map((answer) => ({ ...answer, address }))
    : [];

/** The storage of the account that is open now. What is asked of it after the account has left finds and leaves nothing. */
const storageNow = (
  ofAccount: Runtime["ofAccount"],
): { readonly account: string; readonly storage: KeyValueStorage } | undefined => {
  const account = ofAccount.tag();
  if (account === undefined) return undefined;
  const { storage } = ofAccount;
  const prefix = `of account ${account} `;
  const isOpen = (): boolean => ofAccount.tag() === account;
  return {
    account,
    storage: {
      get: async (key) => (isOpen() ? storage.get(prefix + key) : undefined),
      set: async (key, value) => isOpen() && (await storage.set(prefix + key, value)) !== false && isOpen(),
      delete: async (key) => (isOpen() ? storage.delete(prefix + key) : undefined),
      keys: async () => {
        const all = isOpen() ? await storage.keys() : [];
        return all.flatMap((key) => (key.startsWith(prefix) ? key.slice(prefix.length) : []));
      },
    },
  };
};

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
class WorkbookIdentity implements OpenWorkbook {
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
