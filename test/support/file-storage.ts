import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { deserialize, serialize } from "node:v8";
import type { KeyValueStorage } from "../../src/engine/storage";

const isMissing = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT";

/** Storage in a folder: one file for each key, as a structured clone. Two processes may read it; only one should write. */
export const fileStorage = (folder: string): KeyValueStorage => {
  const fileOf = (key: string): string => path.join(folder, createHash("sha256").update(key).digest("hex"));
  const read = async (file: string): Promise<readonly [key: string, value: unknown] | undefined> => {
    try {
      return deserialize(await readFile(file)) as readonly [string, unknown];
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  return {
    get: async (key) => (await read(fileOf(key)))?.[1],
    set: async (key, value) => {
      const content = serialize([key, value]);
      const file = fileOf(key);
      await mkdir(folder, { recursive: true });
      // A reader sees the old file or the new one, never a part.
      await writeFile(`${file}.new`, content);
      await rename(`${file}.new`, file);
    },
    delete: (key) => rm(fileOf(key), { force: true }),
    keys: async () => {
      const names = await readdir(folder).catch(() => []);
      const entries = await Promise.all(
        names.filter((name) => !name.endsWith(".new")).map((name) => read(path.join(folder, name))),
      );
      return entries.flatMap((entry) => (entry === undefined ? [] : [entry[0]]));
    },
  };
};
