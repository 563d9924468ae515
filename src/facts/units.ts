// Units of length in Excel and in its files.

/** At 96 pixels and 72 points to the inch. */
export const pointsPerPixel = 0.75;

/** English Metric Units, in which drawings of a file are placed. */
export const emuPerPixel = 9_525;
