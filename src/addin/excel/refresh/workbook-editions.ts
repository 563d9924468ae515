import type { Clock } from "../../../engine/clock";
import type { Runtime } from "../../../engine/runtime";
import type { KeyValueStorage } from "../../../engine/storage";
import type { ReadEarlier, RefreshedFormula } from "../../../formulas/changes/refresh-changes";
import type { EditionReader } from "../../../formulas/define/invocation";
import { loadTimeZone } from "../../../formulas/table/calendar";
import { type CaptureResult, Editions } from "../../../formulas/editions/editions";
import { ShownFormulas } from "../sheet/shown-formula";
import { type NamedDocument, WorkbookIdentity } from "./workbook-identity";
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
