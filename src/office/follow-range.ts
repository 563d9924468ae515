import { plainAddress } from "./addresses";
import { movedAddress } from "./moved-address";
import { runExcel } from "./run-excel";
import { isMove } from "./watch-structure";

type Follower = (event: Excel.WorksheetChangedEventArgs) => Promise<void>;

const followers = new Set<Follower>();
let watching = false;

/** Tells where a range stands after rows, columns or cells moved, undefined when it is gone; the answer ends it. */
export const followRange = (address: string, moved: (address: string | undefined) => void): (() => void) => {
  const split = address.lastIndexOf("!");
  const sheet = address.slice(0, split);
  let place: string | undefined = address.slice(split + 1);
  const follower: Follower = async (event) => {
    if (place === undefined || !isMove(event)) return;
    const now = movedAddress(place, event);
    if (now === place || !(await isOn(sheet, event.worksheetId))) return;
    place = now;
    if (followers.has(follower)) moved(now === undefined ? undefined : `${sheet}!${now}`);
  };
  followers.add(follower);
  if (!watching) void watch();
  return () => void followers.delete(follower);
};

/** One handler for all: each costs Excel a call per edit. */
const watch = async (): Promise<void> => {
  watching = true;
  await runExcel(async (context) => {
    context.workbook.worksheets.onChanged.add(async (event) => {
      for (const follower of [...followers]) await follower(event);
    });
    await context.sync();
  });
};

const isOn = (sheet: string, id: string): Promise<boolean> =>
  runExcel(async (context) => {
    const changed = context.workbook.worksheets.getItem(id).load({ name: true });
    await context.sync();
    return plainAddress(`${sheet}!A1`) === `${changed.name}!A1`;
  });
