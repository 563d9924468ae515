import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build";
import { renderManifest } from "./manifest";
import { serve } from "./serve";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "3000" },
    size: { type: "string", default: "small" },
    seed: { type: "string", default: "1" },
    store: { type: "string" },
  },
});

const manifest = path.join(__dirname, "..", "dist", "manifest.xml");

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

const port = (text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 65_535)
    throw new Error(`--port must be a whole number from 1 to 65535, got "${text}".`);
  return value;
};

const excel = async (): Promise<void> => {
  const wanted = port(values.port);
  await build({ mode: "development" });
  const { size, store } = values;
  const { origin, close } = await serve({
    port: wanted,
    size,
    seed: Number(values.seed),
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

excel().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
