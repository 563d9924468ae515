import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { systemClock } from "../../src/engine/clock";
import { GatewayKeys } from "../../src/gateway/team/gateway-keys";
import { MemoryStore } from "../../src/gateway/team/memory-store";
import { openTeam } from "../../src/gateway/team/open-team";
import { demoAudience, demoClient } from "./identity-provider";
import { noteRunning } from "./running";
import { freePort } from "./free-port";
import { serve, type ServeOptions } from "./serve";

const root = path.join(__dirname, "../..");
/** Milliseconds for which the demo's gateway key lets somebody in. */
const day = 86_400_000;

export interface ServeTeamOptions extends ServeOptions {
  /** The port of the second person's window; 0 takes any free one. */
  readonly windowPort: number;
  readonly providerPort: number;
}

/** Where an add-in and an admin page of this origin want to be sent back to. */
const redirectsOf = (origin: string): readonly string[] => [`${origin}/sign-in.html`, `${origin}/team/admin`];

/**
 * A firm on this machine, until it is stopped: local service, team gateway, identity provider, and a window for each of
 * two people. Prints who signs in where, and how.
 */
export const serveTeam = async ({ windowPort, providerPort, ...options }: ServeTeamOptions): Promise<void> => {
  const secondPort = windowPort === 0 ? await freePort() : windowPort;
  const store = new MemoryStore(systemClock);
  const administratorKey = `admin-${randomBytes(24).toString("base64url")}`;
  const served = await serve({
    ...options,
    team: async ({ address, demo, origin }) => {
      const [account] = demo.accounts;
      const issuer = await startProvider(
        providerPort,
        [origin, origin.replace(/:\d+$/, `:${secondPort}`)].flatMap(redirectsOf),
      );
      return openTeam(
        {
          address,
          accounts: [
            {
              name: "firm",
              key: account?.api_key ?? "",
              secret: account?.api_secret ?? "",
              audience: `${origin}/`,
              clientId: demo.client_id,
            },
          ],
          keys: true,
          provider: {
            name: "the demo identity provider",
            issuer,
            audience: demoAudience,
            clientId: demoClient,
            scope: "openid profile gateway",
            resource: demoAudience,
            groupsMember: "groups",
            adminGroups: ["spillway-admins"],
          },
          administratorKey,
          budgets: { person: 2_000, firm: 10_000 },
          mcp: true,
          universes: demo.universes
            .filter(({ visible_to, for_tests }) => !for_tests && visible_to.includes(account?.name ?? ""))
            .map(({ universe_id: id, universe_name: name }) => ({ id, name })),
          proxies: [],
        },
        { store, clock: systemClock, adminPage: path.join(options.built ?? path.join(root, "dist"), "admin") },
      );
    },
  });
  const second = await served.addWindow(secondPort);
  const { key } = await new GatewayKeys(store, systemClock).make({
    ...{ person: "ben", name: "Ben Banker", groups: ["analysts", "emea"], admin: false },
    expiresAt: systemClock.now() + day,
  });
  noteRunning({ address: served.address, service: served.service });
  process.stdout.write(
    [
      `Ada's window    ${served.address}  signs in with the demo identity provider: choose Ada Analyst`,
      `Ben's window    ${second}  signs in with the gateway key ${key}`,
      `Admin page      ${served.origin}/team/admin  signs in with the provider as Olga Operator,`,
      `                or with the key ${administratorKey}`,
      `Assistants      ${served.origin}/mcp  sign in with Ben's gateway key: Authorization: Bearer KEY (docs/agents.md)`,
      "Both windows use one account of the service. Everything is forgotten when this ends: Ctrl+C, or npm run stop.",
      `ready ${served.address}`,
      "",
    ].join("\n"),
  );
};

/** Starts the demo identity provider in a process that ends with this one, and resolves with its issuer. */
const startProvider = (port: number, redirects: readonly string[]): Promise<string> => {
  const options = ["--port", String(port), "--until-stdin-ends"];
  const allowed = redirects.flatMap((address) => ["--redirect", address]);
  const program = ["--import", "tsx", "scripts/run/identity-provider.ts", ...options, ...allowed];
  const child = spawn(process.execPath, program, { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
  process.once("exit", () => child.kill());
  return readyAt(child);
};

const readyAt = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let printed = "";
    child.once("exit", (code) => reject(new Error(`The identity provider ended with code ${String(code)}.`)));
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const address = /ready (http:\/\/\S+)/.exec(printed)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
