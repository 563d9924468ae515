import { EditableXml } from "./editable-xml";
import { childrenOf, element } from "./xml";

const metadataOrder = [
  "metadataTypes",
  "metadataStrings",
  "mdxMetadata",
  "futureMetadata",
  "cellMetadata",
  "valueMetadata",
  "extLst",
];
const typeName = "XLDAPR";
const arrayNamespace = "http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray";

const blankMetadata = '<metadata xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"></metadata>';

/** The part that says which cells hold dynamic arrays. A cell names its entry by an index from 1, here `cm`. */
export class CellMetadata {
  readonly #xml: EditableXml;
  readonly #dynamic: Set<number>;
  changed = false;

  constructor(part: string, xml: string = blankMetadata) {
    this.#xml = new EditableXml(part, xml);
    this.#dynamic = this.#read();
  }

  isDynamic(cm: number): boolean {
    return this.#dynamic.has(cm);
  }

  /** The index for cells that hold a dynamic array. It is added if there is none. */
  get dynamic(): number {
    const [known] = this.#dynamic;
    if (known !== undefined) return known;
    const cm = this.#add();
    this.#dynamic.add(cm);
    this.changed = true;
    return cm;
  }

  /** Removes what leads to rich values. */
  dropRichValues(): void {
    const changes = new Map<number, undefined>();
    this.#xml.children.forEach((text, index) => {
      const name = this.#xml.names[index];
      const isRich = name === "futureMetadata" && this.#xml.parse(text).attributes["name"] === "XLRICHVALUE";
      if (name === "valueMetadata" || isRich) changes.set(index, undefined);
    });
    if (changes.size === 0) return;
    this.#xml.replace(changes);
    this.changed = true;
  }

  toString(): string {
    return this.#xml.toString();
  }

  #typeIndex(): number {
    const types = this.#xml.child("metadataTypes")?.children ?? [];
    return types.findIndex(({ attributes }) => attributes["name"] === typeName) + 1;
  }

  #read(): Set<number> {
    const type = this.#typeIndex();
    const isDynamic = this.#blocks();
    const entries = this.#xml.child("cellMetadata")?.children ?? [];
    return new Set(
      entries.flatMap(({ children }, index) => {
        const hasDynamicArray = children.some(
          ({ attributes }) => Number(attributes["t"]) === type && isDynamic[Number(attributes["v"])],
        );
        return hasDynamicArray ? [index + 1] : [];
      }),
    );
  }

  /** For each block of what the type stores, whether it means a dynamic array. */
  #blocks(): boolean[] {
    const future = this.#xml.all("futureMetadata").find(({ attributes }) => attributes["name"] === typeName);
    return childrenOf(future, "bk").map(
      ({ children }) => children[0]?.children[0]?.children[0]?.attributes["fDynamic"] === "1",
    );
  }

  /** The index of a block that means a dynamic array. It is added if there is none. */
  #dynamicBlock(): number {
    const blocks = this.#blocks();
    if (blocks.includes(true)) return blocks.indexOf(true);
    const place = this.#xml.children.findIndex((text, index) => {
      const isFuture = this.#xml.names[index] === "futureMetadata";
      return isFuture && this.#xml.parse(text).attributes["name"] === typeName;
    });
    if (place === -1) this.#xml.insert("futureMetadata", futureElement, metadataOrder);
    else {
      const future = new EditableXml(this.#xml.part, this.#xml.children[place] ?? "");
      future.insert("bk", blockElement, ["bk", "extLst"]);
      future.setAttribute("count", String(blocks.length + 1));
      this.#xml.replace(new Map([[place, future.toString()]]));
    }
    return blocks.length;
  }

  #add(): number {
    let type = this.#typeIndex();
    if (type === 0) {
      type = (this.#xml.child("metadataTypes")?.children.length ?? 0) + 1;
      this.#xml.append("metadataTypes", typeElement, type, metadataOrder);
    }
    const block = this.#dynamicBlock();
    const entries = (this.#xml.child("cellMetadata")?.children.length ?? 0) + 1;
    this.#xml.append("cellMetadata", element("bk", {}, element("rc", { t: type, v: block })), entries, metadataOrder);
    return entries;
  }
}

const behaviours = [
  "copy",
  "pasteAll",
  "pasteValues",
  "merge",
  "splitFirst",
  "rowColShift",
  "clearFormats",
  "clearComments",
  "assign",
  "coerce",
  "cellMeta",
];

const typeElement = element("metadataType", {
  name: typeName,
  minSupportedVersion: 120_000,
  ...Object.fromEntries(behaviours.map((name) => [name, 1])),
});

const blockElement = element(
  "bk",
  {},
  element(
    "extLst",
    {},
    element(
      "ext",
      { uri: "{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}", "xmlns:xda": arrayNamespace },
      element("xda:dynamicArrayProperties", { fDynamic: 1, fCollapsed: 0 }),
    ),
  ),
);

const futureElement = element("futureMetadata", { name: typeName, count: 1 }, blockElement);
