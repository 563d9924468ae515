import { type Area } from "./addresses";
import type { Book } from "./book";
import { definedNames } from "./defined-names";
import type { LinkContent } from "./sheet-links";

/** As long as the addresses that Excel follows. */
const longestLinkAddress = 2_083;

/** What following a link does. Whatever is neither a page, a mail nor a place of this workbook is shown and never opened. */
export type LinkTarget =
  | { readonly kind: "web" | "mail"; readonly url: string }
  | { readonly kind: "place"; readonly place: string }
  | { readonly kind: "refused"; readonly reason: "scheme" | "length"; readonly text: string };

/** What following a link does, whoever wrote it. */
export const toLinkTarget = ({ address = "", place = "" }: LinkContent): LinkTarget => {
  if (address === "" || address.startsWith("#"))
    return { kind: "place", place: address === "" ? place : address.slice(1) };
  const text = place === "" ? address : `${address}#${place}`;
  if (text.length > longestLinkAddress) return { kind: "refused", reason: "length", text };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.hostname !== "") return { kind: "web", url: url.href };
  if (url?.protocol === "mailto:") return { kind: "mail", url: url.href };
  return { kind: "refused", reason: "scheme", text };
};

/** What is said about a link: where it leads to. */
export const linkText = ({ address, place }: LinkContent): string =>
  address === undefined ? (place ?? "") : place === undefined ? address : `${address}#${place}`;

/** A typed address as a link has it; undefined if nothing could follow it. */
export const toWebAddress = (typed: string): string | undefined => {
  const text = typed.trim();
  const whole = /^[^\s@:/]+@[^\s@:/.]+(?:\.[^\s@:/.]+)+$/.test(text)
    ? `mailto:${text}`
    : /^www\./i.test(text)
      ? `https://${text}`
      : text;
  const { kind } = toLinkTarget({ address: whole });
  if (kind === "mail" && !/^mailto:[^\s@]+@[^\s@]+/i.test(whole)) return undefined;
  return (kind === "web" || kind === "mail") && !/\s/.test(whole) ? whole : undefined;
};

/** The cells of a place: an address, or a name of the workbook; undefined if there is none. */
export const findPlace = (book: Book, place: string): Area | undefined => {
  const name = place.replace(/^=/, "").trim();
  const definedName = definedNames(book).find((one) => one.name.toLowerCase() === name.toLowerCase());
  try {
    return book.area(definedName?.formula ?? name);
  } catch {
    return undefined;
  }
};
