import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { Server } from "node:net";
import { Connections } from "./connections";
import { commonHeaders, dataPolicy } from "./content-security";
import { type ForwardLimits, Forwarder, routeAt, usualLimits } from "./forward";
import { type Certificate, endConnection, hasBody, Http2Server, keepAlive } from "./http2";
import { ReleaseArchive } from "./release-archive";
import { observe, type Observed, type Observers, type RouteLabel } from "./observe";
import { refuse, refuseMethod } from "./refusals";
import { findFile, type PageOptions, sendFile, statusOf } from "./static-files";

export interface GatewayOptions extends Observers {
  readonly root: string;
  /** A folder for the hashed scripts of the last three releases, which open pages may still ask for. */
  readonly archive?: string;
  /** The service's base address; without it nothing is forwarded (the service sends CORS headers itself). */
  readonly upstream?: string;
  /** Files that depend on where the gateway runs, by path: `/deployment.json`, `/manifest.xml`. */
  readonly made?: Readonly<Record<string, { readonly type: string; readonly text: string | Promise<string> }>>;
  /** Another file for a path: `/taskpane.html` → `/taskpane.workbench.html`. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly redirects?: Readonly<Record<string, string>>;
  /** Answers the routes of the contract, `/table`, and paths under `/team/`, instead of the service. */
  readonly team?: RequestListener;
  /** For `/readyz`: a sentence while the team cannot work yet, and the states of its parts. */
  readonly teamHealth?: () => Promise<{ readonly wants?: string; readonly parts: Readonly<Record<string, string>> }>;
  /** Origins that pages may call besides the gateway's own; any where undefined. */
  readonly connects?: () => readonly string[];
  /** Lets the local service's own routes through; for the workbench only. */
  readonly alsoLocal?: boolean;
  /** With it the gateway speaks HTTP/2 and HTTP/1.1 over https, without it HTTP/1.1 over http. */
  readonly tls?: Certificate;
  /** Other limits of the service's answers, for tests. */
  readonly limits?: Partial<ForwardLimits>;
}

export type Gateway = Server & {
  /** Ends the gateway. Resolves when the last connection has ended. */
  readonly drain: (end: GatewayEnd) => Promise<void>;
  readonly closeAllConnections: () => void;
};

/**
 * How a gateway ends, in milliseconds. `notice` and `parting` are zero without a value, and end early when no connection of
 * HTTP/1.1 is open.
 */
export interface GatewayEnd {
  /** Before it stops to listen. `/readyz` answers 503, so that load balancers send nothing new. All other requests are answered. */
  readonly notice?: number;
  /**
   * After it has stopped to listen. Connections of HTTP/1.1 close with an answer, so that no request meets a connection
   * that is being closed; then those close over which nothing was asked. Connections must not close earlier: a client
   * would make a new one, and what the system has accepted for a server that stops to listen is lost.
   */
  readonly parting?: number;
  /** After it has stopped to listen, for requests under way. */
  readonly longest: number;
}

export const usualEnd: GatewayEnd = { notice: 1_000, parting: 2_000, longest: 30_000 };
/** Milliseconds between two looks at the connections while the gateway ends. */
const lookEvery = 50;

/** Everything that the answers of one gateway share. */
interface Serving {
  readonly options: GatewayOptions;
  readonly service: Forwarder | undefined;
  readonly archive: ReleaseArchive | undefined;
  isDraining: boolean;
}

/**
 * One origin for page and service: an https page may not call an http service, and a second origin costs a CORS
 * preflight per page.
 * @throws one sentence if `upstream` cannot be the address of a service
 */
