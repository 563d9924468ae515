import type { CustomXmlModel } from "../../ooxml/workbook-model";

/** A custom XML part of the open workbook. */
export interface CustomXml extends CustomXmlModel {
  readonly id: string;
}

/** The custom XML parts of the open workbook. They are no step of undo, as in Excel. */
export class CustomXmlParts {
  #parts: readonly CustomXml[] = [];
  #listener: () => void = () => undefined;

  /** The listener is called after each change. */
  onChanged(listener: () => void): void {
    this.#listener = listener;
  }

  get list(): readonly CustomXml[] {
    return this.#parts;
  }

  /** Takes the parts of an opened file. */
  open(parts: readonly CustomXmlModel[]): void {
    this.#parts = parts.map((part) => ({ ...part, id: part.id ?? newId() }));
  }

  add(xml: string): CustomXml {
    const part = { id: newId(), xml };
    this.#set([...this.#parts, part]);
    return part;
  }

  change(id: string, xml: string): void {
    this.#set(this.#parts.map((part) => (part.id === id ? { ...part, xml } : part)));
  }

  remove(id: string): void {
    this.#set(this.#parts.filter((part) => part.id !== id));
  }

  #set(parts: readonly CustomXml[]): void {
    this.#parts = parts;
    this.#listener();
  }
}

const newId = (): string => `{${crypto.randomUUID().toUpperCase()}}`;
