import { request as requestHttp, type IncomingMessage, type ServerResponse } from "node:http";
import { request as requestHttps } from "node:https";

/** Only what the specification uses travels on: no cookie, no referrer, no address of the user. */
const sent = ["authorization", "content-type", "content-length", "accept"];
const returned = ["content-type", "content-length", "retry-after", "allow", "www-authenticate"];
const patience = 120_000;

const pick = (headers: IncomingMessage["headers"], names: readonly string[]): Record<string, string | string[]> =>
  Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));

/** Passes one request on to the service and its answer back, as streams; a service that cannot be reached is a 502. */
export const forward = (upstream: URL, incoming: IncomingMessage, outgoing: ServerResponse): void => {
  const { pathname, search } = new URL(incoming.url ?? "/", upstream);
  const target = new URL(pathname + search, upstream);
  const send = target.protocol === "https:" ? requestHttps : requestHttp;
  const onward = send(
    target,
    { method: incoming.method, headers: { ...pick(incoming.headers, sent), host: target.host }, timeout: patience },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, pick(answer.headers, returned));
      answer.pipe(outgoing);
      answer.on("error", () => outgoing.destroy());
    },
  );
  onward.on("timeout", () => onward.destroy(new Error("The service did not answer in time.")));
  onward.on("error", () => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502, { "content-type": "text/plain" }).end("The service cannot be reached.");
  });
  outgoing.on("close", () => onward.destroy());
  incoming.pipe(onward);
};