export const createGateway = (options: GatewayOptions): Gateway => {
  const limits = { ...usualLimits, ...options.limits };
  const service = options.upstream === undefined ? undefined : new Forwarder(options.upstream, limits);
  const archive = options.archive === undefined ? undefined : new ReleaseArchive(options.archive);
  const serving: Serving = { options, service, archive, isDraining: false };
  const connections = new Connections();
  const listener: RequestListener = (request, response) => {
    // A client that goes while its answer is written is no error of the gateway.
    response.on("error", () => undefined);
    for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
    connections.note(request, response);
    const observed = observe(options, request, response);
    route(serving, request, response, observed).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else if (error instanceof URIError) refuse(response, 400, "The address cannot be read.");
      else refuse(response, statusOf(error), sentences[statusOf(error)]);
    });
  };
  // A client that stops reading keeps its file or its call only so long.
  const idle = Math.max(limits.firstByte, limits.pause) + limits.connecting;
  const { server, closeGently, closeAllConnections } =
    options.tls === undefined
      ? plainServer(listener, idle, connections)
      : new Http2Server(options.tls, { listener, idle, connections });
  // At the limit of open files a connection cannot be accepted; the next one may be.
  server.once("listening", () => server.on("error", () => undefined));
  server.once("close", () => void service?.close());
  const whileConnected = async (longest: number): Promise<void> => {
    for (let left = longest; left > 0 && connections.areOpen; left -= lookEvery)
      await new Promise((resolve) => setTimeout(resolve, lookEvery));
  };
  const drain = async ({ notice = 0, parting = 0, longest }: GatewayEnd): Promise<void> => {
    serving.isDraining = true;
    await whileConnected(notice);
    await acceptAll(server);
    const closed = new Promise<void>((resolve) => stopListening(server, resolve));
    connections.part();
    const late = setTimeout(closeAllConnections, longest);
    closeGently();
    await whileConnected(parting);
    connections.closeSilent();
    await closed;
    clearTimeout(late);
  };
  return Object.assign(server, { drain, closeAllConnections });
};

const plainServer = (listener: RequestListener, idle: number, connections: Connections) => {
  const server = createServer(listener);
  server.setTimeout(idle);
  server.keepAliveTimeout = keepAlive;
  server.on("connection", (socket) => connections.add(socket));
  return { server, closeGently: () => undefined, closeAllConnections: server.closeAllConnections.bind(server) };
};

/** `close` of node:http would also cut off answers that were written and that the client has not read yet. */
const stopListening = (server: Server, closed: () => void): void => void Server.prototype.close.call(server, closed);

/** Turns of the event loop for which a server accepts what waits, at most. */
const mostTurns = 10_000;

/**
 * Resolves after a turn of the event loop in which no connection was accepted, so that none waits. The system has accepted
 * those already, and resets them when the server stops to listen. Node takes one in each turn.
 */
const acceptAll = async (server: Server): Promise<void> => {
  let accepted = true;
  const note = (): void => void (accepted = true);
  server.on("connection", note);
  // The turn that runs now may have accepted its one before.
  await turnOfEventLoop();
  for (let turn = 0; accepted && turn < mostTurns; turn += 1) {
    accepted = false;
    await turnOfEventLoop();
  }
  server.off("connection", note);
};

const turnOfEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const sentences = {
  404: "Nothing is served here.",
  500: "The file cannot be read.",
  503: "The gateway is busy. Try again.",
} as const;

const route = async (
  serving: Serving,
  request: IncomingMessage,
  response: ServerResponse,
  observed: Observed,
): Promise<void> => {
  const { pathname, search } = addressOf(request.url ?? "/");
  const method = request.method ?? "GET";
  const reads = method === "GET" || method === "HEAD";
  if (reads && hasBody(request)) {
    // Over HTTP/1.1 whatever follows on this connection could be read as a second request.
    endConnection(response);
    refuse(response, 400, `${method} takes no body.`);
    return;
  }
  const called = findCall(serving, method, pathname);
  observed.route = called?.pattern ?? "none";
  if (called !== undefined) {
    await called.answer(pathname + search, request, response);
    return;
  }
  const isHealth = pathname === "/healthz" || pathname === "/readyz";
  const send = isHealth ? await health(serving, pathname) : await findAnswer(serving, pathname);
  if (send === undefined) refuse(response, 404, sentences[404]);
  else if (reads) {
    observed.route = isHealth ? "health" : "file";
    await send(request, response);
  } else refuse(response, 405, "Files are only read.", { allow: "GET, HEAD" });
};

