import { normalizeAddress } from "../../../facts/sheet-names";
import { type Clock, createYieldToHost, sleep, toSteadyClock } from "../../../engine/clock";
import { AddinError } from "../../../engine/http/addin-error";
import type { RequestLog, RequestLogEntry } from "../../../engine/requests/request-log";
import type { Runtime } from "../../../engine/runtime";
import type { AsOfStore, WorkbookAsOf } from "../../../engine/state/workbook-as-of";
import type { KeyValueStorage } from "../../../engine/storage";
import type { ReadEarlier, RefreshedFormula } from "../../../formulas/changes/refresh-changes";
import type { EditionReader } from "../../../formulas/define/invocation";
import {
  checkEdition,
  compareEditions,
  type EditionComparison,
  type EditionSide,
  type FindCell,
  type FormulaCheck,
} from "../../../formulas/editions/compare-editions";
import type { Edition, EditionWorkbook, StoredAnswer } from "../../../formulas/editions/edition-store";
import { type CaptureResult, type CellAnswer, Editions, type OpenWorkbook } from "../../../formulas/editions/editions";
import { loadTimeZone } from "../../../formulas/table/calendar";
import { t } from "../../../i18n/t";
import { settingsPrefix } from "../document-settings";
import type { FormulaCells } from "../sheet/formula-cells";
import { ShownFormulas } from "../sheet/shown-formula";
import { fetches } from "../sheet/value-problems";
import type { LatestResults } from "./latest-results";
import type { Recalculation } from "./recalculation";

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

/** An edition, or what cells show now. */
export type EditionChoice = Edition | "now";

/** What showing the workbook as of an edition would do with its formulas. */
export interface AsOfPlan {
  readonly asOf: WorkbookAsOf;
  /** How many would show values of the edition. */
  readonly held: number;
  /** How many say themselves what they are as of, and keep it. */
  readonly own: number;
  /** Addresses of those that would show #N/A, because the edition does not answer them. */
  readonly missing: readonly string[];
  /** Addresses of those that were not calculated since the workbook was opened: nobody knows what they ask. */
  readonly unknown: readonly string[];
}

/** What proves an edition: the hash of all that it holds, and of the values of each formula. */
export interface EditionProof {
  readonly edition: Edition;
  readonly fingerprint: string;
  readonly formulas: readonly (StoredAnswer & {
    /** Undefined where the answer is not complete on this device. */
    readonly hash: string | undefined;
    readonly rows: number | undefined;
  })[];
}

/** An edition in a file, checked against one of this workbook. */
export interface FileCheck {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly isOwnAccount: boolean;
  readonly formulas: readonly FormulaCheck[];
}

interface EditionVerbsDeps {
  readonly asOf: AsOfStore;
  readonly editions: Pick<WorkbookEditions, "all" | "formulaAt">;
  readonly cells: Pick<FormulaCells, "find">;
  readonly recalculation: Pick<Recalculation, "calculateAll">;
  readonly requestLog: Pick<RequestLog, "entries">;
  readonly answers: Pick<LatestResults, "of">;
  readonly clock: Clock;
}

/** Calls of one formula begin within so many milliseconds. */
const oneCalculation = 1_000;
/** Milliseconds between two looks at formulas that are calculated, and after which they are not waited for. */
const lookInterval = 250;
const longestWait = 60_000;

/** Compares, shows, hands out and proves editions. Nothing here makes a call, save those of formulas that memory lacks when it sets back. */
export class EditionVerbs {
  readonly #deps: EditionVerbsDeps;
  readonly #all: Editions;
  #underWay: Promise<unknown> = Promise.resolve();

  constructor(deps: EditionVerbsDeps) {
    this.#deps = deps;
    this.#all = deps.editions.all;
  }

