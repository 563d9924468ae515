import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import path from "node:path";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { demoAudience, demoClient } from "../../../scripts/run/identity-provider";
import { type RunningProvider, startIdentityProvider } from "../../../test/support/identity-provider";
import { deployedHeap, type ServiceProcess, startServiceProcess } from "../../service/service-process";

interface DemoAccount {
  readonly name: string;
  readonly api_key: string;
  readonly api_secret: string;
}

interface Demo {
  readonly accounts: readonly DemoAccount[];
  readonly audience: string;
  readonly client_id: string;
  readonly universes: readonly { readonly universe_id: string; readonly universe_name: string }[];
  readonly entities: readonly { readonly id: string; readonly name: string }[];
  readonly unlicensed_entities: readonly string[];
}

export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

export interface TargetRequest {
  readonly method?: string;
  readonly path: string;
  /** Without it the request has none. */
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** People of a team, by the account of the service that they share. Each has a gateway key. */
export const peopleByAccount = {
  demo: ["ann", "bob"],
  premium: ["pam"],
  restricted: ["ron"],
  rival: ["rita"],
} as const;

export type PersonName = (typeof peopleByAccount)[keyof typeof peopleByAccount][number];

/** A team's gateway that is attacked: a process of its own, between an identity provider and the local service. */
export interface TeamTarget {
  readonly gateway: ServiceProcess;
  readonly demo: Demo;
  readonly provider: RunningProvider;
  /** With which the provider signs its tokens: whoever had it could make any. */
  readonly signingKey: JWK;
  readonly administratorKey: string;
  /** The gateway keys of people. */
  readonly keys: Readonly<Record<PersonName, string>>;
  readonly universe: (name: string) => string;
  readonly ask: (asked: TargetRequest) => Promise<Got>;
  /** Asks the service itself, with one of its accounts. */
  readonly direct: (account: string, asked: TargetRequest) => Promise<Got>;
  /** Sends bytes as they are, and resolves with the beginning of what comes back; "" if the connection is closed. */
  readonly sendBytes: (bytes: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Headers are sent as they are, `host` too. */
const askAt =
  (origin: string) =>
  ({ method = "GET", path: asked, token, headers = {}, body }: TargetRequest): Promise<Got> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(origin);
      const sent = {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
        ...headers,
      };
      const outgoing = request({ hostname, port, method, path: asked, headers: sent, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      });
      // A refusal of a large body comes before the body has left.
      outgoing.on("error", reject);
      outgoing.end(body);
    });

const bytesTo =
  (origin: string) =>
  (bytes: string): Promise<string> =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(origin);
      let answer = "";
      const socket = connect(Number(port), hostname, () => socket.write(bytes, "latin1"));
      const end = (): void => {
        socket.destroy();
        resolve(answer);
      };
      socket.on("data", (chunk: Buffer) => {
        answer += chunk.toString("latin1");
        // A second answer would follow at once; the connection may stay open.
        socket.setTimeout(250, end);
      });
      socket.on("error", end).on("close", end);
      socket.setTimeout(3_000, end);
    });

const administratorKey = "administrator-of-the-attack-00000000";

/** Makes a gateway key for each person, in the group of the account. */
const makeKeys = async (ask: TeamTarget["ask"]): Promise<TeamTarget["keys"]> => {
  const made = Object.entries(peopleByAccount).flatMap(([account, people]) =>
    people.map(async (person) => {
      const wanted = { person, name: person, groups: [account], admin: false, days: 1 };
      const { text } = await ask({
        method: "POST",
        path: "/team/admin/keys",
        token: administratorKey,
        body: JSON.stringify(wanted),
      });
      return [person, (JSON.parse(text) as { readonly key: string }).key] as const;
    }),
  );
  return Object.fromEntries(await Promise.all(made)) as TeamTarget["keys"];
};

const startProvider = async (folder: string): Promise<Pick<TeamTarget, "provider" | "signingKey">> => {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const signingKey = { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "attacked" };
  const file = path.join(folder, "signing-key.json");
  writeFileSync(file, JSON.stringify(signingKey));
  return { provider: await startIdentityProvider(["--signing-key", file]), signingKey };
};

const tokenSource = (origin: string, { accounts, audience, client_id }: Demo) => {
  const tokens = new Map<string, Promise<string>>();
  const request = async (name: string): Promise<string> => {
    const account = accounts.find((each) => each.name === name);
    const grant = { grant_type: "password", username: account?.api_key, password: account?.api_secret };
    const body = JSON.stringify({ ...grant, audience, client_id });
    const { text } = await askAt(origin)({ method: "POST", path: "/oauth/token", body });
    return (JSON.parse(text) as { readonly access_token: string }).access_token;
  };
  return (name: string): Promise<string> => {
    const token = tokens.get(name) ?? request(name);
    tokens.set(name, token);
    return token;
  };
};

/** Starts provider, service and gateway, and gives people their keys. */
export const startTeamTarget = async (folder: string): Promise<TeamTarget> => {
  const [root, secrets] = [path.join(folder, "team"), path.join(folder, "team-secrets")];
  for (const each of [root, secrets]) mkdirSync(each);
  writeFileSync(path.join(root, "functions.json"), "{}");
  const [{ provider, signingKey }, service] = await Promise.all([
    startProvider(secrets),
    startServiceProcess(["--size", "test", "--port", "0", "--local-controls"]),
  ]);
  const demo = (await (await fetch(`${service.origin}/_local/demo`)).json()) as Demo;
  const { audience, client_id: clientId } = demo;
  const accounts = Object.keys(peopleByAccount).map((name) => {
    const account = demo.accounts.find((each) => each.name === name);
    writeFileSync(path.join(secrets, `${name}.key`), account?.api_key ?? "");
    writeFileSync(path.join(secrets, `${name}.secret`), account?.api_secret ?? "");
    const files = { key: { file: `${name}.key` }, secret: { file: `${name}.secret` } };
    return { name, ...files, audience, clientId, groups: name === "demo" ? [name, "analysts"] : [name] };
  });
  writeFileSync(path.join(secrets, "administrator.key"), administratorKey);
  const { issuer } = provider;
  const team = {
    service: service.origin,
    accounts,
    administratorKey: { file: "administrator.key" },
    privateAnalyses: true,
    mcp: true,
    provider: { name: "demo", issuer, audience: demoAudience, clientId: demoClient, adminGroups: ["spillway-admins"] },
    universes: demo.universes.map(({ universe_id: id, universe_name: name }) => ({ id, name })),
  };
  writeFileSync(path.join(secrets, "team.json"), JSON.stringify(team));
  const args = ["--port", "0", "--root", root, "--team", path.join(secrets, "team.json"), "--quiet"];
  const gateway = await startServiceProcess(args, { program: "scripts/run/gateway.ts", heap: deployedHeap });
  const ask = askAt(gateway.origin);
  const tokenOf = tokenSource(service.origin, demo);
  return {
    ...{ gateway, demo, provider, signingKey, administratorKey, ask },
    keys: await makeKeys(ask),
    universe: (name) => demo.universes.find((each) => each.universe_name === name)?.universe_id ?? "",
    direct: async (account, asked) => askAt(service.origin)({ ...asked, token: await tokenOf(account) }),
    sendBytes: bytesTo(gateway.origin),
    stop: async () => {
      await Promise.all([gateway.stop(), service.stop(), provider.stop()]);
    },
  };
};
