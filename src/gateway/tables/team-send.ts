import { type RouteName, routes } from "../../contract/routes";
import type { Send } from "../../engine/http/client";
import type { Person } from "../team/person";
import type { Team } from "../team/team";
import { readFunctionHeader } from "../team/usage";

const patterns = (Object.keys(routes) as RouteName[]).map((name) => {
  const { method, path } = routes[name];
  const source = path.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  return { name, method, pattern: new RegExp(`^${source}$`) };
});

/**
 * The way of a person's engine to the team, without a socket. Nobody signs in on it: whoever has it is that person.
 * @param fresh whether every request is a refresh, whatever the engine says
 */
export const createTeamSend =
  (team: Pick<Team, "answer">, person: Person, fresh = false): Send =>
  async (request) => {
    const { signal } = request;
    const answer = await untilAborted(answerFor(team, person, fresh, request), signal);
    return answer;
  };

const answerFor = async (
  team: Pick<Team, "answer">,
  person: Person,
  fresh: boolean,
  request: Request,
): Promise<Response> => {
  const { pathname, searchParams: query } = new URL(request.url);
  // The sign-in: whoever has this way was let in.
  if (pathname === "/team/me") return Response.json({ id: person.id, name: person.name, universes: [], budget: {} });
  const text = await request.text();
  for (const { name, method, pattern } of patterns) {
    const match = request.method === method ? pattern.exec(pathname) : null;
    if (match === null) continue;
    const path = Object.entries(match.groups ?? {}).map(([key, value]) => [key, value.toLowerCase()] as const);
    const teamRequest = {
      route: name,
      path: Object.fromEntries(path),
      query,
      body: text === "" ? undefined : (JSON.parse(text) as unknown),
      fresh: fresh || /\bno-cache\b/i.test(request.headers.get("cache-control") ?? ""),
    };
    const asking = readFunctionHeader(request.headers.get("spillway-function"));
    const reply = await team.answer(person, teamRequest, { asking, isGone: () => request.signal.aborted });
    const isEmpty = reply.status === 204 || reply.status === 202;
    return new Response(isEmpty ? null : reply.body, { status: reply.status, headers: reply.headers });
  }
  throw new TypeError(`The contract has no ${request.method} ${pathname}.`);
};

/** The team goes on with what it has sent, because others may wait for it; the engine does not wait any longer. */
const untilAborted = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