  /** What came, went and changed between two. */
  async compare(before: EditionChoice, after: EditionChoice): Promise<EditionComparison> {
    const formulas = await this.#formulas();
    const [one, other] = [await this.#side(before, formulas), await this.#side(after, formulas)];
    return compareEditions(one, other, await this.#findCell(formulas), createYieldToHost(this.#deps.clock));
  }

  /** Looks at all formulas and changes nothing. */
  async plan(edition: Edition): Promise<AsOfPlan> {
    const formulas = await this.#formulas();
    const inputs = formulas.flatMap(({ answers }) => answers.flatMap(({ input }) => input ?? []));
    const { asOf, isHeld } = await this.#all.preview(edition, inputs);
    const lacking = new Set(inputs.filter((_, place) => isHeld[place] !== true));
    const readable = formulas.filter(({ answers }) => answers.some(({ input }) => input !== undefined));
    const missing = readable.filter(({ answers }) =>
      answers.some(({ input }) => input !== undefined && lacking.has(input)),
    );
    return {
      asOf,
      held: readable.length - missing.length,
      own: formulas.filter(({ isOwn }) => isOwn).length,
      missing: missing.map(({ address }) => address),
      unknown: formulas.filter(({ isUnknown }) => isUnknown).map(({ address }) => address),
    };
  }

  /** Shows the workbook as of an edition; undefined: current values. @returns why Excel did not calculate some formulas. */
  show(asOf: WorkbookAsOf | undefined): Promise<readonly string[]> {
    return this.#calculateAfter(() => this.#deps.asOf.save(asOf));
  }

  /** One after the other: Excel would end a calculation that has begun. */
  #calculateAfter(change: () => void): Promise<readonly string[]> {
    const result = this.#underWay.then(() => {
      change();
      return this.#deps.recalculation.calculateAll();
    });
    this.#underWay = result.catch(() => undefined);
    return result;
  }

  /**
   * Does work, such as a copy, while the workbook shows an edition, and sets it back. A page that closes meanwhile leaves the setting of the
   * workbook as it was.
   * @throws AddinError where Excel does not calculate some formulas: they would have current values.
   */
  async showDuring<Value>(edition: Edition, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    const before = this.#deps.asOf.get();
    const { asOf } = await this.#all.preview(edition, []);
    const last = this.#deps.requestLog.entries.get().at(-1)?.id ?? 0;
    try {
      await this.#calculateAfter(() => this.#deps.asOf.set(asOf));
      await this.#calculated(last, signal);
      return await work();
    } finally {
      await this.#calculateAfter(() => this.#deps.asOf.set(before));
    }
  }

  /** The hashes of an edition. */
  async prove(edition: Edition): Promise<EditionProof> {
    const { answers } = this.#all.editionSide(edition);
    const { asOf } = await this.#all.preview(edition, []);
    const formulas: EditionProof["formulas"][number][] = [];
    for (const answer of edition.answers) {
      const result = await answers
        .get(answer.query)
        ?.load()
        .then(
          (each) => each.result,
          () => undefined,
        );
      const hash = result && (await this.#all.hash(result));
      formulas.push({ ...answer, hash, rows: result?.rowCount });
    }
    return { edition, fingerprint: asOf.fingerprint ?? "", formulas };
  }

  /** Checks the edition of a file, of which nothing is stored. @throws AddinError for a file that is damaged, altered or no edition. */
  async check(bytes: Uint8Array, mine: EditionChoice): Promise<FileCheck> {
    const file = await this.#all.readFile(bytes);
    const formulas = await this.#formulas();
    const [own, theirs] = [await this.#side(mine, formulas), this.#all.fileSide(file)];
    const checks = await checkEdition(own, theirs, await this.#findCell(formulas), (result) => this.#all.hash(result));
    return { name: file.name, at: file.at, isOwnAccount: file.isOwnAccount, formulas: checks };
  }

  async #side(choice: EditionChoice, formulas: readonly CellFormula[]): Promise<EditionSide> {
    if (choice !== "now") return this.#all.editionSide(choice);
    const side = await this.#all.cellSide(formulas.flatMap(({ answers }) => answers));
    return { ...side, unknown: formulas.filter(({ isUnknown }) => isUnknown).map(({ address }) => address) };
  }

  /** A formula that was not calculated since the workbook was opened stands where it stood, as far as anybody knows. */
  async #findCell(formulas: readonly CellFormula[]): Promise<FindCell> {
    const { answers } = await this.#all.cellSide(formulas.flatMap((formula) => formula.answers));
    const unknown = new Set(
      formulas.filter(({ isUnknown }) => isUnknown).map(({ address }) => normalizeAddress(address)),
    );
    return (query, address) =>
      answers.get(query)?.address ?? (unknown.has(normalizeAddress(address)) ? address : undefined);
  }

  async #formulas(): Promise<readonly CellFormula[]> {
    const latest = this.#latestEntries();
    return (await this.#deps.cells.find("workbook")).map((address): CellFormula => {
      const entries = latest.get(normalizeAddress(address)) ?? [];
      const isOwn = /\basof\b/i.test(entries.at(-1)?.query ?? "");
      const all = isOwn ? [] : this.#deps.answers.of(address);
      const current = all.filter((answer) => entries.some(({ query }) => query === answer.query));
      // The log forgets: of each function the last then.
      const answers = current.length > 0 ? current : [...new Map(all.map((each) => [each.function, each])).values()];
      const isQuery = entries.some(({ what }) => what.startsWith("QUERY."));
      const isUnknown = !isOwn && answers.length === 0 && !isQuery;
      return { address, isOwn, isUnknown, answers: answers.map((answer) => ({ ...answer, address })) };
    });
  }

  /** By cell, the calls of its last calculation: a formula may have several functions. `after`: an id that older ones do not exceed. */
  #latestEntries(after = -1): ReadonlyMap<string, readonly RequestLogEntry[]> {
    const latest = new Map<string, readonly RequestLogEntry[]>();
    for (const entry of this.#deps.requestLog.entries.get()) {
      if (entry.address === undefined || entry.id <= after) continue;
      const place = normalizeAddress(entry.address);
      const together = (latest.get(place) ?? []).filter(
        ({ startedAt }) => entry.startedAt - startedAt < oneCalculation,
      );
      latest.set(place, [...together, entry]);
    }
    return latest;
  }

  /** Resolves when all formulas show the edition that the workbook is set to. `last`: the last entry of the log before. */
  async #calculated(last: number, signal: AbortSignal): Promise<void> {
    const clock = toSteadyClock(this.#deps.clock);
    const begun = clock.now();
    const addresses = await this.#deps.cells.find("workbook");
    for (;;) {
      signal.throwIfAborted();
      const latest = this.#latestEntries(last);
      const open: string[] = [];
      for (const address of addresses) {
        const entries = latest.get(normalizeAddress(address)) ?? [];
        if (entries.length > 0 && entries.every(isOfEdition)) continue;
        const formula = await this.#deps.editions.formulaAt(address);
        if (entries.length > 0 || fetches(formula?.formulas[0] ?? "")) open.push(address);
      }
      if (open.length === 0) return;
      if (clock.now() - begun >= longestWait)
        throw new AddinError("unexpected", t("editions.notCalculated", { cells: open.slice(0, 3).join(", ") }));
      await sleep(clock, lookInterval);
    }
  }
}

/** Functions that read nothing of the service are not answered from editions. */
const isOfEdition = ({ status, source, error, requests, what }: RequestLogEntry): boolean =>
  status !== "running" &&
  (source === "edition" ||
    error !== undefined ||
    (source === undefined && requests === 0) ||
    what.startsWith("QUERY."));

interface CellFormula {
  readonly address: string;
  /** It says itself what it is as of. */
  readonly isOwn: boolean;
  readonly isUnknown: boolean;
  readonly answers: readonly CellAnswer[];
}
