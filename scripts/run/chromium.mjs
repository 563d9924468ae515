// Finds a Chromium for the browser tests; on a Debian-like system with the rights to do so, installs it. The shell without
// the browser's own window is preferred: the window costs a quarter of the processor time of a test.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const places = [
  process.env.CHROME_PATH,
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

const found = () => places.find((place) => place !== undefined && place !== "" && existsSync(place));

export const findChromium = () => {
  const place = found();
  if (place !== undefined) return place;
  if (process.platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.error("Installing Chromium from the system's packages …");
    spawnSync("apt-get", ["update"], { stdio: "ignore" });
    for (const browser of ["chromium-headless-shell", "chromium"])
      if (found() === undefined)
        spawnSync("apt-get", ["install", "-y", "--no-install-recommends", browser, "fonts-liberation"], {
          stdio: "ignore",
        });
  }
  const installed = found();
  if (installed !== undefined) return installed;
  console.error(
    "The browser tests need Chromium or Chrome: install one (Debian: apt-get install chromium) or name it in CHROME_PATH.",
  );
  process.exit(1);
};
