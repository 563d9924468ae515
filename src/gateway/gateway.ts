import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { forward } from "./forward";
import { isForwarded } from "./forwarded-paths";
import { sendFile } from "./static-files";

/** What the gateway serves: built files, some files made at start (path → text), and the service's routes from `upstream`. */
export interface GatewayOptions {
  readonly root: string;
  /** The service's base address; without it nothing is forwarded (the service sends CORS headers itself). */
  readonly upstream?: string;
  /** Files that depend on where this runs: `/deployment.json`, `/manifest.xml`. */
  readonly made?: Readonly<Record<string, { readonly type: string; readonly text: string }>>;
  /** Another file for a path: `/taskpane.html` → `/taskpane.workbench.html`. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly redirects?: Readonly<Record<string, string>>;
  /** Lets the local service's own routes through; for the workbench only. */
  readonly alsoLocal?: boolean;
  readonly tls?: { readonly key: string | Buffer; readonly cert: string | Buffer };
}

/** Makes the one origin that page and service share: an https page may not call an http service, and another origin costs a preflight per page. */
export const createGateway = (options: GatewayOptions): Server => {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    void route(options, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(400, { "content-type": "text/plain" });
      response.end("The address cannot be read.");
    });
  };
  return options.tls === undefined ? createServer(answer) : createSecureServer(options.tls, answer);
};

const route = async (options: GatewayOptions, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const pathname = pathOf(request.url ?? "/");
  const method = request.method ?? "GET";
  const { upstream, alsoLocal = false } = options;
  if (upstream !== undefined && isForwarded(method, pathname, alsoLocal)) {
    forward(new URL(upstream), request, response);
    return;
  }
  if (method === "GET" || method === "HEAD") {
    if (sendMade(options, pathname, response)) return;
    if (await sendFile(options.root, options.aliases?.[pathname] ?? pathname, response)) return;
  }
  response.writeHead(404, { "content-type": "text/plain" }).end("Nothing is served here.");
};

/** Another host's name in the request line (`//host/v3/tasks`, `http://host/v3/tasks`) would send the token there; it leads nowhere. */
const pathOf = (asked: string): string =>
  new URL(/^\/(?![/\\])/.test(asked) ? asked : "/nowhere", "http://gateway").pathname;

const sendMade = (options: GatewayOptions, pathname: string, response: ServerResponse): boolean => {
  const made = options.made?.[pathname];
  const location = options.redirects?.[pathname];
  if (location !== undefined) response.writeHead(302, { location }).end();
  else if (made !== undefined) {
    const headers = { "content-type": made.type, "cache-control": "no-cache", "access-control-allow-origin": "*" };
    response.writeHead(200, headers).end(made.text);
  } else return false;
  return true;
};
