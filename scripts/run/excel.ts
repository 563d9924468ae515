import { writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "../build/build";
import { probeFolder, renderProbeManifest } from "../build/probe";
import { flag, oneOf, port, readOptions, runProgram, whole } from "./command-line";
import { addInAt } from "../manifest/add-in";
import { renderAddInOnly } from "../manifest/add-in-only";
import { noteRunning } from "./running";
import { serve } from "./serve";

const built = path.join(__dirname, "../..", "dist");

/** The certificate of localhost that Office trusts; the first time the system asks whether to trust it too. */
const certificates = async (): Promise<{ readonly key: Buffer; readonly cert: Buffer }> => {
  const { getHttpsServerOptions } = await import("office-addin-dev-certs");
  return getHttpsServerOptions();
};

const sideload = async (manifest: string, debug: boolean): Promise<void> => {
  // Loaded only here: it is a large family of packages, of use on a machine with Excel only.
  const [{ AppType, startDebugging }, { OfficeApp }] = await Promise.all([
    import("office-addin-debugging"),
    import("office-addin-manifest"),
  ]);
  await startDebugging(manifest, { appType: AppType.Desktop, app: OfficeApp.Excel, enableDebugging: debug });
};

const excel = async (): Promise<void> => {
  const { debug, probe, ...rest } = readOptions({
    port: port(3000, 1),
    size: oneOf(["test", "small", "medium", "large"], "small"),
    seed: whole([0, 0xffffffff], 1),
    debug: flag,
    probe: flag,
  });
  await build({ mode: "development" });
  const { address, origin, service, close } = await serve({
    ...rest,
    host: "excel",
    tls: await certificates(),
  });
  const manifest = path.join(built, probe ? probeFolder : "", "manifest.xml");
  writeFileSync(manifest, probe ? renderProbeManifest(origin) : renderAddInOnly(addInAt({ origin })));
  noteRunning({ address, service, manifest });
  try {
    await sideload(manifest, debug);
  } catch (error) {
    await close();
    throw error;
  }
  process.stdout.write(`ready ${address}, in Excel on the Home tab\n`);
  process.stdout.write("`npm run stop` ends it and takes it out of Excel; Ctrl+C only ends it.\n");
};

runProgram(excel);
