import { longestCellText } from "../../facts/excel-limits";
import { singleCell } from "../../facts/addresses";
import { type Area } from "../univer/addresses";
import type { LinkContent } from "../univer/sheet-links";
import { invalidArgument } from "./errors";
import type { RequestContext } from "./object-model";
import { requireWritable } from "./range-actions";

/** Excel's limit of a screen tip. */
const longestTip = 255;
const members = ["address", "documentReference", "screenTip", "textToDisplay"] as const;

type Hyperlink = Partial<Record<(typeof members)[number], string>>;

interface Placed {
  readonly area: Area;
  readonly context: RequestContext;
}

/** `Range.hyperlink`; null if not all cells have the same one. */
export const readHyperlink = ({ area, context }: Placed): Hyperlink | null => {
  const { book } = context.host;
  const link = book.links.within(book.clip(area));
  if (link === undefined) return null;
  const { address, place, tip } = link;
  const text = book.text({ ...area, ...singleCell(area.startRow, area.startColumn) })[0]?.[0] ?? "";
  return {
    ...(address !== undefined && { address }),
    ...(place !== undefined && { documentReference: place }),
    ...(tip !== undefined && { screenTip: tip }),
    textToDisplay: text,
  };
};

/** Sets `Range.hyperlink`. @throws InvalidArgument if it leads nowhere */
export const setHyperlink = (range: Placed, given: unknown): void => {
  requireWritable(range);
  const { book } = range.context.host;
  const { textToDisplay, ...link } = readGiven(given);
  book.links.put(book.clip(range.area), linkOf(link), textToDisplay);
};

const readGiven = (given: unknown): Hyperlink => {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw invalidArgument("hyperlink must be an object with an address or a documentReference");
  const texts = Object.entries(given).filter(([, text]) => text !== undefined && text !== null);
  for (const [name, text] of texts) {
    if (!(members as readonly string[]).includes(name)) throw invalidArgument(`hyperlink has no member ${name}`);
    const most = name === "screenTip" ? longestTip : longestCellText;
    if (typeof text !== "string" || text.length > most)
      throw invalidArgument(`${name} must be a text of up to ${most} characters`);
  }
  return Object.fromEntries(texts);
};

const linkOf = ({ address = "", documentReference = "", screenTip = "" }: Hyperlink): LinkContent => {
  if (address === "" && documentReference === "")
    throw invalidArgument("hyperlink needs an address or a documentReference");
  return {
    ...(address !== "" && { address }),
    ...(documentReference !== "" && { place: documentReference.replace(/^#/, "") }),
    ...(screenTip !== "" && { tip: screenTip }),
  };
};
