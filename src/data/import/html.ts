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

/** Elements in elements. What reads them takes quadratic time for them. */
const deepest = 2_000;

/** Whether elements of the parsed page, whatever their names, stand deeper in each other than any page needs. */
const isTooDeep = (page: Page): boolean => {
  let depth = 0;
  let node: ParentNode | ChildNode | null = page;
  while (node !== null) {
    if (node.firstChild !== null) {
      depth += 1;
      if (depth > deepest) return true;
      node = node.firstChild;
      continue;
    }
    while (node?.nextSibling === null) {
      depth -= 1;
      node = node.parentNode;
    }
    node = node?.nextSibling ?? null;
  }
  return false;
};

/** Elements without an end. The parser itself takes quadratic time for elements in elements, whether pages mean them so or not. */
const mostOpen = 50_000;
const emptyElements: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);

const refuseOpen = (html: string): void => {
  const open = new Map<string, number>();
  let sum = 0;
  for (const [, slash, written = ""] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    const name = written.toLowerCase();
    const count = open.get(name) ?? 0;
    const step = slash === "" ? 1 : -1;
    if (emptyElements.has(name) || count + step < 0) continue;
    open.set(name, count + step);
    sum += step;
    if (sum > mostOpen) throw new Error(`more than ${mostOpen.toLocaleString("en")} of its elements have no end`);
  }
};

/** @throws Error if its elements are nested too deep */
const parsePage = (html: string): Page => {
  refuseOpen(html);
  const parsed = parseHTML(html).document;
  const root = parsed.documentElement as Element | null;
  // A piece without a page around it: its first element would be taken for the whole page.
  const document = root?.localName === "html" ? parsed : parseHTML(`<html><body>${html}</body></html>`).document;
  if (isTooDeep(document)) throw new Error(`its elements are more than ${deepest} levels deep`);
  return document;
};

/**
 * The text of a piece of HTML, as in feeds and ninjs.
 * @throws Error if its elements are nested too deep
 */
export const htmlText = (html: string): string => {
  if (!html.includes("<") && !html.includes("&")) return html.trim();
  const document = parsePage(`<html><body>${html}</body></html>`);
  return nodeText(document, document.body);
};

/**
 * Reads a page: its article where one can be told from the rest, all its text elsewhere.
 * @throws Error if its elements are nested too deep
 */
export const readArticle = (html: string): Article => {
  const document = parsePage(html);
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
  const whole = parsePage(html);
  const article = new Readability(document, { charThreshold: 200 }).parse();
  const text = article?.content ? htmlText(article.content) : nodeText(whole, whole.body);
  return { ...head, title: head.title || (article?.title ?? ""), text };
};
