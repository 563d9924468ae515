import type { CustomXml } from "../office/custom-xml-parts";
import { invalidArgument, itemNotFound } from "./errors";
import { ClientObject, Collection, type RequestContext, type Shape } from "./object-model";

/** @throws InvalidArgument if it is no XML with one root */
const checkXml = (xml: unknown): string => {
  if (typeof xml === "string" && xmlRoot(xml) !== undefined) return xml;
  throw invalidArgument("the content of a custom XML part must be well-formed XML");
};

const xmlRoot = (xml: string): Element | undefined => {
  const parsed = new DOMParser().parseFromString(xml, "application/xml");
  return parsed.querySelector("parsererror") === null ? parsed.documentElement : undefined;
};

const xmlNamespace = ({ xml }: CustomXml): string => xmlRoot(xml)?.namespaceURI ?? "";

const partShape: Shape<CustomXmlPart> = {
  name: "CustomXmlPart",
  properties: { id: { get: ({ id }) => id } },
};

/** `Excel.CustomXmlPart`. */
export class CustomXmlPart extends ClientObject {
  id = "";

  constructor(context: RequestContext, find: () => string | undefined, orNull = false) {
    super(context);
    this.resolve(find, (id) => void (this.id = id), orNull);
  }

  override get shape(): typeof partShape {
    return partShape;
  }

  now(): CustomXml {
    const part = this.context.host.customXml.list.find(({ id }) => id === this.id);
    if (part === undefined) throw itemNotFound();
    return part;
  }

  getXml(): { readonly value: string } {
    const result = { value: "" };
    this.context.queue(() => {
      result.value = this.now().xml;
    }, true);
    return result;
  }

  setXml(xml: string): void {
    this.context.queue(() => this.context.host.customXml.change(this.now().id, checkXml(xml)));
  }

  delete(): void {
    this.context.queue(() => this.context.host.customXml.remove(this.now().id));
  }
}

const partsShape: Shape<CustomXmlPartCollection> = { name: "CustomXmlPartCollection", properties: {} };

/** `Excel.CustomXmlPartCollection`, or with a namespace `Excel.CustomXmlPartScopedCollection`. */
export class CustomXmlPartCollection extends Collection<CustomXmlPart> {
  readonly #namespace: string | undefined;

  constructor(context: RequestContext, namespace?: string) {
    super(context);
    this.#namespace = namespace;
    this.nullObject = false;
  }

  override get shape(): typeof partsShape {
    return partsShape;
  }

  override list(): CustomXmlPart[] {
    return this.#ids().map((id) => new CustomXmlPart(this.context, () => id));
  }

  add(xml: string): CustomXmlPart {
    return new CustomXmlPart(this.context, () => this.context.host.customXml.add(checkXml(xml)).id);
  }

  getByNamespace(namespaceUri: string): CustomXmlPartCollection {
    return new CustomXmlPartCollection(this.context, namespaceUri);
  }

  #ids(): string[] {
    const { list } = this.context.host.customXml;
    const parts = this.#namespace === undefined ? list : list.filter((part) => xmlNamespace(part) === this.#namespace);
    return parts.map(({ id }) => id);
  }
}
