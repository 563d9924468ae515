import { execFile } from "node:child_process";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { openTeamOffice, personOf, type TeamOffice } from "../team/team-office";

/** The scenarios, and the Node that runs them; undefined where they could not be fetched (scripts/run/conformance.mjs). */
const conformance = process.env["MCP_CONFORMANCE"];
const run = promisify(execFile);

/** The scenarios that apply. The others ask for what this server does not have. */
const scenarios = [
  "server-initialize",
  "ping",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-error",
  "tools-call-with-progress",
  "server-sse-multiple-streams",
  "resources-list",
  "resources-read-text",
  "prompts-list",
  "prompts-get-simple",
  "prompts-get-with-args",
  "dns-rebinding-protection",
];

interface Message {
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly uri?: string;
    readonly arguments?: Readonly<Record<string, unknown>>;
  };
}

let office: TeamOffice;
let proxy: http.Server;
let address: string;

/** The scenarios name tools, resources and prompts of a reference server: what stands for each of them here. */
const renamed = ({ params = {}, ...message }: Message): unknown => {
  const companies = office.demo.entities.slice(0, 2).map(({ isin }) => `"${isin}"`);
  const universe = office.demo.universes[0]?.universe_id ?? "";
  const three = `UNIVERSE.COUNT("${universe}")+${companies.map((isin) => `SUM(ENTITY.GET(${isin},"employee_count"))`).join("+")}`;
  const { arg1: one, arg2: other } = params.arguments ?? {};
  const own: Readonly<Record<string, object>> = {
    test_simple_text: { name: "describe", arguments: {} },
    test_error_handling: { name: "query", arguments: { formula: "ESG.EVENTS(" } },
    test_tool_with_progress: { name: "query", arguments: { formula: three } },
    "test://static-text": { uri: "spillway://glossary" },
    test_simple_prompt: { name: "universe-size", arguments: { universe } },
    test_prompt_with_arguments: { name: "not-in-universe", arguments: { universe: one, list: other } },
  };
  return { ...message, params: { ...params, ...own[params.name ?? params.uri ?? ""] } };
};

beforeAll(async () => {
  office = await openTeamOffice({ people: [personOf("ann")], mcp: {} });
  const target = await office.fastify.listen({ port: 0, host: "127.0.0.1" });
  // The scenarios cannot sign in: the proxy does so for them.
  proxy = http.createServer((incoming, outgoing) => {
    const pieces: Buffer[] = [];
    incoming.on("data", (piece: Buffer) => pieces.push(piece));
    incoming.on("end", () => {
      const text = Buffer.concat(pieces).toString();
      const body = text.includes('"test') ? JSON.stringify(renamed(JSON.parse(text) as Message)) : text;
      const headers = { ...incoming.headers, authorization: "Bearer ann", "content-length": Buffer.byteLength(body) };
      http
        .request(target + (incoming.url ?? ""), { method: incoming.method, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(outgoing);
        })
        .end(body);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
}, 60_000);
afterAll(async () => {
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  await office.close();
});

(conformance === undefined ? test.skip : test).each(scenarios)(
  "the conformance scenario %s passes",
  async (scenario) => {
    const { node, program } = JSON.parse(conformance ?? "") as { readonly node: string; readonly program: string };
    const args = [program, "server", "--url", address, "--scenario", scenario];
    // A scenario that fails ends with code 1, and says why on stdout.
    const { stdout: output } = await run(node, args).catch((error: unknown) => error as { readonly stdout: string });
    if (process.env["SHOW"] === "conformance")
      process.stdout.write(`${scenario} ${/Passed: .*/.exec(output)?.[0] ?? ""}\n`);
    expect(output).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/);
  },
  60_000,
);
