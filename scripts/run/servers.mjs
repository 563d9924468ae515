// Finds servers that tests and benchmarks of the team gateway run; on a Debian-like system with the rights to do so, installs them.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";

const find = (places) => places.find((place) => place !== undefined && place !== "" && existsSync(place));

const findOrInstall = (places, name, aptPackage) => {
  const place = find(places);
  if (place !== undefined) return place;
  if (process.platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    // A program may print data.
    console.error(`Installing ${name} from the system's packages …`);
    const options = { stdio: "ignore", timeout: 300_000 };
    spawnSync("apt-get", ["update"], options);
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", aptPackage], options);
  }
  return find(places);
};

/** The program, or undefined: then the tests that need it say that they did not run. */
export const findRedis = () =>
  findOrInstall(
    [
      process.env.REDIS_SERVER_PATH,
      "/usr/bin/redis-server",
      "/usr/local/bin/redis-server",
      "/opt/homebrew/bin/redis-server",
    ],
    "Redis",
    "redis-server",
  );

const debianPostgres = "/usr/lib/postgresql";
/** Debian has a folder for each version; the newest comes first. */
const postgresFolders = () =>
  (existsSync(debianPostgres) ? readdirSync(debianPostgres) : [])
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => `${debianPostgres}/${version}/bin`);

/** The folder of PostgreSQL's programs, or undefined: then the tests that need it say that they did not run. */
export const findPostgres = () => {
  const places = () =>
    [process.env.POSTGRES_PATH, ...postgresFolders(), "/opt/homebrew/opt/postgresql/bin"].filter(
      (place) => place !== undefined && existsSync(`${place}/initdb`),
    );
  // The name of the package has no version; the folder is known only after the installation.
  return places()[0] ?? (findOrInstall([], "PostgreSQL", "postgresql"), places()[0]);
};

/** The program, or undefined: then the benchmark of the team gateway leaves the comparison out. */
export const findNginx = () =>
  findOrInstall(
    [process.env.NGINX_PATH, "/usr/sbin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx"],
    "nginx",
    "nginx-light",
  );
