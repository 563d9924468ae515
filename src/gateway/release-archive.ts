import { createHash, randomUUID } from "node:crypto";
import { cp, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { findFile, hashedName, type ServedFile } from "./files";

/** How many releases the folder holds, the one that is served included. */
const mostReleases = 3;

/**
 * The hashed files of the last releases. Excel keeps the add-in's page open for days, and the page loads scripts late:
 * after a deployment it asks for scripts that the new release does not have.
 */
export class ReleaseArchive {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Copies the hashed files of a release into the folder and removes all but the last three releases. Several gateways
   * may share the folder.
   */
  async add(root: string): Promise<void> {
    const names = (await readdir(root, { recursive: true }))
      .filter((name) => hashedName.test(name.replace(/\.(?:br|gz)$/, "")))
      .toSorted();
    const release = createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 16);
    const place = path.join(this.#folder, release);
    if (!(await exists(place))) await copyWhole(root, names, place);
    const now = new Date();
    await utimes(place, now, now);
    for (const old of (await this.#releases()).slice(mostReleases))
      await rm(path.join(this.#folder, old), { recursive: true, force: true });
  }

  /** The file of a path in the youngest release that has it. Undefined for a name without a hash: that one changes. */
  async find(urlPath: string): Promise<ServedFile | undefined> {
    if (!hashedName.test(urlPath)) return undefined;
    for (const release of await this.#releases()) {
      const file = await findFile(path.join(this.#folder, release), urlPath);
      if (file !== undefined) return file;
    }
    return undefined;
  }

  /** Names of the releases, the one that was deployed last first. */
  async #releases(): Promise<readonly string[]> {
    const names = (await readdir(this.#folder)).filter((name) => /^[0-9a-f]{16}$/.test(name));
    const dated = await Promise.all(
      names.map(async (name) => ({ name, deployed: await deploymentTime(path.join(this.#folder, name)) })),
    );
    return dated.toSorted((one, other) => other.deployed - one.deployed).map(({ name }) => name);
  }
}

/** When a release was deployed last, in ms since 1970; 0 if another gateway has just removed it. */
const deploymentTime = (release: string): Promise<number> =>
  stat(release).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** Copies under another name first: a release is in the folder with all its files or not at all. */
const copyWhole = async (root: string, names: readonly string[], place: string): Promise<void> => {
  const partly = `${place}.${randomUUID()}.part`;
  await mkdir(partly, { recursive: true });
  for (const name of names) await cp(path.join(root, name), path.join(partly, name));
  await rename(partly, place).catch(async (error: unknown) => {
    await rm(partly, { recursive: true, force: true });
    // Another gateway was quicker.
    if (!(await exists(place))) throw error;
  });
};
