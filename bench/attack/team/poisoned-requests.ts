import { type Attack } from "../attack-log";
import type { TargetRequest, TeamTarget } from "./team-target";

const kind = "poisoning";

/** Headers that must change neither an answer nor what is kept of it. A text of each must not come back. */
const headers: readonly Readonly<Record<string, string>>[] = [
  { host: "3vil.example" },
  { "x-forwarded-host": "3vil.example" },
  { "x-forwarded-for": "10.66.66.66", "x-real-ip": "10.66.66.66" },
  { "x-forwarded-proto": "3vil", "x-forwarded-port": "666", forwarded: "host=3vil.example;proto=3vil" },
  { "x-forwarded-prefix": "/3vil", "x-original-url": "/team/admin/state", "x-rewrite-url": "/team/admin/state" },
  { "x-http-method-override": "DELETE", "x-method-override": "PATCH" },
  { "x-authenticated-user": "3vil", "x-user": "3vil", "x-forwarded-user": "3vil", "remote-user": "3vil" },
  { "accept-language": "3vil, de", "accept-charset": "3vil" },
  { accept: "text/html", "accept-encoding": "3vil, gzip" },
  { range: "bytes=0-3", "if-range": "3vil" },
  { "if-none-match": "*", "if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT" },
  { "cache-control": "only-if-cached, max-age=0, private", pragma: "no-cache" },
  { "cache-control": "no-store, no-transform" },
  { vary: "3vil", age: "999999", date: "Fri, 01 Jan 2100 00:00:00 GMT" },
  { cookie: "session=3vil", origin: "https://3vil.example", referer: "https://3vil.example/" },
  { "content-type": "text/html; 3vil" },
  { "spillway-function": "=HYPERLINK(3vil)" },
  { "spillway-function": "../../person/3vil" },
  { "spillway-function": "__proto__" },
  { "spillway-function": "3VIL".repeat(1_000) },
  { "x-request-id": "3vil-request-id\t3vil" },
  { traceparent: "00-3vil", tracestate: "3vil=1" },
  { "x-3vil": "e".repeat(8_000) },
  { upgrade: "h2c", connection: "close, upgrade" },
];

/** No text of the service holds this word. */
const isRepeated = ({ headers: given, text }: { readonly headers: object; readonly text: string }): boolean =>
  /3vil/i.test(text) || /3vil/i.test(JSON.stringify(given));

const fresh = { "cache-control": "no-cache" };

/** Somebody asks with such headers first; whoever asks the same plainly then gets what the service says. */
const poisonWithHeaders = async ({ log }: Attack, target: TeamTarget): Promise<void> => {
  const banks = target.universe("EU Banks");
  for (const [index, sent] of headers.entries()) {
    // Each address is asked for here first.
    const path = `/v3/universes/${banks}/esg/events?size=${index + 4}`;
    const search = { method: "POST", body: JSON.stringify({ entities: [{ name: `ilike:bank ${index}` }] }) };
    const requests: readonly TargetRequest[] = [
      { path },
      { ...search, path: "/v3/entities/msearch?fields=name,id&max_candidates=3" },
    ];
    for (const asked of requests) {
      const what = `${asked.path} with ${JSON.stringify(sent).slice(0, 60)}`;
      const first = await target.ask({ ...asked, token: target.keys.ann, headers: sent });
      log.expect(kind, what, { status: first.status, allowed: [200, 400, 415] });
      if (isRepeated(first)) log.fail(kind, `${what}: the answer repeats it`);
      await expectHonest({ log }, target, asked);
    }
    const table = {
      path: `/table?formula=${encodeURIComponent(`UNIVERSE.COUNT("${banks}")`)}`,
      token: target.keys.ann,
    };
    const got = await target.ask({ ...table, headers: sent });
    log.expect(kind, `a table with ${JSON.stringify(sent).slice(0, 60)}`, { status: got.status, allowed: [200, 400] });
    if (isRepeated(got)) log.fail(kind, `a table with ${JSON.stringify(sent).slice(0, 60)} repeats it`);
  }
  const usage = await target.ask({
    path: "/team/admin/usage.csv?from=2020-01-01&to=2100-01-01",
    token: target.administratorKey,
  });
  log.expect(kind, "the usage report", { status: usage.status, allowed: [200] });
  if (/3vil|__proto__|(^|,)=/im.test(usage.text)) log.fail(kind, "the usage report has a made-up function");
};

/** Plain, and as a refresh, a colleague gets what the service itself answers. */
const expectHonest = async ({ log }: Pick<Attack, "log">, target: TeamTarget, asked: TargetRequest): Promise<void> => {
  const expected = await target.direct("demo", asked);
  for (const more of [{}, fresh]) {
    const got = await target.ask({ ...asked, token: target.keys.bob, headers: more });
    log.expect(kind, `${asked.path} afterwards`, { status: got.status, allowed: [expected.status] });
    if (JSON.stringify(sortedData(got.text)) !== JSON.stringify(sortedData(expected.text)))
      log.fail(kind, `${asked.path}: a colleague gets something else than the service answers`);
    if (got.headers["cache-control"] !== "no-store") log.fail(kind, `${asked.path}: others may keep the answer`);
  }
};

const sortedData = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

const parameters = ["fields", "size", "order", "search_after", "__proto__", "constructor", "universe_id", "%00", "*"];

