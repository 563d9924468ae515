import { SaxesParser } from "saxes";
import { runSteps, type Steps } from "./steps";
import { OoxmlError } from "./ooxml-error";

/** An element of a small part. Names have no prefix of the namespace, except the attributes `r:id` and the like. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The text directly within the element. */
  readonly text: string;
}

/** Called while a part is parsed. Positions count the characters of the part's text. */
export interface XmlEvents {
  /** `start` is the position of `<`. */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>, start: number) => void;
  readonly text?: (text: string) => void;
  /** `end` is the position after `>`; `depth` is 1 for the root. */
  readonly close?: (name: string, end: number, depth: number) => void;
}

/** Characters that are parsed in one step. */
const stepLength = 262_144;

const mostLevels = 100;
const mostElements = 5_000_000;
/** In a tree, which takes more memory and time. */
const mostTreeElements = 500_000;

/** The namespace of SpreadsheetML, transitional. */
export const mainNamespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/** `row` for `x:row`. */
export const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/**
 * Parses a part in one pass. It knows no document types and no entities of a file's own.
 * @throws OoxmlError if the part is no well-formed XML, or has a document type
 */
export const scanXml = (part: string, xml: string, events: XmlEvents): void =>
  runSteps(scanXmlSteps(part, xml, events));

/** The same in steps. `most`: elements of the part. */
export function* scanXmlSteps(part: string, xml: string, events: XmlEvents, most = mostElements): Steps<void> {
  const parser = new SaxesParser({ position: false });
  let depth = 0;
  let elements = 0;
  parser.on("error", (error) => {
    throw new OoxmlError(`The part "${part}" is no well-formed XML: ${error.message.replace(/^[\d:]+\s*/, "")}`);
  });
  parser.on("doctype", () => {
    throw new OoxmlError(`The part "${part}" has a document type, which .xlsx files may not have.`);
  });
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    elements += 1;
    if (depth > mostLevels) throw new OoxmlError(`The part "${part}" has more than ${mostLevels} levels.`);
    if (elements > most)
      throw new OoxmlError(`The part "${part}" has more than ${most.toLocaleString("en")} elements.`);
    events.open?.(
      localName(name),
      attributes as Readonly<Record<string, string>>,
      xml.lastIndexOf("<", parser.position - 1),
    );
  });
  if (events.text) {
    parser.on("text", events.text);
    parser.on("cdata", events.text);
  }
  parser.on("closetag", ({ name }) => {
    events.close?.(localName(name), parser.position, depth);
    depth -= 1;
  });
  for (let at = 0; at < xml.length; at += stepLength) {
    parser.write(xml.slice(at, at + stepLength));
    yield;
  }
  parser.close();
}

/** Parses a small part, or an element of one, into a tree. */
export const parseXml = (part: string, xml: string): XmlElement => {
  interface Growing extends XmlElement {
    readonly children: Growing[];
    text: string;
  }
  const root: Growing = { name: "", attributes: {}, children: [], text: "" };
  const path = [root];
  let elements = 0;
  scanXml(part, xml, {
    open: (name, attributes) => {
      elements += 1;
      if (elements > mostTreeElements)
        throw new OoxmlError(`The part "${part}" has more than ${mostTreeElements.toLocaleString("en")} elements.`);
      const element: Growing = { name, attributes, children: [], text: "" };
      path.at(-1)?.children.push(element);
      path.push(element);
    },
    text: (text) => {
      const element = path.at(-1);
      if (element !== undefined) element.text += text;
    },
    close: () => void path.pop(),
  });
  return root.children[0] ?? root;
};

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);

export const childrenOf = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** Attributes without those of these names. */
export const omitAttributes = (
  attributes: Readonly<Record<string, string>>,
  names: readonly string[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.includes(name)));

