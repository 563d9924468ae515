import { ClientObject } from "./client-object";
import type { LoadOption } from "./load-option";
import { notLoaded } from "./office-error";

/** A collection: `items` exist once something of it was loaded. */
export abstract class Collection<Item extends ClientObject> extends ClientObject {
  listed: Item[] | undefined = undefined;

  /** The items as they are in the workbook now; called while a batch runs. */
  abstract list(): Item[];

  get items(): Item[] {
    if (this.listed === undefined) throw notLoaded("items");
    return this.listed;
  }

  getCount(): { readonly value: number } {
    const result = { value: 0 };
    this.context.queue(() => {
      result.value = this.list().length;
    }, true);
    return result;
  }

  /** What is loaded of a collection is loaded of its items. */
  override fetch(option: LoadOption): void {
    const items = (this.listed = this.list());
    const { items: nested, count, ...own } = option;
    if (count !== undefined) this.loadedMembers.set("count", items.length);
    const ofItems = { ...own, ...nested };
    const everything = Object.keys(option).length === 0 || (nested !== undefined && Object.keys(ofItems).length === 0);
    if (everything || Object.keys(ofItems).length > 0) for (const item of items) item.fetch(ofItems);
  }
}
