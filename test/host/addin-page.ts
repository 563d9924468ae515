import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { IDBFactory } from "fake-indexeddb";
import { createStore, set } from "idb-keyval";
import type { DOMWindow } from "jsdom";
import { createGateway } from "../../src/gateway/gateway";
import { partitionedStorage } from "../../src/engine/create-runtime";
import { createCredentialStore } from "../../src/engine/session/credentials";
import type { KeyValueStorage } from "../../src/engine/storage";
import { createService, type Service } from "../../src/service/service";
import { fillPage } from "./page-globals";
import { allFeatures, type NativeHost, openHost } from "./native-host";

const dist = path.join(__dirname, "../../dist");

/** What `GET /_local/demo` says. */
export interface Demo {
  readonly accounts: readonly { readonly name: string; readonly api_key: string; readonly api_secret: string }[];
  readonly client_id: string;
  readonly universes: readonly { readonly universe_id: string; readonly universe_name: string }[];
  readonly entities: readonly { readonly name: string; readonly isin: string; readonly id: string }[];
}

/** The built add-in's files and the local service behind one origin, over real HTTP. */
export interface Origin {
  readonly address: string;
  /** Where the built files are. */
  readonly root: string;
  readonly demo: Demo;
  /** Requests the service has had since the last time this was asked, by route. */
  readonly calls: () => Promise<Readonly<Record<string, number>>>;
  /** Requests of /v3 that reached the gateway, also those that the service never answers. */
  readonly requests: () => number;
  /** What goes wrong at the service from now on. */
  readonly faults: (faults: object) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts the origin; the build must be there (`npm test` makes it). */
export const startOrigin = async (size: "test" | "small" = "test"): Promise<Origin> => {
  if (!existsSync(path.join(dist, "functions.js")))
    throw new Error("The add-in is not built: run `npm run build -- --mode development` first.");
  const service = await createService({ size, seed: 1, localControls: true });
  const upstream = await service.listen(0);
  const demo = (await (await fetch(`${upstream}/_local/demo`)).json()) as Demo;
  const deployment = { text: "", type: "application/json" };
  const gateway = await createGateway({
    root: dist,
    upstream,
    alsoLocal: true,
    made: { "/deployment.json": deployment },
  });
  let requests = 0;
  gateway.prependListener("request", ({ url }: IncomingMessage) => {
    if (url?.startsWith("/v3/") === true) requests += 1;
  });
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", () => resolve()));
  const address = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const { client_id: clientId } = demo;
  deployment.text = JSON.stringify({
    baseUrl: address,
    authUrl: address,
    audience: `${upstream}/`,
    clientId,
    settingsAllowed: false,
  });
  const close = async (): Promise<void> => {
    gateway.closeAllConnections();
    await new Promise((resolve) => gateway.close(resolve));
    await service.close();
  };
  const faults = async (payload: object): Promise<void> => {
    await service.fastify.inject({ method: "POST", url: "/_local/faults", payload });
  };
  return { address, root: dist, demo, calls: () => takeCalls(service), requests: () => requests, faults, close };
};

const takeCalls = async ({ fastify }: Service): Promise<Readonly<Record<string, number>>> => {
  const { routes } = (await fastify.inject("/_local/calls")).json<{ routes: Record<string, number> }>();
  await fastify.inject({ method: "DELETE", url: "/_local/calls" });
  return routes;
};

/** Opens the built page as Excel does, on Microsoft's runtime; `device` is what the browser kept from earlier days. */
export const openAddin = async (
  origin: Origin,
  device = new IDBFactory(),
  features = allFeatures,
): Promise<NativeHost> => {
  const url = `${origin.address}/taskpane.html`;
  const prepare = (window: DOMWindow): void => fillPage(window, device);
  const excel = await openHost({ url, scripts: true, features, prepare });
  excel.window.eval(readFileSync(path.join(dist, "functions.js"), "utf8"));
  return excel;
};

/** A device on which the demo account signed in earlier and ticked "remember". */
export const rememberingDevice = async ({ demo }: Origin): Promise<IDBFactory> => {
  const device = new IDBFactory();
  const [account] = demo.accounts;
  Object.assign(globalThis, { indexedDB: device });
  const database = createStore("spillway", "memory");
  const storage: Pick<KeyValueStorage, "set"> = { set: (key, value) => set(key, value, database) };
  const credentials = createCredentialStore("credentials", partitionedStorage(storage as KeyValueStorage, ""), crypto);
  await credentials.write({ key: account?.api_key, secret: account?.api_secret });
  return device;
};
