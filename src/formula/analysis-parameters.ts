import { isoDay } from "../table/serial";
import { tell } from "../text/tell";
import { mostDocuments } from "./analysis";
import { readDate } from "./dates";
import { type Kind, raw, text, uuid, whole } from "./kind";
import { optional, required } from "./parameter";

/** The id of an analysis. */
export const instance = required("instance", uuid);

/** How many documents of an analysis: up to 500, there is no cursor; the pane fetches more, day by day. */
export const documentLimit = optional(
  "number",
  whole(1, mostDocuments, () => tell("allowed.documents", { most: mostDocuments })),
);

/** A name of an entity of the analysis. */
export const analysisEntity = optional("text", text);

/** One day of an analysis, as `yyyy-mm-dd`. */
const day: Kind<string> = {
  ...raw,
  allowed: () => tell("allowed.date"),
  read: (cells, scope) => isoDay(readDate(raw.read(cells, scope), scope).start),
};

/** Options of every function that downloads documents of an analysis. */
export const downloadOptions = { concept: text, date: day };
