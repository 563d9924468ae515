import { readFile } from "node:fs/promises";
import { isObject } from "../../src/facts/json";
import type { Faults } from "../../src/service/local/faults";
import { signIn, type Stage } from "../../test/e2e/stage";
import type { WorkbenchPage } from "../../test/e2e/workbench/page";
import { until } from "../../test/support/until";
import { makeClockSettable, setClock } from "./settable-clock";

/** One round of a recorded run: what the service does, by how much the clock is off, and the formulas that are entered over earlier ones. */
interface RecordedRound {
  readonly round: number;
  readonly fault: Faults;
  /** Milliseconds. The clock is set back when the round ends. */
  readonly clockJump: number;
  readonly cells: Readonly<Record<string, string>>;
  /** Milliseconds until the faults end. */
  readonly waitMs: number;
  readonly recalculate?: "full";
}

/** Seconds. */
const patience = { settle: 4, heal: 90 };

/** @throws Error where the file holds no recorded run. */
export const readRecordedRun = async (file: string): Promise<readonly RecordedRound[]> => {
  const recorded = JSON.parse(await readFile(file, "utf8")) as unknown;
  const rounds = isObject(recorded) ? recorded["rounds"] : undefined;
  if (!Array.isArray(rounds)) throw new Error(`${file} holds no recorded run: "rounds" is missing.`);
  return rounds as readonly RecordedRound[];
};

interface Cell {
  readonly address: string;
  readonly value: unknown;
  readonly sentence: string | undefined;
}

/** Every formula of the run, the last one of each cell. */
const readCells = async (workbench: WorkbenchPage, addresses: readonly string[]): Promise<readonly Cell[]> => {
  const cells: Cell[] = [];
  for (const address of addresses) {
    const { value, error } = await workbench.cell(address);
    cells.push({ address, value, sentence: error?.message });
  }
  return cells;
};

const isBusy = ({ value }: Cell): boolean => value === "#BUSY!";
const isError = ({ value }: Cell): boolean => typeof value === "string" && value.startsWith("#");

/** Plays a recorded run on the built add-in. Returns what was wrong, as sentences. */
export const replayRun = async (stage: Stage, rounds: readonly RecordedRound[]): Promise<readonly string[]> => {
  const workbench = await stage.open("?fresh", { initScript: makeClockSettable });
  await signIn(workbench);
  const wrong: string[] = [];
  let cells: readonly Cell[] = [];
  const addresses = [...new Set(rounds.flatMap((round) => Object.keys(round.cells)))];
  const calm = async (seconds: number): Promise<boolean> => {
    const read = async (): Promise<boolean> => {
      cells = await readCells(workbench, addresses);
      return !cells.some(isBusy);
    };
    return until("no cell is busy", read, seconds).then(
      () => true,
      () => false,
    );
  };
  for (const { round, fault, clockJump, cells: formulas, waitMs, recalculate } of rounds) {
    await stage.faults({});
    await stage.faults(fault);
    await setClock(workbench.page, clockJump);
    await workbench.call("enterCells", formulas);
    await workbench.page.waitForTimeout(waitMs);
    if (recalculate !== undefined) await workbench.call("recalculate", recalculate);
    await calm(patience.settle);
    await stage.faults({});
    await setClock(workbench.page, -clockJump);
    let isCalm = await calm(patience.heal);
    if (cells.some(isError)) {
      await workbench.call("recalculate", "full");
      isCalm = await calm(patience.heal);
    }
    const busy = cells.filter(isBusy).map(({ address }) => address);
    console.log(`round ${round}: ${isCalm ? "calm" : `busy: ${busy.join(", ")}`}`);
    if (!isCalm) wrong.push(`round ${round}: ${busy.join(", ")} stay #BUSY!`);
  }
  const last = Object.assign({}, ...rounds.map((round) => round.cells)) as Readonly<Record<string, string>>;
  for (const { address, value, sentence } of cells.filter(isError))
    if (!/no access|not found|No rows|404|402|403/i.test(sentence ?? ""))
      wrong.push(`${address} ${last[address] ?? ""} shows ${String(value)} ${sentence ?? ""}`);
  await workbench.leave();
  return wrong;
};
