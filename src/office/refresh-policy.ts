import type { Clock } from "../runtime/clock";
import type { Store } from "../runtime/store";
import type { WorkbookSettings } from "../runtime/workbook-settings";

const minute = 60_000;

/** Refreshes the whole workbook as its policy says: everything together, so that a model never mixes ages unseen. */
export const followPolicy = (
  settings: Store<WorkbookSettings>,
  { clock, refresh }: { readonly clock: Clock; readonly refresh: () => void },
): void => {
  let cancel: (() => void) | undefined;
  const plan = (): void => {
    cancel?.();
    const policy = settings.get().refresh;
    cancel = typeof policy === "object" ? clock.after(policy.everyMinutes * minute, again) : undefined;
  };
  const again = (): void => {
    refresh();
    plan();
  };
  settings.subscribe(plan);
  plan();
  if (settings.get().refresh === "on-open") refresh();
};
