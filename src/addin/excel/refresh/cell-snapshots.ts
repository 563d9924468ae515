import type { Clock } from "../../../engine/clock";
import type { Runtime } from "../../../engine/runtime";
import type { KeyValueStorage } from "../../../engine/storage";
import type { ReadEarlier, RefreshedFormula } from "../../../formulas/changes/refresh-changes";
import type { SnapshotReader } from "../../../formulas/define/invocation";
import { loadTimeZone } from "../../../formulas/table/calendar";
import { type CaptureResult, Snapshots } from "../../../formulas/snapshots/snapshots";
import { ShownFormulas } from "../sheet/shown-formula";
import { type NamedDocument, WorkbookIdentity } from "./workbook-identity";
import type { Recalculation } from "./recalculation";
import type { LatestResults } from "./latest-results";

interface WorkbookSnapshotsDeps {
  readonly runtime: Pick<Runtime, "ofAccount" | "session" | "settings">;
  readonly recalculation: Pick<Recalculation, "follow">;
  /** The answers that cells show. */
  readonly answers: Pick<LatestResults, "of">;
  readonly clock: Clock;
  readonly crypto: Pick<Crypto, "subtle" | "getRandomValues">;
  /** Two windows of Excel share the snapshots of the device. */
  readonly locks: Pick<LockManager, "request">;
  /** The workbook that is refreshed. */
  readonly document: NamedDocument;
}

/** What cells, a refresh and the pane do with snapshots. */
export interface WorkbookSnapshots extends SnapshotReader {
  /** Stores what a refresh answered. Never rejects. */
  readonly capture: (refreshed: readonly RefreshedFormula[]) => Promise<CaptureResult>;
  /** What the last refreshes of this workbook stored. */
  readonly earlierAnswers: () => Promise<ReadEarlier>;
  readonly all: Snapshots;
}

export const openSnapshots = (deps: WorkbookSnapshotsDeps): WorkbookSnapshots => {
  const { runtime, recalculation, answers, clock, crypto, locks, document } = deps;
  const shownFormulas = new ShownFormulas();
  const workbook = new WorkbookIdentity(document, crypto);
  const all = new Snapshots({
    account: () => storageNow(runtime.ofAccount),
    timeZone: () => loadTimeZone(runtime.settings.get().timeZone),
    crypto,
    clock,
    exclusive: async (work) => await locks.request("spillway snapshots", work),
  });
  recalculation.follow("snapshots", all.changes);
  // The list of snapshots is kept for seconds. After a sign-out it would name deleted ones.
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
    capture: async (refreshed) => {
      const renewed = refreshed.flatMap(renewedAnswers);
      return all.capture(renewed, renewed.length === 0 ? undefined : await workbook.current());
    },
    earlierAnswers: async () => all.earlierAnswers(await workbook.names()),
  };
};

/** An answer that stands was not given anew: the formula had other arguments then. */
const renewedAnswers = ({ before, after, error }: RefreshedFormula) =>
  error === undefined ? after.filter((answer) => !before.includes(answer)) : [];

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
