import { OoxmlError } from "./ooxml-error";
import { runSteps, type Steps } from "./steps";
import { element, parseXml } from "./xml";
import { Zip, type ZipLimits } from "./zip";

/** A relation of a part to another part, or to an address outside the file. */
export interface Relation {
  readonly id: string;
  /** The last word of its type, for example `worksheet`: transitional and strict files differ before it. */
  readonly kind: string;
  readonly type: string;
  /** The name of the part; for an external relation the address. */
  readonly target: string;
  readonly external: boolean;
}

/** How often all parts together may be read. */
const mostReadings = 16;
/** Characters that may be read in any case. */
const freeReading = 32 * 2 ** 20;
/** Relations of all parts. */
const mostRelations = 500_000;

const typesPart = "[Content_Types].xml";
const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const typesNamespace = "http://schemas.openxmlformats.org/package/2006/content-types";
const relationsNamespace = "http://schemas.openxmlformats.org/package/2006/relationships";
export const officeRelations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A package of parts in a zip file (Open Packaging Conventions). Names of parts have no leading slash. */
export class OoxmlPackage {
  readonly #zip: Zip;
  readonly #defaults = new Map<string, string>();
  readonly #overrides = new Map<string, string>();
  /** By the part's name in lower case: names of parts do not distinguish case. */
  readonly #names = new Map<string, string>();
  readonly #relations = new Map<string, Relation[]>();
  /** Parts whose relations are not written yet: a sheet gets and loses its links one by one. */
  readonly #unwritten = new Set<string>();
  /** The ids of the relations of a part that got one. */
  readonly #relationIds = new Map<string, Set<string>>();
  #typesChanged = false;
  #decoded = 0;
  #relationCount = 0;

  private constructor(zip: Zip) {
    this.#zip = zip;
    for (const name of zip.names) if (!this.has(name)) this.#names.set(name.toLowerCase(), name);
  }

  /** Notes that text was decoded: parts that are read again and again take time in proportion to what they are not. */
  #countText(length: number): void {
    this.#decoded += length;
    if (this.#decoded > mostReadings * this.inflatedBytes + freeReading)
      throw new OoxmlError("The file takes too long to read: its parts refer to the same parts again and again.");
  }

  /** An empty package. */
  static create(): OoxmlPackage {
    const created = new OoxmlPackage(new Zip());
    created.#defaults.set("rels", "application/vnd.openxmlformats-package.relationships+xml");
    created.#defaults.set("xml", "application/xml");
    created.#typesChanged = true;
    return created;
  }

  /** @throws OoxmlError if the file is no package */
  static read(bytes: Uint8Array, limits?: ZipLimits): OoxmlPackage {
    const read = new OoxmlPackage(Zip.read(bytes, limits));
    if (!read.has(typesPart))
      throw new OoxmlError("The file is no .xlsx file: it lacks the list of its content types.");
    for (const { name, attributes } of parseXml(typesPart, read.text(typesPart)).children) {
      const type = attributes["ContentType"] ?? "";
      if (name === "Default") read.#defaults.set((attributes["Extension"] ?? "").toLowerCase(), type);
      else read.#overrides.set((attributes["PartName"] ?? "").replace(/^\//, "").toLowerCase(), type);
    }
    return read;
  }

  get names(): string[] {
    this.#writeRelations();
    return this.#zip.names;
  }

  /** Inflated so far. */
  get inflatedBytes(): number {
    return this.#zip.inflatedBytes;
  }

  has(name: string): boolean {
    return this.#names.has(name.toLowerCase());
  }