/** `1`, `true` and `on` are true in the standard. */
export const isOn = (value: string | undefined): boolean => value === "1" || value === "true" || value === "on";

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** Escapes a text for an attribute. */
export const escapeAttribute = (text: string): string =>
  withoutForbidden(text).replace(/[&<>"\t\n\r]/g, (one) => escapes[one] ?? one);

/** Escapes a text between tags. */
export const escapeText = (text: string): string =>
  withoutForbidden(text).replace(/[&<>\r]/g, (one) => escapes[one] ?? one);

/** XML has no such characters, not even as references. */
const forbiddenCharacters =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const withoutForbidden = (text: string): string => text.replace(forbiddenCharacters, "\ufffd");

/** Writes an element. Attributes without a value are left out; `content` is XML. */
export const element = (
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content = "",
): string => {
  const attributeText = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`)
    .join("");
  return content === "" ? `<${name}${attributeText}/>` : `<${name}${attributeText}>${content}</${name}>`;
};

/** Sets or removes an attribute of the start tag that ends before `end`. Declarations before the tag stay. */
export const withAttribute = (xml: string, end: number, name: string, value: string | undefined): string => {
  const start = xml.lastIndexOf("<", end - 1);
  const tag = xml.slice(start, end).replace(new RegExp(`\\s${name}=(?:"[^"]*"|'[^']*')`), "");
  const close = tag.endsWith("/>") ? "/>" : ">";
  const next =
    value === undefined ? tag : `${tag.slice(0, -close.length).trimEnd()} ${name}="${escapeAttribute(value)}"${close}`;
  return xml.slice(0, start) + next + xml.slice(end);
};

/** Where the root and its children stand in the text of a part. */
export interface Outline {
  readonly root: number;
  /** The position after the root. */
  readonly close: number;
  readonly children: readonly { readonly name: string; readonly start: number; readonly end: number }[];
}

/** Reads the outline of a part, in steps. `most`: elements of the part. */
export function* outlineSteps(part: string, xml: string, most?: number): Steps<Outline> {
  const children: { readonly name: string; readonly start: number; readonly end: number }[] = [];
  let [root, childStart, level, close] = [0, 0, 0, 0];
  const events: XmlEvents = {
    open: (_name, _attributes, start) => {
      level += 1;
      if (level === 1) root = start;
      if (level === 2) childStart = start;
    },
    close: (name, end, depth) => {
      level = depth - 1;
      if (depth === 2) children.push({ name, start: childStart, end });
      if (depth === 1) close = end;
    },
  };
  yield* scanXmlSteps(part, xml, events, most);
  return { root, close, children };
}

/** The name of the tag at a position, with its prefix. */
export const tagName = (xml: string, start: number): string =>
  /^<([^\s/>]+)/.exec(xml.slice(start, start + 200))?.[1] ?? "";

/** A start tag without the slash of an empty element. */
export const openTag = (tag: string): string => (tag.endsWith("/>") ? `${tag.slice(0, -2)}>` : tag);

/** The namespace of a part's root; undefined if it has none. */
export const rootNamespace = (part: string, xml: string): string | undefined => {
  let namespace: string | undefined;
  let level = 0;
  scanXml(part, xml, {
    open: (_name, attributes, start) => {
      level += 1;
      if (level > 1) return;
      const name = tagName(xml, start);
      namespace = attributes[name.includes(":") ? `xmlns:${name.slice(0, name.indexOf(":"))}` : "xmlns"];
    },
  });
  return namespace;
};

/**
 * Replaces the texts of elements, which have no children, or removes such elements: `change` gets their decoded text, and returns the new
 * one, null to remove the element, or undefined to leave it. All else keeps its text.
 */
export const mapElementTexts = (
  part: string,
  xml: string,
  change: (name: string, text: string) => string | null | undefined,
): string => {
  let [result, at] = ["", 0];
  const path: { readonly start: number; text: string; hasChildren: boolean }[] = [];
  scanXml(part, xml, {
    open: (_name, _attributes, start) => {
      const parent = path.at(-1);
      if (parent !== undefined) parent.hasChildren = true;
      path.push({ start, text: "", hasChildren: false });
    },
    text: (text) => {
      const current = path.at(-1);
      if (current !== undefined) current.text += text;
    },
    close: (name, end) => {
      const element = path.pop();
      if (element === undefined || element.hasChildren) return;
      const next = change(name, element.text);
      if (next === undefined || next === element.text) return;
      const { start } = element;
      const tag = openTag(xml.slice(start, endOfTag(xml, start)));
      result += xml.slice(at, start) + (next === null ? "" : `${tag}${escapeText(next)}</${tagName(xml, start)}>`);
      at = end;
    },
  });
  return at === 0 ? xml : result + xml.slice(at);
};

/** Where an element stands in a text. */
export interface ElementPlace {
  readonly start: number;
  /** The position after its start tag. */
  readonly tagEnd: number;
  readonly end: number;
}

/** The first element of a name in XML, at whatever depth. Prefixes need no declaration. */
export const findElement = (part: string, xml: string, name: string): ElementPlace | undefined => {
  let place: ElementPlace | undefined;
  const starts: number[] = [];
  scanXml(part, xml, {
    open: (_name, _attributes, start) => void starts.push(start),
    close: (closed, end) => {
      const start = starts.pop() ?? 0;
      if (closed === name && (place === undefined || start < place.start))
        place = { start, tagEnd: endOfTag(xml, start), end };
    },
  });
  return place;
};

/**
 * Replaces the text of each element of a name, or removes it (empty text). Elements within another of the name belong to that one. What
 * looks like an element in a comment or in CDATA is none, and an empty text has none.
 */
export const mapElements = (part: string, xml: string, name: string, change: (text: string) => string): string => {
  if (xml === "") return xml;
  let [result, at, open, first] = ["", 0, 0, 0];
  scanXml(part, xml, {
    open: (opened, _attributes, start) => {
      if (opened !== name) return;
      if (open === 0) first = start;
      open += 1;
    },
    close: (closed, end) => {
      if (closed !== name) return;
      open -= 1;
      if (open > 0) return;
      result += xml.slice(at, first) + change(xml.slice(first, end));
      at = end;
    },
  });
  return result + xml.slice(at);
};

/** The text of each element of a name that is within no other of the name. */
export const elementTexts = (part: string, xml: string, name: string): string[] => {
  const texts: string[] = [];
  mapElements(part, xml, name, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
};

/** Removes the first element of a name. */
export const withoutElement = (part: string, xml: string, name: string): string => {
  const place = findElement(part, xml, name);
  return place === undefined ? xml : xml.slice(0, place.start) + xml.slice(place.end);
};

/** The position after the `>` of a tag; attribute values may contain `>`. */
export const endOfTag = (xml: string, start: number): number => {
  let quote = "";
  for (let at = start; at < xml.length; at += 1) {
    const one = xml.charAt(at);
    if (quote !== "") {
      if (one === quote) quote = "";
    } else if (one === '"' || one === "'") quote = one;
    else if (one === ">") return at + 1;
  }
  return xml.length;
};
