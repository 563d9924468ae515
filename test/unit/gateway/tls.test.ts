import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { generateCertificates } from "office-addin-dev-certs";
import { createGateway } from "../../../src/gateway/gateway";
import { startUpstream } from "./upstream";

jest.setTimeout(60_000);

test("with a certificate page and service share one https origin, though the service itself speaks http", async () => {
  const place = mkdtempSync(path.join(tmpdir(), "certificates-"));
  const [ca, cert, key] = ["ca.crt", "localhost.crt", "localhost.key"].map((name) => path.join(place, name)) as [
    string,
    string,
    string,
  ];
  const { log } = console;
  console.log = () => undefined;
  await generateCertificates(ca, cert, key, 1);
  console.log = log;
  const upstream = await startUpstream();
  const tls = { key: readFileSync(key), cert: readFileSync(cert) };
  const made = { "/deployment.json": { type: "application/json", text: "{}" } };
  const gateway = await createGateway({ root: place, upstream: upstream.address, made, tls });
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", () => resolve()));
  const { port } = gateway.address() as AddressInfo;
  const ask = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: "localhost", port, path, ca: readFileSync(ca), family: 4 }, (response) => {
        response.on("data", (chunk: Buffer) => resolve(`${response.statusCode ?? 0} ${chunk.toString()}`));
      });
      sent.on("error", reject);
      sent.end();
    });
  const answers = [await ask("/deployment.json"), await ask("/v3/tasks")];
  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
  await upstream.close();
  rmSync(place, { recursive: true });
  expect(answers).toEqual(["200 {}", '200 {"answered":"/v3/tasks"}']);
});
