import { OoxmlError } from "./ooxml-error";
import { element, escapeText, mainNamespace, scanXml } from "./xml";

const mostStrings = 1_000_000;

/** Characters that XML lacks are written as `_x0001_`, and an underscore that would look like one as `_x005F_`. */
export const decodeText = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

export const encodeText = (text: string): string =>
  text
    .replace(/_(?=x[\da-f]{4}_)/gi, "_x005F_")
    .replace(
      /[\u0000-\u0008\u000b\u000c\r\u000e-\u001f\ufffe\uffff]/g,
      (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
    )
    .replace(
      /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase()}_`,
    );

/** `<t>` with a text. White space at its ends is kept only if the element says so. */
export const textElement = (text: string): string => {
  const space = /^\s|\s$|\n/.test(text) ? { "xml:space": "preserve" } : {};
  return element("t", space, escapeText(encodeText(text)));
};

/** Collects the text of a string with parts in several formats, without its phonetic hints. */
export class StringReader {
  #inText = false;
  #hints = 0;
  #text = "";
  /** Whether the string has parts in several formats. */
  rich = false;

  open(name: string): void {
    if (name === "rPh") this.#hints += 1;
    if (name === "r") this.rich = true;
    this.#inText = name === "t" && this.#hints === 0;
  }

  text(text: string): void {
    if (this.#inText) this.#text += text;
  }

  close(name: string): void {
    if (name === "rPh") this.#hints -= 1;
    if (name === "t") this.#inText = false;
  }

  /** The collected text. The next string begins. */
  take(): string {
    const text = decodeText(this.#text);
    this.#text = "";
    this.rich = false;
    return text;
  }
}

/** The texts of all cells of a workbook, each once. */
export class SharedStrings {
  readonly #xml: string;
  readonly #texts: string[] = [];
  readonly #plain = new Map<string, number>();
  readonly #added: string[] = [];

  /** @throws OoxmlError if there are more than a million */
  constructor(part: string, xml = `<sst xmlns="${mainNamespace}"></sst>`) {
    this.#xml = xml;
    const reader = new StringReader();
    scanXml(part, xml, {
      open: (name) => reader.open(name),
      text: (text) => reader.text(text),
      close: (name) => {
        reader.close(name);
        if (name !== "si") return;
        if (this.#texts.length >= mostStrings)
          throw new OoxmlError(`The file may have up to ${mostStrings.toLocaleString("en")} different texts.`);
        const { rich } = reader;
        const text = reader.take();
        if (!rich && !this.#plain.has(text)) this.#plain.set(text, this.#texts.length);
        this.#texts.push(text);
      },
    });
  }

  get(index: number): string | undefined {
    return this.#texts[index];
  }

  /** The index of a text, which is added if necessary. */
  indexOf(text: string): number {
    const known = this.#plain.get(text);
    if (known !== undefined) return known;
    const index = this.#texts.length;
    this.#texts.push(text);
    this.#plain.set(text, index);
    this.#added.push(element("si", {}, textElement(text)));
    return index;
  }

  get changed(): boolean {
    return this.#added.length > 0;
  }

  toString(): string {
    const root = /<((?:[\w.-]+:)?)sst\b[^>]*>/.exec(this.#xml);
    const prefix = root?.[1] ?? "";
    const [before, open] = [this.#xml.slice(0, root?.index ?? 0), root?.[0] ?? ""];
    const close = open.endsWith("/>") ? this.#xml.length : this.#xml.lastIndexOf("</");
    const withCount = open
      .replace(/\s(?:count|uniqueCount)="[^"]*"/g, "")
      .replace(/\/?>$/, ` uniqueCount="${this.#texts.length}">`);
    const newElements =
      prefix === "" ? this.#added.join("") : this.#added.join("").replace(/<(\/?)(?=[a-z])/g, `<$1${prefix}`);
    const start = before.length + open.length;
    return `${before}${withCount}${this.#xml.slice(start, close)}${newElements}</${prefix}sst>`;
  }
}
