// Finds a Redis server for the tests of the team gateway; on a Debian-like system with the rights to do so, installs it.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const places = [
  process.env.REDIS_SERVER_PATH,
  "/usr/bin/redis-server",
  "/usr/local/bin/redis-server",
  "/opt/homebrew/bin/redis-server",
];

const found = () => places.find((place) => place !== undefined && place !== "" && existsSync(place));

/** The program, or undefined: then the tests that need it say that they did not run. */
export const findRedis = () => {
  const place = found();
  if (place !== undefined) return place;
  if (process.platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Installing Redis from the system's packages …");
    const options = { stdio: "ignore", timeout: 300_000 };
    spawnSync("apt-get", ["update"], options);
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "redis-server"], options);
  }
  return found();
};
