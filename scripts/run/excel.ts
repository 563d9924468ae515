import { writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "../build/build";
import { oneOf, port, readOptions, runProgram, text, whole } from "./command-line";
import { renderManifest } from "../build/manifest";
import { serve } from "./serve";

const manifest = path.join(__dirname, "../..", "dist", "manifest.xml");

/** The certificate of localhost that Office trusts; the first time the system asks whether to trust it too. */
const certificates = async (): Promise<{ readonly key: Buffer; readonly cert: Buffer }> => {
  const { getHttpsServerOptions } = await import("office-addin-dev-certs");
  return getHttpsServerOptions();
};

const sideload = async (): Promise<void> => {
  // Loaded only here: it is a large family of packages, of use on a machine with Excel only.
  const [{ AppType, startDebugging }, { OfficeApp }] = await Promise.all([
    import("office-addin-debugging"),
    import("office-addin-manifest"),
  ]);
  await startDebugging(manifest, { appType: AppType.Desktop, app: OfficeApp.Excel, enableDebugging: false });
};

const excel = async (): Promise<void> => {
  const { store, ...rest } = readOptions({
    port: port(3000, 1),
    size: oneOf(["test", "small", "medium", "large"], "small"),
    seed: whole([0, 0xffffffff], 1),
    store: text("a file", undefined),
  });
  await build({ mode: "development" });
  const { origin, close } = await serve({
    ...rest,
    host: "excel",
    tls: await certificates(),
    ...(store !== undefined && { store }),
  });
  writeFileSync(manifest, renderManifest({ origin }));
  try {
    await sideload();
  } catch (error) {
    await close();
    throw error;
  }
  process.stdout.write(`ready ${origin}/taskpane.html, in Excel on the Home tab\n`);
  process.stdout.write("End with Ctrl+C; `npx office-addin-debugging stop dist/manifest.xml` takes it out of Excel.\n");
};

runProgram(excel);
