import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";

/** A page's own text and what its head says. */
export interface Article {
  readonly title: string;
  readonly text: string;
  readonly url: string;
  /** As the page writes it; empty if it says none. */
  readonly date: string;
  readonly language: string;
}

const blocks = "address,article,blockquote,br,dd,div,dl,dt,figcaption,h1,h2,h3,h4,h5,h6,hr,li,p,pre,section,table,tr";

type Page = ReturnType<typeof parseHTML>["document"];

const nodeText = (document: Page, root: Element): string => {
  for (const each of root.querySelectorAll("script,style,noscript,template,svg")) each.remove();
  for (const each of root.querySelectorAll(blocks)) each.after(document.createTextNode("\n"));
  return root.textContent
    .replace(/[ \t\r\f\v\u00a0]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{2,}/g, "\n")
    .trim();
};

/** Elements in elements. The parsers take quadratic time for them. */
const deepest = 2_000;

/** Whether elements that must be closed stand deeper in each other than any page needs. */
const isTooDeep = (html: string): boolean => {
  let depth = 0;
  for (const [, slash] of html.matchAll(/<(\/)?(?:div|span|section|article|table|ul|ol|b|i|em|font)\b/gi)) {
    depth += slash === undefined ? 1 : -1;
    if (depth > deepest) return true;
  }
  return false;
};

const refuseDeep = (html: string): void => {
  if (isTooDeep(html)) throw new Error(`its elements are more than ${deepest} levels deep`);
};

/**
 * The text of a piece of HTML, as in feeds and ninjs.
 * @throws Error if its elements are nested too deep
 */
export const htmlText = (html: string): string => {
  if (!html.includes("<") && !html.includes("&")) return html.trim();
  refuseDeep(html);
  const { document } = parseHTML(`<html><body>${html}</body></html>`);
  return nodeText(document, document.body);
};

/**
 * Reads a page: its article where one can be told from the rest, all its text elsewhere.
 * @throws Error if its elements are nested too deep
 */
export const readArticle = (html: string): Article => {
  refuseDeep(html);
  const { document } = parseHTML(html);
  const attribute = (selector: string, name: string): string =>
    document.querySelector(selector)?.getAttribute(name)?.trim() ?? "";
  const meta = (...names: readonly string[]): string =>
    names
      .map((name) => attribute(`meta[property="${name}"],meta[name="${name}"],meta[itemprop="${name}"]`, "content"))
      .find((value) => value !== "") ?? "";
  const head = {
    title: meta("og:title") || (document.querySelector("title")?.textContent.trim() ?? ""),
    url: attribute('link[rel="canonical"]', "href") || meta("og:url"),
    date:
      meta("article:published_time", "datePublished", "date", "dc.date", "DC.date.issued", "pubdate") ||
      attribute("time[datetime]", "datetime"),
    language: document.documentElement.getAttribute("lang") ?? "",
  };
  const whole = parseHTML(html).document;
  const article = new Readability(document, { charThreshold: 200 }).parse();
  const text = article?.content ? htmlText(article.content) : nodeText(whole, whole.body);
  return { ...head, title: head.title || (article?.title ?? ""), text };
};
