import type { Exchange } from "./remote";

const pairs = (values: Readonly<Record<string, string>>): { name: string; value: string }[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

const secretless = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, name === "authorization" ? "Bearer token" : value]),
  );

const entry = (exchange: Exchange): object => {
  const url = new URL(exchange.url);
  const type = exchange.responseHeaders["content-type"] ?? "";
  return {
    startedDateTime: "2026-06-30T00:00:00.000Z",
    time: 1,
    request: {
      method: exchange.method,
      url: exchange.url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: pairs(secretless(exchange.requestHeaders)),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      ...(exchange.requestBody === undefined
        ? {}
        : { postData: { mimeType: "application/json", text: exchange.requestBody } }),
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      status: exchange.status,
      statusText: "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: pairs(exchange.responseHeaders),
      content: { size: exchange.responseBody.length, mimeType: type, text: exchange.responseBody },
      redirectURL: "",
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 1, receive: 0 },
  };
};

/** A HAR (HTTP archive) of exchanges, without their tokens. */
export const har = (exchanges: readonly Exchange[]): string =>
  JSON.stringify({
    log: { version: "1.2", creator: { name: "conformance", version: "1" }, entries: exchanges.map(entry) },
  });
