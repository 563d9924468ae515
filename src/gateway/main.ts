import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { createGateway } from "./gateway";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "8443" },
    host: { type: "string", default: "127.0.0.1" },
    root: { type: "string", default: "dist" },
    upstream: { type: "string" },
    deployment: { type: "string" },
    key: { type: "string" },
    cert: { type: "string" },
  },
});

const made =
  values.deployment === undefined
    ? {}
    : { "/deployment.json": { type: "application/json", text: readFileSync(values.deployment, "utf8") } };

const gateway = createGateway({
  root: path.resolve(values.root),
  made,
  ...(values.upstream !== undefined && { upstream: values.upstream }),
  ...(values.key !== undefined &&
    values.cert !== undefined && { tls: { key: readFileSync(values.key), cert: readFileSync(values.cert) } }),
});

gateway.listen(Number(values.port), values.host, () => {
  const scheme = values.key === undefined ? "http" : "https";
  process.stdout.write(`ready ${scheme}://${values.host}:${values.port}/\n`);
});
