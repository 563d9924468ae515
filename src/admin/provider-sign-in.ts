import * as oauth from "oauth4webapi";

/** The provider as deployment.json names it. */
export interface TeamProvider {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  readonly resource?: string;
}

/** What must survive the way to the provider and back. It holds no token. */
interface Pending {
  readonly verifier: string;
  readonly state: string;
}

const pendingKey = "spillway-admin-sign-in";

/** Signs in by OpenID Connect: authorization code with PKCE, by redirect. */
export const providerSignIn = ({ issuer, clientId, scope, resource }: TeamProvider) => {
  const redirect = `${location.origin}/team/admin`;
  const client: oauth.Client = { client_id: clientId };
  // oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out; for a provider on this machine only
  const options = { [oauth.allowInsecureRequests]: issuer.startsWith("http://localhost:") };
  const further = resource === undefined ? {} : { resource };
  const discover = async (): Promise<oauth.AuthorizationServer> => {
    const address = new URL(issuer);
    return oauth.processDiscoveryResponse(address, await oauth.discoveryRequest(address, options));
  };
  return {
    begin: async (): Promise<void> => {
      const server = await discover();
      const pending: Pending = { verifier: oauth.generateRandomCodeVerifier(), state: oauth.generateRandomState() };
      sessionStorage.setItem(pendingKey, JSON.stringify(pending));
      const address = new URL(server.authorization_endpoint ?? "");
      const parameters = {
        ...{ client_id: clientId, redirect_uri: redirect, response_type: "code", scope, state: pending.state },
        code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: "S256",
        ...further,
      };
      for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
      location.assign(address);
    },
    /** The access token, if the provider has sent the administrator back; undefined otherwise. */
    finish: async (): Promise<string | undefined> => {
      const pending = sessionStorage.getItem(pendingKey);
      const address = new URL(location.href);
      if (pending === null || !address.searchParams.has("state")) return undefined;
      sessionStorage.removeItem(pendingKey);
      // The code is used once, and does not stay in the address.
      history.replaceState(undefined, "", redirect);
      const { verifier, state } = JSON.parse(pending) as Pending;
      const server = await discover();
      const code = oauth.validateAuthResponse(server, client, address, state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.None(),
        code,
        redirect,
        verifier,
        {
          ...options,
          additionalParameters: further,
        },
      );
      return (await oauth.processAuthorizationCodeResponse(server, client, response)).access_token;
    },
  };
};
