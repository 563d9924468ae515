import type { Inquiry } from "./inquiry";
import type { Reading } from "./reading";
import { untilAborted } from "./until-aborted";
import { idOf, recordsPerPart, type Walk } from "./walk";
import type { WireRecord } from "./wire-record";

/** The device, as the records of one listing are parked there. */
export interface ParkingDoors {
  /** Writes a part and answers its name; undefined where the device refuses or the account has left. */
  readonly write: (
    part: { readonly at: number; readonly name: string },
    records: unknown,
  ) => Promise<string | undefined>;
  readonly read: (part: string) => Promise<unknown>;
}

/** Who reads a walk, and how far. */
export interface ParkedReader {
  readonly reading: Reading;
  readonly walk: Walk;
  readonly inquiry: Inquiry;
}

/** So many stay: a page that just came is taken by those who wait for it. */
const mostInPage = 1_000;

// A walk is parked by one at a time, and not at all where the device refused.
const underWay = new WeakMap<Walk, Promise<void>>();
const refused = new WeakSet<Walk>();

/** Records of walks that are too long for memory: they go to the device part by part while the walk goes on, and are read again part by part. */
export class ParkedRecords {
  readonly #doors: ParkingDoors;

  constructor(doors: ParkingDoors) {
    this.#doors = doors;
  }

  /** Writes the records of walks to the device, all but the last ones, and lets them go; where the device refuses they stay. */
  async park(walks: readonly Walk[]): Promise<void> {
    for (const walk of walks) await this.#parkOne(walk);
  }

  #parkOne(walk: Walk): Promise<void> {
    const parking = underWay.get(walk) ?? this.#park(walk).finally(() => underWay.delete(walk));
    underWay.set(walk, parking);
    return parking;
  }

  async #park(walk: Walk): Promise<void> {
    while (walk.records.length >= recordsPerPart + mostInPage && !refused.has(walk)) {
      const { at, fields, parked = [] } = walk;
      const records = walk.records.slice(0, recordsPerPart);
      const part = await this.#doors.write({ at, name: `${fields.join()} ${parked.length}` }, records);
      if (part === undefined) refused.add(walk);
      else {
        // Whoever writes or reads the walk as it was goes on with the lists it has.
        walk.parked = [...parked, part];
        // Roughly: weighing them again would take as long as copying them.
        walk.bytes *= 1 - recordsPerPart / walk.records.length;
        walk.records = walk.records.slice(recordsPerPart);
      }
    }
  }

  /** Lets a reader take all that is parked and was not read yet, part by part; false: the device lost a part. */
  async fill({ reading, walk, inquiry }: ParkedReader): Promise<boolean> {
    while (!reading.take(walk) && reading.behind(walk)) {
      await reading.more();
      const number = Math.floor(reading.at / recordsPerPart);
      const records = await untilAborted(this.#part(walk.parked?.[number]), inquiry);
      if (records === undefined) return false;
      reading.takeFrom(records, number * recordsPerPart);
      inquiry.trace.progressed();
    }
    return true;
  }

  /** The ids of the records that are parked. */
  async ids({ parked = [] }: Walk): Promise<readonly unknown[]> {
    const ids: unknown[] = [];
    for (const part of parked) for (const record of (await this.#part(part)) ?? []) ids.push(idOf(record));
    return ids;
  }

  async #part(part: string | undefined): Promise<readonly WireRecord[] | undefined> {
    const read = part === undefined ? undefined : await this.#doors.read(part);
    return Array.isArray(read) && read.length === recordsPerPart ? (read as readonly WireRecord[]) : undefined;
  }
}
