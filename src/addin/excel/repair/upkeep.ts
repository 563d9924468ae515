import type { KeyValueStorage } from "../../../engine/storage";
import { onChangeByOthers, RefreshLease } from "../refresh/refresh-lease";
import { Repair, type RepairDeps } from "./repair";
import { onStructuralChange } from "../sheet/structural-changes";
import { followRenamedSheets, type RenamedSheetsDeps } from "./renamed-sheets";

/** What looks after the cells of the workbook while the add-in runs. */
export interface Upkeep {
  readonly repair: Repair;
  readonly lease: RefreshLease;
}

type UpkeepDeps = RepairDeps &
  RenamedSheetsDeps & {
    /** Calls when another account is signed in, or none. */
    readonly accounts: { readonly subscribe: (listener: () => void) => unknown };
    /**
     * What the device has of the other way to sign in, at the service or at a team's gateway. A firm may begin with a
     * gateway, or end it: what people signed in with before must not stay.
     */
    readonly left: Pick<KeyValueStorage, "keys" | "delete">;
  };

/** Starts it. Cells that wait for an earlier run of the add-in would stay `#BUSY!` for ever: they are looked for at once. */
export const startUpkeep = ({ accounts, left, ...deps }: UpkeepDeps): Upkeep => {
  void deleteAll(left).catch(() => undefined);
  const repair = new Repair(deps);
  void onStructuralChange(() => {
    if (repair.unseen.clear()) repair.moved();
  });
  followRenamedSheets(deps).catch(() => undefined);
  accounts.subscribe(() => repair.unseen.clear());
  void repair.scanAtStart();
  let isShared = false;
  // Hosts without events know nobody else.
  onChangeByOthers(() => (isShared = true)).catch(() => undefined);
  const lease = new RefreshLease(
    // An id of this run of the add-in, and no secret.
    deps.clock.random().toString(36).slice(2),
    () => deps.clock.now(),
    () => isShared,
  );
  return { repair, lease };
};

const deleteAll = async (storage: UpkeepDeps["left"]): Promise<void> => {
  for (const key of await storage.keys()) await storage.delete(key);
};
