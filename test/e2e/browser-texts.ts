import type { Page } from "playwright-core";
import type { WorkbenchPage } from "./workbench/page";

/** A text of some place, to be searched. */
export interface SearchedText {
  readonly place: string;
  readonly text: string;
}

/** Runs in the page: everything its browser keeps for the origin, as text. The pane has the same origin, so its storage is this one. */
const readStorage = async (): Promise<SearchedText[]> => {
  const bytesAsText = (bytes: Uint8Array): string =>
    `${Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")} ${new TextDecoder("utf-16le").decode(bytes)}`;
  const textOf = (value: unknown): string => {
    if (value instanceof ArrayBuffer) return bytesAsText(new Uint8Array(value));
    if (ArrayBuffer.isView(value)) return bytesAsText(new Uint8Array(value.buffer));
    if (value instanceof Map || value instanceof Set) return [...value].map(textOf).join(" ");
    if (value instanceof CryptoKey) return value.extractable ? "extractable key" : "key";
    if (Array.isArray(value)) return value.map(textOf).join(" ");
    if (typeof value === "object" && value !== null)
      return Object.entries(value)
        .map(([name, member]) => `${name} ${textOf(member)}`)
        .join(" ");
    return String(value);
  };
  const resultOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error("IndexedDB refused."));
    });
  const readStore = async (database: IDBDatabase, name: string): Promise<SearchedText> => {
    const store = database.transaction(name).objectStore(name);
    const [keys, values] = await Promise.all([
      resultOf(store.getAllKeys()),
      resultOf(store.getAll() as IDBRequest<unknown[]>),
    ]);
    return { place: `IndexedDB ${database.name}/${name}`, text: `${textOf(keys)} ${textOf(values)}` };
  };
  const readDatabase = async (name: string): Promise<SearchedText[]> => {
    const database = await resultOf(indexedDB.open(name));
    const stores = await Promise.all([...database.objectStoreNames].map((store) => readStore(database, store)));
    database.close();
    return stores;
  };
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  const caches = "caches" in window ? await window.caches.keys() : [];
  return [
    { place: "localStorage", text: JSON.stringify(Object.entries(localStorage)) },
    { place: "sessionStorage", text: JSON.stringify(Object.entries(sessionStorage)) },
    { place: "caches", text: caches.join(" ") },
    ...(await Promise.all(names.map(readDatabase))).flat(),
  ];
};

/** Runs in the pane: what the add-in keeps through Office. */
const readOffice = async (): Promise<SearchedText[]> => {
  const keys = await OfficeRuntime.storage.getKeys();
  const items = await OfficeRuntime.storage.getItems(keys);
  return [{ place: "OfficeRuntime.storage", text: JSON.stringify(items) }];
};

/** Everything that the browser keeps for the origin of a page, and what the page shows. */
export const textsOfPage = async (page: Page): Promise<readonly SearchedText[]> => [
  ...(await page.evaluate(readStorage)),
  { place: "cookies", text: JSON.stringify(await page.context().cookies()) },
  { place: "page", text: await page.content() },
];

/** Everything that stays behind in workbook and browser, and what the pane shows. */
export const textsOfBrowser = async (workbench: WorkbenchPage): Promise<readonly SearchedText[]> => {
  const file = await workbench.call("save");
  const sheets = file.sheets.map((sheet) => ({ place: `sheet ${sheet.name}`, text: JSON.stringify(sheet) }));
  const pane = workbench.pane();
  return [
    ...sheets,
    { place: "document settings", text: JSON.stringify(file.settings) },
    // Sheets, tables and answers of functions; the workbench has no other names and no custom properties: asking it for them throws.
    { place: "workbook file", text: JSON.stringify({ ...file, sheets: undefined, settings: undefined }) },
    ...(await workbench.page.evaluate(readStorage)),
    ...(await pane.evaluate(readOffice)),
    { place: "cookies", text: JSON.stringify(await workbench.page.context().cookies()) },
    { place: "pane", text: await pane.content() },
  ];
};
