// Days, and the serial numbers that Excel uses for dates.

export const millisecondsPerDay = 86_400_000;
export const secondsPerDay = 86_400;

/** Days between 1900-01-00 and 1904-01-01, the days 0 of the two date systems. */
export const daysBetweenDateSystems = 1_462;

/** The serial of 1970-01-01 in the 1900 date system. */
const unixEpoch = 25_569;

/** The serial of 9999-12-31, the last day that Excel knows. */
export const lastSerial = 2_958_465;

/** Excel counts 1900-02-29, a day that never was. This is its serial. */
const fictionalDay = 60;

/** The serial of a moment in milliseconds since 1970, exact to the millisecond. */
export const unixToSerial = (milliseconds: number, from1904: boolean): number => {
  const days = milliseconds / millisecondsPerDay + unixEpoch;
  if (from1904) return days - daysBetweenDateSystems;
  return days < fictionalDay + 1 ? days - 1 : days;
};

/** The moment of a serial in milliseconds since 1970, rounded to the millisecond. */
export const serialToUnix = (serial: number, from1904: boolean): number => {
  const days = from1904 ? serial + daysBetweenDateSystems : serial < fictionalDay ? serial + 1 : serial;
  return Math.round((days - unixEpoch) * millisecondsPerDay);
};
