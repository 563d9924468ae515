import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { freePort } from "../../scripts/run/free-port";

const debian = "/usr/lib/postgresql";

/** The folder of PostgreSQL's programs, where `npm run test:slow` has found or installed them; undefined without. */
export const findPostgresPrograms = (): string | undefined =>
  [
    process.env["POSTGRES_PATH"],
    ...(existsSync(debian) ? readdirSync(debian).map((version) => path.join(debian, version, "bin")) : []),
  ].find((place) => place !== undefined && existsSync(path.join(place, "initdb")));

/** PostgreSQL refuses to run as root: then it runs as the user of Debian's package, or as nobody. */
const serverUser = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (userInfo().uid !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    try {
      const read = (option: string): number =>
        Number(execFileSync("id", [option, name], { encoding: "utf8", stdio: "pipe" }));
      return { uid: read("-u"), gid: read("-g") };
    } catch {
      // The next name.
    }
  }
  throw new Error("PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody.");
};

export interface RunningPostgres {
  /** `postgres://…`, of an empty database. */
  readonly address: string;
  /** Creates another empty database and returns its address. */
  readonly createDatabase: (name: string) => string;
  /** Ends it at once, as when the power fails, does some work, and starts it again with its data. */
  readonly crash: (meanwhile?: () => Promise<void>) => Promise<void>;
  /** Ends it and removes its data. */
  readonly stop: () => Promise<void>;
}

const readyIn = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let printed = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes("ready to accept connections")) resolve();
    });
    child.once("error", reject).once("exit", () => reject(new Error(`PostgreSQL ended: ${printed}`)));
  });

/** A PostgreSQL server of its own, in a folder of its own. */
export const startPostgres = async (...options: readonly string[]): Promise<RunningPostgres> => {
  const programs = findPostgresPrograms() ?? "";
  const folder = mkdtempSync(path.join(tmpdir(), "postgres-"));
  const user = serverUser();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const port = await freePort();
  const data = path.join(folder, "data");
  const program = (name: string): string => path.join(programs, name);
  execFileSync(
    program("initdb"),
    ["-D", data, "-U", "spillway", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
    {
      ...user,
      cwd: folder,
      stdio: "pipe",
    },
  );
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const places = ["-D", data, "-p", String(port), "-k", folder, "-c", "listen_addresses=127.0.0.1"];
    child = spawn(program("postgres"), [...places, ...options], {
      ...user,
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    await readyIn(child);
    child.unref();
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child?.kill(signal) === true) await once(child, "exit");
    child = undefined;
  };
  await start();
  // A test that fails leaves nothing behind.
  const remove = (): void => {
    child?.kill("SIGQUIT");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", remove);
  const address = (name: string): string => `postgres://spillway@127.0.0.1:${port}/${name}`;
  return {
    address: address("postgres"),
    createDatabase: (name) => {
      execFileSync(program("createdb"), ["-h", "127.0.0.1", "-p", String(port), "-U", "spillway", name], {
        ...user,
        cwd: folder,
      });
      return address(name);
    },
    // SIGQUIT leaves at once without a checkpoint, so the next start recovers from the log.
    crash: async (meanwhile) => {
      await end("SIGQUIT");
      await meanwhile?.();
      await start();
    },
    stop: async () => {
      await end("SIGINT");
      process.off("exit", remove);
      remove();
    },
  };
};
