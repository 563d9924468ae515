// Finds LibreOffice for the tests that exchange files with it; on a Debian-like system with the rights to do so, installs
// it without a user interface (about a minute).
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const places = [
  process.env.SOFFICE_PATH,
  "/usr/bin/soffice",
  "/usr/lib/libreoffice/program/soffice",
  "/Applications/LibreOffice.app/Contents/MacOS/soffice",
  "C:\\Program Files\\LibreOffice\\program\\soffice.exe",
];

const found = () => places.find((place) => place !== undefined && place !== "" && existsSync(place));

/** The program, or undefined: then the tests that need it say that they did not run. */
export const findLibreOffice = () => {
  const place = found();
  if (place !== undefined) return place;
  if (process.platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.error("Installing LibreOffice from the system's packages …");
    const options = { stdio: "ignore", timeout: 300_000 };
    spawnSync("apt-get", ["update"], options);
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "libreoffice-calc-nogui"], options);
  }
  return found();
};
