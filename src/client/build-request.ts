import { routes } from "../wire/routes";
import type { Call, Query } from "./call";

const queryString = (query: Query): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const item of typeof value === "object" ? value : [value]) parameters.append(name, String(item));
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
};

/** Makes the request of a call; `baseUrl` is the service's address, with or without a slash at its end. */
export const buildRequest = (baseUrl: string, call: Call, signal?: AbortSignal): Request => {
  const { method, path } = routes[call.route];
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(call.path?.[name] ?? ""));
  return new Request(`${baseUrl.replace(/\/$/, "")}${place}${queryString(call.query ?? {})}`, {
    method,
    // The specification knows no redirect, and one would carry secret and token to wherever it leads.
    redirect: "error",
    ...(signal === undefined ? {} : { signal }),
    ...(call.body === undefined
      ? {}
      : { body: JSON.stringify(call.body), headers: { "Content-Type": "application/json" } }),
  });
};
