const millisecondsPerDay = 86_400_000;
/** Excel's day 25569 is 1970-01-01; its days before March 1900 are off by one and no date of the service is that old. */
const unixEpoch = 25_569;

/** The Excel date serial of a moment, exact to the millisecond. */
export const toSerial = (milliseconds: number): number => milliseconds / millisecondsPerDay + unixEpoch;

/** The moment of an Excel date serial in ms since 1970, rounded to the millisecond it was made from. */
export const fromSerial = (serial: number): number => Math.round((serial - unixEpoch) * millisecondsPerDay);

const iso = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * The moment of an ISO 8601 date or date-time in ms since 1970, undefined for any other text; without an offset it is UTC,
 * because the service's days are. February 30 is no date.
 */
export const parseIso = (text: string): number | undefined => {
  if (!iso.test(text)) return undefined;
  const upper = text.replace(" ", "T").toUpperCase();
  const time = upper.slice(10);
  const zoned = time === "" || /(?:Z|[+-]\d{2}:?\d{2})$/.test(time) ? upper : `${upper}Z`;
  const parsed = Date.parse(zoned);
  if (Number.isNaN(parsed)) return undefined;
  const day = Date.parse(upper.slice(0, 10));
  return new Date(day).toISOString().startsWith(upper.slice(0, 10)) ? parsed : undefined;
};

/** `yyyy-mm-dd` of a moment, UTC. */
export const isoDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);
