/** A document that a rule scored for a company. */
export interface EventDocument {
  readonly id: string;
  readonly company: string;
  readonly subCategory: string;
  /** ISO 8601. */
  readonly time: string;
}

/** Documents of one company about one topic, none later than the gap after the one before. */
export interface EventGroup {
  readonly company: string;
  readonly subCategory: string;
  /** In the order of time. */
  readonly documents: readonly string[];
  readonly start: string;
  readonly last: string;
}

const day = 24 * 60 * 60 * 1_000;
/** An event ends when nothing was written about it for this long. */
const longestGap = 14 * day;

/** Groups documents into events, the earliest first. */
export const groupEvents = (documents: readonly EventDocument[]): readonly EventGroup[] => {
  const sorted = [...documents].sort((one, other) => Date.parse(one.time) - Date.parse(other.time));
  const open = new Map<
    string,
    { company: string; subCategory: string; documents: string[]; start: string; last: string }
  >();
  const events: EventGroup[] = [];
  for (const { id, company, subCategory, time } of sorted) {
    const key = `${company} ${subCategory}`;
    const event = open.get(key);
    if (event !== undefined && Date.parse(time) - Date.parse(event.last) <= longestGap) {
      event.documents.push(id);
      event.last = time;
      continue;
    }
    const next = { company, subCategory, documents: [id], start: time, last: time };
    open.set(key, next);
    events.push(next);
  }
  return events;
};
