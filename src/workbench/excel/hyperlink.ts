import { longestCellText, longestScreenTip } from "../../facts/excel-limits";
import { singleCell } from "../../facts/addresses";
import { type Area } from "../univer/addresses";
import type { LinkContent } from "../univer/sheet-links";
import { invalidArgument } from "./errors";
import type { RequestContext } from "./object-model";
import { requireWritable } from "./range-actions";

/** Excel's limit of a screen tip. */
const linkMembers = ["address", "documentReference", "screenTip", "textToDisplay"] as const;

type Hyperlink = Partial<Record<(typeof linkMembers)[number], string>>;

interface RangePlace {
  readonly area: Area;
  readonly context: RequestContext;
}

/** `Range.hyperlink`; null if not all cells have the same one. */
export const readHyperlink = ({ area, context }: RangePlace): Hyperlink | null => {
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
export const setHyperlink = (range: RangePlace, value: unknown): void => {
  requireWritable(range);
  const { book } = range.context.host;
  const { textToDisplay, ...link } = checkHyperlink(value);
  book.links.put(book.clip(range.area), toLinkContent(link), textToDisplay);
};

const checkHyperlink = (value: unknown): Hyperlink => {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidArgument("hyperlink must be an object with an address or a documentReference");
  const texts = Object.entries(value).filter(([, text]) => text !== undefined && text !== null);
  for (const [name, text] of texts) {
    if (!(linkMembers as readonly string[]).includes(name)) throw invalidArgument(`hyperlink has no member ${name}`);
    const most = name === "screenTip" ? longestScreenTip : longestCellText;
    if (typeof text !== "string" || text.length > most)
      throw invalidArgument(`${name} must be a text of up to ${most} characters`);
  }
  return Object.fromEntries(texts);
};

const toLinkContent = ({ address = "", documentReference = "", screenTip = "" }: Hyperlink): LinkContent => {
  if (address === "" && documentReference === "")
    throw invalidArgument("hyperlink needs an address or a documentReference");
  return {
    ...(address !== "" && { address }),
    ...(documentReference !== "" && { place: documentReference.replace(/^#/, "") }),
    ...(screenTip !== "" && { tip: screenTip }),
  };
};