/** What a path of the contract, or a local one, is answered with: the service's answer, or a refusal of the method. */
const findCall = (
  { options, service }: Serving,
  method: string,
  pathname: string,
): { readonly pattern: RouteLabel; readonly answer: CallAnswer } | undefined => {
  const { team } = options;
  const toTeam: CallAnswer | undefined = team && ((_path, request, response) => team(request, response));
  const forward = service?.forward.bind(service);
  const call = toTeam ?? forward;
  if (call === undefined) return undefined;
  if (toTeam !== undefined && pathname.startsWith("/team/")) return { pattern: "team", answer: toTeam };
  if (toTeam !== undefined && pathname === "/table") return { pattern: "/table", answer: toTeam };
  if (forward !== undefined && options.alsoLocal === true && pathname.startsWith("/_local/"))
    return { pattern: "local", answer: forward };
  const found = routeAt(pathname);
  if (found === undefined || found.methods.includes(method)) return found && { ...found, answer: call };
  const answer = (_path: string, _request: IncomingMessage, response: ServerResponse): void =>
    refuseMethod(response, found.methods);
  return { ...found, answer };
};

/**
 * `/healthz`: the process runs. `/readyz`: it has the add-in's files and takes new requests. Neither asks the service,
 * because files are served without it. A team must have reached its parts once; that one is away later only shows,
 * because replicas that all left together would help nobody.
 */
const health = async ({ options, isDraining }: Serving, pathname: string): Promise<Answer> => {
  const built = (await findFile(options.root, "/functions.json")) !== undefined;
  const team = pathname === "/readyz" ? await options.teamHealth?.() : undefined;
  const state = isDraining
    ? "The gateway is ending."
    : built
      ? (team?.wants ?? "ready")
      : "The add-in's files are missing.";
  const isGood = pathname === "/healthz" || state === "ready";
  const headers = {
    "content-type": "application/json",
    "content-security-policy": dataPolicy,
    "cache-control": "no-store",
  };
  const text = JSON.stringify({ status: pathname === "/healthz" ? "running" : state, team: team?.parts });
  return (_, response) => void response.writeHead(isGood ? 200 : 503, headers).end(text);
};

/** A host in the request line (`//host/v3/tasks`, `http://host/v3/tasks`) would receive the token, so such a request gets a 404. */
const addressOf = (url: string): URL => new URL(/^\/(?![/\\])/.test(url) ? url : "/nowhere", "http://gateway");

type CallAnswer = (path: string, request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Excel on the web fetches functions.json from another origin. */
const readFromAnywhere = { "cache-control": "no-cache", "access-control-allow-origin": "*" };

/** What a path has: a redirect, a file made at the start, or a file under the root. */
const findAnswer = async ({ options, archive }: Serving, pathname: string): Promise<Answer | undefined> => {
  const { root, aliases, made, redirects, connects, team } = options;
  const location = own(redirects, pathname);
  if (location !== undefined) return (_, response) => void response.writeHead(302, { location }).end();
  const file = own(made, pathname);
  if (file !== undefined) {
    const text = await file.text;
    const headers = { "content-type": file.type, "content-security-policy": dataPolicy, ...readFromAnywhere };
    return (_, response) => void response.writeHead(200, headers).end(text);
  }
  const found = (await findFile(root, own(aliases, pathname) ?? pathname)) ?? (await archive?.find(pathname));
  const page = (): PageOptions => ({ connects: connects?.(), hasTeam: team !== undefined });
  return found === undefined ? undefined : (request, response) => sendFile(found, request, response, page());
};

/** A member by its name; a path such as `/constructor` has none. */
const own = <Value>(members: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined;
