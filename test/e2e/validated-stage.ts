import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../../scripts/run/free-port";
import { createGateway, type GatewayOptions } from "../../src/gateway/gateway";
import { startPrism, type Prism } from "../conformance/prism";
import { launch, openWorkbench, type WorkbenchPage } from "./workbench/page";
import { startStage, type Stage } from "./stage";

/** The stage with a validating proxy between the browser's origin and the service, and a recording of what the browser asked of it. */
export interface ValidatedStage {
  readonly stage: Stage;
  readonly prism: Prism;
  /** The browser's origin. */
  readonly origin: string;
  readonly workbench: WorkbenchPage;
  /** Ends the browser's visit; its recording is complete then. */
  readonly leave: () => Promise<Har>;
  /** The HAR of the browser's calls of the service. */
  readonly harFile: string;
  readonly close: () => Promise<void>;
}

/** What of a HAR is looked at. */
export interface Har {
  readonly log: {
    readonly entries: readonly {
      readonly request: {
        readonly method: string;
        readonly url: string;
        postData?: { mimeType: string; text: string };
      };
      readonly response: { readonly status: number; readonly content: { readonly text?: string } };
    }[];
  };
}

const served = /\/(oauth\/token|api\/2\.0\/|v3\/)/;
const dist = path.join(__dirname, "..", "..", "dist");

/** The files that the stage's own gateway makes, for another origin; the audience of tokens stays the stage's. */
const madeFor = async (stage: Stage, origin: string): Promise<NonNullable<GatewayOptions["made"]>> => {
  const read = async (name: string): Promise<string> => (await fetch(stage.origin + name)).text();
  const deployment = JSON.parse(await read("/deployment.json")) as object;
  const text = JSON.stringify({ ...deployment, baseUrl: origin, authUrl: origin });
  return {
    "/deployment.json": { type: "application/json", text },
    "/manifest.xml": { type: "text/xml", text: (await read("/manifest.xml")).replaceAll(stage.origin, origin) },
    "/_local/demo": { type: "application/json", text: JSON.stringify(stage.demo) },
  };
};

/** What was sent to each address, in order: a browser's own recording leaves out the bodies of requests made of streams. */
type SentBodies = Map<string, string[]>;

const keepBodies = (gateway: Server, sent: SentBodies): void => {
  gateway.prependListener("request", (request: IncomingMessage) => {
    const chunks: Buffer[] = [];
    const key = `${request.method ?? ""} ${request.url ?? ""}`;
    const push = request.push.bind(request);
    // A listener of "data" would take the body away from the gateway, which begins to read it later.
    request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
      if (chunk !== null) chunks.push(chunk);
      else if (chunks.length > 0) sent.set(key, [...(sent.get(key) ?? []), Buffer.concat(chunks).toString()]);
      return push(chunk, encoding);
    };
  });
};

/** The browser's recording with the bodies it left out. */
const completed = (file: string, sent: SentBodies): Har => {
  const har = JSON.parse(readFileSync(file, "utf8")) as Har;
  for (const { request } of har.log.entries) {
    const { pathname, search } = new URL(request.url);
    const text = sent.get(`${request.method} ${pathname}${search}`)?.shift();
    if (text !== undefined) request.postData = { mimeType: "application/json", text };
  }
  writeFileSync(file, JSON.stringify(har));
  return har;
};

const startOrigin = async (stage: Stage, prism: Prism, sent: SentBodies) => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const gateway = await createGateway({
    root: dist,
    upstream: prism.origin,
    made: await madeFor(stage, origin),
    aliases: { "/workbench/": "/workbench/workbench.html", "/taskpane.html": "/taskpane.workbench.html" },
  });
  keepBodies(gateway, sent);
  await new Promise<void>((resolve) => gateway.listen(port, "localhost", () => resolve()));
  const close = (): void => {
    gateway.closeAllConnections();
    gateway.close();
  };
  return { origin, close };
};

/** Starts it: browser → gateway → Prism → the stage's gateway → service. */
export const startValidatedStage = async (): Promise<ValidatedStage> => {
  const stage = await startStage("test");
  const prism = await startPrism(stage.origin);
  const sent: SentBodies = new Map();
  const { origin, close } = await startOrigin(stage, prism, sent);
  const folder = mkdtempSync(path.join(tmpdir(), "journey-"));
  const harFile = path.join(folder, "journey.har");
  const context = await (
    await launch()
  ).newContext({
    viewport: { width: 1440, height: 860 },
    recordHar: { path: harFile, urlFilter: served, content: "embed" },
  });
  const sameBrowserAs = { page: { context: () => context } } as unknown as WorkbenchPage;
  const workbench = await openWorkbench(`${origin}/workbench/?fresh`, { sameBrowserAs });
  return {
    stage,
    prism,
    origin,
    workbench,
    harFile,
    leave: async () => {
      await context.close();
      return completed(harFile, sent);
    },
    close: async () => {
      close();
      prism.stop();
      await stage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
