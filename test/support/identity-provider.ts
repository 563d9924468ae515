import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import * as oauth from "oauth4webapi";
import { demoAudience, demoClient } from "../../scripts/run/identity-provider";

export const otherAudience = "https://other.example.com/";
const redirect = "http://127.0.0.1:9/signed-in";

export interface RunningProvider {
  /** What it has printed until now. */
  readonly printed: () => string;
  readonly issuer: string;
  /** Signs a person in as a browser does, and returns the tokens. */
  readonly signIn: (person: string, resource?: string) => Promise<oauth.TokenEndpointResponse>;
  /** A new key signs from now on; `withdraw` also removes the old ones. */
  readonly change: (what: "rotate" | "withdraw") => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A real provider of OpenID Connect, in a process of its own. */
export const startIdentityProvider = async (options: readonly string[] = []): Promise<RunningProvider> => {
  const program = ["--import", "tsx", "scripts/run/identity-provider.ts", "--redirect", redirect, ...options];
  const child = spawn(process.execPath, program, {
    cwd: path.join(__dirname, "../.."),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const { issuer, printed } = await readyAt(child);
  return {
    ...{ issuer, printed },
    signIn: (person, resource = demoAudience) => signIn(issuer, person, resource),
    change: async (what) => {
      child.send(what);
      await once(child, "message");
    },
    stop: async () => {
      if (child.kill("SIGKILL")) await once(child, "exit");
    },
  };
};

const readyAt = (child: ChildProcess): Promise<Pick<RunningProvider, "issuer" | "printed">> =>
  new Promise((resolve, reject) => {
    let printed = "";
    const note = (chunk: Buffer): void => {
      printed += chunk.toString();
      const issuer = /ready (\S+)/.exec(printed)?.[1];
      if (issuer !== undefined) resolve({ issuer, printed: () => printed });
    };
    child.stdout?.on("data", note);
    child.stderr?.on("data", note);
    child.once("exit", () => reject(new Error(`The provider ended: ${printed}`)));
  });

// oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out; the provider is on this machine
const insecure = { [oauth.allowInsecureRequests]: true };

const signIn = async (issuer: string, person: string, resource: string): Promise<oauth.TokenEndpointResponse> => {
  const server = await oauth.processDiscoveryResponse(
    new URL(issuer),
    await oauth.discoveryRequest(new URL(issuer), insecure),
  );
  const client: oauth.Client = { client_id: demoClient };
  const verifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const first = new URL(server.authorization_endpoint ?? "");
  first.search = String(
    new URLSearchParams({
      client_id: demoClient,
      redirect_uri: redirect,
      response_type: "code",
      scope: "openid profile gateway",
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      nonce,
      resource,
    }),
  );
  const answered = await follow(first, person);
  const code = oauth.validateAuthResponse(server, client, answered, state);
  const response = await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), code, redirect, verifier, {
    ...insecure,
    additionalParameters: { resource },
  });
  return oauth.processAuthorizationCodeResponse(server, client, response, { expectedNonce: nonce });
};

/** Follows the provider's redirects, keeps its cookies, and says who is there when it asks. */
const follow = async (start: URL, person: string): Promise<URL> => {
  const cookies = new Map<string, string>();
  let address = start;
  for (let step = 0; step < 12; step += 1) {
    const asks = address.pathname.startsWith("/interaction/");
    const response = await fetch(address, {
      redirect: "manual",
      method: asks ? "POST" : "GET",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(asks && { body: new URLSearchParams({ person }) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null)
      throw new Error(`${address.pathname} was answered with ${response.status}: ${await response.text()}`);
    address = new URL(location, address);
    if (address.href.startsWith(redirect)) return address;
  }
  throw new Error("The provider redirects without end.");
};
