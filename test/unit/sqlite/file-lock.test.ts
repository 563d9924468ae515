import { existsSync, linkSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { lockStore, realFile } from "../../../src/sqlite/file-lock";

const folder = mkdtempSync(path.join(tmpdir(), "file-lock-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const newFile = (name: string): string => {
  writeFileSync(path.join(folder, name), "");
  return path.join(folder, name);
};

test("a file in use is refused by its name and by that of a symbolic link, and free again after it", () => {
  const [file, link] = [newFile("used"), path.join(folder, "link")];
  symlinkSync(file, link);
  const unlock = lockStore(realFile(file));
  for (const name of [file, link])
    expect(() => lockStore(realFile(name))).toThrow(/in use by process \d+\. Stop it, or/);
  unlock();
  lockStore(realFile(link))();
  expect(existsSync(`${file}.pid`)).toBe(false);
});

test("a file with a hard link is refused", () => {
  const file = newFile("linked");
  linkSync(file, path.join(folder, "hard"));
  expect(() => realFile(file)).toThrow("another name (a hard link)");
});

test.each([`${process.pid} some/begin`, `${process.ppid} another-boot/1`, "4194304 x/1", "", "nonsense"])(
  "the mark %j of a process that is gone does not block, even if its number is in use again",
  (mark) => {
    const file = newFile("killed");
    writeFileSync(`${file}.pid`, mark);
    lockStore(file)();
    expect(existsSync(`${file}.pid`)).toBe(false);
  },
);
