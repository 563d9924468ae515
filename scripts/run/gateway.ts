import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { port, readOptions, runProgram, text } from "./command-line";
import { createGateway } from "../../src/gateway/gateway";

const main = async (): Promise<void> => {
  const given = readOptions({
    port: port(8443),
    host: text("an address of this machine", "127.0.0.1"),
    root: text("a folder", "dist"),
    upstream: text("the address of the service", undefined),
    deployment: text("a file", undefined),
    key: text("a file", undefined),
    cert: text("a file", undefined),
  });
  const { host, upstream, deployment, key, cert } = given;
  if ((key === undefined) !== (cert === undefined))
    throw new Error("--key and --cert go together: give both or neither.");
  const gateway = createGateway({
    root: path.resolve(given.root),
    made:
      deployment === undefined
        ? {}
        : { "/deployment.json": { type: "application/json", text: readFileSync(deployment, "utf8") } },
    ...(upstream !== undefined && { upstream }),
    ...(key !== undefined && cert !== undefined && { tls: { key: readFileSync(key), cert: readFileSync(cert) } }),
  });
  await new Promise<void>((resolve, reject) => gateway.once("error", reject).listen(given.port, host, resolve));
  const { port: taken } = gateway.address() as AddressInfo;
  process.stdout.write(`ready ${key === undefined ? "http" : "https"}://${host}:${taken}/\n`);
};

runProgram(main);