/** Parameters that are repeated, unknown or of other types: what is kept for one request never answers another. */
const poisonWithQueries = async ({ log }: Attack, target: TeamTarget): Promise<void> => {
  const path = `/v3/universes/${target.universe("EU Banks")}/entities`;
  for (const name of parameters)
    for (const query of [`?${name}=3vil&size=2`, `?size=2&${name}=2&${name}=3vil`, `?size=2#${name}=3vil`]) {
      await target.ask({ path: path + query, token: target.keys.ann });
      await expectHonest({ log }, target, { path: `${path}?size=2` });
    }
};

/** Requests that two servers could read in two ways, and paths that could lead elsewhere. None is answered with data. */
const smuggle = async ({ log }: Attack, target: TeamTarget): Promise<void> => {
  const { ann } = target.keys;
  const head = (line: string, ...more: readonly string[]): string =>
    [line, "host: localhost", ...more, "", ""].join("\r\n");
  const key = `authorization: Bearer ${ann}`;
  const admin = `authorization: Bearer ${target.administratorKey}`;
  const inner = head("GET /team/admin/state HTTP/1.1", key);
  const post = "POST /v3/entities/msearch?fields=name&max_candidates=1 HTTP/1.1";
  const id = target.universe("EU Banks");
  const hostile: Readonly<Record<string, string>> = {
    "two ways to say the length":
      head(post, key, "content-length: 4", "transfer-encoding: chunked") + `0\r\n\r\n${inner}`,
    "two lengths": head(post, key, "content-length: 4", "content-length: 90") + inner,
    "a length with a sign": head(post, key, "content-length: +4") + inner,
    "another word for chunked": head(post, key, "transfer-encoding: xchunked") + inner,
    "chunked with a blank": head(post, key, "transfer-encoding : chunked") + inner,
    "a body behind GET": head("GET /v3/tasks HTTP/1.1", key, `content-length: ${inner.length}`) + inner,
    "a header that goes on": head("GET /v3/tasks HTTP/1.1", key, "x: a", " b: c"),
    "a bare line feed": `GET /v3/tasks HTTP/1.1\nhost: a\n${key}\n\n`,
    "a zero byte": head("GET /v3/tasks HTTP/1.1", `${key}\0`),
    "an address with a host": head("GET http://3vil.example/v3/tasks HTTP/1.1", key),
    "a path that begins with a host": head("GET //3vil.example/v3/tasks HTTP/1.1", key),
    "a back slash": head("GET /team\\admin\\state HTTP/1.1", key),
    "dots to the administrators": head("GET /v3/../team/admin/state HTTP/1.1", key),
    "encoded dots": head(`GET /v3/universes/%2e%2e/%2e%2e/team/admin/state HTTP/1.1`, key),
    "an encoded slash": head(`GET /v3/universes/${id}%2fentities HTTP/1.1`, key),
    "an encoded path in an id": head("GET /v3/universes/..%2f..%2ftasks/entities HTTP/1.1", key),
    "a path that is encoded twice": head("GET /v3/universes/%252e%252e/entities HTTP/1.1", key),
    "a wrong encoding": head("GET /v3/universes/%zz/entities HTTP/1.1", key),
    "a semicolon": head("GET /v3/tasks;/team/admin/state HTTP/1.1", key),
    "first the own key, then that of the administrator": head("GET /team/admin/state HTTP/1.1", key, admin),
    "a made-up token first": head("GET /team/admin/state HTTP/1.1", "authorization: Bearer x", admin),
    "both keys in one header": head("GET /team/admin/state HTTP/1.1", `${key}, Bearer ${target.administratorKey}`),
    "the files of the machine": head("GET /..%2f..%2f..%2fetc/passwd HTTP/1.1", key),
    "the configuration beside the files": head("GET /../team-secrets/team.json HTTP/1.1", key),
    "the administrator's key": head("GET /..%2fteam-secrets%2fadministrator.key HTTP/1.1", key),
    "headers of 40 kB": head(
      "GET /v3/tasks HTTP/1.1",
      key,
      ...Array.from({ length: 40 }, (_, at) => `x${at}: ${"y".repeat(1_000)}`),
    ),
    "an address of 20 kB": head(`GET /v3/tasks?size=${"1".repeat(20_000)} HTTP/1.1`, key),
    CONNECT: head("CONNECT 3vil.example:443 HTTP/1.1", key),
    "the preface of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "no HTTP at all": "\x16\x03\x01\x02\x00\x013vil\r\n\r\n",
  };
  for (const [what, bytes] of Object.entries(hostile)) {
    const answer = await target.sendBytes(bytes);
    const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
    log.expect(kind, what, { status: statuses[0] ?? 400, allowed: [400, 401, 403, 404, 405, 414, 431, 501] });
    // The second request in the body of the first.
    if (statuses.includes(200)) log.fail(kind, `${what} is answered with data`);
    const { status } = await target.ask({ path: "/v3/tasks?size=1", token: ann });
    log.expect(kind, `a request after ${what}`, { status, allowed: [200] });
  }
};

/** Sends what could change the answers to others. */
export const poisonRequests = async (attack: Attack, target: TeamTarget): Promise<void> => {
  await poisonWithHeaders(attack, target);
  await poisonWithQueries(attack, target);
  await smuggle(attack, target);
};
