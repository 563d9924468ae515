import { useEffect, useState } from "react";
import type { SnapshotGroup, SnapshotUsage } from "../../../../formulas/snapshots/snapshots";
import type { PaneSnapshots } from "../../pane-deps";
import { usePane } from "../../state/pane-state";
import { useStore } from "../../state/use-store";

/** What this device has of the account that is open. */
export interface SnapshotsNow {
  readonly all: PaneSnapshots;
  /** The newest first. */
  readonly groups: readonly SnapshotGroup[];
  readonly usage: SnapshotUsage;
}

/** The snapshots, read again whenever they change: undefined until they are read, `failed` where they cannot be. */
export const useSnapshots = (): SnapshotsNow | "failed" | undefined => {
  const { deps, runtime } = usePane();
  const { status } = useStore(runtime.session.state);
  const [now, setNow] = useState<SnapshotsNow | "failed">();
  useEffect(() => {
    let isShown = true;
    let stop: (() => void) | undefined;
    const show = (next: SnapshotsNow | "failed"): void => (isShown ? setNow(next) : undefined);
    const read = async (all: PaneSnapshots): Promise<void> => {
      const [groups, usage] = await Promise.all([all.groups(), all.usage()]);
      show({ all, groups, usage });
    };
    const failed = (): void => show("failed");
    void deps.snapshots.load().then((all) => {
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

/** The name of a group, or its day. */
export const snapshotTitle = ({ name, day }: Pick<SnapshotGroup, "name" | "day">): string => name ?? day;
