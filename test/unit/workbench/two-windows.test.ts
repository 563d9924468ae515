import "fake-indexeddb/auto";
import { clear, get } from "idb-keyval";
import {
  firstWorkbook,
  handOver,
  readClosedWindows,
  readSaved,
  type WindowLocks,
  workbookStore,
  writeSaved,
} from "../../../src/workbench/file/workbook-store";
import { readWorkbookJson } from "../../../src/workbench/file/workbook-json";

const book = (name: string) => readWorkbookJson({ name, sheets: [{ name: "S", cells: { A1: name } }] });

/** The locks of a browser: each name is held by one window until that is closed. */
class BrowserLocks {
  readonly #held = new Set<string>();
  readonly #waiting = new Map<string, () => void>();

  readonly locks: WindowLocks = {
    request: (name, { signal }, hold) =>
      new Promise((_, reject) => {
        const grant = (): void => {
          this.#held.add(name);
          void hold();
        };
        if (!this.#held.has(name)) {
          grant();
          return;
        }
        this.#waiting.set(name, grant);
        signal.addEventListener("abort", () => {
          this.#waiting.delete(name);
          reject(new Error("aborted"));
        });
      }),
    query: () => Promise.resolve({ held: [...this.#held].map((name) => ({ name })) }),
  };

  close(name: string): void {
    this.#held.delete(name);
    this.#waiting.get(name)?.();
  }
}

/** The storage of one window. */
const session = (): Pick<Storage, "getItem" | "setItem"> => {
  const items = new Map<string, string>();
  return { getItem: (key) => items.get(key) ?? null, setItem: (key, value) => void items.set(key, value) };
};

const start = { search: "" };
const own = (storage: Pick<Storage, "getItem">): string => `open-of-${storage.getItem("workbench/window") ?? ""}`;

let browser: BrowserLocks;
beforeEach(async () => {
  await clear(workbookStore);
  browser = new BrowserLocks();
  await firstWorkbook({ search: "?fresh" });
  await writeSaved(book("Book"), true);
});

it("a second window of a workbook says so, and gets a copy that neither window overwrites", async () => {
  const first = session();
  const second = session();
  expect(await firstWorkbook(start, first, browser.locks)).toEqual({ file: book("Book"), unsaved: true });
  expect(await firstWorkbook(start, second, browser.locks)).toEqual({
    file: book("Book"),
    unsaved: true,
    isCopy: true,
  });
  await writeSaved(book("Copy"), true);
  // The first window is loaded again, then the second one.
  browser.close("open");
  expect((await firstWorkbook(start, first, browser.locks)).file.name).toBe("Book");
  browser.close(own(second));
  expect(await firstWorkbook(start, second, browser.locks)).toEqual({ file: book("Copy"), unsaved: true });
});

it("a copy is there after a reload without any change", async () => {
  const second = session();
  await firstWorkbook(start, session(), browser.locks);
  await firstWorkbook(start, second, browser.locks);
  browser.close(own(second));
  expect((await firstWorkbook(start, second, browser.locks)).file).toEqual(book("Book"));
});

it("a duplicated window has a copy of its own", async () => {
  const first = session();
  const key = await handOver(book("Handed"), Date.now(), browser.locks);
  await firstWorkbook({ search: `?window=${key}` }, first, browser.locks);
  const duplicate = session();
  duplicate.setItem("workbench/window", key);
  expect(await firstWorkbook(start, duplicate, browser.locks)).toMatchObject({ file: book("Handed"), isCopy: true });
  expect(own(duplicate)).not.toBe(own(first));
});

it("a new workbook of a second window leaves the stored one as it is", async () => {
  await firstWorkbook(start, session(), browser.locks);
  expect(await firstWorkbook({ search: "?fresh" }, session(), browser.locks)).toMatchObject({
    file: { name: "Book1" },
  });
  await writeSaved(book("New"), true);
  await firstWorkbook(start);
  expect(await readSaved()).toEqual(book("Book"));
});

it("a page that is loaded again waits until the old one has let its workbook go", async () => {
  await firstWorkbook(start, session(), browser.locks);
  const again = firstWorkbook(start, session(), browser.locks);
  setTimeout(() => browser.close("open"));
  expect(await again).toEqual({ file: book("Book"), unsaved: true });
});

it("unsaved workbooks of closed windows are offered, those of open windows and saved ones are not", async () => {
  const second = session();
  await firstWorkbook(start, session(), browser.locks);
  await firstWorkbook(start, second, browser.locks);
  await writeSaved(book("Copy"), true);
  expect(await readClosedWindows(browser.locks)).toEqual([]);
  browser.close(own(second));
  expect((await readClosedWindows(browser.locks)).map(({ file }) => file.name)).toEqual(["Copy"]);
  await writeSaved(book("Copy"), false);
  expect(await readClosedWindows(browser.locks)).toEqual([]);
});

it("a workbook of an open window is kept however old it is", async () => {
  const key = await handOver(book("Old"), 0, browser.locks);
  const window = session();
  await firstWorkbook({ search: `?window=${key}` }, window, browser.locks);
  await handOver(book("Other"), Date.now(), browser.locks);
  browser.close(own(window));
  expect((await firstWorkbook(start, window, browser.locks)).file).toEqual(book("Old"));
  browser.close(own(window));
  await handOver(book("Other"), Date.now(), browser.locks);
  expect(await get(own(window), workbookStore)).toBeUndefined();
});