  /** Some files have parts whose names differ in case only, which the standard forbids. */
  #storedName(name: string): string | undefined {
    return this.#zip.has(name) ? name : this.#names.get(name.toLowerCase());
  }

  bytes(name: string): Uint8Array {
    this.#writeRelations();
    return this.#zip.get(this.#storedName(name) ?? name);
  }

  /** The text of a part. @throws OoxmlError if it is missing or no text */
  text(name: string): string {
    const bytes = this.bytes(name);
    this.#countText(bytes.length);
    const encoding = detectEncoding(bytes);
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      throw new OoxmlError(`The part "${name}" is no text in ${encoding.toUpperCase()}.`);
    }
  }

  /** Adds or replaces a part. A text of XML gets its declaration unless it has one. */
  set(name: string, content: string | Uint8Array, contentType?: string): void {
    if (name.endsWith(".rels")) this.#writeRelations();
    const text = typeof content === "string" && !content.startsWith("<?xml") ? header + content : content;
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    const known = this.#storedName(name) ?? name;
    if (!this.has(name)) this.#names.set(name.toLowerCase(), known);
    this.#zip.set(known, bytes);
    if (contentType === undefined || this.contentType(name) === contentType) return;
    this.#overrides.set(name.toLowerCase(), contentType);
    this.#typesChanged = true;
  }

  /** Removes a part with its relations. */
  delete(name: string): void {
    for (const gone of [name, relationsPart(name)]) {
      const known = this.#storedName(gone);
      if (known === undefined) continue;
      this.#zip.delete(known);
      if (this.#names.get(gone.toLowerCase()) === known) this.#names.delete(gone.toLowerCase());
      if (this.#overrides.delete(gone.toLowerCase())) this.#typesChanged = true;
    }
    this.#relations.delete(name);
    this.#relationIds.delete(name);
    this.#unwritten.delete(name);
  }

  contentType(name: string): string | undefined {
    return (
      this.#overrides.get(name.toLowerCase()) ?? this.#defaults.get(name.slice(name.lastIndexOf(".") + 1).toLowerCase())
    );
  }

  /** The relations of a part, or of the package (`""`). */
  relations(source: string): readonly Relation[] {
    return this.#relationList(source);
  }

  #relationList(source: string): Relation[] {
    const known = this.#relations.get(source);
    if (known !== undefined) return known;
    const part = relationsPart(source);
    const elements = this.has(part)
      ? parseXml(part, this.text(part)).children.map(({ attributes }): Relation => {
          const type = attributes["Type"] ?? "";
          const target = attributes["Target"] ?? "";
          const external = attributes["TargetMode"] === "External";
          const kind = type.slice(type.lastIndexOf("/") + 1);
          return {
            id: attributes["Id"] ?? "",
            kind,
            type,
            external,
            target: external ? target : resolveTarget(source, target),
          };
        })
      : [];
    this.#relationCount += elements.length;
    if (this.#relationCount > mostRelations)
      throw new OoxmlError(`A file may have up to ${mostRelations.toLocaleString("en")} relations; it has more.`);
    this.#relations.set(source, elements);
    return elements;
  }

  /** The part that a relation of this kind leads to. */
  related(source: string, kind: string): string | undefined {
    return this.relations(source).find((relation) => relation.kind === kind && !relation.external)?.target;
  }

  /** The parts of the package that relations of this kind lead to, each once: a small file can have many to one large part. */
  relatedParts(source: string, kind: string): readonly string[] {
    const parts = new Map<string, string>();
    for (const relation of this.relations(source)) {
      const { target } = relation;
      if (relation.kind !== kind || relation.external || parts.has(target.toLowerCase()) || !this.has(target)) continue;
      parts.set(target.toLowerCase(), target);
    }
    return [...parts.values()];
  }

  /** Adds a relation and returns its id. The target of an external one is an address. */
  relate(source: string, type: string, target: string, external = false): string {
    const relations = this.#relationList(source);
    const usedIds = this.#relationIds.get(source) ?? new Set(relations.map(({ id }) => id));
    let number = relations.length + 1;
    while (usedIds.has(`rId${number}`)) number += 1;
    const id = `rId${number}`;
    relations.push({ id, type, kind: type.slice(type.lastIndexOf("/") + 1), target, external });
    this.#relationIds.set(source, usedIds.add(id));
    this.#unwritten.add(source);
    return id;
  }

  unrelate(source: string, id: string): void {
    this.unrelateWhere(source, (relation) => relation.id === id);
  }

  unrelateWhere(source: string, isGone: (relation: Relation) => boolean): void {
    const remaining = this.relations(source).filter((relation) => !isGone(relation));
    if (remaining.length === this.relations(source).length) return;
    this.#relations.set(source, remaining);
    this.#relationIds.delete(source);
    this.#unwritten.add(source);
  }

  /** A name that no part has: `freeName("xl/tables/table", ".xml")`. */
  freeName(start: string, end: string): string {
    for (let number = 1; ; number += 1) if (!this.has(`${start}${number}${end}`)) return `${start}${number}${end}`;
  }

  /** Every part that relations lead to from here. Cycles end. */
  reachable(source = ""): ReadonlySet<string> {
    const parts = new Set<string>();
    const open = [source];
    for (let part = open.pop(); part !== undefined; part = open.pop())
      for (const { target, external } of this.relations(part)) {
        if (external || parts.has(target.toLowerCase()) || !this.has(target)) continue;
        parts.add(target.toLowerCase());
        open.push(target);
      }
    return parts;
  }

  write(): Uint8Array {
    return runSteps(this.writeSteps());
  }

  /** The same in steps. */
  writeSteps(): Steps<Uint8Array> {
    this.#writeRelations();
    if (this.#typesChanged) {
      this.#zip.set(typesPart, new TextEncoder().encode(this.#types()));
      this.#typesChanged = false;
    }
    return this.#zip.writeSteps([typesPart, "_rels/.rels"]);
  }

  #types(): string {
    const defaults = [...this.#defaults].map(([Extension, ContentType]) =>
      element("Default", { Extension, ContentType }),
    );
    const overrides = [...this.#overrides].map(([name, ContentType]) =>
      element("Override", { PartName: `/${this.#names.get(name) ?? name}`, ContentType }),
    );
    return header + element("Types", { xmlns: typesNamespace }, [...defaults, ...overrides].join(""));
  }

  #writeRelations(): void {
    const sources = [...this.#unwritten];
    this.#unwritten.clear();
    for (const source of sources) this.#writeRelationsOf(source, this.#relations.get(source) ?? []);
  }

  #writeRelationsOf(source: string, relations: readonly Relation[]): void {
    const elements = relations.map(({ id, type, target, external }) =>
      element("Relationship", {
        Id: id,
        Type: type,
        Target: external ? target : relative(source, target),
        TargetMode: external ? "External" : undefined,
      }),
    );
    this.set(relationsPart(source), element("Relationships", { xmlns: relationsNamespace }, elements.join("")));
  }
}

/** The encoding of a part: by its mark, by its first `<`, or as its declaration says. */
const detectEncoding = (bytes: Uint8Array): string => {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  const declared =
    /^<\?xml[^>]*\sencoding=["']([\w-]+)["']/.exec(String.fromCharCode(...bytes.subarray(0, 120)))?.[1] ?? "";
  return /^(?:iso-8859-\d+|latin1|windows-125\d|us-ascii)$/i.test(declared) ? declared.toLowerCase() : "utf-8";
};

const folderName = (name: string): string => name.slice(0, name.lastIndexOf("/") + 1);

const relationsPart = (source: string): string => {
  const folder = folderName(source);
  return `${folder}_rels/${source.slice(folder.length)}.rels`;
};

/** The name of the part that a relation's target means. */
const resolveTarget = (source: string, target: string): string => {
  const path: string[] = [];
  const whole = target.startsWith("/") ? target : folderName(source) + target;
  for (const step of whole.split("/"))
    if (step === "..") path.pop();
    else if (step !== "" && step !== ".") path.push(step);
  return path.join("/");
};

const relative = (source: string, target: string): string =>
  target.startsWith(folderName(source)) ? target.slice(folderName(source).length) : `/${target}`;
