import { useEffect, useState } from "react";
import type { Edition } from "../../../formulas/editions/edition-store";
import type { EditionUsage } from "../../../formulas/editions/editions";
import { currentLocale, t } from "../../../i18n/t";
import type { EditionChoice } from "../../excel/refresh/workbook-editions";
import type { PaneEditions } from "../pane-deps";
import { usePane } from "./pane-state";
import { useStore } from "./use-store";

/** What this device has of the account that is open. */
export interface EditionsNow {
  readonly all: PaneEditions;
  /** Those of the workbook, the newest first. */
  readonly list: readonly Edition[];
  /** The last one of an earlier session. */
  readonly ofEarlierSession: Edition | undefined;
  /** Those of all workbooks, the newest first. */
  readonly ofAccount: readonly Edition[];
  /** How many this file has at another place. */
  readonly elsewhere: number;
  readonly usage: EditionUsage;
}

/** The editions, read again whenever they change: undefined until they are read, `failed` where they cannot be. */
export const useEditions = (): EditionsNow | "failed" | undefined => {
  const { deps, runtime } = usePane();
  const { status } = useStore(runtime.session.state);
  const [now, setNow] = useState<EditionsNow | "failed">();
  useEffect(() => {
    let isShown = true;
    let stop: (() => void) | undefined;
    const show = (next: EditionsNow | "failed"): void => (isShown ? setNow(next) : undefined);
    const read = async (all: PaneEditions): Promise<void> => {
      const [list, ofEarlierSession, ofAccount, elsewhere, usage] = await Promise.all([
        all.list(),
        all.lastOfEarlierSession(),
        all.listAll(),
        all.listElsewhere(),
        all.usage(),
      ]);
      show({ all, list, ofEarlierSession, ofAccount, elsewhere: elsewhere.length, usage });
    };
    const failed = (): void => show("failed");
    void deps.editions.load().then((all) => {
      if (isShown) stop = all.changes.subscribe(() => void read(all).catch(failed));
      return read(all);
    }, failed);
    return () => {
      isShown = false;
      stop?.();
    };
  }, [deps, status]);
  return now;
};

/** To the second: there may be several refreshes in a minute. */
const formatMoment = (at: number): string =>
  new Date(at).toLocaleString(currentLocale(), { dateStyle: "medium", timeStyle: "medium" });

/** The name of an edition, or its moment. */
export const editionTitle = (choice: EditionChoice): string =>
  choice === "now" ? t("editions.now") : (choice.name ?? formatMoment(choice.at));

/** What a workbook is set to, as a text: a name, a day, or the moment of an edition without a name. */
export const asOfTitle = (asof: string): string =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(asof) ? formatMoment(Date.parse(asof)) : asof;

export const choiceId = (choice: EditionChoice): string => (choice === "now" ? choice : choice.id);
