import { canonicalJson } from "../../facts/json";
import { type RouteName, routes } from "../../contract/routes";
import type { VendorCall, Reply } from "./vendor-account";

/** A request of the contract, as an analyst sent it. */
export interface TeamRequest {
  readonly route: RouteName;
  /** Values of the path's placeholders, in lower case: ids have no case. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Parsed JSON; undefined without a body. */
  readonly body: unknown;
  /** A refresh: only an answer that is requested from now on will do. */
  readonly fresh: boolean;
}

/** Milliseconds by which an answer may be older than a refresh: people who refresh together share it. */
export const refreshTogether = 1_000;

/** The request to the service that says the same, with the parameters in alphabetical order. */
export const toVendorCall = ({ route, path, query, body }: Omit<TeamRequest, "fresh">): VendorCall => {
  const pathText = routes[route].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ""),
  );
  const sorted = new URLSearchParams(query);
  // Parameters of one name keep their order.
  sorted.sort();
  const search = sorted.toString();
  return {
    route,
    path: search === "" ? pathText : `${pathText}?${search}`,
    body: body === undefined ? undefined : canonicalJson(body),
  };
};

export const jsonReply = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", ...headers },
  body: JSON.stringify(value),
});
