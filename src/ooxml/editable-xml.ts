import { runSteps } from "./steps";
import {
  element,
  endOfTag,
  localName,
  openTag,
  type Outline,
  outlineSteps,
  parseXml,
  tagName,
  withAttribute,
  type XmlElement,
} from "./xml";

interface Child {
  readonly name: string;
  readonly xml: string;
  /** White space and comments before it. */
  readonly before?: string;
}

interface ChildLists {
  readonly children: readonly Child[];
  readonly names: readonly string[];
  readonly texts: readonly string[];
}

/** A part whose root is edited child by child: children that nobody replaces keep their text, and what stands before them. */
export class EditableXml {
  readonly part: string;
  readonly rootName: string;
  #start: string;
  readonly #end: string;
  /** The prefix of the root's names, with its colon. */
  readonly #prefix: string;
  /** Replaced at each change. */
  #children: readonly Child[] = [];
  #known: ChildLists | undefined;

  constructor(part: string, xml: string, outline: Outline = runSteps(outlineSteps(part, xml))) {
    this.part = part;
    const { root, close, children } = outline;
    const tagEnd = endOfTag(xml, root);
    const name = tagName(xml, root);
    this.rootName = localName(name);
    this.#prefix = name.includes(":") ? name.slice(0, name.indexOf(":") + 1) : "";
    this.#start = openTag(xml.slice(0, tagEnd));
    let last = tagEnd;
    this.#children = children.map(({ name: child, start, end }) => {
      const before = xml.slice(last, start);
      last = end;
      return { name: child, xml: xml.slice(start, end), before };
    });
    const isEmpty = xml.slice(0, tagEnd).endsWith("/>");
    const closing = isEmpty ? `</${name}>` : xml.slice(last, close);
    this.#end = closing + xml.slice(close);
  }

  /** The first child of a name, as text. */
  get(name: string): string | undefined {
    return this.#children.find((child) => child.name === name)?.xml;
  }

  /** The first child of a name, parsed. */
  child(name: string): XmlElement | undefined {
    const xml = this.get(name);
    return xml === undefined ? undefined : this.parse(xml);
  }

  /** All children of a name, parsed. */
  all(name: string): XmlElement[] {
    return this.#children.filter((child) => child.name === name).map(({ xml }) => this.parse(xml));
  }

  /** All children of a name, as text. */
  texts(name: string): string[] {
    return this.#children.filter((child) => child.name === name).map(({ xml }) => xml);
  }

  get names(): readonly string[] {
    return this.#lists().names;
  }

  /** The text of each child. */
  get children(): readonly string[] {
    return this.#lists().texts;
  }

  /** Made once for each list of children: callers read them child by child. */
  #lists(): ChildLists {
    if (this.#known?.children !== this.#children)
      this.#known = {
        children: this.#children,
        names: this.#children.map(({ name }) => name),
        texts: this.#children.map(({ xml }) => xml),
      };
    return this.#known;
  }

  /** Replaces children by their index, or removes them. */
  replace(changes: ReadonlyMap<number, string | undefined>): void {
    this.#children = this.#children.flatMap((child, index) => {
      const xml = changes.has(index) ? changes.get(index) : child.xml;
      return xml === undefined ? [] : [{ ...child, name: localName(tagName(xml, 0)), xml }];
    });
  }

  /** Parses one child. Prefixes need no declaration. */
  parse(xml: string): XmlElement {
    return parseXml(this.part, xml);
  }

  /** Replaces the children of this name by one, or removes them. `order` is that of the standard. */
  set(name: string, xml: string | undefined, order: readonly string[]): void {
    const place = this.#children.findIndex((child) => child.name === name);
    const before = this.#children[place]?.before ?? "";
    this.#children = this.#children.filter((child) => child.name !== name);
    if (xml !== undefined && place !== -1)
      this.#children = this.#children.toSpliced(place, 0, { name, xml: this.prefixed(xml), before });
    else if (xml !== undefined) this.insert(name, xml, order);
  }

  /** Adds a child before the first one that comes after it in `order`. */
  insert(name: string, xml: string, order: readonly string[]): void {
    const later = order.slice(order.indexOf(name) + 1);
    const before = this.#children.findIndex((child) => later.includes(child.name));
    const place = before === -1 ? this.#children.length : before;
    this.#children = this.#children.toSpliced(place, 0, { name, xml: this.prefixed(xml) });
  }

  /** Adds XML to the end of a child that is a list, mostly with a `count`. The list is made if it is missing. */
  append(name: string, xml: string, count: number | undefined, order: readonly string[]): void {
    const list = this.get(name);
    if (list === undefined) {
      this.set(name, element(name, { count }, xml), order);
      return;
    }
    const open = list.slice(0, endOfTag(list, 0));
    const hasCount = /\scount="[^"]*"/.test(open)
      ? open.replace(/\scount="[^"]*"/, ` count="${count ?? ""}"`)
      : count === undefined
        ? open
        : withAttribute(open, open.length, "count", String(count));
    const tag = tagName(open, 0);
    const inner = open.endsWith("/>") ? "" : list.slice(open.length, list.lastIndexOf("</"));
    const whole = `${openTag(hasCount)}${inner}${this.prefixed(xml)}</${tag}>`;
    this.#children = this.#children.map((child) => (child.name === name ? { ...child, xml: whole } : child));
  }

  /** Gives the names of generated XML the prefix of this part. */
  prefixed(xml: string): string {
    return this.#prefix === "" ? xml : xml.replace(/<(\/?)(?=[A-Za-z])(?![A-Za-z0-9]+:)/g, `<$1${this.#prefix}`);
  }

  /** Gives the names of generated XML with a prefix the one of this part instead. */
  adopted(xml: string, prefix: string): string {
    return xml.replaceAll(`<${prefix}`, `<${this.#prefix}`).replaceAll(`</${prefix}`, `</${this.#prefix}`);
  }

  /** Takes the prefix of this part away from its XML. */
  unprefixed(xml: string): string {
    return this.#prefix === "" ? xml : xml.replaceAll(`<${this.#prefix}`, "<").replaceAll(`</${this.#prefix}`, "</");
  }

  /** Sets an attribute of the root. */
  setAttribute(name: string, value: string): void {
    this.#start = withAttribute(this.#start, this.#start.length, name, value);
  }

  /** Sets or removes an attribute of the first element of a name, wherever it is in a child. */
  setAttributeOf(child: string, name: string, attribute: string, value: string | undefined): void {
    const change = (xml: string): string => {
      const start = new RegExp(`<(?:[\\w.-]+:)?${name}(?=[\\s/>])`).exec(xml)?.index;
      if (start === undefined) return xml;
      const end = endOfTag(xml, start);
      return xml.slice(0, start) + withAttribute(xml.slice(start), end - start, attribute, value);
    };
    this.#children = this.#children.map((one) => (one.name === child ? { ...one, xml: change(one.xml) } : one));
  }

  toString(): string {
    return this.#start + this.#children.map(({ xml, before = "" }) => before + xml).join("") + this.#end;
  }
}
